"""The draft of a paper is set from the book's numbers, and what its words say of them is so."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from scoring_the_scores.synthesis.angle import tables
from tests.whole import in_whole_run
from tools import set_paper


@pytest.fixture(scope="module")
def numbers():
    """What the text is filled with."""
    return set_paper.numbers()


@in_whole_run
def test_the_draft_is_set_on_eight_pages_at_most():
    sheets = PdfReader(io.BytesIO(set_paper.set_paper())).pages
    assert len(sheets) <= 8
    assert "The angle between two metrics" in sheets[0].extract_text()


def test_the_text_asks_for_every_number_and_drawing_and_types_none_itself(numbers):
    text = set_paper.TEXT.read_text(encoding="utf-8")
    assert set(re.findall(r"#n\.([a-z0-9-]+)|\.\.n\.([a-z]+)", text)) == {
        ("", name) if name == "simulated" else (name, "") for name in numbers
    }
    assert set(re.findall(r'image\("(\w+)\.svg"', text)) == {"ranges", "maps"}
    prose = re.sub(r"\$[^$]*\$|#\w[^\n]*|@\w[\w-]*", "", text[text.index("= Introduction") :])
    assert re.findall(r"\d*\.\d+(?![\d.]*(?:pt|fr|em))", prose) == ["0.8"]  # beside which ranges are given


def test_what_is_said_of_the_simulations_is_so():
    table = tables.compared()
    equal = table[table["kind"].isin(tables.EQUAL) & (table["first"] == "AUROC")]
    equal = equal[equal["second"].isin(["AP", "H", "LxCIM", "accuracy"])]
    many = equal[equal["n"] == 5000]
    far = many[many["z"].abs() > tables.FAR]
    assert {(row.kind, row.prevalence, row.second) for row in far.itertuples()} == {
        ("equal", 0.5, "H"), ("equal", 0.5, "LxCIM"),
    }  # fmt: skip
    assert (far["predicted"] < 0.04).all()
    few = equal[(equal["n"] * equal["prevalence"] >= 10) & ~((equal["kind"] == "equal") & (equal["prevalence"] == 0.5))]
    assert ((few["drawn"] - few["predicted"]).abs() < 0.06).all()


def test_metrics_on_the_map_lie_as_measured_where_worth_is_counted(numbers):
    assert float(numbers["worth-correlation"]) > float(numbers["map-correlation"]) > 0.85
