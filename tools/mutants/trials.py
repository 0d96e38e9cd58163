"""Try mutants against the tests that run them.

Everything is imported and all tests are collected once. Each mutant is a fork of that process in which one function
has other code. What runs while modules are imported cannot be changed so late: these mutants are forks of a process
that has imported nothing of ours yet, and import the changed file.
"""

from __future__ import annotations

import gc
import importlib
import importlib.abc
import importlib.machinery
import json
import math
import os
import resource
import signal
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from types import CodeType, FunctionType
from typing import Any, TextIO

import psutil
import pytest
from coverage import Coverage
from tqdm import tqdm

from tools.mutants.facts import IMPORTED, KEPT, Facts, is_own
from tools.mutants.mutations import ROOT, Key, Mutant, files

SUITE = [f"tests/metricbook/{part}" for part in ("metrics", "tile", "exact", "reports", "causal", "test_pos_label.py")]
SUITE += ["tests/claimledger", "tests/test_public.py"]
#: How many processes at a time.
WORKERS = int(os.environ.get("MUTANTS_WORKERS", 2))
#: The memory that a mutant may take, in bytes, and how much longer than its CPU time it may last: a loop without an end
#: may fill the one before it has taken the other.
MEMORY, PATIENCE = 4 << 30, 20
LOG = KEPT / "log"
#: With what a process ends that has a fault of its own.
FAULT = 70
#: What tests import and is not ours: imported once, before the first fork.
COMMON = (
    "hypothesis.strategies",
    "matplotlib.pyplot",
    "numba",
    "pandas",
    "scipy.optimize",
    "scipy.stats",
    "sklearn.metrics",
)
#: One process computes on one core, and compiled functions run as Python, so that they can be changed.
SETTINGS = {"MPLBACKEND": "agg", "NUMBA_DISABLE_JIT": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
PYTEST = ["-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]


_Functions = dict[tuple[str, int], list[FunctionType]]


@cache
def _screen() -> TextIO:
    """Where standard error goes before the first fork, which writes its own to a log."""
    return os.fdopen(os.dup(2), "w")


def try_all(drawn: Sequence[Mutant]) -> dict[Key, str]:
    """Try mutants, those with a known outcome excepted, and return what became of each."""
    _screen()
    KEPT.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT)
    os.environ |= SETTINGS
    for name in COMMON:
        importlib.import_module(name)
    gc.freeze()
    if _wait(_fork(lambda: _pytest(_Early(drawn), [*SUITE, *(str(file.relative_to(ROOT)) for file in files())]))):
        raise SystemExit(f"something is wrong with the tests as they are:\n{LOG.read_text(encoding='utf-8')}")
    facts = Facts()
    late = [mutant for mutant in drawn if facts.runs_at_import(mutant) and not facts.outcome(mutant)]
    _pool(late, lambda mutant: _import_and_try(mutant, facts), facts, "mutants of what runs at import")
    facts = Facts()
    return {mutant.key: facts.outcomes[mutant.key]["outcome"] for mutant in drawn}


class _Suite:
    """A pytest plugin that runs chosen tests in a chosen order."""

    def __init__(self) -> None:
        self.items: dict[str, pytest.Item] = {}
        self.failed: list[str] = []

    def pytest_configure(self, config: pytest.Config) -> None:
        """Let Hypothesis stop at the first failure: nobody asks for the smallest."""
        from hypothesis import Phase, settings

        settings.register_profile("mutants", settings.get_profile("book"), phases=[Phase.explicit, Phase.generate])
        settings.load_profile("mutants")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note the tests by name."""
        self.items = {item.nodeid: item for item in session.items}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test failed."""
        if report.failed:
            self.failed.append(report.nodeid)

    def run(self, names: Iterable[str]) -> Iterator[str]:
        """Run tests, and name each when it has run."""
        names = list(names)
        for name, following in zip(names, [*names[1:], None], strict=False):
            item = self.items[name]
            item.ihook.pytest_runtest_protocol(item=item, nextitem=self.items.get(following))
            yield name

    def first_failure(self, names: Iterable[str]) -> str | None:
        """Run tests until one fails, and return its name."""
        return next((name for name in self.run(names) if self.failed), None)


class _Early(_Suite):
    """Learns what tests run, then tries the mutants of functions, in forks of the process it is in."""

    def __init__(self, drawn: Sequence[Mutant]) -> None:
        super().__init__()
        self.drawn, self.watch = drawn, _watch()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do all that instead of running the tests once."""
        IMPORTED.write_text(json.dumps(_lines_run(self.watch)[""]), encoding="utf-8")
        gc.collect()
        gc.freeze()
        facts, groups = Facts(), defaultdict(list)
        for name in self.items:
            if name not in facts.tests:
                groups[name.split("::")[0]].append(name)
        _pool(list(groups.values()), lambda group: self.learn(group, facts), None, "what tests run")
        facts = Facts()
        facts.keep(self.items)
        for name in sorted(self.items.keys() - facts.tests.keys()):
            print(f"left out, for it does not pass here: {name}", file=_screen())
        early = [mutant for mutant in self.drawn if not facts.runs_at_import(mutant) and not facts.outcome(mutant)]
        functions = _functions()
        _pool(early, lambda mutant: self.change_and_try(mutant, facts, functions), facts, "mutants")
        return True

    def learn(self, group: Sequence[str], facts: Facts) -> None:
        """Run the tests of a file and keep which lines they run and how long they take."""
        watch, seconds, start = _watch(), {}, time.process_time()
        watch.switch_context(group[0])
        for name, following in zip(self.run(group), [*group[1:], ""], strict=True):
            now = time.process_time()
            seconds[name], start = now - start, now
            watch.switch_context(following)
        ran = _lines_run(watch)
        for name in group:
            if name not in self.failed:
                facts.add_test(name, seconds[name], ran[name])

    def change_and_try(self, mutant: Mutant, facts: Facts, functions: _Functions) -> None:
        """Put a mutant's code in place of the function's and run its tests."""
        codes = list(_codes(compile(mutant.changed(), str(mutant.file), "exec")))
        outer = next(code for code in codes if code.co_firstlineno == mutant.defined)
        for code in _codes(outer):  # those within may have become functions while modules were imported
            for function in functions[mutant.path, code.co_firstlineno]:
                if _alike(function.__code__, code):
                    function.__code__ = code
        failed = self.first_failure(facts.candidates(mutant))
        facts.add_outcome(mutant, "killed" if failed else "survived", failed)


class _Late(_Suite):
    """Runs given tests in a process that has imported a mutant."""

    def __init__(self, mutant: Mutant, names: Sequence[str], facts: Facts) -> None:
        super().__init__()
        self.mutant, self.names, self.facts = mutant, names, facts

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:
        """Let the mutant be imported, before pytest does so, which imports itself what it is told to collect."""
        sys.meta_path.insert(0, _Importer(self.mutant))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests; one that is no longer there has noticed."""
        gone = next((name for name in self.names if name not in self.items), None)
        if failed := gone or self.first_failure(self.names):
            self.facts.add_outcome(self.mutant, "killed", failed)
            session.testsfailed = 1
        return True


def _import_and_try(mutant: Mutant, facts: Facts) -> None:
    """Run the tests of a mutant, those of its own file first, in processes that import it."""
    own = [name for name in facts.candidates(mutant) if is_own(name, mutant.path)]
    others = [name for name in facts.candidates(mutant) if not is_own(name, mutant.path)]
    for names in filter(None, (own, others)):
        places = list(dict.fromkeys(name.split("::")[0] for name in names))
        pid = _fork(lambda names=names, places=places: _pytest(_Late(mutant, names, facts), places))
        code = _wait(pid)
        if code == -signal.SIGXCPU:
            return facts.add_outcome(mutant, "timed out")
        if code:
            return None if code == 1 else facts.add_outcome(mutant, "killed", names[0])
    return facts.add_outcome(mutant, "survived")


class _Importer(importlib.abc.MetaPathFinder):
    """Imports one file as a mutant of it."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Find the file as ever, and let it be compiled with the change."""
        if name != self.mutant.module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        spec.loader.get_code = lambda _: compile(self.mutant.changed(), spec.origin, "exec")
        return spec


def _wait(pid: int) -> int:
    """Wait for a process, which ends when this one is interrupted, and return how it ended."""
    try:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    except KeyboardInterrupt:
        os.kill(pid, signal.SIGTERM)  # which nothing has told to be ignored, as nohup does of Ctrl-C
        os.waitpid(pid, 0)
        raise


def _pytest(plugin: _Suite, places: Sequence[str]) -> int:
    return int(pytest.main([*PYTEST, *places], plugins=[plugin]))


def _watch() -> Coverage:
    """Return a coverage that has started."""
    watch = Coverage(data_file=None, config_file=False, include=[str(file) for file in files()])
    watch.set_option("run:disable_warnings", ["no-data-collected"])  # some tests run nothing that is mutated
    watch.start()
    return watch


def _lines_run(watch: Coverage) -> dict[str, dict[str, list[int]]]:
    """Stop a coverage, and return the lines run in each of its contexts, by file."""
    watch.stop()
    data = watch.get_data()
    ran: defaultdict[str, dict[str, list[int]]] = defaultdict(dict)
    for file in data.measured_files():
        path = os.path.relpath(file, ROOT)
        for line, contexts in data.contexts_by_lineno(file).items():
            for context in contexts:
                ran[context].setdefault(path, []).append(line)
    return ran


def _functions() -> _Functions:
    """Return all functions of the files that are mutated, by path and line."""
    paths = {str(file): str(file.relative_to(ROOT)) for file in files()}
    found = defaultdict(list)
    gc.unfreeze()
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename in paths and thing.__name__ != "<lambda>":
            found[paths[thing.__code__.co_filename], thing.__code__.co_firstlineno].append(thing)
    gc.freeze()
    return found


def _alike(one: CodeType, other: CodeType) -> bool:
    """Whether a function of one code can have the other."""
    return (one.co_name, one.co_freevars) == (other.co_name, other.co_freevars)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Return a code and all codes within."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _pool(jobs: Sequence[Any], work: Callable[[Any], None], facts: Facts | None, says: str) -> None:
    """Do each job in a fork, some side by side; given facts, jobs are mutants and have limits."""
    waiting, running = list(reversed(jobs)), {}
    with tqdm(total=len(jobs), desc=says, file=_screen(), disable=not jobs) as bar, _ending(running):
        while waiting or running:
            while waiting and len(running) < WORKERS:
                job = waiting.pop()
                seconds = int(facts.seconds(job)) if facts else None
                pid = _fork(partial(work, job), seconds, apart=True)
                running[pid] = job, time.monotonic() + (PATIENCE * seconds if seconds else math.inf)
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid:
                job, _ = running.pop(pid)
                _end(pid)  # what it has started and left behind
                _settle(job, os.waitstatus_to_exitcode(status), facts)
                bar.update()
                continue
            time.sleep(0.01)
            for pid, (_, end) in running.items():
                if time.monotonic() > end or (facts and psutil.Process(pid).memory_info().rss > MEMORY):
                    os.killpg(pid, signal.SIGXCPU)


def _settle(job: Any, code: int, facts: Facts | None) -> None:
    """Keep what became of a mutant that did not come to say so itself."""
    if code > 0:
        raise RuntimeError(f"{job}: {LOG.read_text(encoding='utf-8')}")
    if code < 0 and facts:
        facts.add_outcome(job, "timed out" if code == -signal.SIGXCPU else "killed")


@contextmanager
def _ending(running: dict[int, Any]) -> Iterator[None]:
    """End what still runs when the block is left."""
    try:
        yield
    finally:
        for pid in running:
            _end(pid)


def _end(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _fork(work: Callable[[], int | None], seconds: int | None = None, *, apart: bool = False) -> int:
    """Do work in a fork, with limits if it is given seconds, in a group of its own if apart, and return its number."""
    pid = os.fork()
    if pid:
        return pid
    code = FAULT
    try:
        if apart:
            os.setpgid(0, 0)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        log = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(log, 1)
        os.dup2(log, 2)
        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        code = work() or 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)
