"""A room behind somebody else's web server: what the world calls it, and whose word on addresses is taken."""

from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

OWN = ("api", "assets", "t", "tv", "new", "rules", "settings", "replay", "healthz", "readyz")  # the room's own first steps


class ProxyError(ValueError):
    """What an operator named is no address, or no address of a room."""


def public_url(text: str) -> str:
    """The address as it is put into links, without a slash at its end. Raises ProxyError."""
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        raise ProxyError(f"{text!r} is no URL") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or parts.query or parts.fragment:
        raise ProxyError(f"a public URL reads https://HOST[:PORT][/PATH], not {text!r}")
    if port in (None, {"http": 80, "https": 443}[parts.scheme]):  # as a browser writes it
        netloc = parts.netloc.rpartition(":")[0] if port is not None else parts.netloc
    else:
        netloc = parts.netloc
    path = parts.path.strip("/")
    if any(step in ("", ".", "..") for step in path.split("/")) and path:
        raise ProxyError(f"{text!r} has a path with empty steps or dots")
    if path.split("/")[0] in OWN:
        raise ProxyError(f"{text!r}: a room cannot be under /{path.split('/')[0]}, which is a path of its own")
    return f"{parts.scheme}://{netloc.lower()}" + (f"/{path}" if path else "")


def origin(url: str) -> str:
    """The origin of a public URL, as a browser says it."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def base_path(url: str) -> str:
    """The path under which the room is, without a slash at its end; empty where it is at the top."""
    return urlsplit(url).path


def trusted_proxy(text: str) -> str:
    """An address or a network whose X-Forwarded-For and X-Forwarded-Proto are believed. Raises ProxyError."""
    try:
        return str(ip_network(text) if "/" in text else ip_address(text))
    except ValueError:
        raise ProxyError(f"a trusted proxy is an address or a network, such as 127.0.0.1 or 10.0.0.0/8, not {text!r}") from None


def trusts(proxies: tuple[str, ...], address: str) -> bool:
    """Whether an address is one of the trusted proxies'."""
    try:
        asked = ip_address(address)
    except ValueError:
        return False
    return any(asked in ip_network(proxy) for proxy in either_way(proxies))


def either_way(proxies: tuple[str, ...]) -> list[str]:
    """Addresses and networks, those of IPv4 also as a room that listens on both kinds hears them (::ffff:127.0.0.1)."""
    networks = [ip_network(proxy) for proxy in proxies]
    mapped = [f"::ffff:{net.network_address}/{96 + net.prefixlen}" for net in networks if net.version == 4]
    return [*proxies, *mapped]
