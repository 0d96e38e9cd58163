"""Store notebooks so that a change in the file is a change in the book.

    python tools/notebooks.py book               normalise every notebook under book/, in place
    python tools/notebooks.py --execute book     the same after running each in a clean kernel
    python tools/notebooks.py --check book       change nothing; exit 1 if any is not normalised or not clean

Normalised: text outputs are kept (a build is compared with them), images are stripped (the site draws them afresh), and
there are no execution counts, no timestamps and no metadata but what the book uses. A cell's id follows from
its text. The call that shows a claim, or an explorer, is hidden on the site; other code is folded, unless the cell is
tagged ``idea``: code that says something is shown.
Clean: no stored error, nothing on stderr, no memory address in an output.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from metricbook.writing import Output, write

Notebook = dict[str, Any]

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
CELL_METADATA = ("mystnb", "tags")
#: Tags that this module sets.
FOLDED = {"remove-input", "hide-input", "imports"}
#: Readers of the site see what these cells show, not the call.
HIDDEN = re.compile(
    r"ledger\.(show|findings)\(|pages\.card\(|page\.(form|on_one_page)\(|from metricbook import explore\n|"
    r"(from .*\n+)?exercises\.(show|explore)\("
)
#: A cell of nothing else shows its code only to who asks for all code.
IMPORTS = re.compile(r"(import |from |    |\)|$|pages\.use_house_style\(\)$|%matplotlib)")
EXPLORER = "<score-explorer"
#: What a build shows above the stored output of a cell that it did not run.
NOT_RUN = "*Not run in this copy of the book, built without data that `make data` fetches: this is the stored output.*"
IMAGES = re.compile(r"image/|application/pdf")
ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}")


def find(paths: Iterable[Path]) -> list[Path]:
    """Return the notebooks among ``paths``, and those in its folders."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.rglob("*.ipynb")) if path.is_dir() else [path]
        found += [p for p in inside if not any(part.startswith(".") for part in p.relative_to(path.parent).parts)]
    return found


def as_text(value: str | list[str]) -> str:
    """Join the lines that the format may store as a list."""
    return value if isinstance(value, str) else "".join(value)


def as_lines(text: str) -> list[str]:
    """Split into lines as the format stores them, so that a diff shows the line that changed."""
    return text.splitlines(keepends=True)


def normalise_outputs(outputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep what is text: streams joined by name, images, counts and metadata dropped."""
    kept: list[dict[str, Any]] = []
    for output in outputs:
        kind = output["output_type"]
        if kind == "stream":
            text = as_text(output["text"])
            if kept and kept[-1]["output_type"] == "stream" and kept[-1]["name"] == output["name"]:
                kept[-1]["text"] = as_lines(as_text(kept[-1]["text"]) + text)
            else:
                kept.append({"name": output["name"], "output_type": kind, "text": as_lines(text)})
        elif kind in ("display_data", "execute_result"):
            data = {
                mime: as_lines(as_text(value)) if mime.startswith("text/") else value
                for mime, value in output["data"].items()
                if not (IMAGES.match(mime) or as_text(value).startswith(EXPLORER))
            }
            result = {"data": data, "metadata": {}, "output_type": kind}
            kept.append(result | ({"execution_count": None} if kind == "execute_result" else {}))
        else:
            kept.append(output)
    return kept


def folds(source: str, tags: set[str]) -> set[str]:
    """Return the tags that hide or fold the code of a cell on the site."""
    if HIDDEN.match(source):
        return {"remove-input"}
    if all(IMPORTS.match(line) for line in source.splitlines()):
        return {"hide-input", "imports"}
    return set() if "idea" in tags else {"hide-input"}


def normalise(notebook: Notebook) -> Notebook:
    """Return the notebook in its stored form; doing it twice changes nothing."""
    cells = []
    seen: dict[str, int] = {}
    for cell in notebook["cells"]:
        source = as_text(cell["source"]).strip("\n")
        if not source:
            continue
        digest = hashlib.sha256(f"{cell['cell_type']}\n{source}".encode()).hexdigest()[:8]
        seen[digest] = seen.get(digest, 0) + 1
        metadata = {key: cell["metadata"][key] for key in CELL_METADATA if cell["metadata"].get(key)}
        tags = set(metadata.pop("tags", ())) - FOLDED
        if cell["cell_type"] == "code":
            tags |= folds(source, tags)
        if tags:
            metadata["tags"] = sorted(tags)
        stored = {
            "cell_type": cell["cell_type"],
            "id": digest if seen[digest] == 1 else f"{digest}-{seen[digest]}",
            "metadata": metadata,
            "source": as_lines(source),
        }
        if cell["cell_type"] == "code":
            stored |= {"execution_count": None, "outputs": normalise_outputs(cell["outputs"])}
        cells.append(stored)
    return {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}


def dumps(notebook: Notebook) -> str:
    """Return the text of the file: keys sorted, one space of indentation, a newline at the end."""
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def defects(notebook: Notebook) -> Iterator[str]:
    """Yield what no stored notebook may hold: errors, text on stderr, memory addresses."""
    for number, cell in enumerate(notebook["cells"], start=1):
        for output in cell.get("outputs", []):
            where = f"cell {number}"
            if output["output_type"] == "error":
                yield f"{where}: a stored error, {output.get('ename')}: {output.get('evalue')}"
            elif output.get("name") == "stderr":
                yield f"{where}: text on stderr: {as_text(output['text']).strip()}"
            elif ADDRESS.search(json.dumps(output)):
                yield f"{where}: a memory address in an output"


def execute(notebook: Notebook, folder: Path, timeout: int = 240) -> Notebook:
    """Run the notebook from top to bottom in a new kernel whose working directory is ``folder``."""
    import nbformat
    from nbclient import NotebookClient

    node = nbformat.reads(dumps(normalise(notebook)), as_version=4)
    NotebookClient(
        node, kernel_name="python3", timeout=timeout, resources={"metadata": {"path": str(folder)}}
    ).execute()
    return json.loads(nbformat.writes(node))


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("paths", nargs="*", type=Path, help="notebooks, or folders of them")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="change nothing, exit 1 on a fault")
    mode.add_argument("--execute", action="store_true", help="run each notebook first")
    options = parser.parse_args(arguments)
    failed = False
    for path in find(options.paths):
        stored = path.read_text(encoding="utf-8")
        notebook = json.loads(stored)
        if options.execute:
            print(f"running {path}", flush=True)
            notebook = execute(notebook, path.parent)
        notebook = normalise(notebook)
        faults = list(defects(notebook))
        if options.check and dumps(notebook) != stored:
            faults.append("not normalised: run `make notebooks`")
        if not options.check:
            write([Output(path, "{", dumps(notebook))])
        for fault in faults:
            print(f"{path}: {fault}", file=sys.stderr)
        failed = failed or bool(faults)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
