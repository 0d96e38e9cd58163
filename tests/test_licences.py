"""Every locked package may be passed on with the book, and used by whoever installs it, for any purpose."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import distributions

import pytest
from packaging.utils import canonicalize_name

from tests.test_environment import LOCKS, OURS, ROOT, locked

#: Licences as the bill of materials has them: SPDX expressions, or what a package's classifiers say. All allow any use,
#: and none asks that what merely uses the package has the same licence.
ALLOWED = {
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 OR BSD-2-Clause",
    "BSD-2-Clause",
    "BSD-2-Clause AND Apache-2.0 WITH LLVM-exception",
    "BSD-3-Clause",
    "BSD-3-Clause AND 0BSD AND MIT AND Zlib AND CC0-1.0",
    "ISC",
    "License :: OSI Approved :: Apache Software License",
    "License :: OSI Approved :: BSD License",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)",
    "MIT",
    "MIT AND PSF-2.0",
    "MIT-CMU",
    "MPL-2.0",  # asks only that changes of its own files are published
    "MPL-2.0 AND MIT",
    "PSF-2.0",
    "Python-2.0",
}
#: Packages whose metadata leave it open.
JUDGED = {
    "asttokens": "Apache-2.0: its metadata say `Apache 2.0`, its file is that licence",
    "axe-playwright-python": "MIT, by its file; the axe it carries is MPL-2.0",
    "bleach": "Apache-2.0: its metadata say `Apache Software License`; the html5lib it carries is MIT",
    "docutils": "public domain, BSD and PSF-2.0; its one file under the GPL, for Emacs, is not in the wheel",
    "hmeasure": "MIT, by its file; its metadata say `UNKNOWN`",
    "nameparser": "LGPL-2.1-or-later, which asks nothing of users: tests of the metadata use it, the book does not",
    "partd": "BSD-3-Clause, by its file; its metadata say `BSD`",
    "python-on-whales": "MIT: its metadata say `MIT License`",
    "sphinx-proof": "MIT, by its file; its metadata say `BSD`",
}
#: Packages for other machines: where they are not installed, there are no metadata to read.
ELSEWHERE = {
    "appnope": "BSD-2-Clause, by its metadata; macOS alone",
    "cffi": "MIT-0, by its metadata; PyPy alone",
    "colorama": "BSD-3-Clause, by its classifier; Windows alone",
    "pycparser": "BSD-3-Clause, by its metadata; PyPy alone",
    "pyyaml-ft": "MIT, by its metadata; Python 3.13 alone",
}


@pytest.fixture(scope="module")
def licences() -> dict[str, set[str]]:
    """What the bill of materials says of each installed package, by name."""
    command = [sys.executable, "-m", "cyclonedx_py", "environment", "--no-validate", "--output-reproducible"]
    made = subprocess.run([*command, sys.executable], capture_output=True, check=True).stdout
    return {
        canonicalize_name(component["name"]): {
            entry.get("expression") or entry["license"].get("id") or entry["license"]["name"]
            for entry in component.get("licenses", ())
        }
        for component in json.loads(made)["components"]
    }


def test_every_installed_package_is_in_the_bill_of_materials(licences: dict[str, set[str]]) -> None:
    assert {canonicalize_name(found.name) for found in distributions()} <= set(licences)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_a_licence_that_is_allowed_or_was_judged(
    lock: str, licences: dict[str, set[str]]
) -> None:
    names = set(locked(lock))
    if lock != LOCKS[0] and "jax" not in licences:
        pytest.skip("what the causal methods need is not installed: run `make extra`")
    clear = {name for name in names if licences.get(name) and licences[name] <= ALLOWED}
    absent = set(ELSEWHERE) - set(licences)
    assert names - clear - set(JUDGED) - absent == set()


def test_only_what_is_open_was_judged(licences: dict[str, set[str]]) -> None:
    assert set(JUDGED) | set(ELSEWHERE) <= set(locked())
    assert [name for name in JUDGED if licences.get(name) and licences[name] <= ALLOWED] == []


def test_each_package_carries_the_licences_of_the_whole() -> None:
    """As copies: a package's metadata may not point out of its folder."""
    copies = sorted(ROOT.glob("src/*/LICENSE*"))
    assert {path.parent.name for path in copies} == set(OURS)
    assert [path for path in copies if path.read_bytes() != (ROOT / path.name).read_bytes()] == []
