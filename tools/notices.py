"""Sphinx extension: `licences.txt`, the licences of the book and of what its pages carry of others.

tests/site looks for the origin of every file of the site, so a theme that brings something new does not go unnoticed.
"""

from __future__ import annotations

from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
TEXTS = Path(__file__).parent / "licences"
RULE = "=" * 78

# Distributions whose files are part of the site, and what each carries of others in turn.
CARRIED = {
    "Sphinx": "",
    "Pygments": "",
    "accessible-pygments": "",
    "myst-nb": "",
    "pydata-sphinx-theme": (
        "It carries Bootstrap, Copyright 2011-2024 The Bootstrap Authors, under the MIT licence; its text is that of\n"
        "sphinx-copybutton below. It carries Font Awesome Free, Copyright 2024 Fonticons, Inc.\n"
        "(https://fontawesome.com): the icons under CC BY 4.0, the styles under the MIT licence, and the fonts, with\n"
        'Reserved Font Name "Font Awesome", under the SIL Open Font License, which stands at the end.'
    ),
    "sphinx-book-theme": "",
    "sphinx-copybutton": "It carries clipboard.js, by Zeno Rocha, under the MIT licence too.",
    "sphinx-mathjax-offline": (
        "Its metadata name the MIT licence. It carries MathJax 3, with its fonts, by the MathJax Consortium, under\n"
        "the Apache License, which stands at the end."
    ),
    "sphinx-proof": "",
}


def licence_of(found: Distribution) -> str:
    """The text of a distribution's licence, or nothing if it has none with it."""
    files = [file for file in found.files or () if "LICENSE" in file.name and ".dist-info" in file.parts[0]]
    return "\n\n".join(Path(str(file.locate())).read_text(encoding="utf-8").strip() for file in files)


def notices() -> str:
    """The whole file."""
    parts = [
        "Scoring the Scores\n\nThe text and the figures are under CC BY 4.0, the code is under the MIT licence.",
        *((ROOT / name).read_text(encoding="utf-8").strip() for name in ("LICENSE-TEXT", "LICENSE")),
        "The pages carry styles, scripts and fonts of others:\n\n" + "\n".join(f"- {name}" for name in CARRIED),
    ]
    for name, more in CARRIED.items():
        found = distribution(name)
        parts.append("\n\n".join(filter(None, [f"{name} {found.version}", more, licence_of(found)])))
    parts += [(TEXTS / name).read_text(encoding="utf-8").strip() for name in ("Apache-2.0.txt", "OFL-1.1.txt")]
    return f"\n\n{RULE}\n\n".join(parts) + "\n"


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the file beside the front page."""
    if error is None and app.builder.format == "html":
        (Path(app.outdir) / "licences.txt").write_text(notices(), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("build-finished", write)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
