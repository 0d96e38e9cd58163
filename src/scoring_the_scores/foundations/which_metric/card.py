"""The card of the guide, all of it on one page of A4, as a drawing (SVG) and as a page for a printer (PDF)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any, Final

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties

from scoring_the_scores.foundations.which_metric.guide_table import COMMAND, QUESTIONS

NAME: Final = "which-metric-card"
KINDS: Final = ("svg", "pdf")
COLUMNS: Final = ("Question", "If", "then report")

#: A4, its margins, the space between columns and between lines, and the size of letters, in points.
_PAGE: Final = (595.0, 842.0)
_LEFT, _TOP, _GAP, _LEADING, _SIZE = 48.0, 54.0, 14.0, 13.0, 9.5
#: Where columns begin and how wide they are.
_AT: Final = (_LEFT, _LEFT + 139, _LEFT + 294)
_WIDE: Final = (139 - _GAP, 155 - _GAP, 205.0)
#: Other fonts than the one measured may be so much wider.
_SLACK: Final = 0.95
_INK, _SOFT, _LINE, _ACCENT = "#000000", "#767676", "#b0b0b0", "#7a2c8f"


def lines() -> Iterator[tuple[str, str, str]]:
    """The lines of the card: the question, once for all its options, the condition and the advice."""
    for number, question in enumerate(QUESTIONS, start=1):
        for k, option in enumerate(question.options):
            yield "" if k else f"{number} {question.title}", option.condition, option.advice


def draw(foot: Iterable[tuple[str, str]]) -> dict[str, bytes]:
    """Draw the card, with some sentences at its foot.

    Returns
    -------
    dict of str to bytes
        The content of the file of each kind of `KINDS`.
    """
    settings: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": NAME,
        "pdf.fonttype": 42,
        "font.family": "DejaVu Sans",
    }
    with mpl.rc_context(settings):
        figure = Figure(figsize=(_PAGE[0] / 72, _PAGE[1] / 72))
        _Pen(figure).card(foot)
        drawn = {}
        for kind in KINDS:
            buffer = BytesIO()
            # Nothing of the day it was made: the same table is the same file.
            date = {"Date": None} if kind == "svg" else {"CreationDate": None}
            figure.savefig(buffer, format=kind, metadata={"Title": "Which metric? The guide on one page"} | date)
            drawn[kind] = buffer.getvalue()
    return drawn


class _Pen:
    """Writes on a page of points, downwards from its upper left corner."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.y = _TOP
        self._measure = FigureCanvasAgg(figure).get_renderer()

    def card(self, foot: Iterable[tuple[str, str]]) -> None:
        self.write(_LEFT, "Which metric? The guide on one page", size=17, weight="bold")
        self.y += 22
        self.write(_LEFT, "No metric is best: each answers a question. Begin with yours.", color=_SOFT)
        self.y += 26
        for x, text in zip(_AT, COLUMNS, strict=True):
            self.write(x, text, weight="bold", color=_ACCENT)
        self.y += 6
        for question, condition, advice in lines():
            self.rule(_LEFT if question else _AT[1])
            weights = ("bold", "normal", "normal")
            cells = [
                self.wrapped(text, wide, weight)
                for text, wide, weight in zip((question, condition, advice), _WIDE, weights, strict=True)
            ]
            for x, cell, weight in zip(_AT, cells, weights, strict=True):
                for k, text in enumerate(cell):
                    self.write(x, text, weight=weight, down=(k + 1) * _LEADING)
            self.y += _LEADING * max(len(cells[1]), len(cells[2])) + 7
        self.rule(_LEFT)
        for head, text in [*foot, ("All at once:", COMMAND)]:
            for k, line in enumerate(self.wrapped(text, _PAGE[0] - _AT[1] - _LEFT, "normal")):
                self.y += _LEADING
                if not k:
                    self.write(_LEFT, head, weight="bold")
                self.write(_AT[1], line)
            self.y += 5
        self.y += _LEADING
        self.write(_LEFT, "Scoring the Scores, the chapter “Which metric? A guide”, has the reasons.", color=_SOFT)

    def write(
        self, x: float, text: str, *, size: float = _SIZE, weight: str = "normal", color: str = _INK, down: float = 0
    ) -> None:
        place = (x / _PAGE[0], 1 - (self.y + down) / _PAGE[1])
        self.figure.text(*place, text, size=size, weight=weight, color=color, va="baseline", parse_math=False)

    def rule(self, x: float) -> None:
        y = 1 - (self.y + 2) / _PAGE[1]
        ends = [x / _PAGE[0], 1 - _LEFT / _PAGE[0]]
        self.figure.add_artist(mpl.lines.Line2D(ends, [y, y], color=_LINE, linewidth=0.6))

    def wrapped(self, text: str, wide: float, weight: str) -> list[str]:
        """The text in lines that fit a column."""
        font = FontProperties(family="DejaVu Sans", size=_SIZE, weight=weight)
        found = [""]
        for word in text.split():
            longer = f"{found[-1]} {word}".strip()
            width = self._measure.get_text_width_height_descent(longer, font, ismath=False)[0]
            if found[-1] and width * 72 / self.figure.dpi > wide * _SLACK:
                found.append(word)
            else:
                found[-1] = longer
        return found
