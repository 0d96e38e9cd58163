"""One test of many values, which names each that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from itertools import product
from typing import Any

import pytest


def name_of(value: Any) -> str:
    """Return what a value is called in a message."""
    return str(getattr(value, "__name__", value))


def check_each(check: Callable[[Any], None], values: Iterable[Any], name: Callable[[Any], str] = name_of) -> None:
    """Check every value, and then raise what was raised of some, with their names.

    Raises
    ------
    BaseExceptionGroup
        If the check of a value fails.
    ValueError
        If there is no value, so that nothing is checked.
    """
    values, failed = list(values), []
    if not values:
        raise ValueError("nothing to check")
    for value in values:
        try:
            check(value)
        except (Exception, pytest.fail.Exception) as error:
            error.add_note(f"of {name(value)}")
            failed.append(error)
    if failed:
        raise BaseExceptionGroup(f"{len(failed)} of {len(values)}", failed)


def of_each(*values: Iterable[Any], name: Callable[[Any], str] = name_of) -> Callable[[Callable], Callable]:
    """Make a check of a value, or of one from each of several lists, one test of all; what else it takes are fixtures.

    The values are the first parameters.

    A test costs six milliseconds to collect, start and report: hundreds that take less are one. Slower ones are better
    told apart by `pytest.mark.parametrize`, for `make mutants` runs only those that a change can touch.
    """
    cases = list(product(*values))

    def decorate(check: Callable) -> Callable:
        parameters = signature(check).parameters
        given = [parameter for parameter in parameters if parameter != "self"][: len(values)]

        @wraps(check)
        def test(*instance: Any, **fixtures: Any) -> None:
            check_each(
                lambda case: check(*instance, **dict(zip(given, case, strict=True)), **fixtures),
                cases,
                lambda case: ", ".join(map(name, case)),
            )

        others = [parameter for parameter in parameters.values() if parameter.name not in given]
        test.__signature__ = signature(check).replace(parameters=others)  # or pytest would look for fixtures of values
        return test

    return decorate
