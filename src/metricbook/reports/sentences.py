"""Every sentence of a report by its name, from the one file that has them all with their rules, `sentences.md`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from string import Formatter
from typing import Any, Final, NamedTuple

from metricbook.reports.formatting import format_number

_ENTRY: Final = re.compile(r"^- `([a-z0-9_.]+)` ((?:.|\n)+?)\n((?:  > .*\n)+)", re.MULTILINE)
#: Titles of metrics that are spoken as if they began with a vowel: an F1, an H measure, an average.
_VOWEL: Final = re.compile("[AFHLaeio]")


class Rule(NamedTuple):
    """When a sentence is said, in words, and its text with what is to be filled in."""

    when: str
    text: str


class Sentence(str):
    """A sentence, or a part of one; ``names`` are those under which it and its parts stand in the file."""

    names: str

    def __html__(self) -> str:
        """The sentence as a page has it, with its names."""
        return f'<span data-sentence="{self.names}">{escape(self, quote=False)}</span>'


@cache
def load_sentences() -> Mapping[str, Rule]:
    """The sentences by name."""
    text = (files(__package__) / "sentences.md").read_text(encoding="utf-8")
    return {
        name: Rule(" ".join(when.split()), " ".join(line[4:].strip() for line in lines.splitlines()))
        for name, when, lines in _ENTRY.findall(text)
    }


def say(name: str, /, **given: Any) -> Sentence:
    """The sentence of this name with its values filled in.

    A number that is not whole has three decimals, and a list commas and "and".

    Examples
    --------
    >>> say("wrong.one_decision", model="ours", above=True, threshold=0.5, low=0.1, high=0.4)
    'ours flags no case at the threshold 0.500: its scores reach from 0.100 to 0.400.'
    """
    sentence = Sentence(_fill(load_sentences()[name].text, given))
    sentence.names = " ".join(dict.fromkeys([name, *_names_of(given.values())]))
    return sentence


def join(sentences: Iterable[Sentence]) -> Sentence:
    """Sentences one after the other."""
    parts = list(sentences)
    joined = Sentence(" ".join(parts))
    joined.names = " ".join(dict.fromkeys(_names_of(parts)))
    return joined


def _names_of(values: Iterable[Any]) -> list[str]:
    """The names of sentences that are filled into another one."""
    parts = [part for value in values for part in (value if isinstance(value, list) else [value])]
    return [part.names for part in parts if isinstance(part, Sentence)]


def _fill(text: str, given: Mapping[str, Any]) -> str:
    filled = ""
    for literal, name, form, _ in Formatter().parse(text):
        filled += literal
        if name is not None:
            filled += _show(given[name], form or "", given)
    return filled


def _show(value: Any, form: str, given: Mapping[str, Any]) -> str:
    """A value in the form that stands behind its name."""
    if form.startswith("?"):
        return _fill(form[1:], given) if value else ""
    if ways := _divide(form):
        one = value == 1 if isinstance(value, int | float) else bool(value)
        return _fill(ways[0] if one else ways[1], given)
    if form == "#":
        return f"{value:,.0f}"
    if form.startswith("^"):
        text = _show(value, form[1:], given)
        return text[0].upper() + text[1:]
    if form == "an":
        return f"{'an' if _VOWEL.match(value) else 'a'} {value}"
    if isinstance(value, list):
        return form.join(value) if form else join_names(value)
    if value is None or (isinstance(value, float) and not form):
        return format_number(value)
    return format(value, form or ("," if isinstance(value, int) else ""))


def _divide(form: str) -> tuple[str, str] | None:
    """The parts of a form on both sides of its bar, if it has one outside of inner braces."""
    depth = 0
    for place, sign in enumerate(form):
        depth += (sign == "{") - (sign == "}")
        if sign == "|" and not depth:
            return form[:place], form[place + 1 :]
    return None


def join_names(names: Iterable[str], word: str = "and") -> str:
    """Names with commas, and a word before the last."""
    *others, last = names
    return f"{', '.join(others)} {word} {last}" if others else last
