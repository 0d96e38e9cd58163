"""Answers on pages: what a page calls right is what the checker calls right, and nothing else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import chain, product
from typing import Any

import numpy as np
import pytest

from scoring_the_scores import exercises
from scoring_the_scores.course.from_pages import notebook_of
from scoring_the_scores.course.notebook import codes
from scoring_the_scores.exercises import forms, reading
from scoring_the_scores.exercises.boxes import Entry, entries_of, put, values_at
from scoring_the_scores.exercises.checking import instance
from scoring_the_scores.exercises.exercise import load
from scoring_the_scores.exercises.formulas import formula_of
from scoring_the_scores.exercises.reading import Wrong, fraction, number, several
from scoring_the_scores.exercises.sealing import digest
from tests.whole import MONTHLY, WHOLE
from tools.answer_boxes import constructed

from .pages import NODE, filled, handed_in, on_page, right, said
from .solutions import MISTAKES, SOLUTIONS

pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not here")

#: Exercises whose solutions and mistakes resample, or whose checkers take long: a whole run tries them.
SLOW = (
    "flach.price-of-f1",
    "foundations.two-models",
    "lxcim.two-methods",
    "synthesis.rule-read-price",
    "synthesis.sure-luck",
)
ON_PAGES = [name for name, one in load().items() if one.box and (WHOLE or name not in SLOW)]
SEALED = [name for name in ON_PAGES if not constructed(name)]
#: Answers that are formulas in boxes, as a student writes the solution.
FORMULAS = {
    "synthesis.axioms-log-loss": "1 / (2 * c * (1 - c))",
    "lxcim.another-metric": "abs(tn + tp - fp - fn) / (tn + fp + fn + tp)",
    "synthesis.ignores-two-wishes": "min(fp, fn) / max(fp, fn, 1)",
    "synthesis.sure-f1": "2 * sqrt(tp * (fp + fn)^2 + (fp + fn) * tp^2) / (2*tp + fp + fn)^2",
    "synthesis.swap-discount": "1 / log2(i + j) - 1/log2(1 + i + j)",
}
#: Random answers of each exercise.
DRAWN = 500 if MONTHLY else 60 if WHOLE else 3


@pytest.fixture(autouse=True)
def _no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICBOOK_PROGRESS", "off")


@cache
def answer_of(name: str) -> Any:
    """The solution, as a page takes it."""
    return FORMULAS.get(name) or SOLUTIONS[name](instance(load()[name]))


@cache
def mistakes_of(name: str) -> list[Any]:
    """The mistakes that have the entries of the box."""
    answers = [mistake.of(instance(load()[name])) for mistake in MISTAKES[name]]
    return [answer for answer in answers if fits(name, answer)]


def fits(name: str, answer: Any) -> bool:
    """Whether an answer has the entries of the box, in their forms."""
    try:
        for entry in load()[name].box:
            part, solution = entry.of(answer), entry.of(answer_of(name))
            if entry.names or isinstance(part, str) != isinstance(solution, str):
                return False
            if entry.is_sealed or not constructed(name):
                entry.canonical(part, entry.lattice(solution))
    except (LookupError, TypeError, ValueError, Wrong):
        return False
    return True


def test_digests_are_those_of_hashlib() -> None:
    texts = ["", "a", "abc", "é𝛼" * 40, *("x" * size for size in range(50, 130)), "long" * 5000]
    found = said([], texts)
    assert found["hashed"] == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    assert found["slow"] == [digest("salt", text, 20).hex() for text in texts]


#: What may be written as a number, or nearly.
NUMBERS = (
    """
3/8|68 / 77|0.375|.5|3.|-1/2|+2|007|6/4|0|-0|12345/678|1.50|0.1234|12,000|1 234 567.5|12_000|1,2345|12,00|1 2|12.5%
12.5 %|− 2 ⁄ 3|–0.25|1÷3|1.5e-05|1E3|1e3%|1e999|-1e999|1e9999|1e-400|5e-324|1/0|1/-2|1/2/3|0x1|--1|1,5|0,67|inf|nan
P||.|-|e5|0.3333333333333333|0.8831168831168831|-0.6666666666666666|0.123456789012|0.1234567890123
3.141592653589793|0.142857142857|569.9999999|570.0000001|569.9999|1000000.4|9007199254740993|0.1 + 0.2|1_000|1__000
1e+5|½|٣|1/3.|0.30000000000000004|41477/80352|0.5161912584627589|123456789.123456789|100000000000000000000000
0.00000000000000000001|1/3000000000000000000001
""".strip()
    .replace("\n", "|")
    .split("|")
)
WORDS = ["rises", "RISES", " Falls ", "as_many", "as  many", "ｒises", "rise", ""]
LETTERS = ["PNNP", "p n n p", "P > N, n; p", "+--+", "1001", "P−N", "PXN", "RRW", "r w", "R, W", "PNÉ", "ﬁ", "ß", ""]
FORMS = (
    """
tp/(tp+fp)|2*tp/(2*tp+fp+fn)|tp ^ 2|tp**2**0.5|-tp^2|2^-tp|- - tp|tp × fp − fn ÷ 2 · 3|sqrt(tp)|log2(1+tp)|log(tp)
log10(1 + fp)|min(tp, fp)|max(tp,fp,1)|min(tp)|abs(tp - fn)|abs(1,2)|exp(tp)|exp(1000*tp)|1/(1/tp)|(tp-fp)**0.5
0**tp|(0*tp)^0|1e3*tp|.5*tp|5.*tp|1_000*tp|0x10*tp|007*tp|7.5e-1*tp|2 tp|tp fp|tp +|()|(tp|tp)|min(tp,)|min(tp,fp,)
tp//fp|tp % fp|tp if fp else 1|tp, fp|x|TP|__import__('os')|tp.real|tp == fp|not tp|True|1j|tp # fp|lambda: 1
sin(tp)|min|"tp"|tp;fp|[tp]|tn + fp + fn + tp|e1|1e|1.2.3|9**9**9|||
""".strip()
    .replace("\n", "|")
    .split("|")
)
LABELS: dict[str, Callable[[str], list[int]]] = {
    "ranking": reading.ranking,
    "decisions": lambda text: reading.lettered(
        text, "the answer", forms.DECISIONS, "R (right) and W (wrong)", longest=60
    ),
}


def expected(form: str, text: str) -> Any:
    """What the checkers read in a text of a form, or the words in which they say why not."""
    (entry,) = entries_of([["", form]])
    try:
        if entry.names:
            of = formula_of(text, entry.names)
            return " ".join(values_at(of, len(entry.names))) if of else {}
        if form.startswith("within "):
            number(text)
        return LABELS[form](text) if form in LABELS else entry.canonical(text, [])
    except Wrong as wrong:
        return {"message": str(wrong).replace("the ranking", "the answer")}


def test_every_form_is_read_as_the_checkers_read_it() -> None:
    written = [
        *product(("fraction", "within 0.1", "whole"), NUMBERS),
        *product(("one of rises, falls, as many",), WORDS),
        *product(LABELS, LETTERS),
        *product(("formula of tn, fp, fn, tp", "formula of fp, tp"), FORMS),
    ]
    found = said([], written=written)["readings"]
    off = []
    for (form, text), read in zip(written, found, strict=True):
        should = expected(form, text)
        if form.startswith("formula") and "message" in read:
            read = {}
        if form in LABELS and not text:
            should = []  # a page says of an empty ranking what the exercise says of its size
        if form in ("fraction", "within 0.1") and isinstance(read, str) and Fraction(read).denominator > 10**5:
            should = str(fraction(text, right=Fraction(read)))  # of large terms, and right if these are
        if read != should:
            off.append((form, text, read, should))
    assert off == []


def test_a_formula_is_nothing_but_arithmetic() -> None:
    deep, long = "(" * 400 + "1" + ")" * 400, "+".join(["tp"] * 300)
    assert [formula_of(text, ["tp"]) for text in (deep, long, "().__class__", "tp" * 9, "\x00")] == [None] * 5
    of = formula_of("1 / tp", ["tp"])
    assert of is not None
    with pytest.raises(ZeroDivisionError):
        of(0)


def graded(name: str, answer: Any) -> bool:
    """Whether an answer is right as a page saves it and the grader hands it to the checker."""
    cells = codes(notebook_of({"answers": {name: {"answer": answer, "tries": 1}}}))
    names: dict[str, Any] = {}
    exec("\n".join(cells), names)
    return exercises.check(name, names["answers"][name]).right


def test_solutions_are_right_and_slips_named_in_the_checkers_words() -> None:
    asked = []
    for name in ON_PAGES:
        names: dict[str, Any] = {}
        exec(exercises.show(name).starter, names)
        asked.append(("solution", name, answer_of(name)))
        asked += [("starter", name, names["answer"])] if fits(name, names["answer"]) else []
        asked += [("mistake", name, mistake) for mistake in mistakes_of(name)]
    verdicts = said([filled(name, answer) for _, name, answer in asked])["verdicts"]
    named: dict[str, list[bool]] = {name: [] for name in ON_PAGES}
    for (kind, name, answer), verdict in zip(asked, verdicts, strict=True):
        assert verdict["right"] == (kind == "solution"), f"{kind} of {name}, {answer}: {verdict}"
        if kind == "solution":
            assert graded(name, verdict["answer"]), f"{name}: {verdict['answer']}"
        if kind == "solution" and name in SEALED:
            told = handed_in(load()[name].box, answer)
            assert verdict["message"] == exercises.check(name, told).message
        if kind == "mistake":
            named[name].append(verdict["message"] == exercises.check(name, answer).message)
    checked = [name for name in SEALED if not load()[name].box[0].names]
    assert [name for name in checked if sum(named[name]) < min(len(named[name]), 2)] == []
    assert sum(bool(each) for each in named.values()) > 0.9 * len(named)


def test_what_is_right_but_rounded_is_told_so() -> None:
    asked = []
    for name in SEALED:
        solution = answer_of(name)
        for entry in load()[name].box:
            if entry.form == "fraction" or entry.form.startswith("within "):
                exact = fraction(entry.of(solution)) if entry.form == "fraction" else number(entry.of(solution))
                text = f"{float(exact):.2f}"
                if 0 < abs(Fraction(text) - Fraction(exact)) <= Fraction(1, 200) and Fraction(text):
                    asked.append((name, entry.label, put(solution, entry.at, text)))
    verdicts = said([filled(name, answer) for name, _, answer in asked])["verdicts"]
    for (name, label, answer), verdict in zip(asked, verdicts, strict=True):
        assert verdict["right"] == right(name, answer), f"{name}, {answer}"
        assert verdict["right"] or f"{label} is right only when rounded" in verdict["message"], f"{name}: {verdict}"
    assert len(asked) > 30


def drawn(entry: Entry, part: Any, rng: np.random.Generator) -> Any:
    """A part of an answer: right, near or elsewhere."""
    if entry.words:
        return str(rng.choice(entry.words))
    if entry.names:
        return part if rng.random() < 0.5 else f"{part} + 0"[: int(rng.integers(len(part) + 5))]
    if entry.form == "text":
        return part if rng.random() < 0.5 else f"{part}x"
    if entry.form in ("fractions", "pairs", "wholes", "set of wholes"):
        listed = [drawn(Entry("", INNER[entry.form], ""), one, rng) if rng.random() < 0.2 else one for one in part]
        return listed if rng.random() < 0.8 else listed[::-1]
    if entry.form == "pair":
        return [drawn(Entry("", "fraction", ""), one, rng) for one in part]
    if entry.form == "fraction":
        exact = fraction(part)
        others = [exact, 1 - exact, exact + Fraction(1, 7), Fraction(f"{float(exact):.3f}"), Fraction(1, 2)]
        return others[int(rng.integers(len(others)))]
    if entry.form == "whole":
        return int(part) + int(rng.integers(-2, 3)) if rng.random() < 0.5 else part
    if entry.form.startswith("two numbers "):
        return [near(number(one), entry.form, rng) for one in several(part)][:: 1 if rng.random() < 0.5 else -1]
    return near(number(part), entry.form, rng)


INNER = {"fractions": "fraction", "pairs": "pair", "wholes": "whole", "set of wholes": "whole"}


def near(value: float, form: str, rng: np.random.Generator) -> float:
    """A number about as far off as the form allows."""
    factor, words = float(rng.normal(0, 0.9)), form.removeprefix("two numbers ").split()
    if "factor" in words:
        return value * float(words[-1]) ** factor
    sizes = [float(word) for word in words if word[0].isdigit()]
    share = sizes.pop() / 100 if words[-1] == "%" else 0
    return value + factor * (sum(sizes) + share * value)


def changed(value: Any, rng: np.random.Generator) -> Any:
    """A part of a construction with a few things changed in it."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, str) and len(value) > 1 and set(value) <= set("PNRW"):
        signs = list(value)
        for _ in range(int(rng.integers(1, 4))):
            one, other = (int(place) for place in rng.integers(len(signs), size=2))
            signs[one], signs[other] = signs[other], signs[one]
        return "".join(signs)
    if isinstance(value, list | tuple):
        place = int(rng.integers(len(value) + 1))
        if place == len(value):
            return value[::-1]
        return type(value)(changed(one, rng) if at == place else one for at, one in enumerate(value))
    if isinstance(value, int):
        return max(value + int(rng.integers(-2, 3)), 0)
    if isinstance(value, float):
        return value + float(rng.normal(0, 1)) * 10.0 ** int(rng.integers(-6, 0))
    if isinstance(value, str) and forms.number_in(value) is None:
        return value if rng.random() < 0.5 else value.replace(" ", "")[::-1]
    exact = fraction(value)
    return str(exact + Fraction(int(rng.integers(-3, 4)), exact.denominator))


def answers_near(name: str, rng: np.random.Generator) -> list[Any]:
    """Answers that differ from the solution, or from one another, in some of the entries."""
    solution, box = answer_of(name), load()[name].box
    found = [solution]
    while len(found) < DRAWN:
        answer = found[int(rng.integers(len(found)))] if constructed(name) and rng.random() < 0.5 else solution
        for entry in box:
            if rng.random() < max(0.4 if name in SEALED else 0, 1 / len(box)):
                own = drawn if entry.is_sealed or name in SEALED or entry.words or entry.names else None
                part = entry.of(answer)
                answer = put(answer, entry.at, own(entry, part, rng) if own else changed(part, rng))
        found.append(answer)
    return found


def test_random_answers_are_judged_alike() -> None:
    rng = np.random.default_rng(35)
    answers = [(name, answer) for name in ON_PAGES for answer in answers_near(name, rng)]
    found = said([filled(name, answer) for name, answer in answers])["verdicts"]
    right_ones = dict.fromkeys(ON_PAGES, 0)
    off = []
    for (name, answer), verdict in zip(answers, found, strict=True):
        right_ones[name] += verdict["right"]
        if verdict["right"] != right(name, answer):
            off.append((name, answer, verdict))
        assert verdict["message"].endswith((".", "?", "`", "$")), verdict
        assert "NaN" not in verdict["message"], verdict
    assert off == []
    assert 0.1 < sum(right_ones.values()) / len(answers) < 0.8
    if WHOLE:
        assert [name for name, count in right_ones.items() if not 0 < count <= 0.98 * DRAWN] == []


def test_what_a_page_takes_for_another_example_the_checker_does_too() -> None:
    """Of two answers of which the checker says the same, the page says the same."""
    rng = np.random.default_rng(36)
    names = [name for name in ON_PAGES if load()[name].second == "another"]
    answers = [(name, answer) for name in names for answer in answers_near(name, rng)]
    told: dict[tuple[str, str], set[str]] = {}
    for (name, answer), verdict in zip(answers, said([filled(*one) for one in answers])["verdicts"], strict=True):
        if verdict["right"]:
            message = exercises.check(name, handed_in(load()[name].box, answer)).message
            told.setdefault((name, message), set()).add(verdict["message"])
    assert {key: messages for key, messages in told.items() if len(messages) > 1} == {}
    assert len(told) >= len(names) + WHOLE


def test_neither_answers_nor_slips_stand_in_what_pages_are_told() -> None:
    for name in ON_PAGES:
        told = json.dumps(on_page(name).get("groups", []))
        sealed = [k for k, entry in enumerate(load()[name].box) if entry.is_sealed or name in SEALED]
        answers = [answer_of(name), *mistakes_of(name)]
        parts = chain.from_iterable([filled(name, answer)[1][k] for k in sealed] for answer in answers)
        assert [part for part in parts if len(part) > 3 and part in told] == []
        assert exercises.check(name, handed_in(load()[name].box, answers[0])).message[:20] not in told
