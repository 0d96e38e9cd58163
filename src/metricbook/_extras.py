"""What to say when an optional part of the package is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["brought_by"]


@contextmanager
def brought_by(extra: str) -> Iterator[None]:
    """Turn a missing module into a sentence with the command that brings it.

    Raises
    ------
    ImportError
        If a module that is imported inside is not there.

    Examples
    --------
    >>> with brought_by("report"):
    ...     import no_such_module
    Traceback (most recent call last):
    ImportError: no_such_module is not installed: pip install 'metricbook[report]' brings it
    """
    try:
        yield
    except ModuleNotFoundError as error:
        message = f"{error.name} is not installed: pip install 'metricbook[{extra}]' brings it"
        raise ImportError(message, name=error.name) from error
