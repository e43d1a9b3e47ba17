"""What happens to a play in a tab, from the press to the records that are durable: its parts, as page and worker stamp them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Page, Route
from results import quantile
from tab_scripts import TIMED, WITHIN

Stamps = Mapping[str, float]  # milliseconds, by the name of what happened
MEDIAN, P95 = 10, 60  # milliseconds that a play may take until its records are durable, what waited before it left out

# What is told of a play: how long it took from the press until it was shown, and from when it was said until it was durable;
# that is made up of what it waited and of what it took of itself.
PARTS: dict[str, Callable[[Stamps], float]] = {
    "shown": lambda at: at["shown"] - at["pressed"],
    "durable": lambda at: at["answered"] - at["said"],
    "waited for the worker": lambda at: at["came"] - at["said"],
    "waited for the store": lambda at: at["stored"] - at["handled"],
    "of itself": lambda at: at["handled"] - at["came"] + at["answered"] - at["stored"],
    "handled": lambda at: at["handled"] - at["came"],
    "stored": lambda at: at["durable"] - at["stored"],
    "answer heard": lambda at: at["heard"] - at["said"],
}
HEAD = f"| game | plays | {' | '.join(PARTS)} |\n| --- | ---: |{' ---: |' * len(PARTS)}"


@dataclass(frozen=True)
class Plays:
    """Of a game that was played."""

    game: str
    stamps: list[Stamps]

    def row(self) -> str:
        """Median and p95 of each part, in ms."""
        cells = []
        for part in PARTS.values():
            took = [part(at) / 1000 for at in self.stamps]
            cells.append(f"{quantile(took, 0.5)} / {quantile(took, 0.95)}" if took else "")
        return f"| {self.game} | {len(self.stamps)} | {' | '.join(cells)} |"


def stamp(context: BrowserContext) -> None:
    """Has the pages of a context, and their workers, stamp their plays; it must have no service worker."""

    def stamped(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=WITHIN + answer.text())

    context.add_init_script(TIMED)
    context.route("**/assets/worker-*.js", stamped)


def told(game: str, page: Page) -> Plays:
    """The plays that were made on a page and shown there; one whose view was nobody's to see is left out."""
    of_page: dict[str, dict[str, float]] = page.evaluate("plays")
    of_worker: dict[str, dict[str, float]] = page.workers[0].evaluate("plays")
    both = [{**stamps, **of_worker.get(name, {})} for name, stamps in of_page.items()]
    wanted = {"pressed", "said", "shown", "heard", "came", "handled", "stored", "durable", "answered"}
    return Plays(game, [stamps for stamps in both if wanted <= stamps.keys()])
