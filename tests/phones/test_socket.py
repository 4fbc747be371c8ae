"""Phones of the whole program have a table socket, and come back after a power cut."""

from __future__ import annotations

import signal
from pathlib import Path

from companion.phones.phone_store import Kept, Phone, PhoneStore
from tests.app.test_beside import BEGIN, first_hello, folders, rows, running
from tests.phones.paper_phone import PaperPhone
from tests.support.front_end import PaperFrontEnd

__all__ = ["folders"]


def test_phones_have_a_socket_and_play_on_after_a_power_cut(folders: tuple[Path, Path]) -> None:
    state, run = folders
    (state / "settings.toml").write_text("phones = true\n", "utf-8")
    phone = PaperPhone("", name="p" * 22, key=bytes(range(32)))
    PhoneStore(state / "phones.json").write(
        Kept(("Player 1", "Player 2"), (Phone(phone.name, 1, phone.key),), match=1)
    )
    for count in (1, 2):
        with running(*folders, None) as program, PaperFrontEnd(program.socket) as front_end:
            menu = first_hello(front_end, program)
            assert (menu["may_move"], menu["language"]) == (False, "en")
            assert (run / "codemaker" / "network-request").read_text("ascii") == "address\n"
            program.press(BEGIN if count == 1 else "OK")
            # The match is told when it is begun, and again with its code.
            while (told := front_end.hear())["status"] != "move":
                pass
            version = told["version"]
            front_end.say(**phone.says("look"))
            assert phone.opens(front_end.hear())["status"] == "play"
            front_end.say(**phone.moves("ROYG"))
            assert rows(front_end.hear_of(version + 1)) == ["ROYG"] * count
            program.process.send_signal(signal.SIGKILL)
            program.process.wait()
