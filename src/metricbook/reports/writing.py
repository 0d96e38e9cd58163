"""Writing a file whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write(path: str | os.PathLike[str], text: str) -> Path:
    """Write a text under a name, which keeps what it had until all of the new text is there.

    Raises
    ------
    OSError
        If the folder is not there or cannot be written to.
    """
    path = Path(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)  # a temporary file is readable by its owner alone
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
    return path
