"""Phones on paper: what the screens ask for is written down, and a test says what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.phones.desk import PhoneDesk
from companion.phones.phone_store import PhoneStore
from companion.phones.port import Addresses, Asker, Hotspot, Invitation, NetworkRequest, PhonesSeen

AT_HOME = Addresses(("http://192.168.100.120",))
HOTSPOT = Addresses(("http://10.42.0.1",), Hotspot("Codemaker", "K7MP2QRTWX34", "http://10.42.0.1"))
SECRET = "ABCDEFGHIJ234567KLMN"
LETTERS = "WQTRKX"
PLAYERS = ("Anna", "Ben")


class PaperPhones(PhoneDesk):
    """Phones that a test moves; ``asked`` is what the screens have asked for."""

    def __init__(
        self,
        addresses: Addresses | None = AT_HOME,
        seats: frozenset[int] = frozenset(),
        players: tuple[str, ...] = PLAYERS,
    ) -> None:
        super().__init__(PhoneStore(Path()), Path())
        self.seen = PhonesSeen(seats=seats, players=players)
        self.addresses = addresses
        self.asked: list[object] = []

    def invite(self, seat: int) -> Invitation:
        self.asked.append(("invite", seat))
        self.seen = PhonesSeen(invited=len(self.asked), seats=self.seen.seats, players=PLAYERS)
        return Invitation(len(self.asked), seat, SECRET, LETTERS)

    def come(self) -> None:
        """Let a phone come that knows the secret."""
        self.seen = PhonesSeen(waiting=self.seen.invited, seats=self.seen.seats, players=PLAYERS)

    def go(self) -> None:
        """Let the invitation end, or its phone leave."""
        self.seen = PhonesSeen(ended=len(self.asked), seats=self.seen.seats, players=PLAYERS)

    def withdraw(self) -> None:
        self.asked.append("withdraw")
        self.go()

    def confirm(self, invitation: Invitation) -> None:
        self.asked.append(("confirm", invitation.seat))
        self.seen = PhonesSeen(seats=self.seen.seats | {invitation.seat}, players=PLAYERS)

    def rename(self, old: str, new: str) -> None:
        self.asked.append(("rename", old, new))

    def lead(self, seat: int | None) -> None:
        self.asked.append(("lead", seat))

    def open_lobby(self, known: Sequence[str]) -> int:
        self.asked.append("lobby")
        self.lobby_secret = SECRET.lower()
        seen = self.seen
        self.seen = PhonesSeen(lobby=len(self.asked), seats=seen.seats, players=seen.players)
        return len(self.asked)

    def ask(self, *askers: Asker) -> None:
        """Let phones ask in the lobby, or show their digits."""
        self.seen = replace(self.seen, askers=askers)

    def compare(self) -> None:
        self.asked.append("compare")

    def admit(self, phones: frozenset[str]) -> None:
        self.asked.append(("admit", sorted(phones)))
        left = tuple(asker for asker in self.seen.askers if asker.phone not in phones)
        names = [asker.name for asker in self.seen.askers if asker.phone in phones]
        players = (*PLAYERS, *(name for name in names if name not in PLAYERS))
        seats = self.seen.seats | {players.index(name) for name in names}
        if left:
            self.seen = replace(self.seen, seats=seats, players=players, askers=left)
        else:
            self.seen = PhonesSeen(seats=seats, ended=self.seen.lobby or 0, players=players)

    def refuse(self, phones: frozenset[str]) -> None:
        self.asked.append(("refuse", sorted(phones)))
        self.ask(*(asker for asker in self.seen.askers if asker.phone not in phones))

    def end(self, seat: int) -> None:
        self.asked.append(("end", seat))
        self.seen = PhonesSeen(seats=self.seen.seats - {seat}, players=PLAYERS)

    def request(self, wish: NetworkRequest) -> None:
        self.asked.append(wish)
