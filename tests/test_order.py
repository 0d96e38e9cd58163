"""What a page shows is in an order that no processor decides: the rule, and planted violations that it must find.

A frame or a series is sorted by `claimledger.tables.ranked`, an array by a stable `argsort`, and the largest, smallest
or places are taken of rounded values: the last bits of what is summed, fitted or solved depend on the processor, and so
does where an unstable sort leaves what is equal. To round exact values changes nothing, so there is no exception. The
library (`metrics`, `exact`, `tile`, `causal`) sorts as it likes: ties count half there, so that their order can move
the last bits of a result and no more.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from claimledger import tables
from tests.each import of_each
from tools import notebooks

from .test_notebooks import code_cells, source

ROOT = Path(__file__).parents[1]
#: What has values that reach a page, a table or a file of the book.
SHOWN = ("claimledger", "metricbook/explorers", "scoring_the_scores")
FILES = sorted(path for part in SHOWN for path in (ROOT / "src" / part).rglob("*.py"))
CHAPTERS = notebooks.find([ROOT / "book"])
SORTS = {"sort_values", "nlargest", "nsmallest", "argpartition"}
PLACES = {"idxmax", "idxmin", "rank"}


def faults(code: str, helper: str = "") -> Iterator[str]:
    """The calls, but for those inside the helper, that may leave it to the processor which of two values is first."""
    tree = ast.parse(code)
    helpers = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == helper]
    inside = {node for function in helpers for node in ast.walk(function)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or node in inside:
            continue
        name = name_of(node)
        values = _placed(node)
        if name in SORTS:
            fault = "sort by `scoring_the_scores.pages.ranked`"
        elif name == "argsort" and not _stable(node):
            fault = '`kind="stable"` is missing'
        elif values is not None and not _rounded(values):
            fault = "of values that are not rounded"
        else:
            continue
        yield f"line {node.lineno}: {ast.unparse(node)}: {fault}"


def name_of(call: ast.Call) -> str:
    """The last name of what is called, if it has one."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _stable(call: ast.Call) -> bool:
    return any(word.arg == "kind" and ast.unparse(word.value) == "'stable'" for word in call.keywords)


def _placed(call: ast.Call) -> ast.expr | None:
    """The values of which the call gives places, if it does."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in PLACES:
        return call.func.value
    return call.args[0] if name_of(call).endswith("rankdata") else None


def _rounded(values: ast.expr) -> bool:
    """Whether the last thing done to the values, but for choosing some of them, is to round them."""
    while isinstance(values, ast.Subscript):
        values = values.value
    return isinstance(values, ast.Call) and isinstance(values.func, ast.Attribute) and values.func.attr == "round"


@of_each(FILES)
def test_no_module_leaves_an_order_to_the_processor(path: Path) -> None:
    helper = tables.ranked.__name__ if path == Path(tables.__file__) else ""
    assert list(faults(path.read_text(encoding="utf-8"), helper)) == []


@of_each(CHAPTERS)
def test_no_chapter_leaves_an_order_to_the_processor(path: Path) -> None:
    assert [fault for cell in code_cells(path) for fault in faults(source(cell))] == []


@pytest.mark.parametrize(
    "line",
    [
        "table.sort_values('cases')",
        "table.sort_values('cases', kind='stable')",  # of numbers whose last bits decide
        "pages.table(table.groupby('metric').mean().sort_values('AUROC'))",
        "table.nlargest(3, 'AUROC')",
        "table['AUROC'].nsmallest(3)",
        "order = np.argsort(scores)",
        "order = scores.argsort()",
        "order = argsort(-scores, axis=1)",
        "order = np.argsort(scores, kind='quicksort')",
        "order = np.argsort(np.argsort(scores), kind='stable')",
        "few = np.argpartition(scores, 3)",
        "best = table['AUROC'].idxmax()",
        "best = table.round(3).mean().idxmin()",
        "place = table.rank(axis=1, ascending=False)",
        "place = rankdata(auroc_by_rank(drawn))",
        "def ranked(rows):\n    return rows.sort_values('x', kind='stable')",  # in another file
    ],
)
def test_a_planted_violation_is_found(line: str) -> None:
    assert len(list(faults(line))) == 1


@pytest.mark.parametrize(
    "line",
    [
        "pages.ranked(table, 'cases', digits=0).head(3)",
        "order = np.argsort(-scores, axis=1, kind='stable')",
        "best = table.round(9)['AUROC'].idxmax()",
        "best = moved.abs().round(6).idxmin()",
        "place = rankdata(np.round(areas, 12))",
        "table.sort_index()",
        "names.sort(key=len)",
        "values = np.sort(scores)",
        "place = rank(matrix)",
    ],
)
def test_an_order_that_is_given_is_no_violation(line: str) -> None:
    assert list(faults(line)) == []
