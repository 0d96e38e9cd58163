"""What other machines are told: the workflows, Binder's image and the dev container."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml
from packaging.metadata import Metadata
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from conftest import SLOWEST
from tools.release import versions

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
#: Where the programs of an environment stand.
PROGRAMS = Path(sys.executable).parent


def jobs() -> dict[str, dict]:
    """Every job of every workflow, by the names of both."""
    read = {path: yaml.safe_load(path.read_text(encoding="utf-8")) for path in WORKFLOWS}
    return {f"{path.stem}/{name}": job for path, workflow in read.items() for name, job in workflow["jobs"].items()}


def commands() -> list[str]:
    """Every line that a workflow or the dev container runs."""
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    scripts = [step["run"] for job in jobs().values() for step in job["steps"] if "run" in step]
    return [line.strip() for script in [*scripts, container["postCreateCommand"]] for line in script.splitlines()]


def test_the_workflows_are_what_their_schemas_ask_for_and_nobodys_way_in() -> None:
    check = [PROGRAMS / "zizmor", "--offline", "--strict-collection", "--quiet", "--no-progress", ROOT / ".github"]
    run = subprocess.run(check, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_action_is_pinned_to_a_commit_and_names_its_release() -> None:
    lines = [line.strip() for path in WORKFLOWS for line in path.read_text("utf-8").splitlines()]
    uses = [line for line in lines if "uses:" in line]
    assert uses
    pinned = re.compile(r"(- )?uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [line for line in uses if not pinned.fullmatch(line)] == []


def test_every_job_has_a_time_limit() -> None:
    assert [name for name, job in jobs().items() if "timeout-minutes" not in job] == []


def test_every_python_that_setup_takes_is_tested() -> None:
    (first, last) = re.findall(r"\((3), (\d+)\)", (ROOT / "tools" / "setup.sh").read_text(encoding="utf-8"))
    wanted = [f"3.{minor}" for minor in range(int(first[1]), int(last[1]) + 1)]
    assert jobs()["tests/test"]["strategy"]["matrix"]["python"] == wanted
    for path in ROOT.glob("src/*/pyproject.toml"):
        classifiers = tomllib.loads(path.read_text(encoding="utf-8"))["project"]["classifiers"]
        assert re.findall(r"Python :: (3\.\d+)", " ".join(classifiers)) == wanted


def test_every_target_and_every_file_that_a_command_names_is_there() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = [
        target
        for line in commands()
        for goals in re.findall(r"\bmake (?:-C \S+ )?([\w ]+)", line)
        for target in goals.split()
    ]
    assert {"book", "data", "extra", "setup", "test"} <= set(named)
    assert set(named) <= targets
    files = [file for line in commands() for file in re.findall(r"\b(?:sh|python) ([\w/]+\.(?:sh|py))", line)]
    assert files
    assert [file for file in files if not (ROOT / file).is_file()] == []


GH = """#!/bin/sh
echo "$*" | sed 's/--jq.*//' >> log
test ! -e body.md || cp body.md told
test "$1 $2" != "issue list" || cat open
"""


@pytest.mark.parametrize("number", ["", "12"])
@pytest.mark.parametrize("unconfirmed", ["", '1 of 2 verdicts `x` "$HOME"'])
def test_what_no_longer_holds_is_one_issue(tmp_path: Path, number: str, unconfirmed: str) -> None:
    """The step itself is run, with a stand-in for GitHub's command."""
    (step,) = jobs()["monthly/tell"]["steps"]
    (tmp_path / "gh").write_text(GH, encoding="utf-8")
    (tmp_path / "gh").chmod(0o755)
    (tmp_path / "open").write_text(number, encoding="utf-8")
    told = {"TITLE": step["env"]["TITLE"], "UNCONFIRMED": unconfirmed, "RUN": "https://code.example/run/1"}
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", **told}
    subprocess.run(["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=environment, check=True)
    listed, changed = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert listed.startswith("issue list --state open")
    title = f"create --title {told['TITLE']}"
    assert changed == f"issue {f'edit {number}' if number else title} --body-file body.md"
    text = (tmp_path / "told").read_text(encoding="utf-8")
    assert text.startswith(unconfirmed or "Every claim that was checked is confirmed, or none was")
    assert text.endswith("The whole run: https://code.example/run/1\n")


def test_the_list_of_what_is_not_confirmed_is_handed_on(tmp_path: Path) -> None:
    (script,) = (step["run"] for step in jobs()["monthly/rebuild"]["steps"] if step.get("id") == "claims")
    environment = {"PATH": "/usr/bin:/bin", "RUNNER_TEMP": str(tmp_path), "GITHUB_OUTPUT": str(tmp_path / "output")}
    step = ["bash", "-e", "-c", script]
    subprocess.run(step, env=environment, check=True)
    assert not (tmp_path / "output").exists()
    listed = tmp_path / "newest" / "copy" / "_build" / "unconfirmed.md"
    assert f"--unconfirmed $(BUILD)/{listed.name}\n" in (ROOT / "Makefile").read_text(encoding="utf-8")
    listed.parent.mkdir(parents=True)
    listed.write_text("1 of 2\n\n| a |\n", encoding="utf-8")
    subprocess.run(step, env=environment, check=True)
    output = (tmp_path / "output").read_text(encoding="utf-8")
    assert output == "unconfirmed<<END-OF-LIST\n1 of 2\n\n| a |\nEND-OF-LIST\n"


def test_only_the_job_that_runs_nothing_of_others_may_write() -> None:
    may = {name: job["permissions"] for name, job in jobs().items() if "permissions" in job}
    assert may == {
        "monthly/tell": {"issues": "write"},
        "pages/publish": {"pages": "write", "id-token": "write"},
        "release/publish": {"id-token": "write"},
        "release/announce": {"contents": "write"},
    }
    assert all(yaml.safe_load(p.read_text("utf-8"))["permissions"] == {"contents": "read"} for p in WORKFLOWS)


def test_what_is_published_was_confirmed_before_it_was_built() -> None:
    """`make book` goes on whatever the verdicts; a step that runs the checks by itself does not."""
    run = [step["run"] for step in jobs()["pages/build"]["steps"] if "run" in step]
    assert run == ["make setup", ".venv/bin/python -m claimledger", "make book"]


def release_step(word: str) -> str:
    """The one step of the release's build that says the word."""
    (script,) = (step["run"] for step in jobs()["release/build"]["steps"] if word in step.get("run", ""))
    return script


def test_nothing_is_released_that_was_not_confirmed_and_tried() -> None:
    run = [step["run"] for step in jobs()["release/build"]["steps"] if "run" in step]
    confirmed, told = (
        run.index(".venv/bin/python -m claimledger"),
        run.index(".venv/bin/python -m claimledger --history"),
    )
    assert run.index(release_step("tools.release")) < told < confirmed < run.index(release_step("hatchling"))
    assert "cache" not in str(jobs()["release/build"])  # others may have written what a cache holds
    assert jobs()["release/publish"]["needs"] == ["build", "install"]
    assert jobs()["release/announce"]["needs"] == "publish"
    assert all("run" not in step for step in jobs()["release/publish"]["steps"])


def test_what_a_release_builds_is_each_package_as_wheel_and_source_with_sound_metadata(tmp_path: Path) -> None:
    """The step itself is run, and what it makes is read as an index does."""
    for name in ("src", "data"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "cache"))
    (tmp_path / ".venv").symlink_to(PROGRAMS.parent)
    subprocess.run(["bash", "-e", "-c", release_step("hatchling")], cwd=tmp_path, check=True, capture_output=True)
    made = {path.name: path for path in (tmp_path / "dist").iterdir()}
    wanted = {f"{name}-{version}" for name, version in versions().items()}
    assert set(made) == {f"{name}{end}" for name in wanted for end in ("-py3-none-any.whl", ".tar.gz")}
    for path in made.values():
        text = metadata_of(path)
        metadata = Metadata.from_email(text, validate=True)
        assert metadata.description_content_type == "text/markdown"
        assert metadata.description.startswith(f"# {metadata.name}\n")
        assert shown_alone(metadata.description) == []


def metadata_of(path: Path) -> bytes:
    """The metadata in a wheel or a source distribution."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
            return wheel.read(name)
    with tarfile.open(path) as source:
        return source.extractfile(f"{path.name.removesuffix('.tar.gz')}/PKG-INFO").read()


def shown_alone(text: str) -> list[str]:
    """The links and pictures of a text that lead nowhere where it is shown alone, as an index shows it."""
    home = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["repository"]
    raw = f"{home['url']}/raw/{home['branch']}/" if home["url"] else "https://"
    found = re.findall(r"(!?)\[[^]]*\]\(([^)#]+)\)", text)
    return [to for picture, to in found if not to.startswith(raw if picture else ("https://", "http://"))]


def test_a_picture_beside_a_text_that_is_shown_alone_is_found() -> None:
    assert shown_alone("![A page](book/a.png) and [a link](LICENSE), [one](https://example.org)") == [
        "book/a.png",
        "LICENSE",
    ]


def test_every_run_computes_as_two_kinds_of_processors_and_with_noise_and_the_monthly_one_as_all() -> None:
    lines = [line for line in (ROOT / ".ci" / "run").read_text("utf-8").splitlines() if "tools/rerun.py" in line]
    monthly = [step.get("run", "") for step in jobs()["monthly/processors"]["steps"]]
    for runs, kind, count in ((lines, "oldest", 1), (monthly, "all", 5)):
        words = [line.partition("tools/rerun.py ")[2] for line in runs]
        assert any(line.startswith(kind) for line in words)
        seeds = {seed for line in words for seed in re.findall(r"\d+", line)}
        assert len(seeds) == count
    assert jobs()["monthly/processors"]["strategy"]["matrix"]["runner"] == ["ubuntu-24.04", "ubuntu-24.04-arm"]
    assert set(jobs()["monthly/tell"]["needs"]) == {"rebuild", "whole", "processors"}


def test_the_monthly_run_leaves_no_test_out_and_ours_little() -> None:
    assert yaml.safe_load((ROOT / ".github/workflows/monthly.yml").read_text("utf-8"))["env"] == {
        "METRICBOOK_TEST": "monthly"
    }
    assert "\nMETRICBOOK_TEST=all make test " in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_binder_names_one_python_and_installs_the_book() -> None:
    entries = yaml.safe_load((ROOT / ".binder" / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    (python,) = (entry for entry in entries if entry.startswith("python="))
    project = tomllib.loads((ROOT / "src/scoring_the_scores/pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert python.removeprefix("python=") in SpecifierSet(project["requires-python"])
    script = ROOT / ".binder" / "postBuild"
    assert os.access(script, os.X_OK)
    (wanted,) = re.findall(r"scoring_the_scores\[(.*)\]", script.read_text(encoding="utf-8"))
    assert Requirement(f"x[{wanted}]").extras <= set(project["optional-dependencies"])


def test_the_dev_container_has_a_python_that_setup_takes() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    (python,) = re.findall(r"/python:(3\.\d+)-\w+$", container["image"])
    assert python in jobs()["tests/test"]["strategy"]["matrix"]["python"]


def test_the_files_that_go_first_are_there() -> None:
    assert [name for name in SLOWEST if not (ROOT / name).is_file()] == []
