"""Explorers: drawings that answer when touched, the same in the book's pages and in a notebook.

Each is one element of a page, `score-explorer`, which a script makes live; without it, and on paper, the element shows
what it holds, a drawing of the same state. The scripts need nothing but a browser; `bundle` joins them into one.

Their sentences rest on proofs, for which they have keys. A page that knows some gives their addresses as JSON, in a
script element ``explorer-proofs`` of the type ``application/json``; elsewhere the sentences stand without links.
"""

from metricbook.explorers.bundling import bundle, styles
from metricbook.explorers.explorer import Explorer, Goal, explore
from metricbook.explorers.states import EXPLORERS

__all__ = ["EXPLORERS", "Explorer", "Goal", "bundle", "explore", "styles"]
