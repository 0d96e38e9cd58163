"""Score the Tübingen pairs with every method: ``python -m scoring_the_scores.lxcim``."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from claimledger import record, workers
from metricbook import causal
from metricbook.causal import runs
from scoring_the_scores.files import data_folder


def main(arguments: Sequence[str] | None = None) -> int:
    """Score the Tübingen pairs and write runs.csv and scores.csv; what is there already is not computed again.

    Exit status 1 if there are no pairs, or a method fails on one.
    """
    parser = argparse.ArgumentParser(prog="python -m scoring_the_scores.lxcim", description=main.__doc__)
    parser.add_argument("--methods", metavar="NAMES", help="methods to run, separated by commas (default: all)")
    parser.add_argument("--jobs", type=int, default=workers(), help="processes (default: one to a core)")
    parser.add_argument("--seed", type=int, default=causal.SEED, help=f"seed (default: {causal.SEED})")
    parser.add_argument("--folder", help="folder with the official files (default: as for metricbook.causal.tuebingen)")
    parser.add_argument("--output", type=Path, help="folder for the two tables (default: data/tuebingen)")
    options = parser.parse_args(arguments)
    if options.jobs < 1:
        parser.error(f"--jobs must be 1 or more, not {options.jobs}")
    if options.seed < 0:
        parser.error(f"--seed must be 0 or more, not {options.seed}")
    names = list(causal.METHODS) if options.methods is None else options.methods.split(",")
    unknown = [name for name in names if name not in causal.METHODS]
    if unknown:
        parser.error(f"no such methods: {', '.join(unknown)}; there are {', '.join(causal.METHODS)}")
    try:
        pairs = causal.load_tuebingen(options.folder)
        store = runs.Store(options.output or data_folder() / "tuebingen")
        with store.locked():
            return _run(store, pairs, [causal.METHODS[name] for name in names], options.seed, options.jobs)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        print(f"Tübingen pairs: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; what was finished is stored, and the same command goes on from there", file=sys.stderr)
        return 130


def _run(store: runs.Store, pairs: causal.Tuebingen, methods: Sequence[causal.Method], seed: int, jobs: int) -> int:
    start = time.perf_counter()
    metadata = causal.tuebingen_metadata()
    # The values at hand count, and the official ones, from which the committed results are.
    checksums = {number: {metadata.at[number, "sha256_pair"]} for number in metadata.index}
    for pair in pairs.values():
        checksums[pair.number].add(pair.checksum)
    todo = runs.jobs_for(pairs.values(), methods, seed=seed, done=store.valid(checksums, seed))
    failures = []
    for result in _shown(runs.run(todo, n_jobs=jobs), len(todo)):
        if isinstance(result, runs.Failure):
            failures.append(result)
        else:
            store.add(result)
    valid = store.valid(checksums, seed)
    table = runs.wide(valid, metadata["weight"])
    complete = [name for name in causal.METHODS if name in table]
    path = store.write_scores(table)
    if todo:
        record("python -m scoring_the_scores.lxcim", path.with_name("runs.csv"), path, added=len(todo) < len(valid))
    seconds = time.perf_counter() - start
    print(f"{len(todo) - len(failures)} results in {seconds:.1f} s from {len(pairs)} pairs of {pairs.source}")
    print(f"{path}: {', '.join(f'{name} {table[name].count()}' for name in complete) or 'no complete method'}")
    missing = [name for name in causal.METHODS if name not in complete]
    if missing:
        print(f"not complete, so not in {path.name}: {', '.join(missing)}")
    for failure in failures[:10]:
        print(f"{failure.method}, pair {failure.pair}: {failure.reason}", file=sys.stderr)
    if len(failures) > 10:
        print(f"and {len(failures) - 10} more", file=sys.stderr)
    return 1 if failures else 0


def _shown(results: Iterator[runs.Result | runs.Failure], total: int) -> Iterator[runs.Result | runs.Failure]:
    """Pass the results on, with a progress bar if a person is watching."""
    try:
        from tqdm import tqdm
    except ImportError:
        yield from results
        return
    with tqdm(total=total, unit="score", disable=not sys.stderr.isatty()) as bar:
        for result in results:
            yield result
            bar.set_postfix_str(f"{result.method}, pair {result.pair}", refresh=False)
            bar.update()


if __name__ == "__main__":
    sys.exit(main())
