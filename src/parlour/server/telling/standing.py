"""A league's rounds and standings: who is drawn together next, and what the matches of its tables came to."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from parlour.engine.record.draws import hashed
from parlour.server.table.sealing import NAMED
from parlour.server.telling import pairing, teams
from parlour.server.telling.teams import AT_A_TABLE, CROSSED, SIDES, TABLES
from parlour.server.wire.evenings import MatchPlayed
from parlour.server.wire.leagues import LeaguePlayer, LeagueRound, LeagueShown, LeagueTable, System, TeamsShown
from parlour.server.wire.refused import Refused

MOST = 256  # players


@dataclass(slots=True)
class Player:
    """Somebody in a league."""

    player: int
    name: str
    avatar: str
    token: str  # SHA-256, in hex
    device: str | None = None  # likewise
    paused: bool = False
    side: int | None = None  # of teams


@dataclass(slots=True)
class Board:
    """A table of a round; `people` are the numbers that its players have there, by player."""

    players: list[int]
    word: str | None = None
    people: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class League:
    """One league, as it is stored. What its matches came to is never stored here."""

    name: str
    game: str
    options: dict[str, Any]
    system: System
    size: int
    planned: int
    token: str  # of whoever runs it: SHA-256, in hex
    seed: int
    players: list[Player] = field(default_factory=list)
    rounds: list[list[Board]] = field(default_factory=list)
    secret: str = ""  # of teams: what their deals follow from

    @property
    def deal(self) -> str:
        """The name of the deal of this round: it does not tell of which league it is."""
        return f"{CROSSED}{hashed(CROSSED, self.secret, str(len(self.rounds)))[:NAMED]}"

    def smaller_side(self) -> int:
        """The side that fewer people are on."""
        on = Counter(one.side for one in self.players if not one.paused)
        return min(range(SIDES), key=lambda side: on[side])

    def join_side(self, side: int) -> int:
        """Raises Refused (table_full)."""
        if sum(one.side == side and not one.paused for one in self.players) >= AT_A_TABLE:
            raise Refused("table_full", "four people are on this side already", field="side")
        return side

    @property
    def over(self) -> bool:
        return len(self.rounds) >= self.planned

    def player(self, number: int) -> Player:
        """Raises Refused (no_such_person)."""
        for player in self.players:
            if player.player == number:
                return player
        raise Refused("no_such_person", "nobody in this league has this number", field="player")

    def board(self, player: int) -> Board:
        """The table of somebody in this round. Raises Refused (not_seated)."""
        for board in self.rounds[-1] if self.rounds else ():
            if player in board.players and len(board.players) > 1:
                return board
        raise Refused("not_seated", "you have no table in this round")

    def draw(self, played: "Played") -> None:
        """The next round, of those who are not paused. Raises Refused (wrong_status, not_enough_people)."""
        if self.over:
            raise Refused("wrong_status", "all rounds have been drawn")
        here = [player.player for player in self.players if not player.paused]
        if len(here) < 2:
            raise Refused("not_enough_people", "a round needs at least two players")
        points = self.points(played)
        if self.system == "teams":
            sides = [[one.player for one in self.players if one.side == side and not one.paused] for side in range(SIDES)]
            tables = teams.crossed(sides, len(self.rounds))
        elif self.system == "all_play_all" and self.size == 2:
            tables = self._round_the_circle(here)
        else:
            level = dict.fromkeys(here, 0.0) if self.system == "all_play_all" else points
            tables = pairing.swiss(here, level, self.met, self.size, self.out, self.seed + len(self.rounds))
        self.rounds.append([Board(table) for table in tables])

    def _round_the_circle(self, here: Sequence[int]) -> pairing.Tables:
        """Whoever meets one who is paused sits out."""
        everybody = [player.player for player in self.players]
        tables = pairing.circle(everybody, len(self.rounds))
        left = [[player for player in table if player in here] for table in tables]
        return sorted((table for table in left if table), key=lambda table: -len(table))

    @property
    def met(self) -> pairing.Met:
        """Who has sat at a table with whom."""
        return frozenset(frozenset(pair) for boards in self.rounds for board in boards for pair in combinations(board.players, 2))

    @property
    def out(self) -> Counter[int]:
        """How often somebody sat out."""
        return Counter(board.players[0] for boards in self.rounds for board in boards if len(board.players) == 1)

    def result(self, board: Board, played: "Played") -> "Result":
        """The match that counts at a table, and what it came to; none until there is one.

        It is the first by the league's game and rules in which all of them sat; of teams, with the house's deal and as they
        were seated.
        """
        crossed = self.system == "teams"
        for match in played.get(board.word or "", ()):
            if match["game"] != self.game or match["options"] != self.options or match["practice"]:
                continue
            if match["dealt_again"] != crossed or len(board.people) != len(board.players):
                continue
            sat = {seat["person"]: seat for seat in match["seats"]}
            drawn = [board.people[player] for player in board.players]
            if crossed and drawn != [seat["person"] for seat in match["seats"]]:
                continue
            if all(person in sat and sat[person]["rank"] for person in drawn):
                points = _shared([sat[person]["rank"] for person in drawn])
                return Result(match["match"], points, [sat[person]["score"] for person in drawn])
        return Result(None, [], [])

    def both_played(self, boards: Sequence[Board], played: "Played") -> bool:
        """Whether the same deal was played at both tables of a round."""
        return len(boards) == TABLES and all(self.result(board, played).match is not None for board in boards)

    def teams(self, played: "Played") -> TeamsShown | None:
        """How the two sides stand."""
        if self.system != "teams":
            return None
        side_of = {player.player: player.side for player in self.players}
        points, differences = [0.0, 0.0], []
        for boards in self.rounds:
            if not self.both_played(boards, played):
                continue
            won = [0.0, 0.0]
            for board in boards:
                for player, share in zip(board.players, self.result(board, played).points, strict=True):
                    won[side_of[player] or 0] += share
            points = [total + one for total, one in zip(points, won, strict=True)]
            differences.append(won[0] - won[1])
        mean, error = teams.margin(differences)
        return {"points": points, "deals": len(differences), "mean": mean, "error": error}

    def points(self, played: "Played") -> dict[int, float]:
        """What everybody has."""
        points = {player.player: 0.0 for player in self.players}
        for boards in self.rounds:
            for board in boards:
                if len(board.players) == 1:
                    points[board.players[0]] += 1.0 if self.size == 2 else (self.size - 1) / 2
                for player, won in zip(board.players, self.result(board, played).points, strict=False):
                    points[player] += won
        return points

    def shown(self, word: str, played: "Played") -> LeagueShown:
        """All that everybody may know."""
        points, out = self.points(played), self.out
        counted: Counter[int] = Counter()
        rounds = []
        for boards in self.rounds:
            tables, told = [], self.system != "teams" or self.both_played(boards, played)
            for number, board in enumerate((board for board in boards if len(board.players) > 1), 1):
                match, won, scores = self.result(board, played)
                counted.update(board.players if match is not None else ())
                table = board.word if told else None
                tables.append(
                    LeagueTable(number=number, table=table, players=board.players, match=match, points=won, scores=scores)
                )
            sits_out = [board.players[0] for board in boards if len(board.players) == 1]
            rounds.append(LeagueRound(tables=tables, out=sits_out))
        players = [
            LeaguePlayer(
                player=one.player,
                name=one.name,
                avatar=one.avatar,
                side=one.side,
                paused=one.paused,
                points=points[one.player],
                played=counted[one.player],
                out=out[one.player],
            )
            for one in self.players
        ]
        return {
            "league": word,
            "name": self.name,
            "game": self.game,
            "options": self.options,
            "system": self.system,
            "size": self.size,
            "planned": self.planned,
            "players": sorted(players, key=lambda one: (-one["points"], one["name"])),
            "rounds": rounds,
            "over": self.over and all(table["match"] is not None for table in rounds[-1]["tables"]),
            "teams": self.teams(played),
        }

    def kept(self) -> dict[str, Any]:
        """What is stored of it."""
        return asdict(self)

    @classmethod
    def restored(cls, kept: dict[str, Any]) -> "League":
        """Take up what was stored."""
        players = [Player(**form) for form in kept["players"]]
        rounds = [[_board(form) for form in boards] for boards in kept["rounds"]]
        return cls(**{**kept, "players": players, "rounds": rounds})


class Result(NamedTuple):
    """What the match that counts at a table came to, by its players in their order."""

    match: int | None
    points: list[float]
    scores: list[int]


Played = Mapping[str, Sequence[MatchPlayed]]  # the matches of tables, by their words


def _board(form: dict[str, Any]) -> Board:
    """JSON has no numbers for names."""
    return Board(form["players"], form["word"], {int(player): person for player, person in form["people"].items()})


def _shared(ranks: Sequence[int]) -> list[float]:
    """Whom each has beaten, and the half of those with whom they share a place."""
    return [sum(other > rank for other in ranks) + (sum(other == rank for other in ranks) - 1) / 2 for rank in ranks]
