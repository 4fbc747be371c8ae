"""The web process as a command: where it listens, and when it ends."""

from __future__ import annotations

import socket
import subprocess

import pytest

from tests.phones.web.browser import environment, python
from tests.phones.web.site import short_folder
from tests.support.front_end import PATIENCE_S


def test_pages_are_served_at_the_address_that_was_asked_for_and_at_no_other() -> None:
    command = python("companion", "web", "--address", "127.0.0.2", "--port", "0", "--until-eof")
    with (
        short_folder() as folder,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(XDG_RUNTIME_DIR=str(folder))
        ) as process,
    ):
        assert process.stdout is not None
        said = process.stdout.readline().decode()
        assert said.startswith("http://127.0.0.2:")
        port = int(said.rpartition(":")[2])
        socket.create_connection(("127.0.0.2", port), PATIENCE_S).close()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
