"""Optional extras: whoever uses what is not installed reads the line that installs it."""

import importlib


class MissingExtra(ImportError):
    """What was asked for needs an extra that is not installed; the message names it."""


def need(who: str, extra: str, *modules: str) -> None:
    """Raise MissingExtra, naming `who` asks and the extra, where one of its modules is not installed."""
    for module in modules:
        try:
            importlib.import_module(module)
        except ModuleNotFoundError as error:
            raise MissingExtra(f"{who} needs the extra `{extra}`: pip install 'parlour[{extra}]'", name=module) from error
