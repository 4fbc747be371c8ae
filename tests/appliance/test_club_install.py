"""The package of a club on Debian 12 and 13, with the broker that docs/club.md sets up on the same machine."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.appliance import packaged
from tests.appliance.nspawn import Machine, Root, Suite, need_machines

PROJECT = Path(__file__).parents[2]
INSTALL = ("apt-get", "install", "-q", "-y", "--no-install-recommends")
STATE = "/var/lib/codemaker"
UNIT = "codemaker-club.service"
# As the user and in the group of the unit.
TRY = """
import os
for path in ("/var/lib/codemaker", "/var/lib/codemaker/journal.db", "/run/codemaker/table.sock"):
    try:
        os.listdir(path) if path.endswith("codemaker") else os.stat(path)
        print(path, "seen")
    except OSError as failure:
        print(path, failure.errno)
"""
PATIENCE_S = 30


@dataclass(frozen=True, slots=True)
class Club:
    """A booted box with the package."""

    root: Root
    machine: Machine

    def says(self, text: str) -> str:
        """Wait until the bridge has logged *text*, and return all that it has logged."""
        ends = time.monotonic() + PATIENCE_S
        while True:
            logged = self.machine.run("journalctl", "--no-pager", "--output=cat", f"--unit={UNIT}")
            if text in logged:
                return logged
            assert time.monotonic() < ends, f"expected {text!r}, got {logged}"
            time.sleep(0.5)


@pytest.fixture(scope="module", params=list(Suite), ids=lambda suite: suite.value)
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    need_machines()
    folder = tmp_path_factory.mktemp(request.param.value)
    game = packaged.built()
    debs = game, game.with_name(game.name.replace("codemaker_", "codemaker-club_"))
    needed = ("python3-pil", "python3-nacl", "python3-aiohttp", "mosquitto", "openssl")
    with Root.made(request.param, folder, later=needed) as root:
        for file in (*debs, *(PROJECT / "systemd" / "club").iterdir()):
            root.put(file, f"/root/{file.name}")
        with root.booted("--private-network") as machine:
            machine.run("mkdir", "-p", STATE)
            machine.run("sh", "-c", f"printf '[club]\\non = true\\n' >{STATE}/settings.toml")
            machine.run("env", "CODEMAKER_BOX=yes", *INSTALL, *(f"/root/{file.name}" for file in debs))
            yield Club(root, machine)


def test_bridge_is_off_until_it_is_enabled(club: Club) -> None:
    assert club.machine.show(UNIT, "ActiveState") == "inactive"
    assert club.machine.show(UNIT, "UnitFileState") == "disabled"
    verify = ("systemd-analyze", "verify", "--man=no", f"/usr/lib/systemd/system/{UNIT}")
    assert club.machine.run(*verify) == ""


def test_bridge_that_is_enabled_waits_for_an_invitation(club: Club) -> None:
    club.machine.run("systemctl", "enable", "--now", UNIT)
    club.says("joined no event yet")
    assert club.machine.show(UNIT, "ActiveState") == "active"


def test_bridge_reaches_the_table_socket_and_no_match(club: Club) -> None:
    as_bridge = ("setpriv", "--reuid", "codemaker-club", "--regid", "codemaker", "--clear-groups")
    said = club.machine.run(*as_bridge, "python3", "-c", TRY).splitlines()
    assert [line.rpartition(" ")[2] for line in said] == ["13", "13", "seen"]


def test_table_joins_at_the_broker_that_the_page_sets_up(club: Club) -> None:
    text = (PROJECT / "docs" / "club.md").read_text("utf-8")
    commands = [line[4:] for line in text.splitlines() if re.match(" {4}(install -d|openssl req|.umask|chown)", line)]
    assert len(commands) == 4
    club.machine.run(*INSTALL, "mosquitto", "openssl")
    club.machine.run("sh", "-c", 'echo "127.0.1.1 $(hostname).example $(hostname)" >>/etc/hosts')
    # The commands are for a copy of the project.
    club.machine.run("sh", "-c", "mkdir -p /root/systemd/club && cp /root/acl /root/mosquitto.conf /root/systemd/club")
    for command in commands:
        club.machine.run("env", "HOME=/root", "bash", "-c", f"cd /root && {command}")
    pin = club.machine.run(
        "sh", "-c", "openssl x509 -in /etc/mosquitto/club/certificate.pem -outform der | sha256sum"
    ).split()[0]
    password = "sed -n 's/^table-1://p' /root/passwords"
    join = f"codemaker club join tls://127.0.0.1 autumn-cup table-1 --pin {pin} --state /var/lib/codemaker-club"
    club.machine.run(
        "sh", "-c", f"{password} | setpriv --reuid codemaker-club --regid codemaker-club --clear-groups {join}"
    )
    club.machine.run("systemctl", "restart", UNIT)
    logged = club.says("connected with tls://127.0.0.1 as table-1")
    assert club.machine.run("sh", "-c", password).strip() not in logged
    assert club.machine.run("stat", "-c", "%U %a", "/var/lib/codemaker-club/club.json") == "codemaker-club 600\n"


def test_purging_leaves_nothing(club: Club) -> None:
    club.machine.run("apt-get", "purge", "-q", "-y", "codemaker-club")
    left = club.machine.run("find", "/etc", "/usr", "/var/lib", "/run", "-name", "*codemaker-club*")
    assert [path for path in left.splitlines() if "/dpkg/" not in path] == []
    assert club.machine.status("getent", "passwd", "codemaker-club") != 0
