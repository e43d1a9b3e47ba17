"""The documentation site: Sphinx reads the pages of this folder and the docstrings of the library."""

import re
import shutil
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

project = "Parlour"
author = "the people who build Parlour"
version = release = installed("parlour")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
nitpicky = True
nitpick_ignore_regex = [(r"py:.*", r".*")]  # types in signatures: of other projects, or not shown
myst_heading_anchors = 4
default_role = "code"  # docstrings write names as Markdown does
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_display_short_literal_types = True
copybutton_exclude = ".linenos, .gp, .go"
autodoc_inherit_docstrings = False  # those of other projects are written otherwise

html_theme = "furo"
html_title = "Parlour"
html_show_sphinx = False
html_copy_source = False
html_static_path = ["static"]
html_theme_options = {"light_css_variables": {"color-brand-primary": "#8a5a1f", "color-brand-content": "#8a5a1f"}}

ROOM = Path(__file__).parents[1] / "build" / "tab"  # what `make tab` writes, for the live table
BESIDE = {"README": "index", "ARCHITECTURE": "architecture", "CONTRIBUTING": "contributing", "CHANGELOG": "changelog"}
OUTSIDE = re.compile(r"\]\((?:\.\./)+([^)#]+)(#[^)]*)?\)")


def on_the_site(app: Any, docname: str, source: list[str]) -> None:
    """Pages link to files of the repository, so that they can be read there; on the site some of these are pages."""
    up = "../" * docname.count("/")

    def there(link: re.Match[str]) -> str:
        path, anchor = link.group(1), link.group(2) or ""
        name = path.removesuffix(".md")
        if path == "bench/RESULTS.md":
            return f"]({up}results.md{anchor})"
        return f"]({up}{BESIDE[name]}.md{anchor})" if name in BESIDE else link.group(0)

    source[0] = OUTSIDE.sub(there, source[0])


def lay_room(app: Any, error: Exception | None) -> None:
    """The room in a tab lies beside the pages, where it was written."""
    if error is None and app.builder.format == "html" and (ROOM / "tab.json").is_file():
        shutil.copytree(ROOM, Path(app.outdir) / "room", dirs_exist_ok=True)


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("build-finished", lay_room)
    app.connect("source-read", on_the_site)
    app.connect("include-read", lambda app, path, docname, source: within(app, docname, source))


def within(app: Any, docname: str, source: list[str]) -> None:
    """A file of the repository that is shown as a page links to the pages as they lie seen from there."""
    source[0] = re.sub(r"\]\(docs/", "](", source[0])
    source[0] = re.sub(r"\]\((README|ARCHITECTURE|CONTRIBUTING|CHANGELOG)\.md", r"](../\1.md", source[0])
    source[0] = re.sub(r"\]\(bench/RESULTS\.md", "](../bench/RESULTS.md", source[0])
    on_the_site(app, docname, source)
