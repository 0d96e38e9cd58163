"""What the test run as a whole needs."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache

import psutil
import pytest

from tools.kernels import Kernel

#: The files whose tests take longest, longest first. On several cores these go first, so that none is left for the end.
SLOWEST = (
    "tests/site/test_browser.py",
    "tests/test_offered_notebooks.py",  # where it runs every chapter
    "tests/test_types.py",  # half a minute without what mypy keeps
    "tests/test_claims.py",
    "tests/metricbook/explorers/test_in_browser.py",
    "tests/site/test_reading.py",
    "tests/scoring_the_scores/exercises/test_exercises.py",
    "tests/scoring_the_scores/course/test_grading.py",
    "tests/scoring_the_scores/course/test_guarding.py",
    "tests/site/test_explorers.py",
    "tests/metricbook/reports/test_command_output.py",
    "tests/site/test_ledger_page.py",
    "tests/scoring_the_scores/course/test_make.py",
    "tests/scoring_the_scores/course/test_from_wheel.py",
    "tests/claimledger/test_second_user.py",
    "tests/metricbook/test_any_input.py",
    "tests/metricbook/explorers/test_shows_what_is_so.py",
    "tests/metricbook/reports/test_counting.py",
    "tests/metricbook/metrics/test_selective.py",
)
#: Doctests and chapters check exercises too; no file is kept of that.
os.environ.setdefault("METRICBOOK_PROGRESS", "off")

#: Cells with this tag load the real pairs; their outputs are stored for the pairs that `make data` fetches.
NEEDS_PAIRS = "needs-pairs"

#: Addresses of this machine.
HERE = {"127.0.0.1", "::1", "localhost", "", None}


def refuse_other_machines(event: str, arguments: tuple[object, ...]) -> None:
    """Let nothing that a test runs, or loads, ask another machine for anything: after set-up none is needed."""
    if event in ("socket.connect", "socket.getaddrinfo"):
        address = arguments[1] if event == "socket.connect" else arguments
        if isinstance(address, tuple) and address[0] not in HERE:
            raise RuntimeError(f"a test asks another machine: {address[0]}")


@cache
def without_fetched_pairs() -> str | None:
    """Say why there are no fetched pairs, if there are none."""
    from metricbook.causal._tuebingen import ENVIRONMENT_VARIABLE, load_tuebingen  # a second, which few tests need

    if os.environ.get(ENVIRONMENT_VARIABLE):
        return f"{ENVIRONMENT_VARIABLE} names other pairs than those the stored outputs are for"
    try:
        load_tuebingen()
    except FileNotFoundError as error:
        return str(error)
    return None


class Stop:
    """Ctrl-C ends the workers at once, with their kernels and browsers; xdist would give each ten seconds."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_keyboard_interrupt(self) -> None:
        """End every process below this one."""
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                process.kill()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run as many workers as there are cores and memory for; xdist would count cores that a container does not give."""
    from claimledger.machine import workers  # with NumPy, which not every run of tests needs

    return workers()


def pytest_configure(config: pytest.Config) -> None:
    """Stay on this machine; where tests run in several processes, let the one that runs none stop the others."""
    sys.addaudithook(refuse_other_machines)
    if config.getoption("dist") != "no" and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Stop())
    elif config.getoption("nbval"):
        Kernel.serve()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the slowest files first, and let nbval compare the cells of normalised notebooks.

    It takes a cell without an execution count for one that was never run: it fails if such a cell has outputs, and
    compares nothing if it has none. Ours are stored without counts, and all of them were run.
    """
    places = {config.rootpath / name: place for place, name in enumerate(SLOWEST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))
    for item in items:
        if type(item).__module__ == "nbval.plugin":
            item.cell["execution_count"] = 0
            item.parent.skip_compare = {*item.parent.skip_compare, "image/svg+xml"}  # as it does with other images
            if "explore(" in item.cell.source:  # beside its text it has a drawing, and outside the book's build scripts
                item.parent.skip_compare = {*item.parent.skip_compare, "text/html"}
            if NEEDS_PAIRS in item.cell.metadata.get("tags", []) and (reason := without_fetched_pairs()):
                item.add_marker(pytest.mark.skip(reason=reason))
