"""Which columns are labels and scores: as they are named, or guessed where only one reading is possible."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from metricbook.reports.bad_input import BadInput
from metricbook.reports.roles import name_columns

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
    said = " ".join(found.source.remarks)
    assert f'The column "{label}" is taken for the labels, because of its name.' in said
    assert all(f'"{score}"' in said for score in scores)


@pytest.mark.parametrize("column", ["id", "weight", "fold", "age", "patient_id", "Unnamed: 0", "sex", ""])
def test_what_may_be_no_score_is_not_guessed(column: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not clear"):
        read_text(tmp_path, f"y,p,{column}\n0,0.5,0.5\n1,0.25,0.25\n")
    found = read_text(tmp_path, f"y,p,{column}\n0,0.5,0.5\n1,0.25,0.25\n", scores="p")
    assert list(found.scores) == ["p"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("y,p\n0,0.1\n1,0.9\n", 'The column "p" is taken for scores.'),
        ("y,a,b\n0,0,0.5\n1,0.5,1\n", 'The columns "a" and "b" are taken for scores.'),
    ],
)
def test_one_column_is_and_several_are_taken(text: str, said: str, tmp_path: Path) -> None:
    assert said in read_text(tmp_path, text).source.remarks


@pytest.mark.parametrize(
    ("text", "scores", "said"),
    [
        (
            "y,y_pred,y_prob\n0,1,0.5\n1,0,0.25\n",
            ["y_prob"],
            'Left out as decisions, with 0 and 1 only: "y_pred"; --score',
        ),
        ("y,pred_a,p,pred_b\n0,1,0.5,0\n1,0,0.25,1\n", ["p"], '0 and 1 only: "pred_a" and "pred_b"; --score'),
        ("y,pred_a,pred_b\n0,1,0\n1,0,1\n", ["pred_a", "pred_b"], None),  # there is nothing else
        ("y,pred\n0,1\n1,0\n", ["pred"], None),
        ("y,pred_a,p\n0,0,0.5\n1,0,0.25\n", ["pred_a", "p"], None),  # a constant is not seen to decide
        ("y,pred_a,p\n0,0,0.5\n1,2,0.25\n", ["pred_a", "p"], None),
    ],
)
def test_decisions_beside_scores_are_left_out_and_said_to_be(
    text: str, scores: list[str], said: str | None, tmp_path: Path
) -> None:
    found = read_text(tmp_path, text)
    assert list(found.scores) == scores
    assert (said in " ".join(found.source.remarks)) if said else ("decisions" not in " ".join(found.source.remarks))
    named = text.split("\n", 1)[0].split(",")[1:]
    assert list(read_text(tmp_path, text, scores=named).scores) == named


LABELS = "actual class event groundtruth gt label labels outcome target truth true y"


@pytest.mark.parametrize("label", LABELS.split())
def test_labels_go_by_many_names(label: str, tmp_path: Path) -> None:
    for name in (label, label.upper(), f"{label}_".replace("groundtruth", "ground-truth")):
        assert (
            f'"{name}" is taken for the labels' in read_text(tmp_path, f"{name},p\n0,0.5\n1,0.25\n").source.remarks[0]
        )
    for name in ("y_test", "Y True"):
        assert f'"{name}"' in read_text(tmp_path, f"{name},p\n0,0.5\n1,0.25\n").source.remarks[0]


@pytest.mark.parametrize("column", ["x,-0.001,1", "x,0,1.001", "x,0,1"])
def test_of_several_columns_without_a_name_all_are_shares_or_it_is_not_clear(column: str, tmp_path: Path) -> None:
    name, low, high = column.split(",")
    text = f"y,p,{name}\n0,0.5,{low}\n1,0.25,{high}\n0,0.25,0.5\n"
    if (low, high) == ("0", "1"):
        assert list(read_text(tmp_path, text).scores) == ["p", "x"]
        return
    with pytest.raises(BadInput, match='are scores is not clear, "x" may be'):
        read_text(tmp_path, text)


def test_too_many_columns_are_not_guessed(tmp_path: Path) -> None:
    for number, guessed in ((999, True), (1000, False)):
        rows = [["y", *(f"p{k}" for k in range(number))], ["0"] + ["0.5"] * number, ["1"] + ["0.5"] * number]
        text = "\n".join(map(",".join, rows))
        if guessed:
            assert len(read_text(tmp_path, text).scores) == number
        else:
            with pytest.raises(BadInput, match=r"a\.csv has 1,001 columns, too many to guess"):
                read_text(tmp_path, text)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"label": 3}, "A column is named by text, not by 3"),
        ({"scores": ["a", "b", "a"]}, 'The score "a" is named twice'),
        ({"label": "a", "scores": "a"}, 'The label "a" is named as a score too'),
        ({"label": "a", "cluster": "a"}, 'The label "a" is named as --cluster'),
        ({"label": "a", "identifier": "a"}, 'The label "a" is named as --id'),
        ({"scores": "a", "weight": "a"}, 'The score "a" is named as --weight'),
        ({"scores": "a", "groups": ["b", "a"]}, 'The score "a" is named as --group'),
        ({"weight": "w", "groups": "w"}, 'The weight "w" is named for something else'),
        ({"weight": "w", "cluster": "w"}, 'The weight "w" is named for something else'),
        ({"weight": "w", "identifier": "w"}, 'The weight "w" is named for something else'),
    ],
)
def test_a_column_plays_one_role(given: dict, said: str) -> None:
    nothing = dict.fromkeys(("label", "scores", "weight", "identifier", "cluster"))
    with pytest.raises(BadInput, match=re.escape(said)):
        name_columns(**{**nothing, "groups": (), **given})


def test_what_was_named_is_known_by_role() -> None:
    asked = name_columns("y", "p", "w", "g", "c", "c")
    assert asked.columns == ["y", "p", "w", "c", "g"]
    assert asked.besides == {"weight": ("w",), "identifier": ("c",), "cluster": ("c",), "groups": ("g",)}
    assert (asked.scores, asked.groups) == (("p",), ("g",))
    assert name_columns("y", ["a", "b"], None, ["g", "h", "g"], None, None).columns == ["y", "a", "b", "g", "h"]
    nothing = name_columns(None, None, None, (), None, None)
    assert (nothing.columns, nothing.scores, nothing.besides) == ([], None, {"groups": ()})


def test_a_label_that_is_not_clear_says_where_it_was_looked_for(tmp_path: Path) -> None:
    for text, said in (
        ("a,p\n0,0.1\n1,0.9\n", "no column is named like labels"),
        ("y,label,p\n0,1,0.1\n1,0,0.9\n", '"y" and "label" may hold them'),
        ("y,label,p\n0,1,0.1\n1,2,0.9\n2,3,0.9\n", '"y" and "label" may hold them'),
    ):
        with pytest.raises(BadInput, match=rf"Which column of a\.csv holds the labels is not clear, {said}"):
            read_text(tmp_path, text)
    assert list(read_text(tmp_path, "y,label,p\n0,1,0.1\n1,0,0.9\n", groups="label").scores) == ["p"]


def test_nothing_is_said_of_what_was_named(tmp_path: Path) -> None:
    assert read_text(tmp_path, GOOD, label="y", scores="p").source.remarks == ()


@pytest.mark.parametrize("bad", ROLES, ids=lambda bad: bad.kind)
def test_what_is_not_clear_gets_one_sentence_that_says_what_and_where(bad: Bad, tmp_path: Path) -> None:
    is_refused(bad, tmp_path)
