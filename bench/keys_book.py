"""Makes the book by which Sharp plays KEYS for two, and says how it does: a restricted Nash response to the rule of thumb.

    python bench/keys_book.py

writes src/parlour/games/keys/duel.zip, one entry a situation, and its part of bench/RESULTS.md.
"""

import argparse
import hashlib
import time
import zipfile
from pathlib import Path

import numpy as np
from keys_restricted import Values, restricted
from keys_rounds import Array, exploited, starts
from results import RESULTS, stamped, write
from solved_keys import thumb

from parlour.games.keys import book as shipped
from parlour.progress import progress

FINE = 65535  # a weight is two bytes: with one, what is hardly ever played would never be, and its absence can be used
MADE = (2026, 1, 1, 0, 0, 0)  # on every entry: the same book is the same file


def rounded(book: Array) -> Array:
    """The weights of each row as whole numbers that sum to about FINE."""
    weights = np.where(book > 0, book, 0.0)
    whole = weights.sum(axis=2, keepdims=True)
    return np.rint(FINE * weights / np.where(whole > 0, whole, 1.0)).astype("<u2")


def main() -> None:
    parser = argparse.ArgumentParser(description="Make Sharp's book for KEYS of two.")
    parser.add_argument("--odds", type=float, default=0.2, help="that the rival plays by the rule of thumb (default %(default)s)")
    parser.add_argument("--iterations", type=int, default=150, help="of CFR+ for every round and seat (default %(default)s)")
    parser.add_argument("--book", type=Path, default=shipped.BOOK, help="default %(default)s")
    parser.add_argument("--out", type=Path, default=RESULTS, help="default %(default)s")
    arguments = parser.parse_args()
    begun, books, values = time.process_time(), {}, Values()
    with progress("KEYS for two", len(starts())) as advance:
        for start, book in restricted(thumb(), arguments.odds, arguments.iterations, values):
            books[start] = rounded(book)
            advance(1)
    took = time.process_time() - begun
    with zipfile.ZipFile(arguments.book, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for start in starts():
            file.writestr(zipfile.ZipInfo(shipped.name_of(start), MADE), books[start].tobytes(), zipfile.ZIP_DEFLATED)
    first, second = values.at_start(1)
    worst = exploited({start: book.astype(np.float64) for start, book in books.items()})  # as it is kept
    mine, sure = (first + second) / 2, 1 - (worst[0] + worst[1]) / 2
    digest, size = hashlib.sha256(arguments.book.read_bytes()).hexdigest(), arguments.book.stat().st_size
    lines = [
        "## KEYS for two: the book by which Sharp plays",
        "",
        f"{stamped('keys_book')} A restricted Nash response to the rule of thumb,",
        f"which the opponent plays with probability {arguments.odds}, and otherwise whatever is worst for the book;",
        f"{len(books)} situations, {arguments.iterations} iterations of CFR+ for each of them and each seat,",
        f"{took:.0f} s of process time.",
        f"By its own calculation it wins {mine:.1%} against a rule of thumb without memory, and {sure:.1%} against the worst",
        "opponent for it, round by round, against whom no strategy can guarantee more than 50%.",
        "",
        f"`{arguments.book.name}`: {size:,} bytes, SHA-256 `{digest}`.",
        "",
    ]
    write("keys_book", lines, arguments.out)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
