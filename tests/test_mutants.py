"""Mutants: what one change makes of a file, and that those written down as equivalent are mutants of the code."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.whole import in_whole_run
from tools.mutants import mutations
from tools.mutants.__main__ import report
from tools.mutants.mutations import ROOT, equivalent, mutants, sample

FILE = """\
def share(part: int, whole: int) -> float:
    \"\"\"The share, not a mutant: 1 + 1.\"\"\"
    if whole <= 0:
        raise ValueError("there is no whole")
    return part / whole
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(mutations, "ROOT", tmp_path)
    monkeypatch.setattr(mutations, "SOURCE", tmp_path)
    path = tmp_path / "metricbook" / "metrics" / "share.py"
    path.parent.mkdir(parents=True)
    path.write_text(FILE, encoding="utf-8")
    return path


def test_a_mutant_changes_one_thing_and_leaves_docstrings_annotations_and_sentences(file):
    assert {mutant.key for mutant in mutants(file)} == {
        ("metricbook.metrics.share", "share", before, after)
        for before, after in (
            ("if whole <= 0:", "if whole < 0:"),
            ("if whole <= 0:", "if whole <= 1:"),
            ('raise ValueError("there is no whole")', "raise ValueError(None)"),
            ("return part / whole", "return part * whole"),
        )
    }
    for mutant in mutants(file):
        changed = mutant.changed().splitlines()
        (place,) = (n for n, line in enumerate(FILE.splitlines()) if line != changed[n])
        assert changed[place].strip() == mutant.after
        assert place + 1 in mutant.statement
        assert mutant.defined == 1


def test_a_mutant_of_a_case_is_one_of_the_statement_at_its_head(file):
    file.write_text("def name(k):\n    match k + 1:\n        case 1:\n            return None\n", encoding="utf-8")
    drawn = {(mutant.before, mutant.after, *mutant.statement) for mutant in mutants(file)}
    assert ("match k + 1:", "match k - 1:", 2) in drawn
    assert ("case 1:", "case 2:", 2) in drawn


def test_a_sample_depends_on_its_seed_alone_and_takes_every_kind_in_turn(file):
    drawn = [mutant.key for mutant in sample(file, 3, seed=1)]
    assert drawn == [mutant.key for mutant in sample(file, 3, seed=1)]
    assert len({mutant.kind for mutant in sample(file, 3, seed=2)}) == 3
    assert len({tuple(mutant.key for mutant in sample(file, 2, seed)) for seed in range(20)}) > 1


def test_a_run_fails_if_too_many_survive_and_shows_which(file, capsys, monkeypatch):
    monkeypatch.setattr("tools.mutants.__main__.NEEDED", 0.75)
    drawn = mutants(file)
    outcomes = dict.fromkeys((mutant.key for mutant in drawn), "killed")
    assert report(drawn, outcomes | {drawn[0].key: "survived", drawn[1].key: "timed out"}) == 0
    assert drawn[0].before in capsys.readouterr().out
    del outcomes[drawn[1].key]  # equivalent: it does not count
    assert report(drawn, outcomes | {drawn[0].key: "survived"}) == 1


@in_whole_run
def test_every_equivalent_mutant_is_a_mutant_of_the_code_as_it_is():
    stated = defaultdict(set)
    for module, *rest in equivalent():
        stated[module].add((module, *rest))
    for module, keys in stated.items():
        file = ROOT.joinpath("src", *module.split(".")).with_suffix(".py")
        assert keys <= {mutant.key for mutant in mutants(file)}, module
    assert all(len(reason.split()) > 3 for reason in equivalent().values())
