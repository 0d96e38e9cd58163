"""Exams on paper: each seed has its numbers, the key is right, and the paper does not have it."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from scoring_the_scores.course import plans
from tests.whole import in_whole_run
from tools import exams
from tools.lectures import mathjax


def text_of(page: str) -> str:
    """What a reader reads of a page."""
    return html.unescape(re.sub(r"<[^<>]*>", "", page.replace(mathjax(), "")))


def test_a_paper_has_its_questions_and_the_key_their_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", "off")
    command = ["mid-term", "--output", str(tmp_path / "exam"), "--seed"]
    assert exams.main([*command, "one"]) == 0
    assert "paper.html for students, key.html for you alone" in capsys.readouterr().out
    paper, key = ((tmp_path / "exam" / f"{name}.html").read_text(encoding="utf-8") for name in ("paper", "key"))
    some = [exams.question(name, "one") for name in plans.exams()["mid-term"]["exercises"]]
    for one in some:
        assert one.exercise.title in text_of(paper)
        assert one.answer in text_of(key)
        assert one.said in text_of(key)
        assert one.said not in text_of(paper)
        assert all(said not in text_of(paper) for _, said in one.slips)
    assert "<<" not in paper.replace(mathjax(), "")
    assert not re.search(r"""(src|href)=["']?https?:""", paper.replace(mathjax(), ""))
    with pytest.raises(SystemExit, match=r"paper\.html"):
        exams.main([*command, "two"])
    assert exams.main([*command, "two", "--force"]) == 0
    assert (tmp_path / "exam" / "paper.html").read_text(encoding="utf-8") != paper
    assert exams.pages("mid-term", "one") == {"paper.html": paper, "key.html": key}


@in_whole_run
@pytest.mark.parametrize("name", plans.exams())
def test_solutions_hold_for_the_numbers_of_every_exam(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", "off")
    drawn = {seed: [exams.question(each, seed) for each in plans.exams()[name]["exercises"]] for seed in "abcd"}
    for questions in zip(*drawn.values(), strict=True):
        assert len({one.text for one in questions}) > 1
