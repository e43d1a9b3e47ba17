"""The gallery of the page's pieces in the documentation: what each is, what it takes, how it is written."""

import re
import textwrap
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
LIB = ROOT / "web" / "src" / "lib"
SHOWN = ROOT / "web" / "src" / "routes" / "Pieces.svelte"
PICTURES = ROOT / "docs" / "pictures" / "pieces"
ELEMENTS = LIB / "felt" / "elements" / "index.svelte.ts"
BESIDE = LIB / "controls" / "Banner.svelte"  # lies on a table too, and is at home elsewhere
KINDS = ("elements", "components")


@dataclass(frozen=True, slots=True)
class Prop:
    """What a piece takes."""

    name: str
    kind: str
    says: str

    def row(self) -> str:
        return f"| `{self.name}` | `{self.kind.replace('|', chr(92) + '|')}` | {self.says} |"


@dataclass(frozen=True, slots=True)
class Piece:
    """A component of the page, or an element for a table that a package brings."""

    name: str
    path: Path
    only: tuple[str, ...] = ()  # what an element takes; empty for a component, which takes all that it declares

    @property
    def _text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def says(self) -> str:
        """Its first comment."""
        found = re.search(r"<script lang=\"ts\">\s*/\* (.*?) \*/", self._text, re.DOTALL)
        assert found, f"{self.path} does not begin with a comment that says what it is"
        return " ".join(found.group(1).split())

    @property
    def props(self) -> list[Prop]:
        declared = re.search(r"interface Props[^{]*\{\n(.*?)\n  \}\n", self._text, re.DOTALL)
        if declared:
            lines = re.findall(r"(?:/\*\* (.*?) \*/\s*)?(\w+\??): ([^\n]+);", declared.group(1), re.DOTALL)
            found = [Prop(name, kind.removesuffix(" | undefined"), " ".join(says.split())) for says, name, kind in lines]
        else:
            inside = re.search(r"let \{ .*? \}: \{ (.*?) \} = \$props", self._text)
            assert inside, f"{self.path} does not say what it takes"
            found = [Prop(name, kind, "") for name, kind in (part.split(": ", 1) for part in inside.group(1).split("; "))]
        if not self.only:
            return found
        named = {prop.name.rstrip("?"): prop for prop in found}
        return [named[name] for name in self.only]

    @property
    def written(self) -> str:
        """How the gallery writes it; empty where it does not show it."""
        return figures().get(self.name, "")


@cache
def figures() -> dict[str, str]:
    """By piece, what stands in its figure."""
    text = SHOWN.read_text(encoding="utf-8")
    found = re.findall(r'<figure data-piece="([\w-]+)">\n(.*?)\n  </figure>', text, re.DOTALL)
    return {name: textwrap.dedent(inside) for name, inside in found}


def pieces(kind: str) -> list[Piece]:
    """All there are, in the order of their names."""
    if kind == "components":
        paths = sorted([*(LIB / "pieces").glob("*.svelte"), BESIDE], key=lambda path: path.stem)
        return [Piece(path.stem, path) for path in paths]
    text = ELEMENTS.read_text(encoding="utf-8")
    homes = {name: ELEMENTS.parent / path for name, path in re.findall(r"import (\w+) from '(\S+\.svelte)'", text)}
    defined = re.findall(r"^define\('([\w-]+)', (\w+), (.*)\);", text, re.MULTILINE)
    return [Piece(tag, homes[name], tuple(re.findall(r"'(\w+)'", takes))) for tag, name, takes in defined]


def shown(piece: Piece) -> str:
    """A piece's part of the page."""
    lines = [f"### `{piece.name}`", "", piece.says, "", f"![{piece.name}](pictures/pieces/{piece.name}.png)", ""]
    lines += ["```text", piece.written, "```", ""]
    if piece.props:
        lines += ["| takes | type | |", "| --- | --- | --- |", *(prop.row() for prop in piece.props), ""]
    return "\n".join(lines)


def document(text: str) -> str:
    """docs/pieces.md with its parts written anew from the components."""
    for kind in KINDS:
        begin, end = f"<!-- {kind} -->", f"<!-- /{kind} -->"
        head, _, rest = text.partition(begin)
        tail = rest.partition(end)[2]
        text = "\n".join([f"{head}{begin}\n", *map(shown, pieces(kind)), f"{end}{tail}"])
    return text
