"""Two builds of the site compared: what is read, what differs in bytes only, executed chapters and stored outputs."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import nbformat
import pytest
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn

from tools.compare_builds import OF_MACHINE, main
from tools.notebooks import dumps, normalise

PAGE = """<html><head><meta name="description" content="Scores"><style>p {}</style></head><body>
<p>AUROC is <b>0.75</b> here.</p><img src="a.svg" alt="A curve."><script>let x = 1</script></body></html>"""


def site(folder: Path, **replaced: str) -> Path:
    """Make a small site; a word of its page may be replaced by another."""
    folder.mkdir()
    page = PAGE
    for word, other in replaced.items():
        page = page.replace(word, other)
    (folder / "index.html").write_text(page, encoding="utf-8")
    (folder / "roc.csv").write_text("x,y\n0,0.5\n", encoding="utf-8")
    (folder / "a.svg").write_text("<svg/>", encoding="utf-8")
    with zipfile.ZipFile(folder / "one.zip", "w") as archive:
        archive.writestr(zipfile.ZipInfo("one.txt"), "one")
    return folder


def test_the_same_site_twice_is_the_same_byte_by_byte(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sites = [str(site(tmp_path / name)) for name in ("a", "b")]
    assert main([*sites, "--bytes"]) == 0
    assert capsys.readouterr().out == "2 files that are read: 0 differ; 6 files: 0 more differ in bytes\n"


@pytest.mark.parametrize(("word", "other"), [("0", "1"), ("A curve", "Curves"), ("Scores", "Score")])
def test_a_changed_word_is_named_with_its_page(
    word: str, other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(site(tmp_path / "a")), str(site(tmp_path / "b", **{word: other}))]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "index.html: 2 lines"
    assert [line.strip()[0] for line in said[1:3]] == ["-", "+"]
    assert word in said[1]
    assert other in said[2]


def test_changed_data_of_a_figure_are_read_differently(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours, theirs = site(tmp_path / "a"), site(tmp_path / "b")
    (theirs / "roc.csv").write_text("x,y\n0,0.6\n", encoding="utf-8")
    assert main([str(ours), str(theirs)]) == 1
    assert "roc.csv: 2 lines\n    -0,0.5\n    +0,0.6\n" in capsys.readouterr().out


MACHINE = """<p>Before</p><details class="machine wide" id="x"><summary>The machine</summary><table><tr><td>{}</td></tr>
</table><details><p>and {}</p></details></details><p>{}</p>"""


def test_what_a_page_says_of_its_machine_is_left_out_and_nothing_beside_it(tmp_path: Path) -> None:
    sites = [site(tmp_path / name) for name in ("a", "b", "c")]
    for folder, words in zip(
        sites, (("Haswell", "1", "After"), ("Zen", "2", "After"), ("Zen", "2", "Then")), strict=True
    ):
        (folder / "ledger.html").write_text(MACHINE.format(*words), encoding="utf-8")
    assert main([str(sites[0]), str(sites[1])]) == 0
    assert main([str(sites[1]), str(sites[2])]) == 1


def test_a_missing_page_is_a_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours, theirs = site(tmp_path / "a"), site(tmp_path / "b")
    (theirs / "roc.csv").unlink()
    assert main([str(theirs), str(ours)]) == 1
    assert "roc.csv: only in the second" in capsys.readouterr().out


def test_a_drawing_or_script_that_differs_counts_only_by_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, theirs = site(tmp_path / "a"), site(tmp_path / "b", let="const")
    (theirs / "a.svg").write_text("<svg></svg>", encoding="utf-8")
    assert main([str(ours), str(theirs)]) == 0
    assert main([str(ours), str(theirs), "--bytes"]) == 1
    assert "bytes of a.svg\nbytes of index.html\n" in capsys.readouterr().out


def test_of_an_archive_it_says_whether_a_file_or_its_date_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, theirs = site(tmp_path / "a"), site(tmp_path / "b")
    with zipfile.ZipFile(theirs / "one.zip", "w") as archive:
        archive.writestr(zipfile.ZipInfo("one.txt", (2026, 1, 2, 3, 4, 6)), "one")
    assert main([str(ours), str(theirs), "--bytes"]) == 1
    said = capsys.readouterr().out
    assert "bytes of one.zip\nbytes of one.zip/one.txt (date and rights)\n" in said
    assert "bytes of one.zip/one.txt\n" not in said


def test_what_was_kept_of_a_site_stands_for_it(tmp_path: Path) -> None:
    ours, kept = str(site(tmp_path / "a")), str(tmp_path / "kept.json.gz")
    assert main([ours, "--write", kept]) == 0
    assert main([kept, ours, "--bytes"]) == 0
    assert main([kept, str(site(tmp_path / "b", here="there"))]) == 1


def test_what_is_kept_of_a_site_replaces_neither_it_nor_what_is_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, kept = site(tmp_path / "a"), tmp_path / "kept.json.gz"
    assert main([str(ours), "--write", str(kept)]) == 0
    before = kept.read_bytes()
    assert main([str(ours), "--write", str(kept)]) == 0
    for given, output in ((kept, kept), (ours, ours / "index.html")):
        assert main([str(given), "--write", str(output)]) == 2
        assert f"compare_builds: {output}: " in capsys.readouterr().err
    assert kept.read_bytes() == before
    assert main([str(kept), str(ours), "--bytes"]) == 0


def test_the_versions_a_report_was_made_with_are_said_and_not_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours = site(tmp_path / "a", here="NumPy 2.4.6 and Python 3.11.7")
    theirs = site(tmp_path / "b", here="NumPy 2.0.0 and Python 3.13.0")
    assert main([str(ours), str(theirs)]) == 0
    assert "index.html, versions only: 2 lines" in capsys.readouterr().out
    assert main([str(ours), str(site(tmp_path / "c", here="NumPy 2.0.0 and Python 3.13.0, I think"))]) == 1


def test_a_folder_without_a_site_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(site(tmp_path / "a")), str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"compare_builds: no built site, and no file that keeps one: {tmp_path}\n"
    assert main(["--executed", str(tmp_path / "none")]) == 2
    with pytest.raises(SystemExit):
        main([str(tmp_path)])


@pytest.mark.parametrize(
    ("printed", "tags", "status"),
    [("0.75\n", [], 0), ("0.750000001\n", [], 1), ("0.750000001\n", [OF_MACHINE], 0)],
)
def test_executed_outputs_are_the_stored_ones_to_the_last_character(
    printed: str, tags: list[str], status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def chapter(text: str) -> nbformat.NotebookNode:
        drawn = nbformat.v4.new_output("display_data", {"image/svg+xml": f"<svg>{text}</svg>", "text/plain": "Figure"})
        outputs = [nbformat.v4.new_output("stream", text=text), drawn]
        cell = nbformat.v4.new_code_cell("print(auroc)", id="a", outputs=outputs, metadata={"tags": tags})
        return nbformat.v4.new_notebook(cells=[cell])

    stored, cache = tmp_path / "one.ipynb", tmp_path / "cache"
    stored.write_text(dumps(normalise(json.loads(nbformat.writes(chapter("0.75\n"))))), encoding="utf-8")
    bundle = CacheBundleIn(chapter(printed), str(stored))
    get_cache(cache).cache_notebook_bundle(bundle, check_validity=False)
    assert main(["--executed", str(cache)]) == status
    said = capsys.readouterr().out
    assert ("[1, text] 0.750000001" in said) == bool(status)
    assert said.endswith(f"1 executed chapters: outputs of {status} are not the stored ones\n")
