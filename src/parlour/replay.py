"""The story of a match, told from its log with everything open."""

from collections.abc import Iterator

from parlour.engine import Log, LogError, Match, installed
from parlour.say import game_words, house_words, retold, seats_named


def tell(log: Log, language: str) -> Iterator[str]:
    """The lines of the story: what is played with, then each event in words, then the scores. Raises LogError.

    Of rules that are not installed it is what those told, where the log brings that.
    """
    if log.story and not installed(log.game, log.version):
        yield from log.told(language)
        return
    match = Match.replay(log)
    if not match.over:
        raise LogError("the match is not over, and its log is secret until then")
    say, house = game_words(match.game, language), house_words(language)
    names = seats_named(house, log.names, match.players)
    yield from retold(say, house, names, log.options, match.open_story(), (match.score(), match.rank()))
