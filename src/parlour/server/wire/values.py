"""The values messages are made of, bounded."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, GetCoreSchemaHandler, StringConstraints, TypeAdapter, WithJsonSchema
from pydantic_core import CoreSchema

from parlour.server.wire.complaints import OURS

Short = Annotated[str, StringConstraints(max_length=64)]
Number = Annotated[int, Field(ge=-(2**31), le=2**31)]  # refusals repeat numbers, so they are none of thousands of digits


@dataclass(frozen=True)
class Either:
    """Marks a union with the words for what it takes: by itself pydantic complains kind by kind, and in its own terms."""

    said: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return {**handler(source), "custom_error_type": OURS, "custom_error_message": self.said}


@dataclass(frozen=True)
class Known:
    """Marks a type by the name that the page has for it, where it says more than ours: web/src/lib/values.ts."""

    name: str


WORD_OR_NUMBER = f"a word of at most 64 characters, a whole number from {-(2**31)} to {2**31}"
Action = Annotated[
    dict[Short, Annotated[Short | Number, Either(f"must be one of: {WORD_OR_NUMBER}")]],
    Known("Action"),
]
Event = Annotated[dict[str, Any], Known("Told")]
Cells = Annotated[dict[str, Any], Known("Cells")]
Frame = Annotated[dict[str, Any], Known("Frame")]
Reasoned = Annotated[dict[str, Any], Known("Reasoned")]  # {"word": a sentence of the game's, and what fills its braces}
OptionsShown = Annotated[dict[str, Any], Known("Options")]
Figure = Annotated[list[float], Known("Figure")]  # value, low, high
Range = Annotated[list[float], Known("Range")]
Histogram = Annotated[dict[str, Any], Known("Histogram")]
OptionValue = Annotated[Short | Number | Annotated[list[Short], Field(max_length=64)], Known("OptionValue")]
# A game says best what its option takes, so what is merely of the wrong kind is left for it to refuse.
OptionGiven = Annotated[
    Annotated[OptionValue | bool | float, Either(f"must be one of: {WORD_OR_NUMBER}, a list of such words")] | None,
    WithJsonSchema(TypeAdapter(OptionValue).json_schema()),
]
Options = Annotated[dict[Short, OptionGiven], Field(max_length=64), Known("Options")]
ID = "[!-~]{1,64}"  # printable ASCII
Id = Annotated[str, StringConstraints(pattern=f"^{ID}$")]
Word = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Text = Annotated[str, StringConstraints(max_length=256)]
AVATAR = "[a-z0-9][a-z0-9-]{0,23}"
Name = Annotated[Text, Field(description="1 to 24 code points, one of them visible; docs/protocol.md says which are not taken")]
Avatar = Annotated[  # one of another form is refused by the room, with a code of its own
    Text,
    WithJsonSchema(
        {
            "type": "string",
            "pattern": f"^{AVATAR}$",
            "description": "the id of a picture: 1 to 24 small letters, digits and hyphens, no hyphen first, such as fox",
        }
    ),
]
Line = Annotated[str, StringConstraints(max_length=512), Field(description="1 to 200 code points that can be seen")]
# Said by name, so that everybody reads them in their own language: `talk.phrase.*` in the page's catalogues.
Phrase = Literal["hm", "nice", "sure", "well_played", "thanks", "sorry", "moment", "luck", "again"]
Reaction = Literal["clap", "laugh", "gasp", "sigh", "heart", "hourglass"]
# Avatars: what a person may choose to be, and what a bot may be. Each is a drawing in the page's `art/avatars`.
Animal = Literal["fox", "owl", "cat", "bear", "hare", "moth", "frog", "penguin", "mouse", "pig", "hen", "whale"]
Head = Literal["tick", "tock", "cog", "thimble", "thimble2", "gimlet", "gimlet2"]
Whole = Annotated[int, Field(ge=0, le=2**31)]
Digits = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]  # 32 bytes
Device = Annotated[str, StringConstraints(pattern="^[!-~]{16,64}$")]  # by which a device is known again, of its own choosing
Actions = Annotated[list[Action], Field(min_length=1, max_length=64)]
Per = Literal["turn", "match"]
Pace = Literal["calm", "brisk", "at_once"]
Status = Literal["lobby", "playing", "over", "closed"]
CoveredBy = Literal["line", "host", "own"]  # their line is down, the host let a bot play, they wanted it themselves
Proposed = Literal["pause", "take_back"]
