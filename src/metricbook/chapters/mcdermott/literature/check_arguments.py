"""Tables 1 and 2 and the introduction's list: which works are named for which argument, and where the lists differ."""

from __future__ import annotations

from itertools import product

from metricbook.chapters.mcdermott.literature import review as literature
from metricbook.exact import ranking as exact
from metricbook.ledger import Claim, Evidence

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
    e.missing(
        "Whether these works argue so needs the works, and the marks on validity are images, not text.",
        instead="rows can be counted and compared with the other lists.",
    )
    e.note = (
        f"{sum(counted.values())} references to {len(different)} different works, "
        f"{len(different & set(literature.works('final')))} of which are in the list of Appendix D.4.1."
    )
    return e


def two_sound(claim: Claim) -> Evidence:
    """4.1: how many of Table 1's arguments are sound, by the commentary, by the rest of the paper, and by trial."""
    granted = _granted("table1")
    mentions = literature.mentions()
    accurate = mentions.loc[mentions["subject"] == "called-accurate", "section"].tolist()
    also = {"lower-values"} if accurate else set()
    anywhere = [name for name in _counted("table1") if name in {*granted, *also}]
    exceptions, tried = _topmost_not_best()
    borne_out = [name for name in granted if not (name == "hard-negatives" and exceptions)]
    e = Evidence()
    e.reading(f"the commentary grants them: {', '.join(granted)}", published=claim.published, reproduced=len(granted))
    e.reading(
        f"the paper grants them somewhere: {', '.join(anywhere)}", published=claim.published, reproduced=len(anywhere)
    )
    e.reading(
        f"the commentary grants them, and Theorem 2's order of gains has no exception: {', '.join(borne_out)}",
        published=claim.published,
        reproduced=len(borne_out),
    )
    e.note = (
        f"Section {', '.join(accurate)} calls the observation of lower values accurate. There are {tried} rankings of "
        f"up to {_LONGEST} samples with two atomic mistakes or more; in {exceptions} of them AUPRC gains most by "
        "correcting another one than the topmost."
    )
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
    e.missing(
        "Whether these papers argue so needs the papers, or the authors' sheet of quotes.",
        instead="rows can be counted and compared with the other lists.",
    )
    e.note = (
        f"{sum(counted.values())} references to {len(different)} papers; "
        f"the other {len(final - different)} of the list stand in no row."
    )
    return e


def table2_differs() -> Evidence:
    """4.1, before Table 1: rows and works of Table 2 that Table 1 does not have."""
    one, two = _counted("table1"), _counted("table2")
    added = [name for name in two if name not in one]
    papers = set(literature.works("table2"))
    shared = papers & set(literature.works("table1"))
    references = sum(two[name] for name in added)
    e = Evidence()
    e.printed(
        "the arguments of Table 2 are others than those of Table 1",
        agrees=len(added) == len(two),
        reproduced=f"{len(added)} of {len(two)}",
    )
    e.printed(
        "its papers merely refer to the claim: none stands in Table 1",
        agrees=not shared,
        reproduced=f"{len(shared)} of {len(papers)} stand there ({'; '.join(sorted(shared))})",
    )
    e.repaired(
        "Table 2 has all arguments of Table 1, and more",
        agrees=set(one) < set(two),
        reproduced=f"{len(one)} + {len(added)} = {len(two)}",
    )
    e.repaired(
        "most of its references are for the added ones",
        agrees=2 * references > sum(two.values()),
        reproduced=f"{references} of {sum(two.values())}",
    )
    e.note = f"Added: {', '.join(f'{name} ({two[name]})' for name in added)}."
    return e


def introduction() -> Evidence:
    """Section 1, list of four: works named for each ground, there and in Table 1."""
    table = literature.arguments()
    rows = {name: group.set_index("argument")["row"] for name, group in table.groupby("list")}
    grounds = list(rows["introduction"].index)
    first = {g: set(literature.works("introduction", rows["introduction"][g])) for g in grounds}
    second = {g: set(literature.works("table1", rows["table1"][g])) for g in grounds}
    union = {g: first[g] | second[g] for g in grounds}
    missing = {g: sorted(first[g] - second[g]) for g in grounds if first[g] - second[g]}
    e = Evidence()
    e.reading(
        "works named in the introduction; all stand in the same row of Table 1?",
        reproduced=_sizes(first),
        agrees=all(first[g] <= second[g] for g in grounds),
    )
    e.reading(
        "works named in Table 1; all stand in the introduction?",
        reproduced=_sizes(second),
        agrees=all(second[g] <= first[g] for g in grounds),
    )
    e.reading(
        "works named in either; both lists are part of it?",
        reproduced=_sizes(union),
        agrees=all(first[g] | second[g] <= union[g] for g in grounds),
    )
    nowhere = sorted(set().union(*first.values()) - set(literature.works("table1")))
    e.note = (
        "Named in the introduction and not in the row: "
        + ". ".join(f"{ground}: {'; '.join(works)}" for ground, works in missing.items())
        + f". In no row of Table 1: {'; '.join(nowhere)}. Which rows belong together is our reading of the words."
    )
    return e


def code_availability() -> Evidence:
    """Abstract, Sections 3, D.4.1 and D.5: where the text prints an address."""
    table = literature.mentions()
    places = {subject: group["section"].tolist() for subject, group in table.groupby("subject")}
    e = Evidence()
    e.printed(
        "an address of a repository where the experiments are promised (Abstract, Section 3)",
        agrees=places["repository-address"] == ["Abstract", "3"],
        reproduced=", ".join(places["repository-address"]),
    )
    e.printed(
        "an address of a sheet where the screening is promised (D.4.1)",
        agrees=places["sheet-address"] == ["D.4.1"],
        reproduced=", ".join(places["sheet-address"]),
    )
    e.missing(
        "What the repository and the sheet hold is not in the text, and this book does not depend on either.",
        instead="it can be checked where the text prints an address.",
    )
    open_end = ", ".join(places["repository-without-address"])
    e.note = (
        f"Appendix {open_end} promises the code of the search in a repository and ends at a colon; no address follows "
        f"in the text at hand. The lists of keywords in Appendix {', '.join(places['unnamed-link'])} are links whose "
        "addresses the text does not show."
    )
    return e


def _counted(table: str) -> dict[str, int]:
    rows = literature.arguments().query("list == @table")
    return {row.argument: len(literature.works(table, row.row)) for row in rows.itertuples()}


def _granted(table: str) -> list[str]:
    rows = literature.arguments().query("list == @table")
    return rows.loc[rows["commentary"] == "true", "argument"].tolist()


def _sizes(named: dict[str, set[str]]) -> dict[str, int]:
    return {ground: len(works) for ground, works in named.items()}


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
