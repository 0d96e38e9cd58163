"""Sphinx extension: the theme's pages made lighter, easier to reach by keyboard and ear, and described.

What the theme and docutils offer no setting for is mended in each page's HTML just before it is written.
tests/site holds every page to the results, so a theme that changes what is matched here does not go unnoticed.
"""

from __future__ import annotations

import json
import posixpath
import re
import sys
from functools import cache, partial
from html import escape, unescape
from itertools import count
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx_proof.nodes import proof_node

sys.path.insert(0, str(Path(__file__).parent))
from site_figures import finish

from claimledger import load
from claimledger.markup import slug
from metricbook.explorers import bundle, styles
from scoring_the_scores.contents import goals, proofs
from scoring_the_scores.foundations.which_metric import guide

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

LONGEST = 160  # characters of a description: what a search engine shows

# What no page needs, as patterns in _static: maps for debuggers, and what no page of this site can ask for.
UNUSED = (
    "**/*.map",
    "readme.png",
    "locales/**/*",
    "searchtools.js",
    "language_data.js",
    "vendor/**/*.ttf",
    "scripts/fontawesome.js*",
    "mathjax/*.js",
    "mathjax/sre/**/*",
    "mathjax/a11y/**/*",
    "mathjax/adaptors/**/*",
    "mathjax/ui/menu.js",
    "mathjax/input/*.js",
    "mathjax/input/mml/**/*",
    "mathjax/input/tex/extensions/all-packages.js",
    "mathjax/input/tex/extensions/ams.js",
    "mathjax/input/tex/extensions/bussproofs.js",
    "mathjax/input/tex/extensions/empheq.js",
    "mathjax/input/tex/extensions/mathtools.js",
    "mathjax/input/tex/extensions/mhchem.js",
    "mathjax/input/tex/extensions/newcommand.js",
    "mathjax/input/tex/extensions/physics.js",
    "mathjax/input/tex/extensions/textmacros.js",
    "mathjax/output/*.js",
    "mathjax/output/svg/**/*",
    "mathjax/output/chtml/fonts/tex.js",
    "mathjax/output/chtml/fonts/woff-v2/MathJax_Fraktur*",
    "mathjax/output/chtml/fonts/woff-v2/MathJax_SansSerif*",
)
BRANDS = "vendor/fontawesome/webfonts/fa-brands-400.woff2"  # the marks of hosts, on buttons of a public home
NEEDED = "mathjax/tex-chtml.js"

# What one page alone loads, from _static.
GUIDE = "book/foundations/which-metric"
OWN = {
    "book/index": ("front.css", "front.js"),
    GUIDE: ("guide.css", "guide.js"),
    "book/back/gallery": ("gallery.css",),
    "book/back/ledger": ("ledger.css", "ledger.js"),
    "book/back/cards": ("slides.css", "slides.js"),
}
EXPLORERS = ("explorers.css", "explorers.js")  # for pages with an explorer
# Where the scripts are used by another page, links to proofs lead back here, from where the scripts are.
PROOFS = """globalThis.explorerProofs = Object.fromEntries(
Object.entries({}).map(([key, address]) => [key, new URL(address, document.currentScript.src).href]));
"""

# Patterns and what takes their place, in every page.
MENDS = [
    # A script of 1.5 MB that draws a dozen icons; without it they come from the theme's font.
    (r"\s*<!-- So that users can add custom icons -->\s*<script [^>]*/fontawesome\.js[^>]*></script>", ""),
    (r'(<(?:i|span) class="[^"]*\bfa-[^"]*")', r'\1 aria-hidden="true"'),
    (r'(<meta name="viewport"[^>]*>)(.*?)\s*<meta name="viewport"[^>]*>(.*?)<meta name="viewport"[^>]*>', r"\1\2\3"),
    # A name must contain the words that are seen.
    (r'(class="btn search-button-field[^>]*aria-label=")Search"', r'\1Search Ctrl+K"'),
    (r'(<i class="theme-switch [^>]*?) title="[^"]*"', r"\1"),
    # The book's name in the sidebar stands in a landmark.
    (r'<div id="pst-primary-sidebar"', r'<div id="pst-primary-sidebar" role="navigation" aria-label="Book"'),
    # What opens a list in the sidebar is a picture.
    (r'<summary>(?=<span class="toctree-toggle")', '<summary aria-label="Pages of this section">'),
    # docutils gives the entries of a bibliography roles that its list may not hold, or that are gone from ARIA.
    (r'role="doc-biblioentry"', 'role="listitem"'),
    # A column without a name has no header.
    (r'<th class="head( [^"]*)?">(?:<p>\s*</p>|\s*)</th>', "<td></td>"),
    (r"<th></th>", "<td></td>"),
    # Marks that no style of ours looks at: words of inline code, and what is as black as the code around it.
    (r'<span class="(?:pre|n|nn|p|w)">([^<]*)</span>', r"\1"),
    (r'class="docutils literal notranslate"', 'class="literal"'),
    (r'class="math notranslate nohighlight"', 'class="math notranslate"'),
    (r'<tr class="row-(?:odd|even)">', "<tr>"),
    # What unfolds code is named by its words.
    (r'(<summary) aria-label="Toggle hidden content">', r"\1>"),
    # The book has a search of its own: search_texts.py.
    (r'\s*<script src="[^"]*(?:searchtools|language_data|searchindex)\.js[^"]*"></script>', ""),
    # What the index that Sphinx makes is of; of subjects the book has another.
    (r'<h1 id="index">Index</h1>', '<h1 id="index">Index of code</h1>'),
]
MATHJAX = re.compile(r"\s*<script>window\.MathJax = .*?</script>|\s*<script [^>]*/mathjax/[^>]*></script>")
HEAD = re.compile(r'<div class="chapter-head admonition">.*?</div>', re.DOTALL)
#: Switches below what a chapter asks of its reader, and what a page must have that they open and close.
SWITCHES = {
    ' above-input"': ("code", "Show code"),
    '<details class="beside': ("marks", "Open all verdicts"),
    '<details class="proof-fold': ("proofs", "Open all proofs"),
}
#: A proof of more words than these is folded: a reader follows the line, and opens what is to be checked.
FOLDED = 40
INDENTED = re.compile(r"(<pre.*?</pre>)", re.DOTALL)
PRINTED = re.compile(r'<div id="print-main-content">.*?</nav>\s*</div>\s*</div>', re.DOTALL)
PROOF = re.compile(r'\bid="(proof|proof-content)"')

PICTURE = re.compile(r'<figure data-figure="([^"]+)">.*?</figure>', re.DOTALL)
FIGURE = re.compile(
    r'<figure [^>]*id="(fig-[^"]+)".*?(<img [^>]*>).*?<span class="caption-number">([^<]*)</span>', re.DOTALL
)

FORMULA = re.compile(r'<(span|div) (class="math[" ][^>]*)>(.*?)</\1>', re.DOTALL)
SPACING = re.compile(
    r"\\[()[\],;!:]|\\(?:mathrm|mathbf|mathcal|operatorname|text|left|right|[bB]igg?[lr]?)(?![a-zA-Z])"
)
QUOTIENT = re.compile(r"\\[dt]?frac\s*(\{[^{}]*\}|.)\s*(\{[^{}]*\}|.)")
RELATION = re.compile(r"\\(?:leq?|geq?|ne|to|mid|in|cdot|pm|approx|sim|mapsto|times)(?![a-zA-Z])")
#: A formula's marks; those that open and close what stays together; and those after which a line may end.
MARK = re.compile(r"\\[a-zA-Z]+|\\.|.", re.DOTALL)
OPENS = {"{", "(", "[", r"\{", r"\left", r"\langle", r"\lfloor", r"\lceil", r"\lvert", r"\lVert", r"\begin"}
CLOSES = {"}", ")", "]", r"\}", r"\right", r"\rangle", r"\rfloor", r"\rceil", r"\rvert", r"\rVert", r"\end"}
ENDS = re.compile(r"[=<>+,-]|\\(?:le|leq|ge|geq|ne|neq|approx|sim|to|in|mapsto|cdot|times|iff|quad)")
WHOLE = re.compile(r"\\(displaystyle|limits|over|middle)(?![a-zA-Z])|&")
#: The width in em above which a formula within a line is broken, if it can be: a small phone's line.
LONG = 16
#: A formula within a line, and the brackets and stops right beside it, which go into it: so no line's end parts them.
BESIDE = re.compile(r'([(\[“‘]?)(<span class="math[" ][^>]*>)([^<]*)</span>([.,;:!?)\]’”]*)')
SMALL = re.compile(r"[_^](?:\{[^{}]*\}|.)")
#: Widths of marks in em; what is none of these is as wide as a small letter.
WIDTHS = dict.fromkeys("=<>+-", 1.5) | dict.fromkeys("()[]|,.!", 0.44) | dict.fromkeys(map(chr, range(65, 91)), 0.88)


def width(tex: str) -> float:
    """Return about how wide a formula within a line will be, in em."""
    marks = QUOTIENT.sub(lambda match: max(match[1], match[2], key=len), SPACING.sub("", tex))
    marks = re.sub(r"\\([a-zA-Z])[a-zA-Z]*", r"\1", RELATION.sub("=", marks))
    raised = re.sub(r"[{}\s_^]", "", "".join(SMALL.findall(marks)))
    return 0.43 * len(raised) + fsum(WIDTHS.get(mark, 0.62) for mark in re.sub(r"[{}\s]", "", SMALL.sub("", marks)))


def height(tex: str) -> float:
    """Return about how high a formula on lines of its own will be, in em, with the room around it."""
    return 2.5 + fsum(2.9 if re.search(r"\\d?frac|\\(sum|int|prod)", line) else 1.4 for line in tex.split(r"\\"))


def parts(tex: str) -> list[str]:
    """Return a formula within a line in parts, between which a line may end: after a relation, an operator or a comma.

    A part is as long as it can be up to `LONG`. What is in brackets stays together, and all if they do not match.
    """
    depth, before, pieces = 0, "", [""]
    for mark in MARK.findall(tex):
        begins = not pieces[-1].strip()
        pieces[-1] += mark
        depth += (mark in OPENS) - (mark in CLOSES)
        if depth < 0:
            return [tex]
        if depth == 0 and ENDS.fullmatch(mark) and not begins and before not in ("_", "^"):
            pieces.append("")
        before = mark if mark.strip() else before
    if depth or WHOLE.search(tex):
        return [tex]
    lines = [pieces[0]]
    for piece in filter(str.strip, pieces[1:]):
        if width(lines[-1] + piece) <= LONG:
            lines[-1] += piece
        else:
            lines.append(piece)
    # An empty group after the last mark keeps the room that it has between two terms.
    return [f"{line.strip()}{{}}" for line in lines[:-1]] + [lines[-1].strip()]


def with_room(formula: re.Match[str]) -> str:
    """Return the formula with the room that it will take, so that the text stands still when it is typeset.

    What is within a line and longer than a phone's becomes several, between which the line may end.
    """
    tag, attributes, text = formula.groups()
    if tag == "div":
        return f'<div {attributes} style="--room:{height(unescape(text)):.1f}em">{text}</div>'
    tex = unescape(text)
    pieces = [rf"\({piece}\)" for piece in parts(tex[2:-2])] if tex.startswith(r"\(") else [tex]
    return "<wbr>".join(
        f"<span {attributes} style=--room:{width(piece):.1f}em>{escape(piece, quote=False)}</span>" for piece in pieces
    )


def mend(page: str, name: str) -> str:
    """Return the page's HTML with everything above put right."""
    for pattern, instead in MENDS:
        page = re.sub(pattern, instead, page, flags=re.DOTALL)
    page = HEAD.sub(lambda head: head[0] + switches(page), page)
    page = PRINTED.sub("", page)  # contents for paper, where they lead nowhere
    page = FORMULA.sub(with_room, page)
    page = BESIDE.sub(r"\2\1\3\4</span>", page)
    if 'class="math' not in page:
        page = MATHJAX.sub("", page)
    page = "".join(p if p.startswith("<pre") else re.sub(r"\s*\n\s*", "\n", p) for p in INDENTED.split(page))
    # sphinx-proof gives all proofs without a label the same id; nothing links to them.
    page = page.replace('<span class="math" ', "<span class=math ")
    number = count(1)
    return PROOF.sub(lambda match: f'id="{match[1]}-{next(number)}"', page)


def open_proof(self: HTML5Translator, node: proof_node) -> None:
    """Begin a proof, which is folded if it is long; the fold's name is then the proof's first word."""
    node["folds"] = len(node.astext().split()) > FOLDED
    if node["folds"]:
        text = next(iter(node.findall(nodes.Text)))
        text.parent.replace(text, nodes.Text(text.removeprefix("Proof. ")))
        self.body.append('<details class="proof-fold"><summary>Proof</summary>')


def close_proof(self: HTML5Translator, node: proof_node) -> None:
    """End a proof."""
    if node["folds"]:
        self.body.append("</details>")


def switches(page: str) -> str:
    """Return the switches of what is folded on a page, in a row that is there only where scripts run."""
    buttons = [
        f'<button class="r-switch" type="button" data-switch="{name}" aria-pressed="false">{label}</button>'
        for fold, (name, label) in SWITCHES.items()
        if fold in page
    ]
    return f'<p class="r-tools r-js">{"".join(buttons)}</p>'


def description(doctree: nodes.document | None, title: str, book: str) -> str:
    """Return the page's first paragraph, cut at a word; without one, its title and the book's."""
    paragraphs = doctree.findall(nodes.paragraph) if doctree else ()
    text = next((" ".join(p.astext().split()) for p in paragraphs if isinstance(p.parent, nodes.section)), "")
    text = re.sub(r"\$|\\\w+|[{}]", "", text) or (f"{title}: {book}" if title else book)
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rsplit(" ", 1)[0] + "…"


def describe(app: Sphinx, pagename: str, templatename: str, context: dict, doctree: nodes.document | None) -> None:
    """Give the page its description."""
    title = re.sub("<[^>]*>", "", context.get("title", ""))
    text = description(doctree, title, app.config.html_title)
    context["metatags"] = context.get("metatags", "") + f'<meta name="description" content="{escape(text)}" />'


def load_own(app: Sphinx, pagename: str, templatename: str, context: dict, doctree: nodes.document | None) -> None:
    """Give a page the style and the script that it needs, and not every page."""
    explores = "<score-explorer" in context.get("body", "")
    if explores:
        app.builder.add_js_file("", type="application/json", id="explorer-proofs", body=json.dumps(addresses()))
    if pagename == GUIDE:
        app.builder.add_js_file("", type="application/json", id="guide-table", body=guide.table())
    for name in (*(EXPLORERS if explores else ()), *OWN.get(pagename, ())):
        if name.endswith(".css"):
            app.builder.add_css_file(name)
        else:
            app.builder.add_js_file(name, defer="defer")


@cache
def addresses() -> dict[str, str]:
    """Return the addresses, from a chapter, of what the explorers' sentences rest on, by the explorers' keys."""
    claims = load()
    return {key: f"../{claims[claim].chapter}.html#{slug(claims[claim])}" for key, claim in proofs().items()}


def write_scripts(app: Sphinx) -> None:
    """Join the explorers' scripts, and the goals of all rooms, where the site's static files are; the guide's, too."""
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    explorers = bundle(after=goals()) + PROOFS.format(json.dumps(addresses()))
    for name, text in zip((*EXPLORERS, "guide.js"), (styles(), explorers, guide.script()), strict=True):
        (static / name).write_text(text, encoding="utf-8")


def wrap_templates(app: Sphinx) -> None:
    """Let every page pass through `mend` on its way to its file, and its figures through `finish`."""
    render = app.builder.templates.render

    @cache
    def drawings() -> dict[str, Path]:
        return {name: Path(app.srcdir, source) for source, (_, name) in app.env.images.items()}

    def whole(template: str, context: dict) -> str:
        return finish(mend(render(template, context), context["pagename"]), drawings())

    app.builder.templates.render = whole


def prune(app: Sphinx, exception: Exception | None) -> None:
    """Remove from the built site what no page can ask for, and what tells Sphinx in which folder it was built."""
    (Path(app.outdir) / ".buildinfo").unlink(missing_ok=True)
    static = Path(app.outdir) / "_static"
    home = app.config.html_theme_options.get("repository_url")
    for pattern in UNUSED if home else (*UNUSED, BRANDS):
        for path in static.glob(pattern):
            if path.is_file() and path != static / NEEDED:
                path.unlink()


def draw_pictures(app: Sphinx, exception: Exception | None) -> None:
    """Put the figures that openings and cards name into their places, each with its number."""
    if exception:
        return
    site = Path(app.outdir)
    for path in sorted(site.glob("book/**/*.html")):
        page = path.read_text(encoding="utf-8")
        drawn = PICTURE.sub(partial(picture, site, path), page)
        if drawn != page:
            path.write_text(drawn, encoding="utf-8")


def picture(site: Path, page: Path, place: re.Match[str]) -> str:
    """Return a figure for a place that names one, such as ``flach/h-measure#fig-flach-beta``."""
    chapter, _, name = place[1].partition("#")
    drawn = figures(site / "book" / f"{chapter}.html")
    if name not in drawn:
        raise ExtensionError(f"{page}: no figure '{name}' in {chapter}")
    image, number = drawn[name]
    link = f"{posixpath.relpath(f'book/{chapter}.html', page.parent.relative_to(site).as_posix())}#{name}"
    caption = f'<figcaption><a href="{link}">{number}</a></figcaption>'
    return f'<figure data-figure="{place[1]}">{image}{caption}</figure>'


@cache
def figures(page: Path) -> dict[str, tuple[str, str]]:
    """Return the image and the number of each figure of a chapter's page, by its name."""
    found = FIGURE.findall(page.read_text(encoding="utf-8"))
    return {name: (image, number.strip()) for name, image, number in found}


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.setup_extension("sphinx_proof")
    app.add_node(proof_node, override=True, html=(open_proof, close_proof))
    app.set_html_assets_policy("always")  # Sphinx does not see formulas in HTML of our own; `mend` prunes
    app.connect("builder-inited", wrap_templates)
    app.connect("builder-inited", write_scripts)
    app.connect("html-page-context", load_own)
    app.connect("html-page-context", describe, priority=900)
    app.connect("build-finished", draw_pictures)
    app.connect("build-finished", prune, priority=900)  # after the files of MathJax and the themes are copied
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
