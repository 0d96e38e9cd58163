"""What is deprecated warns as the page `What is stable` says, stands in the changelog, and goes in its time."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from packaging.version import Version

import claimledger
import metricbook
from claimledger.history import sections
from scoring_the_scores import exercises

ROOT = Path(__file__).resolve().parents[1]
MESSAGE = re.compile(r"(?P<name>[\w.()=]+) is deprecated since (?P<since>[\d.]+) and goes with (?P<end>[\d.]+): use .+")
#: The page's example, as a reader would write it into a module.
(EXAMPLE,) = re.findall(
    r"```python\n(def auc.*?)```", (ROOT / "book/back/stable.md").read_text(encoding="utf-8"), re.DOTALL
)
TOLD = "# Changelog\n\n## 0.2.0 - 2027-01-10\n\n### Deprecated\n\n- `auc`, which goes with 0.4: use `auroc`.\n"


def faults(source: str, version: str, changelog: str) -> Iterator[str]:
    """What is wrong with the deprecations in a module of a package of this version."""
    parts = [part for section in sections(changelog) for part in re.split(r"^### ", section.text, flags=re.MULTILINE)]
    told = "".join(part for part in parts if part.startswith("Deprecated"))
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        words = {word.arg: word.value for word in call.keywords}
        if "warn" not in (getattr(call.func, "attr", ""), getattr(call.func, "id", "")) or not any(
            getattr(given, "id", "") == "DeprecationWarning" for given in (*call.args, *words.values())
        ):
            continue
        if not (read := MESSAGE.fullmatch(str(getattr(call.args[0], "value", "")))):
            yield f"line {call.lineno}: the warning does not say since when, until when, and what to use"
            continue
        name, since, end = read["name"], Version(read["since"]), Version(read["end"])
        if getattr(words.get("stacklevel"), "value", None) != 2:
            yield f"{name} warns at another line than the one that uses it"
        if since.major == end.major and end.minor < since.minor + 2:
            yield f"{name} goes sooner than after two minor versions"
        if Version(version) >= end:
            yield f"{name} was to be gone with {end}"
        if f"`{name}`" not in told:
            yield f"{name} is not in the changelog"


@pytest.mark.parametrize("package", [metricbook, claimledger, exercises], ids=lambda package: package.__name__)
def test_what_users_may_build_on_is_listed(package: ModuleType) -> None:
    assert len(set(package.__all__)) == len(package.__all__) > 0
    assert [name for name in package.__all__ if name.startswith("_") or not hasattr(package, name)] == []


def test_what_is_deprecated_keeps_the_rule() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")}
    assert sources
    warn = {path: text for path, text in sources.items() if "DeprecationWarning" in text}
    assert [(path, *faults(text, metricbook.__version__, changelog)) for path, text in warn.items()] == [
        (path,) for path in warn
    ]


def test_the_example_works_and_warns_where_it_is_used() -> None:
    names = {"warnings": warnings, "auroc": metricbook.auroc}
    exec(EXAMPLE, names)
    with pytest.warns(DeprecationWarning, match="auc is deprecated since 0.2 and goes with 0.4: use auroc") as caught:
        assert names["auc"]([1, 0, 1], [3, 2, 1]) == 0.5
    assert [Path(warning.filename) for warning in caught] == [Path(__file__)]


@pytest.mark.parametrize(
    ("ours", "other", "version", "expected"),
    [
        ("", "", "0.2.0", []),
        ("", "", "0.3.1", []),
        ("", "", "0.4.0", ["auc was to be gone with 0.4"]),
        ("0.4", "0.3", "0.2.0", ["auc goes sooner than after two minor versions"]),
        ("stacklevel=2", "stacklevel=1", "0.2.0", ["auc warns at another line than the one that uses it"]),
        ("stacklevel=2,", "", "0.2.0", ["auc warns at another line than the one that uses it"]),
        ("auc is deprecated", "auc2 is deprecated", "0.2.0", ["auc2 is not in the changelog"]),
        (
            "since 0.2 and ",
            "and ",
            "0.2.0",
            ["line 3: the warning does not say since when, until when, and what to use"],
        ),
    ],
)
def test_a_deprecation_that_breaks_the_rule_is_found(ours: str, other: str, version: str, expected: list[str]) -> None:
    assert ours in EXAMPLE
    assert list(faults(EXAMPLE.replace(ours, other) if ours else EXAMPLE, version, TOLD)) == expected
