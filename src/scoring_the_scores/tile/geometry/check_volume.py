"""Appendix A.6: the volume under the Tile, its closed form, and whether it can rank."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import sympy as sp
from numpy.polynomial.legendre import leggauss
from scipy.stats import spearmanr

from claimledger import Claim, Details, Evidence
from metricbook.tile import SCORES, dirichlet_performances, ranking_score, uniform_performances, volume
from metricbook.tile.axioms import mixture, mixture_excess
from scoring_the_scores.tile.geometry.tables import printed_volume

SEED = 20261121
N_NODES = 48
TOLERANCE = 1e-12
N_LARGE = 200_000
N_TRIPLES = 20_000
CANONICAL = ("TNR", "TPR", "NPV", "PPV", "A")


@cache
def _places() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Gauss-Legendre nodes of the square and their weights, one axis."""
    nodes, weights = leggauss(N_NODES)
    a, b = np.meshgrid((1 + nodes) / 2, (1 + nodes) / 2)
    return a.ravel(), b.ravel(), (np.outer(weights, weights) / 4).ravel()


def _integral(performances: np.ndarray) -> np.ndarray:
    """The double integral of Eq. 9 by quadrature of the canonical scores: no closed form enters."""
    a, b, weights = _places()
    return ranking_score(performances[:, None, :], a, b) @ weights


def _performances(kind: str, n: int = 300) -> np.ndarray:
    """Random performances, off the simplex's faces so that plain quadrature keeps all its digits."""
    rng = np.random.default_rng(SEED)
    drawn = dirichlet_performances(4 * n, (3.0, 3.0, 3.0, 3.0), rng=rng)
    if "tp = tn" in kind:
        drawn[:, 3] = drawn[:, 0]
    if "fn = fp" in kind:
        drawn[:, 2] = drawn[:, 1]
    drawn /= drawn.sum(axis=1, keepdims=True)
    return drawn[drawn.min(axis=1) > 0.04][:n]


def _near(actual: np.ndarray | float, expected: np.ndarray) -> np.ndarray:
    """In which rows two columns agree to 1e-12."""
    return np.abs(actual - expected) < TOLERANCE


def definition() -> Evidence:
    """Eq. 9: the double integral over a and b exists and is what `volume` returns."""
    drawn = _performances("general")
    a, _, weights = _places()
    corners = np.array([[1.0, 0, 0, 0], [0, 1.0, 0, 0], [0, 0, 1.0, 0], [0, 0, 0, 1.0]])
    e = Evidence(note=f"{len(drawn)} performances, Dirichlet(3, 3, 3, 3), seed {SEED}; {N_NODES}² nodes.")
    e.printed("the integral over the square by quadrature, and `volume`", cases=_near(volume(drawn), _integral(drawn)))
    e.printed(
        "a performance with all its mass on one outcome",
        agrees=np.allclose(volume(corners), [1, 0, 0, 1], atol=TOLERANCE),
        reproduced=np.round(volume(corners), 12).tolist(),
    )
    diagonal = ranking_score(drawn[:, None, :], a, a) @ weights
    e.control("the integral along the diagonal $a = b$ alone", cases=_near(volume(drawn), diagonal))
    return e


def mean_of_scores() -> Evidence:
    """Appendix A.1.5: the square has area 1, so the integral is a mean; against random places."""
    n_places = 40_000
    rng = np.random.default_rng(SEED)
    drawn = _performances("general")[:40]
    a, b = rng.random((2, n_places))
    values = ranking_score(drawn[:, None, :], a, b)
    error = values.std(axis=1, ddof=1) / np.sqrt(n_places)
    mean, four = values.mean(axis=1), SCORES["ACP"](drawn)
    within = np.abs(mean - volume(drawn)) < 4.5 * error
    e = Evidence(note=f"{n_places} uniform places, seed {SEED}, 4.5 standard errors of the mean.")
    x, y = sp.symbols("a b")
    area = sp.integrate(1, (x, 0, 1), (y, 0, 1))
    e.printed("area of the square of $(a, b)$", agrees=area == 1, reproduced=int(area))
    e.printed("mean of the scores at random places", cases=within)
    e.control("the mean of the four corners (ACP)", cases=np.abs(four - volume(drawn)) < 4.5 * error)
    return e


def all_scores_equal() -> Evidence:
    """Eqs. 10-12: with tp = tn and fn = fp every canonical score is the volume; exact on a grid, then in floats."""
    steps = [Fraction(k, 6) for k in range(7)]

    def score(tn: Fraction, fp: Fraction, fn: Fraction, tp: Fraction, a: Fraction, b: Fraction) -> Fraction | None:
        right = (1 - a) * tn + a * tp
        whole = right + (1 - b) * fp + b * fn
        return right / whole if whole else None

    def one_value(fp_is_fn: bool) -> Iterator[bool]:
        for k in range(9):
            tn, rest = Fraction(k, 16), Fraction(8 - k, 16)
            fp, fn = (rest, rest) if fp_is_fn else (rest / 2, rest * Fraction(3, 2))
            values = {score(tn, fp, fn, tn, a, b) for a, b in product(steps, steps)}
            yield values == {2 * tn}

    e = Evidence(note=f"Exact on {len(steps)}² places; the volume and the named scores on random performances.")
    e.printed("$R_{a,b}$ is the accuracy at every place", cases=one_value(True))
    drawn = _performances("tp = tn, fn = fp")
    for name in CANONICAL:
        e.printed(f"volume and {name}", cases=_near(volume(drawn), SCORES[name](drawn)))
    for beta in (0.5, 1.0, 2.0):
        scores = ranking_score(drawn, 1.0, beta**2 / (1 + beta**2))
        e.printed(rf"volume and $F_\beta$ at $\beta = {beta:g}$", cases=_near(volume(drawn), scores))
    e.control("the same without $fn = fp$", cases=one_value(False))
    return e


#: The right-hand sides of Eqs. 13 and 14 as printed, without the braces of sets and the sizes of parentheses.
PRINTED = {
    13: r"\frac{P(tn)}{P(fn)-P(fp)} (\ln(P(tn,fn)) - \ln(P(tn,fp))))",
    14: r"1 - \frac{P(fn)}{P(tp)-P(tn)} (\ln(P(tp,fn)) - \ln(P(tn,fn))))",
}


def _balanced(e: Evidence, number: int) -> None:
    """Whether each parenthesis of a printed formula has its partner, and with the one too many dropped."""
    text = PRINTED[number]
    for form, formula, what in (
        ("printed", text, "in the printed formula"),
        ("repaired", text[:-1], "without the last one"),
    ):
        opened, closed = formula.count("("), formula.count(")")
        e.add(
            form,
            f"parentheses {what} have partners",
            agrees=opened == closed,
            reproduced=f"{opened} are opened, {closed} closed",
        )


def equal_satisfying() -> Evidence:
    """Eq. 13: tp = tn, fn and fp different."""
    drawn = _performances("tp = tn")
    tn, fp, fn, _ = drawn.T
    expected = _integral(drawn)
    e = Evidence(note=f"{len(drawn)} performances, seed {SEED}, against quadrature of Eq. 9.")
    _balanced(e, 13)
    e.repaired("the formula so read", cases=_near(tn / (fn - fp) * (np.log(tn + fn) - np.log(tn + fp)), expected))
    u, v = sp.symbols("tn fn", positive=True)
    edge = sp.limit(u / v * (sp.log(u + v) - sp.log(u)), u, 0)
    e.repaired(
        "all the mass on one error, $0 \\ln 0$ as the limit 0, and `volume`",
        agrees=edge == 0 == volume([0, 0, 1, 0]),
        reproduced=[int(edge), float(volume([0, 0, 1, 0]))],
    )
    e.control(
        "with $fp$ for $tn$ in front", cases=_near(fp / (fn - fp) * (np.log(tn + fn) - np.log(tn + fp)), expected)
    )
    return e


def equal_unsatisfying() -> Evidence:
    """Eq. 14: fn = fp, tp and tn different."""
    drawn = _performances("fn = fp")
    tn, _, fn, tp = drawn.T
    expected = _integral(drawn)
    e = Evidence(note=f"{len(drawn)} performances, seed {SEED}, against quadrature of Eq. 9.")
    _balanced(e, 14)
    e.repaired("the formula so read", cases=_near(1 - fn / (tp - tn) * (np.log(tp + fn) - np.log(tn + fn)), expected))
    u, v = sp.symbols("fn tp", positive=True)
    edge = 1 - sp.limit(u / v * (sp.log(u + v) - sp.log(u)), u, 0)
    e.repaired(
        "all the mass on one success, $0 \\ln 0$ as the limit 0, and `volume`",
        agrees=edge == 1 == volume([0, 0, 0, 1]),
        reproduced=[int(edge), float(volume([0, 0, 0, 1]))],
    )
    e.control("without the 1 minus", cases=_near(fn / (tp - tn) * (np.log(tp + fn) - np.log(tn + fn)), expected))
    return e


def general_case() -> Evidence:
    """Eq. 15: by its mixed derivative, and against quadrature."""
    u, v = sp.symbols("u v", positive=True)
    mixed = sp.simplify(sp.diff((u**2 - v**2) * sp.log(u + v) / 2, u, v) - (u / (u + v) - sp.Rational(1, 2)))
    drawn = _performances("general")
    wide = drawn[(np.abs(drawn[:, 3] - drawn[:, 0]) > 0.05) & (np.abs(drawn[:, 2] - drawn[:, 1]) > 0.05)]
    expected = _integral(wide)
    e = Evidence(note=f"{len(wide)} performances with both gaps above 0.05, seed {SEED}.")
    e.printed(
        r"$\partial_u\partial_v \frac12(u^2 - v^2)\ln(u + v) = \frac{u}{u + v} - \frac12$",
        agrees=mixed == 0,
        reproduced=f"difference {mixed}",
    )
    e.printed("the formula and quadrature of Eq. 9", cases=_near(printed_volume(wide), expected))
    tn, fn = 0.8, 0.2  # tp and fp are 0: the term in ln(tp + fp) is 0 ln 0, the factors in front are tn and fn
    part = (tn**2 - fn**2) * np.log(tn + fn) - tn**2 * np.log(tn) + fn**2 * np.log(fn)
    edge = 0.5 + part / (2 * tn * fn)
    e.printed(
        "always negative at a positive prior of 0.2, $0 \\ln 0$ as 0, and `volume`",
        agrees=bool(abs(edge - volume([tn, 0, fn, 0])) < TOLERANCE),
        reproduced=[round(float(x), 6) for x in (edge, volume([tn, 0, fn, 0]))],
    )
    close = np.array([0.3, 0.2, 0.2 + 1e-9, 0.3 - 1e-9])
    near = bool(np.abs(printed_volume(close) - volume(close)) < 0.1)
    e.control(
        "in floating point, with both gaps $10^{-9}$: one digit right",
        agrees=near,
        reproduced=f"{'less' if near else 'more'} than 0.1 off {float(volume(close)):.4f}",  # how much, rounding says
    )
    e.control("with the sign of the fraction reversed", cases=_near(1 - printed_volume(wide), expected))
    return e


def _lines(a: sp.Expr, b: sp.Expr, c: sp.Expr, d: sp.Expr) -> list[tuple[str, sp.Expr]]:
    """The three displays of the proof that follow the misprint, the result last; a, b, c, d are tn, fp, fn, tp."""
    log = sp.log
    first = (
        2 * (c + d) * log(c + d) * (-((b - c) ** 2) - (b - c) * (b + d) + 2 * b * (b - c))
        - 2 * (c + a) * log(c + a) * (-((b - c) ** 2) - (b - c) * (b + a) + 2 * b * (b - c))
        - 2 * (b + d) * log(b + d) * (2 * (c - b) * (-b) + (c - b) * (b + d))
        + 2 * (a + b) * log(a + b) * (2 * (c - b) * (-b) + (c - b) * (b + a))
        - (c - b) * (-((c - b) ** 2) - 2 * (b - c) * (b + d) - 4 * b * (c - b))
        + (c - b) * (-((c - b) ** 2) - 2 * (b - c) * (b + a) - 4 * b * (c - b))
    )
    second = (
        2 * (c + d) * log(c + d) * ((b - c) + (b + d) - 2 * b)
        - 2 * (c + a) * log(c + a) * ((b - c) + (b + a) - 2 * b)
        - 2 * (b + d) * log(b + d) * (d - b)
        + 2 * (a + b) * log(a + b) * (a - b)
        + ((c - b) ** 2 + 2 * (b - c) * (b + d) + 4 * b * (c - b))
        - ((c - b) ** 2 + 2 * (b - c) * (b + a) + 4 * b * (c - b))
    )
    last = (
        (c**2 - d**2) * log(c + d)
        + (a**2 - c**2) * log(a + c)
        + (d**2 - b**2) * log(b + d)
        + (b**2 - a**2) * log(a + b)
    )
    return [
        ("the first display", 1 + first / (4 * (c - b) ** 2 * (d - a))),
        ("the second display", 1 + second / (4 * (c - b) * (d - a))),
        ("the result", sp.Rational(1, 2) - last / (2 * (c - b) * (d - a))),
    ]


def proof_of_general_case() -> Evidence:
    """Proof of Eq. 15: the antiderivative, its values at 1 and 0, and the terms they become, by algebra."""
    x, a, b, c, d = sp.symbols("x a b c d", positive=True)
    primitive = (2 * (c * x + d) * sp.log(c * x + d) * (a * c * x - a * d + 2 * b * c)
                 - c * x * (a * c * x - 2 * a * d + 4 * b * c))  # fmt: skip
    at_one = 2 * (c + d) * sp.log(c + d) * (a * c - a * d + 2 * b * c) - c * (a * c - 2 * a * d + 4 * b * c)
    printed_at_zero = 2 * d * sp.log(d) * (2 * b * c - a * c)
    right_at_zero = 2 * d * sp.log(d) * (2 * b * c - a * d)
    derivative = sp.diff(primitive / (4 * c**2), x) - (a * x + b) * sp.log(c * x + d)

    def vanishes(expression: sp.Expr) -> Details:
        left = sp.simplify(sp.expand(expression))
        return {"agrees": left == 0, "reproduced": f"difference ${sp.latex(left)}$"}

    e = Evidence(note="Algebra with sympy; everything over $4c^2$.")
    e.printed("the antiderivative of $(ax + b)\\ln(cx + d)$", **vanishes(derivative))
    e.printed("its value at 1", **vanishes(primitive.subs(x, 1) - at_one))
    e.printed("its value at 0", **vanishes(primitive.subs(x, 0) - printed_at_zero))
    e.repaired("its value at 0 with $ad$ for $ac$", **vanishes(primitive.subs(x, 0) - right_at_zero))
    e.repaired("its value at 1", **vanishes(primitive.subs(x, 1) - at_one))
    lines = _lines(a, b, c, d)
    for what, line in lines[:-1]:
        e.repaired(f"{what} that follows is the result", **vanishes((line - lines[-1][1]) * (c - b) ** 2 * (d - a)))
    # The next display: alpha, beta, gamma, delta in place of a, b, d, c, the term at 0 as one logarithm.
    merged = 2 * d * sp.log(2 * b * c - a * c)
    e.control(r"the next line's $2\gamma\ln(2\beta\delta - \alpha\delta)$", **vanishes(right_at_zero - merged))
    return e


def spearman(claim: Claim) -> Evidence:
    """Appendix A.6.3: the rank correlation of the volume and the accuracy, uniform performances."""
    rng = np.random.default_rng(SEED)
    batches = []
    for _ in range(10):
        drawn = uniform_performances(N_LARGE // 10, rng=rng)
        batches.append(float(spearmanr(volume(drawn), drawn[:, 0] + drawn[:, 3]).statistic))
    mean, error = float(np.mean(batches)), float(np.std(batches, ddof=1) / np.sqrt(len(batches)))
    skewed = dirichlet_performances(N_LARGE // 10, (0.2, 0.2, 0.2, 0.2), rng=rng)
    other = float(spearmanr(volume(skewed), skewed[:, 0] + skewed[:, 3]).statistic)
    e = Evidence(note=f"{N_LARGE} performances in 10 batches, seed {SEED}, standard error {error:.1g}.")
    e.printed(r"Spearman's $\rho$, uniform law", published=claim.published, reproduced=mean, standard_error=error)
    e.control(r"Spearman's $\rho$, Dirichlet(0.2, 0.2, 0.2, 0.2)", published=claim.published, reproduced=other)
    return e


def violates_axiom_3() -> Evidence:
    """Appendix A.6.3: mixtures of two performances whose volume is outside the range of theirs."""
    rng = np.random.default_rng(SEED)
    first, second = dirichlet_performances(2 * N_TRIPLES, (0.3,) * 4, rng=rng).reshape(2, -1, 4)
    share = rng.random(N_TRIPLES)
    outside = {
        name: mixture_excess(score, first, second, share)
        for name, score in {"volume": volume, "A": SCORES["A"], "F1": SCORES["F1"]}.items()
    }
    worst = int(np.nanargmax(outside["volume"]))
    p, q, w = first[worst], second[worst], share[worst]
    e = Evidence(note=f"{N_TRIPLES} random pairs and shares, Dirichlet(0.3, 0.3, 0.3, 0.3), seed {SEED}; margin 1e-9.")
    e.control("no mixture leaves the range of the volumes", cases=outside["volume"] <= 1e-9)
    volumes = [float(volume(value)) for value in (p, q, mixture(p, q, w))]
    e.printed(
        "the clearest of them: the two volumes, that of the mixture, and by how much it leaves their range",
        agrees=bool(outside["volume"][worst] > 0.05),
        reproduced=[round(value, 3) for value in (*volumes, volumes[2] - max(volumes[:2]))],
    )
    for name in ("A", "F1"):
        e.printed(f"no mixture leaves the range of {name}", cases=outside[name][~np.isnan(outside[name])] <= 1e-9)
    return e
