"""The history of verdicts: what two tags and the files of claims say, and whether the changelog tells it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from claimledger import history
from claimledger.__main__ import main
from claimledger.history import changes, faults, feed, history_page, sections
from claimledger.project import Project, using

from .samples import HEAD, make_claim

ATOM = {"atom": "http://www.w3.org/2005/Atom"}
FIRST = {"lxcim.a": "holds", "lxcim.b": "corrected, B", "lxcim.c": "refuted, A", "lxcim.d": "holds"}
SECOND = {"lxcim.a": "refuted, C", "lxcim.b": "corrected, B", "lxcim.c": "refuted, A", "lxcim.d": "holds"}
TOLD = "- `lxcim.a`: holds → refuted, C. With ties it\n  fails.\n"


def changelog(unreleased: str = "", second: str = TOLD, newest: str = "## Unreleased\n") -> str:
    """A changelog of two releases, and of what comes after them."""
    parts = [f"### Verdicts\n\n{lines}\n" if lines else "### Fixed\n\n- A page.\n" for lines in (unreleased, second)]
    return (
        f"# Changelog\n\n{newest}\n{parts[0]}\n## 0.2.0 - 2027-01-10\n\n{parts[1]}\n"
        "## 0.1.0 - 2026-12-01\n\n### Added\n\n- All of it.\n"
    )


def file_of_claims(verdicts: dict[str, str], **words: str) -> str:
    """A file of claims with these verdicts and grades, or `open`; words stand in place of a claim's finding."""
    text = [HEAD.format(paper="lxcim", order=1), "claims:\n"]
    for name, told in verdicts.items():
        short = name.partition(".")[2]
        verdict, _, grade = told.partition(", ")
        text.append(f"- id: {name}\n  where: Section {short[0]}\n  kind: number\n  says: a number\n")
        text.append(f"  verdict: {verdict}\n  finding: {words.get(short, 'so')}\n" if verdict != "open" else "")
        text.append(f"  grade: {grade}\n" if grade else "")
    return "".join(text)


class Clone:
    """A clone of a project: its files, and releases of it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "--quiet")

    def git(self, *arguments: str) -> None:
        names = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *names, *arguments], cwd=self.root, check=True, capture_output=True)

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def release(self, tag: str) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", tag)
        self.git("tag", tag)


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Clone]:
    """A project of two releases: the files of claims moved between them, and one verdict changed."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    found = Clone(tmp_path)
    found.write("pyproject.toml", '[tool.claimledger]\nproject = "toy:PROJECT"\n')
    found.write("data/claims/lxcim.yml", file_of_claims(FIRST))
    found.write("data/other.yml", "of: other things\n")
    found.release("v0.1.0")
    found.git("rm", "--quiet", "data/claims/lxcim.yml")
    found.write("data/lxcim/claims.yml", file_of_claims(SECOND))
    found.write("CHANGELOG.md", changelog())
    found.release("v0.2.0")
    monkeypatch.setattr(history, "load", lambda: {"lxcim.a": make_claim("a", verdict="refuted")})
    with using(Project("toy", tmp_path / "src" / "toy")):
        yield found


def test_what_the_tags_say_is_told(clone: Clone) -> None:
    assert faults() == []
    clone.write("data/lxcim/claims.yml", file_of_claims(SECOND, b="or so"))  # words may change without a line
    assert faults() == []


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("", ["CHANGELOG.md, 0.2.0 lacks\n- `lxcim.a`: holds → refuted, C. WHY"]),
        (
            "- `lxcim.a`: holds → refuted, B. Ties.\n",
            [
                "CHANGELOG.md, 0.2.0 has\n- `lxcim.a`: holds → refuted, B. Ties.\n"
                "but it is\n- `lxcim.a`: holds → refuted, C. WHY"
            ],
        ),
        (
            TOLD + "- `lxcim.d`: holds → refuted. Ties.\n",
            ["CHANGELOG.md, 0.2.0 has what is not so\n- `lxcim.d`: holds → refuted. Ties."],
        ),
        (
            TOLD + "- `lxcim.d`: holds → holds. Said better.\n",
            ["CHANGELOG.md, 0.2.0 has what is not so\n- `lxcim.d`: holds → holds. Said better."],
        ),
    ],
)
def test_what_a_release_does_not_tell_or_tells_wrongly_is_found(clone: Clone, told: str, expected: list[str]) -> None:
    clone.write("CHANGELOG.md", changelog(second=told))
    assert faults() == expected


@pytest.mark.parametrize("newest", ["## Unreleased\n", "## 0.3.0 - 2027-02-01\n"])
@pytest.mark.parametrize(
    ("now", "line"),
    [
        (SECOND | {"lxcim.b": "corrected, C"}, "- `lxcim.b`: corrected, B → corrected, C. WHY"),
        (SECOND | {"lxcim.b": "open"}, "- `lxcim.b`: corrected, B → open. WHY"),
        (SECOND | {"lxcim.e": "holds"}, "- `lxcim.e`: new → holds. WHY"),
        ({name: SECOND[name] for name in ("lxcim.a", "lxcim.b", "lxcim.c")}, "- `lxcim.d`: holds → gone. WHY"),
        (
            {name.replace(".c", ".c-new"): verdict for name, verdict in SECOND.items()},
            "- `lxcim.c`: refuted, A → `lxcim.c-new`. WHY",
        ),
        ({}, "- `lxcim`: 4 claims → gone. WHY"),
    ],
)
def test_what_changed_since_the_last_release_is_asked_for(
    clone: Clone, now: dict[str, str], line: str, newest: str
) -> None:
    clone.write("data/lxcim/claims.yml", file_of_claims(now) if now else "of: other things\n")
    title = newest.removeprefix("## ").split(" ")[0].strip()
    clone.write("CHANGELOG.md", changelog(newest=newest))
    assert faults() == [f"CHANGELOG.md, {title} lacks\n{line}"]
    clone.write("CHANGELOG.md", changelog(line.replace("WHY", "So it is.") + "\n", newest=newest))
    assert faults() == []


def test_a_claim_that_is_renamed_may_have_another_verdict_too(clone: Clone) -> None:
    now = {name: SECOND[name] for name in ("lxcim.a", "lxcim.b", "lxcim.c")} | {"lxcim.d2": "corrected, D"}
    clone.write("data/lxcim/claims.yml", file_of_claims(now))
    lines = ["- `lxcim.d`: holds → `lxcim.d2`. WHY", "- `lxcim.d2`: holds → corrected, D. WHY"]
    assert faults() == [f"CHANGELOG.md, Unreleased lacks\n{line}" for line in lines]
    clone.write("CHANGELOG.md", changelog("\n".join(lines)))
    assert faults() == []


def test_a_new_paper_is_one_line_and_so_are_other_words(clone: Clone) -> None:
    clone.write("data/toy/claims.yml", file_of_claims({"toy.a": "holds", "toy.b": "holds"}))
    clone.write("data/lxcim/claims.yml", file_of_claims(SECOND, d="only so"))
    lines = "- `toy`: new → 2 claims. One paper more.\n- `lxcim.d`: holds → holds. It said too much.\n"
    clone.write("CHANGELOG.md", changelog(lines))
    assert faults() == []


def test_what_changed_after_a_tag_and_stands_in_no_section_is_found(clone: Clone) -> None:
    clone.write("CHANGELOG.md", changelog().replace("## Unreleased\n\n### Fixed\n\n- A page.\n\n", ""))
    assert faults() == []
    clone.write("data/lxcim/claims.yml", file_of_claims(SECOND | {"lxcim.b": "holds"}))
    assert faults() == ["CHANGELOG.md, Unreleased lacks\n- `lxcim.b`: corrected, B → holds. WHY"]


def test_a_copy_without_the_tags_of_earlier_releases_cannot_know(clone: Clone, tmp_path: Path) -> None:
    clone.git("tag", "--delete", "v0.1.0")
    with pytest.raises(LookupError, match=r"has no tag v0\.1\.0: git fetch --tags"):
        faults()
    (tmp_path / ".git").rename(tmp_path / "elsewhere")
    with pytest.raises(LookupError, match=r"the history is read from git, which says: .*not a git repository"):
        faults()
    with using(Project("toy", tmp_path / "lib" / "toy")), pytest.raises(LookupError, match="told by a clone"):
        faults()


def test_before_the_first_release_there_is_nothing_to_tell(clone: Clone) -> None:
    clone.git("tag", "--delete", "v0.1.0", "v0.2.0")
    clone.write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n### Added\n\n- All of it.\n")
    assert faults() == []
    assert str(history_page()) == "Not released yet: the first release; the history begins with its verdicts."
    assert ElementTree.fromstring(feed("Verdicts", "We").encode()).findall("atom:entry", ATOM) == []
    clone.write("CHANGELOG.md", f"# Changelog\n\n## Unreleased\n\n### Verdicts\n\n{TOLD}")
    assert [fault.partition("\n")[0] for fault in faults()] == ["CHANGELOG.md, Unreleased has what is not so"]


def test_the_page_tells_each_release_the_newest_first(clone: Clone) -> None:
    clone.write("CHANGELOG.md", changelog("- `lxcim.d`: holds → `lxcim.e`. A better name.\n"))
    page = history_page()
    assert str(page).splitlines() == [
        "Not released yet",
        "- `lxcim.d`: holds → `lxcim.e`. A better name.",
        "0.2.0, 2027-01-10",
        "- `lxcim.a`: holds → refuted, C. With ties it fails.",
        "0.1.0, 2026-12-01: the first release; the history begins with its verdicts.",
    ]
    assert '<a href="../lxcim/lxcim.html#claim-lxcim-a">lxcim.a</a>' in page.markdown
    assert '<span class="verdict verdict-refuted">refuted</span> <span class="grade grade-C"' in page.markdown
    assert "| `lxcim.d` | <span" in page.markdown
    clone.write("CHANGELOG.md", changelog())
    assert str(history_page()).startswith("Not released yet: no verdict changed.\n")


def test_the_feed_has_an_entry_for_each_change_of_a_release(clone: Clone) -> None:
    clone.write("CHANGELOG.md", changelog("- `lxcim.d`: holds → gone. Not released yet.\n"))
    read = ElementTree.fromstring(feed("Verdicts & more", "We").encode())
    assert [read.findtext(f"atom:{name}", namespaces=ATOM) for name in ("title", "updated", "author/atom:name")] == [
        "Verdicts & more",
        "2027-01-10T00:00:00Z",
        "We",
    ]
    (entry,) = read.findall("atom:entry", ATOM)
    assert entry.findtext("atom:title", namespaces=ATOM) == "lxcim.a: holds → refuted, C"
    assert entry.findtext("atom:updated", namespaces=ATOM) == "2027-01-10T00:00:00Z"
    assert entry.findtext("atom:summary", namespaces=ATOM) == "With ties it fails. (0.2.0)"
    assert entry.find("atom:link", ATOM).get("href") == "../lxcim/lxcim.html#claim-lxcim-a"
    names = [each.text for each in read.iter(f"{{{ATOM['atom']}}}id")]
    assert len(set(names)) == 2
    assert all(re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", name) for name in names)
    assert feed("Verdicts & more", "We") == feed("Verdicts & more", "We")


def test_a_line_out_of_form_is_named() -> None:
    (section, *_) = sections(changelog("- `lxcim.a` holds no more.\n"))
    with pytest.raises(ValueError, match=r"'- `lxcim.a` holds no more.' is not of the form"):
        changes(section)


@pytest.mark.parametrize(
    ("ours", "other", "message"),
    [
        ("## 0.2.0 - 2027-01-10", "## 0.2.0", "'0.2.0' is neither a version and its day"),
        ("## 0.2.0 - 2027-01-10", "## 0.2.0 - 2027-13-10", "month must be in 1..12"),
        ("## 0.1.0 - 2026-12-01", "## Unreleased", "'Unreleased' is neither"),
        ("## 0.1.0 - 2026-12-01", "## 0.2.0 - 2026-12-01", "0.2.0 of 2026-12-01 is not older"),
        ("## 0.1.0 - 2026-12-01", "## 0.1.0 - 2027-12-01", "0.1.0 of 2027-12-01 is not older"),
        ("### Fixed", "### Mended", "'Unreleased' has the unknown parts Mended"),
    ],
)
def test_a_section_that_is_out_of_form_is_named(ours: str, other: str, message: str) -> None:
    assert [(s.version, s.day) for s in sections(changelog())] == [
        (None, None),
        ("0.2.0", "2027-01-10"),
        ("0.1.0", "2026-12-01"),
    ]
    with pytest.raises(ValueError, match=re.escape(message)):
        sections(changelog().replace(ours, other))


def test_the_command_prints_what_is_missing(
    clone: Clone, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["claimledger", "--history"])
    assert main() == 0
    assert capsys.readouterr().out == "the changelog tells every change of a verdict since the first release\n"
    clone.write("CHANGELOG.md", changelog(second=""))
    assert main() == 1
    assert "- `lxcim.a`: holds → refuted, C. WHY" in capsys.readouterr().out
    clone.git("tag", "--delete", "v0.1.0")
    with pytest.raises(SystemExit, match="ledger: this copy has no tag"):
        main()


def test_our_changelog_tells_every_change_of_our_verdicts() -> None:
    try:
        assert faults() == []
    except LookupError as error:
        pytest.skip(str(error))
