"""Figure 4: the six heat maps, exactly, for parameters of ours where the text gives none."""

from __future__ import annotations

import numpy as np

from metricbook.chapters.mcdermott.closed_form.by_definition import tally
from metricbook.chapters.mcdermott.closed_form.preferences import share, triangle
from metricbook.chapters.mcdermott.closed_form.tables import PANELS
from metricbook.chapters.mcdermott.closed_form.two_groups import MIXTURES, TwoGroups
from metricbook.ledger import Evidence

RATES = (0.001, 0.01, 0.1, 0.3, 0.5, 0.9)


def panel_a() -> Evidence:
    """Figure 4(a): groups of one size and one prevalence, whatever that prevalence is."""
    k0, k1 = triangle()
    rows = np.unique(k0)[:, None]
    steps = rows + (1 - rows) * np.linspace(0.02, 0.98, 50)
    models = [TwoGroups(0.5, (rate, rate)) for rate in RATES]
    positive, count = tally(bool((model.auprc_preference(k0, k1) > 0).all()) for model in models)
    growing, grown = tally(bool((np.diff(model.auprc_preference(rows, steps), axis=1) > 0).all()) for model in models)
    same, same_count = tally(
        bool(np.allclose(TwoGroups(0.5, (rate, rate), mixture="printed").auprc_preference(k0, k1),
                         model.auprc_preference(k0, k1), rtol=1e-9))
        for rate, model in zip(RATES, models, strict=True)
    )  # fmt: skip
    unequal = TwoGroups(0.4, (0.1, 0.1)).auprc_preference(k0, k1)
    e = Evidence(
        note="The text does not give the prevalence: " + ", ".join(f"{rate:g}" for rate in RATES) + " are tried. Both "
        "mixtures are the same here. The colours cannot be compared, because no value is printed."
    )
    e.printed("the difference is positive for all $k_0<k_1$", agrees=positive, reproduced=f"{count} prevalences")
    e.printed("at each $k_0$ it grows with $k_1$", agrees=growing, reproduced=f"{grown} prevalences")
    e.printed("the printed mixture gives the same", agrees=same, reproduced=f"{same_count} prevalences")
    e.control(
        r"positive for all $k_0<k_1$ with $\beta=0.4$",
        agrees=bool((unequal > 0).all()),
        reproduced=f"on {np.mean(unequal > 0):.1%} of the cells",
    )
    return e


def panel_b() -> Evidence:
    """Figure 4(b): a smaller share of group 1, under both mixtures."""
    return _readings("b")


def panel_c() -> Evidence:
    """Figure 4(c): a much smaller share of group 1, under both mixtures."""
    return _readings("c")


def panel_d() -> Evidence:
    """Figure 4(d): a higher prevalence in group 1, under both mixtures."""
    return _readings("d")


def panel_e() -> Evidence:
    """Figure 4(e): a lower prevalence in group 1, under both mixtures."""
    return _readings("e")


def panel_f() -> Evidence:
    """Figure 4(f): group 0 in the minority, under both mixtures."""
    return _readings("f")


def _readings(letter: str) -> Evidence:
    panel = PANELS[letter]
    exchanged = "" if panel.share == 0.5 else "; then the same with the shares of the groups exchanged"
    told = "group 0 is preferred somewhere" if letter == "f" else "group 1 is preferred everywhere"
    first, second = panel.prevalences
    e = Evidence(
        note=f"Which parameters this panel has, the text does not say. Ours: β = {panel.share:g}, prevalences "
        f"{first:g} and {second:g} ({panel.what}), a case of which the text speaks{exchanged}. A reading "
        f"agrees if it shows what the text says of that case: {told}."
    )
    for beta in dict.fromkeys((panel.share, 1 - panel.share)):
        for mixture in MIXTURES:
            model = TwoGroups(beta, panel.prevalences, mixture=mixture)
            preference = model.auprc_preference(*triangle())
            e.reading(
                f"β = {beta:g}, {mixture} mixture", agrees=bool((preference > 0).all()) != (letter == "f"),
                reproduced=f"group 1 on {share(model):.1%}; from {preference.min():.2f} to {preference.max():.2f}",
            )  # fmt: skip
    return e
