"""The guide composes its answer: sentences, numbers and a command, from answers to its questions.

Form, card and script are all written from its table; ``guide.js`` composes the same answers, and a test holds it to
`compose`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from decimal import ROUND_HALF_UP, Decimal
from math import fsum
from pathlib import Path
from typing import Final, NamedTuple

from metricbook.explorers import bundle
from scoring_the_scores.foundations.which_metric.guide_table import (
    COMMAND,
    EXAMPLES,
    KEYS,
    NUMBERS,
    PARAMETERS,
    QUESTIONS,
    RULES,
)

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
