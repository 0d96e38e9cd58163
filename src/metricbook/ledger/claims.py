"""Claims as data: reading ``data/claims/*.yml`` and checking that it is well formed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from metricbook.pages.clone import data_folder
from metricbook.pages.extras import brought_by

#: What each verdict means, in the order in which pages count them.
VERDICTS: Mapping[str, str] = MappingProxyType(
    {
        "holds": "true as printed",
        "corrected": "true after a stated repair",
        "refuted": "false, or contradicted by the paper's own data",
        "underspecified": "several readings, each computed",
        "untestable": "needs what is not public or not at hand",
    }
)
KINDS = frozenset(
    {"definition", "equation", "example", "figure", "number", "procedure", "statement", "table", "theorem"}
)
#: Kinds of which every decided claim is shown, evidence and all, in exactly one chapter.
SHOWN_KINDS = frozenset({"example", "figure", "table", "theorem"})
PAPERS = ("lxcim", "flach", "sumpter", "mcdermott", "tile")


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

    def __getnewargs__(self) -> tuple[str]:
        return (self.text,)

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
class Claim:
    """One checkable statement of a paper.

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
    columns, unit, computed, inputs
        Names of a published row's entries, unit of the published values, values of our own noted with the
        inventory, data the check needs.
    how, lead : str
        How to check it, and an unverified suspicion; both are notes to whoever writes the check.
    verdict, finding, check, chapter : str or None
        Our verdict, what is true, the check's dotted path below ``metricbook.checks``, and the chapter that
        tells it; all None while the claim is open.
    """

    id: str
    where: str
    kind: str
    says: str
    how: str
    verdict: str | None = None
    finding: str | None = None
    check: str | None = None
    chapter: str | None = None
    published: Any = None
    columns: tuple[str, ...] | None = None
    unit: str | None = None
    tolerance: float | None = None
    computed: Any = None
    inputs: tuple[str, ...] = ()
    lead: str | None = None

    @property
    def paper(self) -> str:
        """The paper's short name."""
        return self.id.split(".", 1)[0]

    @property
    def decided(self) -> bool:
        """Whether the claim has a verdict."""
        return self.verdict is not None


def load(folder: Path | None = None) -> dict[str, Claim]:
    """All claims by id, papers and claims in the order of the files.

    Parameters
    ----------
    folder : Path, optional
        Where the ``.yml`` files are; the committed ``data/claims`` by default.

    Raises
    ------
    ValueError
        If a file or a claim in it is malformed: which one, and what is wrong with it.
    """
    if folder is None:
        return dict(_committed())
    return _load(folder)


@cache
def _committed() -> dict[str, Claim]:
    return _load(data_folder() / "claims")


def _load(folder: Path) -> dict[str, Claim]:
    claims: dict[str, Claim] = {}
    for paper in PAPERS:
        for claim in _read(folder / f"{paper}.yml", paper):
            if claim.id in claims:
                raise ValueError(f"{paper}.yml: claim {claim.id} stands there twice")
            claims[claim.id] = claim
    return claims


def _read(path: Path, paper: str) -> Iterator[Claim]:
    if not path.exists():
        raise ValueError(f"there is no file of claims {path}")
    content = _parse(path.read_text(encoding="utf-8"))
    if not isinstance(content, dict) or content.get("paper") != paper or not isinstance(content.get("claims"), list):
        raise ValueError(f"{path.name}: needs 'paper: {paper}' and a list of claims")
    for entry in content["claims"]:
        yield _claim(entry, path.name, paper)


def _claim(entry: Any, file: str, paper: str) -> Claim:
    where = f"{file}: claim {entry.get('id') if isinstance(entry, dict) else entry!r}"
    if not isinstance(entry, dict):
        raise ValueError(f"{where} is not a mapping")
    known = {field.name for field in fields(Claim)}
    if unknown := sorted(set(entry) - known):
        raise ValueError(f"{where} has unknown fields {', '.join(unknown)}")
    for name in ("id", "where", "kind", "says", "how"):
        if not isinstance(entry.get(name), str) or not entry[name].strip():
            raise ValueError(f"{where} lacks '{name}'")
    if not entry["id"].startswith(f"{paper}."):
        raise ValueError(f"{where} does not begin with '{paper}.'")
    if entry["kind"] not in KINDS:
        raise ValueError(f"{where} is of unknown kind '{entry['kind']}'")
    ours = [entry.get(name) for name in ("verdict", "finding", "check", "chapter")]
    if any(ours) and not all(isinstance(text, str) and text for text in ours):
        raise ValueError(f"{where} needs all or none of verdict, finding, check and chapter")
    if ours[0] is not None and ours[0] not in VERDICTS:
        raise ValueError(f"{where} has the unknown verdict '{ours[0]}'")
    for name in ("columns", "inputs"):
        if name in entry:
            entry[name] = tuple(entry[name])
    return Claim(**entry)


def _parse(text: str) -> Any:
    """Read YAML; its numbers with a decimal point keep the text they were printed as."""
    with brought_by("book"):
        import yaml

    class Loader(yaml.SafeLoader):
        pass

    Loader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: Printed(loader.construct_scalar(node)))
    return yaml.load(text, Loader=Loader)  # a SafeLoader
