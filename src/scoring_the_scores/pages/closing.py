"""Cards: what to keep of each chapter, at its end, on one page together, and as slides."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

from claimledger import Page, papers
from scoring_the_scores.contents import parts, room

__all__ = ["Card", "card", "cards", "read_card"]

#: How many lines a card has, and how many words a line, at most.
LINES, WORDS = 3, 30
_FIELDS = {"title", "remember", "use", "avoid", "picture", "claims"}


@dataclass(frozen=True)
class Card:
    """What to keep of a chapter, from ``card.toml`` of its room.

    Attributes
    ----------
    chapter, title : str
        Such as ``"flach/h-measure"``, and its title without a subtitle.
    remember : tuple of str
        Three lines, in Markdown.
    use, avoid : str
        When to use what the chapter is about, and when not.
    picture : str
        The name of one of the chapter's figures, or none.
    claims : tuple of str
        The claims whose evidence has the numbers of the lines.
    """

    chapter: str
    title: str
    remember: tuple[str, ...]
    use: str
    avoid: str
    picture: str
    claims: tuple[str, ...]


def read_card(chapter: str) -> Card:
    """Read a chapter's card.

    Raises
    ------
    FileNotFoundError
        If the chapter's room has no ``card.toml``.
    ValueError
        If an entry is missing or unknown, or the lines are too many, too few or too long.
    """
    path = room(chapter) / "card.toml"
    entries: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    if wrong := _FIELDS ^ {"picture", "claims", *entries}:
        raise ValueError(f"{path}: {', '.join(sorted(wrong))}: missing or unknown")
    remember = tuple(entries["remember"])
    if len(remember) != LINES or any(len(text.split()) > WORDS for text in remember):
        raise ValueError(f"{path}: remember has {LINES} lines of at most {WORDS} words each")
    picture, claims = entries.get("picture", ""), tuple(entries.get("claims", ()))
    return Card(chapter, entries["title"], remember, entries["use"], entries["avoid"], picture, claims)


def card(chapter: str) -> Page:
    """Show the card of a chapter: three lines, a picture, when to use it and when not, and how to cite it."""
    read = read_card(chapter)
    return Page(_plain(read), _closing(read, f'<p class="closing-head">{read.title}</p>'))


def cards() -> Page:
    """Show the cards of all chapters, by part, each with a link to its chapter."""
    plain, shown = [], []
    for part in (part for part in parts() if part.numbered):
        shown.append(f"## {part.caption}")
        for read in map(read_card, part.chapters):
            plain.append(_plain(read))
            link = f'<a href="../{read.chapter}.html">{_number(read.chapter)}. {read.title}</a>'
            shown.append(_closing(read, f'<p class="closing-head">{link}</p>'))
    return Page("\n\n".join(plain), "\n\n".join(shown))


def _number(chapter: str) -> int:
    return [name for part in parts() if part.numbered for name in part.chapters].index(chapter) + 1


def _plain(read: Card) -> str:
    lines = [f"{k}. {text}" for k, text in enumerate(read.remember, start=1)]
    return "\n".join([f"{read.title}:", *lines, read.use, read.avoid, _citation(read)])


def _citation(read: Card) -> str:
    """How one cites the chapter, and the paper that it is about."""
    paper = papers().get(read.chapter.partition("/")[0])
    after = f" It reviews {paper.reference}" if paper else ""
    return f"Cite as: *Scoring the Scores*, chapter {_number(read.chapter)}, “{read.title}”.{after}"


def _closing(read: Card, head: str) -> str:
    """The card as Markdown in HTML; the site's build draws the picture, which is one of the chapter's figures."""
    picture = f'<figure data-figure="{read.chapter}#{read.picture}"></figure>' if read.picture else ""
    lines = "\n".join(f"{k}. {text}" for k, text in enumerate(read.remember, start=1))
    return "\n\n".join(
        [
            f'<div class="closing"><div class="closing-top"><div>{head}',
            lines,
            f'</div>{picture}</div><div class="closing-use"><div>',
            read.use,
            "</div><div>",
            read.avoid,
            '</div></div><div class="closing-cite">',
            _citation(read),
            "</div></div>",
        ]
    )
