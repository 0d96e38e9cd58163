"""Puts the data that belong to a wheel into it: from ``data`` of the clone, or of the source distribution."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the folders and files of ``data`` that ``files`` names."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add them, unless the install is an editable one, which reads them where they are."""
        if version == "editable":
            return
        root = Path(self.root)
        data = root / "data" if (root / "data").is_dir() else root.parents[1] / "data"
        for name in self.config["files"]:
            for path in (data / name).rglob("*") if (data / name).is_dir() else [data / name]:
                place = path.relative_to(data)
                if path.is_file() and "cache" not in place.parts and not path.name.startswith("."):
                    build_data["force_include"][str(path)] = f"data/{place.as_posix()}"
