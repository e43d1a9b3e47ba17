"""What the page asks of the bench: a question by name and its JSON, and a JSON answer, a fault of the kit's words among them."""

import base64
import json
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from parlour import drafts
from parlour.drafts import NoPackage
from parlour.engine import GameError, load
from parlour.server.telling.catalogue import game_shown
from parlour.server.wire.refused import Refused
from parlour.tab.bench import trying
from parlour.tab.bench.desk import Desk
from parlour.tab.bench.live import Live, NotDealt
from parlour.tab.drawers import Drawers
from parlour.tab.house import House

Port = TypeVar("Port")
Given = dict[str, Any]
Told = Callable[[Any], None]


class Bench(Generic[Port]):
    """One game on it. `port` makes what carries the page of the table to its house."""

    def __init__(
        self,
        drawers: Drawers,
        beat: Callable[[], None],
        port: Callable[[Callable[[], House]], Port],
        folder: Path | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.desk = Desk(folder or Path(tempfile.mkdtemp(prefix="bench-")), beat)
        self.live = Live(drawers, now)
        self.trying: trying.Trying | None = None
        self.port = port(lambda: self.live.house)

    async def do(self, what: str, given: str, told: Callable[[str], None]) -> str:
        """Answer a question; never raises. An answer is `{"done": …}` or `{"wrong": "…"}`."""
        try:
            found = await DEEDS[what](self, json.loads(given), lambda part: told(json.dumps(part)))
        except (NoPackage, NotDealt, GameError, Refused) as error:
            return json.dumps({"wrong": str(error) or type(error).__name__})
        except Exception as error:  # rules that are being written may fail in any way
            return json.dumps({"fault": self.desk.fault_of(error)})
        return json.dumps({"done": found}, ensure_ascii=False)

    async def lay_out(self, given: Given, told: Told) -> Any:
        """The files of a new game; `like` names one of ours, else the small model."""
        if drafts.fault(given["name"]):
            raise NoPackage(drafts.fault(given["name"]))
        model = f"parlour.games.{given['like']}" if given.get("like") else "parlour.scaffold"
        return drafts.laid_out(given["name"], model, (*drafts.SPOKEN, given.get("language", "en")))

    async def put(self, given: Given, told: Told) -> Any:
        """Load these files. Gives the game, or what is wrong and where."""
        fault = self.desk.put(given["name"], given["files"])
        return {"fault": fault, "game": None if fault is not None else game_shown(load(given["name"]))}

    async def table(self, given: Given, told: Told) -> Any:
        """The table, taken up again after a change or, with `anew`, dealt."""
        game = load(self.desk.name)
        players = min(max(int(given["players"]), game.seats.start), game.seats.stop - 1)
        options = {name: value for name, value in given["options"].items() if name in game.option_cells}
        if given.get("anew"):
            self.live.chair = None
        rules = (players, options, int(given["seed"]), str(given["as"]), str(given["avatar"]))
        chair, same = await self.live.again(game.name, *rules)
        return {"chair": chair, "same": same, "players": players, "place": await self.live.place()}

    async def place(self, given: Given, told: Told) -> Any:
        """The turn of the person's at which the table stands, and how many they had played."""
        return await self.live.place()

    async def back(self, given: Given, told: Told) -> Any:
        """One turn back."""
        return {"moved": await self.live.back(), "place": await self.live.place()}

    async def on(self, given: Given, told: Told) -> Any:
        """One turn on, where one had been played."""
        return {"moved": await self.live.on(), "place": await self.live.place()}

    async def laws(self, given: Given, told: Told) -> Any:
        """Begin to hold it to the laws: how many there are for it."""
        self.trying = trying.Trying(self.desk, int(given.get("seed", 1)))
        return len(self.trying)

    async def law(self, given: Given, told: Told) -> Any:
        """Hold it to a law, by its number from 0."""
        assert self.trying is not None
        return self.trying.law(int(given["number"]))

    async def figures(self, given: Given, told: Told) -> Any:
        """A hundred games."""
        return trying.figures(self.desk, int(given["players"]), given["options"], int(given.get("seed", 1)), told)

    async def pack(self, given: Given, told: Told) -> Any:
        """The package, to be sent; with what lies beside it where the game can be played."""
        try:
            beside = trying.told_beside(self.desk)
        except Exception:  # a game that cannot be played is sent as it is
            beside = {}
        return base64.b64encode(drafts.packed(given["name"], {**given["files"], **beside})).decode()

    async def unpack(self, given: Given, told: Told) -> Any:
        """A package that was brought."""
        name, files = drafts.unpacked(base64.b64decode(given["archive"]))
        return {"name": name, "files": {path: text for path, text in files.items() if not path.startswith("playthroughs/")}}


Deed = Callable[[Any, Given, Told], Awaitable[Any]]
DEEDS: dict[str, Deed] = {
    "lay_out": Bench.lay_out,
    "put": Bench.put,
    "table": Bench.table,
    "place": Bench.place,
    "back": Bench.back,
    "on": Bench.on,
    "laws": Bench.laws,
    "law": Bench.law,
    "figures": Bench.figures,
    "pack": Bench.pack,
    "unpack": Bench.unpack,
}
