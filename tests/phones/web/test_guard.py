"""Which Host and Origin are ours, how often clients may ask, and which addresses this machine has."""

from __future__ import annotations

import ipaddress
import json
import shutil
import subprocess
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.front_ends.sharing import Claimant
from companion.phones.web.guard import CLIENTS_MOST, Limit, client_of, is_own_host, is_own_origin
from companion.phones.web.network import ADDRESSES_MOST, own_addresses
from tests.support.tools import need

NAMES = frozenset({"codemaker.local"})
HERE = ("192.168.1.20", 8080)


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("192.168.1.20", ("192.168.1.20", 80)),
        ("192.168.1.20:80", ("192.168.1.20", 80)),
        ("192.168.1.20:8080", HERE),
        ("CODEMAKER.local.:8080", HERE),
        ("192.168.1.20", ("::ffff:192.168.1.20", 80, 0, 0)),
        ("[fd00::1]", ("fd00::1", 80, 0, 0)),
        ("[FD00:0::1]:80", ("fd00::1", 80, 0, 0)),
        ("[fe80::1]", ("fe80::1%eth0", 80, 0, 2)),
        ("localhost", ("127.0.0.1", 80)),
        ("localhost", ("::1", 80, 0, 0)),
    ],
)
def test_address_and_names_of_this_machine_are_its_own(host: str, here: tuple[object, ...]) -> None:
    assert is_own_host(host, here, NAMES)


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("", HERE),
        ("192.168.1.20", HERE),
        ("192.168.1.21:8080", HERE),
        ("localhost:8080", HERE),
        ("192.168.1.20:08080x", HERE),
        ("192.168.1.20:8080\n", HERE),
        ("192.168.1.20@games.example:8080", HERE),
        ("games.example:8080", HERE),
        ("codemaker.local.games.example:8080", HERE),
        ("192.168.1.20:8080", ()),
        ("192.168.1.20:8080", ("/run/socket", 8080)),
        ("[fd00::2]", ("fd00::1", 80, 0, 0)),
    ],
)
def test_other_hosts_are_not(host: str, here: tuple[object, ...]) -> None:
    assert not is_own_host(host, here, NAMES)


@given(st.text(alphabet="0127.:[]fd%@/ loca-\n", max_size=24) | st.text(max_size=12))
def test_host_that_is_ours_names_our_address_for_a_browser_too(host: str) -> None:
    """The oracle is the parser of addresses that Python has for its own HTTP client."""
    for here in (("127.0.0.1", 80), ("fd00::1", 80, 0, 0)):
        if is_own_host(host, here, frozenset()):
            found = urlsplit(f"http://{host}")
            assert found.port in (None, 80)
            name = (found.hostname or "").rstrip(".")
            assert name == "localhost" or ipaddress.ip_address(name) == ipaddress.ip_address(here[0])


def test_origin_is_that_of_the_page_which_host_names() -> None:
    assert is_own_origin(None, "a")
    assert is_own_origin("http://codemaker.local", "Codemaker.local")
    assert not is_own_origin("http://codemaker.local:80", "codemaker.local")
    assert not is_own_origin("", "codemaker.local")


def test_clients_are_counted_by_address_and_by_network() -> None:
    assert client_of(("::ffff:192.168.1.7", 1, 0, 0)) == Claimant("192.168.1.7", "192.168.1.7")
    assert client_of(("fd00:1:2:3::7", 1, 0, 0)) == Claimant("fd00:1:2:3::/64", "fd00:1:2:3::7")
    assert client_of(("fd00:1:2:3::8", 1, 0, 0)).group == client_of(("fd00:1:2:3::7", 1, 0, 0)).group
    assert client_of(("fd00:1:2:4::7", 1, 0, 0)).group != client_of(("fd00:1:2:3::7", 1, 0, 0)).group
    assert [client_of(peer) for peer in (None, (), ("x", 1), "x")] == [Claimant("", "")] * 4


def one(name: str) -> Claimant:
    return Claimant(name, name)


def test_address_that_asks_too_often_is_slowed_before_its_network() -> None:
    limit = Limit(rate=1, burst=2, times=8, now=Clock())
    bad, good = (Claimant("net", name) for name in ("bad", "good"))
    assert [limit.take(bad) for _ in range(50)] == [True] * 2 + [False] * 48
    assert limit.take(good)
    # Machines that take all addresses of the network leave half to the others.
    assert sum(limit.take(Claimant("net", str(number))) for number in range(50)) == 8 - 3
    assert limit.take(one("other"))


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_client_may_ask_at_once_then_at_the_rate() -> None:
    clock = Clock()
    limit = Limit(rate=2, burst=3, times=10, now=clock)
    assert [limit.take(one("a")) for _ in range(5)] == [True, True, True, False, False]
    assert limit.take(one("b"))
    clock.time = 1.0
    assert [limit.take(one("a")) for _ in range(3)] == [True, True, False]


def test_all_clients_together_are_limited_too() -> None:
    limit = Limit(rate=1, burst=2, times=3, now=Clock())
    assert sum(limit.take(one(str(number))) for number in range(100)) == 6


def test_refused_client_uses_nothing_up_for_others_and_memory_is_bounded() -> None:
    limit = Limit(rate=1, burst=1, times=3, now=Clock())
    assert sum(limit.take(one("a")) for _ in range(100)) == 1
    assert limit.take(one("b"))
    for number in range(1000):
        limit.take(one(str(number)))
    assert len(limit._clients) == CLIENTS_MOST


def test_addresses_are_those_that_the_system_tells() -> None:
    need("ip", by="apt install iproute2")
    shown = json.loads(
        subprocess.run([shutil.which("ip") or "ip", "-j", "-4", "addr"], check=True, capture_output=True).stdout
    )
    known = {one["local"] for link in shown for one in link["addr_info"]}
    found = own_addresses()
    assert set(found) <= known
    assert len(found) <= ADDRESSES_MOST
    usable = [one for one in map(ipaddress.ip_address, known) if one.is_private and not one.is_loopback]
    assert bool(found) == bool(usable)


def test_address_that_was_asked_for_is_the_only_one() -> None:
    assert own_addresses("10.1.2.3") == ["10.1.2.3"]
    assert own_addresses("0.0.0.0") == own_addresses()  # noqa: S104 - all addresses
