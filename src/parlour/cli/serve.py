"""`parlour serve`: the room."""

import argparse
import os
from pathlib import Path
from typing import Any

from parlour.cli.asked import Failure, Wrong
from parlour.extras import need

HIGHEST_PORT = 65_535
DAY, LONGEST = 86_400.0, 100_000
MOST_THINKERS = 64
MOST_WORKERS = 256


def add(commands: Any) -> None:
    p = commands.add_parser(
        "serve",
        help="open the room: people play in their browsers",
        description="Serve the room. Friends open the printed address; with --lan phones in the same house scan the code. "
        "Cameras need HTTPS or localhost: give a certificate.",
    )
    p.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s; --lan listens on all)")
    p.add_argument("--port", type=int, default=8000, help="port to listen on; 0 takes a free one (default %(default)s)")
    database(p)
    p.add_argument(
        "--lan", action="store_true", help="for the local network: listen on all addresses, print the link and its QR code"
    )
    p.add_argument("--tls-cert", type=Path, help="certificate chain (PEM), for https")
    p.add_argument("--tls-key", type=Path, help="its private key (PEM)")
    p.add_argument(
        "--public-url",
        metavar="URL",
        help="the room's public address behind another web server, such as "
        "https://games.example.org/room: links, QR codes and pages use it",
    )
    p.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a trusted proxy (address or network), whose X-Forwarded-For is believed; may be repeated. "
        "Nobody is believed by default",
    )
    p.add_argument(
        "--ice",
        action="append",
        default=[],
        metavar="URL[,USER,CREDENTIAL]",
        help="a server that helps cameras find each other across networks, such as stun:stun.example.org or "
        "turn:turn.example.org,user,credential; may be repeated. None is needed within one network",
    )
    p.add_argument(
        "--ice-file",
        type=Path,
        default=os.environ.get("PARLOUR_ICE_FILE"),
        help="such servers as a JSON list of RTCIceServer objects, which keeps credentials out of the list of processes "
        "(default: $PARLOUR_ICE_FILE)",
    )
    p.add_argument(
        "--keep-days",
        type=float,
        help="erase a closed table with its matches after this many days without use (default: never)",
    )
    p.add_argument(
        "--metrics-port",
        type=int,
        help="serve metrics for Prometheus on a port of its own (needs the extra `metrics`; default: no metrics)",
    )
    p.add_argument("--metrics-host", default="127.0.0.1", help="address to serve metrics on (default %(default)s)")
    p.add_argument(
        "--thinkers",
        type=int,
        default=None,
        metavar="N",
        help="processes that think for Sharp bots, which needs the extra `fast`; 0: no such bots (default: one for every two "
        "processors); so many for each worker",
    )
    p.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="processes that serve the room on one port, which needs PostgreSQL (default %(default)s); with --metrics-port "
        "each has the next port",
    )
    p.add_argument(
        "--inside",
        default="127.0.0.1",
        metavar="HOST[:PORT]",
        help="where other servers of this room, on the same PostgreSQL, reach this one: an address of this machine in a "
        "network of theirs (default %(default)s, a free port)",
    )
    p.add_argument("--no-lab", action="store_true", help="do not let pages ask for studies of house rules")
    p.add_argument(
        "--tab",
        type=Path,
        metavar="FOLDER",
        help="let pages take this room along: the folder that `parlour tab` wrote, served under /along/, "
        "plays on in a browser that came once, without a line",
    )
    p.set_defaults(run=serve)


def database(p: argparse.ArgumentParser) -> None:
    """The option that names the database, for every command that opens it."""
    p.add_argument(
        "--database",
        default=os.environ.get("PARLOUR_DATABASE", "sqlite:///parlour.sqlite"),
        help="SQLAlchemy URL of the store, SQLite or PostgreSQL (default %(default)s, or $PARLOUR_DATABASE)",
    )


def room(who: str) -> None:
    """For every command that opens the room or its store: raises MissingExtra where the extra `room` is not installed."""
    need(who, "room", "sqlalchemy", "alembic", "fastapi", "uvicorn", "segno", "ifaddr")


def serve(arguments: argparse.Namespace) -> None:
    from ssl import SSLError  # noqa: PLC0415 - only this command needs these two

    room("the room")
    from parlour.server import Settings, StoreError, proxy, run  # noqa: PLC0415

    if (arguments.tls_cert is None) != (arguments.tls_key is None):
        raise Wrong("--tls-cert and --tls-key go together")
    if not 0 <= arguments.port <= HIGHEST_PORT:
        raise Wrong(f"--port goes from 0 to {HIGHEST_PORT}, not {arguments.port}")
    metrics = _metrics(arguments)
    for path in filter(None, (arguments.tls_cert, arguments.tls_key)):
        path.open("rb").close()  # its error names the file; that of the TLS library does not
    if not 1 <= arguments.workers <= MOST_WORKERS:
        raise Wrong(f"--workers goes from 1 to {MOST_WORKERS}, not {arguments.workers}")
    if arguments.tab is not None and not (arguments.tab / "tab.json").is_file():
        raise Wrong(f"{arguments.tab} is no room in a tab; parlour tab --out {arguments.tab} writes it")
    servers = _ice_servers(arguments)
    thinkers = max(1, (os.cpu_count() or 1) // 2) if arguments.thinkers is None else arguments.thinkers
    if not 0 <= thinkers <= MOST_THINKERS:
        raise Wrong(f"--thinkers goes from 0 to {MOST_THINKERS}, not {thinkers}")
    try:
        public = proxy.public_url(arguments.public_url) if arguments.public_url else ""
        proxies = tuple(map(proxy.trusted_proxy, arguments.trusted_proxy))
    except proxy.ProxyError as error:
        raise Wrong(str(error)) from None
    try:
        run(
            host="0.0.0.0" if arguments.lan else arguments.host,
            port=arguments.port,
            database=arguments.database,
            tls_cert=arguments.tls_cert,
            tls_key=arguments.tls_key,
            lan=arguments.lan,
            settings=Settings(
                retention=_retention(arguments),
                ice=servers,
                public=public,
                proxies=proxies,
                inside=arguments.inside,
                thinkers=thinkers,
                lab=not arguments.no_lab,
                tab=arguments.tab,
            ),
            metrics=metrics,
            workers=arguments.workers,
        )
    except SSLError as error:
        raise Failure(f"no certificate and its key: {arguments.tls_cert}, {arguments.tls_key} ({error})") from None
    except StoreError as error:
        raise Failure(" ".join(str(error).split())) from None


def _retention(arguments: argparse.Namespace) -> float | None:
    days: float | None = arguments.keep_days
    if days is None:
        return None
    if not 0 < days < LONGEST:
        raise Wrong(f"--keep-days must be more than 0 and less than {LONGEST}, not {days}")
    return days * DAY


def _metrics(arguments: argparse.Namespace) -> tuple[str, int] | None:
    if arguments.metrics_port is None:
        return None
    if not 0 <= arguments.metrics_port <= HIGHEST_PORT:
        raise Wrong(f"--metrics-port goes from 0 to {HIGHEST_PORT}, not {arguments.metrics_port}")
    need("--metrics-port", "metrics", "prometheus_client")
    return arguments.metrics_host, arguments.metrics_port


def _ice_servers(arguments: argparse.Namespace) -> tuple[dict[str, Any], ...]:
    from parlour.server import ice  # noqa: PLC0415

    try:
        listed = ice.read_file(Path(arguments.ice_file)) if arguments.ice_file else ()
    except ice.IceError as error:
        raise Failure(str(error)) from None
    try:
        return (*listed, *(ice.read(text) for text in arguments.ice))
    except ice.IceError as error:
        raise Wrong(str(error)) from None
