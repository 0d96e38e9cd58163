"""Sphinx extension: below each warm-up, behind a fold, its solution from the tests, which hold the checker to it.

Students' own numbers differ from the book's where a course draws them; other exercises have no solution on the site.
"""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from scoring_the_scores.exercises import load

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
FIRST = re.compile(r'<div class="exercise" id="exercise-([^"]+)">')
OPENING = '<details class="solution"><summary>Solution: attempt first</summary>'


def solutions_of(chapter: str) -> Path:
    """Return the file of the solutions of a chapter's exercises."""
    return ROOT / "tests" / "scoring_the_scores" / chapter.replace("-", "_") / "solutions.py"


def registered(node: ast.stmt) -> dict[str, str]:
    """Return what a function of such a file is registered as, `solves` or `mistakes`, and the exercise's id."""
    decorators = getattr(node, "decorator_list", [])
    calls = [one for one in decorators if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)]
    return {one.func.id: one.args[0].value for one in calls if one.func.id in ("solves", "mistakes")}


def defined(node: ast.stmt) -> set[str]:
    """Return the names that a statement of a module defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {one.asname or one.name for one in names}
        case ast.Assign() | ast.AnnAssign():
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            return {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
    return set()


def used(node: ast.AST) -> set[str]:
    """Return the names that a piece of code uses."""
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


@cache
def worked(exercise_id: str) -> tuple[str, str]:
    """Return why a solution is right, and its code: all that it needs, and a line that gives the answer."""
    path = solutions_of(load()[exercise_id].chapter)
    text = path.read_text(encoding="utf-8")
    body = ast.parse(text).body
    (solution,) = (node for node in body if registered(node).get("solves") == exercise_id)
    assert isinstance(solution, ast.FunctionDef)
    why = " ".join((ast.get_docstring(solution) or "").split())
    solution.body = solution.body[1:]
    solution.decorator_list = []
    wanted, needed = used(solution), [solution]
    for node in reversed(body[: body.index(solution)] + body[body.index(solution) + 1 :]):
        if defined(node) & wanted and not registered(node):
            needed.append(node)
            wanted |= used(node)
    imports, rest = [], []
    for node in sorted(needed, key=lambda node: node.lineno):
        if isinstance(node, ast.Import | ast.ImportFrom):
            node.names = [one for one in node.names if (one.asname or one.name) in wanted]
            imports.append(ast.unparse(node))
        elif node is solution:
            rest.append(f"{text.splitlines()[node.lineno - 1]}\n{_source(text, node.body)}")
        else:
            above = [one.lineno for one in getattr(node, "decorator_list", [])]
            rest.append(_lines(text, min([node.lineno, *above]), node.end_lineno or node.lineno))
    call = f'answer = {solution.name}(exercises.show("{exercise_id}").given)'
    return why, "\n\n".join(["\n".join([*imports, "from scoring_the_scores import exercises"]), *rest, call])


def _lines(text: str, first: int, last: int) -> str:
    return "\n".join(text.splitlines()[first - 1 : last])


def _source(text: str, body: list[ast.stmt]) -> str:
    return _lines(text, body[0].lineno, body[-1].end_lineno or body[-1].lineno)


def fold(exercise_id: str) -> list[nodes.Node]:
    """Return what stands below the hints of a warm-up."""
    why, code = worked(exercise_id)
    block = nodes.literal_block(code, code, language="python")
    raw = [nodes.raw("", text, format="html") for text in (OPENING, "</details>")]
    return [raw[0], nodes.paragraph("", why), block, raw[1]]


def unfold(app: Sphinx, doctree: nodes.document) -> None:
    """Put the solutions into a chapter that was read."""
    warm_ups = {one.id.replace(".", "-"): one for one in load().values() if one.level == "warm-up"}
    for node in list(doctree.findall(nodes.raw)):
        found = FIRST.match(node.astext())
        if found and (exercise := warm_ups.get(found[1])):
            after = node.parent.children[node.parent.index(node) :]
            end = next(one for one in after if isinstance(one, nodes.raw) and one.astext().strip() == "</div>")
            place = node.parent.index(end)
            node.parent[place:place] = fold(exercise.id)
            app.env.note_dependency(str(solutions_of(exercise.chapter)))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("doctree-read", unfold)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
