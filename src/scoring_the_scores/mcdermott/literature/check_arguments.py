"""Tables 1 and 2 and the introduction's list: which works are named for which argument, and where the lists differ."""

from __future__ import annotations

from itertools import product

from claimledger import Claim, Evidence
from metricbook.exact import ranking as exact
from scoring_the_scores.mcdermott.literature import review as literature

_LONGEST = 8


def table1(claim: Claim) -> Evidence:
    """Table 1: references by row, different works, and whether the other lists allow them."""
    counted = _counted("table1")
    different = set(literature.works("table1"))
    invalid = different & set(literature.works("invalid-sources"))
    none = different & set(literature.works("no-citation"))
    e = Evidence()
    e.printed(
        "references by argument, as our inventory has them",
        reproduced=counted,
        agrees=counted == {name: row[0] for name, row in claim.computed.items()},
    )
    e.printed(
        "arguments whose commentary grants the claim, as in the inventory",
        reproduced=", ".join(_granted("table1")),
        agrees=_granted("table1") == [name for name, row in claim.computed.items() if row[1] is True],
    )
    e.printed("none is among the sources that do not make the claim", agrees=not invalid, reproduced=f"{len(invalid)}")
    e.printed("none is among the papers without a citation", agrees=not none, reproduced=f"{len(none)}")
    e.unexamined(
        "Whether these works argue so.",
        where="the works, which were not read; the marks on validity are images, which were not seen.",
        instead="rows can be counted and compared with the other lists.",
    )
    e.note = (
        f"{sum(counted.values())} references to {len(different)} different works, "
        f"{len(different & set(literature.works('final')))} of which are in the list of Appendix D.4.1."
    )
    return e


def two_sound(claim: Claim) -> Evidence:
    """4.1: how many of Table 1's arguments are sound by the commentary; and by the rest of the paper, and by trial."""
    granted = _granted("table1")
    mentions = literature.mentions()
    accurate = mentions.loc[mentions["subject"] == "called-accurate", "section"].tolist()
    exceptions, tried = _topmost_not_best()
    e = Evidence(
        note=f"Granted: {', '.join(granted)}. Section {', '.join(accurate)} calls the observation of lower values "
        f"accurate as well. The second one granted rests on Theorem 2: there are {tried} rankings of up to {_LONGEST} "
        f"samples with two atomic mistakes or more, and in {exceptions} of them AUPRC gains most by correcting another "
        "one than the topmost."
    )
    e.printed("arguments that the commentary calls true", published=claim.published, reproduced=len(granted))
    return e


def table2(claim: Claim) -> Evidence:
    """Table 2: references by row, different papers, all in the list of D.4.1."""
    counted = _counted("table2")
    different, final = set(literature.works("table2")), set(literature.works("final"))
    e = Evidence()
    e.printed(
        "references by argument, as our inventory has them",
        reproduced=counted,
        agrees=counted == {name: row[0] for name, row in claim.computed.items()},
    )
    e.printed(
        "papers that are in the list of Appendix D.4.1",
        agrees=different <= final,
        reproduced=f"{len(different & final)} of {len(different)}",
    )
    e.unexamined(
        "Whether these papers argue so.",
        where="the papers, and the authors' sheet of quotes, to which Appendix D.4.1 links.",
        instead="rows can be counted and compared with the other lists.",
    )
    e.note = (
        f"{sum(counted.values())} references to {len(different)} papers; "
        f"the other {len(final - different)} of the list stand in no row."
    )
    return e


def table2_differs() -> Evidence:
    """4.1, before Table 1: the additional arguments of Table 2, and its works that stand in Table 1, too."""
    one, two = _counted("table1"), _counted("table2")
    rows = list(two)
    papers = set(literature.works("table2"))
    shared = papers & set(literature.works("table1"))
    added = rows[len(one) :]
    e = Evidence(
        note=f"Added: {', '.join(f'{name} ({two[name]})' for name in added)}, which is "
        f"{sum(two[name] for name in added)} of {sum(two.values())} references. "
        f"{len(shared)} of its {len(papers)} papers stand in Table 1, too: "
        f"{'; '.join(sorted(shared))}."
    )
    e.printed(
        "the rows of Table 2 beyond five have arguments that Table 1 has not", cases=(n not in one for n in added)
    )
    e.control("all of its rows have", cases=(name not in one for name in rows))
    return e


def code_availability() -> Evidence:
    """Abstract, Sections 3, D.4.1 and D.5: what the public repository has an experiment for."""
    table = literature.mentions()
    places = {subject: group["section"].tolist() for subject, group in table.groupby("subject")}
    available = literature.lookups("repository").set_index("item")["found"] == "yes"
    search = literature.lookups("search").set_index("item").loc["lists of keywords"]
    e = Evidence(
        note=f"The text prints the repository's address in {' and '.join(places['repository-address'])} and that of a "
        f"sheet in {', '.join(places['sheet-address'])}. Appendix {', '.join(places['repository-without-address'])} "
        "ends at a colon in the text at hand, without an address for the code of the literature search; it is in a "
        f"repository that was found by its author: {search['where']}."
    )
    e.printed(
        f"there is an experiment for each of {', '.join(available.index)}", over=available.index, holds=available.get
    )
    e.repaired("for the theorems and M1 to M3", cases=available[["Theorem 1", "Theorem 2", "M1", "M2", "M3"]])
    e.repaired(
        "for the search of the literature, elsewhere", agrees=search["found"] == "yes", reproduced=search["found"]
    )
    e.control("for Appendix C", cases=available[["Appendix C"]])
    return e


def _counted(table: str) -> dict[str, int]:
    rows = literature.arguments().query("list == @table")
    return {row.argument: len(literature.works(table, row.row)) for row in rows.itertuples()}


def _granted(table: str) -> list[str]:
    rows = literature.arguments().query("list == @table")
    return rows.loc[rows["commentary"] == "true", "argument"].tolist()


def _topmost_not_best() -> tuple[int, int]:
    """Rankings with two atomic mistakes or more, and those where another than the topmost gains most (AUPRC)."""
    exceptions = tried = 0
    for n in range(2, _LONGEST + 1):
        for labels in product((0, 1), repeat=n):  # highest score first
            mistakes = [i for i in range(n - 1) if not labels[i] and labels[i + 1]]
            if len(mistakes) < 2:
                continue
            values = [_after(labels, i) for i in mistakes]
            tried += 1
            exceptions += max(values) > values[0]
    return exceptions, tried


def _after(labels: tuple[int, ...], place: int):
    fixed = [*labels[:place], labels[place + 1], labels[place], *labels[place + 2 :]]
    return exact.average_precision(fixed, range(len(fixed), 0, -1))
