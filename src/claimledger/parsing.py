"""The names that Python code uses and the files that it reads, told from its text without running it."""

from __future__ import annotations

import ast
import hashlib
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Source", "Use", "parse", "short_hash"]

#: Functions that load a module by a value, and not by an import.
_LOADERS: Final = frozenset({"import_module", "__import__"})
#: Parts of the syntax that are statements or hold some.
_OF_STATEMENTS: Final = (ast.stmt, ast.excepthandler, ast.match_case)


@dataclass(frozen=True)
class Use:
    """A name that code uses: the dotted path from the module it was imported from, and constants it is called with.

    Attributes
    ----------
    name : str
        Such as ``"metricbook.tile.kappa"``. It ends at a module if this is used whole.
    arguments : tuple of str, or None
        The arguments of the call, or for ``load()["flach.thm4"]`` the key, if all are constant texts; otherwise None.
    """

    name: str
    arguments: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Source:
    """What static analysis gives of one module, or of a notebook's cells.

    Attributes
    ----------
    digest : str
        Of what it does: of its syntax tree without docstrings, or of its text if it looks at docstrings or lines.
    uses : tuple of Use
        The imported names that it uses.
    passes : mapping
        Of a package: the names that its imports bind, and the dotted paths that they stand for.
    defined : tuple of str
        Of a package: the names that it defines itself.
    exports : tuple of str or None
        Of a package: its ``__all__``.
    lazy : mapping
        Of a package: names that it loads when they are asked for, and the modules that these are or are in.
    reads : tuple of str
        Files and folders that it reads: ``data/...``, or ``./...`` beside it.
    texts : tuple of str
        Its other constant texts that name a module.
    computed : int
        How many imports it has of a module that a value names.
    """

    digest: str
    uses: tuple[Use, ...] = ()
    passes: Mapping[str, str] = field(default_factory=dict)
    defined: tuple[str, ...] = ()
    exports: tuple[str, ...] | None = None
    lazy: Mapping[str, str] = field(default_factory=dict)
    reads: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    computed: int = 0


def parse(text: str, module: str = "", *, package: bool = False) -> Source:
    """Read the text of a module.

    Parameters
    ----------
    text : str
        Python.
    module : str
        Its name, from which relative imports go; a notebook has none.
    package : bool
        Whether it is the ``__init__`` of a package.

    Examples
    --------
    >>> source = parse("import metricbook as mb\\nfrom metricbook import tile\\nmb.auroc([0], [1]); tile.kappa")
    >>> [use.name for use in source.uses]
    ['metricbook.auroc', 'metricbook.tile.kappa']
    """
    tree = ast.parse(text)
    bound, whole = _imports(tree, module if package else module.rpartition(".")[0])
    visitor = _Uses(tree, bound)
    visitor.visit(tree)
    used, tops = {use.name for use in visitor.uses}, {path.partition(".")[0] for path in whole}
    # What is imported and never named is imported for what that does, or to be passed on.
    idle = [path for name, paths in bound.items() if name not in visitor.named for path in paths if path not in tops]
    idle += [path for path in whole if not any(name == path or name.startswith(f"{path}.") for name in used)]
    return Source(
        digest=_digest_of(text, tree),
        uses=tuple(dict.fromkeys([*visitor.uses, *map(Use, idle)])),
        passes={name: paths[0] for name, paths in bound.items()} if package else {},
        defined=tuple(_defined(tree)) if package else (),
        exports=_exports(tree) if package else None,
        lazy=_lazy(tree) if package else {},
        reads=tuple(dict.fromkeys(visitor.reads)),
        texts=tuple(dict.fromkeys(visitor.texts if visitor.computed else ())),
        computed=visitor.computed,
    )


def _imports(tree: ast.AST, inside: str) -> tuple[dict[str, list[str]], list[str]]:
    """The names that imports bind, wherever they stand, and the modules that they name whole."""
    bound: dict[str, list[str]] = {}
    whole = []
    for node in _blocks(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                whole.append(alias.name)
                bound.setdefault(name, []).append(alias.name if alias.asname else name)
        elif isinstance(node, ast.ImportFrom):
            parts = inside.split(".")
            above = parts[: len(parts) + 1 - node.level] if node.level else []
            source = ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:
                if alias.name == "*":
                    whole.append(source)
                else:
                    bound.setdefault(alias.asname or alias.name, []).append(f"{source}.{alias.name}")
    return {name: list(dict.fromkeys(paths)) for name, paths in bound.items()}, whole


class _Uses(ast.NodeVisitor):
    """Where imported names are used, and which files are read."""

    def __init__(self, tree: ast.Module, bound: Mapping[str, list[str]]) -> None:
        self.bound, self.constants = bound, {name: value for names, value in _assigned(tree) for name in names}
        self.uses: list[Use] = []
        self.named: set[str] = set()
        self.reads: list[str] = []
        self.texts: list[str] = []
        self.computed = 0
        self.within: set[ast.AST] = set()
        self.given: ast.AST | None = None

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.expr) and node not in self.within and (place := self._place(node)):
            self.within |= set(ast.walk(node))
            # What gives a file that its caller names reads none; nor does what gives a folder, to look further.
            if place not in (["data"], ["."]) and (node is not self.given or place[-1] != "..."):
                self.reads.append("/".join(place).removesuffix("/..."))
        super().visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        self.given = node.value
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        texts = _texts([*node.args, *(keyword.value for keyword in node.keywords)])
        if chain := _chain(node.func):
            if chain[-1] in _LOADERS:
                if texts is None or len(node.args) != 1:
                    self.computed += 1
                else:
                    self.uses += [Use(texts[0])]
            if chain[0] in self.bound:
                self._use(chain, texts)
            else:
                self.visit(node.func)
        else:
            self.visit(node.func)
        for inner in (*node.args, *node.keywords):
            self.visit(inner)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        key, called = node.slice, node.value
        chain = _chain(called.func) if isinstance(called, ast.Call) and not called.args else []
        if chain and chain[0] in self.bound and isinstance(key, ast.Constant) and isinstance(key.value, str):
            self._use(chain, (key.value,))
        else:
            self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        chain = _chain(node)
        if chain and chain[0] in self.bound:
            self._use(chain)
        else:
            self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self.bound and isinstance(node.ctx, ast.Load):
            self._use([node.id])

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and re.fullmatch(r"[a-z_]\w*(\.\w+)+|[a-z]\w+", node.value):
            self.texts.append(node.value)

    def _use(self, chain: list[str], arguments: tuple[str, ...] | None = None) -> None:
        self.named.add(chain[0])
        self.uses += [Use(".".join([path, *chain[1:]]), arguments) for path in self.bound[chain[0]]]

    def _place(self, node: ast.AST | None) -> list[str] | None:
        """The parts of the path that an expression gives, ``...`` after what is no constant; None if it gives none."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            return self._below(self._place(node.left), [node.right])
        if isinstance(node, ast.Name):
            return self._place(self.constants.get(node.id)) if node.id.isupper() else None
        if isinstance(node, ast.Attribute):
            if node.attr == "data" and _calls(node.value, "project", "PROJECT"):
                return ["data"]
            return ["."] if node.attr == "parent" and _is_file(node.value) else None
        if not isinstance(node, ast.Call):
            return None
        name = (_chain(node.func) or [""])[-1]
        if name == "data_file":
            return self._below(["data"], node.args)
        if name == "files" and node.args and _chain(node.args[0]) == ["__package__"]:
            return ["."]
        if isinstance(node.func, ast.Attribute):
            if node.func.attr == "with_name" and _is_file(node.func.value):
                return self._below(["."], node.args)
            if node.func.attr in ("joinpath", "glob", "rglob"):
                above = self._place(node.func.value)
                return self._below(above, [*([ast.Constant("**")] if node.func.attr == "rglob" else []), *node.args])
        return None

    def _below(self, above: list[str] | None, names: Iterable[ast.expr]) -> list[str] | None:
        parts = list(above or [])
        for name in names:
            if parts[-1:] == ["..."]:
                break
            parts += self._constant(name) or ["..."]
        return parts if above else None

    def _constant(self, node: ast.expr | None) -> list[str] | None:
        """The parts that an argument names, if it is a constant or the module's name for one."""
        if isinstance(node, ast.Starred):
            node = node.value
        if isinstance(node, ast.Name):
            node = self.constants.get(node.id) if node.id.isupper() else None
        texts = _texts(node.elts if isinstance(node, (ast.Tuple, ast.List)) else filter(None, [node]))
        return list(texts) if texts else None


def _chain(node: ast.AST) -> list[str] | None:
    """The names of ``a.b.c``; None of anything else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return [node.id, *reversed(names)] if isinstance(node, ast.Name) else None


def _calls(node: ast.AST, *names: str) -> bool:
    chain = _chain(node.func if isinstance(node, ast.Call) else node)
    return chain is not None and chain[-1] in names


def _is_file(node: ast.AST) -> bool:
    """Whether an expression is ``Path(__file__)``, resolved or not."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "resolve":
        node = node.func.value
    return _calls(node, "Path") and "__file__" in ast.dump(node)


def _texts(values: Iterable[ast.AST]) -> tuple[str, ...] | None:
    """The values of constant texts; None if there is anything else among them, or nothing."""
    nodes = list(values)
    texts = tuple(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return texts if texts and len(texts) == len(nodes) else None


def _assigned(tree: ast.Module) -> Iterator[tuple[list[str], ast.expr | None]]:
    for node in _top_level(tree.body):
        if isinstance(node, ast.Assign):
            yield (
                [name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)],
                node.value,
            )
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield [node.target.id], node.value


def _blocks(tree: ast.AST) -> Iterator[ast.AST]:
    """A tree and all statements in it, in the order of `ast.walk`, without a look into the expressions."""
    todo = deque([tree])
    while todo:
        node = todo.popleft()
        todo += (each for each in ast.iter_child_nodes(node) if isinstance(each, _OF_STATEMENTS))
        yield node


def _top_level(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, those within ``if`` and ``try`` included."""
    for node in body:
        yield node
        if isinstance(node, (ast.If, ast.Try, ast.With)):
            parts = [node.body, getattr(node, "orelse", []), getattr(node, "finalbody", [])]
            parts += [handler.body for handler in getattr(node, "handlers", [])]
            for part in parts:
                yield from _top_level(part)


def _defined(tree: ast.Module) -> Iterator[str]:
    for node in _top_level(tree.body):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
    for names, _ in _assigned(tree):
        yield from names


def _exports(tree: ast.Module) -> tuple[str, ...] | None:
    for names, value in _assigned(tree):
        if names == ["__all__"] and isinstance(value, (ast.List, ast.Tuple)):
            return _texts(value.elts)
    return None


def _lazy(tree: ast.Module) -> dict[str, str]:
    """The dictionaries of constant texts of a module with ``__getattr__``, as one."""
    lazy: dict[str, str] = {}
    if "__getattr__" in _defined(tree):
        for _, value in _assigned(tree):
            if (
                isinstance(value, ast.Dict)
                and (keys := _texts(filter(None, value.keys)))
                and (texts := _texts(value.values))
            ):
                lazy |= dict(zip(keys, texts, strict=True))
    return lazy


def _digest_of(text: str, tree: ast.Module) -> str:
    """A digest of code without comments, blank lines and, unless the module reads them, docstrings."""
    if "__doc__" in text or "getsource" in text:
        return short_hash(text.encode())
    for node in _blocks(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                del node.body[0]
    return short_hash(ast.dump(tree).encode())


def short_hash(content: bytes) -> str:
    """Return twenty digits that tell contents apart."""
    return hashlib.sha256(content).hexdigest()[:20]
