"""Display of the book's pages: the style of figures, tables, and links to the data behind them.

A drawing function takes data, draws on the Axes that it is given or makes its own, and returns them; it computes
nothing. The data are tables made by the chapter, so that tests can check them and readers can download them. The names
are imported when they are first used, so that the rest needs no Matplotlib.
"""

from typing import TYPE_CHECKING, Any

from scoring_the_scores._extras import brought_by

if TYPE_CHECKING:
    from claimledger.tables import ranked, table
    from scoring_the_scores.pages.closing import card, cards
    from scoring_the_scores.pages.style import PALETTE, curve_styles, new_axes, offer, use_house_style

__all__ = ["PALETTE", "card", "cards", "curve_styles", "new_axes", "offer", "ranked", "table", "use_house_style"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with brought_by("book"):
        from claimledger import tables
        from scoring_the_scores.pages import closing, style
    return getattr(next(module for module in (tables, closing, style) if hasattr(module, name)), name)
