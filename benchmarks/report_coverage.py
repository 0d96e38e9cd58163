"""``python -m benchmarks.report_coverage [--samples N] [--only METRIC ...] [--store]``: whether 95 % intervals hold.

Samples are drawn from populations whose metrics are known, and the functions that a report calls make its intervals: of
values, of the differences of several models together, and which models may be the best; from cases one by one, in
clusters, and counted by score. No setting is one of `benchmarks.coverage` or `benchmarks.rare_coverage`, on which
constants were chosen: the laws of scores, prevalences and numbers of cases are others.

All settings are drawn in rounds of 100 samples. Each round of a setting has its own seed and is kept in a file once it
is counted, so that a run that was stopped goes on where it was, and one of more samples begins with those of a shorter
one. With ``--store`` the counts are written to ``data/benchmarks/coverage.json``, from which the page "Coverage of a
report" is made, and their extremes to ``src/metricbook/reports/coverage.json``, of which a report says what is near it.
What is drawn does not depend on what is counted. So with ``--only`` some metrics are counted anew, on the same samples,
and the rest of the stored run stays as it is.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import numpy as np

from benchmarks.populations import FAST, LAWS, SLOW, Setting, parameters, sample, truth
from benchmarks.record import machine
from metricbook.reports.cases import Cases
from metricbook.reports.counted_cases import Counted
from metricbook.reports.estimates import Estimate
from metricbook.reports.predictions import Counts, Predictions
from metricbook.reports.question import MEASURES
from metricbook.reports.rows import Rows
from metricbook.reports.tallies import quantile_edges, tally_of

ROOT: Final = Path(__file__).resolve().parents[1]
STORED: Final = ROOT / "data/benchmarks/coverage.json"
SHIPPED: Final = ROOT / "src/metricbook/reports/coverage.json"
LEVEL, SEED, ROUND = 0.95, 20_261_126, 100
#: Prevalences and numbers of cases, from eight positives to 250.
SIZES: Final = (
    (0.001, 8000), (0.005, 2000), (0.005, 8000), (0.02, 600), (0.02, 4000), (0.08, 150), (0.08, 900), (0.25, 80),
    (0.25, 700), (0.5, 60), (0.5, 500),
)  # fmt: skip
AREAS: Final = (0.78, 0.91, 0.99)
#: How an interval can lie: it holds the truth, lies below it or above it, or there is none.
OUTCOMES: Final = ("held", "below", "above", "without")


def settings() -> Iterator[Setting]:
    """All settings, those of one model first."""
    for prevalence, cases in SIZES:
        for law in LAWS:
            for area in AREAS:
                slow = cases < 5000 and (area == AREAS[1] or (law == LAWS[0] and cases < 1000))
                yield Setting(law, area, prevalence, cases, slow=slow)
    for number, size, prevalence in ((20, 6, 0.4), (60, 4, 0.4), (60, 4, 0.1), (200, 4, 0.1)):
        yield Setting("spread", 0.83, prevalence, number * size, of_cluster=size, slow=True)
    for models in (2, 5, 10):
        for prevalence, cases in ((0.35, 250), (0.03, 2500)):
            for equal in (True, False):
                yield Setting("spread", 0.83, prevalence, cases, models, equal, slow=models == 2 and cases < 1000)
    for models, law in ((1, "grades"), (1, "mixture"), (2, "spread"), (5, "spread")):
        yield Setting(law, 0.83, 0.12, 1500, models, counted=True)


def counted(of: Predictions) -> Counts:
    """The cases of a sample, counted."""
    tallies = {name: tally_of(scores, of.labels) for name, scores in of.scores.items()}
    edges = {name: quantile_edges(tally) for name, tally in tallies.items()}
    bins = [np.searchsorted(edges[name], scores, "right") - 1 for name, scores in of.scores.items()]
    joint, times = np.unique(np.column_stack([of.labels, *bins]).astype(np.int64), axis=0, return_counts=True)
    return Counts(tallies, joint, times.astype(float), edges, of.source)


def outcome(found: Estimate, value: float) -> str:
    """How the interval lies to the true value; what differs by rounding alone is held."""
    if found.low is None or found.high is None:
        return "without"
    near = 1e-12 * max(abs(value), 1.0)
    return "below" if found.high < value - near else "above" if found.low > value + near else "held"


def judge(setting: Setting, data: Predictions, metrics: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """What a sample says of each metric, of one model its value, of several their differences; and the outcome."""
    question, true = setting.question, truth(setting)
    cases: Cases = Counted(counted(data), question) if setting.counted else Rows(data, question)
    for metric in metrics:
        own = parameters(metric, question, cases.size)
        if setting.models == 1:
            found = (
                cases.least_cost("m0", LEVEL) if metric == "least_cost" else cases.estimate(metric, "m0", LEVEL, **own)
            )
            yield metric, "value", outcome(found, true[0][metric])
        else:
            yield from compare(cases, metric, [values[metric] for values in true], own)


def compare(
    cases: Cases, metric: str, true: list[float], own: dict[str, float | None]
) -> Iterator[tuple[str, str, str]]:
    """Whether all differences from the best of a sample hold together, and whether the best is said to be possible."""
    each = dict.fromkeys(cases.names, own)
    level = cases.level_of_each(metric, LEVEL, each)
    sign = 1 if MEASURES[metric].higher else -1
    values = [cases.estimate(metric, name, LEVEL, **own).value or 0.0 for name in cases.names]
    best = max(range(len(values)), key=lambda k: sign * values[k])
    others = [k for k in range(len(values)) if k != best]
    less = {k: cases.difference(metric, f"m{best}", f"m{k}", level, each) for k in others}
    outcomes = {outcome(less[k], true[best] - true[k]) for k in others}
    yield metric, "differences", next(name for name in ("without", "above", "below", "held") if name in outcomes)
    if len(set(true)) > 1:
        possible = {best} | {k for k in others if not less[k].is_clear}
        yield metric, "best", "held" if max(range(len(true)), key=lambda k: sign * true[k]) in possible else "below"


def count(setting: Setting, number: int, metrics: Collection[str]) -> dict[str, dict[str, int]]:
    """The outcomes of a round of samples, by metric and what is said of it."""
    rng = np.random.default_rng([SEED, crc32(repr(tuple(setting)).encode()), number])
    tallies: dict[str, Counter[str]] = {}
    for _ in range(ROUND):
        for metric, what, result in judge(setting, sample(setting, rng), metrics):
            tallies.setdefault(f"{metric} {what}", Counter())[result] += 1
    return {key: {name: tally[name] for name in OUTCOMES} for key, tally in tallies.items()}


def run(
    rounds: int, kept: Path, only: Collection[str] = FAST + SLOW
) -> tuple[dict[Setting, dict[str, Counter[str]]], float]:
    """The outcomes of all settings and the seconds they took, with those that were kept before."""
    done: dict[tuple[Setting, int], dict[str, Any]] = {}
    if kept.exists():
        for line in kept.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            done[Setting(*entry["setting"]), entry["round"]] = entry
    kept.parent.mkdir(parents=True, exist_ok=True)
    totals: dict[Setting, dict[str, Counter[str]]] = {setting: {} for setting in settings()}
    seconds = 0.0
    for number in range(rounds):
        for k, setting in enumerate(totals):
            entry = done.get((setting, number))
            metrics = [metric for metric in setting.metrics if metric in only]
            if entry is None or not {*metrics} <= {key.split()[0] for key in entry["counts"]}:
                start = time.perf_counter()
                counts = count(setting, number, metrics)
                entry = {"setting": setting, "round": number, "counts": counts, "seconds": time.perf_counter() - start}
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(entry) + "\n")
                print(
                    f"round {number + 1} of {rounds}, setting {k + 1} of {len(totals)}: {entry['seconds']:.1f} s",
                    flush=True,
                )
            seconds += entry["seconds"]
            for key, tally in entry["counts"].items():
                if key.split()[0] in metrics:
                    totals[setting].setdefault(key, Counter()).update(tally)
    return totals, seconds


def table(totals: dict[Setting, dict[str, Counter[str]]]) -> list[dict[str, Any]]:
    """A row for each setting and what is said: the true value, the counts, the coverage and its standard error."""
    rows = []
    for setting, tallies in totals.items():
        for key, tally in tallies.items():
            metric, what = key.split()
            number = sum(tally[name] for name in OUTCOMES[:3])
            share = tally["held"] / number if number else float("nan")
            rows.append(
                {
                    **setting._asdict(),
                    "metric": metric,
                    "what": what,
                    "truth": float(f"{truth(setting)[0][metric]:.6g}"),
                    **{name: tally[name] for name in OUTCOMES},
                    "coverage": round(share, 4) if number else None,
                    "error": round(float(np.sqrt(share * (1 - share) / number)), 4) if number else None,
                }
            )
    return rows


def renew(stored: dict[str, Any], again: dict[str, Any], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """A stored run with rows of metrics that were counted anew, of the same samples, and what was counted when.

    Raises
    ------
    ValueError
        If the stored run drew other samples, or does not have just these rows.
    """
    if any(stored[name] != again[name] for name in ("seed", "samples", "level")):
        raise ValueError("the stored run has another seed, level or number of samples: count all metrics")

    def place(row: dict[str, Any]) -> tuple[Any, ...]:
        return (*(row[name] for name in Setting._fields), row["metric"], row["what"])

    new = {place(row): row for row in rows}
    if missing := new.keys() - {place(row) for row in stored["measured"]}:
        raise ValueError(f"the stored run has no row {min(missing)}: count all metrics")
    measured = [new.get(place(row), row) for row in stored["measured"]]
    return {**stored, "again": again, "measured": measured}


def write_lines(path: Path, run: dict[str, Any], last: str) -> None:
    """Write a run as JSON, with a line for each entry of its last part."""
    lines = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in run.items() if name != last]
    entries = ",\n  ".join(map(json.dumps, run[last]))
    path.write_text("{\n" + ",\n".join([*lines, f' "{last}": [\n  {entries}\n ]']) + "\n}\n", encoding="utf-8")


def ship(stored: dict[str, Any]) -> dict[str, Any]:
    """The part of a stored run that comes with the package: of each setting the extremes over the laws of scores.

    Settings differ by the models, the clusters, the prevalence, the cases and the true AUROC; cases one by one and
    counted are put together, and so are models that are equal and that differ. What is kept is described in
    `metricbook.reports.measured_coverage`.
    """
    settings: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in stored["measured"]:
        if row["coverage"] is None:
            continue
        head = {name: row[name] for name in ("models", "of_cluster", "prevalence", "cases", "area")}
        setting = settings.setdefault(tuple(head.values()), head)
        covered = 100 * row["coverage"]
        above = 100 * row["above"] / sum(row[name] for name in OUTCOMES[:3])
        low, high, most = setting.setdefault(row["what"], {}).get(row["metric"], (covered, covered, above))
        extremes = [min(low, covered), max(high, covered), max(most, above)]
        setting[row["what"]][row["metric"]] = [round(share, 1) for share in extremes]
    level, samples = stored["level"], stored["samples"]
    error = round(100 * float(np.sqrt(level * (1 - level) / samples)), 1)
    head = {name: stored[name] for name in ("date", "seed", "samples", "level")}
    return {**head, "error": error, "settings": list(settings.values())}


def main() -> None:
    """Draw, count, print and store."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.report_coverage", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--samples", type=int, default=200, help=f"samples of each setting, in rounds of {ROUND}")
    parser.add_argument("--only", nargs="+", choices=FAST + SLOW, metavar="METRIC", help="count these metrics anew")
    parser.add_argument("--store", action="store_true", help="write the run to data/benchmarks/coverage.json")
    parser.add_argument(
        "--kept", type=Path, default=ROOT / "_build/report_coverage.jsonl", help="where rounds are kept"
    )
    given = parser.parse_args()
    if given.samples < ROUND or given.samples % ROUND:
        parser.error(f"--samples is a multiple of {ROUND}")
    begun = machine()
    totals, seconds = run(given.samples // ROUND, given.kept, given.only or (*FAST, *SLOW))
    rows = table(totals)
    for row in rows:
        setting = " ".join(str(value) for value in list(row.values())[:9])
        shares = "  ".join(f"{name} {row[name]}" for name in OUTCOMES)
        print(f"{setting}  {row['metric']} {row['what']}  {shares}  {row['coverage']} ± {row['error']}")
    if given.store:
        head = {
            **{name: begun[name] for name in ("date", "processor", "system", "python", "versions")},
            "seed": SEED,
            "samples": given.samples,
            "level": LEVEL,
            "seconds": round(seconds),
        }
        stored = {**head, "measured": rows}
        if given.only:
            stored = renew(json.loads(STORED.read_text(encoding="utf-8")), {**head, "metrics": given.only}, rows)
        write_lines(STORED, stored, "measured")
        write_lines(SHIPPED, ship(stored), "settings")


if __name__ == "__main__":
    main()
