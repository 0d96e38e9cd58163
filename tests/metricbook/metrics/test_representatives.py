"""Few metrics for many: directions whose nearest ones are seen by eye, all choices by hand, and regressions."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from metricbook import angle, disagreement, influence, representatives
from metricbook.metrics.representatives import CHOICES
from tests.metricbook.metrics.test_angles import METRICS, models


def directions(degrees: dict[str, float]) -> pd.DataFrame:
    """The angles of metrics that are directions in one plane."""
    rows = []
    for (one, a), (other, b) in combinations(degrees.items(), 2):
        cosine = math.cos(math.radians(a - b))
        rows.append((one, other, cosine, float(disagreement(cosine))))
    return pd.DataFrame(rows, columns=["metric", "other", "correlation", "disagree"])


def of(degrees: dict[str, float], count: int) -> list[tuple[str, str, float, float]]:
    found = representatives(directions(degrees), count).round(6)
    return list(found.itertuples(index=False, name=None))


def test_the_middle_direction_stands_for_all() -> None:
    assert of({"A": 0, "B": 30, "C": 90}, 1) == [
        ("A", "B", round(30 / 180, 6), 0.25),
        ("B", "B", 0, 0),
        ("C", "B", round(60 / 180, 6), 0.75),
    ]


def test_two_bunches_have_one_representative_each() -> None:
    found = of({"A": 0, "B": 9, "C": 18, "D": 72, "E": 90, "F": 99}, 2)
    assert [row[:2] for row in found] == [("A", "B"), ("B", "B"), ("C", "B"), ("D", "E"), ("E", "E"), ("F", "E")]
    assert [row[2] for row in found] == [0.05, 0, 0.05, 0.1, 0, 0.05]
    assert max(row[3] for row in found) < 1e-6  # two directions span the plane


def test_all_metrics_stand_for_themselves() -> None:
    degrees = {"A": 0.0, "B": 30.0, "C": 90.0}
    assert of(degrees, 3) == [(name, name, 0, 0) for name in degrees]


def test_of_choices_with_equal_largest_angles_the_least_sum_is_taken_and_then_the_first() -> None:
    # D must be at 40 degrees from one chosen metric: A, B or C could stand beside it, and B has the least sum.
    degrees = {"A": 0.0, "B": 20.0, "C": 40.0, "far": 90.0, "farther": 130.0}
    assert {row[1] for row in of(degrees, 2)} == {"B", "far"}
    square = {"A": 0.0, "B": 90.0, "C": 180.0, "D": 270.0}
    assert [row[1] for row in of(square, 1)] == ["A"] * 4
    assert [row[1] for row in of(square, 2)] == ["A", "B", "B", "A"]  # before A and C by the order alone


def test_a_chosen_metric_is_its_own_nearest_also_beside_its_twin() -> None:
    assert [row[:3] for row in of({"A": 0.0, "twin": 0.0, "B": 90.0}, 3)] == [
        ("A", "A", 0), ("twin", "twin", 0), ("B", "B", 0),
    ]  # fmt: skip
    assert [row[1] for row in of({"A": 0.0, "twin": 0.0, "B": 90.0}, 2)] == ["A", "A", "B"]


def test_the_opposite_of_a_metric_disagrees_always_and_is_explained() -> None:
    found = of({"A": 0, "B": 180}, 1)
    assert found == [("A", "A", 0, 0), ("B", "A", 1, 0)]


def test_no_other_choice_has_a_smaller_largest_angle() -> None:
    rng = np.random.default_rng(0)
    for count in (1, 2, 3):
        unit = rng.normal(size=(6, 4))
        unit /= np.linalg.norm(unit, axis=1, keepdims=True)
        names = list("ABCDEF")
        rows = [(names[i], names[j], float(unit[i] @ unit[j])) for i, j in combinations(range(6), 2)]
        angles = pd.DataFrame(rows, columns=["metric", "other", "correlation"])
        angles["disagree"] = disagreement(angles["correlation"])
        shuffled = angles.iloc[rng.permutation(len(angles))]
        apart = np.arccos(np.clip(unit @ unit.T, -1, 1)) / math.pi
        least = min(apart[list(c)].min(axis=0).max() for c in combinations(range(6), count))
        for table in (angles, shuffled):
            found = representatives(table, count).set_index("metric").loc[names]
            chosen = [i for i, name in enumerate(names) if found["nearest"][name] == name]
            assert len(chosen) == count
            assert found["disagree"].max() == pytest.approx(least)
            assert found["disagree"].to_numpy() == pytest.approx(apart[chosen].min(axis=0), abs=1e-7)
            left = [v - unit[chosen].T @ np.linalg.lstsq(unit[chosen].T, v, rcond=None)[0] for v in unit]
            assert found["unexplained"].to_numpy() == pytest.approx([v @ v for v in left], abs=1e-9)


def test_counted_shares_have_no_correlations_and_nothing_to_explain() -> None:
    angles = directions({"A": 0, "B": 30, "C": 90})
    found = representatives(angles.drop(columns="correlation"), 1)
    assert found.equals(representatives(angles, 1).drop(columns="unexplained"))


def test_of_a_sample_what_is_unexplained_is_what_a_regression_leaves() -> None:
    labels, first, second = models(400, 0.2, 0.5, np.random.default_rng(0))
    found = representatives(angle(labels, first, second, METRICS), 2).set_index("metric")
    chosen = [name for name in METRICS if found["nearest"][name] == name]
    apart = {name: np.subtract(*(influence(name, labels, s).of_cases for s in (first, second))) for name in METRICS}
    design = np.column_stack([np.ones(labels.size), *(apart[name] for name in chosen)])
    for name in METRICS:
        left = apart[name] - design @ np.linalg.lstsq(design, apart[name], rcond=None)[0]
        assert found["unexplained"][name] == pytest.approx(left.var() / apart[name].var(), abs=1e-9)


def test_what_is_no_table_of_angles_is_refused() -> None:
    angles = directions({"A": 0, "B": 30, "C": 90})
    for count in (0, 4, -1):
        with pytest.raises(ValueError, match=f"choose 1 to 3 of the 3 metrics, not {count}"):
            representatives(angles, count)
    with pytest.raises(TypeError):
        representatives(angles, 1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"lack the columns \['other', 'disagree'\]"):
        representatives(angles[["metric", "correlation"]], 1)
    with pytest.raises(ValueError, match="no row of B and C"):
        representatives(angles.iloc[:2], 1)
    with pytest.raises(ValueError, match="A and C more than once"):
        representatives(pd.concat([angles, angles.iloc[[1]]]), 1)
    with pytest.raises(ValueError, match="A and A more than once"):
        representatives(angles.assign(other="A"), 1)
    for column, wrong in (("disagree", math.nan), ("disagree", 1.1), ("correlation", -1.1)):
        with pytest.raises(ValueError, match=f"{column} of A and B is {wrong}, not between"):
            representatives(angles.assign(**{column: [wrong, 0.5, 0.5]}), 1)
    with pytest.raises(ValueError, match="choose 1 to 0 of the 0 metrics, not 1"):
        representatives(angles.iloc[:0], 1)


def test_twenty_metrics_can_be_represented_by_any_number_and_more_choices_are_refused() -> None:
    assert max(math.comb(20, k) for k in range(21)) <= CHOICES
    assert math.comb(100, 3) <= CHOICES
    names = {f"{k:02}": k for k in range(22)}
    with pytest.raises(ValueError, match="11 of 22 metrics are 705,432 choices, more than 200,000"):
        representatives(directions(names), 11)
