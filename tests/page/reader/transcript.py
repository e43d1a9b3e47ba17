"""A match as it was read, for a person."""

from tests.page.reader.evening import Evening


def transcript(evening: Evening, found: list[str]) -> str:
    """Frame by frame: what was read for the first time since it went, where; then what was found."""
    lines = [str(evening.setting), f"{', '.join(evening.names)}; read by {evening.names[evening.seat]}", ""]
    last = -1
    for frame, place, text in evening.read:
        if frame != last:
            last = frame
            asked = evening.views[frame - 1].get("asked", []) if frame else []
            lines.append(f"--- {frame}" + (f", asked: {', '.join(evening.names[seat] for seat in asked)}" if asked else ""))
        lines.append(f"  {place:7} {text}")
    return "\n".join([*lines, "", f"{len(found)} faults", *found, ""])
