"""Running the checks: one claim, or all of them once per state of the code and data."""

from __future__ import annotations

import importlib
import pickle
import shutil
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from inspect import signature
from multiprocessing import active_children, get_context
from pathlib import Path

from metricbook.ledger.claims import Claim, load
from metricbook.ledger.evidence import Evidence
from metricbook.pages.kept import folder, store


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


def check_of(claim: Claim) -> Callable[..., Evidence]:
    """The function that checks a decided claim.

    Raises
    ------
    ValueError
        If the claim is open, or names a function that does not exist.
    """
    module, _, name = claim.function.rpartition(".")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{claim.id} names the check '{claim.check}', which cannot be had: {error}") from error


def evaluate(claim: Claim) -> Evidence:
    """Run a claim's check, which takes the claim if it uses what the paper prints, and nothing if not."""
    check = check_of(claim)
    return check(claim) if signature(check).parameters else check()


@cache
def result(claim_id: str) -> Result:
    """Run the check of a committed claim, once in a session, or take it from a stored run of all checks.

    Raises
    ------
    ValueError
        If there is no such claim, or if it is open.
    """
    claims = load()
    if claim_id not in claims:
        raise ValueError(f"the ledger has no claim '{claim_id}'")
    return _stored().get(claim_id) or _run(claims[claim_id])


def _run(claim: Claim) -> Result:
    start = time.perf_counter()
    evidence = evaluate(claim)
    return Result(claim, evidence, time.perf_counter() - start)


def _attempt(claim: Claim) -> Result:
    """Run a check, and let an error that it raises be the evidence."""
    start = time.perf_counter()
    try:
        return _run(claim)
    except Exception as error:
        said = " ".join(f"{type(error).__name__}: {error}".split())
        return Result(claim, Evidence(error=said), time.perf_counter() - start)


def results(
    *,
    reuse: bool = True,
    processes: int = 1,
    progress: Callable[[Iterable[Result], int], Iterable[Result]] = lambda found, total: found,
) -> dict[str, Result]:
    """Run the checks of all decided claims, or take them from the last run on the same code and data.

    A check that raises an error does not stop the others: the error is its evidence, which confirms nothing.

    Parameters
    ----------
    reuse : bool
        Whether a stored run may be used. It is kept, in ``_build`` of a clone and otherwise in the user's cache folder,
        under a digest of the package's source, the committed data and the versions of Python and the libraries, so any
        change to one of these makes it a new run.
    processes : int
        How many processes run the checks. The claims of a chapter stay together, as their checks share work.
    progress : callable
        Wraps the iterable of results, given their number, to show how far the run has come.
    """
    if reuse and (stored := _stored()):
        return stored
    decided = [claim for claim in load().values() if claim.decided]
    path = _store()  # before anybody changes the code
    run = map(_attempt, decided) if processes == 1 else _run_in(processes, decided)
    done = {found.claim.id: found for found in progress(run, len(decided))}
    found = {claim.id: done[claim.id] for claim in decided}
    store(path, found)
    for old in path.parent.glob("run-*"):  # of another state of the code or data
        if old not in (path, folder()):
            shutil.rmtree(old) if old.is_dir() else old.unlink(missing_ok=True)
    _stored.cache_clear()
    return found


def _run_in(processes: int, claims: Iterable[Claim]) -> Iterator[Result]:
    """Run checks in several processes, the chapters with most claims first."""
    chapters: dict[str | None, list[Claim]] = {}
    for claim in claims:
        chapters.setdefault(claim.chapter, []).append(claim)
    # Not forked: checks start threads, and a fork would copy the locks they hold.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        # Workers are started here and inherit this: Ctrl-C reaches them too, but it is ours to stop them.
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        tasks = [pool.submit(_run_all, group) for group in sorted(chapters.values(), key=len, reverse=True)]
        signal.signal(signal.SIGINT, handler)
        try:
            for task in as_completed(tasks):
                yield from task.result()
        except BaseException:  # Ctrl-C, or an order to stop: nobody wants the chapters under way
            for worker in active_children():
                worker.terminate()
            pool.shutdown(cancel_futures=True)
            raise


def _run_all(claims: Iterable[Claim]) -> list[Result]:
    return [_attempt(claim) for claim in claims]


@cache
def _stored() -> dict[str, Result]:
    """The run stored for this state of the code and data, or nothing."""
    path = _store()
    return pickle.loads(path.read_bytes()) if path.exists() else {}  # written by `results`, on this machine


def _store() -> Path:
    return folder().with_suffix(".pickle")
