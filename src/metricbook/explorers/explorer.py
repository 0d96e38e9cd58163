"""The Python face of the explorers: one call that gives the same in a notebook as in the book."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from metricbook.explorers.bundling import bundle, styles
from metricbook.explorers.states import EXPLORERS, checked
from metricbook.explorers.stills import STILLS, Still

#: Set while the book is built: its pages load the scripts once, and no notebook's output needs to hold them.
BUILT = "METRICBOOK_FIGDATA"


@dataclass(frozen=True)
class Goal:
    """What is to be reached in an explorer.

    Attributes
    ----------
    id : str
        By which the scripts know it.
    title, text : str
        What one calls it, and what to reach, in plain words.
    given : mapping
        What differs from one student to the next.
    script : path, optional
        The module that tells the scripts, by ``solvedIf`` of ``goal.js``, whether a state reaches it. A page that loads
        it by itself needs none.
    """

    id: str
    title: str
    text: str
    given: Mapping[str, Any] = field(default_factory=dict)
    script: Path | None = None

    @property
    def attributes(self) -> str:
        """What the element of the explorer says of it."""
        given = f' data-given="{escape(json.dumps(dict(self.given), sort_keys=True))}"' if self.given else ""
        return f' data-goal="{escape(self.id)}"{given}'

    @property
    def html(self) -> str:
        """The task as it stands in the explorer, and where no script runs."""
        return f'<div class="x-goal"><p><strong>{escape(self.title)}.</strong> {escape(self.text)}</p></div>'


@dataclass(frozen=True)
class Explorer:
    """An explorer in a state, which notebooks and the book show as something to touch.

    Attributes
    ----------
    name : str
        One of `EXPLORERS`.
    state : mapping
        The whole state.
    goal : Goal or None
        What is to be reached in it; without one it asks for a prediction.
    """

    name: str
    state: Mapping[str, Any]
    goal: Goal | None = None

    @property
    def still(self) -> Still:
        """What it shows where it cannot be touched."""
        return STILLS[self.name](dict(self.state))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from metricbook.explorers.figures import drawing  # here, for it needs matplotlib

        still = self.still
        first = EXPLORERS[self.name]
        state = ";".join(f"{key}={quote(str(value))}" for key, value in self.state.items() if value != first[key])
        picture = b64encode(drawing(still).encode()).decode()
        goal = self.goal
        attributes, task = (goal.attributes, goal.html) if goal else ("", "")
        name = f"Explorer {self.name}" + (f", exercise {goal.id}: {goal.text}" if goal else ".")
        element = (
            f'<score-explorer name="{self.name}" data-state="{escape(state)}"{attributes}>{task}'
            f'<img src="data:image/svg+xml;base64,{picture}" alt="{escape(still.alt)}"></score-explorer>'
        )
        if BUILT not in os.environ:
            after = [goal.script] if goal and goal.script else []
            element += f"<style>{styles()}</style><script>{bundle(after=after)}</script>"
        return {"text/html": element, "text/plain": f"{name} {still.alt}"}


def explore(name: str, **state: Any) -> Explorer:
    """An explorer: a drawing that answers when touched, in a notebook and in the book.

    Parameters
    ----------
    name : str
        One of ``metricbook.explorers.EXPLORERS``, such as ``"threshold-bench"``.
    **state
        Entries of its state that differ from the first, such as ``prevalence=0.05``.

    Returns
    -------
    Explorer
        A notebook shows it. It needs a browser and no network; where no script runs, it is a drawing of that state.

    Raises
    ------
    ValueError
        If there is no such explorer, or no such entry of its state, or if an entry is of another kind or out of what
        its explorer can show: which, and what there is.

    Examples
    --------
    >>> print(explore("price-of-a-swap").still.alt)
    The ranking −−−−−+++−+−−−−−−: no swap moves average precision more than that of places 9 and 10, by +0.011.
    """
    if name not in EXPLORERS:
        raise ValueError(f"there is no explorer '{name}': there are {', '.join(EXPLORERS)}")
    return Explorer(name, {**EXPLORERS[name], **checked(name, state)})
