"""The chapters as files: stored normalised, small cells, figures that say what they show."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from tests.each import of_each
from tools import notebooks
from tools.compare_builds import OF_MACHINE

ROOT = Path(__file__).resolve().parents[1]
CHAPTERS = notebooks.find([ROOT / "book"])
HIDDEN = {"remove-cell", "remove-input", "hide-input"}
HEAD = re.compile(
    r"^# .+\n\n:::\{admonition\} Before you read\n:class: chapter-head\n"
    r"\*\*You need\*\* .+\. \*\*Time\*\* \d+ minutes\. \*\*Level\*\* (introductory|intermediate|advanced)\. "
    r"\*\*If you read one section\*\*, read \{ref\}`.+`\.\n:::$",
    re.MULTILINE,
)
#: The puzzle, with a picture of the chapter beside it or without, and the answer.
OPENING = re.compile(
    r"\n:::\n\n::::?\{container\} opening\n.+?\n::::?\n\n:::\{container\} short-answer\n\*\*In short\.\*\* .+?\n:::\n",
    re.DOTALL,
)


def load(path: Path) -> dict:
    """Read a notebook as plain data."""
    return json.loads(path.read_text(encoding="utf-8"))


def source(cell: dict) -> str:
    """Return a cell's text."""
    return notebooks.as_text(cell["source"])


def code_cells(path: Path) -> list[dict]:
    """Return the code cells of a chapter."""
    return [cell for cell in load(path)["cells"] if cell["cell_type"] == "code"]


def draws(cell: dict) -> bool:
    """Tell whether running the cell drew a figure: its text stays behind where the image was stripped."""
    texts = (notebooks.as_text(out.get("data", {}).get("text/plain", "")) for out in cell["outputs"])
    return any(text.startswith("<Figure size") for text in texts)


def small_notebook(*outputs: dict, code: str = "print(1)", **cell_metadata: object) -> dict:
    """Return a notebook of one code cell, as an editor leaves it."""
    cell = {
        "cell_type": "code",
        "id": "x",
        "metadata": dict(cell_metadata),
        "source": code,
        "execution_count": 7,
    }
    return {
        "cells": [{**cell, "outputs": list(outputs)}],
        "metadata": {"kernelspec": {"name": "mine"}, "widgets": {}},
        "nbformat": 4,
        "nbformat_minor": 4,
    }


def test_there_are_chapters() -> None:
    assert CHAPTERS, "book/ holds no notebook, so the tests below would test nothing"


def test_normalising_keeps_text_and_drops_the_rest() -> None:
    figure = {
        "output_type": "display_data",
        "metadata": {"needs_background": "light"},
        "data": {"image/png": "iVBOR", "text/plain": "<Figure size 640x480 with 1 Axes>"},
    }
    halves = [{"output_type": "stream", "name": "stdout", "text": text} for text in ("a\nb", "c\n")]
    result = {
        "output_type": "execute_result",
        "execution_count": 7,
        "metadata": {},
        "data": {"text/plain": ["0.75"]},
    }
    messy = small_notebook(*halves, figure, result, tags=["b", "a"], execution={"iopub.status.busy": "now"})
    (cell,) = notebooks.normalise(messy)["cells"]
    assert cell["metadata"] == {"tags": ["a", "b", "hide-input"]}
    assert cell["execution_count"] is None
    assert cell["outputs"] == [
        {"output_type": "stream", "name": "stdout", "text": ["a\n", "bc\n"]},
        {
            "output_type": "display_data",
            "metadata": {},
            "data": {"text/plain": ["<Figure size 640x480 with 1 Axes>"]},
        },
        {
            "output_type": "execute_result",
            "execution_count": None,
            "metadata": {},
            "data": {"text/plain": ["0.75"]},
        },
    ]


def test_normalising_twice_is_normalising_once() -> None:
    once = notebooks.normalise(small_notebook())
    assert notebooks.dumps(notebooks.normalise(once)) == notebooks.dumps(once)
    assert notebooks.dumps(once).endswith("}\n")


def test_the_call_that_shows_a_claim_is_hidden_on_the_site() -> None:
    (cell,) = notebooks.normalise(small_notebook(code='ledger.show("a.b")', tags=["slow"]))["cells"]
    assert cell["metadata"] == {"tags": ["remove-input", "slow"]}


@pytest.mark.parametrize(
    ("code", "given", "tags"),
    [
        ("import numpy as np\nfrom a import (\n    b,\n)\n\npages.use_house_style()", [], ["hide-input", "imports"]),
        ("import numpy as np\nprint(np.pi)", [], ["hide-input"]),
        ("area = 2", ["idea"], ["idea"]),
        ("area = 2", ["hide-input", "idea", "remove-input"], ["idea"]),
        ('pages.card("flach/h-measure")', ["hide-input"], ["remove-input"]),
    ],
)
def test_code_is_folded_unless_it_is_the_idea(code: str, given: list[str], tags: list[str]) -> None:
    (cell,) = notebooks.normalise(small_notebook(code=code, tags=given))["cells"]
    assert cell["metadata"] == {"tags": tags}


def test_ids_follow_from_the_text_and_are_unique() -> None:
    twice = small_notebook()
    twice["cells"] *= 2
    first, second = (cell["id"] for cell in notebooks.normalise(twice)["cells"])
    assert first != second
    assert first == notebooks.normalise(small_notebook())["cells"][0]["id"]
    assert first != notebooks.normalise(small_notebook(code="print(2)"))["cells"][0]["id"]


@pytest.mark.parametrize(
    ("output", "fault"),
    [
        ({"output_type": "error", "ename": "ValueError", "evalue": "no", "traceback": []}, "a stored error"),
        ({"output_type": "stream", "name": "stderr", "text": "careful"}, "text on stderr"),
        (
            {"output_type": "execute_result", "data": {"text/plain": "<A at 0x7f00aa11>"}, "metadata": {}},
            "address",
        ),
    ],
)
def test_the_command_refuses_what_is_not_clean(tmp_path: Path, output: dict, fault: str, capsys) -> None:
    path = tmp_path / "bad.ipynb"
    path.write_text(notebooks.dumps(notebooks.normalise(small_notebook(output))), encoding="utf-8")
    assert notebooks.main(["--check", str(path)]) == 1
    assert fault in capsys.readouterr().err


def test_the_command_normalises_in_place_and_then_finds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "chapter.ipynb"
    path.write_text(json.dumps(small_notebook()), encoding="utf-8")
    assert notebooks.main(["--check", str(tmp_path)]) == 1
    assert notebooks.main([str(tmp_path)]) == 0
    assert notebooks.main(["--check", str(tmp_path)]) == 0


def test_stored_outputs_are_compared_although_they_have_no_counts(tmp_path: Path) -> None:
    """The right output passes and a wrong one fails; nbval by itself refuses both."""
    for name, printed in (("right", "1"), ("wrong", "2")):
        output = {"output_type": "stream", "name": "stdout", "text": f"{printed}\n"}
        text = notebooks.dumps(notebooks.normalise(small_notebook(output)))
        (tmp_path / f"{name}.ipynb").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-rA", "--nbval", "--nbval-current-env", "-p", "conftest", str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stdout
    found = re.findall(r"^(PASSED|FAILED) \S*?(\w+)\.ipynb::", run.stdout, re.MULTILINE)
    assert found == [("PASSED", "right"), ("FAILED", "wrong")], run.stdout


of_each_chapter = of_each(CHAPTERS)


class TestChapter:
    """Rules that each chapter keeps."""

    @of_each_chapter
    def test_is_stored_normalised(self, path: Path) -> None:
        assert notebooks.dumps(notebooks.normalise(load(path))) == path.read_text(encoding="utf-8"), (
            "run `make notebooks`"
        )

    @of_each_chapter
    def test_is_clean(self, path: Path) -> None:
        assert list(notebooks.defects(load(path))) == []

    @of_each_chapter
    def test_cells_are_short_and_print_what_they_mean_to(self, path: Path) -> None:
        for cell in code_cells(path):
            lines = [line for line in source(cell).splitlines() if line.strip()]
            assert len(lines) <= 10, f"{len(lines)} lines; move the logic to src/:\n{source(cell)}"
            assert not source(cell).rstrip().endswith(";"), f"nbval does not honour it:\n{source(cell)}"

    @of_each_chapter
    def test_only_what_tells_of_the_machine_is_not_compared(self, path: Path) -> None:
        for cell in code_cells(path):
            if OF_MACHINE in cell["metadata"].get("tags", []):
                (output,) = cell["outputs"]
                assert "".join(output["data"]["text/markdown"]).startswith('<div class="machine">')

    @of_each_chapter
    def test_a_sentence_stands_before_and_after_each_cell(self, path: Path) -> None:
        cells = load(path)["cells"]
        shown = [c for c in cells if not HIDDEN & set(c["metadata"].get("tags", []))]
        kinds = [c["cell_type"] for c in shown]
        assert kinds[0] == "markdown"
        for cell, kind, following in zip(shown, kinds, kinds[1:], strict=False):
            assert not kind == following == "code", f"no sentence after this cell:\n{source(cell)}"

    @of_each_chapter
    def test_begins_with_what_a_reader_needs_to_know(self, path: Path) -> None:
        first, *_ = (source(c) for c in load(path)["cells"])
        assert first.startswith("("), "a label before the title, so that other chapters can link here"
        assert HEAD.search(first), f"after the title:\n{HEAD.pattern}"

    @of_each_chapter
    def test_it_ends_with_its_card_and_then_its_claims(self, path: Path) -> None:
        chapter = path.relative_to(ROOT / "book").with_suffix("").as_posix()
        cells = load(path)["cells"]
        (place,) = (k for k, cell in enumerate(cells) if source(cell) == f'pages.card("{chapter}")')
        assert source(cells[place - 1]).endswith("## To remember")
        rest = [source(cell).partition("(")[0] for cell in cells[place + 1 :] if cell["cell_type"] == "code"]
        assert rest in ([], ["ledger.findings"])

    @of_each_chapter
    def test_it_opens_with_its_puzzle_and_the_answer_in_short(self, path: Path) -> None:
        first = source(load(path)["cells"][0])
        assert OPENING.search(first), f"after the head:\n{OPENING.pattern}"

    @of_each_chapter
    def test_no_sentence_only_introduces_a_claim(self, path: Path) -> None:
        cells = load(path)["cells"]
        for before, cell in pairwise(cells):
            if source(cell).startswith("ledger.show("):
                assert not source(before).endswith(":"), source(before)

    @of_each_chapter
    def test_code_fits_the_column(self, path: Path) -> None:
        for cell in code_cells(path):
            assert max(map(len, source(cell).splitlines())) <= 78, source(cell)  # hidden cells too: downloads show them

    @of_each_chapter
    def test_figures_are_referred_to_by_number(self, path: Path) -> None:
        """``[](fig-x)`` would put the figure's whole caption into the sentence."""
        text = "\n".join(source(c) for c in load(path)["cells"] if c["cell_type"] == "markdown")
        assert re.findall(r"\[\]\(#?fig-[^)]*\)", text) == []

    @of_each_chapter
    def test_randomness_has_a_seed_that_is_passed_down(self, path: Path) -> None:
        for cell in code_cells(path):
            assert not re.search(r"default_rng\(\s*\)|np\.random\.(?!default_rng|Generator)", source(cell)), source(
                cell
            )

    @of_each_chapter
    def test_figures_have_caption_name_alt_and_data(self, path: Path) -> None:
        for cell in code_cells(path):
            settings = cell["metadata"].get("mystnb", {})
            figure, alt = settings.get("figure", {}), settings.get("image", {}).get("alt", "")
            if not draws(cell):
                assert not figure, f"a caption, but nothing was drawn:\n{source(cell)}"
                continue
            assert len(figure.get("caption", "")) >= 20, f"caption missing:\n{source(cell)}"
            assert re.fullmatch(r"fig-[a-z0-9-]+", figure.get("name", "")), f"name missing:\n{source(cell)}"
            assert 20 <= len(alt) <= 250, f"alt text of {len(alt)} characters:\n{source(cell)}"
            assert "offer(" in source(cell), f"no data to download:\n{source(cell)}"


def test_figure_names_are_unique_in_the_book() -> None:
    names = Counter(
        cell["metadata"]["mystnb"]["figure"]["name"]
        for path in CHAPTERS
        for cell in code_cells(path)
        if cell["metadata"].get("mystnb", {}).get("figure", {}).get("name")
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_the_table_of_contents_lists_every_chapter() -> None:
    contents = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    listed = {chapter["file"] for part in contents["parts"] for chapter in part["chapters"]}
    stored = {path.relative_to(ROOT).with_suffix("").as_posix() for path in CHAPTERS}
    assert stored <= listed
    assert [name for name in listed - stored if not (ROOT / f"{name}.md").is_file()] == []
