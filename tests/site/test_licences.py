"""What the site carries of others is named in its licences, with their texts."""

from __future__ import annotations

from collections import defaultdict
from importlib.metadata import distribution, distributions
from pathlib import Path

import pytest

from tools.notices import CARRIED, RULE, licence_of

from .conftest import SITE

pytestmark = pytest.mark.skipif(not (SITE / ".built").exists(), reason="the site is not built: run `make book`")
WITHOUT_TEXT = {"sphinx-mathjax-offline": "Apache License"}  # what it carries is under this licence


def test_whatever_came_with_a_package_is_from_one_whose_licence_is_there() -> None:
    parts = defaultdict(list)
    for path in SITE.rglob("*"):
        if path.is_file() and path.stat().st_size:
            parts[path.name].append(path.read_bytes())
    origins = {
        found.name
        for found in distributions()
        if found.name != "metricbook"
        for file in found.files or ()
        if file.name in parts and Path(str(file.locate())).read_bytes() in parts[file.name]
    }
    assert {"Sphinx", "pydata-sphinx-theme", "sphinx-mathjax-offline"} <= origins
    assert origins <= set(CARRIED)


def test_every_licence_is_there_in_full() -> None:
    parts = (SITE / "licences.txt").read_text(encoding="utf-8").split(f"\n\n{RULE}\n\n")
    for name in CARRIED:
        (part,) = (part for part in parts if part.startswith(f"{name} {distribution(name).version}\n"))
        assert part.endswith(licence_of(distribution(name)))
        assert licence_of(distribution(name)) or WITHOUT_TEXT[name] in part
    for title, end in (("Apache License", "END OF TERMS AND CONDITIONS"), ("SIL OPEN FONT", "IN THE FONT SOFTWARE.")):
        assert any(title in part[:300] and part.rstrip().endswith(end) for part in parts)
