"""The mutants of a file: what one small change, of the kinds mutmut knows, makes of one of its statements.

Left as they are: annotations, docstrings, sentences (strings with a space, which only people read), branches for type
checkers, and the arguments `encoding`, `newline` and `strict`, which guard against other machines and our own slips.
"""

from __future__ import annotations

import random
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
EQUIVALENT = ROOT / "tests" / "equivalent_mutants.toml"
#: What is mutated: folders below ``src``, and of the causal methods what judges them.
FOLDERS = (*(f"metricbook/{part}" for part in ("metrics", "tile", "exact", "reports")), "claimledger")
MODULES = tuple(f"metricbook/causal/{name}.py" for name in ("_tuebingen", "evaluation", "runs", "tuebingen"))
Key = tuple[str, str, str, str]
GUARDS = {"encoding", "newline", "strict"}


@dataclass(frozen=True)
class Mutant:
    """One change in one file.

    Attributes
    ----------
    file : Path
        Where it is.
    function : str
        The name of the function or class within, empty outside of them.
    before, after : str
        The lines that change, without their indentation, as they are and as they become.
    kind : str
        The operator that made it.
    lines : tuple of two int
        The first and the last line of the statement it is in; of a compound statement, the one at its head.
    defined : int
        The line of the outermost function around its statement, zero if there is none.
    start, end : tuple of two int
        Line (from one) and column of the code that changes.
    text : str
        The code that takes its place.
    """

    file: Path
    function: str
    before: str
    after: str
    kind: str
    lines: tuple[int, int]
    defined: int
    start: tuple[int, int]
    end: tuple[int, int]
    text: str

    @property
    def module(self) -> str:
        """The name under which the file is imported."""
        return ".".join(self.file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")

    @property
    def key(self) -> Key:
        """What a mutant is known by, wherever its lines are."""
        return self.module, self.function, self.before, self.after

    @property
    def path(self) -> str:
        """The file, from the project's folder."""
        return str(self.file.relative_to(ROOT))

    @property
    def statement(self) -> set[int]:
        """The lines of its statement, as a set."""
        return set(range(self.lines[0], self.lines[1] + 1))

    def changed(self) -> str:
        """Return the text of the file with the change."""
        lines = self.file.read_text(encoding="utf-8").splitlines(keepends=True)
        return _spliced(lines, self.start, self.end, self.text)


def files() -> list[Path]:
    """Return the files that are mutated."""
    inside = [file for folder in FOLDERS for file in sorted((SOURCE / folder).rglob("*.py"))]
    return [file for file in inside if "starter" not in file.parts] + [SOURCE / name for name in MODULES]


def equivalent() -> dict[Key, str]:
    """Return the mutants that change nothing anyone could notice, with the reasons."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    return {(entry["module"], entry["function"], entry["before"], entry["after"]): entry["reason"] for entry in entries}


def mutants(file: Path) -> list[Mutant]:
    """Return all mutants of a file, from its top to its bottom."""
    visitor = _Visitor(file)
    MetadataWrapper(cst.parse_module("".join(visitor.lines)), unsafe_skip_copy=True).visit(visitor)
    return visitor.found


def sample(file: Path, count: int, seed: int) -> list[Mutant]:
    """Return some of a file's mutants, one of each kind in turn while it has any, drawn by the seed."""
    rng = random.Random(f"{seed} {file.relative_to(SOURCE)}")
    kinds = defaultdict(list)
    for mutant in mutants(file):
        kinds[mutant.kind].append(mutant)
    piles = [rng.sample(pile, len(pile)) for _, pile in sorted(kinds.items())]
    rng.shuffle(piles)
    turns = {mutant.key: mutant for turn in zip_longest(*piles) for mutant in turn if mutant}
    return list(islice((mutant for mutant in turns.values() if _compiles(mutant)), count))


def _compiles(mutant: Mutant) -> bool:
    try:
        compile(mutant.changed(), mutant.path, "exec")
    except SyntaxError:
        return False
    return True


def _spliced(lines: Sequence[str], start: tuple[int, int], end: tuple[int, int], text: str) -> str:
    head = "".join(lines[: start[0] - 1]) + lines[start[0] - 1][: start[1]]
    return head + text + lines[end[0] - 1][end[1] :] + "".join(lines[end[0] :])


class _Visitor(cst.CSTVisitor):
    """Walks a file and applies mutmut's operators to whatever may change."""

    METADATA_DEPENDENCIES = (PositionProvider, ParentNodeProvider)

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file, self.lines = file, file.read_text(encoding="utf-8").splitlines(keepends=True)
        self.found: list[Mutant] = []
        self.names: list[str] = []
        self.defined: list[int] = []
        self.statement = (0, 0)

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _left_alone(node):
            return False
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self.names.append(node.name.value)
        if isinstance(node, cst.FunctionDef):
            self.defined.append(self._range([*node.decorators, node][0]).start.line)
        if isinstance(node, cst.BaseStatement):
            inner: cst.CSTNode | None = None
            if isinstance(node, cst.BaseCompoundStatement):
                inner = node.cases[0] if isinstance(node, cst.Match) else node.body
            here = self._range(node)
            self.statement = here.start.line, self._range(inner).start.line - 1 if inner else here.end.line
        self.found += self._mutants(node)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self.names.pop()
        if isinstance(original_node, cst.FunctionDef):
            self.defined.pop()

    def _range(self, node: cst.CSTNode) -> CodeRange:
        return self.get_metadata(PositionProvider, node)

    def _mutants(self, node: cst.CSTNode) -> Iterator[Mutant]:
        for kind, operator in mutation_operators:
            for changed in operator(node) if isinstance(node, kind) else ():
                here = self._range(node)
                start, end = (here.start.line, here.start.column), (here.end.line, here.end.column)
                text = cst.Module([]).code_for_node(_without_outer_parentheses(node, changed))
                if not self.lines[start[0] - 1][start[1]].isspace():
                    text = text.strip()
                before, after = self._changed(start, end, text)
                defined = self.defined[0] if self.defined else 0
                first, last = self.statement
                lines = min(first, start[0]), max(last, first)
                name = ".".join(self.names)
                yield Mutant(self.file, name, before, after, operator.__name__, lines, defined, start, end, text)

    def _changed(self, start: tuple[int, int], end: tuple[int, int], text: str) -> tuple[str, str]:
        """Return the lines that change and what they become, without what they share at either end."""
        old = self.lines[start[0] - 1 : end[0]]
        new = _spliced(old, (1, start[1]), (end[0] - start[0] + 1, end[1]), text).splitlines()
        before, after = [line.strip() for line in old], [line.strip() for line in new]
        for end_of in (0, -1):
            while len(before) > 1 and len(after) > 1 and before[end_of] == after[end_of]:
                del before[end_of], after[end_of]
        return "\n".join(before), "\n".join(after)


def _left_alone(node: cst.CSTNode) -> bool:
    match node:
        case cst.Annotation() | cst.Import() | cst.ImportFrom():
            return True
        case cst.Expr(value=cst.SimpleString() | cst.ConcatenatedString()):
            return True
        case cst.SimpleString():
            return " " in node.value
        case cst.If(test=cst.Name("TYPE_CHECKING")):
            return True
        case cst.Arg(keyword=cst.Name(name)):
            return name in GUARDS
    return False


def _without_outer_parentheses(node: cst.CSTNode, changed: cst.CSTNode) -> cst.CSTNode:
    """Return the change without the parentheses of what it replaces, which stay where they are."""
    if isinstance(changed, type(node)) and getattr(node, "lpar", ()):
        return changed.with_changes(lpar=(), rpar=())
    return changed
