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

if __name__ == "__main__":
    engine.build_sphinx = partial(engine.build_sphinx, jobs=os.cpu_count())
    main(["build", *sys.argv[1:]])
