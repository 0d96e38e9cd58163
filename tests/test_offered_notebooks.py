"""The notebooks that the site offers: plain, whole, and run far from this repository as their pages say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
import zipfile
from collections.abc import Iterator
from html import unescape
from importlib.metadata import distribution
from itertools import islice
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import nbformat
import pytest

from tests.environments import PACKAGES, ROOT, Environment, Wheels, requirements
from tests.whole import in_monthly_run, in_whole_run, mostly

DOWNLOADS = ROOT / "_build" / "html" / "downloads"
NOTEBOOKS = sorted(path.relative_to(DOWNLOADS).as_posix() for path in DOWNLOADS.rglob("*.ipynb"))
CHAPTERS = len(list((ROOT / "book").rglob("*.ipynb")))
UNRESOLVED = re.compile(r"\{[a-z:]+\}`|^\s*(`{3,}|:{3,})\{|^\([\w-]+\)=|^%%? ", re.MULTILINE)


def test_every_chapter_is_offered() -> None:
    if not DOWNLOADS.is_dir():
        pytest.skip("the site is not built: run `make book`")
    assert len(NOTEBOOKS) == CHAPTERS
    assert len(list(DOWNLOADS.glob("*.whl"))) == len(PACKAGES)


@pytest.fixture
def notebook(name: str) -> nbformat.NotebookNode:
    return nbformat.read(DOWNLOADS / name, as_version=4)


no_site = [pytest.param("", marks=pytest.mark.skip(reason="no site"))]


@pytest.mark.parametrize("name", NOTEBOOKS or no_site)
def test_an_offered_notebook_is_plain_and_whole(notebook: nbformat.NotebookNode) -> None:
    nbformat.validate(notebook)
    prose = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    assert [found.group() for text in prose for found in UNRESOLVED.finditer(text)] == []
    assert re.search(r'^pip install --find-links \. "\S', prose[0], re.MULTILINE)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    drawn = [output.data for output in outputs if "<Figure size" in output.get("data", {}).get("text/plain", "")]
    assert all("image/svg+xml" in data for data in drawn)
    assert len(drawn) == sum(text.startswith("**Fig. ") for text in prose)
    links = [link for data in outputs for link in re.findall(r'href="([^"]*)"', str(data.get("data", {})))]
    assert [link for link in links if ".csv" in link] == []


#: Stands in for the notebook program where no registry is within reach: it runs the notebook that it is to open.
LAB = """
import sys
from nbclient.cli import main

def lab():
    sys.argv[1:1] = ["--timeout=600"]
    main()
"""
#: Where the notebook program says that it listens, and the token that it asks for.
LISTENING = re.compile(r"(http://127\.0\.0\.1:\d+)/lab\S*\?token=(\w+)")
TYPED = re.compile(r'<details class="rerun">.*?<pre>(.*?)</pre>', re.DOTALL)


def typed(name: str) -> list[str]:
    """The lines that a chapter's page says to type."""
    page = (DOWNLOADS.parent / "book" / name).with_suffix(".html").read_text(encoding="utf-8")
    (lines,) = TYPED.findall(page)
    return unescape(re.sub("<[^>]*>", "", lines)).strip().splitlines()


def saved(name: str, folder: Path) -> None:
    """Save what the page offers in an empty folder."""
    folder.mkdir()
    for path in (DOWNLOADS / name, *DOWNLOADS.glob("*.whl")):
        shutil.copy(path, folder)


def there(folder: Path, **more: str) -> dict[str, str]:
    """The variables of a shell in a folder, with a home beside it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("METRICBOOK", "PYTHON", "JUPY"))}
    return kept | {"HOME": str(folder.parent / "home"), "PIP_DISABLE_PIP_VERSION_CHECK": "1", **more}


def type_in(lines: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Type lines in a shell there."""
    command, told = ["bash", "-e", "-c", "\n".join(lines)], there(folder, **more)
    return subprocess.run(command, cwd=folder, env=told, capture_output=True, text=True, timeout=1800, check=False)


def write_stand_in(folder: Path) -> None:
    """Write a wheel called jupyterlab, with the commands `jupyter` and `jupyter lab`."""
    about = "jupyterlab-9999.dist-info"
    files = {
        "standing_in_for_lab.py": LAB,
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: jupyterlab\nVersion: 9999\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": "[console_scripts]\njupyter = jupyter_core.command:main\n"
        "jupyter-lab = standing_in_for_lab:lab\n",
    }
    listed = "".join(f"{path},,\n" for path in (*files, f"{about}/RECORD"))
    with zipfile.ZipFile(folder / "jupyterlab-9999-py3-none-any.whl", "w") as archive:
        for path, text in {**files, f"{about}/RECORD": listed}.items():
            archive.writestr(path, text)


def answered(address: str) -> bytes:
    """What a server answers, which says where it is a moment before it listens."""
    for _ in range(60):
        try:
            with urlopen(address, timeout=60) as answer:
                return answer.read()
        except URLError:
            time.sleep(1)
    raise TimeoutError(address)


RERUN = [name for name in NOTEBOOKS if name == "foundations/which-metric.ipynb"] or no_site


@in_whole_run
@pytest.mark.parametrize("name", RERUN)
def test_what_a_page_says_to_type_runs_the_chapter(name: str, wheels: Wheels, tmp_path: Path) -> None:
    """Without a network: what pip would fetch is already there, and JupyterLab has a stand-in."""
    known = tmp_path / "known"
    known.mkdir()
    for needed in requirements("scoring-the-scores[book]", wheels) - set(wheels):
        for top in {file.parts[0] for file in distribution(needed).files or ()} - {"..", "__pycache__"}:
            if not (known / top).exists():
                (known / top).symlink_to(Path(distribution(needed).locate_file(top)).resolve())
    saved(name, tmp_path / "empty")
    write_stand_in(tmp_path / "empty")
    done = type_in(typed(name), tmp_path / "empty", PYTHONPATH=str(known), PIP_NO_INDEX="1")
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    assert (tmp_path / "empty" / "rerun" / "bin" / "jupyter-lab").is_file()


@in_monthly_run
@pytest.mark.parametrize("name", RERUN)
def test_what_a_page_says_to_type_starts_jupyterlab(name: str, tmp_path: Path) -> None:
    """With the registry: all is installed, and the server that opens the notebook answers."""
    saved(name, tmp_path / "empty")
    *lines, last = typed(name)
    installed = type_in(lines, tmp_path / "empty")
    if "No matching distribution found" in installed.stderr or "Could not fetch" in installed.stderr:
        pytest.skip("no registry of packages is within reach")
    assert installed.returncode == 0, installed.stderr[-3000:]
    settings = tmp_path / "home" / ".jupyter" / "jupyter_server_config.py"
    settings.parent.mkdir(parents=True)
    settings.write_text("c.ServerApp.open_browser, c.ServerApp.allow_root, c.ServerApp.port = False, True, 0\n")
    command = ["bash", "-e", "-c", f"{lines[1]}\nexec timeout 300 {last}"]
    folder, output = tmp_path / "empty", {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, cwd=folder, env=there(folder), **output) as server:
        try:
            (where,) = islice(filter(None, map(LISTENING.search, server.stdout)), 1)
            address = f"{where[1]}/api/contents/{Path(name).name}?content=0&token={where[2]}"
            assert json.loads(answered(address))["type"] == "notebook"
        finally:
            server.terminate()


#: Runs the notebooks whose names it reads, and says of each what went wrong.
RUNNER = f"""
import json, sys
sys.path.append({str(ROOT / "tools")!r})
import nbformat
from kernels import Kernel
from nbclient import NotebookClient
Kernel.serve()
for name in map(str.strip, sys.stdin):
    try:
        notebook, here = nbformat.read(name, as_version=4), {{"metadata": {{"path": "."}}}}
        NotebookClient(notebook, timeout=600, kernel_name="python3", resources=here).execute()
        print(json.dumps(""), flush=True)
    except Exception as error:
        print(json.dumps(str(error)), flush=True)
"""


@pytest.fixture(scope="module")
def runner(book: Environment) -> Iterator[subprocess.Popen[str]]:
    """Run notebooks one after the other, each in a kernel of its own that was forked after the imports of libraries."""
    with book.start("-c", RUNNER) as process:
        yield process
        process.stdin.close()


#: The notebooks that run in a whole run, one of papers and one of ours.
SOME = ("flach/missing-label.ipynb", "synthesis/one-swap.ipynb")


@in_whole_run
@pytest.mark.parametrize("name", mostly(NOTEBOOKS, *SOME, rest=in_monthly_run) or no_site)
def test_an_offered_notebook_runs_in_an_empty_folder(name: str, book: Environment, runner) -> None:
    shutil.copy(DOWNLOADS / name, book.folder)
    print(Path(name).name, file=runner.stdin, flush=True)
    assert json.loads(runner.stdout.readline()) == ""
    (book.folder / Path(name).name).unlink()
    assert list(book.folder.iterdir()) == []
