"""Where the files of a game lie while it is written: installed as a package would be, and again after every change."""

import ast
import importlib
import json
import linecache
import re
import shutil
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from typing_extensions import TypedDict

from parlour.drafts import NoPackage, content, fault
from parlour.engine import Game, load

PLACE = re.compile(r"(?P<file>\w+\.py), line (?P<line>\d+)")
KEY = re.compile(r"(?P<language>\w\w): (?P<key>/\S+)")
BEAT = 512  # calls of the rules between two signs of life


class Fault(TypedDict):
    """What is wrong, where one would look for it; line 0: nowhere in particular."""

    file: str
    line: int
    what: str
    more: str


class Desk:
    """One game's files in a folder; `beat` is called now and then while its rules are at work."""

    def __init__(self, folder: Path, beat: Callable[[], None] = lambda: None) -> None:
        self.folder = folder
        self.name = ""
        self._beat = beat
        self._calls = 0

    @property
    def package(self) -> str:
        return f"parlour_{self.name}"

    def put(self, name: str, files: Mapping[str, str]) -> Fault | None:
        """Install these files; what was there before stays, and goes on, where they do not load. Raises NoPackage."""
        if fault(name):
            raise NoPackage(fault(name))
        if name in _ours():
            raise NoPackage(f"{name} is the name of one of our own games")
        had, before = self.name, self._gone(self.package) if self.name else {}
        self.name = name
        self._gone(self.package)
        self._write(files)
        try:
            self._wake(load(name))
        except Exception as error:
            told = self.fault_of(error.__cause__ or error)
            self._gone(self.package)
            sys.modules.update(before)
            self.name = had or name
            return told
        return None

    def _write(self, files: Mapping[str, str]) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        for path, text in files.items():
            target = (self.folder / path).resolve()
            if not target.is_relative_to(self.folder.resolve()):
                raise NoPackage(f"a file is called {path!r}")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content(text))
        points = self.folder / "bench-0.dist-info"
        points.mkdir()
        (points / "METADATA").write_text("Metadata-Version: 2.1\nName: bench\nVersion: 0\n", encoding="utf-8")
        (points / "entry_points.txt").write_text(f"[parlour.games]\n{self.name} = {self.package}\n", encoding="utf-8")
        if str(self.folder) not in sys.path:
            sys.path.insert(0, str(self.folder))
        importlib.invalidate_caches()
        linecache.clearcache()
        forget()

    def _gone(self, package: str) -> dict[str, ModuleType]:
        """Takes the modules of a package out of what is imported, and gives them."""
        names = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
        return {name: sys.modules.pop(name) for name in names}

    def _wake(self, game: Game) -> None:
        """Rules that are at work say so, that somebody notices when they are not."""

        def alive(function: Callable[..., Any]) -> Callable[..., Any]:
            def called(*given: Any) -> Any:
                self._calls += 1
                if not self._calls % BEAT:
                    self._beat()
                return function(*given)

            return called

        for name in ("to_act", "play", "hide"):
            setattr(game, name, alive(getattr(game, name)))

    # --- where it is

    def fault_of(self, error: BaseException) -> Fault:
        """Where in the files an error was raised, and what it says."""
        more = "".join(traceback.format_exception(error))
        what = f"{type(error).__name__}: {error}"
        if isinstance(error, SyntaxError) and error.filename:
            return {"file": self._path(error.filename), "line": error.lineno or 0, "what": error.msg, "more": more}
        if isinstance(error, json.JSONDecodeError):
            return {"file": "", "line": error.lineno, "what": what, "more": more}
        mine = [frame for frame in traceback.extract_tb(error.__traceback__) if self._path(frame.filename)]
        if mine:
            return {"file": self._path(mine[-1].filename), "line": mine[-1].lineno or 0, "what": what, "more": more}
        return self.place(what, "")

    def _path(self, file: str) -> str:
        """A file's path in the package; empty for one that is not of it."""
        found = Path(file).resolve()
        return found.relative_to(self.folder.resolve()).as_posix() if found.is_relative_to(self.folder.resolve()) else ""

    def place(self, said: str, of: str) -> Fault:
        """Where one would look for what the kit said: the line it names, or the function `of` that it speaks of."""
        what, _, more = said.partition("\n")
        found = PLACE.search(said)
        if found and (self.folder / self.package / found["file"]).is_file():
            return {"file": f"{self.package}/{found['file']}", "line": int(found["line"]), "what": what, "more": more}
        word = KEY.search(what)
        if word:
            file = f"{self.package}/words.{word['language']}.json"
            return {"file": file, "line": self._line(file, f'"{word["key"].rpartition("/")[2]}"'), "what": what, "more": more}
        for path in sorted((self.folder / self.package).glob("*.py"), key=lambda path: path.name != "rules.py"):
            line = _defined(path.read_text(encoding="utf-8"), of)
            if line:
                return {"file": f"{self.package}/{path.name}", "line": line, "what": what, "more": more}
        return {"file": f"{self.package}/rules.py", "line": 0, "what": what, "more": more}

    def _line(self, file: str, wanted: str) -> int:
        """The first line of a file in which a text stands; 0: none."""
        path = self.folder / file
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        return next((number for number, line in enumerate(lines, 1) if wanted in line), 0)


def _defined(text: str, name: str) -> int:
    """The line in which a module defines a name; 0: it does not."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return 0
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return node.lineno
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets):
            return node.lineno
    return 0


def _ours() -> list[str]:
    import parlour.games  # noqa: PLC0415

    return [path.name for path in Path(parlour.games.__path__[0]).iterdir() if path.is_dir()]


def forget() -> None:
    """What Parlour remembers of games by their names is looked up anew."""
    for name, module in list(sys.modules.items()):
        if name.startswith("parlour."):
            for thing in list(vars(module).values()):
                clear = getattr(thing, "cache_clear", None)
                if callable(clear):
                    clear()
