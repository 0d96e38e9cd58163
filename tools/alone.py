"""Run a command while no other started this way runs in the same folder; wait for the other to end.

    python tools/alone.py COMMAND ...

The folder itself is locked, by the operating system, so nothing is left of the lock when its holder ends, however that
happens. What such a command runs through this again is part of it and does not wait.
"""

from __future__ import annotations

import fcntl
import os
import sys

HOLDER = "METRICBOOK_ALONE_IN"  # names the folder that is locked already


def main() -> None:
    """Run the command in place of this process, which the lock is then held by."""
    here = os.path.realpath(".")
    if os.environ.get(HOLDER) != here:
        folder = os.open(".", os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"waiting for another build in this folder to end: {here}", file=sys.stderr, flush=True)
            fcntl.flock(folder, fcntl.LOCK_EX)
        os.set_inheritable(folder, True)
        os.environ[HOLDER] = here
    os.execvp(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
