"""Score the Tübingen pairs with every method: ``python -m metricbook.causal --output FILE``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from metricbook import causal, datasets


def main(arguments: Sequence[str] | None = None) -> int:
    """Score the Tübingen pairs with every method and write a table. Exit status 1 if there are no pairs."""
    parser = argparse.ArgumentParser(prog="python -m metricbook.causal", description=main.__doc__)
    parser.add_argument("--folder", help="folder with the official files (default: as for metricbook.datasets)")
    parser.add_argument("--output", type=Path, required=True, help="the CSV file to write")
    options = parser.parse_args(arguments)
    try:
        pairs = datasets.load_tuebingen(options.folder)
    except (OSError, ValueError) as error:
        print(f"Tübingen pairs: {error}", file=sys.stderr)
        return 1

    def progress(done: int) -> None:
        if not sys.stderr.isatty():
            return
        bar = "#" * (40 * done // len(pairs))
        print(f"\r[{bar:<40}] {done}/{len(pairs)} pairs", end="", file=sys.stderr, flush=True)

    start = time.perf_counter()
    table = causal.score_pairs(pairs.values(), progress=progress)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    # Twelve digits: what lies beyond them depends on the machine's order of summation.
    temporary = options.output.with_name(options.output.name + ".partial")
    table.to_csv(temporary, float_format="%.12g", lineterminator="\n")
    os.replace(temporary, options.output)
    counts = ", ".join(f"{name} {table[name].count()}" for name in causal.METHODS)
    seconds = time.perf_counter() - start
    print(f"{options.output}: {len(table)} pairs from {pairs.source} in {seconds:.1f} s; scored by {counts}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
