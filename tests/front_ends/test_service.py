"""The table socket and its front ends: those that read, and those that are slow, stopped, dead or hostile."""

from __future__ import annotations

import array
import json
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from companion.front_ends.allowance import A_SECOND, BURST_MOST, DROPPED_MOST, KNOWN_S, USERS_MOST, Allowance
from companion.front_ends.messages import TableState
from companion.front_ends.service import FRONT_ENDS_MOST, TableSocket
from companion.front_ends.socket_file import SocketFile
from tests.front_ends.tables import Table, refused
from tests.support.front_end import PaperFrontEnd

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


def test_new_front_end_takes_the_place_of_a_dead_one_and_else_of_the_one_silent_for_longest(table: Table) -> None:
    front_ends = [table.front_end() for _ in range(FRONT_ENDS_MOST + 2)]
    for front_end in front_ends[:-2]:
        assert front_end.hello()["version"] == 0
    front_ends[3].close()
    assert front_ends[-2].hello()["version"] == 0
    # Any message counts, not only a hello.
    front_ends[0].say(type="nothing")
    assert refused(front_ends[0].hear()) == (None, "unreadable")
    assert front_ends[-1].hello()["version"] == 0
    assert refused(front_ends[1].hear()) == (None, "full")
    table.open_match()
    served = [front_end for place, front_end in enumerate(front_ends) if place not in (1, 3)]
    assert [front_end.hear()["version"] for front_end in served] == [1] * FRONT_ENDS_MOST
    assert not front_ends[1].has_news()


@pytest.fixture
def user(table: Table, monkeypatch: pytest.MonkeyPatch) -> Callable[..., PaperFrontEnd]:
    """Return a function that makes a new front end of a user and a process of that user, by number."""
    users: dict[str | None, tuple[int, int]] = {}
    receive = table.socket._file.receive

    def received(most: int) -> tuple[bytes, str | None, int, int]:
        datagram, address, *real = receive(most)
        assert real == [os.getpid(), os.getuid()]
        return datagram, address, *users[address]

    def made(number: int, process: int = 1) -> PaperFrontEnd:
        front_end = table.front_end()
        users[front_end.socket.getsockname()] = process, number
        return front_end

    monkeypatch.setattr(table.socket._file, "receive", received)
    return made


User = Callable[..., PaperFrontEnd]


def test_process_of_a_user_cannot_take_the_places_of_another(table: Table, user: User) -> None:
    lamp = user(1, 2)
    assert lamp.hello()["type"] == "state"
    many = [user(1, 1) for _ in range(2 * FRONT_ENDS_MOST)]
    for front_end in many:
        assert front_end.hello()["type"] == "state"
    table.open_match()
    assert lamp.hear()["version"] == 1
    assert user(1, 3).hello()["type"] == "state"
    assert not lamp.has_news()


def test_users_share_the_places_and_the_one_who_has_most_of_them_gives_way(table: Table, user: User) -> None:
    many, few = [user(1) for _ in range(FRONT_ENDS_MOST)], [user(2) for _ in range(FRONT_ENDS_MOST // 2)]
    for front_end in (*many, *few):
        assert front_end.hello()["type"] == "state"
    kept, given = many[len(few) :], many[: len(few)]
    assert [refused(front_end.hear()) for front_end in given] == [(None, "full")] * len(few)
    # Both have as many now: a new front end takes the place of one of its own user.
    for number, silent in ((1, kept[0]), (2, few[0])):
        assert user(number).hello()["type"] == "state"
        assert refused(silent.hear()) == (None, "full")
    table.open_match()
    assert [front_end.hear()["version"] for front_end in (*kept[1:], *few[1:])] == [1] * (FRONT_ENDS_MOST - 2)


def test_user_who_sent_too_much_keeps_no_other_from_an_answer(
    table: Table, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile, quick = user(1), user(2)
    # Without time no user gets another allowance.
    monkeypatch.setattr(table.socket._allowance, "_now", lambda: 0.0)
    quick.hello()
    for _ in range(BURST_MOST):
        assert hostile.hello()["type"] == "state"
    for _ in range(DROPPED_MOST - 1):
        hostile.say(type="hello", protocol=1)
    assert quick.hello()["type"] == "state"
    assert not hostile.has_news()


def test_files_that_a_front_end_passes_on_are_not_opened(table: Table) -> None:
    front_end = table.front_end()
    front_end.hello()
    before = len(os.listdir("/proc/self/fd"))
    files = socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2])
    front_end.socket.sendmsg([HELLO], [files], 0, front_end.table)
    assert front_end.hear()["type"] == "state"
    assert len(os.listdir("/proc/self/fd")) == before


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


def taken(allowance: Allowance, user: int) -> list[bool]:
    """Count messages of *user* until there is a pause, and return which ones were taken."""
    found: list[bool] = []
    while allowance.pause_s() is None:
        found.append(allowance.take(user))
    return found


def test_flood_of_the_only_user_waits_and_a_slow_sender_has_no_pauses() -> None:
    clock = Clock()
    allowance = Allowance(clock.now)
    assert taken(allowance, 1) == [True] * BURST_MOST
    assert allowance.pause_s() == 1.0
    clock.at = 1.0
    assert taken(allowance, 1) == [True] * A_SECOND
    slow = Allowance(clock.now)
    for _ in range(1000):
        clock.at += 0.1
        assert slow.take(1)
        assert slow.pause_s() is None


def test_flood_of_one_of_several_users_is_dropped_with_short_pauses() -> None:
    clock = Clock()
    allowance = Allowance(clock.now)
    assert allowance.take(2)
    assert taken(allowance, 1) == [True] * BURST_MOST + [False] * DROPPED_MOST
    assert allowance.pause_s() == 0.1
    clock.at += 0.1
    assert allowance.pause_s() is None
    assert [allowance.take(user) for user in (1, 2, 1, 2)] == [True, True, False, True]
    # When the other one has long been silent, the messages wait again.
    clock.at += KNOWN_S
    assert taken(allowance, 1) == [True] * BURST_MOST
    assert allowance.pause_s() == 1.0


def test_more_users_than_are_counted_are_dropped_until_one_is_forgotten() -> None:
    clock = Clock()
    allowance = Allowance(clock.now)
    assert [allowance.take(user) for user in range(USERS_MOST + 1)] == [True] * USERS_MOST + [False]
    assert allowance.take(0)
    clock.at += KNOWN_S
    assert allowance.take(USERS_MOST)


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
    table.put(TableState(9, newest.match, type(newest.position)(9, frozenset({1}), False, None, fail)))
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
