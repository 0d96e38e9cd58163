"""Start kernels by forking a process that has imported what every chapter imports, but nothing of the book's.

Each of fifty kernels would take two seconds for these imports. A kernel started here is as new as any other: it has run
no cell, has drawn nothing and has loaded none of our code. It ends when the server does, which ends with its input.

`Kernel.serve` starts the server: this file, run. Lines on its input are JSON, `argv`, `env` and `cwd` of a kernel;
the answers are their process numbers.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress

import psutil
from jupyter_client.provisioning import local_provisioner

PRELOADED = (
    "ipykernel.debugger",  # most of what a kernel loads before its first cell
    "ipykernel.kernelapp",
    "IPython.core.completer",
    "IPython.core.completerlib",
    "IPython.core.debugger",
    "matplotlib.backends.backend_agg",
    "matplotlib.backends.backend_svg",
    "matplotlib.figure",
    "matplotlib.widgets",
    "mpl_toolkits.mplot3d",
    "numpy",
    "pandas",
    "scipy.special",
    "scipy.stats",
    "yaml",
)


class Kernel:
    """A kernel that the server has started, as Jupyter looks at a process that it has started itself."""

    server: subprocess.Popen[str]
    asking = threading.Lock()
    stdin = stdout = stderr = None

    def __init__(self, argv: list[str], *, env: dict[str, str], cwd: str, **_: object) -> None:
        with self.asking:
            print(json.dumps({"argv": argv[2:], "env": env, "cwd": cwd}), file=self.server.stdin, flush=True)
            self.pid = int(self.server.stdout.readline())
        self.process = psutil.Process(self.pid)

    @classmethod
    def serve(cls) -> None:
        """Let all kernels be started so."""
        # Without this folder on its path; with frozen modules the debugger warns that it sees less.
        command = [sys.executable, "-P", "-Xfrozen_modules=off", __file__]
        pipe = subprocess.PIPE
        # Ctrl-C is for this process alone, which ends the others.
        cls.server = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, start_new_session=True)
        local_provisioner.launch_kernel = cls

    def poll(self) -> int | None:
        """Return nothing while it runs; how it ended is not known."""
        with suppress(psutil.NoSuchProcess):  # it may end between the two questions
            if self.process.is_running() and self.process.status() != psutil.STATUS_ZOMBIE:
                return None
        return 0

    wait = poll

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        with suppress(psutil.NoSuchProcess):
            self.process.send_signal(number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


def main() -> None:
    """Answer until the input ends."""
    os.environ["JPY_PARENT_PID"] = str(os.getpid())  # which a kernel watches
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"  # as a kernel sets it before any import
    for name in PRELOADED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the kernels
    for line in sys.stdin:
        asked = json.loads(line)
        number = os.fork()
        if number == 0:
            run(**asked)
        os.setpgid(number, number)  # before it is known: Jupyter signals a kernel's whole group
        print(number, flush=True)


def run(argv: list[str], env: dict[str, str], cwd: str) -> None:
    """Become a kernel, in a process that was just forked."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(2, 1)  # the answers are not the kernel's to write
    own = {name: os.environ[name] for name in ("JPY_PARENT_PID", "MPLBACKEND")}
    os.environ.clear()
    os.environ.update(env | own)
    os.chdir(cwd)
    sys.argv = [*argv, "--log-level=ERROR"]  # or each warns that it listens on this machine
    from ipykernel.kernelapp import launch_new_instance

    launch_new_instance()
    raise SystemExit


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # whoever asked is gone
        main()
