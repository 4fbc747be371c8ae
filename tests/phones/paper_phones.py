"""Phones on paper: what the screens ask for is written down, and a test says what is known of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.phones.desk import PhoneDesk
from companion.phones.phone_store import PhoneStore
from companion.phones.port import Addresses, Asker, Hotspot, Invitation, NetworkRequest, PhonesSeen

AT_HOME = Addresses(("http://192.168.100.120",))
HOTSPOT = Addresses(("http://10.42.0.1",), Hotspot("Codemaker", "K7MP2QRTWX34", "http://10.42.0.1"))
SECRET = "ABCDEFGHIJ234567KLMN"
LETTERS = "WQTRKX"


class PaperPhones(PhoneDesk):
    """Phones that a test moves; ``asked`` is what the screens have asked for."""

    def __init__(self, addresses: Addresses | None = AT_HOME, seats: frozenset[int] = frozenset()) -> None:
        super().__init__(PhoneStore(Path()), Path())
        self.seen = PhonesSeen(seats=seats)
        self.addresses = addresses
        self.asked: list[object] = []

    def invite(self, seat: int) -> Invitation:
        self.asked.append(("invite", seat))
        self.seen = PhonesSeen(invited=len(self.asked), seats=self.seen.seats)
        return Invitation(len(self.asked), seat, SECRET, LETTERS)

    def come(self) -> None:
        """Let a phone come that knows the secret."""
        self.seen = PhonesSeen(waiting=self.seen.invited, seats=self.seen.seats)

    def go(self) -> None:
        """Let the invitation end, or its phone leave."""
        self.seen = PhonesSeen(ended=len(self.asked), seats=self.seen.seats)

    def withdraw(self) -> None:
        self.asked.append("withdraw")
        self.go()

    def confirm(self, invitation: Invitation) -> None:
        self.asked.append(("confirm", invitation.seat))
        self.seen = PhonesSeen(seats=self.seen.seats | {invitation.seat})

    def open_lobby(self) -> int:
        self.asked.append("lobby")
        self.seen = PhonesSeen(lobby=len(self.asked), seats=self.seen.seats)
        return len(self.asked)

    def ask(self, *askers: Asker) -> None:
        """Let phones ask in the lobby, or show their digits."""
        self.seen = replace(self.seen, askers=askers)

    def compare(self) -> None:
        self.asked.append("compare")

    def admit(self, phones: frozenset[str]) -> None:
        self.asked.append(("admit", sorted(phones)))
        seats = {asker.seat for asker in self.seen.askers if asker.phone in phones}
        self.seen = PhonesSeen(seats=self.seen.seats | seats, ended=self.seen.lobby or 0)

    def end(self, seat: int) -> None:
        self.asked.append(("end", seat))
        self.seen = PhonesSeen(seats=self.seen.seats - {seat})

    def request(self, wish: NetworkRequest) -> None:
        self.asked.append(wish)
