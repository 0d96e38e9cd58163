"""The changelog and the version: one version in every file that names it, sections that a release can be cut from."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.version import Version

from claimledger.history import sections
from tools.release import ROOT, main, notes, versions

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
RELEASED = "# Changelog\n\n## 0.2.0 - 2027-01-10\n\n### Fixed\n\n- A.\n\n## 0.1.0 - 2026-12-01\n\n### Added\n\n- B.\n"


def test_the_packages_the_citation_and_the_archives_name_one_version() -> None:
    """.zenodo.json names none: Zenodo takes it from the release."""
    (version,) = set(versions().values())
    for name in versions():
        table = tomllib.loads((ROOT / "src" / name / "pyproject.toml").read_text(encoding="utf-8"))
        assert table["project"]["dynamic"] == ["version"]
        assert table["tool"]["hatch"]["version"]["path"] == "__init__.py"
    assert len(versions()) == len(list(ROOT.glob("src/*/pyproject.toml")))
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["version"] == version
    assert json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))["version"] == version
    assert "version" not in json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))


def test_the_version_is_the_newest_release_or_the_one_that_is_prepared() -> None:
    newest, *older = sections(CHANGELOG)
    (version,) = set(versions().values())
    if newest.version is not None:
        assert version == newest.version
    else:
        assert newest.text, "an empty section says nothing"
        assert all(Version(version) > Version(section.version) for section in older)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose packages and changelog are at 0.2.0; one package names no version."""
    (tmp_path / "CHANGELOG.md").write_text(RELEASED, encoding="utf-8")
    for name, line in {"a": '__version__ = "0.2.0"\n', "b": '__version__ = "0.2.0"\n', "c": ""}.items():
        (tmp_path / "src" / name).mkdir(parents=True)
        (tmp_path / "src" / name / "__init__.py").write_text(f'"""A package."""\n\n{line}', encoding="utf-8")
    return tmp_path


def test_the_notes_of_a_release_are_the_section_of_its_version(project: Path) -> None:
    assert versions(project) == {"a": "0.2.0", "b": "0.2.0"}
    assert notes("v0.2.0", project) == "### Fixed\n\n- A.\n"


@pytest.mark.parametrize(
    ("tag", "file", "ours", "other", "message"),
    [
        ("v0.2.1", "CHANGELOG.md", "", "", "the tag is v0.2.1, but a is at 0.2.0"),
        ("0.2.0", "CHANGELOG.md", "", "", "the tag is 0.2.0, but a is at 0.2.0"),
        ("v0.2.0", "src/b/__init__.py", "0.2.0", "0.1.0", "the tag is v0.2.0, but b is at 0.1.0"),
        ("v0.2.0", "CHANGELOG.md", "0.2.0 -", "0.3.0 -", "the tag is v0.2.0, but CHANGELOG.md is at 0.3.0"),
        ("v0.2.0", "CHANGELOG.md", "0.2.0 - 2027-01-10", "Unreleased", "give 'Unreleased' the version and the day"),
    ],
)
def test_what_is_not_this_very_version_is_not_released(
    tag: str, file: str, ours: str, other: str, message: str, project: Path
) -> None:
    path = project / file
    path.write_text(path.read_text(encoding="utf-8").replace(ours, other, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(message)):
        notes(tag, project)


def test_the_command_says_in_a_line_why_nothing_is_released(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"^release: .*v9\.9\.9"):
        main(["v9.9.9", "--notes", str(tmp_path / "notes.md")])
    assert list(tmp_path.iterdir()) == []


def test_a_release_can_be_cut_from_what_is_here(tmp_path: Path) -> None:
    """With the day in place of `Unreleased`, as CONTRIBUTING says, the notes are there."""
    (version,) = set(versions().values())
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG.replace("## Unreleased", f"## {version} - 2099-01-01"))
    for name in versions():
        (tmp_path / "src" / name).mkdir(parents=True)
        shutil.copy(ROOT / "src" / name / "__init__.py", tmp_path / "src" / name)
    assert notes(f"v{version}", tmp_path).startswith(sections(CHANGELOG)[0].text)
