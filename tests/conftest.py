"""Settings for all tests."""

from __future__ import annotations

import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from hypothesis import HealthCheck, settings

from tests.environments import book, key_wheel, wheels  # noqa: F401  # fixtures
from tests.whole import MONTHLY, WHOLE

# The same examples on every machine, in larger runs more, and no example is late because a machine is busy.
settings.register_profile(
    "book",
    max_examples=100 if MONTHLY else 50 if WHOLE else 25,
    deadline=None,
    derandomize=True,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("book")
# Many more examples, and others in each run: pytest --hypothesis-profile=long
settings.register_profile("long", settings.get_profile("book"), max_examples=4000, derandomize=False, database=None)


@pytest.fixture(autouse=True)
def _no_figure_left() -> Iterator[None]:
    """A test leaves neither figures nor settings of matplotlib behind."""
    before = dict(dict.items(mpl.rcParams))  # `rc_context` takes a millisecond to do this, for each of 20,000 tests
    del before["backend"]
    yield
    dict.update(mpl.rcParams, before)
    plt.close("all")


@contextmanager
def _little_room(size: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def little_room() -> Callable[[int], AbstractContextManager[None]]:
    """As on a disk that is nearly full: within it no file can grow larger."""
    return _little_room


@pytest.fixture
def heard() -> Iterator[None]:
    """Ctrl-C is heard here and by what is started, although a run in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
