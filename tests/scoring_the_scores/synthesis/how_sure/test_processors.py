"""What a processor can decide: the twins are equal cases, rounding moves what it is said to move, and no more."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from claimledger.machine import kind
from metricbook import near_ties
from scoring_the_scores.synthesis import zoo
from scoring_the_scores.synthesis.how_sure import processors


def test_the_twins_are_equal_positives_with_no_case_between_them() -> None:
    _, held, _, y_true = zoo.halves("iris", 0)
    one, other = processors.TWINS
    assert np.array_equal(held[one], held[other])
    assert y_true[one]
    assert y_true[other]
    _, tied, apart = processors.irises()
    assert near_ties(y_true, tied).groups == 0
    assert near_ties(y_true, apart)[:2] == (1, 2)


def test_telling_the_twins_apart_moves_the_means_by_steps_and_nothing_else() -> None:
    moved = processors.told_apart().set_index("metric")["difference"].abs()
    assert set(moved.index[moved > 1e-12]) == {"AP", "AUDRC"}


def test_a_machine_gives_one_of_the_two_values_and_a_converged_fit_the_stored_one() -> None:
    (row,) = processors.measured().itertuples(index=False)
    told = processors.told_apart().set_index("metric").loc["AP"]
    assert row[2] == pytest.approx(told["told apart"] if row[1] else told["tied"], abs=1e-12)
    assert processors.stored()["LxCIM, tight"].to_numpy() == pytest.approx(row[4], abs=1e-12)


def test_a_machine_takes_the_place_of_the_last_of_its_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "synthesis" / "zoo").mkdir(parents=True)
    monkeypatch.setattr(processors, "data_folder", lambda: tmp_path)
    processors.main()
    once = processors.stored()
    assert once["machine"].tolist() == [kind()]
    pd.concat([once.assign(machine="another"), once]).to_csv(tmp_path.joinpath(*processors.PLACE), index=False)
    processors.main()
    assert sorted(processors.stored()["machine"]) == sorted(["another", kind()])


def test_the_table_names_this_machine_first_and_is_marked_as_of_a_machine() -> None:
    page = processors.compared()
    assert page.markdown.startswith('<div class="machine">\n\n| machine |')
    assert f"| this one: {kind()} |" in page.markdown.splitlines()[4]
    assert len(page.plain.splitlines()) == 2 + len(processors.stored())
