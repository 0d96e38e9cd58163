"""A kernel that was forked, as Jupyter looks at it."""

from __future__ import annotations

import psutil
import pytest

from tools.kernels import Kernel


class Process:
    """A process that still runs when it is asked first; the answer to the second question is given."""

    def __init__(self, status: str | None) -> None:
        self.answer = status

    def is_running(self) -> bool:
        return True

    def status(self) -> str:
        if self.answer is None:
            raise psutil.NoSuchProcess(1)
        return self.answer


@pytest.mark.parametrize(("status", "found"), [(psutil.STATUS_SLEEPING, None), (psutil.STATUS_ZOMBIE, 0), (None, 0)])
def test_a_kernel_has_ended_whenever_it_does_so(status: str | None, found: int | None) -> None:
    kernel = object.__new__(Kernel)
    kernel.process = Process(status)
    assert kernel.poll() == found
