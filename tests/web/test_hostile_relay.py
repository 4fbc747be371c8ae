"""A web process that repeats and returns everything, between a phone and a real game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from tests.table.tables import Table
from tests.web.browser import PATIENCE_S, Browser, Network, wait_for
from tests.web.relay import Answer, Message, Relay, relay
from tests.web.test_private import CONTROL, scan, tap


@pytest.fixture(scope="module")
def served(network: Network) -> Iterator[Relay]:
    with relay(network) as running:
        yield running


@pytest.fixture(scope="module")
def phone(network: Network) -> Iterator[Browser]:
    with network.browser("en", (360, 640)) as opened:
        yield opened


def test_relay_that_repeats_and_returns_everything_makes_no_move_twice(
    served: Relay, phone: Browser, tmp_path: Path
) -> None:
    table = Table(tmp_path, False)
    driver = table.open_match(players=("Anna",))
    front_end = table.front_end()
    front_end.hello()
    seen: list[Message] = []

    def post(path: str, body: Message) -> Answer:
        if path == "/join":
            front_end.say(type="join", id=1, **body)
            answer = next(heard for heard in iter(front_end.hear, None) if heard["type"] == "joining")
            return 200, {"phone": answer["phone"], "public": answer["public"]}
        seen.append(body)
        for old in seen:
            # Newest and older ones, three times each, and back to the phone.
            for _ in range(3):
                front_end.say(type="sealed", **old)
            served.push("sealed", old)
        return 202, None

    def pump() -> None:
        """Relay what the game says, each message twice."""
        while (message := front_end.hear())["type"] != "end":
            if message["type"] in ("sealed", "refused"):
                kind = message.pop("type")
                for _ in range(2):
                    served.push(kind, message)

    served.on_post = post
    invitation = table.desk.invite(0)
    table.seen(invited=invitation.number)
    scan(phone, invitation.secret)
    front_end.socket.settimeout(PATIENCE_S)
    table.seen(waiting=invitation.number)
    table.desk.confirm(invitation)
    relaying = Thread(target=pump)
    relaying.start()
    try:
        for letter in "RRRR":
            tap(phone, f"colour{letter}")
        tap(phone, "send")
        table.take_call()
        wait_for(phone, "document.querySelectorAll('.row.newest').length === 1")
        wait_for(phone, CONTROL + "[0]", "colourR")
        rows = driver.position.view(None).now.rows
        assert len(rows) == 1
    finally:
        table.close()
        relaying.join()
