"""A sandbox of bubblewrap's for each submission: its own folder to write to, nothing of others to see, no network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

#: Bubblewrap, and the first process in the sandbox, count as processes that a submission started.
PROCESSES: Final = 2
#: Our own packages, by the names of their distributions, and where they are.
PACKAGES: Final = {
    name: Path(find_spec(name.replace("-", "_")).origin).parent  # type: ignore[union-attr, arg-type]
    for name in ("claimledger", "metricbook", "scoring-the-scores")
}


def key_files() -> list[Path]:
    """The files of the key, if it is installed: what no submission may read."""
    book = PACKAGES["scoring-the-scores"]
    return [path for form in ("key.py", "__pycache__/key.*") for path in sorted(book.glob(f"*/*/{form}"))]


#: What the sandbox has no part in: temporary files of others, and the sockets of services.
ELSEWHERE: Final = ("/tmp", "/var/tmp", "/run")


class Sandboxes:
    """Sandboxes in which some files and folders are not to be seen.

    Raises
    ------
    OSError
        If there is no bubblewrap, or it can make none here: why.
    """

    def __init__(self, hidden: Iterable[Path]) -> None:
        self.program = shutil.which("bwrap") or ""
        if not self.program:
            raise OSError(
                "--isolate needs bubblewrap, which is not installed: apt install bubblewrap, or dnf, or pacman"
            )
        self.hidden = tuple(hidden)
        with tempfile.TemporaryDirectory(prefix="metricbook-") as place:
            tried = [sys.executable, "-I", "-c", "import scoring_the_scores.course.runner"]
            done = subprocess.run([*self.around(Path(place)), *tried], capture_output=True, text=True, check=False)
        if done.returncode:
            why = done.stderr.strip().rpartition("\n")[2]
            raise OSError(f"--isolate: bubblewrap can make no sandbox here ({why or f'exit code {done.returncode}'})")

    def around(self, folder: Path) -> list[str]:
        """The prefix of a command that is to run in a sandbox, with a folder that it may write to."""
        return command(self.program, folder, self.hidden)


def command(program: str, folder: Path, hidden: Sequence[Path]) -> list[str]:
    """A call of bubblewrap. Later arguments take precedence over earlier ones."""
    home = Path.home()
    away = [Path(tempfile.gettempdir()), *map(Path, ELSEWHERE), *([home] if home != Path(home.anchor) else []), *hidden]
    arguments = [program, "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"]
    arguments += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    for path in sorted({path.resolve() for path in away}):
        if path.is_dir():
            arguments += ["--tmpfs", str(path)]
        elif path.exists():
            arguments += ["--ro-bind", "/dev/null", str(path)]
    for path in python():
        arguments += ["--ro-bind", str(path), str(path)]
    for path in key_files():
        arguments += ["--ro-bind", "/dev/null", str(path)]
    return [*arguments, "--bind", str(folder), str(folder), "--"]


def python() -> list[Path]:
    """The folders that Python and what it imports are in, as they are named and as they are."""
    named = [Path(sys.prefix), Path(sys.base_prefix), *PACKAGES.values()]
    return sorted({path for one in named for path in (Path(os.path.abspath(one)), one.resolve()) if path.is_dir()})
