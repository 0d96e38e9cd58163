"""What the chapter shows of a report: a link to its page, and some of its numbers as tables."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pandas as pd
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from claimledger import Page
from metricbook.reports import MEASURES, Report

#: Chapters, and the metrics of which they prove what these reward and what they ignore.
CHAPTERS: Final = {
    "One sort, every metric": ("auroc", "log_loss"),
    "Two areas": ("average_precision",),
    "The H measure": ("h_measure", "brier_score"),
    "What a mistake costs": ("auch", "kolmogorov_smirnov", "cost"),
    "Precision at the indistinguishability threshold": ("precision_at_indistinguishability",),
    "LxCIM": ("lxcim",),
    "One rule for every threshold": ("f1_score",),
    "Ranking scores": ("cohen_kappa",),
    "Which metric?": ("precision_at_k", "recall_at_k", "accuracy", "balanced_accuracy", "precision", "recall",
                      "specificity", "matthews_correlation"),
}  # fmt: skip
#: The chapter of each metric, as the last line of a report names it.
PROOFS: Final = {
    metric: f"“{title}”, a chapter of Scoring the Scores" for title, metrics in CHAPTERS.items() for metric in metrics
}
#: Two of the thirty measurements, so that the models have something left to get wrong.
MEASUREMENTS: Final = ["mean texture", "mean smoothness"]


def predictions() -> pd.DataFrame:
    """Diagnoses of 569 tumours, and the chance of malignancy that each of three models gives those it has not seen."""
    data = load_breast_cancer(as_frame=True)
    table = pd.DataFrame({"diagnosis": data.target.map(dict(enumerate(data.target_names)))})
    models = {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression(solver="newton-cholesky", tol=1e-8)),
        "bayes": GaussianNB(),
        "tree": DecisionTreeClassifier(max_depth=4, random_state=1),
    }
    for name, model in models.items():
        chances = cross_val_predict(model, data.data[MEASUREMENTS], table["diagnosis"], cv=5, method="predict_proba")
        table[name] = chances[:, 1]  # of malignant, whose name comes second in the alphabet
    return table


def offer(report: Report, name: str) -> Page:
    """Offer the page of a report, as the book offers the data behind a figure."""
    words = str(report)
    if folder := os.environ.get("METRICBOOK_FIGDATA"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        report.save(Path(folder) / f"{name}.html", force=True)  # the folder is there for what is shown
    return Page(words, f'{words}\n\n<a href="../../figdata/{name}.html">Open this report</a>')


def said(report: Report) -> Page:
    """What the page of a report begins with."""
    return Page(str(report), str(report))


def metrics(report: Report, names: list[str]) -> pd.DataFrame:
    """Some metrics of each model with their intervals, as the report prints them."""
    models = report.analysis.models
    rows = [{"metric": MEASURES[n].title} | {m: str(models[m].metrics[n]) for m in models} for n in names]
    return pd.DataFrame(rows)


def answers(report: Report) -> pd.DataFrame:
    """Which metrics answer the question, and why."""
    rows = [
        {"metric": MEASURES[a.name].title, "answers it": "yes" if a.answers else "no", "because": a.why}
        for a in report.analysis.answers
    ]
    return pd.DataFrame(rows)


def cautions(report: Report) -> Page:
    """What looks wrong with the scores; on which metrics two models disagree is for the report's own page."""
    looked_for = [one for one in report.analysis.cautions if not one.startswith("Metrics disagree")]
    of_scores = looked_for or ["Nothing of what is looked for."]
    return Page("\n".join(of_scores), "\n".join(f"- {one}" for one in of_scores))
