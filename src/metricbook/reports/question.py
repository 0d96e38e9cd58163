"""The question that a report answers, the metrics it knows, and the rules which of them answer the question."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from metricbook.reports.sentences import say


@dataclass(frozen=True)
class Question:
    """What is known about the use of the models.

    Attributes
    ----------
    cost_fp, cost_fn : float, optional
        What a false positive and a false negative cost, in any one unit; both or neither.
    prevalence : float, optional
        Share of positives where the models will be used; by default that of the data.
    budget : float, optional
        How much of the list, from the top, will be looked at: a share below 1, or a whole number of cases.
    symmetric : bool
        Whether the classes have no names of their own: "A against B" could as well be "B against A".
    threshold : float, optional
        Where decisions are made, in the units of the scores; by default 1/2 for scores that may be probabilities, and
        0 for scores of both signs.
    probabilities : bool, optional
        Whether the scores are meant as probabilities; by default those are that lie between 0 and 1.
    fixed_classes : bool
        Whether the numbers of positives and negatives were fixed before any case was drawn.
    severity_ratio : float or {"classes"}
        Of the H measure: the cost proportion of a false positive is drawn from Beta(2, 1 + 1 / severity_ratio), which
        for 1 is Hand's Beta(2, 2). "classes" is the number of positives over that of negatives, the default of the
        package hmeasure.

    Raises
    ------
    ValueError
        If an entry is out of range, or only one cost is given.
    """

    cost_fp: float | None = None
    cost_fn: float | None = None
    prevalence: float | None = None
    budget: float | None = None
    symmetric: bool = False
    threshold: float | None = None
    probabilities: bool | None = None
    fixed_classes: bool = False
    severity_ratio: float | str = 1.0

    def __post_init__(self) -> None:
        if (self.cost_fp is None) != (self.cost_fn is None):
            raise ValueError("a false positive and a false negative need a cost each: give both, or neither")
        for name in ("cost_fp", "cost_fn"):
            cost = getattr(self, name)
            if cost is not None and not 0 < cost < math.inf:
                raise ValueError(f"{name} must be a positive number, not {cost!r}")
        if self.prevalence is not None and not 0 < self.prevalence < 1:
            raise ValueError(f"the prevalence must lie strictly between 0 and 1, not {self.prevalence!r}")
        if self.budget is not None and (not 0 < self.budget < math.inf or (self.budget > 1 and self.budget % 1)):
            raise ValueError(f"the budget must be a share below 1 or a whole number of cases, not {self.budget!r}")
        ratio = self.severity_ratio
        if ratio != "classes" and (isinstance(ratio, str) or not 0 < ratio < math.inf):
            raise ValueError(f'the severity ratio must be a positive number or "classes", not {ratio!r}')
        if self.threshold is not None and not math.isfinite(self.threshold):
            raise ValueError(f"the threshold must be a finite number, not {self.threshold!r}")

    @property
    def cost_proportion(self) -> float | None:
        """The cost of a false positive as a share of both costs."""
        if self.cost_fp is None or self.cost_fn is None:
            return None
        return self.cost_fp / (self.cost_fp + self.cost_fn)

    def share(self, cases: float) -> float:
        """The share of a list of so many cases that will be looked at. Raises ``ValueError`` if it is all."""
        if self.budget is None:
            raise ValueError("no budget was stated")
        if self.budget >= max(cases, 1):
            raise ValueError(
                f"a budget of {self.budget:g} leaves nothing to choose among {cases:,.0f} cases: "
                "give fewer, or a share below 1"
            )
        return self.budget if self.budget < 1 else self.budget / cases


class Measure(NamedTuple):
    """A metric of the report.

    Attributes
    ----------
    name : str
        Its name in the package.
    title : str
        Its name in sentences and tables.
    kind : str
        What it depends on: the whole "ranking", the part within a "budget", a "decision" by a threshold, a
        "probability" or the "cost" of decisions.
    asks : str
        The question it answers, in a few words.
    higher : bool
        Whether larger is better.
    """

    name: str
    title: str
    kind: str
    asks: str
    higher: bool = True


#: The metrics of a report, by name.
MEASURES: Final = {
    measure.name: measure
    for measure in (
        Measure("auroc", "AUROC", "ranking", "is a positive scored above a negative?"),
        Measure("average_precision", "average precision", "ranking", "are the first found right?"),
        Measure("h_measure", "H measure", "ranking", "how good at the best threshold for each price?"),
        Measure("auch", "area under the ROC hull", "ranking", "is AUROC lost below the hull?"),
        Measure("kolmogorov_smirnov", "Kolmogorov-Smirnov gap", "ranking", "how far apart at best?"),
        Measure(
            "precision_at_indistinguishability",
            "precision at r_b",
            "ranking",
            "are alarms right, at a threshold without prices?",
        ),
        Measure("precision_at_k", "precision at k", "budget", "are the k looked at positive?"),
        Measure("recall_at_k", "recall at k", "budget", "are positives among the k looked at?"),
        Measure("lxcim", "LxCIM", "decision", "right when sure, whichever class?"),
        Measure("accuracy", "accuracy", "decision", "how often right?"),
        Measure("balanced_accuracy", "balanced accuracy", "decision", "right in both classes?"),
        Measure("precision", "precision", "decision", "are alarms right?"),
        Measure("recall", "recall", "decision", "are positives found?"),
        Measure("specificity", "specificity", "decision", "are negatives left alone?"),
        Measure("f1_score", "F1", "decision", "alarms right, few missed?"),
        Measure("matthews_correlation", "Matthews correlation", "decision", "decision with label?"),
        Measure("cohen_kappa", "Cohen's kappa", "decision", "better than chance calls?"),
        Measure("brier_score", "Brier score", "probability", "are the probabilities near?", higher=False),
        Measure("log_loss", "log loss", "probability", "do they fit the labels?", higher=False),
        Measure("cost", "mean cost of a case", "cost", "what do the decisions cost?", higher=False),
    )
}


class Answer(NamedTuple):
    """Whether a metric answers the question, and why."""

    name: str
    answers: bool
    why: str


class Setting(NamedTuple):
    """Facts that the rules use: the number of cases, and whether every model has a threshold."""

    cases: float
    thresholds: bool


def judge_metrics(question: Question, setting: Setting) -> list[Answer]:
    """Judge which metrics answer a question and which do not, with reasons; the one to report comes first."""
    rules: list[Callable[[Question, Setting], list[Answer]]] = [
        _judge_symmetric,
        _judge_prices,
        _judge_budget,
        _judge_ranking,
    ]
    answers: list[Answer] = []
    for rule in rules:
        judged = {answer.name for answer in answers}
        answers += [answer for answer in rule(question, setting) if answer.name not in judged]
    return sorted(answers, key=lambda answer: not answer.answers)


def _judge_symmetric(question: Question, setting: Setting) -> list[Answer]:
    if not question.symmetric:
        return []
    fit = [
        Answer("lxcim", True, say("why.symmetric_lxcim")),
        Answer("accuracy", True, say("why.symmetric_accuracy")),
    ]
    unfit = ("auroc", "average_precision", "precision", "recall", "f1_score", "matthews_correlation")
    return [*_note_missing_thresholds(fit, setting), *(Answer(name, False, say("why.symmetric_not")) for name in unfit)]


def _note_missing_thresholds(answers: list[Answer], setting: Setting) -> list[Answer]:
    """Answers by metrics of decisions, with a note if some model has no threshold."""
    if setting.thresholds:
        return answers
    return [answer._replace(why=say("why.no_threshold", why=answer.why)) for answer in answers]


def _judge_prices(question: Question, setting: Setting) -> list[Answer]:
    if question.cost_proportion is None:
        return []
    return [
        *_note_missing_thresholds([Answer("cost", True, say("why.prices_cost"))], setting),
        Answer("h_measure", False, say("why.prices_h")),
        Answer("auroc", False, say("why.prices_auroc")),
        Answer("f1_score", False, say("why.prices_f1")),
        Answer("accuracy", False, say("why.prices_accuracy")),
    ]


def _judge_budget(question: Question, setting: Setting) -> list[Answer]:
    if question.budget is None:
        return []
    k = question.share(setting.cases) * setting.cases
    return [
        Answer("precision_at_k", True, say("why.budget_precision", k=k)),
        Answer("recall_at_k", True, say("why.budget_recall", k=k)),
        Answer("average_precision", False, say("why.budget_average_precision")),
        Answer("auroc", False, say("why.budget_auroc")),
    ]


def _judge_ranking(question: Question, setting: Setting) -> list[Answer]:
    if question.symmetric or question.budget is not None or question.cost_proportion is not None:
        return []
    return [
        Answer("auroc", True, say("why.ranking_auroc", prevalence=question.prevalence is not None)),
        Answer("h_measure", True, say("why.ranking_h")),
    ]
