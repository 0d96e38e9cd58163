"""The ledger against its checks: every verdict is what its evidence gives, and every check can fail."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import json
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

import claimledger as ledger
import scoring_the_scores
from claimledger.run import evaluate, result
from claimledger.sentences import lacking, shown, uncarried, universal
from tests.each import of_each
from tests.whole import WHOLE

ROOT = Path(__file__).parents[1]
INVENTORY = ROOT.parent / "shared" / "claims"
CLAIMS = ledger.load()
DECIDED = [claim for claim in CLAIMS.values() if claim.decided]

PUBLISHED = [claim for claim in DECIDED if claim.published is not None]

of_each_decided_claim = of_each(DECIDED, name=lambda claim: claim.id)


#: Rows of the inventory that went, each because it stated no claim of the paper.
DROPPED = {
    "lxcim.acc-lxcim-bounds": "a consequence that the book drew itself",
    "mcdermott.figure-references": "an artefact of the conversion of the paper's text",
    "mcdermott.intro-arguments": "the paper does not claim that its lists agree",
    "mcdermott.m2-overall-auroc": "a consequence that the book drew itself",
    "mcdermott.score-range": "a remark on how scores are written",
    "tile.fig8b": "a panel without a claim of its own, told with fig8a",
    "tile.fig8d": "a panel without a claim of its own, told with fig8a",
    "tile.fig8e": "a panel without a claim of its own, told with fig8a",
    "tile.symbols-reuse": "a complaint of ours about letters",
}


def test_no_claim_of_the_inventory_is_lost():
    inventoried = {paper.id: paper.inventoried for paper in ledger.papers().values()}
    assert Counter(claim.paper for claim in CLAIMS.values()) >= Counter(inventoried)


@pytest.mark.parametrize("paper", ledger.papers())
@pytest.mark.skipif(not INVENTORY.exists(), reason="the inventory is at hand in development only")
def test_every_id_of_the_inventory_is_present(paper):
    inventory = yaml.safe_load((INVENTORY / f"{paper}.yml").read_text(encoding="utf-8"))
    assert {claim["id"] for claim in inventory["claims"]} - set(CLAIMS) == {
        name for name in DROPPED if name.startswith(f"{paper}.")
    }


@pytest.mark.parametrize("claim", DECIDED, ids=lambda claim: claim.id)
def test_the_verdict_is_what_the_evidence_gives(claim):
    assert result(claim.id).evidence.outcome == claim.verdict


@of_each_decided_claim
def test_what_is_stored_can_be_had_again(claim):
    found = result(claim.id)
    assert found.reproduced, [comparison for comparison in found.against if comparison.form == "rerun"]


def test_every_defect_has_a_grade_or_names_the_claim_that_carries_it():
    examined = [claim for claim in DECIDED if claim.verdict not in ("holds", "unexamined")]
    defects = [claim for claim in examined if claim.follows is None]
    assert [claim.id for claim in defects if claim.grade is None] == []


@pytest.mark.parametrize("claim", PUBLISHED, ids=lambda claim: claim.id)
def test_a_perturbed_published_value_flips_the_check(claim):
    """The first value or the last, whichever is compared, and in a whole run each."""
    before = result(claim.id).evidence
    compared, leaves = 0, list(_leaves(claim.published))
    for path, leaf in leaves if WHOLE else leaves[:: max(1, len(leaves) - 1)]:
        after = _evidence_with_another(claim, path, leaf)
        if after is None:
            continue  # a name or number that does not exist is refused: the check did look at it
        compared += 1
        where = f"published {'.'.join(map(str, path)) or 'value'}"
        assert after != before, f"{where} plays no part in the check"
        if claim.verdict == "holds":
            assert after.outcome != "holds", f"{where} can be changed and the claim still holds"
        if not WHOLE:
            break
    assert compared, "no published value came out as a comparison, so nothing shows that the check can fail"


@of_each_decided_claim
def test_what_agrees_and_what_fails_is_said(claim):
    evidence = result(claim.id).evidence
    assert all(comparison.what for comparison in evidence.comparisons)
    assert claim.lead is None, "a decided claim needs no lead: its finding says what is true"


@of_each_decided_claim
def test_every_number_of_a_sentence_is_in_its_evidence(claim):
    assert uncarried(claim, result(claim.id).evidence) == []


@of_each_decided_claim
def test_what_is_said_of_everything_has_a_scope_and_what_is_grave_or_ours_was_tried(claim):
    words = universal(claim)
    assert claim.scope or not words, f"universal words: {words}"
    assert claim.tried or not (words or claim.origin or claim.grade in ("A", "B"))


@of_each_decided_claim
def test_a_planted_number_and_a_planted_word_are_noticed(claim):
    planted = dataclasses.replace(claim, finding=f"{claim.finding} So it is 0.73519, always.")
    assert uncarried(planted, result(claim.id).evidence) == ["0.73519"]
    assert Counter(universal(planted)) - Counter(universal(claim)) == Counter(["always"])


#: What numbers in a chapter's text are not measured by it: where something else stands, and how long it takes to read.
NOT_TOLD = re.compile(r"\{(?:cite|numref|prf:ref|ref|eq|term)[^`]*`[^`]*`|\]\([^)]*\)|\*\*Time\*\* \d+ minutes")


@pytest.mark.parametrize("path", sorted((ROOT / "book").glob("*/*.ipynb")), ids=lambda path: path.stem)
def test_every_number_of_a_chapter_is_in_its_evidence_or_in_its_cells(path):
    """In text, heads and captions: those of its claims' evidence, and of what its other cells say and show."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    chapter = path.relative_to(ROOT / "book").with_suffix("").as_posix()
    pool = [shown(result(claim.id).evidence) for claim in DECIDED if claim.chapter == chapter]
    told = []
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            told.append(NOT_TOLD.sub("", source))
            continue
        told.append(cell["metadata"].get("mystnb", {}).get("figure", {}).get("caption", ""))
        if "ledger." not in source:
            outputs = [output.get("data", {"text": output.get("text", "")}) for output in cell["outputs"]]
            pool += [source, *("".join(data[kind]) for data in outputs for kind in data if kind.startswith("text"))]
    assert {number: text for text in told for number in lacking(text, pool)} == {}
    assert lacking(f"{told[0]} So it is 0.73519.", pool) == ["0.73519"]


def test_what_became_of_grave_defects_is_said_where_there_is_a_later_version():
    for paper in ledger.papers().values():
        assert paper.versions[0].what
        assert sum(version.seen == "read" for version in paper.versions) >= 1
        grave = [claim for claim in DECIDED if claim.paper == paper.id and claim.grade in ("A", "B")]
        last = paper.versions[-1].seen == "read"
        assert [claim.id for claim in grave if bool(claim.later) == last] == []


def test_every_check_belongs_to_exactly_one_claim():
    named = Counter(claim.check for claim in DECIDED)
    assert [check for check, claims in named.items() if claims > 1] == []
    assert set(_checks()) == set(named)


def test_every_chapter_tells_its_findings():
    """So every claim is shown, in the text or in the list at the chapter's end."""
    for chapter in {claim.chapter for claim in DECIDED}:
        code = _code(ROOT / "book" / f"{chapter}.ipynb")
        assert f'ledger.findings("{chapter}")' in code
        assert "ledger.show(" not in code.partition("ledger.findings(")[2]


def test_a_claim_is_shown_at_most_once_and_in_the_chapter_that_decides_it():
    shown = [
        (shown_id, path.relative_to(ROOT / "book").with_suffix("").as_posix())
        for path in sorted((ROOT / "book").rglob("*.ipynb"))
        for call in re.findall(r"^ledger\.show\(([^)]*)\)", _code(path), re.MULTILINE)
        for shown_id in re.findall(r'"([^"]+)"', call)
    ]
    assert [shown_id for shown_id, times in Counter(shown_id for shown_id, _ in shown).items() if times > 1] == []
    for shown_id, chapter in shown:
        assert CLAIMS[shown_id].chapter == chapter, f"{shown_id} is shown in {chapter}"


def _leaves(value: Any, path: tuple = ()) -> Iterator[tuple[tuple, Any]]:
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from _leaves(entry, (*path, key))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from _leaves(entry, (*path, index))
    elif value is not None:
        yield path, value


def _replaced(value: Any, path: tuple, leaf: Any) -> Any:
    if not path:
        return leaf
    changed = value.copy()
    changed[path[0]] = _replaced(value[path[0]], path[1:], leaf)
    return changed


def _evidence_with_another(claim: ledger.Claim, path: tuple, leaf: Any) -> ledger.Evidence | None:
    """What the check gives for the first other value that it can work with; None if it refuses them all."""
    for other in _perturbed(leaf, claim.tolerance):
        wrong = dataclasses.replace(claim, published=_replaced(claim.published, path, other))
        try:
            return evaluate(wrong)
        except (KeyError, ValueError):
            continue
    return None


def _perturbed(leaf: Any, tolerance: float | None) -> Iterator[Any]:
    """Values that no reading of the printed one allows: three units of the last digit, or three tolerances, off."""
    if isinstance(leaf, bool):
        yield not leaf
    elif isinstance(leaf, ledger.Printed):
        step = max(
            Decimal(3) * Decimal(leaf.unit.numerator) / Decimal(leaf.unit.denominator),
            Decimal(3) * Decimal(str(tolerance or 0)),
        )
        yield from (ledger.Printed(str(Decimal(leaf.text) + off)) for off in (step, -step))
    elif isinstance(leaf, int):
        step = max(1, round(3 * (tolerance or 0)))
        yield from (leaf + step, leaf - step)
    else:
        try:
            yield str(Fraction(leaf) + 1)
        except ValueError:
            yield from (f"{leaf}?", f"-({leaf})")  # another word, another formula


def _checks() -> Iterator[str]:
    for module in pkgutil.walk_packages(scoring_the_scores.__path__, f"{scoring_the_scores.__name__}."):
        if not module.name.rpartition(".")[2].startswith("check_"):
            continue
        loaded = importlib.import_module(module.name)
        for name, function in inspect.getmembers(loaded, inspect.isfunction):
            if function.__module__ == module.name and not name.startswith("_"):
                yield f"{module.name.removeprefix(scoring_the_scores.__name__ + '.')}.{name}"


def _code(notebook: Path) -> str:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
