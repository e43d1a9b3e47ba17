"""The story of a finished match, told from its log with everything open."""

from collections.abc import Iterator

from parlour.engine import Log, LogError, Match
from parlour.engine.words import Json
from parlour.say import game_words, house_words, isolated


def tell(log: Log, language: str) -> Iterator[str]:
    """The lines of the story: what is played with, then each event in words, then the scores. Raises LogError."""
    match = Match.replay(log)
    if not match.over:
        raise LogError("the match is not over, and its log is secret until then")
    say, house = game_words(match.game, language), house_words(language)
    names = [isolated(name) for name in log.names] or [house.text("seat", number=seat) for seat in range(match.players)]

    def labelled(label: str, said: str) -> str:
        return house.text("labelled", label=label, said=said)

    yield labelled(str(say.words["name"]), ", ".join(names))
    options: dict[str, Json] = log.options
    if options:
        yield house.text("options", options="; ".join(labelled(*say.option(name, value)) for name, value in options.items()))
    yield from say.story(list(match.open_story()), None, names)
    for name, score in zip(names, match.score(), strict=True):
        yield house.text("score", name=name, score=score)
    winners = [name for name, rank in zip(names, match.rank(), strict=True) if rank == 1]
    yield house.text("won", names=", ".join(winners)) if winners else house.text("nobody_won")
