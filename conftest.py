"""What the test run as a whole needs."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import psutil
import pytest

#: The files whose tests take longest, longest first. On several cores these go first, so that none is left for the end.
SLOWEST = (
    "tests/site/test_browser.py",
    "tests/test_wheel.py",  # where it runs every chapter
    "tests/test_types.py",
    "tests/site/test_reading.py",
    "tests/explorers/test_in_browser.py",
    "tests/site/test_ledger_page.py",
    "tests/site/test_explorers.py",
    "tests/test_claims.py",
    "tests/scoring_the_scores/course/test_make.py",
    "tests/scoring_the_scores/course/test_grading.py",
    "tests/scoring_the_scores/course/test_from_wheel.py",
    "tests/scoring_the_scores/exercises/test_exercises.py",
    "tests/metrics/test_optimism.py",
    "tests/metrics/test_uncertainty.py",
)
#: Doctests and chapters check exercises too; no file is kept of that.
os.environ.setdefault("METRICBOOK_PROGRESS", "off")

#: Addresses of this machine.
HERE = {"127.0.0.1", "::1", "localhost", "", None}


def refuse_other_machines(event: str, arguments: tuple[object, ...]) -> None:
    """Let nothing that a test runs, or loads, ask another machine for anything: after set-up none is needed."""
    if event in ("socket.connect", "socket.getaddrinfo"):
        address = arguments[1] if event == "socket.connect" else arguments
        if isinstance(address, tuple) and address[0] not in HERE:
            raise RuntimeError(f"a test asks another machine: {address[0]}")


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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the slowest files first."""
    places = {config.rootpath / name: place for place, name in enumerate(SLOWEST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))
