"""Store the drawings that exercises have read, so that an assignment shows them: as the built site has them.

    python -m tools.figures_to_read _build/html

Each lies in its chapter's room, with the words for who cannot see it. Run this when such a figure changes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from scoring_the_scores.contents import room
from scoring_the_scores.exercises import Exercise, load
from tools.folders import built_site

ROOT = Path(__file__).resolve().parents[1]


def to_read() -> list[Exercise]:
    """The exercises that have a figure read."""
    return [one for one in load().values() if one.figure]


def drawings(site: Path) -> Iterator[tuple[Path, str]]:
    """Where each drawing is stored, and the drawing of the site."""
    for one in to_read():
        stored = json.loads((ROOT / "book" / f"{one.chapter}.ipynb").read_text(encoding="utf-8"))["cells"]
        named = {cell["metadata"].get("mystnb", {}).get("figure", {}).get("name"): cell for cell in stored}
        cell = named[one.figure]
        offered = json.loads((site / "downloads" / f"{one.chapter}.ipynb").read_text(encoding="utf-8"))["cells"]
        (run,) = [each for each in offered if each["id"] == cell["id"]]
        (svg,) = ["".join(out["data"]["image/svg+xml"]) for out in run["outputs"] if "image/svg+xml" in out["data"]]
        alt = escape(cell["metadata"]["mystnb"]["image"]["alt"])
        head, sign, rest = svg.partition("<defs>")
        yield room(one.chapter) / f"{one.figure}.svg", f"{head}<desc>{alt}</desc>\n{sign}{rest}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("site", type=built_site, help="folder of the built site")
    for path, text in drawings(parser.parse_args(arguments).site):
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
