"""The forms in which numbers, letters and words are written: pure, so that a page can read the same ones.

Nothing here knows an exercise or raises an error: what is in none of the forms is None.

>>> number_in(" 2 / 3 "), number_in("12,000"), number_in("2.5 %"), number_in("two thirds")
(Fraction(2, 3), Fraction(12000, 1), Fraction(1, 40), None)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Final

#: What stands between the digits of a large number, three by three: 12,000 or 12 000 or 12_000.
_WHOLE: Final = r"[1-9][0-9]{0,2}(?P<gap>[ ,_])[0-9]{3}(?:(?P=gap)[0-9]{3})*|[0-9]+"
_DECIMAL: Final = re.compile(
    rf"([+-]?) ?(?=\.?[0-9])({_WHOLE})?(?:\.([0-9]*))?(?:e([+-]?[0-9]{{1,3}}))? ?(%?)", re.IGNORECASE
)
_RATIO: Final = re.compile(r"([+-]?) ?([0-9]+) ?/ ?([0-9]+)")
_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "⁄": "/", "∕": "/", "÷": "/"})
#: A text that is longer is no number that somebody meant.
LONGEST: Final = 200
#: What may stand between the letters of a ranking.
_BETWEEN: Final = re.compile(r"[\s,;>]+")
#: Letters of a ranking, and of decisions, and the label that each stands for.
CLASSES: Final = {"P": 1, "+": 1, "1": 1, "N": 0, "-": 0, "−": 0, "0": 0}
DECISIONS: Final = {"R": 1, "1": 1, "W": 0, "0": 0}


def number_in(text: str) -> Fraction | None:
    """The number that a text is: whole, with a decimal point, a ratio of whole numbers, a percentage, or ``1e-05``."""
    if len(text) > LONGEST:
        return None
    plain = " ".join(text.translate(_SIGNS).split())
    if ratio := _RATIO.fullmatch(plain):
        sign, top, bottom = ratio.groups()
        return Fraction(int(f"{sign}{top}"), int(bottom)) if int(bottom) else None
    if not (decimal := _DECIMAL.fullmatch(plain)):
        return None
    sign, whole, _, part, power, percent = decimal.groups()
    digits = re.sub("[ ,_]", "", whole or "0") + (part or "")
    shift = int(power or 0) - len(part or "") - 2 * bool(percent)
    return Fraction(int(f"{sign}{digits}")) * Fraction(10) ** shift


def letters_in(text: str, signs: Mapping[str, int]) -> list[int] | str:
    """The labels that letters stand for, in upper or lower case, with or without space between; or one that is none."""
    letters = _BETWEEN.sub("", text.upper())
    strange = next((letter for letter in letters if letter not in signs), None)
    return [signs[letter] for letter in letters] if strange is None else strange


def folded(word: str) -> str:
    """A word without what nobody means by it: case, how accents are composed, and the number of spaces.

    >>> folded(" Zoë  ÅS ") == folded("zoe\\u0308 a\\u030as")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).casefold()).split())


def rounded(given: float | Fraction, right: float | Fraction) -> str:
    """A decimal as it is written, if it is the right number rounded to its digits, two of them at least; else nothing.

    A last digit 0 may be left out, so that 0.9 is 0.90.

    >>> rounded(0.88, Fraction(68, 77)), rounded(0.9, Fraction(35, 39)), rounded(0.7, 0.73), rounded(8.3, 8.26)
    ('0.88', '0.90', '', '8.3')
    """
    if isinstance(given, Fraction):
        places = next((places for places in range(13) if 10**places % given.denominator == 0), None)
    else:
        places = min(max(0, -int(Decimal(repr(float(given))).normalize().as_tuple().exponent)), 13)
    size = abs(float(given))
    if places is None or not size or places > 12:
        return ""
    places = places if places and size > 1 else max(places, 2)
    half = Fraction(1, 2 * 10**places) + Fraction(1, 10**13)
    gap = abs(Fraction(given) - Fraction(right))
    return f"{float(given):.{places}f}" if 0 < gap <= half else ""
