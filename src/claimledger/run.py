"""Running the checks: one claim, or all of them, each once for each state of what it depends on."""

from __future__ import annotations

import importlib
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from inspect import signature
from itertools import chain
from multiprocessing import active_children, get_context
from pathlib import Path

from claimledger.cache import CHECKED, Entry, behind, canonical, differences, digest, folder, forget, read, rows, write
from claimledger.claims import Claim, load
from claimledger.evidence import Comparison, Evidence
from claimledger.graph import graph
from claimledger.project import project, use

#: Advice for a machine that is short of memory.
_NEEDS_LESS = "`make book CORES=1`, or `python -m claimledger --processes 1`, needs less"
_KILLED = f"a process was killed, probably for memory: {_NEEDS_LESS}"


@dataclass(frozen=True)
class Result:
    """A decided claim, the evidence its check gave, and the seconds that took.

    A claim is confirmed or not; beside that, what is stored can be reproduced on this machine or not. ``against`` and
    ``why`` say what speaks against either, as comparisons and in words.
    """

    claim: Claim
    evidence: Evidence
    seconds: float

    @property
    def confirmed(self) -> bool:
        """Whether the evidence gives the recorded verdict."""
        return self.evidence.outcome == self.claim.verdict

    @property
    def reproduced(self) -> bool:
        """Whether what the check had again on this machine is what is stored."""
        return not self.evidence.unavailable and all(rerun.agrees for rerun in self.evidence.of("rerun"))

    @property
    def against(self) -> list[Comparison]:
        """The comparisons that speak against the recorded verdict, then the stored values that came out otherwise.

        There may be none of the first kind even if the verdict is not confirmed: its check may have made none.
        """
        reruns = [comparison for comparison in self.evidence.of("rerun") if not comparison.agrees]
        return reruns if self.confirmed or self.evidence.unavailable else self._contradicting() + reruns

    @property
    def why(self) -> str:
        """Why the claim is not confirmed or not reproduced on this machine, in a line; empty if it is."""
        if self.evidence.unavailable:
            return f"recorded as {self.claim.verdict}, {self.evidence.outcome}"
        if not self.confirmed:
            return f"recorded as {self.claim.verdict}, the check gives {self.evidence.outcome}"
        return "" if self.reproduced else f"{self.claim.verdict}, but stored values differ on this machine"

    def _contradicting(self) -> list[Comparison]:
        """The comparisons but for which the evidence would give the recorded verdict."""
        if passed := [control for control in self.evidence.of("control") if control.agrees]:
            return passed
        failed = {form: [c for c in self.evidence.of(form) if not c.agrees] for form in ("printed", "repaired")}
        if self.claim.verdict in ("corrected", "refuted"):
            return failed["repaired"] if failed["printed"] else self.evidence.of("printed") + failed["repaired"]
        readings = self.evidence.of("reading") if self.claim.verdict == "underspecified" else []
        return failed["printed"] or readings


def check_of(claim: Claim) -> Callable[..., Evidence]:
    """The function that checks a decided claim.

    Raises
    ------
    ValueError
        If the claim is open, or names a function that does not exist.
    ImportError
        If a library that the function's module needs is not installed.
    """
    module, _, name = claim.function.rpartition(".")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        if isinstance(error, ImportError) and _anothers(error):
            raise
        raise ValueError(f"{claim.id} names the check '{claim.check}', which cannot be had: {error}") from error


def evaluate(claim: Claim) -> Evidence:
    """Run a claim's check, which takes the claim if it uses what the paper prints, and nothing if not."""
    check = check_of(claim)
    return check(claim) if signature(check).parameters else check()


@cache
def result(claim_id: str) -> Result:
    """Run the check of a committed claim, once in a session, or take it from a stored run of all checks.

    An error that the check raises is its evidence, which confirms nothing; `evaluate` lets it through.

    Raises
    ------
    ValueError
        If there is no such claim, or if it is open.
    """
    claims = load()
    if claim_id not in claims:
        raise ValueError(f"the ledger has no claim '{claim_id}'")
    claim = claims[claim_id]
    return _stored(claim_id) or attempt(claim)


def attempt(claim: Claim) -> Result:
    """Run a check, and let an error that it raises be the evidence."""
    start = time.perf_counter()
    try:
        evidence = evaluate(claim)
    except MemoryError as error:
        evidence = Evidence(unavailable=f"there is not enough memory ({_in_a_line(error)}): {_NEEDS_LESS}")
    except Exception as error:
        anothers = isinstance(error, ImportError) and _anothers(error)
        message = _in_a_line(error)
        evidence = Evidence(unavailable=message.partition(": ")[2]) if anothers else Evidence(error=message)
    return Result(claim, evidence, time.perf_counter() - start)


def _anothers(error: ImportError) -> bool:
    """Whether the module that could not be imported is a library's, and none of the project's."""
    ours = (__package__, project().package, *project().follows)
    return (error.name or __package__).partition(".")[0] not in ours


def _in_a_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def stored() -> dict[str, Result]:
    """The stored results of decided claims for this code, these data and this kind of machine; no check runs."""
    return {claim.id: result for claim in load().values() if claim.decided and (result := _stored(claim.id))}


def depends(claim: Claim) -> dict[str, str]:
    """What the result of a decided claim's check depends on, by name, with a digest: its manifest."""
    running = f"{__package__}/run.py"  # by whatever runs it, too
    own = {f"claim {name}": row for name, row in rows([claim.id], CHECKED).items()}
    return {**behind(claim.function.rpartition(".")[0]), **own, running: behind(__name__)[running]}


def outdated(claim: Claim) -> list[str]:
    """Why the check of a decided claim would run again: what of its manifest is another, in sentences."""
    entry = read(_place(claim))
    return ["nothing is stored"] if entry is None else list(differences(entry.manifest, depends(claim)))


def evidence_digest(claim: Claim) -> str:
    """A digest of the stored evidence of a claim, which is the same as long as every comparison is."""
    entry = read(_place(claim)) if claim.decided else None
    current = entry is not None and entry.manifest == depends(claim)
    return str(entry.about.get("evidence")) if entry and current else "is not stored"


def results(
    *,
    reuse: bool = True,
    retry: bool = False,
    processes: int = 1,
    progress: Callable[[Iterable[Result], int], Iterable[Result]] = lambda items, total: items,
) -> dict[str, Result]:
    """Run the checks of all decided claims, or take them from the last run on the same code and data.

    A check that raises an error does not stop the others: the error is its evidence, which confirms nothing.

    Parameters
    ----------
    reuse : bool
        Whether stored results may be used. They are in ``_build`` of a clone and otherwise in the user's cache folder,
        each with what it depends on.
    retry : bool
        Whether a check runs again although its result is stored, if this does not confirm and reproduce everything.
    processes : int
        How many processes run the checks. Those of a chapter stay together, as they share work.
    progress : callable
        Wraps the iterable of results, given their number, to show how far the run has come.
    """
    decided = [claim for claim in load().values() if claim.decided]
    for claim in decided:
        depends(claim)
    graph().save()  # what it read of the code, so that no other process reads it
    stored_results = stored() if reuse else {}
    known_results = {name: result for name, result in stored_results.items() if not (retry and result.why)}
    chapters: dict[str | None, list[Claim]] = {}
    for claim in decided:
        if claim.id not in known_results:
            chapters.setdefault(claim.chapter, []).append(claim)
    groups = list(chapters.values())
    run = chain.from_iterable(map(_run_all, groups)) if processes == 1 else _run_in(processes, groups)
    known_results |= {result.claim.id: result for result in progress(run, sum(map(len, groups)))}
    forget(claim.id for claim in decided)
    _stored.cache_clear()
    return {claim.id: known_results[claim.id] for claim in decided}


def _run_in(processes: int, chapters: list[list[Claim]]) -> Iterator[Result]:
    """Run checks in several processes, the chapters with most claims first.

    A process that is killed takes the others of its pool with it, and nobody can tell which chapter it was. So what
    they had not finished is tried again, each chapter by itself; where that ends the same way, it cannot be had here.
    """
    lost: list[list[Claim]] = []
    yield from _run_side_by_side(processes, chapters, lost)
    if lost:
        print(f"ledger: {_KILLED}; what it did not finish is tried again", file=sys.stderr, flush=True)
    for group in lost:
        again: list[list[Claim]] = []
        yield from _run_side_by_side(1, [group], again)
        if again:
            for claim in group:
                result = Result(claim, Evidence(unavailable=_KILLED), 0.0)
                _store(result, depends(claim))
                yield result


def _run_side_by_side(processes: int, chapters: list[list[Claim]], lost: list[list[Claim]]) -> Iterator[Result]:
    """Run checks in several processes, and note the chapters that were lost with one that was killed."""
    # Not forked: checks start threads, and a fork would copy the locks they hold.
    with ProcessPoolExecutor(processes, get_context("spawn"), use, (project(),)) as pool:
        try:
            tasks = {}
            with _interrupts_held():
                for group in sorted(chapters, key=len, reverse=True):
                    try:
                        tasks[pool.submit(_run_all, group)] = group
                    except BrokenProcessPool:
                        lost.append(group)
            for task in as_completed(tasks):
                try:
                    outcome = task.result()
                except BrokenProcessPool:
                    lost.append(tasks[task])
                else:
                    yield from outcome
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
    """Run the checks of a chapter's claims, and store what each gives, which pages show."""
    manifests = [depends(claim) for claim in claims]  # before anybody changes the code
    outcomes = []
    for claim, manifest in zip(claims, manifests, strict=True):
        outcomes.append(attempt(claim))
        _store(outcomes[-1], manifest)
    return outcomes


def _store(result: Result, manifest: dict[str, str]) -> None:
    evidence = replace(result.evidence, claim=None)  # the row may be worded otherwise when it is read
    about = {"evidence": digest(canonical(evidence)), "seconds": result.seconds}
    write(_place(result.claim), Entry(manifest, pickle.dumps(evidence), about))


@cache
def _stored(claim_id: str) -> Result | None:
    """The stored result of a decided claim, if all that its check depends on is unchanged."""
    claim = load()[claim_id]
    entry = read(_place(claim))
    if entry is None or entry.manifest != depends(claim):
        return None
    try:
        evidence = replace(pickle.loads(entry.content), claim=claim)  # written by `_store`, on this machine
        return Result(claim, evidence, float(entry.about["seconds"]))
    except Exception:  # what cannot be read is had again
        return None


def _place(claim: Claim) -> Path:
    return folder() / "checks" / f"{claim.id}.pickle"
