"""A game in the terminal: one person against bots."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from rich.console import Console
from rich.markdown import Markdown

from parlour.bots.entrants import Company, held
from parlour.engine import Game, Match, View
from parlour.engine.contract.words import Json
from parlour.games.cells import CHANCE, CLOCK
from parlour.say import Say, game_words, house_words, rulebook

PEOPLE = (
    "Ada",
    "Tick",
    "Tock",
    "Cog",
    "Noor",
    "Jules",
    "Mira",
    "Otto",
    "Ines",
    "Remy",
    "Lou",
    "Bela",
    "Kit",
    "Zoe",
    "Max",
    "Ida",
)
SHOWN = 24  # choices listed unasked: a screenful


class Quit(Exception):
    """The person has had enough."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """One person's seat at a match in the terminal; bots hold the other seats."""

    match: Match
    game: Game
    console: Console
    ask: Callable[[str], str]
    say: Say
    house: Say
    language: str
    names: list[str]
    seat: int = 0

    def tell(self, since: int) -> int:
        """Print what this seat has heard since; returns how much it has heard now."""
        view = self.match.view(self.seat)
        for sentence in self.say.story(view.told_json(since), self.seat, self.names):
            self.console.print(sentence, markup=False, highlight=False)
        return len(view.events)

    def show(self, view: View) -> None:
        """Print the table, where the game draws one."""
        part = self.game.part("terminal")
        if part is not None:
            self.console.print(part.table(view, self.names, self.say.text), markup=False, highlight=False)

    def offer(self, forms: list[dict[str, Json]], everything: bool) -> None:
        shown = forms if everything else forms[:SHOWN]
        for i, form in enumerate(shown, 1):
            self.console.print(f"{i:>3}  {self.say.action(form, self.names)}  ({typed(form)})", markup=False, highlight=False)
        if len(shown) < len(forms):
            self.console.print(self.house.text("more", count=len(forms) - len(shown)), markup=False)

    def choose(self) -> int:
        """Ask until the answer is an action this seat may play. Raises Quit."""
        view = self.match.view(self.seat)
        numbers = sorted(view.legal) + view.may  # what may be done unasked, such as leaving, is understood but not offered
        forms = [self.game.actions.read(number) for number in sorted(view.legal)]
        choices = [str(i) for i in range(1, len(forms) + 1)]
        self.show(view)
        self.offer(forms, everything=False)
        while True:
            answer = self.ask(f"{self.house.text('ask')} > ").strip()
            if answer in ("quit", "q", "exit"):
                raise Quit
            if answer == "rules":
                self.console.print(Markdown(rulebook(self.game, self.language)))
            elif answer == "table":
                self.show(view)
            elif answer == "list":
                self.offer(forms, everything=True)
            elif answer in ("help", "?"):
                self.console.print(self.house.text("help", example=typed(forms[0])), markup=False)
            elif answer in choices:
                return numbers[choices.index(answer)]
            else:
                chosen = self.understood(answer, numbers)
                if chosen is not None:
                    return chosen

    def understood(self, answer: str, numbers: list[int]) -> int | None:
        """The number of an action given in words; says why not and returns None where it is none of these."""
        said = " ".join(answer.lower().split())
        for word in self.game.actions.words:
            for number in range(word.base, word.base + word.size):
                if typed(self.game.actions.read(number)).lower() != said:
                    continue
                if number in numbers:
                    return number
                why = self.say.reason(self.match.why(self.seat, number), self.match.lacking(self.seat, number))
                self.console.print(self.house.text("illegal", why=why), markup=False)
                return None
        self.console.print(self.house.text("not_understood", answer=answer), markup=False)
        return None

    def result(self) -> None:
        """Print the score sheet and who won."""
        for name, score in zip(self.names, self.match.score(), strict=True):
            self.console.print(self.house.text("score", name=name, score=score), markup=False)
        winners = [name for name, rank in zip(self.names, self.match.rank(), strict=True) if rank == 1]
        said = self.house.text("won", names=", ".join(winners)) if winners else self.house.text("nobody_won")
        self.console.print(said, markup=False)


def typed(form: Mapping[str, Json]) -> str:
    """An action as one types it: `swap 5`."""
    return " ".join(str(value) for value in form.values())


def play(
    game: Game,
    players: int,
    options: Mapping[str, Any],
    kind: str,
    language: str,
    rng: Random,
    console: Console,
    ask: Callable[[str], str],
) -> bool:
    """Play a match in the terminal; True when it was played to its end. Raises GameError for options that do not fit, BadBot."""
    match = Match.start(game, players, options)
    names = list(PEOPLE[:players])
    table = Terminal(match, game, console, ask, game_words(game, language), house_words(language), language, names)
    names[0] = table.house.text("you")
    company = Company(match, dict.fromkeys(range(1, players), held(game, kind)), rng)
    title = str(table.say.words["name"])
    console.print(table.house.text("welcome", game=title, players=players), markup=False)
    heard = 0
    try:
        while not match.over:
            asked = match.to_act
            if CHANCE in asked:
                company.saw(CHANCE, match.roll(rng.randrange))
                continue
            heard = table.tell(heard)
            seat = asked[0]
            if seat == CLOCK:
                action = match.legal(CLOCK)[0]
            else:
                action = table.choose() if seat == table.seat else company.choose(seat, rng)
            match.play(seat, action)
            company.saw(seat, action)
    except (Quit, EOFError, KeyboardInterrupt):
        console.print(table.house.text("goodbye"), markup=False)
        return False
    table.tell(heard)
    table.result()
    return True
