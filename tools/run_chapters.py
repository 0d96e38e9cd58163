"""Run all chapters and pages side by side and leave them where Jupyter Book looks for notebooks that have been run.

Jupyter Book runs notebooks, Markdown pages with cells among them, one after the other, which on two cores takes twice
as long as it need; and it looks at the code in the cells alone to know one that has been run. Here a notebook is run
again when anything is another that its outputs can depend on.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import nbformat
import psutil
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, DeadKernelError
from nbformat import NotebookNode
from PIL import Image

sys.path.insert(0, str(Path(__file__).parent))
from chapter_inputs import manifest
from kernels import Kernel
from notebooks import NOT_RUN, defects

from claimledger.cache import differences, digest
from claimledger.graph import graph
from claimledger.machine import workers

DECIMALS = re.compile(r"-?\d+\.\d{3,}")
TIMEOUT = 240  # seconds for a cell, as in _config.yml
ROOT = Path(__file__).resolve().parents[1]
MANIFEST = "depends.json"  # beside a notebook that was run: what its outputs depend on
FIGDATA = "METRICBOOK_FIGDATA"  # names the folder for the data behind each figure


def read(path: Path) -> NotebookNode:
    """Read a notebook, which may be written as Markdown."""
    if path.suffix == ".ipynb":
        return nbformat.read(path, as_version=4)
    return read_myst_markdown_notebook(path.read_text(encoding="utf-8"), path=str(path))


def notebooks_in(folder: Path) -> list[Path]:
    """List all notebooks in a folder, the largest first, so that no long one is left for the end."""
    pages = [page for page in folder.rglob("*.md") if is_myst_markdown_notebook(page.read_text(encoding="utf-8"))]
    return sorted([*folder.rglob("*.ipynb"), *pages], key=lambda path: -path.stat().st_size)


def why(before: dict[str, str], now: dict[str, str]) -> str:
    """Say what of what a notebook depends on is another than when it was run."""
    found = list(differences(before, now)) if before else ["it was not run yet"]
    return found[0] + (f", and {len(found) - 1} more" if len(found) > 1 else "")


def known_before(runs: Path, page: str) -> dict[str, str]:
    """Return what a notebook depended on when it was last run; nothing if that cannot be told."""
    for place in runs.glob(f"{page}-*/{MANIFEST}"):
        with suppress(OSError, ValueError):
            return dict(json.loads(place.read_text(encoding="utf-8")))
    return {}


def run(
    path: Path, notebook: NotebookNode, without: str, needed: dict[str, str], target: Path
) -> tuple[float, list[str]]:
    """Run a notebook in its folder, but not cells with the tag: the seconds, and what is wrong.

    If nothing is, the notebook, what it depends on and the data behind its figures are left in the target.
    """
    unfinished = Path(tempfile.mkdtemp(prefix="unfinished-", dir=target.parent))
    client = NotebookClient(
        notebook,
        timeout=TIMEOUT,
        record_timing=False,  # it would be part of what the cache knows a notebook by
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        skip_cells_with_tag=without,
    )
    start = time.perf_counter()
    try:
        asyncio.run(client.async_execute(env=os.environ | {FIGDATA: str(unfinished / "figdata")}))
        faults = list(defects(notebook))
    except (CellControlSignal, DeadKernelError) as error:
        faults = [str(error)]
    for cell in notebook.cells:
        for data in (output.data for output in cell.get("outputs", []) if "image/svg+xml" in output.get("data", {})):
            data["image/svg+xml"] = lighter(data["image/svg+xml"])
        if without in cell.metadata.get("tags", []):
            data = {"text/markdown": NOT_RUN, "text/plain": NOT_RUN.strip("*")}
            cell.outputs.insert(0, nbformat.v4.new_output("display_data", data))
    if not faults and graph().unchanged(needed):
        nbformat.write(notebook, unfinished / "notebook.ipynb")
        (unfinished / MANIFEST).write_text(json.dumps(needed, indent=1), encoding="utf-8")
        unfinished.rename(target)
    return time.perf_counter() - start, faults


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


def publish(runs: dict[Path, Path], cache: Path) -> None:
    """Fill the cache with what has been run, and with nothing else, and the folder of the data behind the figures."""
    shutil.rmtree(cache, ignore_errors=True)
    store = get_cache(cache)
    for path, folder in runs.items():
        bundle = CacheBundleIn(nbformat.read(folder / "notebook.ipynb", as_version=4), str(path.resolve()))
        store.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
    if FIGDATA in os.environ:
        shutil.rmtree(os.environ[FIGDATA], ignore_errors=True)
        for folder in runs.values():
            if (folder / "figdata").exists():
                shutil.copytree(folder / "figdata", os.environ[FIGDATA], dirs_exist_ok=True)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; its exit status is 1 if a chapter failed, 130 if it was told to stop."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path, help="all notebooks in it are run")
    parser.add_argument("--cache", type=Path, required=True, help="Jupyter Book's cache, which is filled")
    parser.add_argument("--runs", type=Path, help="where runs are kept (default: beside the cache)")
    parser.add_argument("--without", metavar="TAG", default="skip-execution", help="cells with it keep their outputs")
    parser.add_argument(
        "--processes", type=int, metavar="N", help="at a time (default: one per core, as memory allows)"
    )
    options = parser.parse_args(arguments)
    processes = workers() if options.processes is None else options.processes
    if processes < 1:
        parser.error(f"--processes must be at least 1, not {processes}")
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: stop.set())
    stored_runs = (options.runs or options.cache.with_name("runs")).resolve()  # kernels run elsewhere
    stored_runs.mkdir(parents=True, exist_ok=True)
    notebooks = {path: read(path) for path in notebooks_in(options.folder)}
    needed = {path: manifest(path, notebook, options.without) for path, notebook in notebooks.items()}
    graph().save()
    pages = {path: f"{path.parent.name}-{path.stem}" for path in notebooks}
    runs = {path: stored_runs / f"{pages[path]}-{digest(needed[path])}" for path in notebooks}
    again = [path for path, folder in runs.items() if not folder.exists()]
    reasons = {path: why(known_before(stored_runs, pages[path]), needed[path]) for path in again}
    for old in set(stored_runs.iterdir()) - set(runs.values()):
        shutil.rmtree(old)
    failed = False
    connections = tempfile.mkdtemp(prefix="kernels-", dir=stored_runs)
    os.environ["JUPYTER_RUNTIME_DIR"] = connections
    if again:
        Kernel.serve()
    pool = ThreadPoolExecutor(processes)
    tasks = {pool.submit(run, path, notebooks[path], options.without, needed[path], runs[path]): path for path in again}
    pending = set(tasks)
    try:
        while pending and not stop.is_set():
            done, pending = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED)
            for task in done:
                try:
                    seconds, faults = task.result()
                except OSError as error:  # such as a full disk
                    seconds, faults = 0.0, [f"what it gave could not be kept: {error}"]
                print(f"{seconds:6.1f} s  {tasks[task]}: {reasons[tasks[task]]}", flush=True)
                for fault in faults:
                    print(f"{tasks[task]}: {fault}", file=sys.stderr, flush=True)
                failed |= bool(faults)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for kernel in psutil.Process().children(recursive=True):
            with suppress(psutil.NoSuchProcess):  # it has ended by itself
                kernel.kill()
        shutil.rmtree(connections, ignore_errors=True)
    if pending:
        print(f"stopped with {len(pending)} chapters to run; those that ran are kept", file=sys.stderr, flush=True)
        os._exit(130)  # the threads wait for kernels that are gone
    if not all(map(graph().unchanged, needed.values())):
        print("code or data were changed while chapters ran: run this again", file=sys.stderr)
        failed = True
    if not failed:
        publish(runs, options.cache)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
