"""Sphinx extension: below each exercise that a page can check, a box for its answer, and the page's script for it.

The script holds no answer: it has seals of it and of known mistakes, from the tests' solutions, or the checkers of
constructions.
"""

from __future__ import annotations

import json
import os
import re
import sys
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.errors import ExtensionError

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from metricbook.explorers import bundle
from scoring_the_scores.contents import parts, room
from scoring_the_scores.course.seconds import ASKED
from scoring_the_scores.exercises import load
from scoring_the_scores.exercises.checking import instance, reference_of
from scoring_the_scores.exercises.keeping import VARIABLE
from scoring_the_scores.exercises.public import public
from scoring_the_scores.exercises.sealing import ROUNDS, known
from tools.changed_pages import digest, files_in
from tools.public_checks import seals

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

SCRIPTS = Path(__file__).resolve().parents[1] / "src" / "scoring_the_scores" / "exercises" / "scripts"
#: A module that a room's script imports something of, beyond types.
MODULE = re.compile(r'^(?:import .*|\}) from ".*/scripts/(\w+)\.js";$', re.MULTILINE)
FIRST = re.compile(r'<div class="exercise" id="exercise-([^"]+)">')
#: What paper has, and a page without scripts.
PLACE = '<div class="answer" data-exercise="{}"><p class="a-paper">Answer:</p></div>'
#: The object that holds a page's modules; explorers have another.
OBJECT = "scoreAnswers"
STYLE = "answers.css"
#: The page that shows a reader's progress.
PROGRESS = "back/progress"


def rooms() -> list[Path]:
    """Return the scripts of the rooms that check constructions."""
    chapters = dict.fromkeys(one.chapter for one in load().values())
    return [path for chapter in chapters if (path := room(chapter) / "answers.js").exists()]


@cache
def asked(exercise_id: str, rounds: int = ROUNDS) -> dict[str, Any]:
    """Return what the page is told of an exercise: its entries, its seals, and what a script that checks it needs."""
    one = load()[exercise_id]
    forms = [(entry, f"sealed {entry.form}" if entry.is_sealed else entry.form) for entry in one.box]
    told: dict[str, Any] = {"title": one.title, "entries": [(entry.at, form, entry.label) for entry, form in forms]}
    if one.second:
        told["second"] = (one.second, ASKED[one.second])
    given, scripted = instance(one), constructed(exercise_id)
    if scripted:
        told["given"] = {name: value for name, value in given.items() if name != "table"}
    if scripted and not any(entry.is_sealed for entry in one.box):
        told["given"] |= reference_of(one)
        if "known" in told["given"]:
            told["given"]["known"] = known(one.id, told["given"]["known"], rounds)
        return told
    os.environ[VARIABLE] = "off"
    # Students have the seals of what the key checks; a test makes these again.
    stored = public(one).get("seals") if rounds == ROUNDS else None
    return told | {"rounds": rounds, "groups": stored or seals(one, given, rounds)}


def constructed(exercise_id: str) -> bool:
    """Return whether a script of the exercise's room checks its answers."""
    path = room(load()[exercise_id].chapter) / "answers.js"
    return path.exists() and f'answeredIf("{exercise_id}"' in path.read_text(encoding="utf-8")


def script(chapter: str, rounds: int = ROUNDS) -> str:
    """Return the script of a chapter's page: with what its exercises need, and no more."""
    names = [one.id for one in load().values() if one.chapter == chapter and one.box]
    checked = [room(chapter) / "answers.js"] if any(map(constructed, names)) else []
    needed = {name for path in checked for name in MODULE.findall(path.read_text(encoding="utf-8"))}
    told = json.dumps({name: asked(name, rounds) for name in names}, ensure_ascii=False, separators=(",", ":"))
    modules = bundle("box", *sorted(needed), beside=SCRIPTS, after=checked, page=OBJECT)
    return f"{modules}{OBJECT}.box.start({told});\n"


def progress() -> str:
    """Return the script of the page that shows what its reader has answered: it knows all exercises by part."""
    told = [
        (
            part.caption,
            [
                (one.id, one.title, f"../{one.chapter}.html#exercise-{one.id.replace('.', '-')}")
                for one in load().values()
                if one.chapter in part.chapters
            ],
        )
        for part in parts()
    ]
    told = [(caption, exercises) for caption, exercises in told if exercises]
    listed = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return f"{bundle('progress', beside=SCRIPTS, page=OBJECT)}{OBJECT}.progress.start({listed});\n"


def script_name(chapter: str) -> str:
    """Return the name of the script of a chapter's page."""
    return f"answers-{chapter.replace('/', '-')}.js"


def write_scripts(static: Path) -> None:
    """Write the scripts of all chapters with boxes, and their style, to a folder."""
    static.mkdir(parents=True, exist_ok=True)
    for chapter in dict.fromkeys(one.chapter for one in load().values() if one.box):
        (static / script_name(chapter)).write_text(script(chapter), encoding="utf-8")
    (static / script_name(PROGRESS)).write_text(progress(), encoding="utf-8")
    (static / STYLE).write_text(styles(), encoding="utf-8")


def renew_scripts(static: Path, made_from: Path) -> None:
    """Write the scripts, unless those there were made from the same code, data and solutions."""
    now = digest(files_in("src", "data", "tests"))
    if not made_from.exists() or made_from.read_text("utf-8") != now or not (static / STYLE).exists():  # written last
        made_from.unlink(missing_ok=True)
        write_scripts(static)
        made_from.write_text(now, encoding="utf-8")


def begin(app: Sphinx) -> None:
    """Have a process of its own write the scripts, whose seals take seconds, while the pages are read."""
    places = (Path(app.outdir) / "_static", Path(app.doctreedir) / "answers")
    app.script_writer = get_context("fork").Process(target=renew_scripts, args=places, daemon=True)
    app.script_writer.start()


def wait(app: Sphinx, env: BuildEnvironment) -> None:
    """Wait for the scripts: pages name them with a digest of what is in them."""
    app.script_writer.join()
    if app.script_writer.exitcode:
        raise ExtensionError("the scripts of answers could not be written")


def styles() -> str:
    """Return the style of boxes."""
    return SCRIPTS.with_name("answers.css").read_text(encoding="utf-8")


def put_boxes(app: Sphinx, doctree: nodes.document) -> None:
    """Put the places of boxes into a chapter that was read, above the hints of its exercises."""
    shown = {one.id.replace(".", "-"): one for one in load().values()}
    for node in list(doctree.findall(nodes.raw)):
        found = FIRST.match(node.astext())
        if not found or not (one := shown.get(found[1])):
            continue
        app.env.note_dependency(str(room(one.chapter) / "exercises.toml"))
        if not one.box:
            continue
        after = node.parent.children[node.parent.index(node) :]
        end = next(raw for raw in after if isinstance(raw, nodes.raw) and re.match("</div>|<details", raw.astext()))
        node.parent.insert(node.parent.index(end), nodes.raw("", PLACE.format(one.id), format="html"))


def load_boxes(app: Sphinx, pagename: str, templatename: str, context: dict, doctree: nodes.document | None) -> None:
    """Give a page with boxes their style and its script."""
    chapter = pagename.removeprefix("book/")
    if chapter == PROGRESS or '<div class="answer"' in context.get("body", ""):
        app.builder.add_css_file(STYLE)
        app.builder.add_js_file(script_name(chapter), defer="defer")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("builder-inited", begin)
    app.connect("env-updated", wait)
    app.connect("doctree-read", put_boxes)
    app.connect("html-page-context", load_boxes)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
