"""Parsing the text of McDermott et al. (arXiv:2401.06091v1) for its lists of works, its counts and its addresses.

Only facts are taken out: who is cited where, which number is printed where. Whatever is not found as often as it
must be is an error, so that another version of the text cannot be misread in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pandas as pd

_HEADING = re.compile(r"^(?:(Abstract)|(\d(?:\.\d)?) [A-Z].*|Appendix ([A-D]) .*|([A-D](?:\.\d)+) [A-Z].*)$")
_GROUP = r"\(([^()]*\b(?:19|20)\d\d[^()]*)\)"  # a citation in parentheses
_ENTRY = re.compile(r"(?P<author>.+?), (?P<year>(?:19|20)\d\d)(?P<letters>[a-z](?:, [a-z])*)?")

#: Words of ours for an argument, and words of the paper by which it is recognised in the introduction and the tables.
ARGUMENTS = {
    "reflects-deployment": ("deployment objectives",),
    "ignores-true-negatives": ("number of true negatives", "number of true-negatives", "(large) number of true"),
    "lower-values": ("significantly lower",),
    "depends-on-prevalence": ("depends on prevalence", "dependence on prevalence"),
    "hard-negatives": ("“hard” negative",),
    "auroc-optimistic": ("otherwise “optimistic”",),
    "positive-class-focus": ("on the positive (minority) class",),
    "auroc-misses-recall": ("models with poor recall",),
}
#: Words of the authors' commentary on an argument, the first that occurs, and what we call it.
_COMMENTARY = {
    "this claim is true": "true",
    "too vague": "vague",
    "un-true": "untrue",
    "unfounded": "unfounded",
}
#: Lists in the running text: the words before each.
_LISTS = {
    "no-citation": ("4.1", "did so with no associated citation "),
    "no-valid-citation": ("4.1", "any papers that make this claim in the first place "),
    "invalid-sources": ("4.1", "sources are cited that neither reference nor argue this claim "),
    "final": ("D.4.1", "in cases of class imbalance.” "),
}
#: Printed counts: name, section, and a pattern whose group is the number.
_COUNTS = [
    ("corpus-gigabytes", "D.1", r"approximately ([\d.]+) GB"),
    ("corpus-texts", "Abstract", r"over ([\d.]+ million) papers"),
    ("corpus-texts", "1", r"automated review of ([\d.]+M)"),
    ("corpus-texts", "4", r"automated search of over ([\d.]+M) arXiv papers"),
    ("corpus-texts", "D.1", r"over ([\d.]+ million) texts"),
    ("either-keyword", "D.2", r"from ([\d,]+) texts \(containing either"),
    ("both-keywords", "D.2", r"to ([\d,]+) texts mentioning both"),
    ("first-model-kept", "D.3", r"reducing our dataset to ([\d,]+) papers"),
    ("second-model-offered", "D.3", r"of the ([\d,]+) papers were scrutinized"),
    ("second-model-percent", "D.3", r"Approximately (\d+)% of the"),
    ("second-model-kept", "D.3", r"distilled list of (\d+)"),
    ("final", "1", r"manual review of (\d+) arXiv papers"),
    ("final", "4", r"we observed (\d+) publications"),
    ("final", "4.1", r"Among the (\d+) papers we discovered"),
    ("final", "D.4.1", r"we identified (\d+) papers"),
    ("no-citation", "4.1", r"referencing this claim, (\d+) did so"),
    ("with-citation", "4.1", r"Among the (\d+) that reference this claim and cite"),
    ("no-valid-citation", "4.1", r"for this assertion, (\d+) do not cite"),
    ("invalid-sources", "4.1", r"In total, (\d+) sources are cited"),
    ("davis-goadrich", "4.1", r"cited as a source for this claim (\d+) times"),
    ("valid-citation", "4.1", r"appropriate citation, (\d+) do reference"),
    ("sound-arguments", "4.1", r"only (two) are logically sound"),
]
#: Ways in which the text names who did what, and where to find it.
_MENTIONS = {
    "manual-search": r"manual (?:literature )?search",
    "manual-review": r"[Mm]anual [Rr]eview",
    "language-model": r"large language models|GPT-",
    "keyword-script": r"Python scripts",
    "repository-address": r"https://github\.com/\S+[^\s.]",
    "sheet-address": r"https://docs\.google\.com/\S+[^\s.]",
    "unnamed-link": r"accessed here for|\bhere for AUROC",
    "repository-without-address": r"GitHub repository:\s*\Z",
    "called-accurate": r"this observation is accurate",
}


def sections(text: str) -> dict[str, str]:
    """The text by section: ``Abstract``, ``1``, ``4.1``, ``D``, ``D.4.1`` and so on, each up to the next heading."""
    by_heading: dict[str, list[str]] = {}
    name = ""
    for line in text.replace("\N{NO-BREAK SPACE}", " ").splitlines():
        if heading := _HEADING.match(line):
            name = next(group for group in heading.groups() if group)
            if name in by_heading:
                raise ValueError(f"section {name} begins twice")
            by_heading[name] = [line]  # a heading may name a step, too
        elif name:
            by_heading[name].append(line)
    return {name: "\n".join(lines) for name, lines in by_heading.items()}


def citations(text: str) -> pd.DataFrame:
    """Who is cited in which list; see `scoring_the_scores.mcdermott.literature.review.citations`."""
    parts = sections(text)
    rows = []
    for row, line in enumerate((x for x in _section(parts, "1").splitlines() if x.startswith("  •")), start=1):
        rows += _rows("introduction", "1", row, _one(_GROUP, line, f"ground {row} of the introduction"))
    for name, (section, words) in _LISTS.items():
        rows += _rows(name, section, 1, _one(re.escape(words) + _GROUP, _section(parts, section), name))
    for table, section in (("table1", "4.1"), ("table2", "D.4.1")):
        for row, (_, group, _) in enumerate(_table(_section(parts, section), table), start=1):
            rows += _rows(table, section, row, group)
    return pd.DataFrame(rows, columns=["list", "section", "row", "position", "work"])


def arguments(text: str) -> pd.DataFrame:
    """The arguments by list and row; see `scoring_the_scores.mcdermott.literature.review.arguments`."""
    parts = sections(text)
    rows = []
    for row, line in enumerate((x for x in _section(parts, "1").splitlines() if x.startswith("  •")), start=1):
        rows.append(("introduction", row, _argument(line), ""))
    for table, section in (("table1", "4.1"), ("table2", "D.4.1")):
        for row, (claim, _, commentary) in enumerate(_table(_section(parts, section), table), start=1):
            in_commentary = (name for words, name in _COMMENTARY.items() if words in commentary)
            rows.append((table, row, _argument(claim), next(in_commentary, "beside the point")))
    return pd.DataFrame(rows, columns=["list", "row", "argument", "commentary"])


def counts(text: str) -> pd.DataFrame:
    """The printed counts by section; see `scoring_the_scores.mcdermott.literature.review.counts`."""
    parts = sections(text)
    rows = []
    for name, section, pattern in _COUNTS:
        printed = _one(pattern, _section(parts, section), f"the count {name} in section {section}")
        rows.append((name, section, printed, _number(printed)))
    return pd.DataFrame(rows, columns=["count", "section", "printed", "value"])


def mentions(text: str) -> pd.DataFrame:
    """How often sections name steps and addresses; see `scoring_the_scores.mcdermott.literature.review.mentions`."""
    rows = []
    for section, part in sections(text).items():
        for subject, pattern in _MENTIONS.items():
            if times := len(re.findall(pattern, part)):
                rows.append((subject, section, times))
    order = list(_MENTIONS)
    rows.sort(key=lambda row: order.index(row[0]))  # stable: sections stay in the order of the text
    return pd.DataFrame(rows, columns=["subject", "section", "times"])


def _section(parts: dict[str, str], name: str) -> str:
    if name not in parts:
        raise ValueError(f"the text has no section {name}")
    return parts[name]


def _one(pattern: str, text: str, what: str) -> str:
    matches = re.findall(pattern, text)
    if len(matches) != 1:
        raise ValueError(f"{what} was found {len(matches)} times where it must be once")
    return matches[0]


def _rows(name: str, section: str, row: int, group: str) -> list[tuple]:
    return [(name, section, row, position, work) for position, work in enumerate(_works(group), start=1)]


def _works(group: str) -> Iterator[str]:
    """``A & B, 2019; C et al., 2022a, b`` as ``A & B, 2019``, ``C et al., 2022a`` and ``C et al., 2022b``."""
    for entry in group.split(";"):
        match = _ENTRY.fullmatch(" ".join(entry.split()))
        if not match:
            raise ValueError(f"'{entry.strip()}' is not an author and a year")
        letters = match["letters"].split(", ") if match["letters"] else [""]
        yield from (f"{match['author']}, {match['year']}{letter}" for letter in letters)


def _table(section: str, name: str) -> Iterator[tuple[str, str, str]]:
    """Claim, works and commentary of each row: three paragraphs (Table 1's marks are images, so there is no fourth)."""
    paragraphs = [" ".join(p.split()) for p in section.split("\n\n")]
    last = next((i for i, p in enumerate(paragraphs) if re.match(rf"Table {name[-1]}:", p)), None)
    if last is None or "Claim" not in paragraphs or "Commentary" not in paragraphs:
        raise ValueError(f"the text has no {name}")
    cells = paragraphs[paragraphs.index("Commentary") + 1 : last]
    if len(cells) % 3:
        raise ValueError(f"{name} has {len(cells)} cells, which are no rows of three")
    for claim, works, commentary in zip(*[iter(cells)] * 3, strict=True):
        yield claim, _one(rf"^{_GROUP}$", works, f"the works of a row of {name}"), commentary


def _argument(words: str) -> str:
    names = [name for name, marks in ARGUMENTS.items() if any(mark in words for mark in marks)]
    if len(names) != 1:
        raise ValueError(f"an argument is recognised as {names or 'none'}: {words[:60]}")
    return names[0]


def _number(printed: str) -> float:
    if printed == "two":
        return 2.0
    scale = 1_000_000 if printed.endswith(("M", "million")) else 1
    return float(printed.rstrip("Mmilon ").replace(",", "")) * scale
