"""A match that runs at a table: what is asked of whom since when, plays in batches, and plans."""

from collections.abc import Callable, Sequence

from parlour.engine import IllegalAction, Match, View
from parlour.engine.chance import Chance
from parlour.engine.contract.words import Json
from parlour.engine.record.draws import DICE_BITS, Draws
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER
from parlour.server.wire.refused import Refused
from parlour.server.wire.values import Action

Roll = Callable[[int], int]
AFRESH = 1 << 20  # more questions than a match asks of anybody: their numbers are new after something was taken back


class Running:
    """A match with the numbers of its questions, which a restart finds again by replaying the log.

    `questions[seat]` counts what is asked of a seat: it moves when the seat is asked something else, or has acted, and is
    told to that seat alone. `turns[seat]` is the step at which a seat (or CLOCK) came to be asked; it moves only with what
    everybody sees, because clocks are public. Neither moves while chance is asked: nobody can answer then.

    `draws` decide chance where they were sealed before the match; one that began before there were seals is rolled. Both know
    the number of the question, so a match that is taken up again is answered alike.
    """

    __slots__ = (
        *(
            "_acted",
            "_asking",
            "_chance",
            "_fresh",
            "_public",
            "_recorded",
            "_roll",
            "_rolled",
            "_seconds",
            "draws",
            "match",
            "number",
        ),
        *("questions", "steps"),
        "taken",
        "turns",
        "watch",
    )

    def __init__(self, number: int, match: Match, draws: Draws | None, roll: Roll, taken: int = 0) -> None:
        self.number = number
        self.taken = taken  # how often something was taken back
        self.match = match
        self.draws = draws
        self._roll = roll
        self._chance = Chance(draws, roll)
        self._rolled: dict[int, int] = {}  # what bots draw by, where nothing was sealed
        self.steps = 0
        self.watch: Callable[[int, int], None] | None = None  # told every step
        self._fresh: list[tuple[int, int, int]] = []  # steps not yet recorded, each with the number of events since the start
        self._recorded = 0  # events of the steps before
        self.questions = [taken * AFRESH] * match.players
        self.turns: dict[int, int] = {}
        self._asking: dict[int, list[int]] = {}
        self._acted: set[int] = set()
        self._seconds: dict[int, int] = {}  # as the seats are asked for now
        self._public: View | None = None
        self._note()

    @classmethod
    def resumed(
        cls, number: int, match: Match, draws: Draws | None, roll: Roll, actions: Sequence[tuple[int, int]], taken: int = 0
    ) -> "Running":
        """A match gone on with from its log. Raises IllegalAction where the rules do not take it."""
        running = cls(number, match, draws, roll, taken)
        for seat, action in actions:
            running._again(seat, action)
        running._fresh.clear()
        running._recorded = match.events_so_far
        return running

    def dice_of(self, seat: int) -> int:
        """What the bot of a seat draws by in this match, alike whenever it is asked; rolled where nothing was sealed."""
        if self.draws is not None:
            return self.draws.dice_of(seat)
        if seat not in self._rolled:
            self._rolled[seat] = self._roll(1 << DICE_BITS)
        return self._rolled[seat]

    def cut(self, left: int) -> "Running":
        """The same match with so many steps left of it, everything after them taken back.

        Chance has no part in what is taken back, so its questions keep their numbers, and what they draw.
        """
        log = self.match.log()
        match = Match.start(self.match.game, log.players, log.options)
        return Running.resumed(self.number, match, self.draws, self._roll, log.actions[:left], self.taken + 1)

    def play(self, seat: int, action: int) -> None:
        """One step. Raises IllegalAction, and then nothing has changed."""
        self.match.play(seat, action)
        self._step(seat, action)

    def _again(self, seat: int, action: int) -> None:
        """One step of the log. Raises IllegalAction."""
        if seat == CHANCE:
            self._chance.pass_by(self.match)
        self.play(seat, action)

    def settle(self) -> None:
        """Play chance's steps as long as there are any."""
        while CHANCE in self.match.to_act:
            self._step(CHANCE, self._chance.answer(self.match).outcome)

    def take_fresh(self) -> list[tuple[int, int, list[dict[str, Json]]]]:
        """The steps that are still to be recorded: seat, action, and what happened, everything open."""
        first = self._recorded
        happened = self.match.happened(first)
        found = []
        for seat, action, events in self._fresh:
            found.append((seat, action, happened[self._recorded - first : events - first]))
            self._recorded = events
        self._fresh.clear()
        return found

    def _step(self, seat: int, action: int) -> None:
        self.steps += 1
        self._seconds.clear()
        self._public = None
        self._fresh.append((seat, action, self.match.events_so_far))
        self._acted.add(seat)
        if self.watch is not None:
            self.watch(seat, action)
        self._note()

    def _note(self) -> None:
        asked = self.match.to_act
        if CHANCE in asked:
            return
        asking = {seat: self.match.legal(seat) for seat in asked}
        for seat in range(self.match.players):
            if seat in self._acted or asking.get(seat) != self._asking.get(seat):
                self.questions[seat] += 1
        for seat in list(self.turns):
            if seat not in asking:
                del self.turns[seat]
        for seat, legal in asking.items():
            again = seat in self._acted or (seat == CLOCK and legal != self._asking.get(seat))
            if seat not in self.turns or again:
                self.turns[seat] = self.steps
        self._asking = asking
        self._acted.clear()

    def seconds(self, seat: int) -> int:
        """How long a seat, or CLOCK, has by the rulebook; 0: no time. Asked of what an onlooker sees, for clocks are public."""
        if seat not in self._seconds:
            self._seconds[seat] = self.match.game.seconds(self.public.state, seat)
        return self._seconds[seat]

    @property
    def public(self) -> View:
        """What an onlooker sees now."""
        if self._public is None:
            self._public = self.match.view(ONLOOKER)
        return self._public

    def answer(self, seat: int, question: int, actions: Sequence[Action]) -> None:
        """What a person plays, all or none. Raises Refused: stale, illegal, not_a_plan, batch_past_chance.

        Only the last of several actions may touch what is hidden: from the refusal of what follows one that does, it could be
        read without playing it.
        """
        self.current(seat, question)
        numbers = [self._number(action) for action in actions]
        for action, number in zip(actions[:-1], numbers, strict=False):
            self._planned(action, number)
        trial = self.match.clone() if len(numbers) > 1 else self.match
        try:
            for i, number in enumerate(numbers):
                if i:
                    self._still_asked(trial, seat)
                if trial is not self.match:
                    trial.play(seat, number)
            for number in numbers:
                self.play(seat, number)
        except IllegalAction as error:
            raise Refused("illegal", str(error), reason=error.reason) from None

    def current(self, seat: int, question: int) -> None:
        """Raises Refused (stale) where the seat has since been asked something else."""
        if question != self.questions[seat]:
            raise Refused("stale", f"question {question} is past; question {self.questions[seat]} is asked of you now")

    def _number(self, action: Action) -> int:
        try:
            return self.match.number(action)
        except IllegalAction as error:
            raise Refused("illegal", str(error), reason=error.reason) from None

    def _planned(self, action: Action, number: int) -> None:
        if number not in self.match.game.plans:
            raise Refused("not_a_plan", f"{action['do']!r} cannot be planned in {self.match.game.name}")

    def _still_asked(self, trial: Match, seat: int) -> None:
        asked = trial.to_act
        if seat not in asked or any(other not in self.match.to_act for other in asked):
            raise Refused("batch_past_chance", "the actions of one play must all come before chance or another seat is asked")

    def plan(self, seat: int, question: int, actions: Sequence[Action]) -> tuple[list[dict[str, Json]], bool]:
        """What could follow these actions, and whether chance is next: played on a copy of what the seat knows.

        Raises Refused: stale, not_a_plan, illegal, batch_past_chance.
        """
        self.current(seat, question)
        game = self.match.game
        view = self.match.view(seat)
        for action in actions:
            number = self._number(action)
            self._planned(action, number)
            if CHANCE in view.asked:
                raise Refused("batch_past_chance", "chance is next: nothing can be planned past it")
            if number not in view.legal:
                reason = game.reason(game.why(view.state, seat, number)) if game.why is not None else "not_legal"
                raise Refused("illegal", f"{action} may not be played there", reason=reason)
            game.play(view.state, seat, number)
        chance = CHANCE in view.asked
        return ([] if chance else [game.actions.read(number) for number in view.legal]), chance

    def why(self, seat: int, action: Action) -> tuple[str | None, dict[str, str | int]]:
        """A word for why a seat may not play an action now, None where it may, and what is missing. From what the seat knows."""
        match = self.match
        try:
            number = match.number(action)
        except IllegalAction as error:
            return error.reason, {}
        if number in match.legal(seat) or number in match.may(seat):
            return None, {}
        if seat not in match.to_act:
            return "not_asked", {}
        return match.why(seat, number), match.lacking(seat, number)

    def leaving(self, seat: int) -> int | None:
        """The action by which a seat leaves the match for good, where the game has one and takes it now: the word `leave`."""
        word = self.match.game.actions.by_name.get("leave")
        if word is None or self.match.over:
            return None
        allowed = {*self.match.may(seat), *self.match.legal(seat)}
        return next((number for number in range(word.base, word.base + word.size) if number in allowed), None)
