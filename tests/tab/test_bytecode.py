"""What is compiled for the browser's Python does what its source does."""

import marshal
import traceback
from typing import Any

import pytest

from parlour.tab.bytecode import compiled

HEAD = 16  # bytes before the code
SOURCE = '''"""A module."""

from __future__ import annotations


class Coin:
    """Told of in a schema."""

    def tossed(self, times: int) -> int:
        """Half of them."""
        return [
            times,
            times // 0,
        ][1]
'''


def test_it_runs_and_an_error_names_its_function() -> None:
    names: dict[str, Any] = {"__name__": "coins"}
    exec(marshal.loads(compiled(SOURCE, "/lib/coins.py")[HEAD:]), names)
    assert (names["__doc__"], names["Coin"].__doc__) == (None, "Told of in a schema.")
    assert names["Coin"].tossed.__annotations__ == {"times": "int", "return": "int"}
    with pytest.raises(ZeroDivisionError) as failed:
        names["Coin"]().tossed(3)
    last = traceback.extract_tb(failed.value.__traceback__)[-1]
    assert (last.filename, last.name, last.lineno) == ("/lib/coins.py", "tossed", 9)
