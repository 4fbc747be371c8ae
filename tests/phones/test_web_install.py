"""The package with the pages for phones, on Debian 12 and 13, asked by a phone in a network of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.appliance import packaged
from tests.appliance.nspawn import Machine, Root, Suite, need_machines

AS_BOX = ("env", "CODEMAKER_BOX=yes")
INSTALL = ("apt-get", "install", "-q", "-y", "--no-install-recommends")
STATE = "/var/lib/codemaker"
SERVICE = "codemaker-web.service"
UNITS = ("codemaker-web.socket", "codemaker-web.service", "codemaker-network.path", "codemaker-network.service")
# A phone is a network of its own at the other end of a cable; its address is such as a router gives.
BOX, PHONE = "192.168.7.1", "192.168.7.2"
CABLE = f"""
ip link set lo up
ip netns add phone
ip link add cable type veth peer name eth0 netns phone
ip addr add {BOX}/24 dev cable
ip link set cable up
ip -n phone addr add {PHONE}/24 dev eth0
ip -n phone addr add 8.8.8.8/32 dev eth0
ip -n phone link set eth0 up
ip route add 8.8.8.8/32 dev cable
"""
# Prints the status and what else of a request is asked for. Python, as the small Debian has no curl.
ASK = """
import http.client, sys
host, source, path, wanted = sys.argv[1:]
asked = http.client.HTTPConnection(host, 80, timeout=20, source_address=(source, 0))
asked.request("GET", path)
answer = asked.getresponse()
print(answer.status)
while wanted and (line := answer.readline().decode()):
    if line.startswith("data: ") and wanted in line:
        print(line[6:])
        break
"""
# Python in the place of a service: tries what a program that was broken into would try, shut in as that service is.
TRY = """
import os, socket
def tried(name, does):
    try:
        does()
        print(name, "done")
    except OSError as failure:
        print(name, failure.errno)
def connect(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as made:
        made.settimeout(5)
        made.connect(address)
tried("state", lambda: os.listdir("/var/lib/codemaker"))
tried("journal", lambda: open("/var/lib/codemaker/journal.db"))
tried("folder", lambda: os.listdir("/run/codemaker"))
tried("write", lambda: open("/run/codemaker/network-request", "w"))
tried("out", lambda: connect(socket.AF_INET, ("192.168.7.2", 9)))
tried("home", lambda: connect(socket.AF_INET, ("127.0.0.1", 9)))
tried("table", lambda: os.stat("/run/codemaker/table.sock"))
"""
NMCLI = """#!/bin/sh
echo "$*" >>/run/nmcli.log
case "$*" in
*DEVICE,TYPE,STATE*) printf 'lo:loopback:unmanaged\\ncable:wifi:disconnected\\n' ;;
*"connection show") cat /run/profiles 2>/dev/null || true ;;
*hotspot*password*) echo codemaker-hotspot >/run/profiles ;;
*"connection delete"*) rm /run/profiles ;;
esac
"""


@dataclass(frozen=True, slots=True)
class Home:
    """A booted box with the pages, and a phone beside it."""

    root: Root
    machine: Machine

    def ask(self, path: str, wanted: str = "", host: str = BOX, source: str = PHONE) -> str:
        """Return what the phone gets."""
        return self.machine.run("ip", "netns", "exec", "phone", "python3", "-c", ASK, host, source, path, wanted)


@pytest.fixture(scope="module", params=list(Suite), ids=lambda suite: suite.value)
def home(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    need_machines()
    folder = tmp_path_factory.mktemp(request.param.value)
    debs = packaged.built(), packaged.built_web()
    needed = ("python3-pil", "python3-aiohttp", "python3-nacl", "iproute2")
    with Root.made(request.param, folder, later=needed) as root:
        for file in debs:
            root.put(file, f"/root/{file.name}")
        with root.booted("--private-network", "--system-call-filter=bpf") as machine:
            machine.run("mkdir", "-p", STATE)
            machine.run("sh", "-c", f"echo 'phones = true' >{STATE}/settings.toml")
            machine.run(*INSTALL, "iproute2")
            machine.run("sh", "-e", "-c", CABLE)
            machine.run(*AS_BOX, *INSTALL, *(f"/root/{file.name}" for file in debs))
            yield Home(root, machine)


def test_installing_opens_the_port_and_starts_nothing(home: Home) -> None:
    states = [(unit, home.machine.show(unit, "ActiveState")) for unit in UNITS]
    assert states == [
        ("codemaker-web.socket", "active"),
        ("codemaker-web.service", "inactive"),
        ("codemaker-network.path", "active"),
        ("codemaker-network.service", "inactive"),
    ]


def test_units_are_such_as_systemd_likes_them(home: Home) -> None:
    units = [f"/usr/lib/systemd/system/{unit}" for unit in UNITS]
    assert home.machine.run("systemd-analyze", "verify", "--man=no", *units) == ""


def test_phone_gets_the_page_and_what_the_game_tells(home: Home) -> None:
    assert home.ask("/") == "200\n"
    status, _, state = home.ask("/events", '"status"').partition("\n")
    assert (status, json.loads(state)["status"]) == ("200", "menu")
    assert home.machine.show(SERVICE, "ActiveState") == "active"


def test_both_services_are_shut_in(home: Home) -> None:
    """The thresholds are in tenths."""
    home.machine.run("systemd-analyze", "security", "--threshold=12", SERVICE)
    home.machine.run("systemd-analyze", "security", "--threshold=10", "codemaker.service")


def test_game_has_no_network_and_neither_has_the_web_process(home: Home) -> None:
    # Starts the web process.
    home.ask("/")
    for unit in ("codemaker.service", SERVICE):
        pid = home.machine.show(unit, "MainPID")
        links = home.machine.run("nsenter", "--target", pid, "--net", "ip", "-o", "link")
        assert links.count("\n") == 1, unit
        assert ": lo:" in links


def tried(machine: Machine, unit: str) -> dict[str, str]:
    """Return what a program gets that tries to reach out in the place of that of *unit*."""
    command = "ExecStart=/usr/bin/python3 -I /usr/local/try.py\\nStandardOutput=file:/run/tried"
    edit = f"s|^ExecStart=.*|{command}|; s|^Type=.*|Type=oneshot|; s|^Runtime.*||; s|^Requires=.*||"
    source, copy = f"/usr/lib/systemd/system/{unit}", "/run/systemd/system/try.service"
    machine.run("sh", "-c", f"cat >/usr/local/try.py <<'END'\n{TRY}\nEND")
    machine.run("sh", "-c", f"sed '{edit}' {source} >{copy} && systemctl daemon-reload && systemctl start try.service")
    return dict(line.split() for line in machine.run("cat", "/run/tried").splitlines())


def test_web_process_reaches_the_table_socket_and_nothing_else(home: Home) -> None:
    found = tried(home.machine, SERVICE)
    assert found.pop("table") == "done"
    # Each failure by its number: EACCES, EAFNOSUPPORT; EPERM from systemd's filter.
    assert {number in ("13", "1", "97") for number in found.values()} == {True}, found


def test_log_says_nothing_of_phones(home: Home) -> None:
    told = home.machine.run("journalctl", "--no-pager", f"--unit={SERVICE}", "--output=cat")
    assert PHONE not in told
    assert "Traceback" not in told


def test_only_addresses_of_local_networks_are_let_in(home: Home) -> None:
    allowed = set(home.machine.show("codemaker-web.socket", "IPAddressAllow").split())
    assert {"192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "127.0.0.0/8", "fc00::/7"} <= allowed
    assert home.machine.show("codemaker-web.socket", "IPAddressDeny") in ("0.0.0.0/0 ::/0", "::/0 0.0.0.0/0")
    command = ("ip", "netns", "exec", "phone", "timeout", "3", "python3", "-c", ASK, BOX, "8.8.8.8", "/", "")
    assert home.machine.status(*command) != 0
    assert home.ask("/") == "200\n"
    # The same way leads there once the address is allowed.
    dropin = "/run/systemd/system/codemaker-web.socket.d/far.conf"
    lines = "[Socket]\\nIPAddressAllow=8.8.8.8\\n"
    restart = f"systemctl daemon-reload; systemctl stop {SERVICE}; systemctl restart codemaker-web.socket"
    home.machine.run("sh", "-c", f"mkdir -p $(dirname {dropin}); printf '{lines}' >{dropin}; {restart}")
    assert home.ask("/", source="8.8.8.8") == "200\n"
    home.machine.run("sh", "-c", f"rm -r $(dirname {dropin}); {restart}")


def request(home: Home, word: str) -> None:
    """Leave a request as the game does, and wait until it is answered."""
    machine = home.machine
    machine.run("rm", "-f", "/run/nmcli.log")
    cursor = machine.run("journalctl", "--lines=0", "--show-cursor").rpartition("cursor: ")[2].strip()
    write = f"echo {word} >/run/codemaker/.request && mv /run/codemaker/.request /run/codemaker/network-request"
    machine.run("runuser", "-u", "codemaker", "--", "sh", "-c", write)
    follow = f"journalctl --unit=codemaker-network.service --after-cursor='{cursor}' --no-tail --follow"
    machine.run("timeout", "30", "sh", "-c", f"{follow} | grep -m1 -q Finished")
    assert not machine.exists("/run/codemaker/network-request")


def test_hotspot_is_made_and_ended_through_networkmanager(home: Home) -> None:
    home.machine.run("sh", "-c", f"cat >/usr/bin/nmcli <<'END'\n{NMCLI}END\nchmod 755 /usr/bin/nmcli")
    request(home, "hotspot")
    asked = home.machine.run("cat", "/run/nmcli.log")
    assert "device wifi hotspot ifname cable con-name codemaker-hotspot ssid Codemaker password " in asked
    assert home.machine.exists("/run/profiles")
    request(home, "hotspot-off")
    assert not home.machine.exists("/run/profiles")
    assert home.machine.show("codemaker-network.service", "Result") == "success"
    password = asked.partition(" password ")[2].split()[0]
    assert len(password) == 12
    assert password not in home.machine.run("journalctl", "--no-pager")


def test_idle_web_process_ends_and_the_next_phone_starts_it_again(home: Home) -> None:
    dropin = "/run/systemd/system/codemaker-web.service.d/idle.conf"
    lines = "[Service]\\nExecStart=\\nExecStart=/usr/bin/codemaker web --table /run/codemaker --idle 0.2\\n"
    home.machine.run("sh", "-c", f"mkdir -p $(dirname {dropin}); printf '{lines}' >{dropin}; systemctl daemon-reload")
    home.machine.run("systemctl", "stop", SERVICE)
    assert home.ask("/") == "200\n"
    follow = f"journalctl --unit={SERVICE} --lines=1 --follow | grep -m1 -q 'Deactivated successfully'"
    home.machine.run("timeout", "30", "sh", "-c", follow)
    assert home.ask("/p") == "200\n"
    home.machine.run("sh", "-c", f"rm -r $(dirname {dropin}); systemctl daemon-reload")


def test_game_that_is_started_again_is_seen_by_a_page(home: Home) -> None:
    first = json.loads(home.ask("/events", '"boot"').partition("\n")[2])["boot"]
    home.machine.run("systemctl", "restart", "codemaker.service")
    assert json.loads(home.ask("/events", '"boot"').partition("\n")[2])["boot"] != first


def test_purging_leaves_nothing(home: Home) -> None:
    home.machine.run("apt-get", "purge", "-q", "-y", "codemaker-web", "codemaker")
    assert home.machine.run("find", "/etc", "/usr", "/var/lib/systemd", "/run", "-name", "*codemaker*") == ""
    assert home.machine.status("getent", "passwd", "codemaker-web") != 0
