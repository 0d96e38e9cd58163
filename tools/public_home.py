"""Sphinx extension: buttons that lead to the book's public home, present only while there is one.

The home is ``repository.url`` in ``_config.yml``. Jupyter Book would need several settings to agree with it
(and refuses to build when a button is on and the address is empty); here they follow from the one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

BUTTONS = ("use_repository_button", "use_issues_button", "use_edit_page_button", "use_source_button")


def theme_options(url: str, branch: str) -> dict[str, Any]:
    """Return the theme's options for a public home at ``url``: none of its buttons while ``url`` is empty."""
    if not url:
        return {button: False for button in BUTTONS} | {"launch_buttons": {}, "repository_url": ""}
    return {button: True for button in BUTTONS} | {
        "repository_url": url,
        "repository_branch": branch,
        "launch_buttons": {
            "notebook_interface": "jupyterlab",
            "binderhub_url": "https://mybinder.org",
            "colab_url": "https://colab.research.google.com",
        },
    }


def configure(app: Sphinx, config: Config) -> None:
    """Set the theme's options from the one setting."""
    options = config.html_theme_options
    options.update(theme_options(options.get("repository_url") or "", options.get("repository_branch") or "main"))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx, before the theme reads its options."""
    app.add_config_value("comments_config", {}, "env")  # set by Jupyter Book, which would warn
    app.connect("config-inited", configure, priority=100)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
