"""What the chapter on one swap tabulates and draws."""

from __future__ import annotations

import numpy as np
import pytest

from scoring_the_scores.synthesis.one_swap import figures, stakes, tables

RANKING = [int(letter == "P") for letter in "PNPNNPNPNN"]


def test_mistakes_gain_what_the_theorem_says():
    table = tables.mistakes([1, 0, 1, 0, 0, 1], [6, 5, 4, 3, 2, 1])
    assert table["rank"].tolist() == [2, 5]
    assert table["found"].tolist() == [2, 3]
    np.testing.assert_allclose(table["AUROC"], 1 / 9)
    np.testing.assert_allclose(table["AP"], [2 / (3 * 2 * 3), 3 / (3 * 5 * 6)])


def test_mistakes_of_tied_scores_are_refused():
    with pytest.raises(ValueError, match="two scores are equal"):
        tables.mistakes([1, 0, 1], [2, 1, 1])


def test_repairs_are_drawn_as_tabulated():
    table = tables.mistakes(RANKING, np.arange(10, 0, -1))
    panels = figures.repairs(table)
    for axes, name in zip(panels, ["AUROC", "AP", "H", "C(r_b)"], strict=True):
        (dots,) = axes.lines
        np.testing.assert_array_equal(dots.get_xdata(), table["rank"])
        np.testing.assert_allclose(dots.get_ydata(), 1000 * table[name])


def test_cells_say_what_each_pair_is_worth():
    table = tables.cells(RANKING, flagged=5)
    ap, b, f1 = (part.set_index(["positive", "negative"])["worth"] for _, part in table.groupby("metric"))
    assert ap[1, 1] == pytest.approx(3)
    assert b[1, 1] == pytest.approx(24 / 20)
    assert b[1, 5] == pytest.approx(24 / 40)
    assert b[2, 5] == 0
    assert sorted(set(f1.round(6))) == [0, round(2 * 24 / 9, 6)]
    assert table[table["next"]]["won"].sum() == 0
    assert table[table["metric"] == "AP"]["next"].sum() == 3


def test_cells_are_drawn_with_their_worth_and_the_curve():
    table, curve = tables.cells(RANKING, flagged=5), tables.staircase(RANKING)
    panels = figures.masses(table, curve)
    for axes, (_, part) in zip(panels, table.groupby("metric", sort=False), strict=True):
        assert len(axes.texts) == (part["worth"] > 0).sum()
        assert len(axes.patches) == len(part) + part["next"].sum()
        np.testing.assert_array_equal(axes.lines[0].get_ydata(), curve["true_positives"])


def test_hulls_of_join_and_meet_have_less_below_them_than_those_of_the_two():
    table = tables.hulls((1, 0, 0, 1), (0, 1, 1, 0))
    curve, hull = (
        table[table["line"] == line].groupby("ranking", sort=False)["area"].first() for line in ("curve", "hull")
    )
    assert curve.to_dict() == {"PNNP": 0.5, "NPPN": 0.5, "PNPN": 0.75, "NPNP": 0.25}
    assert hull.to_dict() == {"PNNP": 0.75, "NPPN": 0.75, "PNPN": 0.875, "NPNP": 0.5}


def test_hulls_are_drawn_with_their_curves():
    table = tables.hulls((1, 0, 0, 1), (0, 1, 1, 0))
    for axes, (_, part) in zip(figures.hulls(table), table.groupby("ranking", sort=False), strict=True):
        for line, kind in zip(axes.lines, ("hull", "curve"), strict=True):
            np.testing.assert_array_equal(line.get_ydata(), part.loc[part["line"] == kind, "tpr"])
        first = part.groupby("line")["area"].first()
        assert axes.get_xlabel() == f"FPR\nAUROC {first['curve']:.3f}\nAUCH {first['hull']:.3f}"


def test_profiles_cross_where_the_theorem_says():
    table = tables.profiles(shift=1.5, prevalence=0.1)
    both = table[table["panel"] == "confidence"].pivot(index="share", columns="metric", values="worth")
    assert ((both["AUDRC"] > both["LxCIM"]) == (both.index < 0.5)).all()
    ranking = table[table["panel"] == "ranking"].pivot(index="share", columns="metric", values="worth")
    dearer = ranking.index[ranking["AP"] > ranking["AUROC"]]
    assert dearer.max() < np.sqrt(0.1 * 0.9)
    at_cut = table[table["panel"] == "threshold"].pivot(index="share", columns="metric", values="worth")
    falls = {name: np.sign(np.diff(at_cut[name])).tolist()[0] for name in ("precision", "F1", "accuracy", "NPV")}
    assert falls == {"precision": -1, "F1": -1, "accuracy": 0, "NPV": 1}


def test_profiles_are_drawn_as_tabulated():
    table = tables.profiles(shift=1.5, prevalence=0.1)
    for axes, (_, part) in zip(figures.profiles(table), table.groupby("panel", sort=False), strict=True):
        names = part["metric"].unique()
        assert [text.get_text().strip("$") for text in axes.texts] == list(names)
        lines = [line for line in axes.lines if len(line.get_xdata()) > 1]
        for line, name in zip(lines, names, strict=True):
            np.testing.assert_array_equal(line.get_ydata(), part.loc[part["metric"] == name, "worth"])


def test_half_of_average_precision_lies_in_as_many_cuts_as_there_are_positives():
    row = tables.budget([(3, 4)], (1,)).iloc[0]
    total = 1 - (1 / 5 + 2 / 6 + 3 / 7) / 3
    assert row["AP, as many as positives"] == pytest.approx(0.5 / total)
    assert row["AUROC, as many as positives"] == pytest.approx(6 / 12)


def test_the_threshold_half_way_is_where_the_partial_area_says():
    curve = stakes.Curve(1.5, 0.1)
    u = stakes.half_way(curve)
    left = curve.fpr <= u
    area, v = np.trapezoid(curve.tpr[left], curve.fpr[left]), np.interp(u, curve.fpr, curve.tpr)
    assert (2 * area - u) / (v * (1 - v)) == pytest.approx(0.1 / 0.9, rel=2e-2)


def test_stakes_fail_for_metrics_without_one():
    with pytest.raises(KeyError):
        stakes.density("MCC", stakes.Curve(1.0, 0.5))
