"""The addresses a room is told to the house by, and whose word on addresses it takes when it listens on both kinds."""

import shutil
import socket
import subprocess
import sys

import httpx
import pytest

from parlour.server import proxy
from parlour.server.addresses import lan_addresses, likely_first
from tests.conftest import require
from tests.patience import PATIENCE
from tests.server.test_process import served

HOME, VPN, DOCKER, LINK = ("wlan0", "192.168.1.23"), ("tun0", "10.8.0.2"), ("docker0", "172.17.0.1"), ("eth1", "169.254.7.7")


@pytest.mark.parametrize(
    ("found", "way_out", "wanted"),
    [
        ([("lo", "127.0.0.1"), HOME], "192.168.1.23", ["192.168.1.23"]),
        ([VPN, DOCKER, LINK, HOME], "10.8.0.2", ["192.168.1.23", "10.8.0.2", "172.17.0.1"]),  # all goes through the tunnel
        ([DOCKER, ("eth0", "10.1.2.3"), HOME], "10.1.2.3", ["10.1.2.3", "192.168.1.23", "172.17.0.1"]),
        ([DOCKER, ("eth0", "203.0.113.9"), HOME], "203.0.113.9", ["192.168.1.23", "203.0.113.9", "172.17.0.1"]),
        ([("utun4", "100.101.1.2"), HOME], "", ["192.168.1.23", "100.101.1.2"]),
        ([("lo", "127.0.0.1")], "", []),
    ],
)
def test_the_address_of_the_house_comes_first_and_none_is_left_out(
    found: list[tuple[str, str]], way_out: str, wanted: list[str]
) -> None:
    assert likely_first(found, way_out) == wanted


ALONE = "ip link set lo up; ip addr add 192.168.1.23/24 dev lo"
WORLD = "ip route add default dev lo src 192.168.1.23"
TUNNEL = "ip addr add 10.8.0.2/24 dev lo; ip route add 10.0.0.0/8 dev lo src 10.8.0.2"


@pytest.mark.parametrize(
    ("network", "wanted"),
    [
        (f"{ALONE}; {WORLD}", ["192.168.1.23"]),
        (f"{ALONE}; {WORLD}; {TUNNEL}", ["192.168.1.23", "10.8.0.2"]),
        (ALONE, ["192.168.1.23"]),
        ("ip link set lo up", []),
    ],
    ids=["at home", "beside a VPN", "no way out", "no network"],
)
def test_the_addresses_are_those_of_the_machine_as_it_is(network: str, wanted: list[str]) -> None:
    if shutil.which("ip") is None or subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine makes no networks of its own (unshare -rn, ip)")
    asked = f"{lan_addresses.__module__}"
    script = f"{network}; exec {sys.executable} -c 'from {asked} import lan_addresses; print(*lan_addresses())'"
    told = subprocess.run(["unshare", "-rn", "sh", "-ec", script], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert told.stdout.split() == wanted


def test_a_proxy_on_this_machine_is_believed_by_a_room_that_listens_on_both_kinds(sqlite: str) -> None:
    """It comes as ::ffff:127.0.0.1 there, and was taken for a stranger: all its people were one household."""
    if not socket.has_dualstack_ipv6():
        require("ipv6", "this machine has no IPv6")
    with served(sqlite, "--host", "::", "--trusted-proxy", "127.0.0.1") as (_, url):
        port = url.rpartition(":")[2]

        def opened(source: str) -> int:
            body = {"game": "keys", "name": "Ana", "avatar": "fox"}
            answer = httpx.post(f"http://127.0.0.1:{port}/api/tables", json=body, headers={"x-forwarded-for": source})
            return answer.status_code

        told = [opened("198.51.100.7") for _ in range(40)]
        assert (told[0], told[-1]) == (201, 429)
        assert opened("203.0.113.9") == 201


def test_networks_of_proxies_are_heard_either_way() -> None:
    for proxies in (("10.0.0.0/8",), ("10.2.3.4",)):
        assert [proxy.trusts(proxies, address) for address in ("10.2.3.4", "::ffff:10.2.3.4")] == [True, True]
        assert [proxy.trusts(proxies, address) for address in ("11.2.3.4", "::ffff:11.2.3.4", "::a02:304")] == [False] * 3
    assert proxy.trusts(("fd00::/8",), "fd00::1")
