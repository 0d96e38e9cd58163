"""The guide as one table: seven questions, the words and flags that their answers add up to, and five examples.

Form, card and script are all written from it; ``guide.js`` composes the same answers, and a test holds it to `compose`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from math import fsum
from pathlib import Path
from typing import Final, NamedTuple

from metricbook.explorers import bundle


@dataclass(frozen=True)
class Option:
    """A possible answer: its value in addresses, its words on a button, and its line of the card, if and then."""

    value: str
    button: str
    condition: str
    advice: str


@dataclass(frozen=True)
class Question:
    """A question with its options; one that ``needs_names`` does not arise where the classes have none."""

    key: str
    title: str
    options: tuple[Option, ...]
    needs_names: bool = False


@dataclass(frozen=True)
class Parameter:
    """What a reader puts into brackets: a number between two ends, whole or not, or, without ends, a word.

    The ``entries`` are the brackets that depend on it.
    """

    key: str
    label: str
    default: float | str
    entries: tuple[str, ...]
    low: float | None = None
    high: float | None = None
    whole: bool = False


@dataclass(frozen=True)
class Rule:
    """Sentences, numbers to report or not, and flags, that answers of the kind ``when`` add; "" is an open question."""

    words: str
    when: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    report: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


GO_ON: Final = "go on"
QUESTIONS: Final = (
    Question(
        "names",
        "Do the classes have names?",
        (
            Option("yes", "yes: one class is looked for", "one class is what you look for", GO_ON),
            Option(
                "no",
                "no: A and B could be swapped",
                "A and B could be swapped",
                "accuracy and LxCIM. AUROC, AP and F1 depend on which class is called positive. Go on with 6",
            ),
        ),
    ),
    Question(
        "use",
        "Is there a decision, and who pays?",
        (
            Option(
                "known",
                "costs known",
                "the costs of both mistakes are known",
                "mean cost at the threshold they imply, beside the least of any threshold; check calibration first",
            ),
            Option(
                "unknown",
                "unknown",
                "there is a decision, but nobody knows the costs",
                "cost curves; if they cross, H or an expected loss, with its distribution of costs named",
            ),
            Option(
                "threshold",
                "only a threshold",
                "a threshold is needed, but neither costs nor probabilities are at hand",
                "best F1, found by cross-validation, with the price it implies",
            ),
            Option("order", "only an order", "only the order is used", GO_ON),
        ),
        needs_names=True,
    ),
    Question(
        "depth",
        "How much of the list is used?",
        (
            Option(
                "top",
                "the top",
                "the top: about as many cases as there are positives, or fewer",
                "precision and recall among them, and AP beside its mean over random orders",
            ),
            Option("all", "most of it", "most of it", "AUROC"),
            Option("unsure", "not known", "not known", "AUROC and AP, with AP’s mean over random orders"),
        ),
        needs_names=True,
    ),
    Question(
        "prevalence",
        "Will the prevalence change?",
        (
            Option("same", "no", "no", GO_ON),
            Option(
                "moves",
                "yes, or data sets differ",
                "yes, or data sets are compared that differ in it",
                "TPR and FPR; all else computed for the prevalence in use",
            ),
        ),
        needs_names=True,
    ),
    Question(
        "easy",
        "Are many negatives trivial?",
        (
            Option("no", "no", "no", GO_ON),
            Option(
                "yes",
                "yes, or added at will",
                "yes, or they can be added at will",
                "AP as well: negatives below every positive do not move it. Say where negatives come from",
            ),
        ),
        needs_names=True,
    ),
    Question(
        "groups",
        "Are there groups?",
        (
            Option("no", "no", "no", GO_ON),
            Option("yes", "yes", "yes", "every number for each group by itself; no pooled area protects a small group"),
        ),
    ),
    Question(
        "units",
        "What is independent?",
        (
            Option("cases", "each case", "each case", "95 % intervals over cases"),
            Option("units", "patients, families, sites", "patients, families, sites", "95 % intervals over those"),
        ),
    ),
)

PARAMETERS: Final = (
    Parameter("n", "cases", 200, ("n", "random", "share"), 2, 1e6, whole=True),
    Parameter("m", "positives", 10, ("m", "random", "share"), 1, 1e6, whole=True),
    Parameter("positive", "positive class", "ill", ("positive",)),
    Parameter("fp", "cost of a false alarm", 1, ("fp", "c"), 0.001, 1e6),
    Parameter("fn", "cost of a miss", 9, ("fn", "c"), 0.001, 1e6),
    Parameter("threshold", "threshold", 0.5, ("threshold",), -1e6, 1e6),
    Parameter("f1", "best F1", 0.6, ("f1", "price"), 0.01, 1),
    Parameter("k", "cases looked at", 10, ("k",), 1, 1e6, whole=True),
    Parameter("in_use", "prevalence in use", 0.01, ("percent", "in_use"), 0.0001, 0.9999),
    Parameter("group", "column of groups", "site", ("group", "group_flag")),
    Parameter("unit", "column of units", "patient", ("unit", "unit_flag")),
)

#: Numbers by key: their names, and how their values are named where that differs.
NUMBERS: Final = {
    "accuracy": ("accuracy", ""),
    "lxcim": ("LxCIM", ""),
    "cost": ("mean cost of a case", ""),
    "least_cost": ("least mean cost of any threshold", ""),
    "calibration": ("calibration curve", "mean score less share of positives"),
    "cost_curve": ("cost curves", ""),
    "h": ("H, if the curves cross", "H"),
    "threshold": ("the threshold", "threshold of the best F1"),
    "f1": ("best F1", "best F1, on these very cases"),
    "price": ("the price it implies", "false alarms for one miss"),
    "precision_at_k": ("precision at the budget", ""),
    "recall_at_k": ("recall at the budget", ""),
    "ap": ("AP", ""),
    "ap_random": ("AP of a random order", ""),
    "auroc": ("AUROC", ""),
    "tpr": ("TPR", ""),
    "fpr": ("FPR", ""),
    "in_use": ("all for the prevalence in use", ""),
    "groups": ("each group alone", ""),
    "intervals": ("95 % intervals", ""),
}

NAMED: Final = ("", "yes")
RULES: Final = (
    Rule(
        "The test set has [{n}] cases. Their two classes have no names of their own: A against B could have been "
        "written as B against A. We report accuracy and LxCIM, which do not depend on which class comes first. Easy "
        "cases raise both, so we say how the cases were collected.",
        {"names": ("no",)},
        report=("accuracy", "lxcim"),
        avoid=("AUROC", "AP", "F1"),
        flags=("--symmetric",),
    ),
    Rule("The test set has [{n}] cases, [{m}] of them positive ([{positive}]).", {"names": NAMED}),
    Rule(
        "A false alarm costs [{fp}] and a miss [{fn}], so a case is called positive if its probability is at least "
        "[{c}]. We report the mean cost of a case at this threshold, the least mean cost of any threshold, and the "
        "calibration curve, because only probabilities have such a threshold.",
        {"names": NAMED, "use": ("known",)},
        report=("cost", "least_cost", "calibration"),
        flags=("--cost-fp {fp}", "--cost-fn {fn}", "--probabilities"),
    ),
    Rule(
        "The costs of the two mistakes are not known, so we show the cost curves: a model whose curve is nowhere above "
        "another’s is at least as good at every cost.",
        {"names": NAMED, "use": ("", "unknown")},
        report=("cost_curve",),
    ),
    Rule(
        "Where curves cross, we report H, for costs distributed as [Beta(2, 2)].",
        {"names": NAMED, "use": ("unknown",)},
        report=("h",),
    ),
    Rule(
        "The threshold, [{threshold}], is that of the best F1, found by cross-validation. A best F1 of [{f1}] takes "
        "one miss for (2 − F1)/F1 = [{price}] false alarms. This price differs between models: we print it for each.",
        {"names": NAMED, "use": ("threshold",)},
        report=("threshold", "f1", "price"),
        flags=("--threshold {threshold}",),
    ),
    Rule(
        "For readers who would choose another threshold, we judge the order of the scores as well.",
        {"names": NAMED, "use": ("known", "threshold")},
    ),
    Rule(
        "Only the first [{k}] cases of the list are looked at. We report precision and recall among them, and average "
        "precision (AP) for the upper part of the list.",
        {"names": NAMED, "depth": ("top",)},
        report=("precision_at_k", "recall_at_k", "ap"),
        flags=("--budget {k}",),
    ),
    Rule(
        "We report AUROC, the probability that a positive scores above a negative.",
        {"names": NAMED, "depth": ("all",)},
        report=("auroc",),
    ),
    Rule(
        "How far down the list is read is not known, so we report both AUROC and average precision (AP).",
        {"names": NAMED, "depth": ("", "unsure")},
        report=("auroc", "ap"),
    ),
    Rule(
        "Many negatives are trivial, and their number alone moves AUROC and accuracy. We say how the negatives were "
        "collected, and report AP, which negatives below every positive do not move.",
        {"names": NAMED, "easy": ("yes",)},
        report=("ap",),
    ),
    Rule(
        "A random order of these cases has an AP of [{random}] on average; the prevalence is [{share}].",
        {"names": NAMED, "depth": ("", "top", "unsure")},
        report=("ap_random",),
    ),
    Rule(
        "A random order of these cases has an AP of [{random}] on average; the prevalence is [{share}].",
        {"names": NAMED, "depth": ("all",), "easy": ("yes",)},
        report=("ap_random",),
    ),
    Rule(
        "In use, [{percent} %] of the cases will be positive. We give TPR and FPR at the threshold, and compute for "
        "that prevalence all that depends on it.",
        {"names": NAMED, "use": ("", "known", "unknown", "threshold"), "prevalence": ("moves",)},
        report=("tpr", "fpr", "in_use"),
        flags=("--prevalence {in_use}",),
    ),
    Rule(
        "In use, [{percent} %] of the cases will be positive. AUROC does not depend on that, so we give it. All that "
        "does is computed for that prevalence.",
        {"names": NAMED, "use": ("order",), "prevalence": ("moves",)},
        report=("auroc", "in_use"),
        flags=("--prevalence {in_use}",),
    ),
    Rule(
        "All numbers are given for each [{group}] by itself, because a pooled area hides the groups.",
        {"groups": ("yes",)},
        report=("groups",),
        flags=("--group {group_flag}",),
    ),
    Rule(
        "Intervals are 95 % intervals over cases, each drawn independently.",
        {"units": ("", "cases")},
        report=("intervals",),
    ),
    Rule(
        "Intervals are 95 % intervals in which each [{unit}] is one unit, with all its cases.",
        {"units": ("units",)},
        report=("intervals",),
        flags=("--cluster {unit_flag}",),
    ),
    Rule("Two models are compared on the same cases, by the interval of their difference. Ties count one half."),
)
COMMAND: Final = "metricbook report scores.csv --label y --score model"

KEYS: Final = tuple(question.key for question in QUESTIONS)


class Example(NamedTuple):
    """An example: its words on a button, its answers in the order of the questions, and its entries in brackets."""

    button: str
    answers: str
    parameters: dict[str, float | str]


EXAMPLES: Final = {
    "rare": Example(
        "rare disease",
        "yes known all moves no no units",
        {"n": 285, "m": 106, "positive": "malignant", "unit": "patient"},
    ),
    "fraud": Example(
        "fraud, on a budget",
        "yes order top same no no units",
        {"n": 20000, "m": 100, "positive": "fraud", "k": 100, "unit": "customer"},
    ),
    "retrieval": Example(
        "retrieval",
        "yes order top same yes no units",
        {"n": 11000, "m": 50, "positive": "relevant", "k": 20, "unit": "query"},
    ),
    "nameless": Example("no class names", "no - - - - no units", {"n": 285, "unit": "source"}),
    "groups": Example(
        "two groups",
        "yes threshold all same no yes cases",
        {"n": 1100, "m": 220, "positive": "ill", "threshold": 1.4, "f1": 0.7, "group": "site"},
    ),
}

_WORD: Final = re.compile(r"[A-Za-z0-9_.]+(?: [A-Za-z0-9_.]+)*")


class Answer(NamedTuple):
    """What the guide answers: a title, the numbers to report (keys) and not to (names), a paragraph and a command."""

    title: str
    report: tuple[str, ...]
    avoid: tuple[str, ...]
    words: str
    command: tuple[str, ...]


def compose(answers: Mapping[str, str], parameters: Mapping[str, float | str] | None = None) -> Answer:
    """Compose the answer of the guide from answers to its questions; those left out are answered cautiously.

    Parameters
    ----------
    answers : mapping
        The values of options, by the keys of questions.
    parameters : mapping, optional
        What to put into the brackets, by the keys of `PARAMETERS`; what is no such value is replaced by the nearest, or
        by the default.

    Raises
    ------
    ValueError
        If an answer is to no question, or no option of it.

    Examples
    --------
    >>> compose({"names": "no"}).command
    ('metricbook report scores.csv --label y --score model', '--symmetric')
    """
    allowed = {question.key: {option.value for option in question.options} for question in QUESTIONS}
    for key, value in answers.items():
        if value not in allowed.get(key, ()):
            raise ValueError(f"the guide has no answer {value!r} to a question {key!r}")
    arises = [question.key for question in QUESTIONS if answers.get("names") != "no" or not question.needs_names]
    given = {key: answers.get(key, "") if key in arises else "" for key in KEYS}
    entries = fill(settle(parameters or {}))
    rules = [rule for rule in RULES if all(given[key] in values for key, values in rule.when.items())]
    left = sum(not given[key] for key in arises)
    return Answer(
        f"Report this ({left} of {len(arises)} questions open: the cautious answer)" if left else "Report this",
        tuple(dict.fromkeys(key for rule in rules for key in rule.report)),
        tuple(name for rule in rules for name in rule.avoid),
        " ".join(rule.words.format(**entries) for rule in rules),
        (COMMAND, *(flag.format(**entries) for rule in rules for flag in rule.flags)),
    )


def settle(parameters: Mapping[str, float | str]) -> dict[str, float | str]:
    """Every parameter: what is given, brought between its ends, or the default if it is no such value.

    Examples
    --------
    >>> settle({"n": 50, "m": 80, "unit": "<b>"})["m"], settle({"unit": "<b>"})["unit"]
    (49, 'patient')
    """
    settled: dict[str, float | str] = {}
    for one in PARAMETERS:
        value = parameters.get(one.key, one.default)
        if one.low is None or one.high is None:
            is_word = isinstance(value, str) and len(value) <= 30 and _WORD.fullmatch(value)
            settled[one.key] = value if is_word else one.default
        elif isinstance(value, str):
            settled[one.key] = one.default
        else:
            most = float(settled["n"]) - 1 if one.key in ("m", "k") else one.high
            value = min(max(value, one.low), most)
            settled[one.key] = int(value + 0.5) if one.whole else value
    return settled


def fill(settled: Mapping[str, float | str]) -> dict[str, str]:
    """The text of every entry of the sentences, of settled parameters."""
    number = {key: value for key, value in settled.items() if not isinstance(value, str)}
    word = {key: value for key, value in settled.items() if isinstance(value, str)}
    n, m = int(number["n"]), int(number["m"])
    return {
        **word,
        **{key: shown(value, 4) for key, value in number.items()},
        "f1": shown(number["f1"], 3),
        "threshold": shown(number["threshold"], 6),
        "c": shown(number["fp"] / (number["fp"] + number["fn"]), 4),
        "price": shown((2 - number["f1"]) / number["f1"], 2),
        "random": shown(random_precision(n, m), 4),
        "share": shown(m / n, 4),
        "percent": shown(100 * number["in_use"], 2),
        "group_flag": quoted(word["group"]),
        "unit_flag": quoted(word["unit"]),
    }


def shown(value: float, digits: int) -> str:
    """A number of at most so many decimals, without zeros at its end.

    Examples
    --------
    >>> shown(0.03125, 4), shown(10, 4)
    ('0.0313', '10')
    """
    text = f"{Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def quoted(word: str) -> str:
    """A word as a shell takes it.

    Examples
    --------
    >>> quoted("patient"), quoted("patient id")
    ('patient', "'patient id'")
    """
    return f"'{word}'" if " " in word else word


def random_precision(cases: int, positives: int) -> float:
    """Mean average precision over all orders of the cases, without ties.

    Notes
    -----
    The positive at rank r has one positive for certain among the r highest and (r - 1)(m - 1)/(n - 1) more on average.

    Examples
    --------
    Two cases, one positive: precision 1 or 1/2.

    >>> random_precision(2, 1)
    0.75
    """
    share = positives / cases
    return share + (1 - share) * fsum(1 / rank for rank in range(2, cases + 1)) / (cases - 1)


def example(name: str) -> tuple[dict[str, str], dict[str, float | str]]:
    """The answers and the parameters of an example."""
    chosen = EXAMPLES[name]
    answers = dict(zip(KEYS, chosen.answers.split(), strict=True))
    return {key: value for key, value in answers.items() if value != "-"}, chosen.parameters


def table() -> str:
    """What the script needs of all this, as JSON."""
    return json.dumps(
        {
            "questions": [
                {
                    "key": one.key,
                    "needsNames": one.needs_names,
                    "options": [option.value for option in one.options],
                }
                for one in QUESTIONS
            ],
            "parameters": [asdict(one) for one in PARAMETERS],
            "numbers": {key: [name, value or name] for key, (name, value) in NUMBERS.items()},
            "rules": [asdict(one) for one in RULES],
            "command": COMMAND,
            "examples": {name: dict(zip(("answers", "parameters"), example(name), strict=True)) for name in EXAMPLES},
        },
        separators=(",", ":"),
        ensure_ascii=False,
    )


def script() -> str:
    """The script of the guide's page: ``guide.js``, with those of the explorers' modules that it needs."""
    return bundle("csv", "metrics", "sweep", after=[Path(__file__).with_name("guide.js")])
