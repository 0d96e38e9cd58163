"""Claims as data: reading ``data/*/claims.yml`` and checking that it is well formed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import MISSING, dataclass, fields
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from claimledger.project import project

#: The verdicts and their meanings, in the order in which pages count them.
VERDICTS: Mapping[str, str] = MappingProxyType(
    {
        "holds": "true as a competent reader of the paper takes it",
        "corrected": "true after a stated repair",
        "refuted": "false beyond repair, or contradicted by the paper's own data",
        "underspecified": "true under some readings and false under others",
        "untestable": "needs what was looked for and not found",
        "unexamined": "needs what is there and what we did not open",
    }
)
#: The name of a paper's claims in its folder.
FILE = "claims.yml"
KINDS = frozenset(
    {
        "counterexample",
        "definition",
        "equation",
        "example",
        "figure",
        "identity",
        "number",
        "procedure",
        "statement",
        "table",
        "theorem",
    }
)
#: The grades: what an error, or an open question, costs a reader.
GRADES: Mapping[str, str] = MappingProxyType(
    {
        "A": "changes a conclusion of the paper",
        "B": "changes a formula, number, figure or proof that one would use",
        "C": "a condition or an overstatement that matters in some use",
        "D": "a misprint, or bookkeeping",
    }
)
#: Where a statement of our own comes from.
ORIGINS: Mapping[str, str] = MappingProxyType(
    {
        "new": "a theorem that we searched for, and have seen stated nowhere",
        "corollary": "follows at once from what is published: what is added says from what",
        "known": "published, or folklore: what is added says where",
        "number": "our own number, of data or a model that we chose",
    }
)
#: How a general statement is known.
WAYS: Mapping[str, str] = MappingProxyType(
    {
        "proof": "proved",
        "enumeration": "each was looked at",
        "search": "tried; beyond these nothing is known",
        "reading": "as the paper's words are read",
    }
)
#: Fates of a defect in a later version of the paper.
LATER: Mapping[str, str] = MappingProxyType(
    {
        "stands": "stands in the later version too",
        "gone": "is not in the later version",
        "unseen": "not known whether it stands in the later version, which we have not seen",
    }
)
#: How we know of a version of a paper.
SEEN: Mapping[str, str] = MappingProxyType(
    {
        "read": "read for this book",
        "part": "seen in part",
        "record": "its record seen, not its text",
        "remembered": "not seen",
    }
)


class Printed(float):
    """A number with a decimal point as the paper prints it: a float that knows its last digit.

    Attributes
    ----------
    text : str
        The printed form, trailing zeros included.

    Examples
    --------
    >>> Printed("0.36").interval
    (Fraction(71, 200), Fraction(73, 200))
    """

    text: str

    def __new__(cls, text: str) -> Printed:
        number = super().__new__(cls, text)
        number.text = str(text)
        return number

    def __reduce__(self) -> tuple[type[Printed], tuple[str]]:
        return Printed, (self.text,)

    @property
    def unit(self) -> Fraction:
        """One unit of the last printed digit."""
        return Fraction(10) ** int(Decimal(self.text).as_tuple().exponent)

    @property
    def interval(self) -> tuple[Fraction, Fraction]:
        """The numbers that round to the printed one, ends included."""
        value = Fraction(Decimal(self.text))
        return value - self.unit / 2, value + self.unit / 2


@dataclass(frozen=True)
class Scope:
    """How far a sentence goes that speaks of everything.

    Attributes
    ----------
    over : str
        Of what: which samples, scores, rankings, methods or cells.
    by : str
        How it is known, one of `WAYS`.
    at : str or None
        At which prevalences, priors, costs or models, where any enter.
    """

    over: str
    by: str
    at: str | None = None


@dataclass(frozen=True)
class Version:
    """One version of a paper.

    Attributes
    ----------
    what, date : str
        Which one it is, such as "arXiv, version 1", and its date or year.
    seen : str
        How we know of it, one of `SEEN`.
    note : str or None
        What is known to differ, or where it can be found.
    """

    what: str
    date: str
    seen: str
    note: str | None = None


@dataclass(frozen=True)
class Paper:
    """A paper, or this book's own theory, as the head of its file of claims names it.

    Attributes
    ----------
    id : str
        Short name: the file's, and the beginning of the ids of its claims. The head calls it ``paper``.
    title, name : str
        The title in full, and authors and subject as pages head their tables.
    reference : str
        How one cites it.
    order : int
        Where pages put it among the papers.
    inventoried : int
        Claims found when the paper was first read, of which none may be lost.
    ours : bool
        Whether the statements are this book's own. They hold, or they go, and each says where it comes from.
    versions : tuple of Version
        The versions of a paper that we know of, the earliest first; one of them is the one that was read.
    """

    id: str
    title: str
    name: str
    reference: str
    order: int
    inventoried: int = 0
    ours: bool = False
    versions: tuple[Version, ...] = ()


@dataclass(frozen=True)
class Claim:
    """One checkable statement of a paper, or of our own.

    Attributes
    ----------
    id : str
        ``<paper>.<name>``.
    where, kind, says : str
        Locator, kind and content of the claim, in our words.
    published : any
        The values as printed, or None: numbers, text, or lists and mappings of them.
    tolerance : float or None
        Half width allowed around a published number; None means half a unit of its last printed digit.
    columns, unit, computed
        Names of a published row's entries, unit of the published values, values of our own noted with the
        inventory.
    lead : str
        An unverified suspicion: a note to the author of the check.
    verdict, finding, check : str or None
        Our verdict, what is true, and the check's dotted path below the project's package: the paper, the chapter's
        room, a module in it, and the function. All None while the claim is open.
    grade : str or None
        What it costs a reader that the claim does not hold: one of `GRADES`.
    follows : str or None
        The claim that carries the defect which this one only inherits; such a claim has no grade of its own.
    remark : str or None
        What a claim that holds takes for granted, and what happens without it.
    origin : str or None
        Where a statement of our own comes from, one of `ORIGINS`; its ``finding`` then says by whom it was known, or
        what is new about it, and how far it reaches.
    scope : Scope or None
        How far our sentences go, where they speak of everything.
    tried : str or None
        What somebody who saw only the sentences, and not the check, did to break them.
    later : str or None
        What has become of a defect in the paper's latest version, one of `LATER`.
    """

    id: str
    where: str
    kind: str
    says: str
    verdict: str | None = None
    finding: str | None = None
    check: str | None = None
    published: Any = None
    columns: tuple[str, ...] = ()
    unit: str | None = None
    tolerance: float | None = None
    computed: Any = None
    lead: str | None = None
    grade: str | None = None
    follows: str | None = None
    remark: str | None = None
    origin: str | None = None
    scope: Scope | None = None
    tried: str | None = None
    later: str | None = None

    @property
    def paper(self) -> str:
        """The paper's short name."""
        return self.id.split(".")[0]

    @property
    def chapter(self) -> str | None:
        """The chapter that shows it, such as ``flach/h-measure`` for ``flach.h_measure.check_terms.equation_17``."""
        if self.check is None:
            return None
        part, room, *_ = self.check.split(".")
        return f"{part}/{room.replace('_', '-')}"

    @property
    def function(self) -> str:
        """The dotted name of the function that checks it; ``ValueError`` if the claim is open."""
        if self.check is None:
            raise ValueError(f"{self.id} is open: it has no check yet")
        return f"{project().package}.{self.check}"

    @property
    def decided(self) -> bool:
        """Whether the claim has a verdict."""
        return self.verdict is not None


def load(folder: Path | None = None) -> dict[str, Claim]:
    """All claims by id, the papers' in their order, then our own, and claims in the order of the files.

    Parameters
    ----------
    folder : Path, optional
        Where each paper has a folder with a `claims.yml`; the project's data by default.

    Raises
    ------
    ValueError
        If a file or a claim in it is malformed: which one, and what is wrong with it.
    """
    return dict(_load(folder or project().data)[1])


def sources(folder: Path | None = None) -> dict[str, Paper]:
    """All papers by id, in their order, then our own theory. See `load` for the folder and for what is raised."""
    return dict(_load(folder or project().data)[0])


def papers(folder: Path | None = None) -> dict[str, Paper]:
    """The papers alone. See `sources`."""
    return {name: paper for name, paper in sources(folder).items() if not paper.ours}


@cache
def _load(folder: Path) -> tuple[dict[str, Paper], dict[str, Claim]]:
    read = [_read(path) for path in sorted(folder.glob(f"*/{FILE}"))]
    if not read:
        raise ValueError(f"no folder in {folder} has a {FILE}")
    read.sort(key=lambda entry: (entry[0].ours, entry[0].order, entry[0].id))
    return {paper.id: paper for paper, _ in read}, {claim.id: claim for _, claims in read for claim in claims}


def _place(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _read(path: Path) -> tuple[Paper, list[Claim]]:
    content = parse(path.read_text(encoding="utf-8"))
    if not isinstance(content, dict):
        raise ValueError(f"{_place(path)}: needs a head with 'paper: {path.parent.name}', and a list of claims")
    head = {name: entry for name, entry in content.items() if name != "claims"}
    paper = _paper(head, path)
    if not isinstance(content.get("claims"), list):
        raise ValueError(f"{_place(path)}: needs a list of claims")
    claims: dict[str, Claim] = {}
    for entry in content["claims"]:
        claim = _claim(entry, _place(path), paper)
        if claim.id in claims:
            raise ValueError(f"{_place(path)}: claim {claim.id} stands there twice")
        claims[claim.id] = claim
    for claim in claims.values():
        _check_grade(claim, claims, f"{_place(path)}: claim {claim.id}")
    return paper, list(claims.values())


def _paper(head: dict[str, Any], path: Path) -> Paper:
    if head.get("paper") != path.parent.name:
        raise ValueError(f"{_place(path)}: its head needs 'paper: {path.parent.name}', as its folder is called")
    needed = {"paper": str, "title": str, "name": str, "reference": str, "order": int}
    needed |= {"ours": bool} if "ours" in head else {"inventoried": int}
    kinds = {str: "a text", int: "a whole number", bool: "true or false"}
    for name, kind in needed.items():
        if not isinstance(head.get(name), kind):
            raise ValueError(f"{_place(path)}: its head needs '{name}', {kinds[kind]}")
    if unknown := sorted(set(head) - set(needed) - {"versions"}):
        raise ValueError(f"{_place(path)}: its head has unknown fields {', '.join(unknown)}")
    versions = tuple(
        _record(Version, entry, f"{_place(path)}: version {k} of its head", SEEN, "seen")
        for k, entry in enumerate(head.pop("versions", []), start=1)
    )
    return Paper(head.pop("paper"), **head, versions=versions)


def _record(kind: type[Any], entry: Any, where: str, known: Collection[str], name: str) -> Any:
    """A `Scope` or a `Version` from an entry of a file: texts, one of which must be in a given vocabulary."""
    allowed = {field.name: field.default is not MISSING for field in fields(kind)}
    if not isinstance(entry, dict) or not all(isinstance(text, str) and text.strip() for text in entry.values()):
        raise ValueError(f"{where} needs to be a mapping to texts")
    if wrong := sorted(set(entry) - set(allowed)) or [
        field for field, free in allowed.items() if field not in entry and not free
    ]:
        raise ValueError(f"{where} has fields that are unknown or missing: {', '.join(wrong)}")
    if entry[name] not in known:
        raise ValueError(f"{where}: '{name}' is one of {', '.join(known)}, not '{entry[name]}'")
    return kind(**entry)


def _check_grade(claim: Claim, others: Mapping[str, Claim], where: str) -> None:
    """A defect is graded once, in the row that carries it; the rows that inherit it name that row."""
    defective = claim.decided and claim.verdict not in ("holds", "unexamined")
    if claim.grade is not None:
        if claim.grade not in GRADES:
            raise ValueError(f"{where} has the unknown grade '{claim.grade}': grades are {', '.join(GRADES)}")
        if not defective:
            raise ValueError(f"{where} has a grade, which only a claim that was examined and does not hold can have")
        if claim.follows is not None:
            raise ValueError(f"{where} has a grade although it follows {claim.follows}, which carries it")
    if claim.remark is not None and claim.verdict != "holds":
        raise ValueError(f"{where} has a remark, which only a claim that holds can have")
    if claim.follows is None:
        return
    if not defective:
        raise ValueError(f"{where} follows {claim.follows}, which only a decided claim that does not hold can do")
    first = others.get(claim.follows)
    if first is None:
        raise ValueError(f"{where} follows {claim.follows}, which is no claim of this file")
    if first.verdict in (None, "holds"):
        raise ValueError(f"{where} follows {first.id}, which carries no defect: it {first.verdict or 'is open'}")
    if first.follows is not None:
        raise ValueError(f"{where} follows {first.id}, which itself follows {first.follows}: name that one")


def _claim(entry: Any, file: str, paper: Paper) -> Claim:
    where = f"{file}: claim {entry.get('id') if isinstance(entry, dict) else entry!r}"
    if not isinstance(entry, dict):
        raise ValueError(f"{where} is not a mapping")
    known = {field.name for field in fields(Claim)}
    if unknown := sorted(set(entry) - known):
        raise ValueError(f"{where} has unknown fields {', '.join(unknown)}")
    for name in ("id", "where", "kind", "says"):
        if not isinstance(entry.get(name), str) or not entry[name].strip():
            raise ValueError(f"{where} lacks '{name}'")
    for name in ("grade", "follows", "remark", "tried", "later"):
        if name in entry and (not isinstance(entry[name], str) or not entry[name].strip()):
            raise ValueError(f"{where} needs a text as its '{name}', or none")
    if not entry["id"].startswith(f"{paper.id}."):
        raise ValueError(f"{where} does not begin with '{paper.id}.'")
    if entry["kind"] not in KINDS:
        raise ValueError(f"{where} is of unknown kind '{entry['kind']}'")
    ours = [entry.get(name) for name in ("verdict", "finding", "check")]
    if any(ours) and not all(isinstance(text, str) and text for text in ours):
        raise ValueError(f"{where} needs all or none of verdict, finding and check")
    if ours[2] and ours[2].count(".") != 3:
        raise ValueError(
            f"{where} needs a check of the form '{paper.id}.<chapter>.<module>.<function>', not '{ours[2]}'"
        )
    if ours[0] is not None and ours[0] not in VERDICTS:
        raise ValueError(f"{where} has the unknown verdict '{ours[0]}'")
    if paper.ours and ours[0] != "holds":
        raise ValueError(f"{where} is our own, so it holds or goes, but its verdict is {ours[0] or 'missing'}")
    if entry.get("origin") not in (ORIGINS if paper.ours else (None,)):
        raise ValueError(f"{where} needs an origin, one of {', '.join(ORIGINS)}, if it is our own, and none otherwise")
    if entry.get("later", "stands") not in LATER:
        raise ValueError(f"{where}: 'later' is one of {', '.join(LATER)}, not '{entry['later']}'")
    if "later" in entry and ours[0] in (None, "holds", "unexamined"):
        raise ValueError(f"{where} says what became of a defect, but carries none")
    if "scope" in entry:
        entry["scope"] = _record(Scope, entry["scope"], f"{where}: its scope", WAYS, "by")
    if "columns" in entry:
        entry["columns"] = tuple(entry["columns"])
    return Claim(**entry)


def parse(text: str) -> Any:
    """Read YAML; its numbers with a decimal point keep the text they were printed as."""

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]  # ten times faster, if it is there
        pass

    Loader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: Printed(loader.construct_scalar(node)))
    return yaml.load(text, Loader=Loader)  # a SafeLoader
