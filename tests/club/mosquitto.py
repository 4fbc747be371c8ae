"""A real mosquitto with the files that the project ships, for tests: it starts, is killed, and starts again."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import IO, TypeVar

from companion.club.broker import Broker, Connected, Lost, Received
from tests.support.tools import need, need_module

SHIPPED = Path(__file__).parents[2] / "systemd" / "club"
MOSQUITTO = "/usr/sbin/mosquitto"
BY = "make need-club"
PATIENCE_S = 20.0
PASSWORDS = {name: f"{name}-has-this" for name in ("director", "viewer", "homeassistant", "table-1", "table-2")}
# What Debian's own file has, into whose folder the shipped file goes; the rest is for a broker of a test.
AROUND = """
persistence true
persistence_location {folder}/
log_dest stderr
log_type {log}
log_type information
log_type notice
{user}
include_dir {folder}/conf.d
"""

T = TypeVar("T")


def free_port() -> int:
    """Return a port of this machine that no program listens to."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def make_certificate(folder: Path) -> str:
    """Make a key and a certificate in *folder*, as docs/club.md does; return the pin."""
    folder.mkdir(exist_ok=True)
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=localhost"
    subprocess.run(
        [*command.split(), "-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)],
        check=True,
        capture_output=True,
    )
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate.read_text("ascii"))).hexdigest()


class Mosquitto:
    """A mosquitto whose files are in *folder*; it knows the users of *passwords*.

    *settings* stand in for the file that the project ships; *log* is what is logged.
    """

    def __init__(
        self, folder: Path, passwords: Mapping[str, str] = PASSWORDS, settings: str | None = None, log: str = "all"
    ) -> None:
        self.port = free_port()
        self.folder = folder
        self.pin = make_certificate(folder)
        self.certificate = folder / "certificate.pem"
        self.log = folder / "log"
        own = folder / "passwords"
        own.write_text("".join(f"{user}:{password}\n" for user, password in passwords.items()), "ascii")
        subprocess.run(["mosquitto_passwd", "-U", str(own)], check=True)
        shutil.copy(SHIPPED / "acl", folder)
        if settings is None:
            settings = (SHIPPED / "mosquitto.conf").read_text("ascii")
        settings = settings.replace("/etc/mosquitto/club", str(folder)).replace("listener 8883", self._listener)
        (folder / "conf.d").mkdir()
        (folder / "conf.d" / "club.conf").write_text(settings, "ascii")
        # It would give up the rights that files of a test need.
        user = "user root" if os.getuid() == 0 else ""
        (folder / "mosquitto.conf").write_text(AROUND.format(folder=folder, user=user, log=log), "ascii")
        self._process: subprocess.Popen[str] | None = None

    @property
    def _listener(self) -> str:
        return f"listener {self.port} 127.0.0.1"

    @property
    def address(self) -> str:
        """The address of the broker."""
        return f"tls://localhost:{self.port}"

    def start(self) -> None:
        """Start the broker; it listens when this returns."""
        with self.log.open("a") as log:
            command = [MOSQUITTO, "-c", str(self.folder / "mosquitto.conf")]
            self._process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=log, text=True)
        assert self._process.stderr is not None
        self._wait_for("running", self._process.stderr)
        # It has said so before it takes signals: it does once it serves.
        with socket.create_connection(("127.0.0.1", self.port)):
            self._wait_for("New connection", self._process.stderr)
        # The rest goes into the file, so that the pipe is never full.
        self._reader = Thread(target=self._keep, args=(self._process.stderr,), daemon=True)
        self._reader.start()

    def _wait_for(self, words: str, lines: IO[str]) -> None:
        said = ""
        while words not in said:
            line = lines.readline()
            assert line, f"expected mosquitto to say {words!r}, got {said}"
            said += line

    def _keep(self, lines: Iterable[str]) -> None:
        with self.log.open("a") as log:
            log.writelines(lines)

    def stop(self) -> None:
        """End the broker, which then keeps what it knows."""
        self._end(subprocess.Popen.terminate)

    def kill(self) -> None:
        """End the broker without a word."""
        self._end(subprocess.Popen.kill)

    def _end(self, how: Callable[[subprocess.Popen[str]], None]) -> None:
        if self._process is not None:
            how(self._process)
            self._process.wait(PATIENCE_S)
            self._reader.join()
            assert self._process.stderr is not None
            self._process.stderr.close()
            self._process = None

    def client(self, user: str, *topics: str, password: str | None = None, pin: str | None = None) -> Client:
        """Return a client that is connected as *user*, and has subscribed to *topics*."""
        made = Client(Broker(self.address, user, password or PASSWORDS[user], pin=pin or self.pin))
        made.broker.start(topics)
        return made


class Client:
    """What a test hears from *broker*."""

    def __init__(self, broker: Broker) -> None:
        self.broker = broker

    def next(self, kind: type[T]) -> T:
        """Wait for the next event of *kind*; others before it are dropped."""
        while True:
            found = self.broker.received.get(timeout=PATIENCE_S)
            if isinstance(found, kind):
                return found

    def connected(self) -> Client:
        """Wait until the broker is reached."""
        self.next(Connected)
        return self

    def lost(self) -> str:
        """Wait until the broker is not reached, and return why."""
        return self.next(Lost).reason

    def hear(self) -> tuple[str, bytes]:
        """Wait for the next message; return its topic and what came."""
        found = self.next(Received)
        return found.topic, found.payload


@contextmanager
def mosquitto(
    folder: Path, passwords: Mapping[str, str] = PASSWORDS, settings: str | None = None, log: str = "all"
) -> Iterator[Mosquitto]:
    """Run a broker in *folder*; what is missing skips the test, and fails it in CI."""
    need(MOSQUITTO, "openssl", by=BY)
    need_module("paho", BY)
    made = Mosquitto(folder, passwords, settings, log)
    made.start()
    try:
        yield made
    finally:
        made.kill()
