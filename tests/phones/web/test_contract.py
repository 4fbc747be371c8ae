"""The relay beside the real table socket: both do what docs/table-socket.md says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import Any

from tests.phones.paper_phone import PaperPhone
from tests.phones.tables import Table
from tests.phones.web.site import PUBLIC, SEALED, Site, Stream, short_folder, site


def at_table(scenario: Callable[[Site, Table], Awaitable[None]]) -> None:
    """Run *scenario* with a site beside the table socket of a game."""

    async def run() -> None:
        with short_folder() as folder, closing(Table(folder, False)) as table:
            async with site(folder) as made:
                await scenario(made, table)

    asyncio.run(run())


async def told(stream: Stream, phone: PaperPhone) -> Any:
    """Return what the game says to *phone* next."""
    while (event := await stream.hear()).type != "sealed":
        pass
    return phone.opens(event.fields)


def test_match_is_watched_and_a_phone_joins_is_confirmed_and_moves() -> None:
    async def scenario(site: Site, table: Table) -> None:
        board = await site.stream()
        assert (await board.hear()).fields["status"] == "menu"
        table.open_match()
        opened = (await board.hear()).fields
        seat = opened["match"]["to_move"]
        invitation = table.desk.invite(seat)
        await asyncio.to_thread(table.seen, invited=invitation.number)

        phone = PaperPhone(invitation.secret)
        joined = await site.post("/join", public=phone.join()["public"])
        assert joined.status == 200
        phone.joined(json.loads(joined.body))
        page = await site.stream(phone.name)

        async def says(message: dict[str, Any]) -> None:
            del message["type"]
            assert (await site.post("/sealed", **message)).status == 202

        await says(phone.says("enter"))
        assert (await told(page, phone))["status"] == "confirm"
        table.desk.confirm(invitation)
        assert (await told(page, phone))["ask"]["kind"] == "row"
        await says(phone.moves("ROYB"))
        await asyncio.to_thread(table.take_call)
        while (said := await told(page, phone))["id"] != phone.asked:
            pass
        assert said["refused"] is None
        rows: list[dict[str, Any]] = []
        while not rows:
            event = await board.hear()
            # An invitation is told as a lobby that is closed.
            rows = event.fields["match"]["view"]["round"]["rows"] if event.type == "state" else []
        assert [row["guess"] for row in rows] == ["ROYB"]

    at_table(scenario)


def test_refusals_of_the_game_reach_the_phone() -> None:
    async def scenario(site: Site, table: Table) -> None:
        answer = await site.post("/join", public=PUBLIC)
        assert (answer.status, answer.reason) == (409, "invitation")
        page = await site.stream("B" * 22)
        await site.post("/sealed", phone="B" * 22, sealed=SEALED)
        while (event := await page.hear()).type != "refused":
            pass
        assert event.fields["reason"] == "phone"

    at_table(scenario)


def test_power_cut_of_the_game_is_told_and_the_next_start_is_seen() -> None:
    async def scenario(site: Site, table: Table) -> None:
        board = await site.stream()
        boot = (await board.hear()).fields["boot"]
        await asyncio.to_thread(table.socket.close)
        assert (await board.hear()).type == "away"
        table.begin()
        assert (await board.hear()).fields["boot"] != boot

    at_table(scenario)
