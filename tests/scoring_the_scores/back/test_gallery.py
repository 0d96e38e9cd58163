"""The gallery: every explorer once, with its own title and question, in the chapter that has it."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from pathlib import Path

import pytest

from metricbook.explorers import EXPLORERS, explore
from scoring_the_scores.back import gallery

ROOT = Path(__file__).parents[3]


def test_every_explorer_stands_in_the_chapter_that_the_gallery_names() -> None:
    places = gallery.places()
    assert set(places) == set(EXPLORERS)
    for name, chapter in places.items():
        cells = json.loads((ROOT / "book" / f"{chapter}.ipynb").read_text(encoding="utf-8"))["cells"]
        texts = ["".join(cell["source"]) for cell in cells]
        label = next(k for k, text in enumerate(texts) if f"({name}-explorer)=" in text)
        assert f'explore("{name}")' in texts[label + 1]


def test_every_card_has_a_picture_a_title_a_question_the_minutes_and_a_chapter() -> None:
    cards = gallery.cards().markdown.split("\n- ")[1:]
    assert len(cards) == len(EXPLORERS)
    for card, (name, chapter) in zip(cards, gallery.places().items(), strict=True):
        one = explore(name)
        assert f"{{ref}}`{one.title} <{name}-explorer>`\n\n  {one.question}\n\n" in card
        assert f"  {one.minutes} minutes, in {{doc}}`/book/{chapter}`" in card
        picture = re.search(r"base64,([^\"]+)", card)
        assert picture
        assert b64decode(picture[1]).decode() == one.thumbnail()


def test_without_the_chapters_there_is_no_gallery(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(gallery, "clone", lambda: None)
    with pytest.raises(FileNotFoundError, match="in the repository"):
        gallery.places()


def test_an_explorer_without_a_chapter_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "EXPLORERS", {**EXPLORERS, "lost": {}})
    with pytest.raises(ValueError, match="no chapter has the label of lost"):
        gallery.places()
