"""After set-up nothing asks another machine for anything, but the module that fetches the pairs and verifies them."""

from __future__ import annotations

import ast
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
OFFLINE = ["sh", str(ROOT / "tools" / "offline.sh")]
#: Modules that reach other machines, or start programs that could.
REACHES = re.compile(
    r"(urllib\.request|http|ftplib|smtplib|socket|ssl|asyncio|requests|httpx|urllib3|fsspec|pip|subprocess)\b"
)
#: Who may import one of them, and why.
MAY = {
    "src/metricbook/causal/_wheel.py": "the one fetch: by pip, the wheel with the pairs, verified and then read",
    "src/scoring_the_scores/course/fresh.py": "starts a process in which the key checks",
    "src/scoring_the_scores/course/grading.py": "starts judges, in processes of their own",
    "src/scoring_the_scores/course/isolating.py": "tries whether bubblewrap can make a sandbox",
    "src/scoring_the_scores/course/sandbox.py": "starts a student's process",
    "src/claimledger/history.py": "asks git for the claims at each tag",
    "src/claimledger/provenance.py": "asks git for the commit",
    "tools/archive.py": "runs git",
    "tools/dated.py": "asks git for the day of the commit",
    "tools/firefox.py": "speaks to the Firefox that it starts",
    "tools/kernels.py": "starts the server of kernels",
    "tools/machine.py": "builds the book in a copy, with other packages",
    "tools/rerun.py": "runs ledger, chapters and tests as other processors",
    "tools/run_chapters.py": "waits for kernels",
    "tools/wheels.py": "builds our own packages",
}


def imported(path: Path) -> set[str]:
    """The modules that a file imports, wherever it does."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_one_module_fetches_something() -> None:
    files = [path for folder in ("src", "tools") for path in (ROOT / folder).rglob("*.py")]
    reaching = {p.relative_to(ROOT).as_posix() for p in files if any(map(REACHES.match, imported(p)))}
    assert reaching == set(MAY)


def test_no_cell_fetches_anything() -> None:
    for path in (ROOT / "book").rglob("*.ipynb"):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "code":
                assert not re.search(r"^\s*[!%]|https?://|urllib\.request|requests", cell.source, re.MULTILINE), path


def test_every_test_is_refused_what_another_machine_would_give() -> None:
    """By conftest.py, so all modules are loaded, all claims checked and all doctests run without it."""
    for ask in (socket.create_connection, lambda address: socket.getaddrinfo(*address)):
        with pytest.raises(RuntimeError, match=r"^a test asks another machine: example\.org$"):
            ask(("example.org", 80))
    with pytest.raises(RuntimeError, match=r"^a test asks another machine: 192\.0\.2\.1$"):
        socket.create_connection(("192.0.2.1", 80))


@pytest.fixture
def offline() -> None:
    """Skip where this user can make no network."""
    if (
        shutil.which("unshare") is None
        or subprocess.run([*OFFLINE, "true"], capture_output=True, check=False).returncode
    ):
        pytest.skip("this user can make no network of its own here")


def test_offline_reaches_itself_and_nothing_else(offline: None) -> None:
    code = """
import errno, socket
server = socket.create_server(("127.0.0.1", 0))
socket.create_connection(server.getsockname()).close()
try:
    socket.create_connection(("192.0.2.1", 80), timeout=5)
except OSError as error:
    print(errno.errorcode[error.errno])
"""
    run = subprocess.run([*OFFLINE, sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "ENETUNREACH\n"


def test_offline_ends_as_the_command_does(offline: None) -> None:
    run = subprocess.run(
        [*OFFLINE, "sh", "-c", 'echo "$0" "$HOME"; exit 7', "a  b"], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (7, f"a  b {Path.home()}\n")


def test_offline_needs_a_command() -> None:
    assert subprocess.run(OFFLINE, capture_output=True, check=False).returncode == 2
