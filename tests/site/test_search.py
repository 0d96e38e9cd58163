"""What the search finds first: chapters before names of the packages, whatever a reader calls a thing."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from .conftest import SITE

SCRIPT = """
import { readFileSync } from "node:fs";
import vm from "node:vm";
const context = vm.createContext({});
context.window = context;
const read = (name) => readFileSync(`${process.argv[1]}/_static/${name}`, "utf8");
vm.runInContext(read("searched.js") + "\\n" + read("search_order.js"), context);
const found = JSON.parse(process.argv[2]).map((query) => {
  const { book, packages } = context.window.searchBook(query);
  const [first] = book;
  return { book: book.map((one) => one.page), packages: packages.map((one) => one.title), text: first?.section[2] };
});
console.log(JSON.stringify(found));
"""
#: Queries, and the page that a reader expects first.
FIRST = {
    "which metric": "foundations/which-metric",
    "Which metric should I use?": "foundations/which-metric",
    "choose threshold": "foundations/which-metric",
    "how to choose a threshold": "foundations/which-metric",
    "calibration": "foundations/one-sort",
    "log loss": "foundations/one-sort",
    "cross-entropy": "foundations/one-sort",
    "PR curve": "mcdermott/two-areas",
    "AUPRC": "mcdermott/two-areas",
    "average precision": "mcdermott/two-areas",
    "class imbalance": "mcdermott/two-areas",
    "imbalanced data": "mcdermott/two-areas",
    "sensitivity": "foundations/one-sort",
    "specificity": "tile/ranking-scores",
    "false alarm": "foundations/one-sort",
    "cost curve": "flach/costs-and-curves",
    "H measure": "flach/h-measure",
    "indistinguishability threshold": "sumpter/indistinguishability",
    "easy negatives": "sumpter/easy-negatives",
    "LxCIM": "lxcim/lxcim",
    "kappa prevalence": "tile/ranking-scores",
    "bootstrap confidence interval": "synthesis/how-sure",
    "sample size": "synthesis/how-sure",
    "glossary": "back/glossary",
}
SAME = [
    ("AUC", "AUROC", "area under the ROC curve"),
    ("PR curve", "precision-recall curve", "precision–recall curve"),
    ("AUPRC", "AP", "average precision"),
    ("sensitivity", "recall", "TPR", "true positive rate"),
    ("specificity", "TNR"),
    ("log loss", "cross-entropy"),
    ("class imbalance", "imbalanced data"),
]


def found(*queries: str) -> list[dict]:
    """What the site's own scripts find, best first."""
    if not (SITE / "_static" / "searched.js").is_file():
        pytest.skip("the site is not built: run `make book`")
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node on this machine")
    command = [node, "--input-type=module", "-e", SCRIPT, str(SITE), json.dumps(queries)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    return json.loads(done.stdout)


def test_the_expected_page_is_first_and_has_an_excerpt() -> None:
    answers = dict(zip(FIRST, found(*FIRST), strict=True))
    first = {query: answer["book"][0].removeprefix("book/") for query, answer in answers.items()}
    assert first == FIRST
    assert [query for query, answer in answers.items() if not answer["text"] and query != "glossary"] == []


def test_every_name_of_a_thing_finds_the_same() -> None:
    for names in SAME:
        pages = [answer["book"] for answer in found(*names)]
        assert all(one == pages[0] for one in pages), names


def test_the_packages_are_a_list_of_their_own() -> None:
    auc, name, nothing = found("AUC", "average_precision", "xyzzy")
    assert not [page for page in auc["book"] if page.startswith("book/back/api")]
    assert auc["packages"][0] == "metricbook.auroc"
    assert name["packages"][0] == "metricbook.average_precision"
    assert (nothing["book"], nothing["packages"]) == ([], [])


def test_sphinx_leaves_no_index_of_its_own() -> None:
    assert not list(Path(SITE).glob("searchindex.js"))
