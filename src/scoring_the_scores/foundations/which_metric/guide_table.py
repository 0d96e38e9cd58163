"""The guide as one table: seven questions, the words and flags that their answers add up to, and five examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple


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
