"""Make slides of lectures: of each chapter's ``lecture.md``, with numbers and drawings of the ``lecture.py`` beside it.

A lecture is Markdown. ``# Title`` begins a slide, a line ``+++`` what the next key shows, ``Note:`` what only the
lecturer sees. ``<<name:.2f>>`` is one of the numbers of ``lecture.py``, ``![alt](fig-name)`` a figure of the chapter,
``![alt](fig-name:steps)`` the same, panel by panel, and ``![alt](name)`` what a function of ``lecture.py`` draws, in
steps. A list of ``- [ ]`` and ``- [x]`` is a question to vote on, and what stands indented below an option is why one
may take it. ``!exercise ID`` and ``!claim ID`` stand alone on a line, each for a slide.
"""

from __future__ import annotations

import base64
import html
import importlib
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final
from xml.etree import ElementTree

import matplotlib as mpl
from markdown_it import MarkdownIt
from matplotlib import pyplot as plt
from matplotlib.figure import Figure as Drawing
from mdit_py_plugins.dollarmath import dollarmath_plugin

import claimledger as ledger
from scoring_the_scores import exercises
from scoring_the_scores.contents import room
from scoring_the_scores.course import plans
from scoring_the_scores.course.plans import Chapter
from tests.scoring_the_scores.exercises import solutions
from tools.site_figures import PAGE, in_the_dark

ROOT = Path(__file__).resolve().parents[1]
#: Minutes that a slide is given: an estimate, which no class has measured yet. Exercises have minutes of their own.
MINUTES: Final = {"tell": 2, "derive": 4, "vote": 4, "claim": 2, "belief": 2}
CAPTION = re.compile(r"\*\*Fig\. [\d.]+\*\* ")
SENTENCE = re.compile(r"(?<=[.?!])(?<! [A-Z]\.)\s+(?=[A-Z$*“(])")
NUMBER = re.compile(r"<<(\w+)(?::([^>]*))?>>")
PICTURE = re.compile(r"^!\[([^\]]*)\]\(([\w-]+)(:steps)?\)$", re.MULTILINE)
OPTION = re.compile(r"^- \[([ x])\] (.+(?:\n  (?! *- ).+)*)(?:\n  - (.+(?:\n    .+)*))?$", re.MULTILINE)
OPTIONS = 4
ROOM = 240  # letters that a finding may take of a slide
LETTERS: Final = "ABCD"


for prefix, address in (("", "http://www.w3.org/2000/svg"), ("xlink", "http://www.w3.org/1999/xlink")):
    ElementTree.register_namespace(prefix, address)


@dataclass(frozen=True)
class Figure:
    """A figure of a chapter: the drawing, what it shows, and the words for who cannot see it."""

    drawing: str
    caption: str
    alt: str


@dataclass(frozen=True)
class Slide:
    """A slide: its title, what is shown step by step, and what only the lecturer sees, all of it HTML."""

    kind: str
    title: str
    steps: tuple[str, ...]
    notes: str
    minutes: int


def deck(site: Path, chapters: Sequence[Chapter]) -> list[tuple[Chapter, list[Slide]]]:
    """The slides of some chapters, those of what one may believe after the last of a part."""
    made = [(chapter, lecture(site, chapter)) for chapter in chapters]
    folders = {chapter.file.partition("/")[0] for chapter in chapters}
    if len(folders) == 1:
        made[-1][1].extend(_belief(one) for one in plans.misconceptions() if one["part"] in folders)
    return made


def lecture(site: Path, chapter: Chapter) -> list[Slide]:
    """The slides of a chapter.

    Raises
    ------
    ValueError
        If a number, a figure or a drawing is not there, or a question has no four options of which one is right.
    """
    beside = _beside(room(chapter.file))
    numbers = beside.numbers() if beside else {}
    return slides_of(numbered(source(chapter), numbers, chapter.file), partial(_shown, site, chapter, beside))


def source(chapter: Chapter) -> str:
    """The lecture of a chapter as it is written; empty if there is none yet, as for a new paper."""
    path = room(chapter.file) / "lecture.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def slides_of(text: str, shown: Callable[[re.Match[str]], str]) -> list[Slide]:
    """The slides of a text, whose pictures are shown so."""
    made = []
    for piece in re.split(r"^(?=# |!(?:exercise|claim) )", text, flags=re.MULTILINE):
        if piece.startswith("!exercise "):
            made.append(_exercise(piece.split()[1]))
        elif piece.startswith("!claim "):
            made.append(_claim(piece.split()[1]))
        elif piece.strip():
            made.append(_slide(piece, shown))
    return made


def _beside(here: Path) -> ModuleType | None:
    if not (here / "lecture.py").is_file():
        return None
    return importlib.import_module(f"scoring_the_scores.{here.parent.name}.{here.name}.lecture")


def numbered(text: str, numbers: Mapping[str, Any], where: str) -> str:
    """The text with each ``<<name>>`` written as its number.

    Examples
    --------
    >>> numbered("of <<n>> a share of <<p:.2f>>", {"n": 8, "p": 1 / 3}, "here")
    'of 8 a share of 0.33'
    """

    def one(match: re.Match[str]) -> str:
        if match[1] not in numbers:
            raise ValueError(f"the lecture of {where} has no number {match[1]}")
        number = numbers[match[1]]
        return number.markdown if isinstance(number, ledger.Page) else format(number, match[2] or "")

    return NUMBER.sub(one, text)


def _slide(text: str, shown: Callable[[re.Match[str]], str]) -> Slide:
    head, _, body = text.partition("\n")
    body, _, notes = body.partition("\nNote:\n")
    title = head.removeprefix("# ").strip()
    options = list(OPTION.finditer(body))
    if options:
        return _question(title, body, notes, options)
    steps = [as_html(PICTURE.sub(shown, one), block=True) for one in re.split(r"^\+\+\+$", body, flags=re.MULTILINE)]
    kind = "derive" if title.startswith("Derivation") else "tell"
    return Slide(kind, as_html(title), tuple(steps), as_html(notes, block=True), MINUTES[kind])


def _question(title: str, body: str, notes: str, options: Sequence[re.Match[str]]) -> Slide:
    right = [letter for letter, one in zip(LETTERS, options, strict=False) if one[1] == "x"]
    if len(options) != OPTIONS or len(right) != 1:
        raise ValueError(f"the question {title!r} needs {OPTIONS} options, one of them right")
    stem, after = body[: options[0].start()], body[options[-1].end() :].replace("\n+++\n", "\n")
    rows = "".join(f"<li>{as_html(one[2])}</li>" for one in options)
    first = as_html(stem, block=True) + f'<ol class="options" type="A">{rows}</ol>'
    why = [f"- **{letter}**: {one[3]}" for letter, one in zip(LETTERS, options, strict=True) if one[3]]
    said = "\n".join([f"Right: **{right[0]}**. Who takes another one may think:\n", *why, "", notes])
    gap = "\n\n" if after.strip().startswith("|") else " "
    last = as_html(f"**{right[0]} is right.**{gap}{after.strip()}", block=True)
    return Slide("vote", as_html(title), (first, last), as_html(said, block=True), MINUTES["vote"])


def _shown(site: Path, chapter: Chapter, beside: ModuleType | None, match: re.Match[str]) -> str:
    alt, name, steps = match.groups()
    if name.startswith("fig-"):
        figures = chapter_figures(site, chapter)
        if name not in figures:
            raise ValueError(f"the chapter {chapter.file} has no figure {name}")
        figure = figures[name]
        return _stack(panel_by_panel(figure.drawing) if steps else [figure.drawing], alt or figure.alt)
    if not hasattr(beside, name):
        raise ValueError(f"the lecture of {chapter.file} draws no {name}")
    return _stack(drawn(getattr(beside, name)()), alt)


def _stack(drawings: Iterable[str], alt: str) -> str:
    images = []
    for drawing in drawings:
        width, height = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing)[0])
        coded = base64.b64encode(in_the_dark(drawing).encode()).decode()
        looks = f'alt="{html.escape(alt)}" style="--ratio: {width / height:.4f}"'
        images.append(f'<img src="data:image/svg+xml;base64,{coded}#{PAGE}" {looks}>')
    return f'<div class="stack">{"".join(images)}</div>'


def panel_by_panel(drawing: str) -> list[str]:
    """A drawing with its first panel, with two, and so on to all of them."""
    root = ElementTree.fromstring(drawing)
    _, *panels = root[-2] if root[-1].tag.endswith("defs") else root[-1]  # the first is the ground
    made = []
    for panel in panels:
        panel.set("visibility", "hidden")
    for panel in panels:
        del panel.attrib["visibility"]
        made.append(ElementTree.tostring(root, encoding="unicode"))
    return made


def drawn(drawings: Iterable[Drawing]) -> Iterator[str]:
    """Drawings as SVG, the same text for the same drawing; the style that they set stays with them."""
    with mpl.rc_context():
        for drawing in drawings:
            made = io.StringIO()
            drawing.savefig(made, format="svg", metadata={"Date": None})
            plt.close(drawing)
            yield made.getvalue()


def _exercise(name: str) -> Slide:
    shown = exercises.show(name)
    one = shown.exercise
    solved = solutions.SOLUTIONS[name]
    answer = "" if one.kind == "code" else f"\n\nAn answer: `{solved(shown.given)!r}`."
    notes = f"{solved.__doc__ or 'The solution stands in the notebook of solutions.'}{answer}\n\n`{name}`"
    text = f"{shown.text}\n\n*Hand in:* {one.answer}"
    return Slide(
        "exercise", as_html(f"Your turn: {one.title}"), (as_html(text, block=True),), as_html(notes), one.minutes
    )


def _claim(name: str) -> Slide:
    claim = ledger.load()[name]
    sign = f'<p><span class="verdict">{claim.verdict}</span> {as_html(first_sentence(claim.finding or "", ROOM))}</p>'
    notes = f"Vote: does it hold? `python -m claimledger {name}` shows the check. {claim.remark or ''}"
    said = f"<p>{as_html(' '.join(claim.says.split()))}</p>"
    return Slide("claim", "A paper says. Does it hold?", (said, sign), as_html(notes), MINUTES["claim"])


def _belief(one: Mapping[str, str]) -> Slide:
    first = f'<p class="belief">{as_html(one["belief"])}</p>'
    notes = f"Vote: right or wrong? Then show what is true. Shown by `{one['claim']}`."
    return Slide(
        "belief", "Do you think so?", (first, f"<p>{as_html(one['true'])}</p>"), as_html(notes), MINUTES["belief"]
    )


@cache
def chapter_figures(site: Path, chapter: Chapter) -> dict[str, Figure]:
    """The figures of a chapter by their names, as the site offers them with it."""
    offered = json.loads((site / "downloads" / f"{chapter.file}.ipynb").read_text(encoding="utf-8"))
    text = (ROOT / "book" / f"{chapter.file}.ipynb").read_text(encoding="utf-8")
    stored = {cell["id"]: cell["metadata"].get("mystnb", {}) for cell in json.loads(text)["cells"]}
    captions = {
        cell["id"].removesuffix("-caption"): CAPTION.sub("", "".join(cell["source"]))
        for cell in offered["cells"]
        if cell["id"].endswith("-caption")
    }
    found = {}
    for cell in offered["cells"]:
        drawings = [out["data"]["image/svg+xml"] for out in cell.get("outputs", ()) if _is_drawing(out)]
        if drawings and cell["id"] in captions:
            about = stored[cell["id"]]
            found[about["figure"]["name"]] = Figure("".join(drawings[0]), captions[cell["id"]], about["image"]["alt"])
    return found


def _is_drawing(output: dict[str, Any]) -> bool:
    return "image/svg+xml" in output.get("data", {})


def first_sentence(text: str, room: int = 0) -> str:
    """The first sentence, in which no formula is cut, and those after it for which there is room."""
    text = " ".join(text.split())
    ends = [cut.start() for cut in SENTENCE.finditer(text) if text[: cut.start()].count("$") % 2 == 0] + [len(text)]
    return text[: max([ends[0], *(end for end in ends if end <= room)])]


@cache
def markdown() -> MarkdownIt:
    """What makes HTML of Markdown with formulas, which it leaves to MathJax."""

    def formula(content: str, options: dict[str, Any]) -> str:
        left, right = (r"\[", r"\]") if options["display_mode"] else (r"\(", r"\)")
        return f"{left}{html.escape(content)}{right}"

    return MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, renderer=formula, double_inline=True)


def as_html(text: str, *, block: bool = False) -> str:
    """Markdown as HTML; within a line if it is one paragraph and no block is asked for."""
    if block or "\n\n" in text.strip():
        made: str = markdown().render(text)
        return made
    return str(markdown().renderInline(text))


def mathjax() -> str:
    """The formulas' typesetter, one script without further files."""
    import importlib.util

    (place,) = importlib.util.find_spec("sphinx-mathjax-offline").submodule_search_locations  # type: ignore[union-attr, misc]
    script = (Path(place) / "static" / "mathjax" / "tex-svg.js").read_text(encoding="utf-8")
    return script.replace("</script", "<\\/script")


def slides(site: Path, part: str, chapters: Sequence[Chapter], template: Any) -> str:
    """The slides of a part, one file that needs no other."""
    made = deck(site, chapters)
    minutes = sum(slide.minutes for _, some in made for slide in some)
    text: str = template.render(part=part, rows=made, minutes=minutes, as_html=as_html, mathjax=mathjax())
    return text
