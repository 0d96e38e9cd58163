"""What the site's pages are given at the end of the build."""

from __future__ import annotations

import gzip
import re
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from claimledger import load
from claimledger.markup import slug
from metricbook.explorers import bundle, styles
from scoring_the_scores.contents import goals, proofs
from scoring_the_scores.foundations.which_metric import guide
from tools.site_pages import addresses, height, mend, parts, width
from tools.verdict_feed import PAGE, announce, write_feed

ROOT = Path(__file__).resolve().parents[1]


def test_the_room_of_a_formula_does_not_depend_on_how_floats_are_added() -> None:
    """Python 3.12 adds floats otherwise than 3.11, and rounded to a tenth of an em they could differ."""
    assert len({width("".join(order)) for order in permutations("x=Aa(")}) == 1
    assert len({height(r"\\".join(order)) for order in permutations([r"\frac12", "a", "b", r"\sum", "c"])}) == 1


@pytest.mark.parametrize(
    ("tex", "broken"),
    [
        ("a=b", ["a=b"]),
        ("A(1-B)+C(1-D)=E(1-F)", ["A(1-B)+C(1-D)={}", "E(1-F)"]),
        (r"\pi_+F(x)\,G(x)\,x\le-\pi_-G(x)\,F(x)+y", [r"\pi_+F(x)\,G(x)\,x\le{}", r"-\pi_-G(x)\,F(x)+y"]),
        (r"A=\{a+b+c+d+e+f+g+h+i+j\}", [r"A={}", r"\{a+b+c+d+e+f+g+h+i+j\}"]),
        ("(a+b+c+d+e+f+g+h+i+j]]", ["(a+b+c+d+e+f+g+h+i+j]]"]),
        (r"\displaystyle a+b+c+d+e+f+g+h+i+j", [r"\displaystyle a+b+c+d+e+f+g+h+i+j"]),
    ],
)
def test_a_line_may_end_within_a_formula_after_a_relation_an_operator_or_a_comma(tex: str, broken: list[str]) -> None:
    """It may not within brackets, after a sign that is an index, nor where brackets do not match."""
    assert parts(tex) == broken


def test_long_formulas_are_several_and_stops_stay_with_the_last() -> None:
    page = mend(
        r'<p>(<span class="math">\(a+b+c+d+e+f+g+h+i+j\)</span>). And <span class="math">\(b\)</span> too.</p>', ""
    )
    spans = re.sub(" style=[^>]*", "", page)
    first, last = r"<span class=math>(\(a+b+c+d+e+f+g+{}\)</span>", r"<span class=math>\(h+i+j\)).</span>"
    assert spans == rf"<p>{first}<wbr>{last} And <span class=math>\(b\)</span> too.</p>"


def test_the_history_of_verdicts_is_a_feed_beside_its_page(tmp_path: Path) -> None:
    (tmp_path / PAGE).parent.mkdir(parents=True)
    config = SimpleNamespace(html_title="Book", author="We")
    app = SimpleNamespace(builder=SimpleNamespace(format="html"), config=config, outdir=tmp_path)
    write_feed(app, RuntimeError("the build failed"))
    assert list((tmp_path / PAGE).parent.iterdir()) == []
    write_feed(app, None)
    read = ElementTree.parse(tmp_path / f"{PAGE}.xml")
    assert read.findtext("{*}title") == "Book: the history of verdicts"
    context, elsewhere = {"metatags": "<meta>"}, {}
    announce(app, PAGE, "page.html", context, None)
    announce(app, "book/index", "page.html", elsewhere, None)
    assert context["metatags"].startswith('<meta><link rel="alternate" type="application/atom+xml"')
    assert elsewhere == {}


def test_explorers_ask_for_the_proofs_that_pages_know_and_these_lead_to_claims_in_chapters() -> None:
    scripts = (ROOT / "src" / "metricbook" / "explorers" / "scripts").glob("*.js")
    pattern = re.compile(r'^ +\["[^"]+", "([a-z0-9-]+)"\],$', re.MULTILINE)
    asked = [key for path in scripts for key in pattern.findall(path.read_text(encoding="utf-8"))]
    assert sorted(asked) == sorted(proofs())
    claims = {slug(claim): claim.chapter for claim in load().values()}
    for key, address in addresses().items():
        found = re.fullmatch(r"\.\./([a-z]+/[a-z-]+)\.html#(claim-[a-z0-9-]+)", address)
        assert found, key
        assert claims[found[2]] == found[1]
        assert (ROOT / "book" / f"{found[1]}.ipynb").exists()


def test_every_rooms_goals_are_loaded_and_the_scripts_stay_light() -> None:
    assert sorted(goals()) == sorted((ROOT / "src").rglob("goals.js"))
    text = bundle(after=goals())
    assert text.count("solvedIf(") - bundle().count("solvedIf(") == len(goals())
    assert not re.search(r"^(import|export) |/\*", text, re.MULTILINE)
    assert len(gzip.compress((text + styles()).encode())) <= 76_000


def test_the_guides_script_holds_what_it_needs_starts_no_explorer_and_stays_light() -> None:
    text = guide.script()
    assert not re.search(r"^(import|export) |/\*|explorer\.start", text, re.MULTILINE)
    assert all(f"const of_{name} =" in text for name in ("csv", "metrics", "sweep", "special"))
    assert "const of_explorer =" not in text
    assert len(gzip.compress((text + guide.table()).encode())) <= 14_000
