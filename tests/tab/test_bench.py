"""The bench of a room in a tab, without a browser: files become a game, are held to the laws, and the table goes on."""

import asyncio
import base64
import io
import json
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from parlour import drafts
from parlour.cli.new_game import lay_out
from parlour.server.wire.refused import Refused
from parlour.tab.bench import desk as desks
from parlour.tab.bench import trying
from parlour.tab.bench.bench import DEEDS, Bench
from parlour.tab.drawers import Change, Drawers, InMemory
from parlour.testing import kit
from parlour.testing.sheet import OFF, SHEET
from tests.tab.pages import NOON, Page, alone


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the bench installs its game, which is looked at briefly; afterwards nothing of it is left in this process."""
    monkeypatch.setattr(trying, "MATCHES", 4)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = list(sys.path)
    yield tmp_path / "bench"
    sys.path[:] = before
    for name in [name for name in sys.modules if name.startswith("parlour_dice")]:
        del sys.modules[name]
    desks.forget()


class Gated(InMemory):
    """Drawers of which a write waits as long as the gate is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.waits = asyncio.Event()

    async def write(self, changes: Sequence[Change]) -> None:
        if not self.gate.is_set():
            self.waits.set()
            await self.gate.wait()
        await super().write(changes)


class Tried:
    """A bench, and what it said on the way."""

    def __init__(self, folder: Path, drawers: Drawers | None = None) -> None:
        loop = asyncio.get_running_loop()
        self.bench: Bench[None] = Bench(
            drawers or InMemory(), lambda: None, lambda house: None, folder, lambda: NOON + loop.time()
        )
        self.told: list[Any] = []

    async def raw(self, what: str, **given: Any) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(
            await self.bench.do(what, json.dumps(given), lambda text: self.told.append(json.loads(text)))
        )
        return found

    async def ask(self, what: str, **given: Any) -> Any:
        found = await self.raw(what, **given)
        assert "done" in found, found
        return found["done"]

    async def table(self, **given: Any) -> Any:
        return await self.ask("table", **{"players": 3, "options": {}, "seed": 7, "as": "Ada", "avatar": "fox", **given})

    async def laws(self) -> list[Any]:
        """What every law finds."""
        count = await self.ask("laws")
        assert count > 20
        found = []
        for number in range(count):
            one = await self.ask("law", number=number)
            found += one["faults"]
            if one["last"]:
                break
        return found

    async def play(self, chair: Any, turns: int) -> None:
        page = Page(self.bench.live.house, chair)
        for _ in range(turns):
            view = await page.until(page.asked)
            if view["view"]["over"]:
                break
            play = {"match": view["match"], "question": view["question"], "actions": [view["view"]["legal"][0]]}
            assert (await page.answered(type="play", **play))["type"] == "done"
            await page.until(lambda view=view: (page.last("view") is not view) or None)  # type: ignore[misc]
        await page.until(page.asked)
        page.line.leave()


def test_a_game_is_written_held_to_the_laws_and_played_on(folder: Path) -> None:
    async def evening() -> None:
        at = Tried(folder)
        files = await at.ask("lay_out", name="dice")
        rules = "parlour_dice/rules.py"
        shown = await at.ask("put", name="dice", files=files)
        assert shown["fault"] is None
        assert shown["game"]["game"] == "dice"
        assert await at.laws() == []
        found = await at.ask("figures", players=3, options={})
        assert found["games"] == 100
        assert found["from"] < found["share"] < found["to"]
        first = await at.table()
        assert not first["same"]
        await at.play(first["chair"], 2)
        assert await at.ask("place") == [2, 2]

        # What does not load says where, and the table goes on with what was there.
        broken = {**files, rules: files[rules].replace("def hide(s: Any, seat: int) -> None:", "def hide(s: Any seat")}
        fault = (await at.ask("put", name="dice", files=broken))["fault"]
        assert fault["file"] == rules
        assert files[rules].splitlines()[fault["line"] - 1].startswith("def hide")
        assert (await at.table())["same"]

        # Features are held to the subset too, as the kit holds them.
        calls = (
            "def one(s: Any) -> int:\n    return 1\n\n\ndef features(s: Any, seat: int, out: Any) -> None:\n    out[0] = one(s)\n"
        )
        counted = {**files, "parlour_dice/features.py": f"from typing import Any\n\nFEATURES = ()\n\n\n{calls}"}
        assert (await at.ask("put", name="dice", files=counted))["fault"] is None
        await at.ask("laws")
        [fault] = (await at.ask("law", number=0))["faults"]
        assert (fault["file"], fault["line"]) == ("parlour_dice/features.py", 10)

        # A law that is broken is said at the function it speaks of, a slip in the words at its line.
        leaky = {**files, rules: files[rules].replace("if p != seat and s.card[p] and", "if p < 0 and")}
        assert (await at.ask("put", name="dice", files=leaky))["fault"] is None
        said = await at.laws()
        assert any(files[rules].splitlines()[one["line"] - 1].startswith("def hide") for one in said), said
        words = "parlour_dice/words.fr.json"
        mute = {**files, words: files[words].replace('"keep"', '"keeep"')}
        await at.ask("put", name="dice", files=mute)
        slips = [one for one in await at.laws() if one["file"].startswith("parlour_dice/words.")]
        assert any("keep" in one["what"] for one in slips)

        # A rule that the match so far allows: the same place. One that it does not: the same cards from the start.
        longer = {**files, rules: files[rules].replace("default=3", "default=4")}
        assert (await at.ask("put", name="dice", files=longer))["fault"] is None
        kept = await at.table()
        assert kept["same"]
        assert kept["place"] == [2, 2]
        other = {
            **files,
            rules: files[rules].replace("MOST, VALUES, COPIES, ROUNDS = 6, 9, 4, 5", "MOST, VALUES, COPIES, ROUNDS = 6, 2, 9, 5"),
        }
        await at.ask("put", name="dice", files=other)
        assert not (await at.table())["same"]

    alone(evening)


def test_a_step_that_is_being_stored_stands_before_a_turn_is_taken_back(folder: Path) -> None:
    async def evening() -> None:
        drawers = Gated()
        at = Tried(folder, drawers)
        await at.ask("put", name="dice", files=await at.ask("lay_out", name="dice"))
        chair = (await at.table())["chair"]
        house = at.bench.live.house
        page = Page(house, chair)
        view = await page.until(page.asked)
        play = {"match": view["match"], "question": view["question"], "actions": [view["view"]["legal"][0]]}
        assert (await page.answered(type="play", **play))["type"] == "done"
        drawers.gate.clear()
        await drawers.waits.wait()  # a bot has played, and its step is on its way
        mine = len(await at.bench.live.steps())
        back = asyncio.ensure_future(at.ask("back"))
        await asyncio.sleep(1)
        drawers.gate.set()
        assert await back == {"moved": True, "place": [0, 1]}
        assert page.over
        with pytest.raises(Refused, match="try again"):
            await house.table(chair["table"])  # as a page would that has not heard yet
        await asyncio.sleep(10)
        assert await at.ask("on") == {"moved": True, "place": [1, 1]}
        assert len(await at.bench.live.steps()) > mine, "the bot's step is among those that were undone"
        await at.play(chair, 1)

    alone(evening)


def test_turns_are_taken_back_and_played_again(folder: Path) -> None:
    async def evening() -> None:
        at = Tried(folder)
        await at.ask("put", name="dice", files=await at.ask("lay_out", name="dice"))
        chair = (await at.table())["chair"]
        await at.play(chair, 3)
        before = await at.bench.live.steps()
        for turn in (2, 1):
            assert await at.ask("back") == {"moved": True, "place": [turn, 3]}
        assert await at.ask("on") == {"moved": True, "place": [2, 3]}
        assert await at.ask("on") == {"moved": True, "place": [3, 3]}
        assert await at.bench.live.steps() == before
        assert await at.ask("on") == {"moved": False, "place": [3, 3]}
        await at.ask("back")
        await at.play(chair, 1)
        assert (await at.ask("on"))["moved"] is False  # something else was played since
        again = await at.table(anew=True)
        assert again["place"] == [0, 0]
        first = [json.loads(text)[:2] for _, text in await at.bench.live.steps()]
        assert first == [json.loads(text)[:2] for _, text in before[: len(first)]], "the same seed deals the same cards"

    alone(evening)


@pytest.mark.parametrize("like", ["skyjo", "keys", "kings_keys", "keskife"])
def test_each_of_our_games_can_be_begun_from(folder: Path, like: str) -> None:
    async def evening() -> None:
        at = Tried(folder)
        files = await at.ask("lay_out", name="dice", like=like, language="nl")
        assert json.loads(files["parlour_dice/words.nl.json"])["name"] == "Dice"
        assert not [path for path, text in files.items() if f"games.{like}" in text]
        shown = await at.ask("put", name="dice", files=files)
        assert shown["fault"] is None
        assert shown["game"]["seats"]["low"] >= 2
        archive = base64.b64encode(drafts.packed("other", files)).decode()
        brought = await at.ask("unpack", archive=archive)
        assert brought == {"name": "dice", "files": files}

    alone(evening)


def test_what_is_no_package_is_refused_and_changes_nothing(folder: Path) -> None:
    async def evening() -> None:
        at = Tried(folder)
        files = await at.ask("lay_out", name="dice")
        await at.ask("put", name="dice", files=files)
        for name in ("Dice", "skyjo", "a/b", "if"):
            assert "wrong" in await at.raw("put", name=name, files=files), name
        assert "wrong" in await at.raw("put", name="dice", files={**files, "../out.py": ""})
        for archive in ("", "bm8=", "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=="):
            assert "wrong" in await at.raw("unpack", archive=archive)

    alone(evening)


def test_the_package_is_as_new_game_lays_it_out(folder: Path, tmp_path: Path) -> None:
    async def packed() -> Any:
        at = Tried(folder)
        files = await at.ask("lay_out", name="dice")
        await at.ask("put", name="dice", files=files)
        return await at.ask("pack", name="dice", files=files)

    with zipfile.ZipFile(io.BytesIO(base64.b64decode(alone(packed)))) as archive:
        sent = {name.removeprefix("dice/"): archive.read(name).decode() for name in archive.namelist()}
    for name in [name for name in sys.modules if name.startswith("parlour_dice")]:
        del sys.modules[name]
    lay_out("dice", tmp_path / "dice")
    laid = {path.relative_to(tmp_path / "dice").as_posix(): path for path in (tmp_path / "dice").rglob("*") if path.is_file()}
    assert sent == {name: path.read_text(encoding="utf-8") for name, path in laid.items() if "__pycache__" not in name}


def test_every_law_of_the_kit_is_on_the_sheet_or_said_to_be_off_it() -> None:
    tests = {name.removeprefix("test_").removeprefix("policy_") for name in dir(kit) if name.startswith("test_")}
    rows = {row.name for row in SHEET}
    off = {name.removeprefix("policy_") for name in OFF}
    assert tests - rows - off == {"keeps_its_memories"}  # memories_are_kept
    assert all(row.says.endswith(".") for row in SHEET), [row.says for row in SHEET if not row.says.endswith(".")]
    assert set(DEEDS) == {name for name in vars(Bench) if not name.startswith("_") and name != "do"}
