"""The front page: its picture by hand and by the rule behind it, its findings by what they rest on, its lists."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import norm

import claimledger as ledger
from scoring_the_scores.front import contents, figures, findings, prices

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("prevalence", [0.01, 0.3, 0.7])
@pytest.mark.parametrize("auroc", [0.65, 0.9, 0.99])
def test_at_the_best_f1_the_chance_of_a_positive_is_half_of_it(prevalence, auroc):
    """So the price is that of whoever is indifferent there, unless it is best to call everything positive."""
    gap = np.sqrt(2) * norm.ppf(auroc)

    def f1(t):
        found = prevalence * norm.sf(t - gap)
        return 2 * found / (found + (1 - prevalence) * norm.sf(t) + prevalence)

    best = minimize_scalar(lambda t: -f1(t), bounds=(-8, 8), method="bounded", options={"xatol": 1e-9})
    assert prices.best_f1(prevalence, auroc) == pytest.approx(-best.fun, abs=1e-6)
    odds = prevalence * norm.pdf(best.x - gap) / ((1 - prevalence) * norm.pdf(best.x))
    assert prices.price_of_a_miss(prevalence, auroc) == pytest.approx(1 / odds, rel=1e-4)


def test_the_picture_says_what_its_caption_says():
    table = prices.prices([0.01, 0.1, 0.5], np.linspace(0.6, 0.999, 40))
    axes = figures.prices_of_f1(table)
    lines = [line.get_ydata() for line in axes.lines]
    assert len(lines) == 3
    for line in lines:
        assert (np.diff(line) < 0).all()
        assert axes.get_ylim()[0] <= line.min()
        assert line.max() <= axes.get_ylim()[1]
    assert (lines[0] > lines[1]).all()
    assert (lines[1] > lines[2]).all()
    assert len({line.get_linestyle() for line in axes.lines}) == 3


def test_no_smaller_ranking_has_a_dearer_mistake_below():
    assert [findings.dearer_below(cases) for cases in range(2, 8)] == [[]] * 6
    assert findings.dearer_below(8) == ["NNNNNPNP", "NNNNPPNP"]


def test_kappa_sides_with_the_rarer_class():
    rare, frequent = (findings.agreement_of_kappa(prevalence) for prevalence in (0.05, 0.95))
    assert min(rare[0], frequent[1]) > 0.9
    assert max(rare[1], frequent[0]) < 0.6


def test_the_sentences_say_what_their_numbers_are():
    """Each word that a number must bear out: rises, from more to less, more false alarms for the weaker."""
    text = findings.nine().plain
    assert len(text.splitlines()) == 9
    before, after = map(float, re.search(r"rises, from ([\d.]+) to ([\d.]+)\.", text).groups())
    assert before < after
    many, few = map(float, re.search(r"take it from ([\d.]+) to ([\d.]+)\.", text).groups())
    assert many > few
    weak, strong = map(float, re.search(r"for ([\d.]+) false alarms .* for ([\d.]+) if", text).groups())
    assert weak > strong > 1
    couples, told = map(int, re.search(r"make (\d+) couples\..* tells (\d+)(?: or \d+)? of them", text).groups())
    assert told < couples / 20


def test_the_counts_are_those_of_the_ledger():
    numbers = list(map(int, re.findall(r"\d+", findings.counts().plain)))
    claims = ledger.load().values()
    assert numbers[0] == sum(claim.origin is None for claim in claims) == sum(numbers[2:-1])
    assert numbers[-1] == sum(claim.origin is not None for claim in claims)


def test_chapters_are_listed_with_what_their_heads_say():
    listed = contents.chapters().set_index("label")
    assert listed.loc["one-sort-chapter", ["part", "level"]].tolist() == ["Foundations", "introductory"]
    times = re.findall(r"\*\*Time\*\* (\d+)", (ROOT / "book/foundations/one-sort.ipynb").read_text(encoding="utf-8"))
    assert [str(listed.loc["one-sort-chapter", "minutes"])] == times
    assert contents.path(listed.reset_index()).plain.count("\n") == listed["part"].nunique() + 2
    assert contents.syllabus(listed.reset_index()).plain.count("{ref}") == len(listed)


def test_without_the_repository_the_chapters_cannot_be_listed(monkeypatch):
    monkeypatch.setattr(contents, "clone", lambda: None)
    with pytest.raises(FileNotFoundError, match="in the repository"):
        contents.chapters()


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
    assert index.index("findings.not_confirmed()") < index.index("figures.prices_of_f1(")
