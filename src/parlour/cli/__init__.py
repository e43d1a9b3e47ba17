"""The command line: a module a command, each with `add`, which says what it takes, and what it does."""

import argparse
import io
import os
import sys

from parlour import __version__
from parlour.cli import advise, arena, backup, bench, lab, logs, new_game, play, puzzles, serve, simulate, tab, tables, warm
from parlour.cli import games as listing
from parlour.cli.asked import Failure, Wrong
from parlour.engine import GameError, LogError
from parlour.extras import MissingExtra

FAILED, USAGE, INTERRUPTED = 1, 2, 130  # exit codes beside 0: it went wrong; it was asked wrongly; somebody had enough


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 it failed (the reason is on stderr), 2 asked wrongly."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a test's or a notebook's may be something else
            stream.reconfigure(errors="replace")  # a pipe on Windows has no minus sign: better a "?" than no story
    arguments = parser().parse_args(argv)
    try:
        return int(arguments.run(arguments) or 0)
    except BrokenPipeError:  # who read it has enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Wrong as error:
        _complain(arguments.command, error)
        return USAGE
    except (Failure, GameError, LogError, MissingExtra, OSError) as error:
        _complain(arguments.command, error)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _complain(command: str, error: Exception) -> None:
    print(f"parlour {command}: {_plain(error)}", file=sys.stderr)


def _plain(error: Exception) -> str:
    """What went wrong; of a file its name and the reason, without the system's number."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def parser() -> argparse.ArgumentParser:
    """All commands and what they take."""
    top = argparse.ArgumentParser(
        prog="parlour",
        description="Four parlour games with hidden information: a room to play them in, and a library to study them with.",
        epilog="exit codes: 0 done, 1 failed, 2 asked wrongly (the reason is on stderr)",
    )
    top.add_argument("--version", action="version", version=f"parlour {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in (
        serve,
        tab,
        tables,
        play,
        simulate,
        arena,
        lab,
        logs,
        advise,
        puzzles,
        listing,
        new_game,
        backup,
        warm,
        bench,
    ):
        command.add(commands)
    return top
