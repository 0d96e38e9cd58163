"""The cards that end the chapters: each has what a card needs, and no number that no check carries."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from claimledger import load, result
from claimledger.sentences import lacking, shown
from scoring_the_scores.contents import parts
from scoring_the_scores.pages import card, cards, closing

BOOK = Path(__file__).resolve().parents[3] / "book"
CHAPTERS = [chapter for part in parts() if part.numbered for chapter in part.chapters]
GOOD = """title = "A title"
remember = ["One.", "Two.", "Three."]
use = "Use it."
avoid = "Do not."
"""


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_card_is_about_its_chapter_and_has_a_picture_of_it(chapter: str) -> None:
    read = closing.read_card(chapter)
    text = (BOOK / f"{chapter}.ipynb").read_text(encoding="utf-8")
    title = re.search(r"^# (.+)$", "".join(json.loads(text)["cells"][0]["source"]), re.MULTILINE)
    assert title
    assert title[1].startswith(read.title)
    assert not read.picture or f'"name": "{read.picture}"' in text


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_number_on_a_card_stands_in_the_evidence_of_a_claim_that_it_names(chapter: str) -> None:
    read = closing.read_card(chapter)
    pool = [[load()[claim].published, *shown(result(claim).evidence)] for claim in read.claims]
    for text in (*read.remember, read.use, read.avoid):
        assert lacking(text, pool) == [], text


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (GOOD.replace('title = "A title"\n', ""), "title: missing or unknown"),
        (GOOD + 'colour = "red"\n', "colour: missing or unknown"),
        (GOOD.replace('"One.", ', ""), "3 lines of at most 30 words"),
        (GOOD.replace("One.", "one " * 31), "3 lines of at most 30 words"),
    ],
)
def test_a_card_that_is_not_one_is_refused(wrong: str, message: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(closing, "room", lambda chapter: tmp_path)
    (tmp_path / "card.toml").write_text(wrong, encoding="utf-8")
    with pytest.raises(ValueError, match=rf"card\.toml: .*{message}|card\.toml: remember has {message}"):
        closing.read_card("flach/h-measure")


def test_a_card_shows_its_lines_a_place_for_its_picture_and_how_to_cite_it(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(closing, "room", lambda chapter: tmp_path)
    (tmp_path / "card.toml").write_text(GOOD + 'picture = "fig-x"\n', encoding="utf-8")
    page = card("flach/h-measure")
    assert "\n1. One.\n2. Two.\n3. Three.\n" in page.markdown
    assert '<figure data-figure="flach/h-measure#fig-x"></figure>' in page.markdown
    number = CHAPTERS.index("flach/h-measure") + 1
    assert f"Cite as: *Scoring the Scores*, chapter {number}, “A title”. It reviews Peter Flach" in page.markdown
    assert page.plain.startswith("A title:\n1. One.\n")


def test_all_cards_are_on_one_page_in_the_order_of_the_book() -> None:
    page = cards().markdown
    places = [page.index(f'href="../{chapter}.html"') for chapter in CHAPTERS]
    assert places == sorted(places)
