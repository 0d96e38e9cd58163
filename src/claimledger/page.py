"""What a cell displays: text for two readers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """Plain text for a terminal and for the comparison of notebooks, Markdown for notebooks and the site."""

    plain: str
    markdown: str

    def __repr__(self) -> str:
        return self.plain

    def _repr_markdown_(self) -> str:
        return self.markdown
