"""Progress bars of long work: functions that take what is iterated over and give it back, shown or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

#: A progress-bar factory: (iterable, label, total) -> iterable.
Progress: TypeAlias = Callable[[Iterable[Any], str, int], Iterable[Any]]


def hide_progress(items: Iterable[Any], label: str, total: int) -> Iterable[Any]:
    """The items without a progress bar."""
    return items


def show_progress(items: Iterable[Any], label: str, total: int) -> Iterable[Any]:
    """The items with a progress bar on standard error, which appears after a second."""
    from tqdm import tqdm  # here, for it belongs to the extra `report`

    bar: Iterable[Any] = tqdm(items, desc=label, total=total, leave=False, delay=1)
    return bar
