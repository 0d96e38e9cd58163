"""Let our code, and the cells of our notebooks, get from libraries what `standing_in.perturbed` makes of it.

`install` lets every module of our packages that is imported afterwards be rewritten, and every cell of a kernel. Names
and attributes that may be a library's function or method (`np.exp`, `scores.sum`, `model.fit`, `log`) become
`__perturbed__(np.exp)`, and the operators `@` and `**` become calls. What the libraries call among themselves stays as
it is, and so does what numba compiles, whose functions can only call what numba knows.
"""

from __future__ import annotations

import ast
import builtins
import functools
import hashlib
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

#: The name under which rewritten code finds `standing_in.perturbed`.
HOOK = "__perturbed__"
OURS = ("claimledger", "metricbook", "scoring_the_scores")
SHELL = "IPython.core.interactiveshell"
OPERATORS = {ast.MatMult: "matmul", ast.Pow: "pow"}
COMPILED = ("jit", "overload", "intrinsic")  # of numba's decorators
HERE = Path(__file__).parent


class Rewriter(ast.NodeTransformer):
    """Put the hook around what may come from a library."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Leave alone what numba compiles."""
        decorators = " ".join(map(ast.unparse, node.decorator_list))
        return node if any(each in decorators for each in COMPILED) else self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Rewrite `log`, where it is read."""
        return self._hooked(node, node.id)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Rewrite `np.log`, and of `np.logaddexp.reduce` the whole."""
        inner: ast.Attribute = node
        while isinstance(inner.value, ast.Attribute):
            inner = inner.value
        if not isinstance(inner.value, ast.Name):
            inner.value = self.visit(inner.value)
        return self._hooked(node, node.attr)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Rewrite `a @ b` and `a ** b`."""
        self.generic_visit(node)
        if type(node.op) not in OPERATORS:
            return node
        function = ast.Attribute(ast.Name(HOOK, ast.Load()), OPERATORS[type(node.op)], ast.Load())
        return ast.copy_location(ast.Call(function, [node.left, node.right], []), node)

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        """Leave patterns alone, which cannot call."""
        node.guard = node.guard and self.visit(node.guard)
        node.body = [self.visit(each) for each in node.body]
        return node

    def _hooked(self, node: ast.Name | ast.Attribute, name: str) -> ast.AST:
        from tools.noise.standing_in import NAMES  # loads NumPy, which not every process needs

        if name not in NAMES or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(ast.Call(ast.Name(HOOK, ast.Load()), [node], []), node)


def rewritten(tree: Any) -> Any:
    """Return a module's or a cell's tree with the hook in it."""
    return ast.fix_missing_locations(Rewriter().visit(tree))


class Loader(SourceFileLoader):
    """Load a module of ours, rewritten; its bytecode is kept apart from that of the module as it stands."""

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the bytecode, kept or made."""
        before, sys.pycache_prefix = sys.pycache_prefix, str(HERE.parents[1] / "_build" / "noise" / digest())
        try:
            return super().get_code(fullname)
        finally:
            sys.pycache_prefix = before

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> CodeType:
        """Compile the rewritten module."""
        tree = rewritten(ast.parse(data, path))
        return compile(tree, path, "exec", dont_inherit=True, optimize=_optimize)


@functools.cache
def digest() -> str:
    """Return a digest of what decides how modules are rewritten."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(HERE.glob("*.py")))).hexdigest()[:12]


class Shell(SourceFileLoader):
    """Load IPython's shell, and let it rewrite every cell."""

    def exec_module(self, module: ModuleType) -> None:
        """Add the rewriter to those that a new shell has."""
        super().exec_module(module)
        shell = module.InteractiveShell
        plain = shell.__init__

        @functools.wraps(plain)
        def init(self: Any, *arguments: Any, **named: Any) -> None:
            plain(self, *arguments, **named)
            self.ast_transformers.append(Rewriter())

        shell.__init__ = init


class Finder(MetaPathFinder):
    """Find our modules and the shell where they are, and let them be loaded otherwise."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module of ours, or of the shell."""
        loader = Shell if fullname == SHELL else Loader if fullname.partition(".")[0] in OURS else None
        spec = PathFinder.find_spec(fullname, path, target) if loader else None
        if spec and loader and isinstance(spec.loader, SourceFileLoader):
            spec.loader = loader(fullname, spec.loader.path)
        return spec


class Hook:
    """What rewritten code calls; NumPy is loaded with the first call, as many processes never come to one."""

    def __call__(self, found: Any) -> Any:
        """Return what stands for a function or method of a library, and anything else as it is."""
        return self.perturbed(found)

    def __getattr__(self, name: str) -> Any:
        from tools.noise import standing_in

        setattr(self, name, getattr(standing_in, name))
        return getattr(standing_in, name)


def install() -> None:
    """Rewrite what is imported from now on."""
    setattr(builtins, HOOK, Hook())
    sys.meta_path.insert(0, Finder())
