"""Build the site from chapters that have been run: read and write the pages that changed, on every core.

Jupyter Book's own command reads every page, or those whose files are newer, leaves what other pages say of a page that
changed, and writes on one core. Here `changed_pages` says what is read again and what is written, so that the site is
what a build from nothing would give.
"""

from __future__ import annotations

import gc
import shutil
import sys
from functools import cache
from pathlib import Path

import pybtex.plugin
from jupyter_book.sphinx import build_sphinx

sys.path.insert(0, str(Path(__file__).parent))
from changed_pages import settings

ROOT = Path(__file__).resolve().parents[1]


def main(folder: Path = ROOT / "_build") -> int:
    """Run the command; its exit status is 1 if Sphinx warned of anything."""
    doctrees, made_from, unfinished = (folder / ".doctrees" / name for name in ("", "settings", "unfinished"))
    # A build that warned of a page, or was stopped before it could, would not warn of it again.
    if unfinished.exists() or not made_from.exists() or made_from.read_text("utf-8") != settings():
        shutil.rmtree(doctrees, ignore_errors=True)
        shutil.rmtree(folder / "jupyter_execute", ignore_errors=True)
        shutil.rmtree(folder / "html", ignore_errors=True)
    shutil.rmtree(folder / "html" / "figdata", ignore_errors=True)  # which is copied whole
    doctrees.mkdir(parents=True, exist_ok=True)
    unfinished.touch()
    made_from.write_text(settings(), encoding="utf-8")
    # Sphinx keeps what it makes until it ends: to look for garbage in it takes a quarter of the time and finds none.
    gc.disable()
    # This looks through all packages that are installed, and is asked again for each citation.
    pybtex.plugin.find_plugin = cache(pybtex.plugin.find_plugin)
    status = build_sphinx(
        ROOT,
        folder / "html",
        noconfig=True,
        path_config=ROOT / "_config.yml",
        confoverrides={"external_toc_path": str(ROOT / "_toc.yml"), "latex_individualpages": False, "nitpicky": True},
        force_all=True,  # so that Sphinx leaves it to `changed_pages` what is written
        warningiserror=True,
        keep_going=True,
    )
    if status != 0:
        return 1
    unfinished.unlink()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
