"""The pack: ours keeps the format, and what does not is refused with a reason that says where."""

import copy
import json
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from parlour.games.keskife import pack as packs
from parlour.games.keskife.pack import Entry, PackError, main, pack, read, read_file
from parlour.games.keskife.state import COLOURS, GESTURES, TAG_ENTRIES, TAG_SIZES, TAGS

OURS = Path(packs.__file__).with_name("pack.json")


@pytest.fixture
def form() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(OURS.read_text(encoding="utf-8"))
    return found


def test_our_pack() -> None:
    """216 actions, six times 36, in every language of the house."""
    ours = read_file(OURS)
    assert sorted(ours.languages) == sorted(path.suffixes[0][1:] for path in OURS.parent.glob("words.*.json"))
    assert [len(entries) for entries in ours.entries] == [36] * 6
    assert len(ours.monkey) == 36
    assert all(entry.fits.bit_count() == 3 for entries in ours.entries for entry in entries)


def test_every_gesture_is_of_use() -> None:
    """A gesture that hardly fits anything would give a monkey away, one that fits all would tell nothing."""
    for gesture in range(len(GESTURES)):
        fitting = sum(entry.fits >> gesture & 1 for entries in pack().entries for entry in entries)
        assert 216 * 3 / 24 / 2 < fitting < 216 * 3 / 24 * 2, GESTURES[gesture]


def test_no_two_actions_of_a_colour_fit_the_same_gestures() -> None:
    for colour, entries in zip(COLOURS, pack().entries, strict=True):
        assert len({entry.fits for entry in entries}) == 36, colour


def likeness(one: Sequence[Entry], other: Sequence[Entry]) -> float:
    """How much of two colours is the same to look at, 0 to 1: what their actions show of each gesture in common."""
    shown: list[list[int]] = [
        [sum(entry.fits >> gesture & 1 for entry in of) for gesture in range(len(GESTURES))] for of in (one, other)
    ]
    same: int = sum(min(two) for two in zip(*shown, strict=True))
    return same / max(sum(shown[0]), sum(shown[1]))


def test_rounds_differ_to_look_at() -> None:
    """A colour has gestures of its own, above all beside the one that comes next in the box."""
    entries = pack().entries
    assert mean(likeness(*two) for two in combinations(entries, 2)) < 0.5
    assert max(likeness(*two) for two in combinations(entries, 2)) < 0.7
    assert mean(likeness(*two) for two in pairwise(entries)) < 0.4


def test_tags_are_where_the_rules_look_for_them(form: dict[str, Any]) -> None:
    """The rules know the tags by the place in a colour's list."""
    for colour, listed in zip(form["colours"], pack().entries, strict=True):
        begin = 0
        for tag, size, mask in zip(TAGS, TAG_SIZES, TAG_ENTRIES, strict=True):
            assert [entry["en"] for entry in colour[tag]] == [entry.text["en"] for entry in listed[begin : begin + size]]
            assert mask == ((1 << size) - 1) << begin
            begin += size
        assert begin == 36


def no_format(form: Any) -> None:
    form["format"] = "other"


def no_language(form: Any) -> None:
    form["languages"] = []


def missing_text(form: Any) -> None:
    del form["colours"][1]["sound"][2]["fr"]


def long_text(form: Any) -> None:
    form["colours"][0]["mime"][4]["en"] = "x" * 65


def too_few(form: Any) -> None:
    form["colours"][2]["stand"].pop()


def wrong_colour(form: Any) -> None:
    form["colours"][3]["colour"] = "pink"


def unknown_gesture(form: Any) -> None:
    form["colours"][5]["mime"][0]["fits"] = ["violin", "cello"]


def same_gesture(form: Any) -> None:
    form["colours"][5]["mime"][0]["fits"] = ["violin", "violin"]


def repeated(form: Any) -> None:
    form["monkey"][3]["en"] = form["colours"][4]["mime"][7]["en"].upper()


def untrimmed(form: Any) -> None:
    form["monkey"][3]["fr"] += " "


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (no_format, 'the pack: "format" must be "parlour-keskife-pack-1"'),
        (no_language, '"languages" must be a list'),
        (missing_text, f"colour orange, sound 3: must be an object with {', '.join(read_file(OURS).languages)}, fits"),
        (long_text, "colour red, mime 5, en: must be a text of 1 to 64 characters"),
        (too_few, "colour yellow, stand: must be a list of 6"),
        (wrong_colour, 'colour green: "colour" must be "green"'),
        (unknown_gesture, 'colour violet, mime 1: "fits" must be 2 to 5 different gestures among wave, '),
        (same_gesture, "different gestures"),
        (repeated, "language en: .* stands there twice"),
        (untrimmed, "monkey 4, fr: .*without spaces around it"),
    ],
)
def test_what_is_wrong_is_said(spoil: Callable[[Any], None], message: str, form: dict[str, Any]) -> None:
    good = copy.deepcopy(form)
    spoil(form)
    with pytest.raises(PackError, match=message):
        read(form)
    assert read(good) == read_file(OURS)


def test_another_language_and_another_pack(
    form: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One adds a language by naming it and giving every text in it, and plays with a pack by naming its file."""
    form["languages"].append("eo")
    texts = [form["colours"][i]["theme"] for i in range(6)] + form["monkey"]
    texts += [entry for colour in form["colours"] for tag in TAGS for entry in colour[tag]]
    for i, words in enumerate(texts):
        words["eo"] = f"faru {i}"
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(form), encoding="utf-8")
    assert main([str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: 216 actions in {', '.join(read_file(OURS).languages)}, eo\n"
    monkeypatch.setenv("PARLOUR_KESKIFE_PACK", str(file))
    pack.cache_clear()
    try:
        assert pack().language("eo") == "eo"
    finally:
        monkeypatch.undo()
        pack.cache_clear()
    assert pack().language("eo") == "en"


def test_a_file_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    assert main([str(broken), str(tmp_path / "nothing.json")]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith(f"{broken}: Expecting property name")
    assert said[1] == f"{tmp_path / 'nothing.json'}: No such file or directory"
