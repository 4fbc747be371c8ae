"""Joining by a file of invitations: on the command line, and on the box from a stick."""

from __future__ import annotations

import logging
from dataclasses import asdict, replace
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli.main import main
from companion.club.broker import Stopped
from companion.club.desk import ClubDesk
from companion.club.feature import FEATURE
from companion.club.invitation import FILE, ClubInvitation, invitation_of, read_invitations, write_invitations
from companion.club.run import HELLO_S, FromGame, _happenings, _invitation_in
from companion.club.screens import home_items, settings_items
from companion.club.table_file import count_start, read_membership
from companion.config.stick import Stick
from companion.errors import TextUnreadable
from companion.ui.home.preferences import preferences
from tests.club.test_desk import Table
from tests.front_ends.conftest import tmp_path as short_path
from tests.support.flow import Flow, start
from tests.support.installing import install

__all__ = ["short_path"]

PIN = "0123456789abcdef" * 4
PASSWORDS = ("director:abc", "table-1:5e c:ret", "table-2:fb31", "viewer:xyz", "")
ONE = ClubInvitation("tls://broker.example", "autumn-cup", "table-1", "5e c:ret", PIN)
TEXT = write_invitations("tls://broker.example", "autumn-cup", PIN, PASSWORDS)


def test_file_is_read_as_it_was_written() -> None:
    assert read_invitations(TEXT) == [ONE, replace(ONE, table="table-2", password="fb31")]
    assert "director" not in TEXT


def test_pin_may_have_capital_letters() -> None:
    assert read_invitations(TEXT.replace(PIN, PIN.upper()))[0] == ONE


def test_file_may_be_written_by_hand_without_a_pin() -> None:
    text = 'event = "cup"\naddress = "tcp://10.0.0.1"\ntables.a = "b"\n'
    assert read_invitations(text) == [ClubInvitation("tcp://10.0.0.1", "cup", "a", "b")]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (("tls://", "http://"), "expected an address such as"),
        (('"autumn-cup"', '"Autumn Cup"'), "expected small letters, digits and dashes"),
        (('"autumn-cup"', "7"), "expected a text for event"),
        (("table-1 =", "director ="), "expected small letters, digits and dashes"),
        ((PIN, PIN[1:]), "expected a pin of 64 digits in hex"),
        (("5e c:ret", "5e\\u0007"), "expected a password without control characters"),
        (("[tables]", "[table]"), r"expected address, event, pin and \[tables\]"),
        (("pin =", "pincode ="), r"expected address, event, pin and \[tables\]"),
        (("[tables]", "[tables"), "expected a file in TOML, got an error"),
        (("5e c:ret", "5" * 201), "expected a text for password"),
    ],
)
def test_wrong_file_is_refused_without_a_password(changed: tuple[str, str], says: str) -> None:
    with pytest.raises(TextUnreadable, match=says) as refused:
        read_invitations(TEXT.replace(*changed))
    assert "5e" not in str(refused.value)
    assert "fb31" not in str(refused.value)


def test_password_is_in_no_repr() -> None:
    assert "5e" not in repr(ONE)


@pytest.mark.parametrize("line", ["table-3", 'table-3:a"b', "Table 3:abc"])
def test_line_of_another_form_is_refused(line: str) -> None:
    with pytest.raises(TextUnreadable, match="expected"):
        write_invitations("tls://broker.example", "autumn-cup", PIN, [line])


def test_organiser_prints_a_file_and_a_table_joins_by_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    passwords, file, state = tmp_path / "passwords", tmp_path / FILE, ["--state", str(tmp_path / "club")]
    passwords.write_text("\n".join(PASSWORDS), "utf-8")
    invite = ["club", "invite", "tls://broker.example", "autumn-cup", str(passwords), "--pin", PIN.upper()]
    assert main(invite) == 0
    file.write_text(capsys.readouterr().out, "utf-8")
    assert file.read_text("utf-8") == TEXT
    assert main(["club", "accept", str(file), "table-1", *state]) == 0
    joined = count_start(tmp_path / "club")
    assert (joined.table, joined.password, joined.pin, joined.boot) == ("table-1", "5e c:ret", PIN, 1)
    # The starts are those of the box, and so is the key of the same table.
    for table, more in (("table-1", ()), ("table-1", ("--new-key",)), ("table-2", ())):
        assert main(["club", "accept", str(file), table, *state, *more]) == 0
        again = read_membership(tmp_path / "club")
        assert (again.table, again.boot) == (table, 1)
        assert (again.seed == joined.seed) is (table == "table-1" and not more)
        joined = again
    capsys.readouterr()
    assert main(["club", "accept", str(file), "table-9", *state]) != 0
    assert "expected one of the tables table-1, table-2, got table-9" in capsys.readouterr().err
    assert main(["club", "accept", str(tmp_path / "none"), "table-1", *state]) != 0
    assert "expected invitations in" in capsys.readouterr().err


def test_bridge_takes_an_invitation_of_the_game_alone() -> None:
    fields = {"type": "join", **asdict(ONE)}
    assert _invitation_in(FromGame(fields)) == ONE == invitation_of(fields)
    wrong = (
        FromGame({**fields, "type": "state"}),
        FromGame({**fields, "event": "A"}),
        FromGame({"type": "join"}),
        fields,
    )
    assert [_invitation_in(found) for found in wrong] == [None] * 4


def test_bridge_that_waits_says_hello_until_it_is_stopped() -> None:
    happened, hellos = SimpleQueue[object](), list[float]()
    happened.put("one")
    happened.put(Stopped())
    assert [*_happenings(happened, lambda: hellos.append(HELLO_S))] == ["one"]
    assert hellos == [HELLO_S]


def test_bridge_gets_the_invitation_after_its_hello(short_path: Path) -> None:
    table = Table(short_path, may_move=False)
    assert not table.desk.join(ONE)
    bridge = table.bridge()
    bridge.say(type="club", event="", round=0)
    table.take_call()
    bridge.hear()
    assert table.desk.join(ONE)
    assert bridge.hear() == {"type": "join", **asdict(ONE)}
    table.close()


def at_the_stick(folder: Path, *, has_bridge: bool = True) -> tuple[Flow, list[ClubInvitation]]:
    """Return a box with a stick in *folder* at the menu of its club, and the invitations that its bridge gets."""
    flow, sent = start(), list[ClubInvitation]()
    install(flow.context, additions=(FEATURE,), stick=Stick(folder, lambda folder: True))
    around: Any = SimpleNamespace(context=flow.context)
    desk = ClubDesk(around)

    def join(invitation: ClubInvitation) -> bool:
        sent.append(invitation)
        return has_bridge

    desk.join = join
    flow.context.running["club"] = desk
    flow.choose("More", "Club")
    return flow, sent


def test_table_is_chosen_from_the_stick(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(TEXT, "utf-8")
    flow, sent = at_the_stick(tmp_path)
    assert flow.lines[:3] == ["Which table is this?", "> table-1", "  table-2"]
    flow.choose("table-2")
    assert "This box is table-2 now." in " ".join(flow.lines)
    assert [one.table for one in sent] == ["table-2"]


def test_box_without_a_bridge_says_so(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(TEXT, "utf-8")
    flow, _ = at_the_stick(tmp_path, has_bridge=False)
    flow.choose("table-1")
    assert "No bridge runs: codemaker club run." in " ".join(flow.lines)


def test_box_without_a_network_has_no_line_of_the_club(tmp_path: Path) -> None:
    flow, _ = at_the_stick(tmp_path)
    context = flow.context
    assert [bool(lines(context)) for lines in (home_items, settings_items)] == [True, True]
    context.installation = context.installation._replace(has_network=False)
    assert [bool(lines(context)) for lines in (home_items, settings_items)] == [False, False]
    assert not [item for item in preferences(context).items if item.label == "Club"]


def test_stick_without_the_file_and_a_wrong_one_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    flow, _ = at_the_stick(tmp_path)
    assert f"There is no {FILE} on this stick." in " ".join(flow.lines)
    (tmp_path / FILE).write_bytes(b"\xff")
    flow, _ = at_the_stick(tmp_path)
    assert f"{FILE} is wrong: make it anew." in " ".join(flow.lines)
    with caplog.at_level(logging.WARNING):
        (tmp_path / FILE).write_text(TEXT.replace("table-1", "Table 1"), "utf-8")
        flow, sent = at_the_stick(tmp_path)
    assert (f"{FILE} is wrong" in " ".join(flow.lines), sent, "5e" in caplog.text) == (True, [], False)
