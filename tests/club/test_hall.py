"""The page of a hall: what it is told, in which language, and what it never has."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from companion.club.hall import Hall
from companion.club.keys import TableKey
from companion.club.messages import (
    EventNews,
    EventRound,
    ShownTable,
    StandingLine,
    Standings,
    TableBoard,
    TableBoards,
    TableOnline,
    TableRow,
    Topics,
    encode,
)
from companion.club.show import VIEWERS_MOST, HallServer
from companion.errors import TextUnreadable

TOPICS = Topics("cup")
KEY = TableKey(bytes(32))
ROUND = EventRound(1, "Warming up", "mastermind", (("coach", "off"),), "", "", "open", b64encode(b"sealed").decode())
NEWS = encode(EventNews("cup", "Autumn Cup", 1, "open", (ROUND,)))


def state(count: int, rows: int, boot: int = 1) -> tuple[str, bytes]:
    topic = TOPICS.of_table("table-7", "state")
    return topic, KEY.sign(topic, encode(ShownTable(boot, count, "a", True, 1, rows, (), ())))


def online(instance: str, *, is_online: bool) -> tuple[str, bytes]:
    topic = TOPICS.of_table("table-7", "online")
    return topic, KEY.sign(topic, encode(TableOnline(1, instance, is_online)))


def test_hall_knows_rounds_tables_and_standings() -> None:
    hall = Hall("cup")
    assert hall.everything() == {"tables": {}, "boards": {}}
    assert hall.take(TOPICS.news, NEWS)["rounds"] == [{"number": 1, "title": "Warming up", "status": "open"}]
    assert hall.take(*state(1, 3)) == {"tables": {"table-7": [1, 3, 0, True]}}
    lines = (StandingLine(1, "table-7", 1, 1, 4, 90),)
    told = hall.take(TOPICS.standings, encode(Standings("cup", 1, False, lines)))
    assert told == {"standings": {"table-7": [1, 1, 4, "1:30"]}, "final": False}
    assert hall.everything().keys() == {"title", "status", "rounds", "standings", "final", "tables", "boards"}
    # The page needs no envelope, which the news has.
    assert "sealed" not in json.dumps(hall.everything())


def boards(table: str = "table-7") -> tuple[str, bytes]:
    rows = TableRow("RROO", 1, 0), TableRow("ROYG", 4, 0)
    board = TableBoard(1, (("R", "#ff0000"), ("O", "#ff8800")), rows, (("de", "RL"),))
    return TOPICS.board(table), encode(TableBoards("cup", table, (board,)))


def test_boards_are_told_by_their_number_and_asked_for_by_table() -> None:
    hall = Hall("cup")
    hall.take(TOPICS.news, NEWS)
    assert hall.boards("table-7") == []
    assert hall.take(*boards()) == {"boards": {"table-7": 1}}
    assert hall.everything()["boards"] == {"table-7": 1}
    assert hall.boards("table-7") == [
        {
            "title": "Warming up",
            "number": 1,
            "colours": {"R": "#ff0000", "O": "#ff8800"},
            "letters": {"de": {"R": "R", "O": "L"}},
            "rows": [["RROO", 1, 0], ["ROYG", 4, 0]],
        }
    ]
    hall.take(TOPICS.board("table-7"), encode(TableBoards("cup", "table-7", ())))
    assert (hall.boards("table-7"), hall.everything()["boards"]) == ([], {"table-7": 0})


def test_boards_of_another_table_than_the_topic_names_are_refused() -> None:
    hall = Hall("cup")
    for topic, payload in (
        (TOPICS.board("table-8"), boards()[1]),
        (TOPICS.board("a/b"), boards("a/b")[1]),
        (TOPICS.board("table-7"), b"{}"),
    ):
        with pytest.raises(TextUnreadable):
            hall.take(topic, payload)
    assert hall.everything() == {"tables": {}, "boards": {}}


@pytest.mark.thorough
def test_hall_of_500_tables_with_boards_is_told_in_some_kilobytes() -> None:
    """The boards themselves are asked for: with 24 rounds they are some megabytes."""
    hall = Hall("cup")
    for number in range(500):
        table = f"table-{number}"
        topic = TOPICS.of_table(table, "state")
        shown = ShownTable(1, 1, "a", True, 1, 9, tuple(range(24)), ())
        hall.take(topic, KEY.sign(topic, encode(shown)))
        board = TableBoard(1, (("R", "#ff0000"),) * 8, (TableRow("ROYGBP", 1, 1),))
        hall.take(TOPICS.board(table), encode(TableBoards("cup", table, (board,) * 24)))
    assert len(json.dumps(hall.everything())) < 32_768


def test_page_asks_for_the_boards_of_a_table() -> None:
    async def asked() -> tuple[Any, int]:
        hall = Hall("cup")
        hall.take(TOPICS.news, NEWS)
        hall.take(*boards())
        async with TestClient(TestServer(HallServer(hall).app)) as client:
            found, none = await client.get("/board/table-7"), await client.get("/board/..%2fcup")
            return await found.json(), none.status

    found, status = asyncio.run(asked())
    assert ([(board["title"], len(board["rows"])) for board in found], status) == ([("Warming up", 2)], 404)


def test_old_states_change_nothing() -> None:
    hall = Hall("cup")
    hall.take(*state(2, 5))
    assert hall.take(*state(1, 3)) == {}
    assert hall.take(*state(2, 6)) == {}
    assert hall.take(*state(1, 0, boot=2)) == {"tables": {"table-7": [1, 0, 0, True]}}


def test_table_that_is_gone_is_marked_and_an_old_will_buries_no_new_connection() -> None:
    hall = Hall("cup")
    hall.take(*state(1, 3))
    assert hall.take(*online("a", is_online=False)) == {"tables": {"table-7": [1, 3, 0, False]}}
    assert hall.take(*online("b", is_online=False)) == {"tables": {"table-7": [1, 3, 0, True]}}


@pytest.mark.parametrize("kind", ["state", "online", "result", "forgotten"])
def test_message_that_is_signed_for_another_topic_is_refused(kind: str) -> None:
    hall = Hall("cup")
    payload = KEY.sign(TOPICS.of_table("table-8", kind), b"{}")
    if kind in ("result", "forgotten"):
        assert hall.take(TOPICS.of_table("table-7", kind), payload) == {}
        return
    with pytest.raises(TextUnreadable):
        hall.take(TOPICS.of_table("table-7", kind), payload)


def test_page_speaks_the_language_of_its_viewer_and_streams_changes() -> None:
    async def viewed() -> None:
        hall = Hall("cup")
        server = HallServer(hall)
        async with TestClient(TestServer(server.app)) as client:
            english = await (await client.get("/", headers={"Accept-Language": "pt, fr;q=0.5"})).text()
            assert "Aucune table" in english
            asked = await client.get("/?lang=en", headers={"Accept-Language": "fr"})
            assert "No table is here yet." in await asked.text()
            assert "default-src 'none'" in asked.headers["Content-Security-Policy"]
            assert (await client.get("/hall.js")).status == 200
            assert (await client.get("/hall.py")).status == 404
            stream = await client.get("/events")
            first = json.loads((await stream.content.readuntil(b"\n\n")).removeprefix(b"data: "))
            assert first == {"tables": {}, "boards": {}, "away": True}
            server.change(hall.take(*state(1, 3)))
            server.change(hall.take(*state(2, 4)))
            told = json.loads((await stream.content.readuntil(b"\n\n")).removeprefix(b"data: "))
            assert told == {"tables": {"table-7": [1, 4, 0, True]}}
            stream.close()

    asyncio.run(viewed())


def test_viewers_have_a_limit() -> None:
    async def viewed() -> None:
        async with TestClient(TestServer(HallServer(Hall("cup")).app)) as client:
            streams = [await client.get("/events") for _ in range(VIEWERS_MOST)]
            assert (await client.get("/events")).status == 503
            for stream in streams:
                stream.close()

    asyncio.run(viewed())
