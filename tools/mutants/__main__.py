"""Change one thing in the library or the ledger, see whether a test notices, and do it again: mutation testing.

    python -m tools.mutants [--seed 1] [--count 8] [pattern ...]

Of every file that is mutated, or whose path has one of the patterns in it, as many mutants as `--count` says are drawn
by the seed and tried, each against the tests that run its line: those of its own file first, the fastest first, until
one fails. At the end stand the survivors and a table; the exit code is 1 if fewer than 95 % of the mutants that are not
equivalent were noticed. `tests/equivalent_mutants.toml` says which are, and why.

Nothing is changed on disk but `_build/mutants`, where what is known of tests and mutants is kept and used again as long
as the files it rests on are the same: a run that was stopped goes on, and a new test is tried on the survivors alone.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import pandas as pd
from tqdm import tqdm

from tools.mutants.mutations import SOURCE, Key, Mutant, equivalent, files, sample
from tools.mutants.trials import try_all

NEEDED = 0.95


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__.split("\n\n")[0])
    parser.add_argument("patterns", nargs="*", metavar="pattern", help="parts of the paths of the files to change")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=8, help="mutants of each file")
    options = parser.parse_args(arguments)
    chosen = [
        file
        for file in files()
        if not options.patterns or any(part in str(file.relative_to(SOURCE)) for part in options.patterns)
    ]
    if not chosen:
        parser.error(f"no file that is mutated has {' or '.join(options.patterns)} in its path")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        drawn = [mutant for file in tqdm(chosen, "files read") for mutant in sample(file, options.count, options.seed)]
        return report(drawn, try_all([mutant for mutant in drawn if mutant.key not in equivalent()]))
    except KeyboardInterrupt:
        print("stopped: the next run goes on from here", file=sys.stderr)
        return 130


def report(drawn: Sequence[Mutant], outcomes: Mapping[Key, str]) -> int:
    """Print the survivors and the table, and return the exit code."""
    rows: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for mutant in drawn:
        outcome = outcomes.get(mutant.key, "equivalent")
        if outcome == "survived":
            print(f"\n{mutant.module}: {mutant.function or 'outside of functions'}, line {mutant.start[0]}, survived")
            print(*(f"  - {line}" for line in mutant.before.splitlines()), sep="\n")
            print(*(f"  + {line}" for line in mutant.after.splitlines()), sep="\n")
        name = mutant.module.removeprefix("metricbook.")
        for row in (name, f"{name.partition('.')[0]}: all", "all"):
            rows[row].update(("mutants", outcome))
    columns = ["mutants", "killed", "timed out", "survived", "equivalent"]
    table = pd.DataFrame.from_dict(rows, orient="index", columns=columns).fillna(0).astype(int)
    table["noticed"] = (table["killed"] + table["timed out"]) / (table["mutants"] - table["equivalent"])
    package_last = sorted(table.index, key=lambda row: (row == "all", row.split(".")[0].partition(":")[::2], row))
    print(f"\n{table.loc[package_last].to_string(formatters={'noticed': '{:.1%}'.format})}")
    return int(table.loc["all", "noticed"] < NEEDED)


if __name__ == "__main__":
    sys.exit(main())
