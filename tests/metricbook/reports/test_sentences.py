"""The sentences of a report stand in one file, each with its rule, and nowhere else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from string import Formatter
from typing import Any

import jinja2
import numpy as np

import metricbook as mb
from metricbook.reports.sentences import _ENTRY, _divide, load_sentences

from .made import predictions

REPORTS = Path(mb.__file__).parent / "reports"
PAGES = ("report.html", "classes.html")
FILE = REPORTS / "sentences.md"
#: What a sentence has: at least four words with one of these among them, or a full stop at its end.
VERB = re.compile(r"\b(is|are|was|were|has|have|may|would|can|cannot|do|does|did|lies?|looks?)\b")
#: Modules with sentences that no report says, and what these are.
ELSEWHERE = {
    "_report": "reasons of errors",
    "command": "help, and lines of its own on standard error",
    "database": "ends of errors",
    "delimited": "ends of errors",
    "files": "ends of errors",
    "intake": "a reason of errors",
    "large_tables": "ends of errors",
    "model_in_use": "what errors say that metrics need",
    "question": "what each metric asks, in the table of metrics",
    "roles": "parts of errors",
    "values": "ends of errors",
}


def calls_in_python() -> Iterator[tuple[str, list[str], set[str]]]:
    """Where `say` is called, the names that it may be called with, and the fields that are given."""
    for path in sorted(REPORTS.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if called == ("sentences.say" if path.stem == "command" else "say"):  # a command says on a stream too
                yield f"{path.name}:{node.lineno}", list(chosen(node.args[0])), {str(k.arg) for k in node.keywords}


def chosen(node: ast.expr) -> Iterator[str]:
    """The constants that an expression of conditions may be."""
    if isinstance(node, ast.IfExp):
        yield from chosen(node.body)
        yield from chosen(node.orelse)
    else:
        yield ast.literal_eval(node)


def calls_in_pages() -> Iterator[tuple[str, list[str], set[str]]]:
    for name in PAGES:
        page = jinja2.Environment().parse((REPORTS / name).read_text(encoding="utf-8"))
        for node in page.find_all(jinja2.nodes.Call):
            if getattr(node.node, "name", "") == "say":
                yield f"{name}:{node.lineno}", [node.args[0].as_const()], {each.key for each in node.kwargs}


def fields(text: str) -> set[str]:
    """The fields of a text, and of what is said in its forms."""
    found = set()
    for _, name, form, _ in Formatter().parse(text):
        if name is not None:
            found |= {name} | fields(form.removeprefix("?") if form else "")
    return found


def test_every_sentence_has_a_name_of_its_own_and_a_rule() -> None:
    names = [name for name, *_ in _ENTRY.findall(FILE.read_text(encoding="utf-8"))]
    assert len(names) == len(set(names)) == FILE.read_text(encoding="utf-8").count("\n- `") > 150
    assert all(re.match(r"[A-Z].*[.:]", rule.when) for rule in load_sentences().values())


def test_every_sentence_is_said_and_is_given_what_it_says() -> None:
    used = set()
    for place, names, given in [*calls_in_python(), *calls_in_pages()]:
        wanted = [fields(load_sentences()[name].text) for name in names]
        assert set().union(*wanted) == given, place
        used |= set(names)
    assert used == set(load_sentences())


def literals(code: str) -> Iterator[str]:
    """The texts of a module that are no docstrings and no parts of errors; what is filled in is left out of them."""
    tree, passed = ast.parse(code), set()
    for node in ast.walk(tree):
        called = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Raise) or called in ("BadInput", "NoRows", "ValueError"):
            passed |= {id(part) for part in ast.walk(node)}
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            passed |= {id(part) for part in ast.walk(node.body[0])}
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed.add(id(node.value))
    for node in ast.walk(tree):
        if id(node) not in passed and isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "0" for part in node.values)
            passed |= {id(part) for part in ast.walk(node)}
        elif id(node) not in passed and isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def is_sentence(text: str) -> bool:
    words = len(re.findall(r"[A-Za-z]{2,}", text))
    return words >= 3 and " " in text and (text.endswith(".") or (words >= 4 and bool(VERB.search(text))))


def test_no_other_module_has_a_sentence() -> None:
    codes = {path.stem: path.read_text(encoding="utf-8") for path in REPORTS.glob("*.py")}
    found = {name: [text for text in literals(code) if is_sentence(text)] for name, code in codes.items()}
    assert {name: texts for name, texts in found.items() if texts and name not in ELSEWHERE} == {}
    assert all(found[name] for name in ELSEWHERE)
    page = "|".join((REPORTS / name).read_text(encoding="utf-8") for name in PAGES)
    page = re.sub(r"<(style|script)>.*?</\1>|<[^>]*>|{%.*?%}|{{.*?}}", "|", page, flags=re.DOTALL)
    assert [part for part in page.split("|") if is_sentence(part)] == []


def test_a_sentence_elsewhere_is_found_and_an_error_is_none() -> None:
    planted = [
        'a = f"{x} models are level."',
        'say("x", why="which may be 0 here")',
        'def f():\n    """This is one."""',
    ]
    assert [sum(map(is_sentence, literals(code))) for code in planted] == [1, 1, 0]
    assert not list(literals('raise ValueError("There is no such model.")'))


def pattern(text: str) -> str:
    """What a sentence may be, whatever is filled in."""
    found = ""
    for literal, name, form, _ in Formatter().parse(text):
        found += re.escape(literal)
        if name is not None and form and form.startswith("?"):
            found += f"(?:{pattern(form[1:])})?"
        elif name is not None and form and (ways := _divide(form)):
            found += f"(?:{'|'.join(map(pattern, ways))})"
        elif name is not None:
            found += ".*"
    return found


def test_every_sentence_on_a_page_is_one_of_the_file_and_has_its_name_there() -> None:
    """Pages of fraud with a budget and months, of prices, of clusters, groups and folds, and of three classes."""
    made, n = predictions(), np.arange(400)
    given: list[dict[str, Any]] = [
        {"budget": 40, "times": [f"2026-{k % 8 + 1:02d}-01" for k in n]},
        {"cost_fp": 1, "cost_fn": 9},
        {"clusters": n // 2, "groups": {"ward": n % 3}, "folds": n % 4},
    ]
    third = {name: np.column_stack([1 - scores, scores, scores**2]) for name, scores in made.scores.items()}
    reports = [mb.report(made.labels, dict(made.scores), replicates=1, **options) for options in given]
    reports.append(mb.report(made.labels + 1 * (n % 5 == 0), third))
    of_part = re.compile(r"<(p|li|figcaption|h2|td class=\"text\")( [^>]*)?>(.*?)</\1", re.DOTALL)
    of_name, names = re.compile(r'<span data-sentence="([^"]*)">(.*?)</span>', re.DOTALL), set()
    for report in reports:
        page = re.sub(
            r'<(style|script|button).*?</\1>|<ul class="legend">.*?</ul>|<strong>.*?</strong>',
            "",
            report.html,
            flags=re.DOTALL,
        )
        asked = {f">{measure.asks}<" for measure in mb.reports.MEASURES.values()}
        for _, _, part in of_part.findall(page):
            assert f">{part}<" in asked or not re.search(
                "[A-Za-z]{2,}", re.sub("<[^>]*>", "", of_name.sub("", part))
            ), part
        for name, text in of_name.findall(page):
            patterns = [pattern(load_sentences()[each].text) for each in name.split()]
            several = "".join(f"(?:{each} ?)?" for each in patterns)
            assert re.fullmatch(f"{patterns[0]}|{several}", unescape(text)), (name, text)
            names |= set(name.split())
    assert len(names) > 90
