"""Sphinx extension: every chapter as a notebook that a reader can run, and the wheels it needs, beside the pages.

A chapter's source has roles and directives that only the site understands, and its figures are stripped. What the site
offers has the executed outputs, Markdown that any notebook program shows (`plain_markdown`), and an install line first.
"""

from __future__ import annotations

import json
import posixpath
import re
import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import nbformat
from docutils import nodes
from jupyter_cache import get_cache
from nbformat.v4 import new_markdown_cell
from sphinx.errors import ExtensionError
from sphinx.util import logging

sys.path.insert(0, str(Path(__file__).parent))
from changed_pages import digest, files_in
from folders import packed
from plain_markdown import Numbers, Writer
from site_figures import lean
from wheels import build

if TYPE_CHECKING:
    from nbformat import NotebookNode
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)
FOLDER = "downloads"
LINES_OF_A_CELL = 10_000  # myst-nb numbers the lines of cell k, counted from 1, from 10,000 k on
# Browsers heed `download` from a server only; of local files they show what is text, and a notebook is.
SAVED_FROM_FILES = """<script>
if (location.protocol === "file:")
  for (const link of document.querySelectorAll('a[download][href$=".ipynb"]')) {
    link.href += ".zip";
    if (link.closest(".rerun")) link.after(" (packed: unpack it there)");
  }
</script>"""
DATA_LINK = re.compile(r'<a class="figure-data"[^>]*>([^<]*)</a>')


def chapter_file(docname: str) -> str:
    """Return the address of a chapter's notebook, from the root of the site: without the folder of all pages."""
    return f"{FOLDER}/{docname.partition('/')[2]}.ipynb"


def is_chapter(app: Sphinx, docname: str) -> bool:
    """Whether a page is made from a notebook."""
    return docname in app.env.found_docs and app.env.doc2path(docname).endswith(".ipynb")


def install_line(wheels: Sequence[str], home: str) -> str:
    """Return the command that brings all a chapter needs: from the public home if there is one, or from wheels here."""
    if not home:
        return 'pip install --find-links . "scoring-the-scores[book]"'
    packages = [wheel.partition("-")[0] for wheel in wheels]
    names = [package.replace("_", "-").replace("the-scores", "the-scores[book]") for package in packages]
    sources = [
        f'"{name} @ git+{home}#subdirectory=src/{package}"' for name, package in zip(names, packages, strict=True)
    ]
    return " ".join(["pip install", *sources])


def rerun_lines(notebook: str, wheels: Sequence[str], home: str) -> list[str]:
    """Return all that is typed from an empty folder to a running notebook, in the folder with what was saved."""
    return [
        "python3 -m venv rerun",
        ". rerun/bin/activate",
        f"{install_line(wheels, home)} jupyterlab",
        f"jupyter lab {notebook}",
    ]


def build_wheels(app: Sphinx) -> None:
    """Build the packages' wheels into the site, unless those there were built from the same files."""
    folder, made_from = Path(app.outdir) / FOLDER, Path(app.doctreedir) / "wheels"
    now = digest(files_in("src", "data"))
    if not made_from.exists() or made_from.read_text("utf-8") != now or not list(folder.glob("*.whl")):
        made_from.unlink(missing_ok=True)
        for old in folder.glob("*.whl"):
            old.unlink()
        try:
            with TemporaryDirectory(dir=app.outdir) as place:
                folder.mkdir(exist_ok=True)
                for path in build(Path(app.srcdir), Path(place), "wheel"):
                    path.rename(folder / path.name)
        except RuntimeError as error:
            raise ExtensionError(f"the wheels for the downloads: {error}") from None
        made_from.write_text(now, encoding="utf-8")
    app.config.downloads_wheels = sorted(path.name for path in folder.glob("*.whl"))


def remove_others(app: Sphinx, exception: Exception | None) -> None:
    """Remove the notebooks of chapters that are gone."""
    wanted = {f"{chapter_file(name)}{suffix}" for name in app.env.found_docs for suffix in ("", ".zip")}
    for path in (Path(app.outdir) / FOLDER).rglob("*.ipynb*"):
        if path.relative_to(app.outdir).as_posix() not in wanted:
            path.unlink()


def listed(items: Sequence[str]) -> str:
    """Return items as a sentence lists them."""
    return " and ".join(filter(None, [", ".join(items[:-1]), items[-1]]))


def first_cell(book: str, chapter: str, wheels: Sequence[str], home: str) -> NotebookNode:
    """Return the cell that says what this is and how to run it."""
    named = listed([f"`{wheel}`" for wheel in wheels])
    place = f"Save {named}, which the book's site offers beside this notebook, in this folder. "
    text = f"""*{book}*

**{chapter}**

Running this notebook takes Python 3.11 or newer. {"" if home else place}Then, once, in a terminal or in a cell
after `%`:

```sh
{install_line(wheels, home)}
```

Figures, formulas and results are numbered as on the book's site."""
    return new_markdown_cell(text, id="install")


def convert(executed: NotebookNode, doctree: nodes.document, numbers: Numbers, first: NotebookNode) -> NotebookNode:
    """Return a chapter's notebook for a reader: outputs kept, Markdown plain, captions below their figures."""
    writer = Writer(numbers)
    prose: dict[int, list[str]] = {}
    captions: dict[int, str] = {}

    def collect(node: nodes.Element, level: int, cell: int) -> int:
        for child in node.children:
            if "cell_index" in child:
                cell = child["cell_index"] + 1
                for figure in child.findall(nodes.figure):
                    caption = writer.line(next(figure.findall(nodes.caption)))
                    captions[cell - 1] = f"**Fig. {writer.number('figure', figure)}.** {caption}"
            elif isinstance(child, nodes.section):
                cell = collect(child, level + 1, cell)
            else:
                cell = max(cell, (child.line or 0) // LINES_OF_A_CELL - 1)
                prose.setdefault(cell, []).append(writer.block(child, level))
        return cell

    collect(doctree, 0, 0)
    cells = [first]
    for place, cell in enumerate(executed.cells):
        if cell.cell_type == "markdown":
            if text := "\n\n".join(filter(None, prose.pop(place, []))):
                cells.append(new_markdown_cell(text, id=cell.id))
            continue
        cell.metadata = {}
        for output in cell.outputs:
            if drawing := output.get("data", {}).get("image/svg+xml"):
                output.data["image/svg+xml"] = lean(drawing)
            if "text/markdown" in output.get("data", {}):
                plain = DATA_LINK.sub(r"`\1`, in the folder `figdata` of the book's site", output.data["text/markdown"])
                output.data["text/markdown"] = plain
                output.data.pop("text/plain", None)  # the same once more, for terminals
        cells.append(cell)
        if place in captions:
            cells.append(new_markdown_cell(captions[place], id=f"{cell.id}-caption"))
    if prose:
        raise ValueError(f"text of no Markdown cell: {prose}")
    metadata = {"kernelspec": executed.metadata.kernelspec, "language_info": {"name": "python"}}
    return nbformat.v4.new_notebook(cells=cells, metadata=metadata)


def offer(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Write a chapter's notebook into the site, and a line at the end of its page that says how to run it."""
    if app.builder.format != "html" or not is_chapter(app, docname):
        return
    wheels, home = app.config.downloads_wheels, app.config.html_theme_options.get("repository_url", "")
    source = nbformat.read(app.env.doc2path(docname), as_version=4)
    _, executed = get_cache(app.env.mystnb_config.execution_cache_path).merge_match_into_notebook(source)
    first = first_cell(app.config.html_title, app.env.titles[docname].astext(), wheels, home)
    try:
        notebook = convert(executed, doctree, app.env.toc_fignumbers.get(docname, {}), first)
    except (KeyError, ValueError) as error:
        logger.warning("this page cannot be offered as a notebook: %s", error, location=docname)
        return
    target = Path(app.outdir) / chapter_file(docname)
    target.parent.mkdir(parents=True, exist_ok=True)
    # Without indentation and lists of lines, which nbformat's writer cannot leave out and which would be a tenth of it.
    text = json.dumps(notebook, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    target.write_text(f"{text}\n", encoding="utf-8", newline="\n")
    packed(target, target.with_name(f"{target.name}.zip"))
    here = posixpath.dirname(docname)
    links = [
        f'<a href="{posixpath.relpath(path, here)}" download>{posixpath.basename(path)}</a>'
        for path in (chapter_file(docname), *(f"{FOLDER}/{wheel}" for wheel in wheels))
    ]
    save = f"save {links[0]}" if home else f"save {listed(links)} in an empty folder"
    lines = "\n".join(rerun_lines(posixpath.basename(docname) + ".ipynb", wheels, home))
    end = f"""<details class="rerun"><summary>Rerun this chapter</summary>
<p>To rerun it, {save}. In a terminal there, with Python 3.11
or newer (on Windows, the second line is <code>rerun\\Scripts\\activate</code>):</p>
<div class="highlight"><pre>{escape(lines)}</pre></div></details>{SAVED_FROM_FILES}"""
    doctree.next_node(nodes.section).append(nodes.raw("", end, format="html"))


def change_buttons(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Let the theme's download button offer the chapter's notebook, and no other page's source."""
    for group in context.get("header_buttons", []):
        if group.get("label") == "download-buttons":
            buttons = [button for button in group["buttons"] if button["type"] != "link"]
            if is_chapter(app, pagename):
                path = chapter_file(pagename)
                address = posixpath.relpath(path, posixpath.dirname(pagename))
                buttons.insert(
                    0,
                    {
                        "type": "link",
                        # The theme writes the address between quotation marks and knows no further attribute.
                        "url": f'{address}" download="{posixpath.basename(path)}',
                        "text": ".ipynb",
                        "tooltip": "Download this chapter as a notebook",
                        "icon": "fas fa-code",
                        "label": "download-notebook-button",
                    },
                )
            group["buttons"] = buttons


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx, after whatever else changes a document or a page."""
    app.add_config_value("downloads_wheels", [], "")  # their names, known once they are built
    app.connect("builder-inited", build_wheels)
    app.connect("build-finished", remove_others)
    app.connect("doctree-resolved", offer, priority=900)
    app.connect("html-page-context", change_buttons, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
