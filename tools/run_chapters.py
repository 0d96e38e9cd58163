"""Run all chapters and pages side by side and leave them where Jupyter Book looks for notebooks that have been run.

Jupyter Book runs notebooks, Markdown pages with cells among them, one after the other, which on two cores takes twice
as long as it need. What is in the cache already is not run again. The cache looks at the code in the cells alone, so
whoever changes anything else must remove it, as the Makefile does.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import os
import re
import shutil
import signal
import sys
import tempfile
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from io import BytesIO
from pathlib import Path

import nbformat
import psutil
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn, JupyterCacheAbstract
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, DeadKernelError
from nbformat import NotebookNode
from notebooks import defects
from PIL import Image

DECIMALS = re.compile(r"-?\d+\.\d{3,}")
TIMEOUT = 240  # seconds for a cell, as in _config.yml
STORED = "*Not run in this copy of the book, built without data that `make data` fetches: this is the stored output.*"


def read(path: Path) -> NotebookNode:
    """Read a notebook, which may be written as Markdown."""
    if path.suffix == ".ipynb":
        return nbformat.read(path, as_version=4)
    return read_myst_markdown_notebook(path.read_text(encoding="utf-8"), path=str(path))


def notebooks_in(folder: Path) -> list[Path]:
    """List all notebooks in a folder, the largest first, so that no long one is left for the end."""
    pages = [page for page in folder.rglob("*.md") if is_myst_markdown_notebook(page.read_text(encoding="utf-8"))]
    return sorted([*folder.rglob("*.ipynb"), *pages], key=lambda path: -path.stat().st_size)


def run(path: Path, without: str) -> tuple[NotebookNode, float, list[str]]:
    """Run a notebook in its folder, but not cells with the tag: the notebook, the seconds, and what is wrong."""
    notebook = read(path)
    client = NotebookClient(
        notebook,
        timeout=TIMEOUT,
        record_timing=False,  # it would be part of what the cache knows a notebook by
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],  # or each kernel warns that it listens on this machine
        resources={"metadata": {"path": str(path.parent)}},
        skip_cells_with_tag=without,
    )
    start = time.perf_counter()
    try:
        asyncio.run(client.async_execute())
        faults = list(defects(notebook))
    except (CellControlSignal, DeadKernelError) as error:
        faults = [str(error)]
    for cell in notebook.cells:
        for data in (output.data for output in cell.get("outputs", []) if "image/svg+xml" in output.get("data", {})):
            data["image/svg+xml"] = lighter(data["image/svg+xml"])
        if without in cell.metadata.get("tags", []):
            data = {"text/markdown": STORED, "text/plain": STORED.strip("*")}
            cell.outputs.insert(0, nbformat.v4.new_output("display_data", data))
    return notebook, time.perf_counter() - start, faults


def lighter(drawing: str) -> str:
    """Return a drawing without what is not drawn, its lines to a hundredth of a point, its maps in few colours."""
    drawing = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", drawing, flags=re.DOTALL)
    drawing = re.sub(r'(?<= d=")[^"]*', lambda path: DECIMALS.sub(rounded, " ".join(path[0].split())), drawing)
    return re.sub(
        r"(?<=data:image/png;base64,)[^\"]*", lambda png: few_colours(png[0]), re.sub(r">\s+<", ">\n<", drawing)
    )


def rounded(number: re.Match[str]) -> str:
    """Return a number to two decimals, without noughts at its end."""
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def few_colours(png: str) -> str:
    """Return a picture in base64 with a palette of 128 colours, which for a map is a third of the size."""
    drawn, small = base64.b64decode(png), BytesIO()
    picture = Image.open(BytesIO(drawn))
    picture.quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(small, "png", optimize=True)
    return base64.b64encode(min(drawn, small.getvalue(), key=len)).decode()


def has_run(path: Path, cache: JupyterCacheAbstract) -> bool:
    """Tell whether the cache has the notebook, whole."""
    try:
        cache.merge_match_into_notebook(read(path))
    except (KeyError, ValueError):  # not there, or cut off while it was written
        return False
    return True


def main(arguments: list[str] | None = None) -> int:
    """Run the command; its exit status is 1 if a chapter failed, 130 if it was told to stop."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path, help="all notebooks in it are run")
    parser.add_argument("--cache", type=Path, required=True, help="the cache, which is made if it is not there")
    parser.add_argument("--without", metavar="TAG", default="skip-execution", help="cells with it keep their outputs")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="at a time (default: one per core)")
    options = parser.parse_args(arguments)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: stop.set())
    cache = get_cache(options.cache)
    paths = [path for path in notebooks_in(options.folder) if not has_run(path, cache)]
    failed = False
    connections = tempfile.mkdtemp(prefix="kernels-", dir=options.cache)
    os.environ["JUPYTER_RUNTIME_DIR"] = connections
    pool = ThreadPoolExecutor(options.processes)
    tasks = {pool.submit(run, path, options.without): path for path in paths}
    pending = set(tasks)
    try:
        while pending and not stop.is_set():
            done, pending = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED)
            for task in done:
                notebook, seconds, faults = task.result()
                print(f"{seconds:6.1f} s  {tasks[task]}", flush=True)
                for fault in faults:
                    print(f"{tasks[task]}: {fault}", file=sys.stderr, flush=True)
                failed |= bool(faults)
                if not faults:
                    bundle = CacheBundleIn(notebook, str(tasks[task].resolve()), data={"execution_seconds": seconds})
                    cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for kernel in psutil.Process().children(recursive=True):
            kernel.kill()
        shutil.rmtree(connections, ignore_errors=True)
    if pending:
        print(f"stopped with {len(pending)} chapters to run; those that ran are kept", file=sys.stderr, flush=True)
        os._exit(130)  # the threads wait for kernels that are gone
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
