"""``codemaker --phones``: a game with the web process beside it, which ends with it."""

from __future__ import annotations

import http.client
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.app.compose import build_context
from companion.config.settings import SettingsFile
from companion.features.seam import declared
from companion.link.inotify import FolderWatch
from companion.match.catalogue import load_catalogue
from companion.phones import web_process
from companion.phones.errors import PhonesFailed
from companion.phones.feature import FEATURE
from companion.phones.web_process import web_beside
from tests.fakes.box import fake_box
from tests.phones.web.site import PATIENCE_S, Stream, short_folder
from tests.support.paper import PaperArchive, environment

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder() -> Iterator[Path]:
    with short_folder() as made:
        yield made


def played(folder: Path, *options: str) -> subprocess.Popen[str]:
    """Start a game whose keys are typed into a pipe."""
    command = [sys.executable, "-m", "companion", "--device", "headless", "--keys", "-", "--state", str(folder / "s")]
    environment = {"PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(folder), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [*command, *options],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def address(game: subprocess.Popen[str]) -> tuple[str, int]:
    """Return the address that *game* prints."""
    assert game.stdout is not None
    line = game.stdout.readline()
    said, _, host = line.strip().partition(" http://")
    assert said == "Phones and screens:", line
    name, _, port = host.partition(":")
    return name, int(port)


def connect(where: tuple[str, int]) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(*where, timeout=PATIENCE_S)


def test_game_with_phones_serves_its_board_and_ends_the_web_process_with_it(folder: Path) -> None:
    with played(folder, "--phones", "play") as game:
        where = address(game)
        stream = Stream(connect(where), "/events")
        while (event := stream.next()) is not None and event.type != "state":
            pass
        assert event is not None
        assert event.fields["status"] == "menu"
        game.communicate("", timeout=PATIENCE_S)
        while (event := stream.next()) is not None:
            pass
        assert not list(folder.glob("codemaker/web-*"))
        stream.close()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(where, PATIENCE_S)
        settings = folder / "s" / "settings.toml"
        assert not settings.exists() or "\nphones = true" not in settings.read_text()


def test_web_process_of_a_game_that_is_killed_ends(folder: Path) -> None:
    with played(folder, "--phones") as game:
        stream = Stream(connect(address(game)), "/events")
        game.send_signal(signal.SIGKILL)
        game.wait(PATIENCE_S)
        while stream.next() is not None:
            pass
        stream.close()
        game.communicate()


def web_process_of(game: int) -> int:
    """Return the number of the web process that *game* has started, in any of its threads."""
    found = [int(one) for path in Path(f"/proc/{game}/task").glob("*/children") for one in path.read_text().split()]
    (web,) = [one for one in found if b"--until-eof" in Path(f"/proc/{one}/cmdline").read_bytes()]
    return web


def test_web_process_that_dies_is_started_again_at_the_same_address(folder: Path) -> None:
    with played(folder, "--phones") as game:
        where = address(game)
        with closing(FolderWatch(folder / "codemaker")) as watch:
            os.kill(web_process_of(game.pid), signal.SIGKILL)
            # It listens before it makes its own socket.
            while f"web-{where[1]}.sock" not in watch.changes().names:
                assert select.select([watch], [], [], PATIENCE_S)[0]
        stream = Stream(connect(where), "/events")
        assert stream.next() is not None
        stream.close()
        game.communicate("", timeout=PATIENCE_S)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(where, PATIENCE_S)


def test_game_is_told_that_there_are_no_pages_until_there_are_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    (folder / "codemaker").mkdir()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as table:
        table.settimeout(PATIENCE_S)
        table.bind(str(folder / "codemaker" / "table.sock"))
        with web_beside(io.StringIO()):
            began = json.loads(table.recv(2048))
            os.kill(web_process_of(os.getpid()), signal.SIGKILL)
            assert json.loads(table.recv(2048)) == began | {"addresses": [], "failure": "no-pages"}
            assert json.loads(table.recv(2048)) == began
        assert json.loads(table.recv(2048))["failure"] == "no-pages"


def test_port_in_use_is_passed_over(folder: Path) -> None:
    with played(folder, "--phones") as one, played(folder, "--phones") as other:
        ports = {address(one)[1], address(other)[1]}
        assert len(ports) == 2
        for game in (one, other):
            game.communicate("", timeout=PATIENCE_S)


def test_missing_library_is_named_with_the_command_that_adds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_process, "LIBRARIES", ("aiohttp", "no_such_library"))
    with pytest.raises(PhonesFailed, match="expected the library no_such_library"), web_beside(io.StringIO()):
        pass


@pytest.mark.parametrize("command", [("--phones",), ("web", "--port", "0", "--address", "127.0.0.1")])
def test_without_a_folder_for_sockets_one_line_says_how_to_make_one(folder: Path, command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "--state", str(folder), *command],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    (line,) = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (2, "")
    assert line.startswith("codemaker: expected a folder for sockets")
    assert line.endswith("type: export XDG_RUNTIME_DIR=$(mktemp -d)")


def test_addresses_are_told_to_a_game_that_starts_later_and_to_one_that_asks(folder: Path) -> None:
    command = [sys.executable, "-m", "companion", "web", "--port", "0", "--address", "127.0.0.1", "--until-eof"]
    environment = {"PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(folder)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as web:
        assert web.stdout is not None
        url = web.stdout.readline().decode().strip()
        run = folder / "codemaker"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as table:
            table.settimeout(PATIENCE_S)
            table.bind(str(run / "table.sock"))
            told = {"type": "addresses", "addresses": [url], "hotspot": None, "failure": None}
            assert json.loads(table.recv(2048)) == told
            for word, failure in (("address", None), ("hotspot", "no-hotspot")):
                (run / "whole").write_text(f"{word}\n")
                (run / "whole").rename(run / "network-request")
                assert json.loads(table.recv(2048)) == told | {"failure": failure}
                assert not (run / "network-request").exists()
            assert not select.select([table], [], [], 0)[0]
        web.communicate(timeout=PATIENCE_S)
    assert web.returncode == 0


@pytest.mark.parametrize("is_on", [False, True])
def test_phones_of_one_session_leave_the_settings_as_they_are(folder: Path, is_on: bool) -> None:
    path = folder / "settings.toml"
    path.write_text(f"phones = {str(is_on).lower()}\n")
    world = environment(PaperArchive())
    file = SettingsFile(path, more=declared())
    context = build_context(fake_box(), file, load_catalogue(None), world, "en", ["phones"])
    assert FEATURE.is_on(context.chosen)
    context.change(volume=30)
    kept = SettingsFile(path, more=declared()).settings
    assert (kept.volume, FEATURE.is_on(kept)) == (30, is_on)
    # The form of earlier versions is replaced.
    assert tomllib.loads(path.read_text("utf-8"))["phones"] == ({"on": True} if is_on else {})
