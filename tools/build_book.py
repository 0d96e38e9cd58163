"""``jupyter-book build`` by several processes, which then also execute the notebooks side by side.

Jupyter Book's own command has no option for the number of processes, though Sphinx below it has. The arguments are
those of ``jupyter-book build``.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import Any

import jupyter_book.sphinx as engine
import sphinx_multitoc_numbering as numbering
from jupyter_book.cli.main import main
from sphinx.application import Sphinx

_setup_numbering = numbering.setup


def setup_numbering(app: Sphinx) -> dict[str, Any]:
    """Set the extension up, and declare what it does not: it only acts when all pages have been read."""
    return {**(_setup_numbering(app) or {}), "parallel_read_safe": True}


if __name__ == "__main__":
    numbering.setup = setup_numbering
    engine.build_sphinx = partial(engine.build_sphinx, jobs=os.cpu_count())
    main(["build", *sys.argv[1:]])
