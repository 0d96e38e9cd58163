"""Run ledger, chapters and tests as other processors would, or with noise, and say what is not as it is stored.

    python tools/rerun.py oldest newest      as these kinds of processors (tools/processors.py), or as: all
    python tools/rerun.py --noise 1 2 3      with noise, in place of processors that this one cannot be (tools/noise)
    python tools/rerun.py oldest --noise 1   both at once: what fails is then tried without the noise

Each run is in a copy of this checkout, whose environment it uses. There the ledger runs, with nothing stored, so that
every verdict must be confirmed; then all chapters, whose outputs must be the stored ones to the last character; and
without noise the tests of what computes, which hold results to other roundings, but not to sorts in any order. The exit
status is 1 if anything failed or differs, and every step says how long it took.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tools import processors
from tools.machine import ROOT, copy

STEPS = ("ledger", "chapters", "tests")
#: The folders of tests whose results are numbers that a processor computes.
TESTED = (*(f"metricbook/{part}" for part in ("metrics", "exact", "tile", "causal", "reports")), "scoring_the_scores")
#: What a CI run has of each. Left out are tests of all small samples, which add small fractions and are exact; the
#: chapters are those that draw maps, which show most of how anything was rounded.
QUICK_TESTS = ("metricbook/metrics", "-k", "not small")
QUICK_CHAPTERS = "book/tile"
PAIRS = "data/tuebingen/cache"
#: What the Makefile sets for the same commands.
SETTINGS = {
    **{"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "METRICBOOK_PROGRESS": "off", "METRICBOOK_STORE": "1"},
    **{"JUPYTER_PREFER_ENV_PATH": "1", "PYDEVD_DISABLE_FILE_VALIDATION": "1"},
}
HOMES = ("MPLCONFIGDIR", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")


def environment(folder: Path, kind: str, seed: int | None) -> dict[str, str]:
    """Return the environment of a run in a folder: as a kind of processor, and with a seed's noise or without."""
    paths = [folder / "src", folder]
    noise = {}
    if seed is not None:
        paths.append(folder / "tools" / "noise" / "start")
        noise = {"METRICBOOK_NOISE": str(seed)}
    homes = {name: str(folder / "_build" / "home" / name.lower()) for name in HOMES}
    return processors.environment(kind) | SETTINGS | homes | noise | {"PYTHONPATH": os.pathsep.join(map(str, paths))}


def commands(folder: Path, steps: Sequence[str], *, quick: bool = False) -> dict[str, list[str]]:
    """Return the commands of a run, by what they are for."""
    python, cache = sys.executable, "_build/.jupyter_cache"
    pairs = [] if (folder / PAIRS).is_dir() else ["--without", "needs-pairs"]
    every = {
        "ledger": {"ledger": [python, "-m", "claimledger"]},
        "chapters": {
            "chapters": [
                python,
                "tools/run_chapters.py",
                QUICK_CHAPTERS if quick else "book",
                "--cache",
                cache,
                *pairs,
            ],
            "outputs": [python, "-m", "tools.compare_builds", "--executed", cache],
        },
        "tests": {
            "tests": [python, "-m", "pytest", "-q", "-n", "logical", *_places(folder, QUICK_TESTS if quick else TESTED)]
        },
    }
    return {name: command for step in steps for name, command in every[step].items()}


def _places(folder: Path, tests: Sequence[str]) -> list[str]:
    return [f"tests/{word}" if (folder / "tests" / word).is_dir() else word for word in tests]


def run(kind: str, seed: int | None, steps: Sequence[str], *, quick: bool) -> list[str]:
    """Make a run in a copy; return the steps that failed."""
    what = kind if seed is None else f"{kind}, noise {seed}"
    failed = []
    with tempfile.TemporaryDirectory(prefix="metricbook-") as there:
        folder = Path(there)
        copy(folder)
        if (ROOT / PAIRS).is_dir():
            shutil.copytree(ROOT / PAIRS, folder / PAIRS)
        told = environment(folder, kind, seed)
        for name in HOMES:
            Path(told[name]).mkdir(parents=True)
        described(folder, told)
        for name, command in commands(folder, steps, quick=quick).items():
            begun = time.perf_counter()
            status = subprocess.run(command, cwd=folder, env=told, check=False).returncode
            came = "FAILED" if status else "as it is stored"
            print(f"rerun: {what}: {name} {came} ({time.perf_counter() - begun:.0f} s)", flush=True)
            failed += [name] * bool(status)
    return failed


def described(folder: Path, told: dict[str, str]) -> None:
    """Print what the machine is to a run."""
    subprocess.run([sys.executable, "-m", "claimledger", "--machine"], cwd=folder, env=told, check=True)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; its exit status is 1 if anything failed or differs, 2 if this machine cannot be so."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("kind", nargs="*", help="a kind of processor, oldest, newest, or all (default: itself)")
    parser.add_argument(
        "--noise", nargs="+", type=int, default=[], metavar="SEED", help="with noise, once for each seed"
    )
    parser.add_argument("--only", nargs="+", choices=STEPS, default=STEPS, help="not all of it")
    parser.add_argument(
        "--quick",
        action="store_true",
        help=f"of the tests only: {' '.join(QUICK_TESTS)}; of the chapters: {QUICK_CHAPTERS}",
    )
    options = parser.parse_args(arguments)
    try:
        kinds = dict.fromkeys(kind for name in options.kind or ["itself"] for kind in processors.named(name))
    except ValueError as error:
        parser.error(str(error))
    if "all" in options.kind:
        for reason in filter(None, map(processors.refusal, processors.KINDS)):
            print(f"rerun: left out: {reason}")
    steps = [step for step in STEPS if step in options.only and not (options.noise and step == "tests")]
    runs = [(kind, seed) for kind in kinds for seed in options.noise or [None]]
    failed = {pair: steps_failed for pair in runs if (steps_failed := run(*pair, steps, quick=options.quick))}
    for (kind, seed), names in list(failed.items()):
        if seed is not None and kind != "itself":
            alone = run(kind, None, [step for step in steps if {step, "outputs"} & {*names}], quick=options.quick)
            print(f"rerun: {kind}, noise {seed}: without the noise it {'fails, too' if alone else 'passes'}")
    print(f"rerun: {len(runs)} runs, {len(failed)} with something that is not as it is stored")
    return int(bool(failed))


if __name__ == "__main__":
    raise SystemExit(main())
