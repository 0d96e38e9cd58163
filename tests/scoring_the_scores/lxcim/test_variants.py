"""The variants and baselines: by hand, and the committed table recomputed on a sample."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from metricbook import causal
from metricbook.causal import METHODS, slope, standardise, unit_range
from scoring_the_scores.files import data_folder
from scoring_the_scores.lxcim import baselines, variants
from tests.metricbook.causal.samples import needs_extra, sample
from tests.scoring_the_scores.lxcim.test_tuebingen_scores import tolerance

SHARED = data_folder().parents[1] / "shared" / "data" / "tuebingen"
needs_official = pytest.mark.skipif(not SHARED.is_dir(), reason=f"no official files in {SHARED}")
QUICK = [name for name, variant in variants.VARIANTS.items() if variant.quick]


# ---------- baselines


def test_larger_variance_knows_the_units_only():
    x, y = sample("noise")
    score = baselines.LARGER_VARIANCE.score
    base = score(x, y)
    assert score(8 * x + 3, y) == pytest.approx(base + math.log(8))
    assert score(y, x) == -base
    assert score(standardise(x), standardise(y)) == pytest.approx(0, abs=1e-12)
    assert math.isnan(score(x, np.ones_like(x)))
    with pytest.raises(ValueError, match="x has 200 values and y has 3"):
        score(x, y[:3])


def test_rules_from_the_metadata():
    metadata = causal.tuebingen_metadata()
    table = baselines.from_metadata(metadata)
    assert table[["first column", "fewer values"]].notna().all(axis=1).sum() == 102
    assert table.loc[[52, 105], ["first column", "fewer values"]].isna().all(axis=None)
    assert table.loc[47, "first column"] == -1
    assert (table["first column"] == -1).sum() == 27
    distinct = metadata.loc[47, ["cause_distinct", "effect_distinct"]]
    assert table.loc[47, "fewer values"] == pytest.approx(math.log(distinct.iloc[1] / distinct.iloc[0]))


def test_same_decisions_by_hand():
    first = pd.Series([1.0, -2.0, 3.0, np.nan, 0.0])
    second = pd.Series([5.0, 1.0, 0.1, 1.0, 1.0])
    assert baselines.same_decisions(first, second) == (2 / 3, 3)
    with pytest.raises(ValueError, match="no pair is decided by both"):
        baselines.same_decisions(first, second * 0)


# ---------- variants


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("shape", ["noise", "skewed"])
def test_variants_are_antisymmetric(name, shape):
    x, y = sample(shape)
    score = variants.VARIANTS[name].method.score
    forward, backward = score(x, y, None), score(y, x, None)
    if "signed total" in name:  # the total is that of the graph, whichever variable comes first
        assert abs(forward) == pytest.approx(abs(backward))
    assert forward == pytest.approx(-backward, rel=1e-9, nan_ok=True)
    assert math.isnan(score(x, np.ones_like(x), None))


@pytest.mark.parametrize(
    "name", ["LCUBE, unit range", "IGCI, uniform reference", "RECI, full cubic", "SLOPE, polynomials only"]
)
def test_scaled_variants_do_not_see_the_units(name):
    x, y = sample("noise")
    score = variants.VARIANTS[name].method.score
    assert score(1024 * x, y / 64) == pytest.approx(score(x, y), rel=1e-9)


def test_a_unit_adds_to_the_score_of_lcube_what_the_chapter_says():
    x, y = sample("noise")
    assert METHODS["LCUBE"].score(100 * x, y / 10) == pytest.approx(
        METHODS["LCUBE"].score(x, y) + x.size * math.log(1000)
    )


def test_variants_differ_from_their_methods_in_one_thing():
    rng = np.random.default_rng(4)
    x = rng.normal(size=200)  # no ties: then IGCI's entropies shift by the logarithm of the scale
    y = x**2 + rng.normal(size=200)
    u, v = unit_range(x), unit_range(y)
    shift = math.log(np.ptp(x) / x.std()) - math.log(np.ptp(y) / y.std())
    assert variants.VARIANTS["IGCI, uniform reference"].method.score(x, y) == pytest.approx(
        METHODS["IGCI"].score(x, y) - shift
    )
    fit, other = np.polyval(np.polyfit(u, v, 3), u), np.polyval(np.polyfit(v, u, 3), v)
    cubic = variants.VARIANTS["RECI, full cubic"].method.score(x, y)
    assert cubic == pytest.approx(((u - other) ** 2).mean() - ((v - fit) ** 2).mean())
    assert METHODS["RECI"].score(x, y) != pytest.approx(cubic)


def test_slope_on_polynomials_charges_as_slope_does_and_has_no_other_functions():
    x, y = sample("noise")
    score = variants.VARIANTS["SLOPE, polynomials only"].method.score
    u, v = unit_range(x), unit_range(y)
    alone = {"x": -x.size * math.log2(slope.resolution(u)), "y": -x.size * math.log2(slope.resolution(v))}

    def bits(cause, effect):
        step, target = slope.resolution(effect), effect - effect.mean()
        found = []
        for power in (1, 2, 3):
            basis = cause**power - (cause**power).mean()
            factor = float(basis @ target / (basis @ basis))
            residual = slope.gaussian_bits(float(((target - factor * basis) ** 2).sum()), effect.size, step)
            found.append((residual + slope.coefficient_bits(factor), residual))
        return min(found)[1]

    expected = (alone["y"] + bits(v, u) - alone["x"] - bits(u, v)) / (alone["x"] + alone["y"])
    assert score(x, y) == pytest.approx(expected, rel=1e-9)
    assert math.isnan(score(*sample("binary cause")))


# ---------- the committed table


def test_the_table_has_each_variant_and_todays_versions():
    table = variants.read()
    assert list(table.columns) == list(variants.COLUMNS)
    assert list(table["variant"].unique()) == list(variants.VARIANTS)
    heavy = set(causal.tuebingen_metadata().query("weight > 0").index)
    for name, part in table.groupby("variant"):
        variant = variants.VARIANTS[str(name)]
        assert set(part["version"]) == {variant.method.version}
        assert set(part["pair"]) == (heavy if variant.pairs is None else set(variant.pairs))
        if variant.method.name in METHODS:
            assert variant.method.version == METHODS[variant.method.name].version
    assert list(variants.wide(table)) == [name for name, v in variants.VARIANTS.items() if v.pairs is None]


def test_variants_decide_the_pairs_that_their_methods_do():
    scores, wide = causal.tuebingen_scores(), variants.wide()
    for name in wide:
        method = variants.VARIANTS[name].method.name
        if method in scores:
            assert (wide[name].notna() == scores.loc[wide.index, method].notna()).all()


@needs_official
@pytest.mark.parametrize("name", QUICK)
def test_a_sample_of_the_quick_scores(name):
    variant, table = variants.VARIANTS[name], variants.read()
    stored = table[table["variant"] == name].set_index("pair")["score"]
    small = causal.tuebingen_metadata().query("0 < weight and rows < 1100").index.intersection(stored.index)
    numbers = variant.pairs or np.random.default_rng(20261121).choice(small, 4, replace=False).tolist()
    found = variants.score_pairs(causal.load_tuebingen(SHARED, numbers=numbers).values(), variant)
    assert found.tolist() == pytest.approx(stored[found.index].tolist(), rel=1e-9, nan_ok=True)


@needs_official
@pytest.mark.parametrize(("name", "number"), [("FOM, standardised", 60), ("ROCHE, raw units", 60)])
def test_a_sample_of_the_costly_scores(name, number):
    variant, table = variants.VARIANTS[name], variants.read()
    needs_extra(variant.method)
    found = variants.score_pairs(causal.load_tuebingen(SHARED, numbers=[number]).values(), variant)
    stored = table[(table["variant"] == name) & (table["pair"] == number)]["score"]
    assert found.tolist() == pytest.approx(stored.tolist(), **tolerance(variant.method.name))


@needs_official
def test_the_command_makes_the_committed_rows_and_keeps_them(tmp_path, capsys):
    chosen = ["larger variance, raw units", "RECI, first two columns"]
    command = ["--folder", str(SHARED), "--output", str(tmp_path), "--variants", ";".join(reversed(chosen))]
    assert variants.main(command) == 0
    assert "102 of 103 pairs" in capsys.readouterr().out
    committed = variants.read()
    wanted = committed[committed["variant"].isin(chosen)].reset_index(drop=True)
    pd.testing.assert_frame_equal(variants.read(tmp_path / "variants.csv"), wanted, rtol=1e-9, check_exact=False)
    assert variants.main(command) == 0
    assert capsys.readouterr().out == ""


def test_the_command_refuses_what_it_does_not_know(tmp_path, capsys):
    with pytest.raises(SystemExit):
        variants.main(["--variants", "FOM, upside down"])
    assert "no such variants: FOM, upside down" in capsys.readouterr().err
    assert variants.main(["--folder", str(tmp_path / "none"), "--output", str(tmp_path)]) == 1
    with pytest.raises(FileNotFoundError, match=r"variants\.csv"):
        variants.read(tmp_path / "variants.csv")


def test_pair_105_by_other_rules():
    scores = causal.tuebingen_scores()
    ways = variants.ways_with_105(scores)
    assert {"IGCI", "RECI", "SLOPE"} <= set(ways.index)
    assert ways.loc["SLOPE", "as in the table"] == ways.loc["SLOPE", "first two columns"]
    assert ways.loc["RECI", "as in the table"] == ways.loc["RECI", "left out"] != ways.loc["RECI", "first two columns"]
    assert ways.loc["IGCI"].nunique() == 3
    replaced = variants.on_first_two_columns(scores["IGCI"])
    assert (replaced != scores["IGCI"])[scores["IGCI"].notna()].sum() == 1
    assert causal.METHODS["IGCI"].several_columns == "flatten"
