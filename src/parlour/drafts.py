"""The package of a game of one's own, as texts by path: laid out from a model, packed to be sent, and read again.

`parlour new-game` writes it into a folder, and the bench of a room in a tab keeps it in the browser.
"""

import base64
import binascii
import importlib.util
import io
import json
import keyword
import re
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

TEXTS = {".py", ".json", ".md", ".js", ".css"}
LEFT = ("puzzles.jsonl.gz",)  # of a model: found in its games, and true of no other
SPOKEN = ("en", "fr")  # what a game speaks at least
DATA = "data:;base64,"  # begins what is no text
MOST_FILES, MOST_BYTES = 200, 4_000_000  # of a package that is read
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
INSIDE = re.compile(r"[A-Za-z0-9_][\w.-]*(/[A-Za-z0-9_][\w.-]*){0,5}")
PROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "parlour-{slug}"
version = "0.1"
description = "{title}, a game for Parlour"
requires-python = ">=3.11"
dependencies = ["parlour"]

[project.optional-dependencies]
test = ["parlour[test]"]

[project.entry-points."parlour.games"]
{name} = "parlour_{name}"

[tool.hatch.build.targets.wheel]
packages = ["parlour_{name}"]
"""

Files = dict[str, str]


class NoPackage(ValueError):
    """What was brought is no package of a game; the message says why."""


def fault(name: str) -> str:
    """What is wrong with a name for a game; empty where nothing is."""
    if NAME.fullmatch(name) and not keyword.iskeyword(name):
        return ""
    return f"a game's name is lower case letters, digits and _, beginning with a letter, not {name!r}"


def title(name: str) -> str:
    """A game's id as people write it."""
    return name.replace("_", " ").capitalize()


def project(name: str) -> str:
    """The file by which pip knows the package."""
    return PROJECT.format(name=name, slug=name.replace("_", "-"), title=title(name))


def laid_out(name: str, model: str = "parlour.scaffold", languages: tuple[str, ...] = SPOKEN, *, full: bool = False) -> Files:
    """The files of a package like another: by default the small game that passes the laws.

    Of a model that has more languages these are taken; with `full` the small game has every optional part.
    """
    found = importlib.util.find_spec(model)
    assert found is not None
    assert found.origin is not None
    package, old = f"parlour_{name}", model.rpartition(".")[2]
    files: Files = {"pyproject.toml": project(name), f"{package}/__init__.py": f'"""{title(name)}, a game for Parlour."""\n'}
    for file in sorted(Path(found.origin).parent.iterdir()):
        if file.name in (*LEFT, "__init__.py") or not file.is_file():
            continue
        if file.suffix not in TEXTS:
            files[f"{package}/{file.name}"] = DATA + base64.b64encode(file.read_bytes()).decode()
        elif not re.match(r"(words|rulebook)\.", file.name) or file.name.split(".")[1] in languages:
            text = file.read_text(encoding="utf-8").replace(model, package).replace(f'"{old}"', f'"{name}"')
            if old == "scaffold":
                text = text.replace("Scaffold", title(name))
            elif file.name.startswith("words."):
                text = json.dumps({**json.loads(text), "name": title(name)}, ensure_ascii=False, indent=2) + "\n"
            files[f"{package}/{file.name}"] = text
    if full:
        _with_all(files, Path(found.origin).parent / "full", name)
    return files


def _with_all(files: Files, more: Path, name: str) -> None:
    """The small game's optional parts, and their words among the others."""
    for file in sorted(more.rglob("*")):
        path = f"parlour_{name}/{file.relative_to(more).as_posix()}"
        if file.suffix == ".json":
            words = json.loads(files[path])
            for section, found in json.loads(file.read_text(encoding="utf-8")).items():
                words[section] = {**words.get(section, {}), **found}
            files[path] = json.dumps(words, ensure_ascii=False, indent=2) + "\n"
        elif file.suffix in TEXTS and file.name != "__init__.py":
            text = file.read_text(encoding="utf-8").replace("parlour.scaffold", f"parlour_{name}")
            files[path] = text.replace('"scaffold"', f'"{name}"').replace("Scaffold", title(name))


def packed(name: str, files: Mapping[str, str]) -> bytes:
    """The package as an archive that `pip install` takes; always the same of the same files."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{name}/{path}", (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content(text))
    return whole.getvalue()


def content(text: str) -> bytes:
    """A file's bytes."""
    return base64.b64decode(text[len(DATA) :]) if text.startswith(DATA) else text.encode()


def unpacked(archive: bytes) -> tuple[str, Files]:
    """The name of the game in a packed package, and its files. Raises NoPackage."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as whole:
            return _read(whole)
    except (zipfile.BadZipFile, binascii.Error, EOFError, NotImplementedError, RuntimeError) as error:
        raise NoPackage(f"this is no archive that can be read: {error}") from None


def _read(whole: zipfile.ZipFile) -> tuple[str, Files]:
    entries = [entry for entry in whole.infolist() if not entry.is_dir()]
    if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise NoPackage(f"a package has at most {MOST_FILES} files and {MOST_BYTES // 1_000_000} MB")
    projects = [entry.filename for entry in entries if entry.filename.rpartition("/")[2] == "pyproject.toml"]
    if not projects:
        raise NoPackage("there is no pyproject.toml in it, as `parlour new-game` lays it out")
    top = min(projects, key=len).rpartition("pyproject.toml")[0]
    files = {path: _text(whole.read(entry)) for entry in entries for path in _inside(entry.filename, top)}
    name, package = _named(files["pyproject.toml"])
    if f"{package}/rules.py" not in files:
        raise NoPackage(f"there is no {package}/rules.py in it")
    return name, files


def _inside(path: str, top: str) -> Iterator[str]:
    """The path of a file below the package's folder, where it has a place there."""
    rest = path.removeprefix(top)
    if path.startswith(top) and "__pycache__" not in rest and not rest.startswith("."):
        if not INSIDE.fullmatch(rest) or ".." in rest:
            raise NoPackage(f"a file is called {rest!r}")
        yield rest


def _text(found: bytes) -> str:
    try:
        return found.decode()
    except UnicodeDecodeError:
        return DATA + base64.b64encode(found).decode()


def _named(text: str) -> tuple[str, str]:
    """The game that a project registers, and its package."""
    try:
        points = tomllib.loads(text)["project"]["entry-points"]["parlour.games"]
        ((name, package),) = points.items()
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError, ValueError):
        raise NoPackage('its pyproject.toml does not name one game under [project.entry-points."parlour.games"]') from None
    if fault(name) or package != f"parlour_{name}":
        raise NoPackage(f"its game {name!r} lies in {package!r}; the bench takes parlour_NAME, as `parlour new-game` lays it out")
    return name, package
