"""``jupyter-book build`` by several processes, which then also execute the notebooks side by side.

Jupyter Book's own command has no option for the number of processes, though Sphinx below it has. The arguments are
those of ``jupyter-book build``.
"""

from __future__ import annotations

import os
import sys
from functools import partial

import jupyter_book.sphinx as engine
from jupyter_book.cli.main import main
from sphinx.application import Sphinx


def parallel_allowed(app: Sphinx, kind: str) -> bool:
    """Say yes for every extension, where Sphinx asks each to declare it.

    Two of ours declare nothing, sphinx-mathjax-offline and sphinx-multitoc-numbering. The one adds files and a path
    before any page is read, the other numbers sections after all have been.
    """
    return True


if __name__ == "__main__":
    Sphinx.is_parallel_allowed = parallel_allowed
    engine.build_sphinx = partial(engine.build_sphinx, jobs=os.cpu_count())
    main(["build", *sys.argv[1:]])
