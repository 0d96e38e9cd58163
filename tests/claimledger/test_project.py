"""Where the data are: in a clone, in an installed copy, and never in a folder that only has their name."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from metricbook._extras import brought_by
from scoring_the_scores.pages import clone


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that holds the package in ``src``, beside a ``data`` folder that is not ours."""
    package = tmp_path / "src" / "metricbook"
    package.mkdir(parents=True)
    (tmp_path / "data").mkdir()
    monkeypatch.setattr(clone, "PACKAGE", package)
    return tmp_path


def test_this_clone_has_its_own_data() -> None:
    root = Path(__file__).resolve().parents[2]
    assert clone.clone() == root
    assert clone.data_folder() == root / "data"
    assert clone.cache_folder("ledger", in_clone="_build/ledger") == root / "_build" / "ledger"


@pytest.mark.parametrize("project", [None, "[project]\nname = 'other'\n", "[tool.other]\n"])
def test_a_folder_that_is_called_data_is_not_taken_for_ours(place: Path, project: str | None) -> None:
    if project is not None:
        (place / "pyproject.toml").write_text(project)
    assert clone.clone() is None
    with pytest.raises(FileNotFoundError, match=r"metricbook/data, which .* install the package anew"):
        clone.data_folder()


def test_a_clone_that_lost_its_data_is_told_so(place: Path) -> None:
    (place / "pyproject.toml").write_text("[project]\nname = 'metricbook'\n")
    assert clone.data_folder() == place / "data"
    (place / "data").rmdir()
    with pytest.raises(FileNotFoundError, match="restore it from git"):
        clone.data_file("claims", "lxcim.yml")


def test_an_installed_copy_keeps_what_it_fetches_in_the_users_cache(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(place / "cache"))  # as Linux has it; elsewhere it has no effect
    folder = clone.cache_folder("tuebingen", in_clone="data/tuebingen/cache")
    assert (folder.parent.name, folder.name) in {("metricbook", "tuebingen"), ("Cache", "tuebingen")}
    assert not folder.is_relative_to(place / "data")


def test_a_missing_extra_is_one_sentence_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    monkeypatch.setattr(clone, "clone", lambda: None)
    with pytest.raises(ImportError, match=r"^platformdirs is not installed: pip install 'metricbook\[book\]' "):
        clone.cache_folder("ledger", in_clone="_build/ledger")


def test_other_errors_pass_through() -> None:
    with pytest.raises(KeyError), brought_by("book"):
        raise KeyError
