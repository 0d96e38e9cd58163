"""The wheels of the installed packages, for the folder that students get: packed again from what is installed."""

from __future__ import annotations

import csv
import hashlib
import io
import zipfile
from base64 import urlsafe_b64encode
from importlib.metadata import Distribution, distribution
from pathlib import Path, PurePath
from typing import Final

NAMES: Final = ("claimledger", "metricbook", "scoring-the-scores")
#: Where a clone has those that it has built.
BUILT: Final = Path(__file__).parents[3] / "_build" / "html" / "downloads"
#: What an installer writes beside the files of a wheel.
INSTALLED: Final = {"RECORD", "INSTALLER", "REQUESTED", "direct_url.json"}
#: The first day that a zip can hold, so that the same files give the same wheel.
DAY: Final = (1980, 1, 1, 0, 0, 0)


def wheels() -> dict[str, bytes]:
    """The wheels by their names: those that a clone has built, or else what is installed; none if there are neither.

    The key for graders is none of them.
    """
    ours = {name.replace("-", "_") for name in NAMES}
    if built := [path for path in sorted(BUILT.glob("*.whl")) if path.name.partition("-")[0] in ours]:
        return {path.name: path.read_bytes() for path in built}
    of_names = [distribution(name) for name in NAMES]
    return dict(map(packed, of_names)) if all(map(is_whole, of_names)) else {}


def is_whole(of: Distribution) -> bool:
    """Whether a package was installed as a copy, and not as a link to a clone."""
    return "editable" not in (of.read_text("direct_url.json") or "") and of.read_text("WHEEL") is not None


def packed(of: Distribution) -> tuple[str, bytes]:
    """The name and the bytes of the wheel that a package of Python alone was installed from.

    The files are those that were installed, so the wheel is not that one byte for byte, but it installs the same.
    """
    head = dict(line.split(": ", 1) for line in (of.read_text("WHEEL") or "").splitlines() if ": " in line)
    name = of.metadata["Name"].replace("-", "_").replace(".", "_").lower()
    files = {
        PurePath(path).as_posix(): Path(str(path.locate())).read_bytes()
        for path in of.files or ()
        if ".." not in path.parts and path.suffix != ".pyc" and path.name not in INSTALLED
    }
    record, text = io.StringIO(), f"{name}-{of.version}.dist-info/RECORD"
    lines = [(path, f"sha256={_digest(data)}", len(data)) for path, data in files.items()]
    csv.writer(record, lineterminator="\n").writerows([*lines, (text, "", "")])
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in [*files.items(), (text, record.getvalue().encode())]:
            archive.writestr(zipfile.ZipInfo(path, DAY), data, zipfile.ZIP_DEFLATED)
    return f"{name}-{of.version}-{head['Tag']}.whl", whole.getvalue()


def _digest(data: bytes) -> str:
    return urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
