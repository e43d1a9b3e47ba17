"""STUN and TURN servers, as an operator names them and as a browser takes them.

None is needed where all devices are in one network. TURN credentials are handed to every page of the room; they are never
printed or logged, nor repeated in an error.
"""

import json
import re
from pathlib import Path
from typing import Any

IceServer = dict[str, Any]  # an RTCIceServer: urls, and for TURN username and credential

SERVER = re.compile(
    r"(?P<kind>stuns?|turns?):(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(:(?P<port>\d{1,5}))?(?P<way>\?transport=(udp|tcp))?"
)
LAST_PORT = 65_535


class IceError(ValueError):
    """A server that no browser would take. The message holds no credential."""


def read(text: str) -> IceServer:
    """`stun:host[:port]`, or `turn:host[:port][?transport=udp|tcp],user,credential`. Raises IceError."""
    url, *proof = text.strip().split(",", 2)
    if len(proof) == 1:
        raise IceError(f"a TURN server is named as URL,USER,CREDENTIAL: the credential of {url!r} is missing")
    return checked({"urls": url, **({"username": proof[0], "credential": proof[1]} if proof else {})})


def read_file(path: Path) -> tuple[IceServer, ...]:
    """A JSON list of RTCIceServer objects. Raises IceError, OSError."""
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise IceError(f"{path} is not JSON") from None
    if not isinstance(listed, list):
        raise IceError(f"{path} must hold a list of servers")
    return tuple(checked(server) for server in listed)


def checked(server: Any) -> IceServer:
    """The server, if a browser would take it. Raises IceError."""
    if not isinstance(server, dict) or not {"urls"} <= set(server) <= {"urls", "username", "credential"}:
        raise IceError("a server is an object with `urls`, and for TURN `username` and `credential`")
    urls = server["urls"] if isinstance(server["urls"], list) else [server["urls"]]
    proof = [server.get("username"), server.get("credential")]
    if not urls or not all(isinstance(url, str) for url in urls):
        raise IceError("`urls` is an address or a list of them")
    for url in urls:
        _check(url, proof)
    return server


def _check(url: str, proof: list[Any]) -> None:
    found = SERVER.fullmatch(url)
    if found is None or not 0 < int(found["port"] or 1) <= LAST_PORT:
        raise IceError(f"{url!r} is no STUN or TURN server: it must read stun:HOST[:PORT] or turn:HOST[:PORT]")
    if found["kind"].startswith("stun"):
        if found["way"] or proof != [None, None]:
            raise IceError(f"{url!r}: a STUN server takes no transport, user or credential")
    elif not all(isinstance(part, str) and part for part in proof):
        raise IceError(f"{url!r}: a TURN server needs a user and a credential")
