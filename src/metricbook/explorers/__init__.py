"""Explorers: interactive drawings, the same in the book's pages and in a notebook.

Each is one element of a page, `score-explorer`, which a script makes interactive; without it, and on paper, the
element shows its content, a static drawing of the same state. The scripts need only a browser; `bundle` joins them into
one.

The sentences in a drawing name their proofs by keys. A page can give the addresses of proofs as JSON, in a script
element ``explorer-proofs`` of the type ``application/json``, or its scripts as the object ``explorerProofs``; elsewhere
the sentences stand without links.
"""

from metricbook.explorers.bundling import bundle, styles
from metricbook.explorers.explorer import Explorer, Goal, explore
from metricbook.explorers.states import EXPLORERS

__all__ = ["EXPLORERS", "Explorer", "Goal", "bundle", "explore", "styles"]
