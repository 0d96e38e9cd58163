"""Ledgers made up for the tests."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from claimledger import Claim, Result, errata, listing, markup, pages, run
from claimledger.project import Project, using

from .samples import BASE, TOY_CHECKS, TOY_CLAIMS, VALID, make_claim, make_result


@pytest.fixture
def write(tmp_path) -> Callable[[str], Path]:
    """Write two files of claims: the given content as the first paper's, and a valid one."""

    def _write(content: str) -> Path:
        for paper, claims in {"flach": VALID.format(paper="flach", order=2), "lxcim": content}.items():
            (tmp_path / "data" / paper).mkdir(parents=True, exist_ok=True)
            (tmp_path / "data" / paper / "claims.yml").write_text(claims, encoding="utf-8")
        return tmp_path / "data"

    return _write


@pytest.fixture(autouse=True)
def new_session(monkeypatch):
    """No claim has been shown yet."""
    monkeypatch.setattr(pages, "_SHOWN", set())


def give(monkeypatch, claims: dict[str, Claim], found: dict[str, Result]) -> None:
    """Let every page have these claims and results."""
    for module in (markup, pages, listing, errata):
        monkeypatch.setattr(module, "load", lambda: claims)
    for module in (pages, listing, errata):
        monkeypatch.setattr(module, "results", lambda **_: found)
    monkeypatch.setattr(pages, "result", lambda claim_id: found[claim_id])


@pytest.fixture
def small_ledger(monkeypatch) -> dict[str, Claim]:
    """A ledger of one decided and one open claim, with evidence made up here."""
    claims = {c.id: c for c in (make_claim(), make_claim("open", verdict=None, finding=None, check=None))}
    found = {"lxcim.first": make_result(claims["lxcim.first"])}
    give(monkeypatch, claims, found)
    return claims


@pytest.fixture
def graded_ledger(monkeypatch) -> dict[str, Claim]:
    """An error, a claim that follows it, an ungraded error, an open question, and a claim with a remark."""
    made = (
        make_claim("carries", verdict="refuted", grade="B"),
        make_claim("inherits", verdict="refuted", follows="lxcim.carries"),
        make_claim("ungraded", verdict="refuted"),
        make_claim("unclear", verdict="untestable", grade="C"),
        make_claim("remarked", remark="No ties; *with* them a | b is half."),
    )
    claims = {claim.id: claim for claim in made}
    found = {claim.id: make_result(claim, agrees=claim.verdict == "holds") for claim in made}
    found["lxcim.unclear"].evidence.comparisons.clear()
    found["lxcim.unclear"].evidence.missing("The data.", looked="The archive.", instead="Nothing.")
    give(monkeypatch, claims, found)
    return claims


@pytest.fixture
def toy_paper(write, tmp_path, monkeypatch) -> Iterator[None]:
    """A project of three papers, one of them a toy whose checks lie in a package of its own."""
    (write(BASE) / "toy").mkdir()
    (tmp_path / "data" / "toy" / "claims.yml").write_text(TOY_CLAIMS, encoding="utf-8")
    package = tmp_path / "src" / "toyaudit"
    (package / "toy" / "a_room").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "toy" / "a_room" / "check_toy.py").write_text(TOY_CHECKS, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.claimledger]\nproject = 'toyaudit:PROJECT'\n", encoding="utf-8")
    monkeypatch.syspath_prepend(package.parent)
    cached = (run.result, run._stored)
    for function in cached:
        function.cache_clear()
    with using(Project("toyaudit", package)):
        yield
    for function in cached:
        function.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "toyaudit"]:
        del sys.modules[name]
