"""Frames of one size: whoever counts the bytes of an encrypted line learns nothing of what a seat alone may know."""

from pydantic_core import to_json

from parlour.server.wire.told import ServerMessage

SECRET = ("view", "planned", "because", "counsel")  # kinds of messages whose length would tell what a seat alone may know
STEP = 4096  # what is longer than its frame is brought to the next multiple of this beyond it
MEMBER = b',"pad":"'  # the last member of a message, filled with spaces; it means nothing


def encode(message: ServerMessage, frame: int) -> bytes:
    """A message as it is sent; a SECRET one is brought to `frame` bytes, or to the next STEP beyond."""
    encoded = to_json(message)
    if message["type"] not in SECRET:
        return encoded
    short = frame - len(encoded) - len(MEMBER) - 1
    if short < 0:
        short %= STEP
    return encoded[:-1] + MEMBER + b" " * short + b'"}'


def up(size: int, step: int) -> int:
    """The next multiple of a step, from `size` on."""
    return -(-size // step) * step
