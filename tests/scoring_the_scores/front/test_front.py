"""The front page: its twenty cases by the library and by the rule behind them, its findings by what they rest on."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import norm

import claimledger as ledger
from metricbook.confusion import METRICS
from metricbook.exact import ranking
from scoring_the_scores.contents import parts
from scoring_the_scores.front import findings, prices, strip

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("prevalence", [0.01, 0.3, 0.7])
@pytest.mark.parametrize("auroc", [0.65, 0.9, 0.99])
def test_at_the_best_f1_the_probability_of_a_positive_is_half_of_it(prevalence, auroc):
    """So the price is that at which one is indifferent there, unless it is best to call everything positive."""
    gap = np.sqrt(2) * norm.ppf(auroc)

    def f1(t):
        found = prevalence * norm.sf(t - gap)
        return 2 * found / (found + (1 - prevalence) * norm.sf(t) + prevalence)

    best = minimize_scalar(lambda t: -f1(t), bounds=(-8, 8), method="bounded", options={"xatol": 1e-9})
    assert prices.best_f1(prevalence, auroc) == pytest.approx(-best.fun, abs=1e-6)
    odds = prevalence * norm.pdf(best.x - gap) / ((1 - prevalence) * norm.pdf(best.x))
    assert prices.price_of_a_miss(prevalence, auroc) == pytest.approx(1 / odds, rel=1e-4)


def test_in_no_smaller_ranking_a_lower_mistake_gains_more():
    assert [findings.lower_gains_more(cases) for cases in range(2, 8)] == [[]] * 6
    assert findings.lower_gains_more(8) == ["NNNNNPNP", "NNNNPPNP"]


def test_kappa_sides_with_the_rarer_class():
    agreements = findings.agreements_of_kappa()
    rare, frequent = agreements[0.05], agreements[0.95]
    assert min(rare[0], frequent[1]) > 0.9
    assert max(rare[1], frequent[0]) < 0.6
    chapter = (ROOT / "book/tile/ranking-scores.ipynb").read_text("utf-8")
    for prevalence, (one, other) in agreements.items():
        assert re.search(rf" {prevalence:.2f} \([\d., ]+\) +{one:.2f} +{other:.2f}", chapter), prevalence


def test_the_sentences_say_what_their_numbers_are():
    """Each word that a number must bear out: weak before strong, lost, rises, few of many."""
    found = {one.label: one for one in findings.findings()}
    assert len(found) == 9
    big = {label: list(map(float, re.findall(r"[\d.]+", one.big))) for label, one in found.items()}
    weak, strong = big["one-rule-chapter"]
    assert weak > strong > 1
    assert f"one miss with {weak} false alarms if the model is weak" in found["one-rule-chapter"].text
    before, after = big["easy-negatives-chapter"]
    assert before > after
    before, after = big["matrices-case"]
    assert before < after
    told, pairs = big["reading-table-1-chapter"]
    assert told < pairs / 20
    right, wrong = big["ranking-scores-chapter"]
    assert right > 0.9 > 0.6 > wrong


def test_every_finding_says_what_to_do_and_leads_to_a_chapter():
    page = findings.nine()
    labels = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("book/*/*.ipynb"))
    for one in findings.findings():
        assert one.do.endswith(".")
        assert f"({one.label})=" in labels
        assert f"- {one.big}\n\n  {one.do}\n\n  {one.text} {{ref}}`{one.label}`" in page.markdown
        assert f"{one.big}: {one.do} {one.text}" in page.plain
    for undefined in ("r_b", "NP", "couples", "LxCIM", "benchmark of forty"):
        assert undefined not in page.plain


def test_the_first_line_counts_chapters_papers_and_claims():
    numbers = list(map(int, re.findall(r"\d+", findings.kicker().plain)))
    chapters = sum(len(part.chapters) for part in parts() if part.numbered)
    claims = [claim.verdict for claim in ledger.load().values() if claim.origin is None]
    checked = len(claims) - claims.count("untestable") - claims.count("unexamined")
    assert numbers == [chapters, 5, checked, len(claims)]


def test_the_counts_are_those_of_the_ledger():
    numbers = list(map(int, re.findall(r"\d+", findings.counts().plain)))
    claims = ledger.load().values()
    assert numbers[0] == sum(claim.origin is None for claim in claims) == sum(numbers[2:-1])
    assert numbers[-1] == sum(claim.origin is not None for claim in claims)


def test_the_front_page_says_what_is_not_confirmed_and_nothing_if_all_is(monkeypatch):
    claim = ledger.load()["lxcim.prop5"]
    fine = ledger.Result(claim, ledger.Evidence(), 0.0)
    monkeypatch.setattr(ledger, "stored", dict)
    assert findings.not_confirmed() is None  # nothing was run
    monkeypatch.setattr(ledger, "stored", lambda: {claim.id: fine})
    page = findings.not_confirmed()
    assert page.plain.startswith("Of 1 claims, 1 is not confirmed on this machine (")
    assert '<div class="doubted" role="note">Of 1 claims' in page.markdown
    assert '<a href="back/ledger.html#machine=doubt">' in page.markdown
    index = (ROOT / "book" / "index.md").read_text(encoding="utf-8")
    assert index.index("findings.not_confirmed()") < index.index("findings.nine()")


def test_every_stop_of_the_strip_has_the_values_of_the_library():
    table = strip.stops()
    labels = [int(case == "P") for case in strip.CASES]
    assert table["flagged"].tolist() == list(range(21))
    assert table.loc[0, list(strip.METRICS)].isna().tolist() == [True, False, False, False]
    for stop in table.to_dict("records"):
        flagged = labels[: stop["flagged"]]
        tp, fp = sum(flagged), len(flagged) - sum(flagged)
        counts = (20 - sum(labels) - fp, fp, sum(labels) - tp, tp)
        if flagged:
            values = [METRICS[name](*counts) for name in ("precision", "recall", "f1_score", "accuracy")]
            assert [stop[name] for name in strip.METRICS] == pytest.approx(values)
        said = f"{tp} right, {fp} false alarm"
        assert stop["says"].startswith(f"{stop['flagged']} of 20 flagged: {said}")
        assert f"{sum(labels) - tp} positive" in stop["says"]


def test_the_price_at_the_best_f1_is_the_one_at_which_a_case_more_or_less_gains_nothing():
    """The best F1 is the best threshold of all for the price (2 - F1) / F1 of a miss, in false alarms."""
    table = strip.stops()
    best = table["F1"].max()
    found = table[table["says"].str.contains("F1 is best")]
    assert found["F1"].tolist() == [best]
    (price,) = map(float, re.findall(r"worth ([\d.]+) false alarms", found["says"].item()))
    assert price == pytest.approx((2 - best) / best, abs=0.05)
    hits = table["recall"] * strip.CASES.count("P")
    losses = (table["flagged"] - hits) + (2 - best) / best * (strip.CASES.count("P") - hits)
    assert losses.min() == pytest.approx(losses[found.index[0]])
    right = table[table["says"].str.contains("Accuracy is best")]
    assert (right["accuracy"] == table["accuracy"].max()).all()


def test_the_strip_begins_at_the_best_f1_and_carries_all_stops():
    page, table = strip.strip().markdown, strip.stops()
    assert page == page.replace("\n", "")  # one block of HTML
    states = json.loads(unescape(re.search(r'data-stops="([^"]*)"', page)[1]))
    assert [state[-1] for state in states] == table["says"].tolist()
    assert states[0][0] == "–"
    assert [float(value) for value in states[5][:4]] == table.loc[5, list(strip.METRICS)].round(3).tolist()
    start = int(table["F1"].round(9).idxmax())
    assert f'max="20" value="{start}"' in page
    assert page.count('<li class="p') == strip.CASES.count("P")
    assert len(re.findall(r'<li class="[pn] in"', page)) == start
    assert strip.strip().plain == f"{strip.CASES}. {table['says'][start]}"
    labels, scores = [int(case == "P") for case in strip.CASES], list(range(20, 0, -1))
    for exact in (ranking.auroc, ranking.average_precision):
        assert f">{float(exact(labels, scores)):.3f}</dd>" in page
