"""What the game may ask of the network, and what it is told; the request may be any kind of file."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.front_ends.messages import read_request
from companion.phones.messages import READERS
from companion.phones.port import Addresses
from companion.phones.web import network
from companion.phones.web.network import PASSWORD_LENGTH, answer, own_addresses, run_command, take_request
from tests.phones.web.site import PATIENCE_S, short_folder

WIFI = "lo:loopback:unmanaged\neth0:ethernet:connected\nwlan0:wifi:connected\n"


@pytest.fixture
def folder() -> Iterator[Path]:
    with short_folder() as made:
        yield made


class PaperManager:
    """A NetworkManager that knows the devices in *devices*, and fails at the command that holds *fails*."""

    def __init__(self, devices: str = WIFI, fails: str | None = None) -> None:
        self.devices = devices
        self.fails = fails
        self.profiles: list[str] = ["home"]
        self.asked: list[str] = []

    def run(self, command: Sequence[str]) -> str:
        said = " ".join(command)
        self.asked.append(said)
        if self.fails is not None and self.fails in said:
            raise subprocess.CalledProcessError(4, command)
        if said.endswith("DEVICE,TYPE,STATE device"):
            return self.devices
        if said.endswith("connection show"):
            return "".join(f"{name}\n" for name in self.profiles)
        if "hotspot ifname" in said:
            self.profiles.append(network.PROFILE)
        if "connection delete" in said:
            self.profiles.remove(network.PROFILE)
        return ""


def told(folder: Path, word: str, run: Callable[[Sequence[str]], str]) -> Addresses:
    """Return what a game is told that asks for *word*; the game's own reader reads it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as table:
        table.settimeout(PATIENCE_S)
        table.bind(str(folder / "table.sock"))
        (folder / "network-request").write_text(f"{word}\n")
        answer(folder, run)
        message = read_request(table.recv(2048), READERS)
    (folder / "table.sock").unlink()
    assert isinstance(message, Addresses)
    return message


def test_address_is_told_without_asking_networkmanager(folder: Path) -> None:
    manager = PaperManager()
    assert told(folder, "address", manager.run) == Addresses(tuple(f"http://{one}" for one in own_addresses()))
    assert manager.asked == []


def test_hotspot_has_a_new_password_each_time_and_is_forgotten_at_its_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "address_of", {"wlan0": "10.42.0.1"}.get)
    manager = PaperManager()
    first, second = (told(folder, "hotspot", manager.run).hotspot for _ in range(2))
    assert first is not None
    assert second is not None
    assert (first.ssid, first.address) == ("Codemaker", "http://10.42.0.1")
    assert re.fullmatch(f"[a-z2-9]{{{PASSWORD_LENGTH}}}", first.password)
    assert first.password != second.password
    assert manager.profiles == ["home", "codemaker-hotspot"]
    assert "connection modify codemaker-hotspot connection.autoconnect no" in manager.asked[-1]
    assert told(folder, "hotspot-off", manager.run).hotspot is None
    assert manager.profiles == ["home"]


@pytest.mark.parametrize(
    ("devices", "fails", "word"),
    [
        ("eth0:ethernet:connected\n", None, "no-wifi"),
        ("wlan0:wifi:unavailable\n", None, "no-wifi"),
        ("", None, "no-wifi"),
        (WIFI, "hotspot", "nmcli"),
        (WIFI, "DEVICE", "nmcli"),
        (WIFI, None, "no-address"),
    ],
)
def test_hotspot_that_cannot_be_made_says_why(
    folder: Path, devices: str, fails: str | None, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "address_of", lambda device: None)
    found = told(folder, "hotspot", PaperManager(devices, fails).run)
    assert (found.hotspot, found.failure) == (None, word)


@pytest.mark.parametrize("program", [("no-such-nmcli",), ("sh", "-c", "exit 8")], ids=["missing", "not running"])
def test_machine_without_networkmanager_says_so(folder: Path, program: Sequence[str]) -> None:
    def missing(command: Sequence[str]) -> str:
        return run_command((*program, *command[1:]))

    assert told(folder, "hotspot", missing).failure == "no-networkmanager"


def left_link(path: Path) -> None:
    path.with_name("secret").write_text("hotspot\n")
    path.symlink_to(path.with_name("secret"))


@pytest.mark.parametrize(
    "leave",
    [
        left_link,
        os.mkfifo,
        Path.mkdir,
        lambda path: path.write_bytes(b"\xff\x00" * 1000),
        lambda path: path.write_text("reboot\n"),
        lambda path: path.write_text("hotspot; reboot\n"),
        lambda path: None,
    ],
    ids=["link", "fifo", "folder", "bytes", "word", "command", "nothing"],
)
def test_what_is_no_request_asks_for_nothing(folder: Path, leave: Callable[[Path], object]) -> None:
    leave(folder / "network-request")
    manager = PaperManager()
    answer(folder, manager.run)
    assert manager.asked == []


def test_request_is_taken_once(folder: Path) -> None:
    (folder / "network-request").write_text("address\n")
    assert [take_request(folder) for _ in range(2)] == ["address", None]


def test_game_that_is_away_or_left_another_file_is_not_told(folder: Path) -> None:
    (folder / "table.sock").write_text("")
    network.tell(folder, ["http://192.168.1.20"])
    assert (folder / "table.sock").read_text() == ""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
        other.bind(str(folder / "other"))
        other.setblocking(False)
        (folder / "table.sock").unlink()
        (folder / "table.sock").symlink_to(folder / "other")
        network.tell(folder, ["http://192.168.1.20"])
        with pytest.raises(BlockingIOError):
            other.recv(2048)


def test_message_is_what_the_game_reads(folder: Path) -> None:
    hotspot = {"ssid": "Codemaker", "password": "abcdefghjkmn", "address": "http://10.42.0.1"}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as table:
        table.bind(str(folder / "table.sock"))
        network.tell(folder, ["http://192.168.1.20:8080"], hotspot)
        datagram = table.recv(2048)
    assert json.loads(datagram)["hotspot"] == hotspot
    found = read_request(datagram, READERS)
    assert isinstance(found, Addresses)
    assert found.addresses == ("http://192.168.1.20:8080",)
