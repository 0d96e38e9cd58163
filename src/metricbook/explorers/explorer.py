"""Explorers in Python: `explore` makes one that looks the same in a notebook as in the book."""

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
from metricbook.explorers.titles import titles

#: Environment variable set while the book is built: its pages load the scripts once, so outputs leave them out.
BUILT = "METRICBOOK_FIGDATA"


@dataclass(frozen=True)
class Goal:
    """A task in an explorer: to reach a certain state.

    Attributes
    ----------
    id : str
        Key of the task in the scripts.
    title, text : str
        Name of the task, and what to reach, in plain words.
    given : mapping
        Parameters of the task, which differ between students.
    script : path, optional
        The module that says, by ``solvedIf`` of ``goal.js``, whether a state solves the task; not needed where the
        page loads that module itself.
    """

    id: str
    title: str
    text: str
    given: Mapping[str, Any] = field(default_factory=dict)
    script: Path | None = None

    @property
    def attributes(self) -> str:
        """HTML attributes of the explorer's element for this task."""
        given = f' data-given="{escape(json.dumps(dict(self.given), sort_keys=True))}"' if self.given else ""
        return f' data-goal="{escape(self.id)}"{given}'

    @property
    def html(self) -> str:
        """The task as HTML, the same in the explorer and where no script runs."""
        return f'<div class="x-goal"><p><strong>{escape(self.title)}.</strong> {escape(self.text)}</p></div>'


@dataclass(frozen=True)
class Explorer:
    """An explorer and its state, which notebooks and the book show as an interactive drawing.

    Attributes
    ----------
    name : str
        One of `EXPLORERS`.
    state : mapping
        The whole state.
    goal : Goal or None
        The task; without one the explorer asks for a prediction.
    """

    name: str
    state: Mapping[str, Any]
    goal: Goal | None = None

    @property
    def still(self) -> Still:
        """The static drawing of the state, for paper and where no script runs."""
        return STILLS[self.name](dict(self.state))

    @property
    def title(self) -> str:
        """Its title."""
        return titles()[self.name][0]

    @property
    def question(self) -> str:
        """What it asks before anything is moved."""
        return titles()[self.name][1]

    def thumbnail(self) -> str:
        """Return its static drawing as a small SVG, without tables of values if it has other panels.

        Returns
        -------
        str
            An SVG 4 inches wide.

        Examples
        --------
        >>> explore("hands-ruler").thumbnail().startswith("<?xml")
        True
        """
        from metricbook.explorers.figures import drawing  # here, for it needs matplotlib

        still = self.still
        curves = [panel for panel in still.panels if not panel.bars] or still.panels[:1]
        most = max(len(panel.bars) for panel in curves)
        return drawing(Still(still.alt, curves), width=4, height=1.8, font=min(8, 75 / max(most, 1)))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from metricbook.explorers.figures import drawing  # here, for it needs matplotlib

        still = self.still
        initial = EXPLORERS[self.name]
        state = ";".join(f"{key}={quote(str(value))}" for key, value in self.state.items() if value != initial[key])
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
    """An explorer: an interactive drawing, for a notebook and the book.

    Parameters
    ----------
    name : str
        One of ``metricbook.explorers.EXPLORERS``, such as ``"threshold-bench"``.
    **state
        Entries of its state that differ from the initial one, such as ``prevalence=0.05``.

    Returns
    -------
    Explorer
        A notebook displays it. It needs a browser and no network; where no script runs, it is a static drawing.

    Raises
    ------
    ValueError
        If there is no such explorer, or no such entry of its state, or if an entry is of another type or out of range.
        The message names what is allowed.

    Examples
    --------
    >>> print(explore("price-of-a-swap").still.alt)
    The ranking −−−−−+++−+−−−−−−: no swap moves average precision more than that of places 9 and 10, by +0.011.
    """
    if name not in EXPLORERS:
        raise ValueError(f"there is no explorer '{name}': there are {', '.join(EXPLORERS)}")
    return Explorer(name, {**EXPLORERS[name], **checked(name, state)})
