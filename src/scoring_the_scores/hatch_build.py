"""Puts the data that belong to a wheel into it: from ``data`` of the clone, or of the source distribution."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from pathspec import GitIgnoreSpec


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the files of ``data`` that the patterns of ``files`` choose, written as in .gitignore."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add them, unless the install is an editable one, which reads them where they are; none that was fetched."""
        if version == "editable":
            return
        root = Path(self.root)
        data = root / "data" if (root / "data").is_dir() else root.parents[1] / "data"
        chosen = GitIgnoreSpec.from_lines([*self.config["files"], "!.*"])
        for place in sorted(chosen.match_tree_files(data)):
            if "cache" not in Path(place).parts:
                build_data["force_include"][str(data / place)] = f"data/{place}"
