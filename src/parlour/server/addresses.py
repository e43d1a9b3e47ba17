"""Addresses: where the local network reaches this machine, and where a room listens."""

import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv4Address, ip_network

EVERYWHERE = ("0.0.0.0", "::")
AWAY = "192.0.2.1"  # an address of nobody (RFC 5737), to which the way out of the house leads
MADE_UP = ("tun", "tap", "utun", "wg", "ppp", "tailscale", "zt", "docker", "br-", "veth", "virbr", "vmnet", "vbox", "vethernet")
HOMES = tuple(map(ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))  # what routers at home give, the usual first


def lan_addresses() -> list[str]:
    """The addresses at which other machines may reach this one, those of the house first. Nothing is sent.

    Addresses of tunnels and of bridges between containers come last, for their networks are not the house's.
    """
    import ifaddr  # noqa: PLC0415  only a room that lets the house in asks

    found = [
        (adapter.nice_name, str(address.ip)) for adapter in ifaddr.get_adapters() for address in adapter.ips if address.is_IPv4
    ]
    return likely_first(found, _way_out())


def likely_first(found: Iterable[tuple[str, str]], way_out: str) -> list[str]:
    """Of the names of interfaces and their addresses the addresses of use, `way_out` being the one that packets leave by."""

    def rank(name: str, address: str) -> tuple[bool, int, bool]:
        home = next((number for number, net in enumerate(HOMES) if IPv4Address(address) in net), len(HOMES))
        return name.lower().startswith(MADE_UP), home if address != way_out or home == len(HOMES) else -1, address != way_out

    of_use = {address: rank(name, address) for name, address in found if not _own(IPv4Address(address))}
    return sorted(of_use, key=lambda address: of_use[address])


def _own(address: IPv4Address) -> bool:
    """Whether nobody else reaches it, or nobody for long: this machine's own, or what it took because nobody gave it one."""
    return address.is_loopback or address.is_link_local or address.is_unspecified


def _way_out() -> str:
    """The address that packets to the world leave by; empty where there is no way out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((AWAY, 1))
        return str(probe.getsockname()[0])
    return ""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; at `::` for both kinds of addresses. Raises OSError, which names what is wrong with the address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if host == "::" and socket.has_dualstack_ipv6():
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # so that it is one everywhere
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise OSError(error.errno, f"cannot listen on {bracketed(host)}:{port}: {error.strerror}") from None
    return listener


def bracketed(host: str) -> str:
    """A host as it stands in a URL."""
    return f"[{host}]" if ":" in host else host
