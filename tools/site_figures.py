"""Sphinx extension: figures that turn dark with the page, keep letters that can be read, and can be taken away.

A figure's file gets a rule that exchanges its colours where the page that shows it is dark. The rule speaks only to
whom asks for it, by the address ``figure.svg#page``: a figure that is saved, opened by itself or put into a text of
one's own is the light one that was drawn. What lies on a map, whose colours are values and stay, stays with it: its
drawing function gives such artists an id that begins with "map".
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: The part of an address that asks for the colours of the page.
PAGE = "page"
#: The ground of a dark page.
GROUND = "#121212"
INK = "#e6e6e6"
#: Colours that figures use, each with its place on a dark page. Others are light and dark enough, or a map's.
DARK = {
    "#ffffff": GROUND,
    "#000000": INK,
    "#0072b2": "#4fb0f0",
    "#009e73": "#2fc79a",
    "#d55e00": "#ff8a3c",
    "#7a2c8f": "#dca6ee",
    "#9a6700": "#e69f00",
    "#004a75": "#8cc8f0",
    "#8a3a00": "#ffb184",
    "#666666": "#b4b4b4",
    "#737373": "#a8a8a8",
    "#767676": "#a8a8a8",
    "#999999": "#7d7d7d",
    "#9a9a9a": "#7d7d7d",
    "#b0b0b0": "#6a6a6a",
    "#b2b2b2": "#6a6a6a",
    "#d1d1d1": "#3d3d3d",
    "#d9d9d9": "#3a3a3a",
    "#e6e6e6": "#303030",
    "#cfe3f1": "#123a55",
    "#cfe6f5": "#123a55",
    "#b9d9ec": "#123a55",
    "#f3c6ad": "#5a2e18",
    "#f0c36d": "#6b4a10",
    "#6fb79e": "#1c5f49",
    "#a86fa0": "#8d5285",
    "#f2f2f2": "#2a2a2a",
    "#5a5a5a": "#8c8c8c",
}
#: A mark's form, with colours that all who use it repeat: what is used has only the rules that speak of it alone.
FORM = re.compile(r'(<path id="m[0-9a-f]+"[^>]*?) style="[^"]*"')
#: Names of groups that nothing asks for, and places with more digits than a screen has.
NAMED = re.compile(r'<g id="(?!map)[^"]*">')
PLACED = re.compile(r'(?: [xy]="|translate\()-?[\d.]+(?: -?[\d.]+)?')
DIGITS = re.compile(r"(\.\d\d)\d+")
#: The size in px below which letters are too small to be read.
SMALLEST = 9
FIGURE = re.compile(r'(<figure [^>]*>\s*)<img ([^>]*?)src="([^"]+\.svg)"([^>]*)>(.*?</figure>)', re.DOTALL)
DATA = re.compile(r'<a class="figure-data" [^>]*>([\w-]+)\.csv</a> \(\d+ rows\)')
STILL = re.compile(r'src="data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)"')
HEAD = re.compile(r"<svg (?![^>]*\bid=)([^>]*)>\n?")


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours such as #0072b2, from 1 to 21 (WCAG 2)."""

    def luminance(color: str) -> float:
        parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def lean(svg: str) -> str:
    """Return the drawing without what no page asks for, a tenth of it; it looks the same."""
    return PLACED.sub(lambda place: DIGITS.sub(r"\1", place[0]), NAMED.sub("<g>", svg))


def in_the_dark(svg: str) -> str:
    """Return the drawing with the rule for dark pages; one that has it already, or has an id, as it is."""
    rules, but = [f":target{{fill:{INK}}}"], ""
    if 'id="map' in svg:
        rules, but = [*rules, "[id^=map]{fill:#000000}"], ":not([id^=map] *)"
    for color, dark in DARK.items():
        for what in ("fill", "stroke"):
            for drawn, asks in ((f"{what}: {color}", f'style*="{what}: {color}"'), (f'{what}="{color}"', "")):
                if drawn in svg:
                    rules.append(f":target [{asks or drawn}]{but}{{{what}:{dark}!important}}")
    style = f"<style>@media (prefers-color-scheme: dark){{{''.join(rules)}}}</style>"
    return HEAD.sub(lambda found: f'<svg id="{PAGE}" {found[1]}>\n{style}\n', FORM.sub(r"\1", svg), count=1)


def smallest_text(svg: str, shown: float) -> float | None:
    """Return the size in px of the smallest text of an SVG that is shown so many px wide.

    Text stands there as text with a size, or as outlines, which Matplotlib scales from a hundredth of the size.
    """
    box = re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+)', svg)
    sizes = [float(size) for size in re.findall(r"font(?:-size)?:[^;\"']*?([\d.]+)px", svg)]
    sizes += [100 * float(scale) for scale in re.findall(r"scale\(([\d.]+) -[\d.]+\)", svg)]
    return min(sizes) * shown / float(box[1]) if box and sizes else None


def least_width(svg: str) -> int:
    """Return the width in px below which the drawing has letters of less than `SMALLEST` px; 0 without letters."""
    size = smallest_text(svg, 1)
    return ceil(SMALLEST / size) if size else 0


def finish(page: str, drawings: Mapping[str, Path]) -> str:
    """Return the page's HTML with its drawings in the page's colours, each a link to itself alone, and offered below.

    The mapping says where the files are, by their names in the site; other pictures stay as they are.
    """

    def figure(found: re.Match[str]) -> str:
        start, before, address, after, rest = found.groups()
        if (path := drawings.get(Path(address).name)) is None:
            return found[0]
        least = least_width(path.read_text(encoding="utf-8"))
        picture = f'<img {before}src="{address}#{PAGE}"{after}>'
        file = rf'\g<0>. The figure: <a class="figure-file" href="{address}" download="\1.svg">SVG</a>'
        rest = DATA.sub(file, rest, count=1)
        return f'{start}<a class="full-size" href="{address}" style="--least:{least}px">{picture}</a>{rest}'

    def still(found: re.Match[str]) -> str:
        dark = in_the_dark(b64decode(found[1]).decode("utf-8"))  # an explorer's, which is lean
        return f'src="data:image/svg+xml;base64,{b64encode(dark.encode("utf-8")).decode("ascii")}#{PAGE}"'

    return STILL.sub(still, FIGURE.sub(figure, page))


def turn(app: Sphinx, exception: Exception | None) -> None:
    """Make all drawings of the built site lean, and give them the rule."""
    for path in Path(app.outdir, "_images").glob("*.svg"):
        drawn = path.read_text(encoding="utf-8")
        if (turned := in_the_dark(lean(drawn))) != drawn:
            path.write_text(turned, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("build-finished", turn)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
