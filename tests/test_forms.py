"""What a contributor is asked: issue forms, the template of a pull request, and what looks at a commit first."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from claimledger import load

ROOT = Path(__file__).resolve().parents[1]
FORMS = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in ROOT.glob(".github/ISSUE_TEMPLATE/*")}
#: What each element of a form must say, and may say, as GitHub describes its forms.
ELEMENTS = {
    "markdown": ({"value"}, set()),
    "input": ({"label"}, {"description", "placeholder", "value"}),
    "textarea": ({"label"}, {"description", "placeholder", "value", "render"}),
    "dropdown": ({"label", "options"}, {"description", "multiple", "default"}),
}
HOOKS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"][0]["hooks"]


def asked(form: str) -> dict[str, dict]:
    """The questions of a form, by their ids."""
    return {element["id"]: element for element in FORMS[form]["body"] if "id" in element}


def test_forms_are_what_github_reads() -> None:
    assert sorted(FORMS) == ["1-verdict", "2-bug", "3-question"]
    for name, form in FORMS.items():
        assert {"name", "description", "body"} <= set(form) <= {"name", "description", "title", "body"}, name
        labels = [element["attributes"].get("label") for element in form["body"]]
        assert len(set(labels)) == len(labels)
        assert any(element["type"] != "markdown" for element in form["body"])
        for element in form["body"]:
            needed, allowed = ELEMENTS[element["type"]]
            assert needed <= set(element["attributes"]) <= needed | allowed
            assert set(element) - {"type", "attributes"} <= {"id", "validations"}
            assert re.fullmatch(r"[a-z]+", element.get("id", "x"))
            assert element.get("validations", {"required": True}) == {"required": True}
            assert "default" not in element["attributes"]


def test_a_doubt_names_a_claim_and_what_speaks_against_it() -> None:
    questions = asked("1-verdict")
    assert {name for name, question in questions.items() if "validations" in question} == {"claim", "what", "against"}
    assert questions["claim"]["attributes"]["placeholder"] in load()
    assert questions["output"]["attributes"]["render"] == "text"


def test_the_commands_that_forms_and_pages_name_are_there() -> None:
    texts = [
        json.dumps(FORMS),
        *((ROOT / name).read_text("utf-8") for name in (".github/SECURITY.md", "CONTRIBUTING.md")),
    ]
    modules = {name for text in texts for name in re.findall(r"`python -m ([\w.]+)", text)}
    assert {"claimledger"} <= modules
    for name in modules:
        places = [ROOT.joinpath(*folder, *name.split(".")) for folder in ((), ("src",))]
        assert any(place.with_suffix(".py").is_file() or (place / "__main__.py").is_file() for place in places), name


def test_a_pull_request_is_asked_what_the_two_reviews_ask() -> None:
    reviews = (
        (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Two reviews\n")[2].partition("\n## ")[0]
    )
    template = (ROOT / ".github" / "pull_request_template.md").read_text(encoding="utf-8")
    for name in ("Code review", "Science review"):
        rules = reviews.partition(f"**{name}**\n\n- ")[2].partition("\n\n**")[0].split("\n- ")
        boxes = re.findall(r"^- \[ \] (.*)$", template.partition(f"## {name}\n")[2].partition("\n## ")[0], re.MULTILINE)
        assert boxes == [" ".join(rule.split()) for rule in rules]
        assert len(boxes) > 5


@pytest.mark.parametrize("name", ["SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_pages_for_visitors_link_to_each_other(name: str) -> None:
    text = (ROOT / ".github" / name).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert [link for link in links if not (ROOT / ".github" / link).is_file()] == []
    assert "@" not in text  # there is no address to write to


def test_hooks_are_of_this_environment() -> None:
    for hook in HOOKS:
        assert hook["language"] == "system"
        assert hook["entry"].split()[0] in (".venv/bin/python", ".venv/bin/zizmor")
    made = (ROOT / "Makefile").read_text(encoding="utf-8")
    for hook in HOOKS[:2]:
        assert hook["entry"].removeprefix(".venv/bin/python").removesuffix(" --force-exclude") in made


@pytest.mark.parametrize(
    ("hook", "name", "content"),
    [
        ("ruff-check", "a.py", "import os\n"),
        ("ruff-format", "a.py", "x=1\n"),
        ("notebooks", "a.ipynb", '{"cells": [], "metadata": {"widgets": {}}, "nbformat": 4, "nbformat_minor": 4}'),
    ],
)
def test_a_hook_finds_or_mends(hook: str, name: str, content: str, tmp_path: Path) -> None:
    """What a hook changes is not committed either, until it is looked at."""
    (entry,) = (each["entry"].split() for each in HOOKS if each["id"] == hook)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / name).write_text(content, encoding="utf-8")
    script = [str(ROOT / word) if word.startswith("tools/") else word for word in entry[1:]]
    done = subprocess.run(
        [sys.executable, *script, str(tmp_path / name)], cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode or (tmp_path / name).read_text(encoding="utf-8") != content
