"""Where the data are, and what is said where they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from metricbook.pages import clone


def test_a_package_out_of_its_clone_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clone, "__file__", str(tmp_path / "lib" / "metricbook" / "pages" / "clone.py"))
    with pytest.raises(FileNotFoundError, match="clone of the repository"):
        clone.data_folder()


def test_the_data_lie_beside_the_source() -> None:
    assert (clone.data_folder().parent / "src" / "metricbook").is_dir()
