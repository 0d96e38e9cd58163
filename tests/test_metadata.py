"""What the project is called, by whom and under which licences, as people, pip and two archives of software read it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
BOOK = "src/scoring_the_scores/pyproject.toml"
FILES = ("CITATION.cff", "codemeta.json", ".zenodo.json", BOOK)
# CodeMeta lists licences, Zenodo has room for one and Python for an expression; the last test here compares them.
WRITTEN_OTHERWISE = {("license", ".zenodo.json"), ("license", BOOK)}
WISHED_FOR = "profile.required-field"  # by the checker's authors, of the software of their own house


def errors(folder: Path) -> list[str]:
    """What a checker of CITATION.cff against its schema, of CodeMeta's words and types, and of all four files finds."""
    command = [
        sys.executable,
        "-m",
        "rs_metadata",
        "validate",
        "--format",
        "json",
        "--source",
        f"pyproject={BOOK}",
        str(folder),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = [one for one in json.loads(done.stdout)["diagnostics"] if one["severity"] == "error"]
    return [
        one["message"]
        for one in found
        if one["code"] != WISHED_FOR
        and (one.get("property"), one.get("source", {}).get("file")) not in WRITTEN_OTHERWISE
    ]


def read(name: str | Path) -> dict:
    """Return one of the files as data."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return {".toml": tomllib.loads, ".json": json.loads}.get(Path(name).suffix, yaml.safe_load)(text)


def test_the_files_are_valid_and_agree() -> None:
    assert errors(ROOT) == []


@pytest.mark.parametrize(
    ("name", "ours", "other"),
    [
        ("CITATION.cff", "type: software", "type: book"),
        ("CITATION.cff", "version: ", "version: 1"),
        ("codemeta.json", '"Organization"', '"Organisation"'),
        ("codemeta.json", '"version": "', '"version": "1'),
        (".zenodo.json", '"name": "The', '"name": "Some'),
    ],
)
def test_what_is_not_valid_or_does_not_agree_is_found(name: str, ours: str, other: str, tmp_path: Path) -> None:
    for each in FILES:
        (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / each, tmp_path / each)
    text = (ROOT / name).read_text(encoding="utf-8")
    assert ours in text
    (tmp_path / name).write_text(text.replace(ours, other), encoding="utf-8")
    assert errors(tmp_path)


def test_names_licences_and_descriptions_are_the_citations() -> None:
    citation, project, codemeta = read("CITATION.cff"), read(BOOK)["project"], read("codemeta.json")
    what = project["description"].partition(":")[0]
    assert re.fullmatch(rf"{read('_config.yml')['title']}: \w+ {what[0].lower()}{what[1:]}", citation["title"])
    for path in ROOT.glob("src/*/pyproject.toml"):
        assert read(path.relative_to(ROOT))["project"]["authors"] == citation["authors"]
    assert project["keywords"] == citation["keywords"]
    assert project["license"] == " AND ".join(citation["license"])
    assert codemeta["name"] == citation["title"]
    assert codemeta["description"] == citation["abstract"]
    assert codemeta["keywords"] == citation["keywords"]
    assert [author["name"] for author in codemeta["author"]] == [author["name"] for author in citation["authors"]]
    assert codemeta["license"] == [f"https://spdx.org/licenses/{name}" for name in citation["license"]]
    # Zenodo takes the version from the release, and publishes no schema as a package: this file is known word for word.
    assert read(".zenodo.json") == {
        "title": citation["title"],
        "upload_type": citation["type"],
        "description": citation["abstract"],
        "creators": citation["authors"],
        "access_right": "open",
        "license": citation["license"][0],
        "keywords": citation["keywords"],
        "notes": "Code: MIT. Text and figures: CC BY 4.0.",
    }
