"""Which project is at hand, and where its data are: in a clone or an installed copy, not in a folder of that name."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from claimledger import project as module
from claimledger.project import Project, project, using

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def placed(tmp_path: Path) -> Project:
    """A project whose package lies in ``src``, beside a ``data`` folder that is not its own."""
    package = tmp_path / "src" / "audit"
    package.mkdir(parents=True)
    (tmp_path / "data").mkdir()
    module._named_in.cache_clear()
    return Project("audit", package)


def test_this_clone_is_found_from_every_folder_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (ROOT, ROOT / "book" / "back"):
        monkeypatch.chdir(folder)
        assert (project().package, project().root, project().data) == ("scoring_the_scores", ROOT, ROOT / "data")
    assert project().cache("ledger") == ROOT / "_build" / "ledger"


@pytest.mark.parametrize("content", [None, "[project]\nname = 'audit'\n", "[tool.claimledger]\nproject = 'other:P'\n"])
def test_a_folder_that_is_called_data_is_not_taken_for_ours(placed: Project, content: str | None) -> None:
    if content is not None:
        (placed.folder.parents[1] / "pyproject.toml").write_text(content)
    assert placed.root is None
    with pytest.raises(FileNotFoundError, match=r"audit/data, which .* install the package anew"):
        placed.data.exists()


def test_a_clone_that_lost_its_data_is_told_so(placed: Project) -> None:
    root = placed.folder.parents[1]
    (root / "pyproject.toml").write_text("[tool.claimledger]\nproject = 'audit.files:PROJECT'\n")
    assert placed.data == root / "data"
    (root / "data").rmdir()
    with pytest.raises(FileNotFoundError, match="restore it from git"):
        placed.data_file("x", "claims.yml")


def test_an_installed_copy_keeps_results_in_the_users_cache(placed: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(placed.folder / "cache"))  # as Linux has it; elsewhere it has no effect
    folder = placed.cache("ledger")
    assert (folder.parent.name, folder.name) in {("audit", "ledger"), ("Cache", "ledger")}
    assert not folder.is_relative_to(placed.folder.parents[1] / "data")


def test_far_from_a_clone_the_installed_project_is_taken_and_of_several_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    module._at.cache_clear()
    one = EntryPoint("one", "scoring_the_scores.files:PROJECT", module.GROUP)
    monkeypatch.setattr(module, "entry_points", lambda group: [one])
    assert project().package == "scoring_the_scores"
    for installed, said in (([], "none is installed"), ([one, EntryPoint("two", "b:P", module.GROUP)], "several are")):
        module._at.cache_clear()
        monkeypatch.setattr(module, "entry_points", lambda group, installed=installed: installed)
        with pytest.raises(LookupError, match=said):
            project()
    module._at.cache_clear()


def test_the_nearest_file_that_names_a_project_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("[tool.claimledger]\nproject = 'nearest_audit:HERE'\n")
    (tmp_path / "deep" / "pyproject.toml").write_text("[tool.other]\n")
    (tmp_path / "nearest_audit.py").write_text(
        "from pathlib import Path\nfrom claimledger.project import Project\nHERE = Project('nearest_audit', Path())\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path / "deep" / "er")
    assert project().package == "nearest_audit"
    del sys.modules["nearest_audit"]


def test_a_chosen_project_goes_before_all(placed: Project) -> None:
    with using(placed):
        assert project() is placed
    assert project().package == "scoring_the_scores"
