"""What only the book has: the house style of its figures, what a cell displays, and where the data are.

A drawing function takes data, draws on the Axes it is given or makes its own, and returns them; it computes nothing.
The data are tables that its chapter makes, so that a test can assert on them and a reader can download them.
"""

from metricbook.pages.style import PALETTE, curve_styles, new_axes, offer, use_house_style

__all__ = ["PALETTE", "curve_styles", "new_axes", "offer", "use_house_style"]
