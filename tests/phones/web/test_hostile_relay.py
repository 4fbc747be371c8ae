"""A web process that repeats, swaps and returns what it relays between two phones and a real game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import pytest

from tests.phones.tables import Table
from tests.phones.web.browser import Browser, Network, complaints, wait_for
from tests.phones.web.relay import Answer, Message, Relay, relay
from tests.phones.web.test_private import TEXT, scan, tap
from tests.support.front_end import PATIENCE_S

NAMES = ("Anna", "Ben")
REPEATED = 3
OLD_MOST = 3
"""How many of the newest messages follow each one again; the game reads a limited number each second."""
SHOWS = "document.getElementById('main').dataset.version === arguments[0]"


class Hostile:
    """The web process between *served* and the game of *table*, which is honest while phones join.

    Then each message comes three times, is followed by older ones, and comes in the name of the other phone too; what
    phones say is returned to them. That the game does not know a phone is not relayed: it would stop the page.
    """

    def __init__(self, served: Relay, table: Table) -> None:
        self.is_hostile = False
        self._served = served
        self._front_end = table.front_end()
        self._front_end.hello()
        self._names: list[str] = []
        self._joinings: SimpleQueue[Message] = SimpleQueue()
        self._said: list[Message] = []
        self._told: list[Message] = []
        self._relaying = Thread(target=self._relay)
        self._relaying.start()
        served.on_post = self._post

    def close(self) -> None:
        """Wait until the game has said that it ends, and close the socket."""
        self._relaying.join()
        self._front_end.close()

    def _post(self, path: str, body: Message) -> Answer:
        if path == "/join":
            self._front_end.say(type="join", id=1, **body)
            answer = self._joinings.get(timeout=PATIENCE_S)
            self._names.append(answer["phone"])
            return 200, {"phone": answer["phone"], "public": answer["public"]}
        for message in self._spoilt(body, self._said):
            self._front_end.say(type="sealed", **message)
            if self.is_hostile:
                self._served.push("sealed", message)
        return 202, None

    def _relay(self) -> None:
        while (message := self._front_end.hear())["type"] != "end":
            if message["type"] == "joining":
                self._joinings.put(message)
            elif message["type"] == "sealed":
                sealed = {"phone": message["phone"], "sealed": message["sealed"]}
                for spoilt in self._spoilt(sealed, self._told):
                    self._served.push("sealed", spoilt)

    def _spoilt(self, message: Message, before: list[Message]) -> list[Message]:
        """Return what becomes of *message*, which came after those of *before*."""
        before.append(message)
        if not self.is_hostile:
            return [message]
        own = [message] * REPEATED + before[-OLD_MOST:]
        return own + [old | {"phone": name} for name in self._names for old in before[-1:] if name != old["phone"]]


@pytest.fixture(scope="module")
def phones(network: Network) -> Iterator[tuple[Browser, Browser]]:
    with ExitStack() as stack:
        first, second = (stack.enter_context(network.browser("en", (360, 640))) for _ in NAMES)
        yield first, second


def test_relay_that_repeats_swaps_and_returns_everything_changes_nothing(
    network: Network, phones: tuple[Browser, Browser], tmp_path: Path
) -> None:
    table = Table(tmp_path, False)
    driver = table.open_match(players=NAMES)
    with relay(network) as served:
        hostile = Hostile(served, table)
        try:
            for seat, phone in enumerate(phones):
                invitation = table.desk.invite(seat)
                table.seen(invited=invitation.number)
                scan(phone, invitation.secret)
                table.seen(waiting=invitation.number)
                table.desk.confirm(invitation)
                wait_for(phone, SHOWS, str(driver.version))
            hostile.is_hostile = True
            guesses = ["RRRR", "OOYY", "GBPR"]
            breaker = driver.position.player_to_move
            assert breaker is not None
            for number, guess in enumerate(guesses, 1):
                for letter in guess:
                    tap(phones[breaker], f"colour{letter}")
                tap(phones[breaker], "send")
                while len(driver.position.view(None).now.rows) < number:
                    table.take_call()
                for phone in phones:
                    wait_for(phone, SHOWS, str(driver.version))
            while not table.events.empty():
                table.take_call()
            letters = driver.position.view(None).rules.edition.letters
            rows = ["".join(letters[peg] for peg in row.guess) for row in driver.position.view(None).now.rows]
            assert rows == guesses
            assert [phone.find_element("id", "name").text for phone in phones] == list(NAMES)
            assert not phones[1 - breaker].execute_script(f"return {TEXT}", "Your row")
            assert [complaints(phone) for phone in phones] == [[], []]
        finally:
            table.socket.close()
            hostile.close()
