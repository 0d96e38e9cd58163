"""Running the checks: one claim, or all of them once per state of the code and data."""

from __future__ import annotations

import hashlib
import importlib
import pickle
import platform
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from metricbook.datasets import data_folder
from metricbook.ledger.claims import Claim, load
from metricbook.ledger.evidence import Evidence


@dataclass(frozen=True)
class Result:
    """A decided claim, the evidence its check gave, and the seconds that took."""

    claim: Claim
    evidence: Evidence
    seconds: float

    @property
    def confirmed(self) -> bool:
        """Whether the evidence gives the recorded verdict."""
        return self.evidence.outcome == self.claim.verdict


def check_of(claim: Claim) -> Callable[[Claim], Evidence]:
    """The function that checks a decided claim.

    Raises
    ------
    ValueError
        If the claim is open, or names a function that does not exist.
    """
    if claim.check is None:
        raise ValueError(f"{claim.id} is open: it has no check yet")
    module, _, name = claim.check.rpartition(".")
    try:
        return getattr(importlib.import_module(f"metricbook.checks.{module}"), name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{claim.id} names the check '{claim.check}', which cannot be had: {error}") from error


def evaluate(claim: Claim) -> Evidence:
    """Run a claim's check."""
    return check_of(claim)(claim)


@cache
def result(claim_id: str) -> Result:
    """Run the check of a committed claim, once in a session.

    Raises
    ------
    ValueError
        If there is no such claim, or if it is open.
    """
    claims = load()
    if claim_id not in claims:
        raise ValueError(f"the ledger has no claim '{claim_id}'")
    claim = claims[claim_id]
    start = time.perf_counter()
    evidence = evaluate(claim)
    return Result(claim, evidence, time.perf_counter() - start)


def results(*, reuse: bool = True, progress: Callable[[Iterable], Iterable] = iter) -> dict[str, Result]:
    """Run the checks of all decided claims, or take them from the last run on the same code and data.

    Parameters
    ----------
    reuse : bool
        Whether a stored run may be used. It is kept in ``_build`` under a digest of the package's source, the
        committed data and the versions of Python and NumPy, so any change to one of these makes it a new run.
    progress : callable
        Wraps the iterable of claims, to show how far the run has come.
    """
    store = _store()
    if reuse and store.exists():
        return pickle.loads(store.read_bytes())  # written by this function, on this machine
    decided = [claim for claim in load().values() if claim.decided]
    found = {claim.id: result(claim.id) for claim in progress(decided)}
    store.parent.mkdir(parents=True, exist_ok=True)
    for old in store.parent.glob("run-*.pickle"):
        old.unlink(missing_ok=True)
    unfinished = store.with_suffix(f".{time.time_ns()}")
    unfinished.write_bytes(pickle.dumps(found))
    unfinished.replace(store)
    return found


def _store() -> Path:
    digest = hashlib.sha256(f"{platform.python_version()} {np.__version__}".encode())
    package = Path(__file__).parents[1]
    data = data_folder()
    files = sorted(package.rglob("*.py")) + sorted(p for s in ("yml", "csv") for p in data.rglob(f"*.{s}"))
    for path in files:
        if "cache" not in path.parts:
            digest.update(str(path).encode() + b"\0" + path.read_bytes())
    return data.parent / "_build" / "ledger" / f"run-{digest.hexdigest()[:20]}.pickle"
