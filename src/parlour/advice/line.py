"""What a seat would have done: the best action, played on over the same cards until the seat has answered what came of it."""

from dataclasses import replace
from random import Random

from parlour.bots import sensible
from parlour.engine import CHANCE, CLOCK, Log, Match
from parlour.engine.chance.dealer import Dealer, deal_of

LONGEST = 60  # plays, those of chance not counted


def line(log: Log, step: int, best: int, seed: int = 1) -> Log:
    """A finished match up to a step, and from there on as it would have gone with `best` in place of what was played.

    Everybody goes on by the rule of thumb, until the seat has answered what others made of it, or the match is over.
    Chance answers as it did in the match wherever it is asked the same again. Raises LogError, and IllegalAction where `best`
    could not be played.
    """
    match, dealer, rng = Match.replay(replace(log, actions=())), Dealer(deal_of(log, "")), Random(seed)
    for who, action in log.actions[:step]:
        if who == CHANCE:
            dealer.take(match)
        match.play(who, action)
    seat = log.actions[step][0]
    match.play(seat, best)
    plays, others, answered = 0, False, False
    while not match.over and plays < LONGEST and (not answered or CHANCE in match.to_act):
        if CHANCE in match.to_act:
            answer = dealer.take(match)
            if answer is None:
                match.roll(rng.randrange)
            else:
                match.play(CHANCE, answer)
            continue
        who, plays = match.to_act[0], plays + 1
        legal = match.legal(who)
        others = others or who not in (seat, CLOCK)
        answered = who == seat and others and len(legal) > 1
        match.play(who, legal[0] if who == CLOCK else sensible(match.view(who), legal, rng))
    return replace(log, actions=match.log().actions)
