"""Which columns are labels and scores: as they are named, or guessed where only one reading is possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from .bad import GOOD, ROLES, Bad, is_refused
from .made import read_text

GUESSED: list[tuple[str, str, str, list[str]]] = [
    ("one column named like labels, one of numbers", "y,x1\n0,0.5\n1,0.25\n", "y", ["x1"]),
    ("other columns are text", "target,p,note\n0,0.5,a\n1,0.25,b\n", "target", ["p"]),
    ("one of two label names has two values", "class,y,p\na,0,0.5\nb,1,0.25\nc,0,0.1\n", "y", ["p"]),
    ("names of scores", "y_true,score_a,model_b\n0,12,-3\n1,15,4\n", "y_true", ["score_a", "model_b"]),
    ("numbers from 0 to 1", "label,svm,forest\n0,0.5,0.25\n1,0.25,1\n", "label", ["svm", "forest"]),
]


@pytest.mark.parametrize(("text", "label", "scores"), [row[1:] for row in GUESSED], ids=[row[0] for row in GUESSED])
def test_columns_are_guessed_and_said(text: str, label: str, scores: list[str], tmp_path: Path) -> None:
    found = read_text(tmp_path, text)
    assert list(found.scores) == scores
    said = " ".join(found.source.said)
    assert f'The column "{label}" is taken for the labels, because of its name.' in said
    assert all(f'"{score}"' in said for score in scores)


@pytest.mark.parametrize("column", ["id", "weight", "fold", "age", "patient_id", "Unnamed: 0", "sex", ""])
def test_what_may_be_no_score_is_not_guessed(column: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not clear"):
        read_text(tmp_path, f"y,p,{column}\n0,0.5,0.5\n1,0.25,0.25\n")
    found = read_text(tmp_path, f"y,p,{column}\n0,0.5,0.5\n1,0.25,0.25\n", scores="p")
    assert list(found.scores) == ["p"]


def test_nothing_is_said_of_what_was_named(tmp_path: Path) -> None:
    assert read_text(tmp_path, GOOD, label="y", scores="p").source.said == ()


@pytest.mark.parametrize("bad", ROLES, ids=lambda bad: bad.kind)
def test_what_is_not_clear_gets_one_sentence_that_says_what_and_where(bad: Bad, tmp_path: Path) -> None:
    is_refused(bad, tmp_path)
