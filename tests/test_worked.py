"""Solutions on the site: of warm-ups only, each whole in itself, right, and told why."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from scoring_the_scores import exercises
from scoring_the_scores.exercises import load
from tools.worked import worked

SITE = Path(__file__).resolve().parents[1] / "_build" / "html"
WARM_UPS = [one.id for one in load().values() if one.level == "warm-up"]


@pytest.mark.parametrize("name", WARM_UPS)
def test_a_solution_runs_by_itself_and_is_right(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", "off")
    why, code = worked(name)
    names: dict[str, Any] = {}
    exec(code, names)
    assert exercises.check(name, names["answer"])
    assert len(re.findall(r"\.(?: |$)", why)) >= 2, why


def functions_in(code: str) -> set[str]:
    """The functions that a solution consists of, but short ones that several need."""
    functions = (node for node in ast.parse(code).body if isinstance(node, ast.FunctionDef))
    return {ast.unparse(node) for node in functions if len(node.body) > 1}


def test_no_solution_of_another_exercise_is_shown_with_a_warm_up() -> None:
    shown = {part for name in WARM_UPS for part in functions_in(worked(name)[1])}
    others = [name for name in load() if name not in WARM_UPS]
    assert [name for name in others if functions_in(worked(name)[1]) & shown] == []


def test_the_site_has_a_solution_below_each_warm_up_and_below_nothing_else() -> None:
    if not (SITE / ".built").exists():
        pytest.skip("the site is not built: run `make book`")
    shown = {one.id.replace(".", "-"): one.id for one in load().values()}
    found = []
    for page in (SITE / "book").glob("*/*.html"):
        for part in page.read_text(encoding="utf-8").split('<div class="exercise" id="exercise-')[1:]:
            if '<details class="solution">' in part:
                found.append(shown[part.partition('"')[0]])
    assert sorted(found) == sorted(WARM_UPS)
