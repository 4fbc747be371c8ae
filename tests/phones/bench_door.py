"""Who gets in by the lobby: phones that were not seen, a guest on a seat that is taken, and what stands in the middle.

Screens, desk, lobby and keys are the real ones; messages go from hand to hand, when a bench says so.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from companion.box import Call, Format
from companion.front_ends.messages import TableState
from companion.phones import sealed
from companion.phones.desk import PhoneDesk
from companion.phones.feature import FEATURE
from companion.phones.join_screens import AdmitScreen, LobbyScreen
from companion.phones.lobby import Lobby
from companion.phones.messages import Ask, Shown
from companion.phones.phone_line import PhoneLine
from companion.phones.phone_store import PHONES_MOST, Kept
from companion.phones.secretbox import SecretBox
from companion.ui.core.menu import Menu
from tests.phones.eye import watching
from tests.phones.paper_phones import AT_HOME
from tests.support.flow import Flow, start
from tests.support.front_end import Message
from tests.support.installing import install
from tests.support.panels import PANELS

EVENINGS = 200
STEPS = 120
CLAIMS = 1_000_000
SIZES = sorted({panel.size for panel in PANELS})
NAMES = ("Anna", "Ben", "Chloé", "David", "Eve", "Finn", "Gina", "Hugo", "Ida", "Jo")
BOX = SecretBox()


@dataclass
class Guest:
    """A phone that has asked for *name*; it has the game's key from ``told`` on."""

    name: str
    public: bytes
    private: bytes = field(repr=False)
    phone: str = ""
    told: bytes = b""

    def ask(self, client: str) -> Ask:
        """Return what the phone says first."""
        return Ask(1, self.name, sealed.commitment(self.public, self.name), client)

    @property
    def digits(self) -> str:
        """All digits that the phone shows."""
        return "".join(
            sealed.lobby_key(BOX.shared_key(self.private, self.told), self.public, self.told, self.name)[1:]
        )


def guest(name: str) -> Guest:
    """Return a phone with new keys."""
    return Guest(name, *BOX.new_pair())


class Post:
    """Hands the messages of the game to the phones that they are for."""

    def __init__(self) -> None:
        self.guests: list[Guest] = []

    def take(self, address: str, message: bytes) -> bool:
        """Take a *message* of the game."""
        said: Message = json.loads(message)
        if said["type"] == "asking":
            self.guests[-1].phone = said["phone"]
        for one in self.guests:
            if said["type"] == "key" and one.phone == said["phone"]:
                one.told = sealed.decoded(said["public"])
        return True


class Evening:
    """A box with a display of *size* at the menu of phones, before a match."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.kept = Kept()
        self.post = Post()
        store: Any = SimpleNamespace(read=Kept, write=lambda kept: setattr(self, "kept", kept))
        self.desk = PhoneDesk(store, Path())
        self.line = PhoneLine(self.desk)
        socket: Any = SimpleNamespace(
            newest=TableState(0), boot="b", addresses=(), send_to=self.post.take, public=lambda state: b""
        )
        self.line.begin(socket)
        self.desk.tell_addresses(AT_HOME)
        self.desk.request = lambda wish: None  # type: ignore[method-assign]
        self.flow: Flow = start(tables={"phones": {"on": True}}, display=Format(size))
        install(self.flow.context, additions=(FEATURE,))
        self.flow.context.running["phones"] = self.desk
        self.flow.choose("More", "Phones", "All phones")
        self.work()

    def work(self) -> None:
        """Have the thread of the phones do what the screens asked for, and the box draw what it told."""
        self.line.work()
        self.look()

    def look(self) -> None:
        """Have the box draw."""
        self.flow.box.inputs.post(Call(lambda: None))
        self.flow.app.run()

    def ask(self, name: str, client: str) -> Guest:
        """Let a new phone ask for *name*."""
        one = guest(name)
        self.post.guests.append(one)
        self.line.take(one.ask(client), "web")
        return one

    def show(self) -> None:
        """Let the phones that have the game's key show theirs."""
        for one in self.post.guests:
            if one.told:
                self.line.take(Shown(one.phone, one.public), "web")


def unseen_admitted() -> float:
    """Return in how many of ``EVENINGS`` lobbies a phone is admitted whose digits were on no frame before the OK."""
    rng, admitted, unseen = random.Random(1), 0, 0
    for number in range(EVENINGS):
        made, found = _random_evening(SIZES[number % len(SIZES)], rng)
        admitted += made
        unseen += found
    if admitted < EVENINGS:
        raise RuntimeError(f"expected at least {EVENINGS} phones that are admitted, got {admitted}")
    return unseen


def _random_evening(size: tuple[int, int], rng: random.Random) -> tuple[int, bool]:
    """Return how many phones were admitted in a lobby with joins and keys at random, and whether any was unseen."""
    evening = Evening(size)
    flow, desk = evening.flow, evening.desk
    admitted: list[tuple[str, str]] = []
    is_unseen = False
    admit = desk.admit
    evening.ask(NAMES[0], "client 0")

    def note(phones: frozenset[str]) -> None:
        nonlocal is_unseen
        lines = [(one.name, one.digits) for one in desk.seen.askers if one.phone in phones]
        drawn = [(name, digits) for label, value in seen for name, digits in [(label.split()[0], value[:4])]]
        admitted.extend((name, digits or "") for name, digits in lines)
        is_unseen |= len(lines) < len(phones) or not set(lines) <= set(drawn)
        admit(phones)

    desk.admit = note  # type: ignore[method-assign]
    with watching(flow) as seen:
        for _ in range(STEPS):
            if not isinstance(flow.top, LobbyScreen | AdmitScreen) and isinstance(flow.top, Menu):
                break
            match rng.choices(("ask", "show", "work", "look", "OK", "UP", "DOWN"), (5, 2, 3, 3, 2, 1, 1))[0]:
                case "ask" if len(evening.post.guests) < 2 * PHONES_MOST:
                    # One in five asks for a name that another phone may have asked for.
                    place = rng.randrange(5) and len(evening.post.guests) % len(NAMES)
                    evening.ask(NAMES[place], f"client {len(evening.post.guests)}")
                case "show":
                    evening.show()
                case "work":
                    evening.line.work()
                case "look":
                    evening.look()
                case "OK" | "UP" | "DOWN" as key:
                    flow.press(key)
                case _:
                    pass
    return len(admitted), is_unseen


def seat_taken() -> float:
    """Return in how many of ``EVENINGS`` OK alone gives the seat of Anna, who plays by phone, to a guest's phone."""
    rng = random.Random(2)
    return sum(_moves(SIZES[number % len(SIZES)], rng) for number in range(EVENINGS))


def _moves(size: tuple[int, int], rng: random.Random) -> bool:
    evening = Evening(size)
    first = evening.ask("Anna", "Anna's")
    _say_ok(evening, 2)
    if [phone.id for phone in evening.kept.phones] != [first.phone]:
        raise RuntimeError(f"expected the phone of Anna to be admitted, got {evening.kept}")
    evening.flow.choose("Phones", "All phones")
    evening.work()
    for name in rng.choices(("Anna", "anna", "ANNA", "Ben", "Eve"), k=rng.randrange(3)):
        evening.ask(name, f"client {rng.randrange(3)}")
    evening.ask(rng.choice(("Anna", "ANNA")), "guest's")
    evening.look()
    _say_ok(evening, rng.randrange(1, 12))
    return first.phone not in [phone.id for phone in evening.kept.phones]


def _say_ok(evening: Evening, times: int) -> None:
    for _ in range(times):
        evening.flow.press("OK")
        evening.work()
        evening.show()
        evening.look()


def middle_guesses() -> float:
    """Return how many of ``CLAIMS`` phones what stands in the middle wins with the better one of two ways.

    It asks once for a name, or as often as the lobby has room, and shows the one key whose digits are those that the
    phone behind it shows already. People strike out the others, which show none. How many digits then have to fit is
    read from a real lobby; whether one of the askings fits is drawn, for each claim.
    """
    rng = random.Random(3)
    won = []
    for askings in (1, PHONES_MOST):
        numbers = 10 ** places_to_fit(askings)
        won.append(sum(rng.randrange(numbers) < askings for _ in range(CLAIMS)))
    return max(won)


def places_to_fit(askings: int) -> int:
    """Return how many digits the box shows for the one of *askings* for Anna that is left."""
    post = Post()
    lobby = Lobby(1, sealed.new_lobby_secret(), ("Anna",), False, BOX, post.take)
    for number in range(askings):
        post.guests.append(guest("Anna"))
        lobby.ask(post.guests[-1].ask(f"client {number}"), "web")
    lobby.compare()
    chosen = post.guests[-1]
    lobby.remove([one.phone for one in post.guests if one is not chosen])
    lobby.show(Shown(chosen.phone, chosen.public))
    (left,) = lobby.askers
    shown = f"{left.digits}{left.more}"
    if not chosen.digits.startswith(shown):
        raise RuntimeError(f"expected digits of {chosen.digits}, got {shown}")
    return len(shown)


def main(names: Sequence[str] = ("unseen_admitted", "seat_taken", "middle_guesses")) -> None:
    """Print all values."""
    for name in names:
        print(name, globals()[name]())


if __name__ == "__main__":
    main()
