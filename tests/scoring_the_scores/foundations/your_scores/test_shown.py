"""What the chapter on one's own scores adds to a report."""

from __future__ import annotations

import json
from pathlib import Path

from metricbook.reports import MEASURES
from scoring_the_scores.foundations.your_scores.shown import CHAPTERS, PROOFS


def test_every_metric_of_a_report_is_proved_in_a_chapter_of_the_book() -> None:
    book = Path(__file__).parents[4] / "book"
    titles = set()
    for path in book.glob("*/*.ipynb"):
        first = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
        titles.update(line.removeprefix("# ") for line in first.splitlines() if line.startswith("# "))
    assert PROOFS.keys() == MEASURES.keys()
    for chapter in CHAPTERS:
        assert any(title.startswith(chapter) for title in titles), chapter
