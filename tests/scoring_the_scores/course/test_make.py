"""What `make course` makes; it reads the built site, without which these tests skip, visibly."""

from __future__ import annotations

import ast
import hashlib
import html
import json
import re
import zipfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import nbformat
import pytest

from scoring_the_scores import exercises
from scoring_the_scores.course import plans
from scoring_the_scores.course.assignment import PLACE
from scoring_the_scores.course.items import read_key
from tests.scoring_the_scores.exercises import solutions
from tests.scoring_the_scores.inventory import computed
from tests.site.browser import axe, needs_chromium
from tests.site.conftest import all_tabs, tabs  # noqa: F401  # fixtures
from tests.whole import WHOLE, in_monthly_run, in_whole_run
from tools import course, lectures
from tools.browser import STILL
from tools.worked import worked

ROOT = Path(__file__).parents[3]
SITE = ROOT / "_build" / "html"
LONG = 25  # shorter lines are nobody's secret
PROMPT = re.compile(r"^\s*(>>>|\.\.\.) ")
TAG = re.compile(r"<[^<>]*>")
TEXTS = {".html", ".ipynb", ".md", ".py", ".txt", ".js", ".css", ".toml", ".csv", ".json"}

SIZES = (1024, 768), (1280, 720), (1920, 1080)
#: The slides that run over the window, or whose letters, or those of a drawing, are much smaller than is meant.
OVER = """
() => [...document.querySelectorAll('.slide')].filter(slide => {
  history.replaceState(null, '', `#${slide.id}`);
  dispatchEvent(new HashChangeEvent('hashchange'));
  const drawn = [...slide.querySelectorAll('img')].map(({ clientHeight, naturalHeight, clientWidth, naturalWidth }) =>
    Math.min(clientHeight / naturalHeight, clientWidth / naturalWidth));
  const small = Number(slide.style.getPropertyValue('--fit')) < 0.79 || Math.min(...drawn) < 0.85;
  return small || slide.scrollHeight > slide.clientHeight || slide.scrollWidth > slide.clientWidth;
}).map(slide => slide.id)
"""

needs_site = pytest.mark.skipif(not (SITE / "downloads").is_dir(), reason="the site is not built: run `make book`")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The course; but for a whole run with slides of the first part only and no wrong answers, which take seconds."""
    folder, real = tmp_path_factory.mktemp("made") / "course", course.slides
    first = plans.chapters(ROOT)[0].part
    with pytest.MonkeyPatch.context() as patch:
        if not WHOLE:
            patch.setattr(course, "slides", lambda site, part, *rest: real(site, part, *rest) if part == first else "")
            patch.setattr(solutions, "MISTAKES", dict.fromkeys(solutions.MISTAKES, ()))
        course.make(SITE, folder)
        yield folder


def digests(folder: Path) -> dict[str, str]:
    """What is in every file."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def lines_of(text: str) -> set[str]:
    """The lines of a text that are long enough to give something away, as they are written after a prompt or none."""
    return {line for line in (PROMPT.sub("", line).strip() for line in text.splitlines()) if len(line) >= LONG}


def written(name: str, data: bytes) -> str:
    """What a reader of the file reads: a page without its tags, a notebook's cells and outputs."""
    text = data.decode("utf-8", errors="replace")
    if name.endswith(".html"):
        return html.unescape(TAG.sub("", text))
    if name.endswith(".ipynb"):
        cells = json.loads(text)["cells"]
        outputs = [json.dumps(cell.get("outputs", "")).replace("\\n", "\n").replace('\\"', '"') for cell in cells]
        return "\n".join(["".join(cell["source"]) for cell in cells] + outputs)
    return text


def solution_lines() -> set[str]:
    """The lines of all solutions that are not also in what students are given to begin with, or in the sources."""
    secret = set()
    for path in Path(solutions.__file__).parents[1].glob("*/*/solutions.py"):
        secret |= lines_of(path.read_text(encoding="utf-8"))
    for folder in ("src", "book", "tools"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".py", ".toml", ".ipynb", ".md"} and "api" not in path.parts:
                secret -= lines_of(written(path.name, path.read_bytes()))
    secret |= {item.stem for item in computed.items().values()}
    for one in exercises.load().values():
        secret -= lines_of(PLACE.sub(r'given["\1"]', one.starter))
    return {line for line in secret if not line.startswith(("from ", "import ", "@"))}


def files_in(path: Path) -> Iterator[tuple[str, bytes]]:
    """A file, or the files in an archive."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as opened:
            yield from ((f"{path.name}/{name}", opened.read(name)) for name in opened.namelist())
    else:
        yield path.name, path.read_bytes()


def leaks(folder: Path, secret: set[str]) -> list[str]:
    """Where a line of a solution stands in a folder."""
    found = []
    for path in (path for path in sorted(folder.rglob("*")) if path.is_file()):
        for name, data in files_in(path):
            if Path(name).suffix in TEXTS:
                found += [f"{name}: {line}" for line in lines_of(written(name, data)) & secret]
    return found


@needs_site
@in_whole_run
def test_no_solution_is_in_the_site_the_wheel_or_what_students_get(made: Path) -> None:
    secret = solution_lines()
    assert secret
    assert leaks(made / "students", secret) == []
    # The site shows the solutions of warm-ups, and tests/test_worked.py that they show no others.
    warm_ups = [one.id for one in exercises.load().values() if one.level == "warm-up"]
    shown = {line for name in warm_ups for line in lines_of(worked(name)[1])}
    assert leaks(SITE, secret - shown) == []
    with zipfile.ZipFile(made / "scoring-the-scores-course.zip") as opened:
        inside = {name.partition("/")[2]: opened.read(name) for name in opened.namelist()}
    assert {name: hashlib.sha256(data).hexdigest() for name, data in inside.items()} == digests(made / "students")
    assert leaks(made / "instructors" / "solutions", secret) != []  # so the search finds what is there


@needs_site
@in_monthly_run
def test_made_again_it_is_the_same(made: Path) -> None:
    before = digests(made)
    course.make(SITE, made)
    assert digests(made) == before
    assert [path.name for path in made.parent.iterdir()] == [made.name]


@needs_site
def test_students_get_every_chapter_its_exercises_and_the_wheels(made: Path) -> None:
    chapters = plans.chapters(ROOT)
    for chapter in chapters:
        here = made / "students" / chapter.file
        nbformat.validate(nbformat.read(here / "chapter.ipynb", as_version=4))
        assert (here / "assignment.ipynb").exists() == bool(chapter.exercises)
    assert len(list((made / "students").glob("*.whl"))) == 3
    assert not re.search(r"\.\.[\\/]", "".join(digests(made)))


@needs_site
def test_instructors_get_solutions_chapter_by_chapter_in_the_order_of_the_book(made: Path) -> None:
    paths = sorted((made / "instructors" / "solutions").glob("*/*.ipynb"))
    heads = [nbformat.read(path, as_version=4).cells[0].source.partition("\n")[0] for path in paths]
    chapters = [chapter for chapter in plans.chapters(ROOT) if chapter.exercises]
    assert heads == [f"# Solutions: {chapter.title}" for chapter in chapters]
    assert [path.stem.partition("-")[2] for path in paths] == [chapter.file.partition("/")[2] for chapter in chapters]
    decks = {path.stem for path in (made / "instructors" / "slides").glob("*.html")}
    assert {path.parent.name for path in paths} == decks


@needs_site
def test_a_notebook_of_solutions_defines_nothing_that_it_does_not_use(made: Path) -> None:
    for path in (made / "instructors" / "solutions").glob("*/*.ipynb"):
        cells = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        nodes = list(ast.walk(ast.parse("\n".join(cells))))
        imported = {one.asname or one.name for one in nodes if isinstance(one, ast.alias)}
        defined = {one.name for one in nodes if isinstance(one, ast.FunctionDef)}
        used = {one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}
        assert (imported | defined) - used == set()


@in_whole_run
@needs_site
def test_instructors_get_a_solution_that_is_right_to_every_exercise_and_every_student(made: Path) -> None:
    shown = {}
    for path, seed in product((made / "instructors" / "solutions").glob("*/*.ipynb"), (None, "ada")):
        notebook, names = nbformat.read(path, as_version=4), {}
        nbformat.validate(notebook)
        if seed and not any("seed = None" in cell.source for cell in notebook.cells):
            continue  # it is the same for every student
        for cell in (cell for cell in notebook.cells if cell.cell_type == "code"):
            exec(cell.source.replace("seed = None", f"seed = {seed!r}"), names)
            for output in cell.outputs:
                name = output["data"]["text/plain"].partition(":")[0]
                shown[name] = output["data"]["text/plain"]
                own = seed if exercises.load()[name].seeded else None
                assert exercises.check(name, names["answer"], seed=own).right
    assert set(shown) == set(exercises.load())
    assert all(": right. " in text for text in shown.values())


@needs_site
def test_plans_are_whole(made: Path) -> None:
    for name, words in {
        "syllabi.md": [syllabus.name for syllabus in plans.syllabi(plans.chapters(ROOT))],
        "misconceptions.md": [one["claim"] for one in plans.misconceptions()],
        "rubrics.md": [rubric["name"] for rubric in plans.rubrics()],
        "chapters.md": [chapter.goal for chapter in plans.chapters(ROOT)],
    }.items():
        text = (made / "instructors" / name).read_text(encoding="utf-8")
        assert [word for word in words if word not in text] == []


@needs_site
def test_instructors_get_the_inventory_and_students_its_questions_only_from_them(made: Path) -> None:
    folder = made / "instructors" / "inventory"
    assert read_key(folder / "key.csv") == computed.key()
    sheet, meant = ((folder / f"{name}.md").read_text(encoding="utf-8") for name in ("questions", "distractors"))
    for item in computed.items().values():
        assert item.stem in sheet
        assert item.id not in sheet
        for letter, one in zip(computed.LETTERS, item.options, strict=True):
            assert f"- {letter}: {one.text}" in sheet
            assert not one.thinks or (one.thinks not in sheet and one.thinks in meant)
    assert "No class has sat it yet" in (folder / "protocol.md").read_text(encoding="utf-8")


def test_sentences_are_cut_where_no_formula_is() -> None:
    assert lectures.first_sentence("It is AUC. With ties it is not.") == "It is AUC."
    assert lectures.first_sentence("As $a. B$ says. More.") == "As $a. B$ says."
    assert lectures.first_sentence("By D. Hand. More.") == "By D. Hand."


@needs_site
@needs_chromium
def test_slides_work_offline_by_keyboard_in_both_themes_and_on_paper(made: Path, tabs) -> None:  # noqa: F811
    """Those of the first part, and in a whole run of all."""
    decks = sorted((made / "instructors" / "slides").glob("*.html"))
    assert len(decks) == len({chapter.part for chapter in plans.chapters(ROOT)})
    for deck in decks if WHOLE else decks[:1]:
        view, faults, asked = tabs.watch()
        view.emulate_media(media="screen", color_scheme="light")
        view.goto(deck.as_uri(), wait_until="load")
        view.evaluate("MathJax.startup.promise.then(() => 0)")
        view.evaluate(STILL)
        count = view.locator(".slide").count()
        assert view.locator("#place").inner_text() == f"1 of {count}"
        view.keyboard.press("ArrowRight")
        assert view.locator("#place").inner_text() == f"2 of {count}"
        assert view.evaluate("document.activeElement.classList.contains('now')")
        for key, place in (("End", count), ("ArrowRight", count), ("Home", 1), ("ArrowLeft", 1), ("PageDown", 2)):
            view.keyboard.press(key)
            assert view.locator("#place").inner_text() == f"{place} of {count}"
        visible = "[...document.querySelectorAll('.slide')].filter(e => e.checkVisibility({visibilityProperty: true}))"
        assert view.evaluate(f"{visible}.length") == 1
        for width, height in SIZES:
            view.set_viewport_size({"width": width, "height": height})
            assert view.evaluate(OVER) == [], (deck.name, width)
        view.keyboard.press("Home")
        steps = view.evaluate("document.querySelectorAll('.slide')[1].querySelectorAll('.step').length")
        view.keyboard.press("ArrowRight")
        for shown in range(1, steps):
            assert view.locator(".now .later").count() == steps - shown
            view.keyboard.press("ArrowRight")
        assert view.locator("#place").inner_text() == f"2 of {count}"
        assert not view.locator(".now .notes").is_visible()
        view.keyboard.press("n")
        assert view.locator(".now .notes").is_visible()
        view.keyboard.press("n")
        view.keyboard.press("End")
        faults += axe(view, f"{deck.name}, light")
        view.emulate_media(media="screen", color_scheme="dark")
        view.wait_for_function("document.documentElement.dataset.theme === 'dark'")
        view.keyboard.press("Home")
        view.keyboard.press("PageDown")
        view.keyboard.press("PageDown")
        faults += axe(view, f"{deck.name}, dark")
        view.emulate_media(media="print")
        assert view.evaluate(f"{visible}.length") == count
        faults += [
            f"{deck.name}: {text}" for text in view.locator("mjx-merror, [data-mml-node='merror']").all_inner_texts()
        ]
        unseen = "[...document.images].filter(e => !(e.complete && e.naturalWidth > 0 && e.alt.length > 19)).length"
        assert view.evaluate(unseen) == 0
        tabs.leave()
        assert faults == []
        assert all(
            path.startswith(str(deck)) or path == "" or path.endswith(deck.name) for path in asked if "," not in path
        )


def test_a_leak_is_found_on_a_page_and_in_a_notebook(tmp_path: Path) -> None:
    line = "return sum(first) > sum(second) and first != second"
    marked = html.escape(line).replace("sum", '<span class="nb">sum</span>')
    (tmp_path / "page.html").write_text(f"<pre>\n    {marked}\n</pre>", encoding="utf-8")
    cell = {"cell_type": "code", "source": ["def f():\n", f"    {line}"], "outputs": [], "metadata": {}}
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": [cell]}))
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as opened:
        opened.write(tmp_path / "a.ipynb", "a.ipynb")
    names = {found.partition(":")[0] for found in leaks(tmp_path, {line})}
    assert names == {"page.html", "a.ipynb", "b.zip/a.ipynb"}


def test_a_wrong_address_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        course.main([str(tmp_path), "--output", str(tmp_path / "out")])
    assert "run `make book`" in capsys.readouterr().err
    assert json.dumps(digests(tmp_path)) == "{}"
