"""The file of the table socket: who may use it, and what is found in its place."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from stat import S_IMODE, S_ISSOCK

import pytest

from companion.errors import TableSocketFailed
from companion.front_ends.socket_file import SOCKET_NAME, SocketFile


def test_socket_is_for_user_and_group_and_gone_at_the_end(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        file = SocketFile(tmp_path)
    finally:
        os.umask(before)
    found = file.path.stat()
    assert (S_ISSOCK(found.st_mode), S_IMODE(found.st_mode), found.st_gid) == (True, 0o660, os.getegid())
    file.close()
    assert list(tmp_path.iterdir()) == []
    SocketFile(tmp_path).close()


def test_socket_is_at_no_time_open_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes = []

    def chmod(path: Path, mode: int) -> None:
        modes.append(S_IMODE(path.stat().st_mode))

    monkeypatch.setattr(Path, "chmod", chmod)
    before = os.umask(0)
    try:
        SocketFile(tmp_path).close()
    finally:
        os.umask(before)
    assert modes == [0o660]


def test_socket_of_a_killed_game_is_replaced(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as killed:
        killed.bind(str(tmp_path / SOCKET_NAME))
    file = SocketFile(tmp_path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as front_end:
        front_end.sendto(b"x", str(file.path))
    assert file.socket.recv(1) == b"x"
    file.close()


def test_second_game_does_not_take_the_socket(tmp_path: Path) -> None:
    first = SocketFile(tmp_path)
    with pytest.raises(TableSocketFailed, match="without a running game") as refused:
        SocketFile(tmp_path)
    assert refused.value.sentence == "Another game has the socket for other programs."
    assert first.path.exists()
    first.close()
    SocketFile(tmp_path).close()


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o1777])
def test_folder_that_others_can_write_to_is_refused(tmp_path: Path, mode: int) -> None:
    tmp_path.chmod(mode)
    with pytest.raises(TableSocketFailed, match="expected a directory of user"):
        SocketFile(tmp_path)


def test_folder_that_is_missing_a_file_or_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    for name in ("missing", "file", "link"):
        with pytest.raises(TableSocketFailed, match=f"expected a directory, got .*, at {tmp_path / name}"):
            SocketFile(tmp_path / name)
    assert list((tmp_path / "folder").iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_folder_of_another_user_is_refused(tmp_path: Path) -> None:
    os.chown(tmp_path, 65534, 65534)
    with pytest.raises(TableSocketFailed, match="of user 65534"):
        SocketFile(tmp_path)


def test_another_kind_of_file_in_its_place_is_kept(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("kept", "utf-8")
    (tmp_path / SOCKET_NAME).symlink_to(victim)
    with pytest.raises(TableSocketFailed, match="expected a socket or nothing, got l"):
        SocketFile(tmp_path)
    assert victim.read_text("utf-8") == "kept"
    # The refusal has unlocked the folder.
    (tmp_path / SOCKET_NAME).unlink()
    SocketFile(tmp_path).close()


def test_path_that_is_too_long_for_a_socket_is_refused(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 120)
    long.mkdir(mode=0o700)
    with pytest.raises(TableSocketFailed, match=r"expected to make a socket, got .*too long"):
        SocketFile(long)
