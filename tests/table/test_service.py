"""The table socket and its front ends: those that read, and those that are slow, stopped, dead or hostile."""

from __future__ import annotations

import json
import os
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from companion.table.allowance import AFTER_A_PAUSE, BURST_MOST, Allowance
from companion.table.messages import TableState
from companion.table.service import FRONT_ENDS_MOST, TableSocket
from companion.table.socket_file import SocketFile
from tests.support.front_end import PaperFrontEnd
from tests.table.tables import Table, refused

STATES_IN_QUEUE = 40
"""More messages than the kernel keeps for a front end that does not read."""


def test_hello_is_answered_with_the_state_and_every_change_with_the_next(table: Table) -> None:
    front_end = table.front_end()
    menu = front_end.hello()
    assert (menu["status"], menu["match"], menu["version"], menu["may_move"]) == ("menu", None, 0, False)
    driver = table.open_match()
    begun = front_end.hear()
    assert (begun["status"], begun["version"], begun["match"]["to_move"]) == ("move", 1, 1)
    driver.submit_text(1, "ROYB")
    driver.undo()
    heard = [front_end.hear() for _ in range(2)]
    assert [message["version"] for message in heard] == [2, 3]
    assert [len(message["match"]["view"]["round"]["rows"]) for message in heard] == [1, 0]
    table.watch.look(None)
    assert (front_end.hear()["status"], {menu["boot"], begun["boot"]}) == ("menu", {heard[0]["boot"]})


def test_coin_and_next_round_are_waited_for_and_the_end_is_told(table: Table) -> None:
    front_end = table.front_end()
    front_end.hello()
    driver = table.open_match(mode="player", games="2", first="coin")
    assert front_end.hear()["status"] == "prompt"
    driver.submit_text(0, "go")
    seat = driver.position.player_to_move
    assert seat is not None
    for mover, text in ((seat, "code ROYG"), (1 - seat, "ROYG"), (1 - seat, "code ROYG"), (seat, "ROYG")):
        driver.submit_text(mover, text)
    last = front_end.hear_of(6)
    assert (last["status"], last["match"]["to_move"], last["match"]["outcome"]["scores"]) == ("over", None, [1, 1])
    assert last["match"]["view"]["done"][0]["code"] == "ROYG"


def test_repeated_hello_is_answered_and_subscribes_once(table: Table) -> None:
    front_end = table.front_end()
    assert [front_end.hello()["version"] for _ in range(3)] == [0, 0, 0]
    table.open_match()
    assert front_end.hear()["version"] == 1
    assert not front_end.has_news()


def test_front_end_may_have_an_abstract_address(table: Table) -> None:
    with PaperFrontEnd(table.path) as front_end:
        assert front_end.hello()["status"] == "menu"


def test_front_end_that_leaves_hears_nothing_more(table: Table) -> None:
    leaving, staying = table.front_end(), table.front_end()
    leaving.hello()
    staying.hello()
    leaving.say(type="bye")
    # Answered after the message before it.
    staying.hello()
    table.open_match()
    assert staying.hear()["version"] == 1
    assert not leaving.has_news()


def test_state_that_waited_while_a_newer_one_was_sent_is_left_out(table: Table) -> None:
    front_end = table.front_end()
    front_end.hello()
    driver = table.open_match()
    assert front_end.hear()["version"] == 1
    older = table.socket.newest
    driver.submit_text(1, "ROYB")
    assert front_end.hear()["version"] == 2
    table.socket._states.append(older)
    driver.submit_text(1, "ROYP")
    assert front_end.hear()["version"] == 3


def test_end_of_the_game_is_told(table: Table) -> None:
    front_end = table.front_end()
    front_end.hello()
    table.socket.close()
    assert front_end.hear() == {"type": "end"}
    assert not table.path.exists()
    table.socket = TableSocket(SocketFile(table.folder))
    table.socket.start()


def test_other_version_of_the_protocol_is_refused_and_subscribes_nothing(table: Table) -> None:
    front_end, other = table.front_end(), table.front_end()
    for protocol in (0, 2, 2**53 - 1):
        front_end.say(type="hello", protocol=protocol)
        assert refused(front_end.hear()) == (None, "protocol")
    other.hello()
    table.open_match()
    assert other.hear()["version"] == 1
    assert not front_end.has_news()


HELLO = b'{"type":"hello","protocol":1}'
WRONG_MOVE = b'{"type":"move","id":1,"version":0,"seat":0,"text":"ROYG"}'
UNREADABLE = (
    b"",
    b"{",
    b'{"type":"hello"}',
    b'{"type":"hello","protocol":true}',
    b'{"type":"hello","protocol":1.0}',
    b'{"type":"hello","protocol":1',
    b'{"type":"hello","protocol":1}{"type":"hello","protocol":1}',
    b'{"type":["hello"],"protocol":1}',
    b'["hello"]',
    b"\xff\xfe",
    b"[" * 2000,
    b'{"type":"hello","protocol":1' + b" " * 3000 + b"}",
    b'{"type":"move","id":1,"version":1,"seat":-1,"text":"ROYG"}',
    b'{"type":"move","id":1,"version":1,"seat":1,"text":7}',
    b'{"type":"move","id":1,"version":1,"seat":1,"text":"' + b"R" * 201 + b'"}',
    b'{"type":"move","id":1e400,"version":1,"seat":1,"text":"ROYG"}',
    b'{"type":"state","version":7}',
)


@pytest.mark.parametrize("datagram", UNREADABLE)
def test_half_and_wrong_messages_are_refused_to_those_who_said_hello(table: Table, datagram: bytes) -> None:
    stranger, known = table.front_end(), table.front_end()
    known.hello()
    stranger.say_bytes(datagram)
    known.say_bytes(datagram)
    assert refused(known.hear()) == (None, "unreadable")
    assert not stranger.has_news()


def test_message_without_an_address_is_dropped(table: Table) -> None:
    front_end = table.front_end()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as unbound:
        unbound.sendto(b'{"type":"hello","protocol":1}', str(table.path))
    assert front_end.hello()["version"] == 0


def test_link_in_the_place_of_a_front_end_gets_nothing(table: Table, tmp_path: Path) -> None:
    """A front end must not make the game send to another socket, such as that of the system's log."""
    other, front_end = table.front_end(), table.front_end()
    with PaperFrontEnd(table.path, tmp_path / "moved") as crooked:
        (tmp_path / "moved").unlink()
        (tmp_path / "moved").symlink_to(os.fspath(table.folder / "front-1"))
        crooked.say(type="hello", protocol=1)
        front_end.hello()
        table.open_match()
        assert front_end.hear()["version"] == 1
        assert not other.has_news()
        assert not crooked.has_news()


def make_changes(table: Table, count: int) -> int:
    """Change the match *count* times, and return the newest version."""
    driver = table.driver or table.open_match(coach="during")
    for _ in range(count // 2):
        driver.submit_text(1, "ROYB")
        driver.undo()
    return table.socket.newest.version


def test_front_end_that_did_not_read_gets_the_newest_state_when_it_reads(table: Table) -> None:
    slow, quick = table.front_end(), table.front_end()
    slow.hello()
    quick.hello()
    table.open_match()
    newest = make_changes(table, STATES_IN_QUEUE)
    quick.hear_of(newest)
    heard = [slow.hear()]
    while heard[-1]["version"] < newest:
        heard.append(slow.hear())
    versions = [message["version"] for message in heard]
    assert versions == sorted(set(versions))
    assert len(versions) < STATES_IN_QUEUE
    assert not slow.has_news()
    table.watch.look(None)
    assert slow.hear()["version"] == newest + 1


def test_game_goes_on_with_front_ends_that_are_stopped_or_dead(table: Table) -> None:
    dead, stopped, quick = (table.front_end() for _ in range(3))
    for front_end in (dead, stopped, quick):
        front_end.hello()
    dead.close()
    newest = make_changes(table, STATES_IN_QUEUE)
    assert quick.hear_of(newest)["version"] == newest
    stopped.close()
    table.watch.look(None)
    assert quick.hear()["status"] == "menu"
    # One that comes back at the address of a dead one.
    with PaperFrontEnd(table.path, table.folder / "again") as again:
        again.hello()
    (table.folder / "again").unlink()
    with PaperFrontEnd(table.path, table.folder / "again") as again:
        assert again.hello()["version"] == newest + 1


def test_more_front_ends_than_are_served_are_refused_until_one_is_gone(table: Table) -> None:
    front_ends = [table.front_end() for _ in range(FRONT_ENDS_MOST + 1)]
    for front_end in front_ends[:-1]:
        assert front_end.hello()["version"] == 0
    assert refused(front_ends[-1].hello()) == (None, "full")
    front_ends[3].close()
    assert front_ends[-1].hello()["version"] == 0
    assert front_ends[0].hello()["version"] == 0


def test_ten_thousand_hellos_moves_and_halves_keep_no_one_from_the_state_and_never_reach_the_loop(
    open_table: Table,
) -> None:
    table = open_table
    quick = table.front_end()
    quick.hello()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as hostile:
        hostile.bind(str(table.folder / "hostile"))
        messages = (*UNREADABLE, HELLO, WRONG_MOVE)
        for count in range(10_000):
            with suppress(BlockingIOError):
                hostile.sendto(messages[count % len(messages)], str(table.path))
        newest = make_changes(table, STATES_IN_QUEUE)
        assert quick.hear_of(newest)["version"] == newest
    # Sent when the kernel has room, and answered when the flood has been read.
    assert quick.hello()["type"] == "state"
    # Among the presses is nothing that would delay one.
    assert table.events.empty()


class Clock:
    """A clock that stands."""

    def __init__(self) -> None:
        self.at = 0.0

    def now(self) -> float:
        return self.at


def test_flood_is_read_in_bursts_and_a_slow_sender_without_pauses() -> None:
    clock = Clock()
    allowance = Allowance(clock.now)
    assert [allowance.take() for _ in range(BURST_MOST)] == [True] * (BURST_MOST - 1) + [False]
    assert allowance.pause_s() == 1.0
    clock.at = 1.0
    assert allowance.pause_s() is None
    assert [allowance.take() for _ in range(AFTER_A_PAUSE)] == [True] * (AFTER_A_PAUSE - 1) + [False]
    slow = Allowance(clock.now)
    for _ in range(1000):
        clock.at += 0.1
        assert slow.take()
        assert slow.pause_s() is None


def test_thread_that_fails_forgets_its_front_ends_and_serves_on(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    front_end = table.front_end()
    front_end.hello()
    driver = table.open_match()
    assert front_end.hear()["version"] == 1

    def fail(seat: int | None) -> object:
        raise ZeroDivisionError("the view broke")

    newest = table.socket.newest
    assert newest.position is not None
    table.put(TableState(9, newest.match, type(newest.position)(9, 1, False, None, fail)))
    table.put(newest)
    assert front_end.hello()["version"] == 1
    assert caplog.text.count("the table socket failed") == 1
    driver.submit_text(1, "ROYB")
    assert front_end.hear_of(2)["version"] == 2


def test_message_is_one_line_of_json(table: Table) -> None:
    front_end = table.front_end()
    table.open_match()
    front_end.say(type="hello", protocol=1)
    datagram = front_end.hear_bytes()
    assert b"\n" not in datagram
    assert json.loads(datagram)["type"] == "state"
