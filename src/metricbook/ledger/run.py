"""Running the checks: one claim, or all of them, a chapter's once for each state of what these depend on."""

from __future__ import annotations

import importlib
import pickle
import shutil
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from inspect import signature
from itertools import chain
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
    claim = claims[claim_id]
    return _stored(claim.chapter).get(claim_id) or _run(claim)


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
        Whether stored results may be used. A chapter's are kept, in ``_build`` of a clone and otherwise in the user's
        cache folder, once its checks confirm all verdicts, under the digest `metricbook.pages.kept.state` of what they
        depend on.
    processes : int
        How many processes run the checks. The claims of a chapter stay together, as their checks share work.
    progress : callable
        Wraps the iterable of results, given their number, to show how far the run has come.
    """
    decided = [claim for claim in load().values() if claim.decided]
    chapters: dict[str | None, list[Claim]] = {}
    for claim in decided:
        chapters.setdefault(claim.chapter, []).append(claim)
    done = {name: found for name in chapters if reuse and (found := _stored(name))}
    wanted = [group for name, group in chapters.items() if name not in done]
    run = chain.from_iterable(map(_run_all, wanted)) if processes == 1 else _run_in(processes, wanted)
    found = {claim_id: result for stored in done.values() for claim_id, result in stored.items()}
    found |= {result.claim.id: result for result in progress(run, sum(map(len, wanted)))}
    _forget(chapters)
    return {claim.id: found[claim.id] for claim in decided}


def _forget(chapters: Iterable[str | None]) -> None:
    """Remove what is kept of other states of the code or data."""
    rooms = {_room(chapter) for chapter in chapters}
    now = {folder(room) for room in rooms | {room.partition(".")[0] for room in rooms} | {""}}
    for old in set(folder().parent.glob("*")) - now:
        shutil.rmtree(old, ignore_errors=True)  # another run may be at it, too
    _stored.cache_clear()


def _run_in(processes: int, chapters: list[list[Claim]]) -> Iterator[Result]:
    """Run checks in several processes, the chapters with most claims first."""
    # Not forked: checks start threads, and a fork would copy the locks they hold.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        try:
            with _interrupts_held():
                tasks = [pool.submit(_run_all, group) for group in sorted(chapters, key=len, reverse=True)]
            for task in as_completed(tasks):
                yield from task.result()
        except BaseException:  # Ctrl-C, or an order to stop: nobody wants the chapters under way
            for worker in active_children():
                worker.terminate()
            pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back for a moment, and for good from processes that are started in it: it is ours to stop them."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run_all(claims: list[Claim]) -> list[Result]:
    """Run the checks of a chapter's claims, and keep what they give if that confirms all."""
    path = _store(claims[0].chapter)  # before anybody changes the code
    found = [_attempt(claim) for claim in claims]
    if all(result.confirmed for result in found):
        store(path, {result.claim.id: result for result in found})
    return found


@cache
def _stored(chapter: str | None) -> dict[str, Result]:
    """What is stored for this state of what a chapter's checks depend on, or nothing."""
    path = _store(chapter)
    return pickle.loads(path.read_bytes()) if path.exists() else {}  # written by `_run_all`, on this machine


def _store(chapter: str | None) -> Path:
    return folder(_room(chapter)) / "checks.pickle"


def _room(chapter: str | None) -> str:
    return (chapter or "").replace("/", ".").replace("-", "_")
