"""The error message for an optional dependency that is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["brought_by"]


@contextmanager
def brought_by(extra: str) -> Iterator[None]:
    """Context manager: an import that fails inside it names the pip command that installs the module.

    Raises
    ------
    ImportError
        If a module imported inside the context is not installed.

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
