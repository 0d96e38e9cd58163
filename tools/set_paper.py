"""Set the draft of a paper: the text of book/synthesis/paper.typ, with the book's numbers and drawings.

python -m tools.set_paper [--output file]
"""

from __future__ import annotations

import argparse
import json
import math
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import typst
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

import metricbook
from metricbook import range_given_auroc
from metricbook.writing import Output, write
from scoring_the_scores.synthesis.angle import figures as angle_figures
from scoring_the_scores.synthesis.angle import tables as angle_tables
from scoring_the_scores.synthesis.ranges import figures as range_figures
from scoring_the_scores.synthesis.ranges import tables as range_tables

ROOT = Path(__file__).resolve().parents[1]
TEXT = ROOT / "book" / "synthesis" / "paper.typ"
SOURCES = ROOT / "book" / "references.bib"
OUTPUT = ROOT / "_build" / "angle-between-two-metrics.pdf"
#: The pairs of metrics of the paper's table.
PAIRS: Final = ("AUROC, AP", "AUROC, H", "AUROC, LxCIM", "AUROC, accuracy")
#: A year that is no number, which the compiler cannot read.
NO_YEAR = re.compile(r"^\s*year\s*=\s*\{\D*\},?\n", re.MULTILINE)


def numbers() -> dict[str, Any]:
    """Every number of the draft by its name: words, or rows of words."""
    equal = angle_tables.side_by_side()
    rare = equal.query("π == 0.1 and metrics == 'AUROC, AP'")["normal: predicted"].item()
    predicted = [name for name in equal if name.endswith(": predicted")]
    shown = equal[equal["metrics"].isin(PAIRS)].copy()
    shown[predicted] = shown[predicted].map("{:.3f}".format)
    compared = angle_tables.compared()
    named = compared["kind"].isin(angle_tables.EQUAL) & (compared["first"] + ", " + compared["second"]).isin(PAIRS)
    largest = compared[named & (compared["n"] == compared["n"].max())]
    distances = angle_tables.maps()[2].set_index("from")["correlation"]
    return {
        "version": metricbook.__version__,
        "rare-degrees": f"{180 * rare:.0f}",
        "rare-percent": f"{100 * rare:.0f}",
        "simulated": shown.astype(str).to_numpy().tolist(),
        "farthest": f"{math.ceil(1000 * (largest['drawn'] - largest['predicted']).abs().max()) / 1000:.3f}",
        "map-correlation": f"{distances['angles']:.2f}",
        "worth-correlation": f"{distances['with worth']:.2f}",
        "range-ap": _range("average_precision"),
        "range-f1": _range("best_f1_score"),
        "range-h": _range("h_measure"),
    }


def _range(metric: str) -> list[str]:
    """The ends of a metric's range beside an AUROC of 0.8, at one positive in ten."""
    return [f"{end:.2f}" for end in range_given_auroc(metric, 0.8, 0.1)[:2]]


def figures() -> dict[str, Figure]:
    """The drawings of the draft by name."""
    drawn = {
        "ranges": range_figures.bands(range_tables.bands(prevalence=0.1)),
        "maps": angle_figures.two_maps(*angle_tables.maps()[:2]),
    }
    return {name: axes.flat[0].figure for name, axes in drawn.items()}


def set_paper() -> bytes:
    """The draft as PDF.

    Raises
    ------
    typst.TypstError
        If the text asks for a number, a drawing or a source that there is not.
    """
    with TemporaryDirectory(prefix="paper-") as name:
        folder = Path(name)
        (folder / TEXT.name).write_text(TEXT.read_text(encoding="utf-8"), encoding="utf-8")
        (folder / SOURCES.name).write_text(NO_YEAR.sub("", SOURCES.read_text(encoding="utf-8")), encoding="utf-8")
        (folder / "numbers.json").write_text(json.dumps(numbers()), encoding="utf-8")
        for drawing, figure in figures().items():
            figure.savefig(folder / f"{drawing}.svg", bbox_inches="tight", metadata={"Date": None})
            plt.close(figure)
        return typst.compile(folder / TEXT.name)


def main() -> None:
    """Write the PDF."""
    parser = argparse.ArgumentParser(prog="python -m tools.set_paper", description=__doc__)
    parser.add_argument("--output", type=Path, default=OUTPUT, help="a file, %(default)s by default")
    output = parser.parse_args().output
    output.parent.mkdir(parents=True, exist_ok=True)
    write([Output(output, None, set_paper())], force=True)
    print(f"The draft: {output}")


if __name__ == "__main__":
    main()
