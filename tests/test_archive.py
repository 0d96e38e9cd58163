"""The archive, of a small book: whole, the same every time, and readable anywhere; or none."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from tools import archive
from tools.folders import files, made_anew
from tools.wheels import build

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("claimledger", "metricbook")
PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "{name}"
version = "9"
requires-python = ">=3.11"
[tool.hatch.build.targets.wheel]
include = ["/*"]
[tool.hatch.build.targets.wheel.sources]
"" = "{name}"
"""
BESIDE = ("scoring-the-scores.pdf", "bill-of-materials.json")
AUTHOR = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")


def commit(folder: Path) -> None:
    """Commit everything in the folder."""
    for command in (["init", "--quiet"], ["add", "--all"], [*AUTHOR, "commit", "--quiet", "--message", "All of it"]):
        subprocess.run(["git", *command], cwd=folder, check=True)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A small book, committed and built."""
    folder = tmp_path / "book"
    texts = {
        **{f"src/{name}/pyproject.toml": PROJECT.format(name=name) for name in PACKAGES},
        **{f"src/{name}/__init__.py": "" for name in PACKAGES},
        ".gitignore": "_build\ncache\n",
        "data/cache/fetched.csv": "1",
        **{f"_build/{name}": "made" for name in BESIDE},
        "_build/html/.built": "",
        "_build/html/index.html": "<title>A book</title>",
        "_build/html/downloads/part/one.ipynb": "{}",
        "_build/html/downloads/part/one.ipynb.zip": "packed",
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for name in archive.TOP:
        shutil.copy(ROOT / name, folder)
    commit(folder)
    build(folder, folder / "_build" / "html" / "downloads", "wheel")
    return folder


def make(book: Path) -> Path:
    """Make the archive of the small book."""
    built = book / "_build"
    return archive.make(book, built / "html", [built / name for name in BESIDE], built / "archive")


def digests(folder: Path) -> dict[str, str]:
    """Return the checksum of every file below the folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files(folder)
    }


def test_all_of_the_book_is_there_and_nothing_that_was_fetched(book: Path) -> None:
    folder = make(book)
    names = set(digests(folder))
    assert names >= {
        *("CITATION.bib", "CITATION.cff", "LICENSE", "LICENSE-TEXT", "README.txt", "SHA256SUMS", "codemeta.json"),
        *(*BESIDE, "site/index.html", "notebooks/part/one.ipynb", "source/src/metricbook/__init__.py"),
        *(f"packages/{name}-9-py3-none-any.whl" for name in PACKAGES),
        *(f"packages/{name}-9.tar.gz" for name in PACKAGES),
    }
    assert [name for name in names if re.search(r"cache|\.built|notebooks/.*zip|notebooks/.*whl", name)] == []


def test_the_readme_says_what_is_there(book: Path) -> None:
    folder = make(book)
    text = (folder / "README.txt").read_text(encoding="ascii")
    assert f" {len(files(folder))} files," in f" {text}".replace("\n", " ")
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=book, check=True, capture_output=True, text=True)
    assert head.stdout.strip() in text
    listed = text.partition("WHAT IS WHERE")[2].partition("\n\n\n")[0]
    named = {name for line in re.findall(r"^\S.*?(?=  |$)", listed, re.M) for name in line.split(", ")}
    assert named == {path.name + "/" * path.is_dir() for path in folder.iterdir()} - {"README.txt"}


def test_damage_is_found_by_the_line_of_the_readme_and_by_sha256sum(book: Path) -> None:
    folder = make(book)
    (line,) = re.findall(r"^python (-c .*)$", (folder / "README.txt").read_text(encoding="ascii"), re.M)
    commands = [[sys.executable, *shlex.split(line)]]
    commands += [["sha256sum", "--check", "--quiet", "SHA256SUMS"]] if shutil.which("sha256sum") else []
    for command in commands:
        assert subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout == b""
    listed = (folder / "SHA256SUMS").read_text(encoding="ascii").splitlines()
    assert len(listed) == len(files(folder)) - 1
    (folder / "site" / "index.html").write_text("<title>Another</title>", encoding="utf-8")
    for command in commands:
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        assert b"site/index.html" in done.stdout


def test_made_again_it_is_the_same_and_the_packed_one_holds_the_same(book: Path) -> None:
    folder = make(book)
    before = digests(folder.parent)
    (packed,) = folder.parent.glob("*.zip")
    with zipfile.ZipFile(packed) as opened:
        inside = {name.partition("/")[2]: opened.read(name) for name in opened.namelist()}
    assert {name: hashlib.sha256(data).hexdigest() for name, data in inside.items()} == digests(folder)
    for path in (book / "_build" / "html").rglob("*"):
        os.utime(path, (1, 1))
    make(book)
    assert digests(folder.parent) == before


def test_what_is_not_committed_is_not_archived(book: Path) -> None:
    (book / "draft.md").write_text("?", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"not committed:\n\?\? draft\.md"):
        make(book)


def test_without_a_checkout_there_is_no_archive(book: Path) -> None:
    shutil.rmtree(book / ".git")
    with pytest.raises(SystemExit, match=r"the archive is of a commit, and .* is not a checkout"):
        make(book)


def test_the_site_of_another_commit_is_not_archived(book: Path) -> None:
    (book / "src" / "metricbook" / "__init__.py").write_text("new = True", encoding="utf-8")
    commit(book)
    with pytest.raises(SystemExit, match="was not built from this commit"):
        make(book)


def test_what_would_not_work_elsewhere_is_refused_and_leaves_the_last_archive(book: Path) -> None:
    folder = make(book)
    before = digests(folder.parent)
    site = book / "_build" / "html"
    (site / "a.html").write_text(f'<img src="{book}/b.png">', encoding="utf-8")
    (site / "c:d.html").touch()
    with pytest.raises(SystemExit, match=r"c:d\.html has a name that is forbidden .*\nsite/a\.html names /"):
        make(book)
    assert digests(folder.parent) == before
    assert [path.name for path in folder.parent.parent.glob("archive*")] == ["archive"]


@pytest.mark.parametrize("name", ["a?b", "a.", "a ", "nul.txt", "COM1", 'a"b', "a\\b", "a\nb", "é", "x" * 201])
def test_names_that_some_file_system_cannot_hold_are_found(name: str) -> None:
    assert len(list(archive.unsafe_names(["a/ok.txt", f"a/{name}/b"]))) == 1


def test_names_that_differ_in_capitals_only_are_found() -> None:
    assert list(archive.unsafe_names(["a/Sweep.html", "a/b", "a/sweep.html", "b/sweep.html"])) == [
        "a/sweep.html is a/Sweep.html where capitals do not count"
    ]
    assert list(archive.unsafe_names(["console.txt", ".nojekyll", "a-b_c (1).txt"])) == []


def test_bibtex_names_the_authors_as_they_write_themselves() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    text = archive.bibtex(citation, 2026)
    assert "  author = {{The Scoring the Scores authors}},\n" in text
    assert "  license = {MIT AND CC-BY-4.0}\n}\n" in text
    assert text.count("{") == text.count("}")


def test_a_folder_half_made_is_removed_when_its_tool_is_ended(tmp_path: Path) -> None:
    def ended(output: Path) -> None:
        with made_anew(output, "half") as new:
            (new / "half").touch()
            os.kill(os.getpid(), signal.SIGTERM)

    (tmp_path / "made").mkdir()
    with pytest.raises(SystemExit):
        ended(tmp_path / "made")
    assert list(tmp_path.rglob("*")) == [tmp_path / "made"]


@pytest.mark.parametrize(
    ("there", "output", "said"),
    [
        (["made/mine"], "made", "made holds something else than is made here, and is kept"),
        (["made/full", "made/site/index.html"], "made", "made holds made/site, and is kept"),
        (["made/full"], "made/..", "and is kept"),
        (["made"], "made", "made is no folder, and is kept"),
    ],
)
def test_what_is_in_the_way_of_a_folder_is_kept(
    there: list[str], output: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in there:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    inputs = [path.relative_to(tmp_path) for path in tmp_path.glob("made/site")]
    with pytest.raises(SystemExit, match="is kept") as found, made_anew(Path(output), "full", inputs):
        pass
    assert said in str(found.value)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_folder_is_made_anew_behind_its_link_and_nothing_beside_it_is_touched(tmp_path: Path) -> None:
    for name in ("made/full", "made/stale", "made.new/mine", "made.old/mine"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "link").symlink_to("made")
    with made_anew(tmp_path / "link", "full") as new:
        (new / "full").write_text("new")
    assert (tmp_path / "link").readlink() == Path("made")
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["full"]
    assert (tmp_path / "made" / "full").read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "made", "made.new", "made.old"]


def test_the_command_says_what_is_missing(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site, output = str(book / "_build" / "html"), str(book / "out")
    for arguments, said in (
        ([str(book)], "holds no built site: run `make book`"),
        ([site, "no.pdf"], "there is no no.pdf"),
    ):
        with pytest.raises(SystemExit):
            archive.main([*arguments, "--output", output])
        assert said in capsys.readouterr().err
