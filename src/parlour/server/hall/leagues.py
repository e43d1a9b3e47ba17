"""Leagues of a house: who plays in them, what is drawn, and the tables at which their people are seated."""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol, TypeVar

from parlour.bots import seated
from parlour.bots.day import reference_deal
from parlour.engine import GameError, Log, load
from parlour.engine.record.deal import Deal
from parlour.engine.record.draws import hashed
from parlour.server.hall.matches import Matches
from parlour.server.hall.place import Place
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.chairs import digest
from parlour.server.table.names import free_name, proper_name
from parlour.server.table.records import LeagueKept
from parlour.server.table.running import Roll
from parlour.server.table.seats import proper_avatar
from parlour.server.table.tablewords import TABLE_WORD, table_word
from parlour.server.telling.standing import MOST, Board, League, Played, Player
from parlour.server.telling.teams import AT_A_TABLE
from parlour.server.wire.bodies import JoinTable, OpenTable
from parlour.server.wire.leagues import EnterLeague, LeagueKey, LeagueShown, OpenLeague, PlayerKey, RunLeague, SitInLeague
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.door import Chair

T = TypeVar("T")


class LeaguesHub(Protocol):
    """The hub, as its leagues see it."""

    store: Store
    matches: Matches
    roll: Roll
    now: Callable[[], float]

    async def ask(self, look: Callable[..., T], *what: Any) -> T: ...
    async def at(self, word: str, do: Callable[[Place], Awaitable[T]]) -> T: ...
    async def open(self, asked: OpenTable, address: str, given: Deal | None = None) -> Chair: ...


class Leagues:
    """Of one house. What a league's matches came to is read from its tables whenever it is asked for."""

    def __init__(self, hub: LeaguesHub) -> None:
        self._hub = hub
        self._one_by_one: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)  # changes of a league, at this server

    async def open(self, asked: OpenLeague) -> LeagueKey:
        """A league nobody is in yet. Raises Refused (bad_name, unknown_game, bad_options)."""
        name = proper_name(asked.name)
        try:
            game = load(asked.game)
        except GameError as error:
            raise Refused("unknown_game", str(error), field="game") from None
        try:
            options = game.read_options(game.options(asked.options, game.seats.stop - 1))
        except GameError as error:
            raise Refused("bad_options", str(error), field="options") from None
        crossed = asked.system == "teams"
        size = AT_A_TABLE if crossed else asked.size
        if size not in game.seats:
            raise Refused("bad_options", f"{game.name} is not played by so many", field="size")
        if crossed and not seated(game, options):  # whose reference match gives the deal
            raise Refused("no_bots_here", "the house cannot deal for teams with these options", field="options")
        token = secrets.token_urlsafe(24)
        seed = self._hub.roll(1 << 31)
        league = League(name, game.name, options, asked.system, size, asked.rounds, digest(token), seed)
        league.secret = secrets.token_hex(32) if crossed else ""
        word = table_word(self._hub.roll)
        await self._keep(word, 1, league)
        return {"league": word, "token": token}

    async def shown(self, word: str) -> LeagueShown:
        """All that everybody may know. Raises Refused (unknown_league, away)."""
        _, league = await self._of(word)
        return league.shown(word, await self._played(league))

    async def enter(self, word: str, asked: EnterLeague) -> PlayerKey:
        """Somebody plays from the next round on; a device that is known under this name is who it was. Raises Refused."""
        async with self._one_by_one[word]:
            version, league = await self._of(word)
            token, device = secrets.token_urlsafe(24), digest(asked.device) if asked.device is not None else None
            mine = next((one for one in league.players if device is not None and one.device == device), None)
            if mine is not None and mine.name == proper_name(asked.name):
                mine.token, mine.paused = digest(token), False
            else:
                if len(league.players) >= MOST:
                    raise Refused("table_full", "this league is full")
                name = free_name(asked.name, (one.name for one in league.players))
                mine = Player(len(league.players) + 1, name, proper_avatar(asked.avatar), digest(token), device)
                if league.system == "teams":
                    mine.side = league.join_side(league.smaller_side() if asked.side is None else asked.side)
                league.players.append(mine)
            await self._keep(word, version + 1, league)
        return {"player": mine.player, "token": token}

    async def pause(self, word: str, asked: RunLeague) -> LeagueShown:
        """Somebody sits out from the next round on, or is called back. Raises Refused (not_host, no_such_person)."""
        async with self._one_by_one[word]:
            version, league = await self._run(word, asked)
            league.player(asked.player).paused = asked.paused
            await self._keep(word, version + 1, league)
        return league.shown(word, await self._played(league))

    async def draw(self, word: str, asked: RunLeague) -> LeagueShown:
        """The next round is drawn. Whoever let the others wait in the last one, and is away, is paused. Raises Refused."""
        async with self._one_by_one[word]:
            version, league = await self._run(word, asked)
            played = await self._played(league)
            for board in league.rounds[-1] if league.rounds else ():
                if league.system == "teams":
                    continue  # a side of three could not play
                if len(board.players) > 1 and league.result(board, played).match is None:
                    for player in await self._lost(board):
                        league.player(player).paused = True
            league.draw(played)
            await self._keep(word, version + 1, league)
        return league.shown(word, played)

    async def _lost(self, board: Board) -> list[int]:
        """Who never sat down at a table, or is not there."""
        away: set[int] = set()
        if board.word is not None:
            summary = await self._hub.at(board.word, lambda place: place.summary())
            away = {one["person"] for one in summary["away"]}
        return [player for player in board.players if player not in board.people or board.people[player] in away]

    async def sit(self, word: str, asked: SitInLeague, address: str) -> Chair:
        """A chair at the player's table of this round, which is opened for the first who asks. Raises Refused."""
        async with self._one_by_one[word]:
            version, league = await self._of(word)
            player = league.player(asked.player)
            if player.token != digest(asked.token):
                raise Refused("bad_token", "this token opens no place in this league")
            board = league.board(player.player)
            if player.player in board.people:
                raise Refused("here_already", "you have a chair at your table")
            if board.word is None:
                table = OpenTable(game=league.game, name=player.name, avatar=player.avatar, options=league.options)
                chair = await self._hub.open(table, address, await self._dealt(league))
                board.word = chair["table"]
            else:
                before = sum(one in board.people for one in board.players[: board.players.index(player.player)])
                form = JoinTable(name=player.name, avatar=player.avatar, place=before if league.system == "teams" else None)
                chair = await self._hub.at(board.word, lambda place: place.join(form))
            board.people[player.player] = chair["person"]
            await self._keep(word, version + 1, league)
        return chair

    async def _dealt(self, league: League) -> Deal | None:
        """What the house deals at both tables of teams in this round."""
        if league.system != "teams":
            return None
        game = load(league.game)
        empty = Log(game.name, game.version, 0, {}, ())
        make = partial(reference_deal, game, AT_A_TABLE, dict(league.options), league.deal, hashed(league.deal, league.secret))
        return await self._hub.matches.replays.through(empty, make)

    async def _run(self, word: str, asked: RunLeague) -> tuple[int, League]:
        version, league = await self._of(word)
        if league.token != digest(asked.token):
            raise Refused("not_host", "only who runs the league may do this")
        return version, league

    async def _of(self, word: str) -> tuple[int, League]:
        found = await self._hub.ask(self._hub.store.league, word) if TABLE_WORD.fullmatch(word) else None
        if found is None:
            raise Refused("unknown_league", "there is no league of this word")
        return found[0], League.restored(found[1])

    async def _played(self, league: League) -> Played:
        words = [board.word for boards in league.rounds for board in boards if board.word is not None]
        return await self._hub.ask(self._hub.store.played_at, words)

    async def _keep(self, word: str, version: int, league: League) -> None:
        """Raises Refused (away) where it was changed by another server meanwhile, or cannot be stored."""
        try:
            await self._hub.store.write([LeagueKept(word, version, league.kept(), self._hub.now())], Lane())
        except Exception:
            raise Refused("away", "this could not be kept; try again in a moment") from None
