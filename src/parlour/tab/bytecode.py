"""Modules as the browser's Python compiles them, so that no visitor's has to: that took half of the time until the room was lit.

`loaded` runs in that Python, by Node.js, on the machine where the folder is written.
"""

import importlib.util
import io
import marshal
import sys
import zipfile
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from zipimport import zipimporter

LIBRARY, WHEELS, OURS = "library", "wheels", "ours"  # whose modules they are
UNITS = 8  # of bytecode, that an entry of a table of lines covers at most
SAME_LINE = 0x80 | 13 << 3  # such an entry without columns, the number of its units less one in its last bits
DOCUMENTED = 0x4000000  # of a function's flags: its first constant is its docstring
UNCHECKED = 0b01  # by its hash, and that is not compared: PEP 552


def loaded() -> bytes:
    """The bytecode of all modules that a room in a tab has loaded when it begins, an archive: whose each is, and its file there.

    A module becomes one file, `name.pyc`; but games have their sources beside it, which the bench copies and the laws read.
    """
    import parlour.tab.browser  # noqa: F401, PLC0415  it and all that it imports are what is asked for
    from parlour.bots import kinds  # noqa: PLC0415
    from parlour.engine import games, load  # noqa: PLC0415

    for name in games():
        kinds(load(name))
    library = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip/"
    places = {library: LIBRARY, f"{Path.cwd()}/": WHEELS, "/lib/parlour/": OURS}  # where Pyodide has them
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for module in list(sys.modules.values()):
            path = getattr(module, "__file__", None) or ""
            place = next((place for place in places if path.startswith(place)), None)
            source = _source(module) if place is not None else None
            if place is None or source is None:
                continue
            name = path.removeprefix(place)
            read = places[place] == OURS and (name.startswith("parlour/games/") or not name.startswith("parlour/"))
            kept = importlib.util.cache_from_source(name) if read else f"{name}c"
            archive.writestr(f"{places[place]}/{kept}", compiled(source, path))
    return packed.getvalue()


def _source(module: ModuleType) -> str | None:
    spec = module.__spec__
    loader = spec.loader if spec is not None else None
    return loader.get_source(module.__name__) if isinstance(loader, SourceFileLoader | zipimporter) else None


def compiled(source: str, path: str) -> bytes:
    """A file of bytecode, as small as it can be: errors name the line of their function, and only classes have docstrings."""
    code = _short(compile(source, path, "exec", dont_inherit=True))
    return importlib.util.MAGIC_NUMBER + UNCHECKED.to_bytes(4, "little") + bytes(8) + marshal.dumps(code)


def _short(code: CodeType) -> CodeType:
    units = len(code.co_code) // 2
    lines = bytes(byte for at in range(0, units, UNITS) for byte in (SAME_LINE | min(UNITS, units - at) - 1, 0))
    consts = [_short(one) if isinstance(one, CodeType) else one for one in code.co_consts]
    if code.co_flags & DOCUMENTED or (code.co_name == "<module>" and code.co_names[:1] == ("__doc__",)):
        consts[0] = None
    return code.replace(co_linetable=lines, co_consts=tuple(consts), co_flags=code.co_flags & ~DOCUMENTED)
