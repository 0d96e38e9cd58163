"""Reading, progress and the stating of exercises."""

from __future__ import annotations

import os
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from scoring_the_scores import exercises
from scoring_the_scores.exercises import keeping, reading
from scoring_the_scores.exercises.exercise import named

ONE = "flach.crossing-rankings"
RIGHT = ("PPNPNPNNN", "PPPNNNNPN")


def test_an_unknown_id_is_refused_with_the_nearest() -> None:
    with pytest.raises(ValueError, match=r"did you mean flach\.crossing-rankings"):
        named("flach.crossing-ranking")
    with pytest.raises(ValueError, match="no exercise None"):
        exercises.check(None, 1)


def test_progress_is_kept_in_a_file_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "progress.json"
    monkeypatch.setenv("METRICBOOK_PROGRESS", str(path))
    exercises.check(ONE, None)
    exercises.check(ONE, RIGHT, seed="ada")
    exercises.check(ONE, None)
    entry = exercises.progress().entries[ONE]
    assert (entry["tries"], entry["solved"], entry["seed"]) == (3, True, "ada")
    assert "1 of " in str(exercises.progress())
    path.write_text("{}{}")
    with pytest.raises(ValueError, match="delete it"):
        exercises.progress()
    assert exercises.check(ONE, RIGHT).right
    assert path.read_text() == "{}{}"


def test_times_are_kept_for_who_asks_without_breaks_and_until_it_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", str(tmp_path / "progress.json"))
    now = [0.0]
    monkeypatch.setattr(keeping.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(keeping._Clock, "last", None)
    exercises.check(ONE, None)
    assert "seconds" not in exercises.progress().entries[ONE]  # nobody asked
    exercises.keep_times()
    for later, answer in ((60, None), (40 * 60, None), (90, RIGHT), (600, RIGHT)):
        now[0] += later
        exercises.check(ONE, answer)
    assert exercises.progress().entries[ONE]["seconds"] == 150
    assert "5 tries, 2 min" in str(exercises.progress())


def test_what_is_no_file_is_neither_read_nor_written_as_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null"), tmp_path):
        monkeypatch.setenv("METRICBOOK_PROGRESS", str(path))
        assert exercises.check(ONE, RIGHT).right
        with pytest.raises(ValueError, match="is no file: name one in METRICBOOK_PROGRESS"):
            exercises.progress()


def test_progress_can_be_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", "off")
    monkeypatch.chdir(tmp_path)
    exercises.check(ONE, RIGHT)
    assert list(tmp_path.iterdir()) == []
    assert exercises.progress().entries == {}


def test_a_read_only_folder_refuses_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", str(tmp_path / "not" / "there.json"))
    assert exercises.check(ONE, RIGHT).right


def test_rankings_are_read_in_every_spelling() -> None:
    for spelt in ("PNNP", "+--+", "1001", "+−−+", [1, 0, 0, 1], (True + 0, 0, 0, 1), np.array([1, 0, 0, 1])):
        assert reading.ranking(spelt) == [1, 0, 0, 1]


def test_fractions_are_exact() -> None:
    for spelt in (Fraction(3, 8), "3/8", 0.375, "0.375", np.float64(0.375)):
        assert reading.fraction(spelt) == Fraction(3, 8)
    with pytest.raises(reading.Wrong, match="must be exact"):
        reading.fraction(2**0.5 / 4)


def test_numbers_are_read_in_every_spelling() -> None:
    for spelt in (0.375, "0.375", " 3 / 8 ", Decimal("0.375"), Fraction(3, 8), np.array(0.375)):
        assert reading.number(spelt) == 0.375
        assert reading.fraction(spelt) == Fraction(3, 8)
    for nothing in ("", "three", "1/0", "nan", "1e9999", Decimal("NaN"), Decimal("sNaN"), True):
        with pytest.raises(reading.Wrong, match="must be a"):
            reading.number(nothing)


def test_a_whole_number_may_be_computed() -> None:
    assert reading.whole(569.9999999) == reading.whole(570.0000001) == 570
    assert reading.whole(-1e-9) == 0
    with pytest.raises(reading.Wrong, match=r"^it must be a whole number, not 569\.99999$"):
        reading.whole(569.99999, "it")
    with pytest.raises(reading.Wrong, match=r"^it must lie between 0 and 1, not 1\.000000001$"):
        reading.number(1 + 1e-9, "it", low=0, high=1)
    with pytest.raises(reading.Wrong, match=r"between 0 and 5, not 6$"):
        reading.whole(6, high=5)


def test_labels_may_be_true_and_false_and_counts_two_by_two() -> None:
    assert reading.ranking([True, False, np.bool_(True)]) == [1, 0, 1]
    assert reading.four_counts([[5, 4], [3, 2]], "it") == reading.four_counts(np.array([[5, 4], [3, 2]]), "it")
    assert reading.four_counts((5, 4, 3, 2), "it") == (5, 4, 3, 2)
    for wrong in ((1, 2), [[1, 2], 3], [[1, 2, 3], [4]], (1, 2, 3), [[1], [2], [3], [4]]):
        with pytest.raises(reading.Wrong):
            reading.four_counts(wrong, "it")


def test_a_result_is_shown_without_markup_of_its_own() -> None:
    result = exercises.Result("a.b", False, "x < y\nand <b>")
    assert "&lt;b&gt;" in result._repr_html_()
    assert not result


def test_hints_are_folded() -> None:
    shown = exercises.show(ONE)
    text = shown.markdown()
    assert text.count("<details>") == len(shown.exercise.hints) == text.count("</details>")
    assert shown.call in text
