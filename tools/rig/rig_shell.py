"""Root's shell on a box, at the far end of anything that carries bytes there and back."""

from __future__ import annotations

import base64
import socket
from pathlib import Path

DONE = "rig-is-done"


class RootShell:
    """A shell that runs one command after another."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    def send(self, command: str) -> None:
        """Have *command* run, and do not wait for it; may be called from any thread."""
        self._line.sendall(f"{command}\n".encode())

    def run(self, command: str, within_s: float = 120) -> str:
        """Run *command* and return what it prints; raises ``AssertionError`` when it fails."""
        # The mark is put together in the shell: an echo of the command does not look like the end of it.
        self.send(f"{{ {command}\n}} 2>&1; status=$?; echo; echo {DONE[:4]}'{DONE[4:]}' $status")
        self._line.settimeout(within_s)
        told = b""
        while not (told.endswith(b"\n") and f"{DONE} ".encode() in told):
            received = self._line.recv(65536)
            if not received:
                raise ConnectionResetError(f"expected a shell, got its end, after {told[-500:]!r}")
            told += received
        text, _, status = told.decode().rpartition(f"\n{DONE} ")
        if int(status):
            raise AssertionError(f"expected {command!r} to succeed, got {int(status)}: {text[-2000:]}")
        return text

    def put(self, file: Path, into: str) -> None:
        """Copy *file* over, byte for byte."""
        text = base64.encodebytes(file.read_bytes()).decode()
        self.run(f"base64 -d >{into} <<'THE-END'\n{text}THE-END")

    def close(self) -> None:
        """Hang up."""
        self._line.close()
