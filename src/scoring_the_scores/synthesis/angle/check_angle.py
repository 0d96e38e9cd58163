"""The angle: quadrants by another formula, angles as distances, near twins, and how fast which metrics come to it."""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np
import pandas as pd
from scipy.integrate import quad
from scipy.special import ndtr

import metricbook
from claimledger import Claim, Evidence
from metricbook import disagreement
from scoring_the_scores.synthesis.angle import corners, rates, tables, twins
from scoring_the_scores.synthesis.angle.settings import METRICS, Normal
from scoring_the_scores.synthesis.influences import Influence, influence_of
from scoring_the_scores.synthesis.population import Population

SEED = 15


def angle() -> Evidence:
    """Quadrants of a normal law by another formula; angles as distances; and models that are drawn."""
    table = tables.compared()
    smooth = table[(table["n"] == table["n"].max()) & (table["first"] == "AUROC") & (table["second"] == "AP")]
    e = Evidence(
        note=f"AUROC and AP in {len(smooth)} settings of {smooth['n'].max():,} cases, {smooth['runs'].min():,} samples "
        "each, within 4 standard errors; the distances, of AUROC, AP, H, LxCIM and F1 on 4,000 drawn cases."
    )
    places = [-2.0, -0.5, 0.0, 1.0]
    grid = list(itertools.product([-0.9, -0.3, 0.0, 0.6, 0.95], places, places))
    e.printed("the probability of opposite signs, by integrating over one variable", cases=(
        abs(float(disagreement(*point)) - _opposite_by_integration(*point)) < 1e-8 for point in grid
    ))  # fmt: skip
    apart = _angles()
    names = sorted({name for pair in apart for name in pair})
    e.printed("an angle is at most the sum of two others", cases=(
        apart[a, b] <= apart[a, c] + apart[c, b] for a, b, c in itertools.permutations(names, 3)
    ))  # fmt: skip
    e.printed("drawn models: opposite orders as often", cases=smooth["z"].abs() < 4)
    better = smooth[smooth["kind"] == "better"]
    equal = smooth[smooth["kind"] == "equal"]
    gaps = better["drawn"].to_numpy() - equal["predicted"].to_numpy()
    e.control("the arccos for models of different worth too", cases=np.abs(gaps) < 4 * better["error"].to_numpy())
    e.control("as of two metrics that have nothing to do with each other",
              cases=(smooth["drawn"] - 0.5).abs() < 4 * smooth["error"])  # fmt: skip
    return e


def equally_good(claim: Claim) -> Evidence:
    """How often AUROC and AP order two equally good models oppositely, by influences in closed form."""
    names = [(0.5, 0.5, 0.0), (0.5, 0.5, 0.7), (0.8, 0.5, 0.0), (0.8, 0.5, 0.7), (0.8, 0.1, 0.0), (0.8, 0.1, 0.7)]
    found = {f"AUROC {area}, {share}, {alike}": _limit(area, share, alike) for area, share, alike in names}
    e = Evidence(
        claim,
        note="Influences in closed form, their products by quadrature; drawn models of 5,000 cases, within 4 standard "
        "errors. A setting is AUROC, the share of positives, and the correlation of noise.",
    )
    e.printed("arccos of the correlation of differences of influences, over pi", reproduced=found)
    table = tables.compared()
    drawn = table[(table["kind"] == "equal") & (table["n"] == 5000) & (table["second"] == "AP")]
    rows = [drawn[drawn["prevalence"] == share].iloc[0] for share in (0.5, 0.1)]
    limits = [found[f"AUROC 0.8, {share}, 0.7"] for share in (0.5, 0.1)]
    met = [abs(row.drawn - share) < 4 * row.error for row, share in zip(rows, limits, strict=True)]
    e.printed("drawn models: opposite orders as often", cases=met)
    e.control("one in six, whatever the models know", cases=[abs(row.drawn - 1 / 6) < 4 * row.error for row in rows])
    return e


def smooth(claim: Claim) -> Evidence:
    """By which power of the number of cases the remainder of each metric falls."""
    table = rates.remainders().set_index("metric")
    e = Evidence(
        claim,
        note=f"Differences of two equally good models less the mean of their influences: standard deviations over "
        f"{rates.RUNS} samples of {', '.join(f'{n:,}' for n in rates.CASES)} cases, one in ten positive, seed "
        f"{rates.SEED}; slopes of straight lines through the logarithms.",
    )
    e.printed("exponents", reproduced={name: float(table.loc[name, "exponent"]) for name in claim.published})
    # Accuracy is a mean of cases: nothing is left but rounding.
    e.printed("accuracy leaves nothing", cases=table.loc["accuracy"].iloc[:-1] < 1e-12)
    e.control("all fall as the noise does, by one half", cases=table["exponent"].sub(-0.5).abs() < 0.1)
    slopes = table["exponent"]
    e.control("KS, AUCH and H fall as AUROC does",
              cases=[abs(slopes[name] - slopes["AUROC"]) < 0.06 for name in ("KS", "AUCH", "H")])  # fmt: skip
    return e


def at_corners() -> Evidence:
    """Shares drawn beside the angles by influences, on scores of three values with a corner and without."""
    table = corners.table()
    e = Evidence(
        note=f"{corners.RUNS:,} pairs of models of 1,000,000 cases each with scores of three values, half of the cases "
        "positive; standard errors up to "
        f"{table['error'].max():.3f}. Shares: {_shares(table)}."
    )
    plain = table[table["what"] == "no corner"]
    e.printed("no corner: as the angle says", cases=_met(plain))
    e.printed("nothing is known: H has no influences, AUROC has", agrees=_without(table),
              reproduced="every influence on H is 0")  # fmt: skip
    bent = table[(table["what"] != "no corner") & table["predicted"].notna()]
    e.printed("two best thresholds for KS, a win rate of one half for C(r_b): less often than the angle says",
              cases=bent["1000000"] < bent["predicted"] - 4 * bent["error"])  # fmt: skip
    e.printed("and a thousand times the cases change nothing",
              cases=(bent["1000"] - bent["1000000"]).abs() < 4 * math.sqrt(2) * bent["error"])  # fmt: skip
    e.control("at a corner, too, as the angle says", cases=_met(bent))
    return e


def near_twins() -> Evidence:
    """Correlations of closer and closer models beside what the theorem says they tend to."""
    e = Evidence(
        note="Normal scores of AUROC 0.8, noise of correlation 0.9, 0.99 and 0.999; influences in closed form; slopes "
        "by differences. Each step must bring the angle nearer to the limit."
    )
    continuous = ("AUROC", "AP", "H", "LxCIM")
    for p in (0.5, 0.1):
        population = Population.with_auroc(0.8, prevalence=p)
        known = twins.named(population)
        pairs = [*itertools.combinations(continuous, 2), *((name, "accuracy") for name in continuous)]
        pairs += [("accuracy", "F1"), ("accuracy", "F1, same")]
        e.printed(f"positives {p:g}: the angle comes nearer to its limit",
                  cases=[_nearer(population, known[one], known[other]) for one, other in pairs])  # fmt: skip
        left = [abs(_apart(population, known[a], known[b])) for a, b in itertools.combinations(continuous, 2)]
        e.printed(f"positives {p:g}: at 0.999 the angle of two continuous metrics is that of the slopes, to 0.001",
                  cases=[one < 0.001 for one in left])  # fmt: skip
        right, f1 = twins.accuracy_and_f1(population, population.at_score(0.0))
        size = population.flagged(population.at_score(0.0)) + p
        value = 2 * p * population.tpr(population.at_score(0.0)) / size
        e.printed(
            f"positives {p:g}: accuracy and F1 at the most accurate threshold are arctan(1 - F1) apart",
            published=math.atan(1 - value), reproduced=math.acos(twins.limit(population, right, f1)), tolerance=1e-8,
        )  # fmt: skip
        e.control(
            f"positives {p:g}: metrics without jumps and accuracy keep the angle that they have at 0.7",
            cases=[_kept(population, known[name], known["accuracy"]) for name in ("AUROC", "AP", "H", "LxCIM")],
        )
    return e


def one_direction(claim: Claim) -> Evidence:
    """How fast metrics of the same influences cease to disagree."""
    table = rates.alike()
    e = Evidence(
        claim,
        note="The stored samples of two equally good models of AUROC 0.8, half of the cases positive; 200, 1,000 and "
        f"5,000 cases, {_runs():,} samples each; slopes of straight lines through the logarithms.",
    )
    pairs = [f"{row['first']}, {row['second']}" for row in table.to_dict("records")]
    truth = Normal(0.5).truth().correlations()
    where = list(METRICS)
    same = [truth[where.index(a), where.index(b)] for a, b in rates.ALIKE]
    e.printed("their influences have correlation 1", cases=[abs(1 - one) < 1e-9 for one in same])
    shares = {f"{pair}: {n}": float(table[n].iloc[k]) for k, pair in enumerate(pairs) for n in ("200", "5000")}
    slopes = {f"{pair}: exponent": float(table["exponent"].iloc[k]) for k, pair in enumerate(pairs)}
    e.printed("shares of opposite orders at 200 and 5,000 cases, and exponents",
              reproduced={key: (shares | slopes)[key] for key in claim.published})  # fmt: skip
    e.control("all three fall alike", cases=table["exponent"].sub(table["exponent"].iloc[0]).abs().iloc[1:] < 0.1)
    return e


def _runs() -> int:
    return int(tables.compared()["runs"].max())


def _limit(auroc: float, prevalence: float, alike: float) -> float:
    population = Population.with_auroc(auroc, prevalence=prevalence)
    area, precision = influence_of(population, "auroc"), influence_of(population, "average_precision")
    return float(disagreement(twins.correlation(population, area, precision, alike)))


def _opposite_by_integration(correlation: float, first: float, second: float) -> float:
    """The probability that two normal variables differ in sign, given one of them and averaged over it."""
    spread = math.sqrt(1 - correlation**2)

    def given(z: float) -> float:
        below = float(ndtr(-(second + correlation * z) / spread))
        return math.exp(-z * z / 2) / math.sqrt(2 * math.pi) * (below if first + z > 0 else 1 - below)

    parts = (quad(given, *ends, epsabs=1e-11)[0] for ends in ((-np.inf, -first), (-first, np.inf)))
    return float(sum(parts))


def _angles() -> dict[tuple[str, str], float]:
    """The angle between every two of five metrics on drawn models, by the names of both, in either order."""
    labels, first, second, _ = Normal(0.1).draw(4000, np.random.default_rng(SEED))
    found = metricbook.angle(labels, first, second, ["auroc", "average_precision", "h_measure", "lxcim", "f1_score"])
    rows = {(row.metric, row.other): row.disagree for row in found.itertuples()}
    return rows | {(other, metric): share for (metric, other), share in rows.items()}


def _met(table: pd.DataFrame) -> list[bool]:
    """Whether a million cases gave what the angle says, within four standard errors."""
    return ((table["1000000"] - table["predicted"]).abs() < 4 * table["error"]).tolist()


def _without(table: pd.DataFrame) -> bool:
    """Whether one row has no prediction, since no case has an influence there, and metrics disagree all the same."""
    rows = table[table["predicted"].isna()]
    return len(rows) == 1 and rows["metric"].iloc[0] == "H" and bool(rows["1000000"].iloc[0] > 0.05)


def _shares(table: pd.DataFrame) -> str:
    rows = (
        f"{row['metric']}, {row['what']}: {row['1000000']:.3f}, by influences "
        + ("none" if math.isnan(row["predicted"]) else f"{row['predicted']:.3f}")
        for row in table.to_dict("records")
    )
    return "; ".join(rows)


@cache
def _angle_at(population: Population, one: Influence, other: Influence, alike: float) -> float:
    return float(disagreement(min(1.0, max(-1.0, twins.correlation(population, one, other, alike)))))


def _in_the_limit(population: Population, one: Influence, other: Influence) -> float:
    return float(disagreement(min(1.0, max(-1.0, twins.limit(population, one, other)))))


def _apart(population: Population, one: Influence, other: Influence) -> float:
    return _angle_at(population, one, other, 0.999) - _in_the_limit(population, one, other)


def _nearer(population: Population, one: Influence, other: Influence) -> bool:
    """Whether each step takes the angle nearer to its limit, to rounding."""
    end = _in_the_limit(population, one, other)
    gaps = [abs(_angle_at(population, one, other, alike) - end) for alike in (0.9, 0.99, 0.999)]
    return all(after <= before + 1e-6 for before, after in itertools.pairwise(gaps))


def _kept(population: Population, one: Influence, other: Influence) -> bool:
    return abs(_angle_at(population, one, other, 0.7) - _angle_at(population, one, other, 0.999)) < 0.01
