"""Run all chapters side by side and leave them where Jupyter Book looks for notebooks that have been run.

Jupyter Book runs notebooks one after the other, which on two cores takes twice as long as it need. The cache is made
afresh: it looks at the code in the cells alone, so an old one would hide a change in the package.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import single_nb_execution
from nbformat import NotebookNode

TIMEOUT = 240  # seconds for a cell, as in _config.yml


def run(path: Path) -> tuple[NotebookNode, float, str | None]:
    """Run a notebook in its folder: the notebook with its outputs, the seconds, and a traceback if it failed."""
    notebook = nbformat.read(path, as_version=4)
    outcome = single_nb_execution(notebook, cwd=str(path.parent), timeout=TIMEOUT, allow_errors=False)
    return notebook, outcome.time, None if outcome.err is None else outcome.exc_string


def main(arguments: list[str] | None = None) -> int:
    """Run the command; its exit status is 1 if a chapter failed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path, help="all notebooks in it are run")
    parser.add_argument("--cache", type=Path, required=True, help="the cache to make")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="at a time (default: one per core)")
    options = parser.parse_args(arguments)
    # The largest first, so that no long one is left for the end.
    paths = sorted(options.folder.rglob("*.ipynb"), key=lambda path: -path.stat().st_size)
    shutil.rmtree(options.cache, ignore_errors=True)
    cache = get_cache(options.cache)
    failed = False
    with ProcessPoolExecutor(options.processes) as pool:
        tasks = {pool.submit(run, path): path for path in paths}
        for task in as_completed(tasks):
            notebook, seconds, traceback = task.result()
            print(f"{seconds:6.1f} s  {tasks[task]}", flush=True)
            if traceback is not None:
                print(traceback, file=sys.stderr)
                failed = True
                continue
            bundle = CacheBundleIn(notebook, str(tasks[task].resolve()), data={"execution_seconds": seconds})
            cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
