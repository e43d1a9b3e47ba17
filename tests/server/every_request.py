"""An evening at a table of KEYS in which every type of request is sent, whoever carries the messages."""

from typing import Any, Protocol

Message = dict[str, Any]


class Guest(Protocol):
    """Somebody at the table, or who watches it."""

    def ask(self, kind: str, **fields: Any) -> Message:
        """Sends a request that is granted, and returns its answer."""

    def leave(self) -> None:
        """Their line goes down."""

    def back(self) -> None:
        """It is up again."""

    @property
    def person(self) -> int:
        """Their number."""

    @property
    def table(self) -> Message:
        """What everybody knows of the table, up to date."""

    @property
    def view(self) -> Message:
        """The last message `view`, up to date."""


def evening(ana: Guest, ben: Guest, watcher: Guest, screen: Guest) -> None:
    """Ana has opened the table, which is one of KEYS with an advisor, and is its host; Ben has joined; two watch."""
    _arrange(ana, ben)
    _meet(ana, ben, watcher)
    number = screen.ask("television")["television"]
    ana.ask("start")
    _play(ana, ben)
    ana.ask("show", television=number, yes=True)
    ana.ask("signal", television=number, data={"offer": 1})
    screen.ask("signal", person=ana.person, data={"answer": 1})
    ben.ask("stand")  # which ends a match of two
    ana.ask("rematch")
    ana.ask("let_go")
    ana.ask("close")


def _arrange(ana: Guest, ben: Guest) -> None:
    ana.ask("keep", name="Friday table", zone="Europe/Paris")
    ana.ask("next_date", at="2026-12-11T20:00")
    ben.ask("coming", yes=True)
    ana.ask("seasons", seasons=[{"name": "Winter", "begins": "2026-12-01", "ends": "2027-02-28"}])
    ben.ask("reopen")
    ben.ask("succeed")
    ana.ask("game", game="keys")
    ana.ask("options", options={"to_win": 1})
    ana.ask("clock", seconds=600)
    ana.ask("pace", pace="brisk")
    ana.ask("late", allowed=True)
    ana.ask("practice", allowed=True)
    ana.ask("afresh")
    ana.ask("seat_bot", bot="random")
    bot = next(one["person"] for one in ana.table["people"] if one["bot"] is not None)
    ana.ask("bot", person=bot, bot="simple")
    ana.ask("move", person=bot, to=0)
    ana.ask("remove", person=bot)
    ana.ask("host", person=ben.person)
    ben.ask("host", person=ana.person)
    ana.ask("shake", seal=ana.table["seal"], part="a1" * 32)
    ben.ask("rename", name="Benny", avatar="owl")
    ben.ask("ready", ready=True)


def _meet(ana: Guest, ben: Guest, watcher: Guest) -> None:
    ben.ask("present", looking=True)
    ben.ask("say", text="Good evening")
    ben.ask("phrase", phrase="luck")
    ben.ask("react", reaction="clap")
    ana.ask("hush", person=ben.person, hushed=True)
    ana.ask("hush", person=ben.person, hushed=False)
    assert len(ben.ask("hand_on")["code"]) == 32
    ben.leave()
    watcher.ask("applaud")
    watcher.ask("claim", person=ben.person)
    ana.ask("vouch", person=ben.person, yes=False)
    ben.back()


def _play(ana: Guest, ben: Guest) -> None:
    one, other = (ana, ben) if ana.view["view"]["legal"] else (ben, ana)
    asked = {"match": 1, "question": one.view["question"]}
    legal = one.view["view"]["legal"]
    assert one.ask("why", action=legal[0])["reason"] is None
    assert one.ask("plan", actions=[], **asked)["legal"] == legal
    one.ask("advise", **asked)
    one.ask("hurry")
    other.ask("nudge", person=one.person)
    one.ask("play", actions=legal[:1], **asked)
    one.ask("take_back")
    other.ask("agree", yes=True)
    ana.ask("pause")
    ana.ask("resume")
    ana.ask("cover", person=ben.person)
    ana.ask("uncover", person=ben.person)
