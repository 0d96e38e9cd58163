"""Explorers in Python: `explore` makes one that looks the same in a notebook as in the book."""

from __future__ import annotations

import json
import os
import sys
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import ArrayLike

from metricbook.explorers.bundling import additions, bundle, lean, styles
from metricbook.explorers.own import Model, as_json, own_entries, own_models, own_still
from metricbook.explorers.states import EXPLORERS, checked
from metricbook.explorers.stills import STILLS, Still
from metricbook.explorers.titles import titles
from metricbook.metrics.validation import Label

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
    models : sequence
        The reader's own models, counted by score; without them the sample is made up.
    """

    name: str
    state: Mapping[str, Any]
    goal: Goal | None = None
    models: Sequence[Model] = ()

    @property
    def still(self) -> Still:
        """The static drawing of the state, for paper and where no script runs."""
        if self.models and self.name != "price-of-a-swap":  # whose ranking is in its state
            return own_still(self.models)
        return STILLS[self.name](dict(self.state))

    @property
    def title(self) -> str:
        """Its title."""
        return titles()[self.name].title

    @property
    def question(self) -> str:
        """What it asks before anything is moved."""
        return titles()[self.name].question

    @property
    def minutes(self) -> int:
        """Minutes that its questions take, one each, half of it to read the question and its answer."""
        return titles()[self.name].questions

    def thumbnail(self) -> str:
        """Return a small static drawing of what its questions are about, from which no answer can be read, as SVG.

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
        panels = still.asked or [panel for panel in still.panels if not panel.bars]
        return lean(drawing(Still(still.alt, panels), width=4, height=1.8))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from metricbook.explorers.figures import drawing, pixels  # here, for they need matplotlib

        still = self.still
        initial = EXPLORERS[self.name]
        state = ";".join(f"{key}={quote(str(value))}" for key, value in self.state.items() if value != initial[key])
        picture = b64encode(lean(drawing(still)).encode()).decode()
        goal = self.goal
        attributes, task = (goal.attributes, goal.html) if goal else ("", "")
        counts = f' data-counts="{escape(as_json(self.models))}"' if self.models else ""
        name = f"Explorer {self.name}" + (f", exercise {goal.id}: {goal.text}" if goal else ".")
        element = (
            f'<score-explorer name="{self.name}" data-state="{escape(state)}"{counts}{attributes}>{task}'
            f'<img src="data:image/svg+xml;base64,{picture}" alt="{escape(still.alt)}"></score-explorer>'
        )
        text = {"text/plain": f"{name} {still.alt}"}
        if BUILT in os.environ:
            return {"text/html": element, **text}
        after = [goal.script] if goal and goal.script else []
        if _carries_scripts():
            element += f"<style>{styles()}</style><script>{bundle(after=after)}</script>"
        else:
            element += f"<script>{additions(after)}</script>"
        return {"text/html": element, "image/png": b64encode(pixels(still)).decode(), **text}


#: The cell of this notebook whose output carries the scripts, and its last run.
_carrier: tuple[str, int] | None = None


def _carries_scripts() -> bool:
    """Whether an output has to carry the scripts: in a notebook the first one of a cell does, again when it is rerun.

    Where it is unknown which cell runs, every output carries them.
    """
    global _carrier
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    asked = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell = asked.get("metadata", {}).get("cellId")
    if cell is None:
        return True
    run = (str(cell), int(shell.execution_count))
    if _carrier is not None and (_carrier[0] != run[0] or _carrier == run):
        return False
    _carrier = run
    return True


def explore(
    name: str,
    *,
    y: ArrayLike | None = None,
    scores: Mapping[str, ArrayLike] | None = None,
    weights: ArrayLike | None = None,
    pos_label: Label | None = None,
    **state: Any,
) -> Explorer:
    """An explorer: an interactive drawing, for a notebook and the book.

    Parameters
    ----------
    name : str
        One of ``metricbook.explorers.EXPLORERS``, such as ``"threshold-bench"``.
    y : array of shape (n,), optional
        Labels of your own cases, 0 and 1 or as ``pos_label`` says; with ``scores``. At most 100,000 cases.
    scores : mapping of text to array of shape (n,), optional
        Scores of your own models by name, which the explorer shows instead of its made-up sample:
        one or two for ``"threshold-bench"``; two for ``"hands-ruler"``, its A and B; one for ``"easy-negatives"``,
        ``"implied-cost"``, ``"uncertainty"``, ``"indistinguishability"``, ``"calibration"``, if they are probabilities,
        and ``"price-of-a-swap"``, if they are at most 20. The other explorers have no use for them.
    weights : array of shape (n,), optional
        Weights of your cases; not for ``"price-of-a-swap"`` and ``"indistinguishability"``, which show each by itself.
    pos_label : bool, int, float or str, optional
        The label of the positive class; by default 1, or True.
    **state
        Entries of its state that differ from the initial one, such as ``prevalence=0.05``.

    Returns
    -------
    Explorer
        A notebook displays it. It needs a browser and no network; where no script runs, it is a static drawing.

    Raises
    ------
    ValueError
        If there is no such explorer, or no such entry of its state, or if an entry is of another type or out of range;
        if the explorer has no use for the scores, or cannot show them: of unequal lengths, undefined, of one class, too
        many. The message names what is allowed.

    Examples
    --------
    >>> print(explore("price-of-a-swap").still.alt)
    The ranking −−−−−+++−+−−−−−−: no swap moves average precision more than that of places 9 and 10, by +0.011.
    >>> own = explore("threshold-bench", y=[1, 0, 1, 0], scores={"mine": [0.9, 0.2, 0.4, 0.6]})
    >>> print(own.still.alt)
    Own scores: cases of the weight 4, of which 2 positive. AUROC is 0.750 (mine).
    """
    if name not in EXPLORERS:
        raise ValueError(f"there is no explorer '{name}': there are {', '.join(EXPLORERS)}")
    entries = checked(name, state)
    models = own_models(name, y, scores, weights, pos_label, entries)
    if models and y is not None:
        entries = {**own_entries(name, models[0], np.size(y)), **entries}
    return Explorer(name, {**EXPLORERS[name], **entries}, models=models)
