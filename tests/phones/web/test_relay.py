"""The relay between phones and the game: a game that comes, goes and says anything, and phones that do the same."""

from __future__ import annotations

import array
import asyncio
import json
import logging
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.front_ends.socket_file import CREDENTIALS
from companion.front_ends.table_line import GameAway, TableLine, read_message
from companion.phones.web import relay
from companion.phones.web.relay import StreamQueue, event
from tests.phones.web.site import PHONE, PUBLIC, SEALED, PaperGame, Site, at_site, short_folder

OTHER_PHONE = "B" * 22


def test_game_is_greeted_when_somebody_watches_and_left_when_nobody_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "LINGER_S", 0.0)

    async def scenario(site: Site, game: PaperGame) -> None:
        stream = await site.stream()
        assert await game.hear() == {"type": "hello", "protocol": 1}
        game.state(1, match=None)
        event = await stream.hear()
        assert (event.type, event.fields["version"], event.fields["type"]) == ("state", 1, "state")
        second = await site.stream()
        assert (await second.hear()).data == event.data
        stream.close()
        second.close()
        assert await game.hear() == {"type": "bye"}

    at_site(scenario)


def test_without_streams_and_requests_no_timer_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "LINGER_S", 0.0)

    async def scenario(site: Site, game: PaperGame) -> None:
        stream = await site.stream()
        await game.hear_type("hello")
        stream.close()
        await game.hear_type("bye")
        assert site.server._relay._timer is None

    at_site(scenario)


def test_state_that_is_told_again_is_not_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "PING_S", 0.01)

    async def scenario(site: Site, game: PaperGame) -> None:
        stream = await site.stream()
        for _ in range(3):
            await game.hear_type("hello")
            game.state(1)
        game.state(2)
        assert [(await stream.hear()).fields["version"] for _ in range(2)] == [1, 2]

    at_site(scenario)


def test_stream_is_pinged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "PING_S", 0.01)

    async def scenario(site: Site, game: PaperGame) -> None:
        stream = await site.stream()
        for _ in range(3):
            event = await asyncio.to_thread(stream.next)
            assert event is not None
            assert event.type == "ping"

    at_site(scenario)


def test_stream_begins_with_what_the_clock_shows_now() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        for stream_of in (None, PHONE):
            before = time.monotonic()
            stream = await site.stream(stream_of)
            event = await asyncio.to_thread(stream.next)
            assert event is not None
            assert event.type == "ping"
            assert before - 0.001 <= event.fields["now_ms"] / 1000 <= time.monotonic() + 0.001

    at_site(scenario)


@pytest.mark.parametrize("ends", ["says so", "is killed"])
def test_game_that_ends_and_starts_again_is_noticed(ends: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "PING_S", 0.05)
    monkeypatch.setattr(relay, "AGAIN_S", 0.05)

    async def scenario(site: Site, game: PaperGame) -> None:
        stream = await site.stream()
        await game.hear_type("hello")
        game.state(7, "first")
        await stream.hear()
        if ends == "says so":
            game.say(type="end")
            game.end()
        else:
            game.close()
        assert (await stream.hear()).type == "away"
        late = await site.stream()
        assert (await late.hear()).type == "away"
        game.path.unlink(missing_ok=True)
        game.__init__(site.folder)  # type: ignore[misc]
        await game.hear_type("hello")
        game.state(0, "second")
        assert [(await one.hear()).fields["boot"] for one in (stream, late)] == ["second", "second"]

    at_site(scenario)


def test_end_of_the_game_s_process_is_noticed_without_a_message() -> None:
    """The next ping is far away."""

    async def scenario(site: Site, game: PaperGame) -> None:
        stream = await site.stream()
        await game.hear_type("hello")
        code = "import socket, sys; s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); "
        code += "s.sendto(sys.argv[1].encode(), sys.argv[2]); sys.stdin.read()"
        state = '{"type": "state", "boot": "b", "version": 1}'
        with subprocess.Popen([sys.executable, "-c", code, state, game.front_end], stdin=subprocess.PIPE) as process:
            assert (await stream.hear()).type == "state"
            game.end()
            process.kill()
            assert (await stream.hear()).type == "away"

    at_site(scenario)


def test_join_is_answered_as_the_game_answers() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        joining = asyncio.create_task(site.post("/join", public=PUBLIC))
        assert (await game.hear())["type"] == "hello"
        asked = await game.hear()
        assert asked == {"type": "join", "id": asked["id"], "public": PUBLIC}
        game.say(type="joining", id=asked["id"] + 1, phone="other", public="other")
        game.say(type="joining", id=asked["id"], phone=PHONE, public=PUBLIC)
        answer = await joining
        assert (answer.status, json.loads(answer.body)) == (200, {"phone": PHONE, "public": PUBLIC})
        joining = asyncio.create_task(site.post("/join", public=PUBLIC))
        game.say(type="refused", id=(await game.hear_type("join"))["id"], reason="invitation")
        answer = await joining
        assert (answer.status, answer.reason) == (409, "invitation")

    at_site(scenario)


def test_phone_asks_in_the_lobby_and_its_machine_is_told_without_its_address() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        clients = []
        for client in ("127.0.0.1", "127.0.0.1", "127.0.0.2"):
            asking = asyncio.create_task(site.post("/ask", client=client, name="Ben", commitment=PUBLIC))
            asked = await game.hear_type("ask")
            assert {**asked, "id": 0, "client": ""} == {
                "type": "ask", "id": 0, "name": "Ben", "commitment": PUBLIC, "client": ""
            }  # fmt: skip
            clients.append(asked["client"])
            game.say(type="asking", id=asked["id"], phone=PHONE)
            assert json.loads((await asking).body) == {"phone": PHONE}
        assert clients[0] == clients[1] != clients[2]
        # The network of an IPv4 address is that address.
        assert {client.count(" ") for client in clients} == {1}
        assert "127" not in "".join(clients)
        assert (await site.post("/show", phone=PHONE, public=PUBLIC)).status == 202
        assert await game.hear_type("show") == {"type": "show", "phone": PHONE, "public": PUBLIC}

    at_site(scenario)


def test_lobby_and_key_are_told_to_streams_that_come_late_and_the_key_to_its_phone_alone() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        early = await site.stream()
        await game.hear_type("hello")
        game.state(1)
        await early.hear()
        game.say(type="lobby", names=["Anna"], takes_others=False, tickets=PUBLIC)
        # The key of the tickets is for the server alone: with it anybody could make one.
        assert (await early.hear()).fields == {"type": "lobby", "names": ["Anna"], "takes_others": False}
        game.say(type="key", phone=PHONE, public=PUBLIC)
        game.say(type="lobby", names=None, takes_others=False)
        assert (await early.hear()).fields["names"] is None
        phone, other = await site.stream(PHONE), await site.stream(OTHER_PHONE)
        assert [(await phone.hear()).type for _ in range(3)] == ["state", "key", "lobby"]
        assert [(await other.hear()).type for _ in range(2)] == ["state", "lobby"]

    at_site(scenario)


def test_join_without_a_game_or_an_answer_of_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "JOIN_S", 0.01)

    async def scenario(site: Site, game: PaperGame) -> None:
        assert (await site.post("/join", public=PUBLIC)).status == 503
        game.end()
        assert (await site.post("/join", public=PUBLIC)).reason == "away"
        assert (await site.post("/sealed", phone=PHONE, sealed=SEALED)).status == 503

    at_site(scenario)


def test_sealed_messages_go_to_all_pages_of_their_phone_and_to_no_other() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        tabs = [await site.stream(PHONE) for _ in range(2)]
        other, board = await site.stream(OTHER_PHONE), await site.stream()
        answer = await site.post("/sealed", phone=PHONE, sealed=SEALED)
        assert answer.status == 202
        assert await game.hear_type("sealed") == {"type": "sealed", "phone": PHONE, "sealed": SEALED}
        for sealed in ("one", "two"):
            game.say(type="sealed", phone=PHONE, sealed=sealed)
        game.say(type="refused", phone=OTHER_PHONE, reason="phone")
        game.state(1)
        for tab in tabs:
            heard = {((event := await tab.hear()).type, event.fields.get("sealed")) for _ in range(3)}
            assert heard == {("sealed", "one"), ("sealed", "two"), ("state", None)}
        events = [await other.hear() for _ in range(2)]
        assert {event.type for event in events} == {"refused", "state"}
        assert (await board.hear()).type == "state"
        game.state(2)
        assert (await board.hear()).fields["version"] == 2

    at_site(scenario)


def test_message_of_another_user_is_not_the_game_s() -> None:
    if os.geteuid() != 0:
        pytest.skip("needs root, to be another user")

    async def scenario(site: Site, game: PaperGame) -> None:
        stream = await site.stream()
        await game.hear_type("hello")
        for path in (site.folder, Path(game.front_end)):
            path.chmod(0o777)
        code = "import os, socket, sys; os.setuid(65534); s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); "
        code += "s.sendto(sys.argv[1].encode(), sys.argv[2])"
        state = '{"type": "state", "boot": "forged", "version": 9}'
        # In a thread, so that the relay reads the message before the next one.
        forge = [sys.executable, "-c", code, state, game.front_end]
        await asyncio.to_thread(subprocess.run, forge, check=True)
        game.state(1)
        assert (await stream.hear()).fields["boot"] == "b"

    at_site(scenario)


def test_open_files_that_come_along_are_closed() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        stream = await site.stream()
        await game.hear_type("hello")
        game.state(0)
        await stream.hear()
        before = len(os.listdir("/proc/self/fd"))
        with open(os.devnull) as file:
            for version in range(1, 6):
                state = json.dumps({"type": "state", "boot": "b", "version": version}).encode()
                files = array.array("i", [file.fileno()] * 50)
                rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, files)
                game.socket.sendmsg([state], [rights], 0, game.front_end)
                assert (await stream.hear()).fields["version"] == version
        assert len(os.listdir("/proc/self/fd")) == before

    at_site(scenario)


HOSTILE = (
    b"",
    b"\xff\xfe",
    b"[]",
    b"{}",
    b'{"type":7}',
    b'{"type":"state"}',
    b'{"type":"sealed"}',
    b'{"type":"sealed","phone":[],"sealed":{}}',
    b'{"type":"refused","id":{}}',
    b'{"type":"joining","id":true}',
    b'{"type":"joining","id":1e400}',
    b'{"type":"state","version":' + b"9" * 5000 + b"}",
    b'{"type":"state","deep":' + b"[" * 20_000,
    b'{"type":"state","deep":' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"type":"state","boot":"\\ud800"}',
    b'{"type":\n"state",\r\n\r\n"event: full":"data: x"}',
    b"x" * 65_000,
)


def test_hostile_game_neither_ends_the_relay_nor_makes_events_of_its_own(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        stream = await site.stream(PHONE)
        await game.hear_type("hello")
        for number, datagram in enumerate(HOSTILE):
            game.say_bytes(datagram)
            game.state(1, "last", after=number)
            while (event := await stream.hear()).fields.get("after") != number:
                assert event.type == "state", datagram
        assert (await site.get("/")).status == 200

    with caplog.at_level(logging.WARNING):
        at_site(scenario)
    assert caplog.messages == []


def parsed(stream: bytes) -> list[tuple[str, str]]:
    """Return the type and the data of each event of *stream*, as the HTML standard has it."""
    events, kind, data = [], "", ""
    for line in stream.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            if data:
                events.append((kind, data.removesuffix("\n")))
            kind = data = ""
        elif name == "event":
            kind = value
        elif name == "data":
            data += value + "\n"
    return events


TEXTS = st.text() | st.sampled_from(["\n\n", "\r", "\u2028", "\ud800", "data: x\n\n"])
VALUES = st.recursive(
    TEXTS | st.integers(-(2**63), 2**63 - 1) | st.none(), lambda inner: st.dictionaries(TEXTS, inner, max_size=3)
)


@given(st.dictionaries(TEXTS, VALUES, max_size=4), st.sampled_from([None, 1, "\t"]), st.booleans())
def test_each_message_is_one_event_with_the_same_value(
    fields: dict[str, object], indent: int | str | None, is_ascii: bool
) -> None:
    fields["type"] = "state"
    text = json.dumps(fields, indent=indent, ensure_ascii=is_ascii)
    message = read_message(text.encode("utf-8", "backslashreplace"))
    assert message is not None
    ((kind, data),) = parsed(event("state", message.text))
    assert (kind, json.loads(data)) == ("state", fields)


@given(st.binary(max_size=200) | st.sampled_from(HOSTILE))
def test_no_datagram_raises(datagram: bytes) -> None:
    message = read_message(datagram)
    assert message is None or len(parsed(event("state", message.text))) == 1


@given(st.lists(st.tuples(st.sampled_from(["state", "refused", "ping"]), st.integers(0, 99)), min_size=1))
def test_mailbox_keeps_the_newest_of_each_kind(puts: list[tuple[str, int]]) -> None:
    mailbox = StreamQueue()
    for slot, number in puts:
        mailbox.put(slot, event(slot, str(number)))
    taken = parsed(asyncio.run(mailbox.take()))
    assert sorted(taken) == sorted((slot, str(number)) for slot, number in dict(puts).items())


def test_credentials_are_those_of_the_kernel() -> None:
    first, second = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with first, second:
        second.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        first.send(b"x")
        ((_, _, data),) = second.recvmsg(1, socket.CMSG_SPACE(CREDENTIALS.size))[1]
        assert CREDENTIALS.unpack(data) == (os.getpid(), os.geteuid(), os.getegid())


def test_socket_that_a_killed_process_left_is_replaced() -> None:
    with short_folder() as folder:
        left = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        left.bind(str(folder / "web-80.sock"))
        left.close()
        line = TableLine(folder / "table.sock", folder / "web-80.sock")
        with pytest.raises(GameAway, match="expected a game at"):
            line.send(type="hello")
        line.close()
        assert list(folder.iterdir()) == []


def test_game_is_told_when_the_last_stream_of_a_phone_that_plays_ends_and_when_one_opens() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        first = await site.stream(PHONE)
        await game.hear_type("hello")
        game.say(type="sealed", phone=PHONE, plays=True, sealed="one")
        assert (await first.hear()).type == "sealed"
        second = await site.stream(PHONE)
        assert await game.hear_type("stream") == {"type": "stream", "phone": PHONE, "open": True}
        first.close()
        other = await site.stream(OTHER_PHONE)
        other.close()
        second.close()
        assert await game.hear_type("stream") == {"type": "stream", "phone": PHONE, "open": False}

    at_site(scenario)
