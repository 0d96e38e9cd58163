"""A page as plain Markdown: numbers as Sphinx gave them, and nothing lost without a word."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest
from docutils import nodes

from tools.downloads import install_line, listed, rerun_lines
from tools.folders import packed
from tools.plain_markdown import Writer

WRITER = Writer({"displaymath": {"equation-area": (1, 2)}, "theorem": {"thm-hull": (3,)}})


def test_a_numbered_formula_keeps_its_number() -> None:
    formula = nodes.math_block("", "a = b", ids=["equation-area"], label="area", nowrap=False)
    assert WRITER.block(formula) == "$$\na = b \\tag{1.2}\n$$"
    assert WRITER.block(nodes.math_block("", "a = b", nowrap=False)) == "$$\na = b\n$$"


def test_a_picture_is_told_in_words() -> None:
    paragraph = nodes.paragraph("", "", nodes.image("", uri="report.png", alt="Two curves."))
    assert WRITER.block(paragraph) == "(On the site, a picture: Two curves.)"


def test_a_statement_has_its_kind_number_and_title_in_bold() -> None:
    title, content = nodes.title("", " (On hulls)"), nodes.section("", nodes.paragraph("", "It is convex."))
    content["classes"] = ["theorem-content"]
    theorem = nodes.admonition("", title, content, ids=["thm-hull"], realtype="theorem", countertype="theorem")
    assert WRITER.block(theorem) == "**Theorem 3 (On hulls)**\n\nIt is convex."


def test_text_stays_text() -> None:
    assert WRITER.block(nodes.paragraph("", "1. a * b, $5, snake_case")) == r"1\. a \* b, \$5, snake_case"


def test_a_quotation_is_one() -> None:
    quoted = nodes.block_quote("", nodes.paragraph("", "One."), nodes.paragraph("", "Two."))
    assert WRITER.block(quoted) == "> One.\n> \n> Two."


def test_a_link_within_the_site_becomes_its_text() -> None:
    inside = nodes.reference("", "ties", refuri="../back/glossary.html#term-tie")
    outside = nodes.reference("", "a paper", refuri="https://doi.org/10/x")
    assert (
        WRITER.line(nodes.paragraph("", "", inside, nodes.Text(", "), outside))
        == "ties, [a paper](https://doi.org/10/x)"
    )


@pytest.mark.parametrize("unknown", [nodes.footnote(), nodes.paragraph("", "", nodes.problematic("", "?"))])
def test_what_is_not_known_is_an_error(unknown: nodes.Element) -> None:
    with pytest.raises(ValueError, match="no plain Markdown is known for"):
        WRITER.block(unknown)


def test_the_install_line_follows_from_the_one_setting() -> None:
    wheels, home = ["metricbook-1-py3-none-any.whl", "scoring_the_scores-1-py3-none-any.whl"], "https://x.example/a/b"
    assert install_line(wheels, "") == 'pip install --find-links . "scoring-the-scores[book]"'
    assert install_line(wheels, home) == (
        f'pip install "metricbook @ git+{home}#subdirectory=src/metricbook" '
        f'"scoring-the-scores[book] @ git+{home}#subdirectory=src/scoring_the_scores"'
    )


def test_what_is_typed_to_rerun_a_chapter_ends_in_a_notebook_program() -> None:
    lines = rerun_lines("one-sort.ipynb", ["metricbook-0.1.0-py3-none-any.whl"], "")
    assert lines[2:] == [
        'pip install --find-links . "scoring-the-scores[book]" jupyterlab',
        "jupyter lab one-sort.ipynb",
    ]


def test_items_are_listed_as_in_a_sentence() -> None:
    assert [listed("abc"[:count]) for count in (1, 2, 3)] == ["a", "a and b", "a, b and c"]


def test_the_archive_of_a_notebook_depends_on_the_notebook_only(tmp_path: Path) -> None:
    notebook, found = tmp_path / "roc.ipynb", []
    for day, rights in ((0, 0o644), (10**9, 0o600)):
        notebook.write_text("{}", encoding="utf-8")
        notebook.chmod(rights)
        os.utime(notebook, (day, day))
        packed(notebook, tmp_path / "roc.ipynb.zip")
        found.append((tmp_path / "roc.ipynb.zip").read_bytes())
    assert found[0] == found[1]
    with zipfile.ZipFile(tmp_path / "roc.ipynb.zip") as archive:
        assert archive.read("roc.ipynb") == b"{}"
