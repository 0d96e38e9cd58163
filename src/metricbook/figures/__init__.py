"""Figures: the house style, and one module for each part of the book.

A drawing function takes data, draws on the Axes it is given or makes its own, and returns them; it computes nothing.
The data are tables that the metrics' modules make, so that a test can assert on them and a reader can download them.
"""

from metricbook.pages.extras import brought_by

with brought_by("book"):
    from metricbook.figures.style import PALETTE, curve_styles, new_axes, offer, use_house_style

__all__ = ["PALETTE", "curve_styles", "new_axes", "offer", "use_house_style"]
