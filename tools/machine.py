"""Build the book as another machine would, in a folder of its own, and say what comes out differently.

    python tools/machine.py lowest --folder /tmp/lowest --against site.json.gz

The machine is one of

    locked     the locked versions; with --python another Python
    lowest     the oldest release of every library that the bounds allow
    newest     the newest release of every library
    elsewhere  the locked versions, on one core of the oldest processor that this one can be (tools/processors.py), in
               another time zone and language, with another hash seed, in a folder with another name, whose files
               nobody else may read, without a home

In the folder a copy of this checkout is made, and in it `make book` runs, which fails where a chapter does not run.
Then the verdicts of that build are read, all of which must be confirmed; every executed chapter is compared with its
stored outputs, and with --against the site's text with another build's (see tools/compare_builds.py). With --tests the
library's tests follow. The exit status is 1 if anything failed or differs. This checkout's own .venv and _build are
neither used nor touched. Needs uv, and a package registry within reach.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tools import dated, processors

ROOT = Path(__file__).resolve().parents[1]
WANTED = "book", "course", "dask", "report"
GROUPS = "site", "test", "setup"
RESOLUTIONS = {"lowest": "lowest-direct", "newest": "highest"}
LIBRARY = "metrics", "exact", "tile", "reports", "causal"
FAR = {
    "TZ": "Pacific/Kiritimati",  # where a day begins first
    "HOME": "/dev/null/home",
}


def copy(folder: Path) -> None:
    """Copy what is or would be committed of this checkout, or of a download without git."""
    for name in committed():
        if (ROOT / name).is_file():  # not removed
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


def committed() -> list[str]:
    """List the files that are or would be committed: as git says, or else all but what .gitignore names."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        asked = subprocess.run(listed, cwd=ROOT, capture_output=True, check=False, text=True)
        if not asked.returncode:
            return list(filter(None, asked.stdout.split("\0")))
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    ignored = [".git", *(line.rstrip("/") for line in lines)]
    found = []
    for place, folders, names in os.walk(ROOT):
        inside = Path(place).relative_to(ROOT)
        for name in [*folders, *names]:
            path = (inside / name).as_posix()
            if any(fnmatch(path if "/" in pattern else name, pattern) for pattern in ignored):
                folders[:] = [each for each in folders if each != name]
            elif name in names:
                found.append(path)
    return found


def resolve(folder: Path, machine: str, python: str) -> None:
    """Replace the lock of a copy by other versions, the oldest or the newest that are allowed."""
    command = ["uv", "pip", "compile", "--quiet", "--upgrade", "--generate-hashes", "--no-header", "--python", python]
    command += ["--resolution", RESOLUTIONS[machine]]
    projects = sorted(folder.glob("src/*/pyproject.toml"))
    ours = [project.parent.name for project in projects]
    for option, names in (("--extra", WANTED), ("--group", GROUPS), ("--no-emit-package", ours)):
        command += [word for name in names for word in (option, name)]
    subprocess.run([*command, "--output-file", "requirements.lock", *map(str, projects)], cwd=folder, check=True)


def language() -> str:
    """Return a locale of this machine that is not English, where one is there."""
    names = subprocess.run(["locale", "-a"], capture_output=True, check=False, text=True).stdout.split()
    return next((name for name in names if not name.startswith(("C", "POSIX", "en_"))), "POSIX")


def settings(machine: str) -> tuple[dict[str, str], list[str]]:
    """Return the environment of a machine, and what make is told beside it."""
    outer = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS")}
    outer[dated.DATE] = dated.day()  # a copy has no git to ask
    if machine != "elsewhere":
        return outer, []
    os.umask(0o077)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    packages = subprocess.run(["uv", "cache", "dir"], capture_output=True, check=True, text=True).stdout.strip()
    oldest = dict(processors.KINDS[processors.named(processors.OLDEST)[0]].settings)
    far = FAR | oldest | {"LC_ALL": os.environ.get("LC_ALL") or language(), "UV_CACHE_DIR": packages}
    print(f"machine: {' '.join(f'{name}={value!r}' for name, value in far.items())}", flush=True)
    return outer | far, ["PYTHONHASHSEED=12345"]  # the Makefile sets it, as it does for every reader


def main(arguments: list[str] | None = None) -> int:
    """Run the command; its exit status is 1 if anything failed or differs."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("machine", choices=["locked", *RESOLUTIONS, "elsewhere"])
    parser.add_argument("--folder", type=Path, required=True, help="where the copy is made; it must not exist")
    parser.add_argument("--python", default=sys.executable, help="its Python (default: this one)")
    parser.add_argument("--against", metavar="SITE", type=Path, help="another built site, or what was kept of it")
    parser.add_argument("--tests", action="store_true", help="then run the library's tests")
    options = parser.parse_args(arguments)
    if options.folder.exists() or ROOT in options.folder.resolve().parents:
        parser.error(f"--folder must be a new folder outside this checkout, not {options.folder}")
    environment, told = settings(options.machine)
    folder = options.folder.resolve() / ("Kopie Ü 2" if options.machine == "elsewhere" else "copy")
    copy(folder)
    if options.machine in RESOLUTIONS:
        resolve(folder, options.machine, options.python)
    python = str(folder / ".venv" / "bin" / "python")
    compare = [python, "-m", "tools.compare_builds"]
    steps = {
        "book": ["make", "book", f"PYTHON={options.python}", *told],
        "verdicts": [python, "-m", "claimledger", "--why"],
        "outputs": [*compare, "--executed", "_build/.jupyter_cache"],
    }
    if options.against:
        steps["site"] = [*compare, str(options.against.resolve()), "_build/html"]
    if options.tests:
        tests = [place for part in LIBRARY for place in (f"src/metricbook/{part}", f"tests/metricbook/{part}")]
        tests += ["src/claimledger", "tests/claimledger"]
        old = ["-W", "default::DeprecationWarning"] if options.machine == "lowest" else []  # between other libraries
        steps["tests"] = [python, "-m", "pytest", "-q", "-n", "logical", *old, *tests]
    failed = []
    for name, command in steps.items():
        print(f"machine: {name}: {' '.join(command)}", flush=True)
        if subprocess.run(command, cwd=folder, env=environment, check=False).returncode:
            failed.append(name)
            if name == "book":
                break
    print(f"machine: {options.machine}: {'differs or failed in ' + ', '.join(failed) if failed else 'the same'}")
    return int(bool(failed))


if __name__ == "__main__":
    raise SystemExit(main())
