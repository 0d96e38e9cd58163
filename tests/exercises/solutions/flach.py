"""Costs: solutions and mistakes."""

from __future__ import annotations

from . import mistakes, solves

RIGHT = ("PPNPNPNNN", "PPPNNNNPN")


@solves("flach.crossing-rankings")
def crossing_rankings(given):
    """The second begins with three sure positives, which its hull keeps; the first wins more pairs, below its hull."""
    return RIGHT


@mistakes("flach.crossing-rankings", says="must prefer the second")
def the_same_order(given):
    return "PPPPNNNNN", "PPPNNNNPN"


@mistakes("flach.crossing-rankings", says="must prefer the first")
def swapped(given):
    return RIGHT[::-1]


@mistakes("flach.crossing-rankings", says="must have 4 positives")
def classes_swapped(given):
    return "PNNNPNPPP", "NNPPPPNPN"
