"""The rules in other people's conventions: PettingZoo, Gymnasium, OpenSpiel. Each module needs the extra of its name."""

import importlib


def need(extra: str, module: str) -> None:
    """Raises ImportError, naming the extra, where a module that an adapter stands on is not there."""
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise ImportError(
            f"parlour.adapters.{extra} needs the extra `{extra}`: pip install 'parlour[{extra}]'", name=module
        ) from error
