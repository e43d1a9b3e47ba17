"""The tab's tests use the toy game and the live servers of the server's."""

from tests.server.conftest import live, serve, sqlite, toy_installed, toy_paths

__all__ = ["live", "serve", "sqlite", "toy_installed", "toy_paths"]
