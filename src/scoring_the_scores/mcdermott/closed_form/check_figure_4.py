"""Figure 4: the first heat map, exactly, for every prevalence; of the other five the parameters are not at hand."""

from __future__ import annotations

import numpy as np

from claimledger import Evidence
from scoring_the_scores.mcdermott.closed_form.preferences import triangle
from scoring_the_scores.mcdermott.closed_form.two_groups import TwoGroups

RATES = (0.001, 0.01, 0.1, 0.3, 0.5, 0.9)


def panel_a() -> Evidence:
    """Figure 4(a): groups of one size and one prevalence, whatever that prevalence is."""
    k0, k1 = triangle()
    rows = np.unique(k0)[:, None]
    steps = rows + (1 - rows) * np.linspace(0.02, 0.98, 50)
    models = {rate: TwoGroups(0.5, (rate, rate)) for rate in RATES}
    e = Evidence(
        note="The text does not give the prevalence: " + ", ".join(f"{rate:g}" for rate in RATES) + " are tried. The "
        "colours cannot be compared, because no value is printed."
    )
    e.printed(
        "the difference is positive for all $k_0<k_1$",
        cases=((model.auprc_preference(k0, k1) > 0).all() for model in models.values()),
    )
    e.printed(
        "at each $k_0$ it grows with $k_1$",
        cases=((np.diff(model.auprc_preference(rows, steps), axis=1) > 0).all() for model in models.values()),
    )
    e.printed("the printed mixture gives the same", cases=(_alike(rate, model) for rate, model in models.items()))
    unequal = TwoGroups(0.4, (0.1, 0.1)).auprc_preference(k0, k1)
    e.control(r"positive for all $k_0<k_1$ with $\beta=0.4$", cases=unequal > 0)
    return e


def _alike(rate: float, model: TwoGroups) -> bool:
    printed = TwoGroups(0.5, (rate, rate), mixture="printed")
    return np.allclose(printed.auprc_preference(*triangle()), model.auprc_preference(*triangle()), rtol=1e-9)


def panel_b() -> Evidence:
    """Figure 4(b)."""
    return _lost("b")


def panel_c() -> Evidence:
    """Figure 4(c)."""
    return _lost("c")


def panel_d() -> Evidence:
    """Figure 4(d)."""
    return _lost("d")


def panel_e() -> Evidence:
    """Figure 4(e)."""
    return _lost("e")


def panel_f() -> Evidence:
    """Figure 4(f)."""
    return _lost("f")


def _lost(letter: str) -> Evidence:
    e = Evidence()
    e.missing(
        f"Which prevalences and which share of group 1 panel ({letter}) has.",
        looked="the caption, the text of Appendix C, and the authors' public repository, whose notebooks have no "
        "Appendix C.",
        instead="what the text says of a smaller group 1, of other prevalences and of a small group 0 is tested with "
        "parameters of ours.",
    )
    return e
