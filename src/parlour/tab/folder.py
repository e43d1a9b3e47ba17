"""The room in a tab as a folder of static files, which any web server serves under any path."""

import base64
import gzip
import hashlib
import importlib
import io
import json
import shutil
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pydantic_core import to_json

import parlour
from parlour.engine import games, load
from parlour.server.settings import STATIC
from parlour.server.table.texts import brought
from parlour.server.telling.catalogue import offered
from parlour.tab.bytecode import LIBRARY, OURS, WHEELS
from parlour.tab.door import config
from parlour.tab.fetched import PARTS, bytecode, fetched
from parlour.tab.minds import Ready

SOURCE = Path(parlour.__file__).parent
LEFT_OUT = (
    "server/static",
    "server/store",
    "server/door",
    "server/hall",
    "server/protocol",
    "cli",
    "client",
    "adapters",
)
BY_PYTEST = ("testing/carriers.py", "testing/kit.py", "testing/plugin.py", "testing/strategies.py")
HEAD = '<meta name="parlour-base" content="/" />'
LOST = """<!doctype html>
<meta charset="utf-8" />
<title>Parlour</title>
<script>
  var page = 't|tv|new|rules|replay|lab|settings|shelf|puzzle|deal|league|bench';
  var found = new RegExp('^(.*?)/((?:' + page + ')(?:/.*)?)$').exec(location.pathname);
  if (found) location.replace(found[1] + '/?/' + found[2] + location.hash);
</script>
<p>Nothing lies here.</p>
"""  # for hosts that show it where they have no file: an address of a house's page is the same behind a "?"
# Modules of Python's library that nobody needs here.
# fmt: off
UNUSED = frozenset((
    "_pydatetime", "_pyio", "_pyrepl", "bdb", "cProfile", "compileall", "ctypes", "curses", "dbm", "doctest", "ensurepip",
    "filecmp", "fileinput", "ftplib", "http", "idlelib", "imaplib", "mailbox", "modulefinder", "netrc", "optparse", "pdb",
    "pickletools", "plistlib", "poplib", "profile", "pstats", "pyclbr", "pydoc", "pydoc_data", "shelve", "smtplib",
    "socketserver", "sqlite3", "symtable", "tabnanny", "test", "this", "timeit", "trace", "tracemalloc", "turtle", "turtledemo",
    "unittest", "venv", "wave", "webbrowser", "wsgiref", "xml", "xmlrpc", "zipapp",
))
# fmt: on
UNUSED_PARTS = (
    *("asyncio/proactor_", "asyncio/windows_", "logging/config.", "logging/handlers.", "urllib/request."),
    *("multiprocessing/dummy/", "multiprocessing/managers.", "multiprocessing/pool.", "multiprocessing/shared"),
)
CODES = frozenset(["", "__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_8", "utf_8_sig"])
OLDER = ("pydantic/v1/", "pydantic/mypy.py")  # of wheels: what an older version was, and what checks types
WORKER = "worker.js"  # the page's service worker, which the tab's own takes the place of


class NoPage(Exception):
    """The page is not built."""


class NotOurs(Exception):
    """What lies in the folder was not written by us."""


def write(out: Path) -> int:
    """Write the folder, in the place of what a room left there. Returns its bytes as they are sent.

    Raises NotFetched, NoPage, NotOurs.

    Files are named by what is in them, and the service worker holds the list of all: one edition never mixes with another.
    """
    if not (STATIC / "index.html").is_file():
        raise NoPage("the page is not built: make play builds it")
    parts = fetched()
    if (out / "tab.json").exists():
        shutil.rmtree(out)
    elif out.exists() and any(out.iterdir()):
        raise NotOurs(f"{out} is there already, and no room in a tab")
    out.mkdir(parents=True, exist_ok=True)
    _page(out)
    _still(out)
    python = out / "py"
    python.mkdir()
    for part in PARTS:
        shutil.copyfile(parts / part, python / part)
    _lock(python / "pyodide-lock.json")
    sources = dict(_needed())
    with zipfile.ZipFile(io.BytesIO(bytecode(parts, _packed(sources.items())))) as made:
        code = {name: made.read(name) for name in made.namelist()}
    wheels = sorted(parts.glob("*.whl"))
    for wheel in wheels:
        kept = {name: content for name, content in _unpacked(wheel) if not name.startswith(OLDER)}
        (python / wheel.name).write_bytes(_packed(_begun(kept, WHEELS, code)))
    library = {name: content for name, content in _unpacked(parts / "python_stdlib.zip") if _used(name)}
    (python / "python_stdlib.zip").write_bytes(_packed(_begun(library, LIBRARY, code)))
    (python / "parlour.zip").write_bytes(_packed(_begun(sources, OURS, code)))
    shown = sorted(path for path in out.rglob("*") if path.is_file())
    bytes_of = {path: _compressed(path) for path in shown}
    digest = hashlib.sha256()
    for path in shown:
        digest.update(f"{path.relative_to(out).as_posix()}\0".encode() + path.read_bytes())
    whole = sum(bytes_of.values())
    names = [*PARTS, *(wheel.name for wheel in wheels), "parlour.zip"]
    told: dict[str, Any] = {
        "version": parlour.__version__,
        "edition": digest.hexdigest()[:16],
        "bytes": whole,
        "python": [{"name": name, "bytes": (python / name).stat().st_size} for name in names],
        "wheels": [wheel.name for wheel in wheels],
    }
    (out / "tab.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    _entrance(out, told["edition"], whole)
    files = {
        path.relative_to(out).as_posix(): base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()
        for path in sorted(out.rglob("*"))
        if path.is_file()
    }
    worker = (STATIC / "tab-worker.js").read_text(encoding="utf-8")
    list_of = json.dumps({"edition": told["edition"], "files": files})
    (out / WORKER).write_text(worker.replace("'EDITION'", list_of), encoding="utf-8")
    return whole


def _page(out: Path) -> None:
    """The built page, and the tables that packages bring for it, at the addresses that a server has for them."""
    for path in STATIC.rglob("*"):
        name = path.relative_to(STATIC).as_posix()
        if path.is_file() and path.suffix not in (".br", ".gz", ".map") and name not in (WORKER, "tab-worker.js", "index.html"):
            target = out / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    for name in games():
        folder = brought(load(name))
        if folder is not None:
            shutil.copytree(folder, out / "api" / "games" / name / "page")


def _still(out: Path) -> None:
    """What is answered alike before Python is there: the games, their words and their rulebooks."""
    api = out / "api"
    api.mkdir(exist_ok=True)
    (api / "config.json").write_bytes(to_json(config()))
    shown = []
    for one in offered(Ready()):
        shown.append(one)
        game = load(one["game"])
        for kind, ending in (("words", "json"), ("rulebook", "md")):
            (api / "games" / game.name / kind).mkdir(parents=True, exist_ok=True)
            for path in game.folder.glob(f"{kind}.*.{ending}"):
                language = path.name.split(".")[1]
                shutil.copyfile(path, api / "games" / game.name / kind / f"{language}.{ending}")
    (api / "games.json").write_bytes(to_json(shown))


def _entrance(out: Path, edition: str, whole: int) -> None:
    """The first file, which says that the room is here; and the same for addresses that a static host does not know."""
    page = (STATIC / "index.html").read_text(encoding="utf-8").replace('="/', '="./')
    assert './" />' in page
    mark = f'<meta name="parlour-tab" content="{edition}" data-bytes="{whole}" />'
    (out / "index.html").write_text(page.replace(HEAD.replace('"/"', '"./"'), mark), encoding="utf-8")
    (out / "404.html").write_text(LOST, encoding="utf-8")


def _packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive, always the same of the same files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return packed.getvalue()


def _unpacked(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            yield name, archive.read(name)


def _begun(sources: dict[str, bytes], whose: str, code: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """These files with the bytecode of those that Python begins with, in their place or, of games, beside them."""
    mine = {name.removeprefix(f"{whose}/"): content for name, content in code.items() if name.startswith(f"{whose}/")}
    for name, content in sources.items():
        if f"{name}c" in mine:
            yield f"{name}c", mine[f"{name}c"]
        else:
            yield name, content
    yield from ((name, content) for name, content in mine.items() if "/__pycache__/" in name)


def _needed() -> Iterator[tuple[str, bytes]]:
    """Parlour's own Python, and what is beside it, as far as a tab needs it: names in its archive, and what lies there."""
    for path in _files(SOURCE):
        name = path.relative_to(SOURCE).as_posix()
        if name in BY_PYTEST or any(name.startswith(f"{left}/") for left in LEFT_OUT):
            continue
        if not path.name.startswith("rulebook.") or name.startswith("scaffold/"):  # the games' lie beside the page
            yield f"parlour/{name}", path.read_bytes()
    points = []
    for game in map(load, games()):
        if game.package.startswith("parlour."):
            continue
        top = game.package.partition(".")[0]
        folder = Path(next(iter(importlib.import_module(top).__path__)))
        points.append(f"{game.name} = {game.package}\n")
        for path in _files(folder):
            yield f"{top}/{path.relative_to(folder).as_posix()}", path.read_bytes()
    if points:  # how games of other packages are found
        yield "bundled-0.dist-info/METADATA", b"Metadata-Version: 2.1\nName: bundled\nVersion: 0\n"
        yield "bundled-0.dist-info/entry_points.txt", ("[parlour.games]\n" + "".join(points)).encode()


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]


def _lock(path: Path) -> None:
    """Pyodide's own list, without the packages that it would fetch from elsewhere."""
    lock = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")


def _used(name: str) -> bool:
    """Whether anybody needs a file of Python's own library: not mail, debuggers and codes of other alphabets."""
    top, _, rest = name.partition("/")
    if top.partition(".")[0] in UNUSED or name.startswith(UNUSED_PARTS):
        return False
    return top != "encodings" or rest.partition(".")[0] in CODES


def _compressed(path: Path) -> int:
    """Bytes of a file as a web server sends it."""
    return min(path.stat().st_size, len(gzip.compress(path.read_bytes(), 6)))
