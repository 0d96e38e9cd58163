"""Sphinx extension: a computed figure with the link to its data below the caption.

A chapter's figure cell has two outputs, the figure and the link that ``pages.offer(data, "roc")`` displays.
myst-nb would wrap each of them in a figure, with the same caption and the same name twice. Here the figure is the
image, and the link goes into its legend. A computed figure without its data is a warning, which fails the build.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_nb.sphinx_ import SphinxNbRenderer
from sphinx.util import logging

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode
    from nbformat import NotebookNode
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)
render_each = SphinxNbRenderer._render_nb_cell_code_outputs


def render_outputs(self: SphinxNbRenderer, token: SyntaxTreeNode, outputs: list[NotebookNode]) -> None:
    """Render a cell's outputs; those of a figure's cell as one figure."""
    settings = token.meta["metadata"]
    wanted = settings.get("mystnb", {}).get("figure")
    if not wanted:
        render_each(self, token, outputs)
        return
    drawn = [output for output in outputs if any(kind.startswith("image/") for kind in output.get("data", {}))]
    others = [output for output in outputs if output not in drawn]
    if (len(drawn), len(others)) != (1, 1) or not wanted.get("caption"):
        message = "a figure's cell must have a caption, draw one figure and offer its data: %d drawn, %d other outputs"
        logger.warning(message, len(drawn), len(others), location=(self.sphinx_env.docname, token.map[0]))
        render_each(self, token, outputs)
        return
    render_each(self, token, drawn)
    legend = nodes.legend()
    self.current_node.children[-1].append(legend)
    token.meta["metadata"] = {key: value for key, value in settings.items() if key != "mystnb"}
    with self.current_node_context(legend):
        render_each(self, token, others)
    token.meta["metadata"] = settings


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    SphinxNbRenderer._render_nb_cell_code_outputs = render_outputs
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
