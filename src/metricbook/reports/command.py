"""``metricbook report``: a file of predictions in, a report out."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from metricbook._cores import one_thread
from metricbook.reports._report import Report, digest, name_inputs
from metricbook.reports.bad_input import BadInput
from metricbook.reports.class_contents import ClassAnalysis, ClassModel
from metricbook.reports.contents import Analysis
from metricbook.reports.folders import list_inputs
from metricbook.reports.formatting import format_percent
from metricbook.reports.gate import InUse, Taken, analyse_taken, check_in_use, say_dropped_there, take_files
from metricbook.reports.model_contents import Model
from metricbook.reports.progress import Progress, hide_progress, show_progress
from metricbook.reports.question import MEASURES, Question
from metricbook.reports.rendering import MARKS, page_mark
from metricbook.reports.roles import Columns
from metricbook.writing import Output, check, descriptor, say, write

#: What can be read.
FILES: Final = (
    "CSV, TSV, JSON lines or records, Parquet or a folder of it, Feather, Excel, SQLite, DuckDB, also .gz and .zst; "
    "- is standard input; several are joined on --id, or, all of Parquet, read as one table"
)
#: Exit codes: success, a bound of --fail-under or the margin of --against was missed, a wrong call or input.
DONE, FAILED, WRONG = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    parser = _build_parser()
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return _run(options)
    except (BadInput, ValueError, ImportError) as error:  # the last of an extra, with the command that brings it
        _tell(str(error))
    except OSError as error:
        hint = "; --output names another place, --force replaces it" if error.errno == errno.EEXIST else ""
        _tell(f"{error.filename or 'output'}: {error.strerror or error}{hint}")
    except KeyboardInterrupt:
        _tell("interrupted; nothing was written")
        return 130
    return WRONG


def _run(options: argparse.Namespace) -> int:
    bounds = [_parse_bound(text) for text in options.fail_under]
    asked = (options.margin, options.metric, options.against_score, options.unpaired)
    in_use = check_in_use(options.against, *asked)
    question = Question(
        cost_fp=options.cost_fp,
        cost_fn=options.cost_fn,
        prevalence=options.prevalence,
        budget=options.budget,
        symmetric=options.symmetric,
        threshold=options.threshold,
        probabilities=options.probabilities,
        fixed_classes=options.fixed_classes,
        severity_ratio=options.severity_ratio,
    )
    progress = hide_progress if options.quiet or not sys.stderr.isatty() else show_progress
    inputs = name_inputs([*options.files, *([options.against] if options.against else [])])
    outputs = {} if options.show_sql else _name_outputs(options, inputs)
    check([*outputs.values()], inputs=list_inputs(inputs), force=options.force)
    if options.show_sql:
        _take(options, None, progress)
        return DONE
    sure = {name: getattr(options, name) for name in ("level", "replicates", "seed")}
    with one_thread():
        analysis = analyse_taken(_take(options, in_use, progress), question, in_use, **sure, progress=progress)
    report = Report(analysis, inputs)
    texts = [output._replace(text=getattr(report, kind)) for kind, output in outputs.items()]
    write(texts, inputs=list_inputs(inputs), force=options.force)
    streams = [output for output in texts if descriptor(output.path) == 1]
    if not options.quiet:
        for output in texts:
            if output not in streams:
                _tell(str(output.path))
        if not streams:
            say("\n".join([str(report), *(f"! {caution}" for caution in analysis.cautions), ""]), sys.stdout)
    _summarise(report)
    missed = [line for bound in bounds for line in _list_missed(analysis, *bound, by_value=options.by_value)]
    missed += [str(held) for held in report.not_worse if held.verdict != "not worse"]
    for line in missed:
        _tell(line)
    return FAILED if missed else DONE


def _tell(line: str) -> None:
    say(f"metricbook report: {line}\n", sys.stderr)


def _take(options: argparse.Namespace, in_use: InUse | None, progress: Progress) -> Taken:
    """What the options name, and of rows that were left out the sentences."""
    columns: Columns = {
        "label": options.label,
        "scores": options.score or None,
        "weight": options.weight,
        "groups": options.group,
        "identifier": options.id,
        "cluster": options.cluster,
        "time": options.time,
        "fold": options.fold,
    }
    how = {name: getattr(options, name) for name in ("positive", "table", "decimal", "drop_missing")}
    how["classes"] = _parse_classes(options.classes)
    show_sql = {"show_sql": print} if options.show_sql else {}
    counted = {"counted": options.count, "progress": progress, **show_sql}
    taken = take_files(options.files, in_use, columns=columns, **how, **counted)
    predictions, other = taken
    there = "" if other is None or isinstance(other, str) else say_dropped_there(other)
    for sentence in filter(None, [predictions.source.dropped, there]):
        _tell(sentence)
    return taken


def _name_outputs(options: argparse.Namespace, inputs: Sequence[str]) -> dict[str, Output]:
    """The outputs by kind. A page whose name was not given replaces only pages of the same input."""
    paths = {"json": options.json, "markdown": options.markdown, "html": options.output}
    outputs = {
        kind: Output("/dev/stdout" if path == "-" else path, MARKS[kind]) for kind, path in paths.items() if path
    }
    if not outputs:
        first = next((path for path in options.files if path != "-"), "predictions")
        name = Path(Path(first).absolute().name.removesuffix(".gz").removesuffix(".zst")).stem
        outputs["html"] = Output(f"{name}-report.html", page_mark(digest(inputs)))
    return outputs


def _summarise(report: Report) -> None:
    """On GitHub, add the report to the summary of the run; if that fails, say so, and go on."""
    if path := os.environ.get("GITHUB_STEP_SUMMARY"):
        try:
            check([Output(path, mark="")], inputs=list_inputs(report.files))  # it is appended to, whatever it is
            with open(path, "a", encoding="utf-8") as file:
                file.write(report.markdown)
        except OSError as error:
            _tell(f"the summary of the run was not written: {path}: {error.strerror or error}")


def _parse_bound(text: str) -> tuple[str, float]:
    """The metric and the number of --fail-under."""
    name, _, value = text.partition("=")
    if name not in MEASURES:
        raise ValueError(f"--fail-under {text}: there is no metric {name!r}; there are {', '.join(MEASURES)}")
    try:
        return name, float(value)
    except ValueError:
        raise ValueError(f"--fail-under {text}: write metric=number, such as auroc=0.8") from None


def _parse_classes(texts: Sequence[str]) -> dict[str, list[str]] | None:
    """The columns of each class that --class names; None if it names none."""
    found: dict[str, list[str]] = {}
    for text in texts:
        name, given, column = text.partition("=")
        if not given:
            raise ValueError(f"--class {text}: write class=column, such as cat=p_cat")
        found.setdefault(name, []).append(column)
    return found or None


def _parse_ratio(text: str) -> float | str:
    """The number, or the word, of --severity-ratio."""
    return text if text == "classes" else float(text)


def _list_missed(analysis: Analysis | ClassAnalysis, metric: str, bound: float, *, by_value: bool) -> list[str]:
    """A line for each model, but for one in use, that misses a bound by the worse end of its interval or its value.

    Of several classes it is the macro mean that must reach it.
    """
    higher = MEASURES[metric].higher
    end = f"{'lower' if higher else 'upper'} end of its {format_percent(analysis.level)} interval"
    what = "value" if by_value else end
    lines = []
    in_use = {held.production for held in analysis.not_worse} if isinstance(analysis, Analysis) else set()
    models: Mapping[str, Model | ClassModel] = analysis.models
    for name, model in models.items():
        if name in in_use:
            continue
        estimate = model.metrics.get(metric)
        worse = None if estimate is None else estimate.value if by_value else estimate.low if higher else estimate.high
        if worse is None:
            lines.append(f"{name} has no {what} of {metric}, so that {bound:g} is not shown to be reached")
        elif (worse < bound) if higher else (worse > bound):
            side = "below" if higher else "above"
            lines.append(f"{metric} of {name}: the {what}, {worse:.4g}, is {side} {bound:g}")
    return lines


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="metricbook report",
        description="Judge the predictions in a file: every metric with its confidence interval, models compared on "
        "the same cases, what looks wrong, and which metric answers your question. Writes one page that can be sent.",
        epilog="Exit codes: 0 done; 1 a model misses a bound of --fail-under, or is not shown to be within the margin "
        "of --against; 2 wrong call or input, or an output that cannot be written, and then no file is; 130 or 143 "
        "interrupted. A reader that stops listening changes none.",
    )
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help=FILES)
    add("--table", metavar="NAME", help="the sheet of a file of Excel, or the table of a database")
    add(
        "--decimal", choices=[".", ","], default=".", help="the sign before the decimals in files of text (%(default)s)"
    )
    add("--drop-missing", action="store_true", help="leave out rows without a label, a score or a weight, and say so")
    columns = parser.add_argument_group("columns")
    columns.add_argument("--label", help="the labels; guessed and said if only one column can be meant")
    columns.add_argument("--score", action="append", default=[], help="the scores of a model; once for each model")
    columns.add_argument("--positive", help="the label of the positive class; one of several is set against the others")
    columns.add_argument(
        "--class",
        dest="classes",
        action="append",
        default=[],
        metavar="CLASS=COLUMN",
        help="the scores of one of several classes; once for each class, and again for another model; by default those "
        "whose names end or begin with the class",
    )
    columns.add_argument("--weight", help="weights of the cases")
    columns.add_argument(
        "--group", action="append", default=[], help="a column that divides the cases; may be repeated"
    )
    columns.add_argument("--id", help="names the cases: files with other models are joined on it")
    columns.add_argument("--cluster", help="cases that were drawn together, such as those of one patient")
    columns.add_argument("--time", help="when each case was: dates as 2026-11-26, or numbers; shows what changes")
    columns.add_argument("--fold", help="folds of cross-validation, each scored by a model of its own")
    use = parser.add_argument_group("use of the models")
    use.add_argument("--cost-fp", type=float, help="what a false positive costs")
    use.add_argument("--cost-fn", type=float, help="what a false negative costs")
    use.add_argument("--prevalence", type=float, help="share of positives where the models will be used")
    use.add_argument("--budget", type=float, help="how much of the list will be looked at: a share below 1, or cases")
    use.add_argument("--symmetric", action="store_true", help="the classes have no names of their own")
    use.add_argument("--threshold", type=float, help="where decisions are made")
    use.add_argument(
        "--probabilities",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="the scores are meant as probabilities; by default those between 0 and 1 are",
    )
    use.add_argument(
        "--severity-ratio",
        type=_parse_ratio,
        default=1.0,
        metavar="NUMBER",
        help="of the H measure, whose costs are drawn from Beta(2, 1 + 1/NUMBER): 1, the default, is Beta(2, 2); "
        "'classes' is the number of positives over that of negatives, as in the package hmeasure",
    )
    sure = parser.add_argument_group("uncertainty")
    sure.add_argument("--level", type=float, default=0.95, help="of the intervals (%(default)s)")
    sure.add_argument("--fixed-classes", action="store_true", help="the numbers of both classes were fixed beforehand")
    sure.add_argument("--replicates", type=int, default=400, help="of the bootstrap (%(default)s)")
    sure.add_argument("--seed", type=int, default=0, help="of the bootstrap (%(default)s)")
    out = parser.add_argument_group("output")
    out.add_argument("--output", "-o", help="where the page goes; by default NAME-report.html, here")
    out.add_argument(
        "--force", action="store_true", help="replace files that are there already and are no reports; inputs are kept"
    )
    out.add_argument("--json", metavar="FILE", help="also, or only, all numbers; - is standard output")
    out.add_argument("--markdown", metavar="FILE", help="also, or only, words and tables; - is standard output")
    out.add_argument(
        "--fail-under",
        action="append",
        default=[],
        metavar="METRIC=NUMBER",
        help="exit with 1 unless every model reaches it by the worse end of its interval",
    )
    out.add_argument("--by-value", action="store_true", help="--fail-under looks at the value, not at the interval")
    gate = parser.add_argument_group("another model that is in use")
    gate.add_argument(
        "--against",
        metavar="FILE",
        help="predictions of the model in use, on the same cases: exit with 1 unless every model is shown to be not "
        "worse than it by more than the margin; cases are matched by --id, by a column that both files have and that "
        "is named like one, or by their order, if the labels agree",
    )
    gate.add_argument(
        "--margin",
        type=float,
        metavar="NUMBER",
        help="how much worse a model may be, in the metric's unit: the worse end of the interval of its difference "
        "from the model in use must lie within",
    )
    gate.add_argument("--metric", help="the one to compare by; by default the one that answers the question")
    gate.add_argument("--against-score", metavar="COLUMN", help="of the model in use, if it is called otherwise")
    gate.add_argument("--unpaired", action="store_true", help="the file of --against has other cases")
    out.add_argument("--quiet", "-q", action="store_true", help="say nothing but errors")
    large = parser.add_argument_group("large files")
    large.add_argument(
        "--count",
        action="store_true",
        help="count by score (DuckDB), as is done with large files anyway; a weight is then a number of cases",
    )
    large.add_argument("--show-sql", action="store_true", help="print the queries that count, and stop")
    return parser
