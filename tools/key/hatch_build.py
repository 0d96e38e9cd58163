"""Puts the ``key.py`` of every room into a wheel: they are added to the book's package, which is installed without."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds them, and asks for the book's package in the same version."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add them where the package has its rooms."""
        source = Path(self.root).resolve().parents[1] / "src"
        for path in sorted(source.glob("scoring_the_scores/*/*/key.py")):
            build_data["force_include"][str(path)] = path.relative_to(source).as_posix()
        build_data["dependencies"] = [f"scoring-the-scores[course]=={self.metadata.version}"]
