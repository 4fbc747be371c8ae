"""The phones of the players as the event loop and the screens see them; ``PhoneLine`` does the work in its thread."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from companion.features.running import Running
from companion.match.driver import MatchPosition
from companion.phones import sealed
from companion.phones.phone_store import PhoneStore
from companion.phones.port import REQUEST_NAME, Addresses, Invitation, NetworkRequest, PhoneCommands, PhonesSeen
from companion.phones.private import Wish, WishAnswer
from companion.ui.core.screen import Screen

log = logging.getLogger(__name__)


class PhoneDesk(Running):
    """The phones as the screens see them; *folder* is where the program that owns the network finds a request.

    All methods return at once. In the thread of the table socket *changed* is called after each change, and
    *ask_again* with the name of a player who asks for a rematch, *offer_day* with the date that a phone says, and
    *wish* with what the phone of this name asks for and the function that takes the answer.
    """

    def __init__(
        self,
        store: PhoneStore,
        folder: Path,
        changed: Callable[[], object] = lambda: None,
        ask_again: Callable[[str], object] = lambda name: None,
        offer_day: Callable[[str], object] = lambda day: None,
        wish: Callable[[str, Wish, str, Callable[[WishAnswer], None]], object] = lambda name, wish, text, answer: None,
    ) -> None:
        self.store = store
        self.seen = PhonesSeen()
        self.addresses: Addresses | None = None
        # That of the match that is open on the box.
        self.position: MatchPosition[object] | None = None
        self.commands: deque[Callable[[PhoneCommands], None]] = deque()
        self.wake: Callable[[], None] = lambda: None
        self.ask_again = ask_again
        self.offer_day = offer_day
        self.wish = wish
        self._changed = changed
        self._request = folder / REQUEST_NAME
        self._invited = 0
        self.lobby_secret = ""
        self._is_open = False
        # Whether the box shows a screen that asks about phones.
        self.is_asking = False

    def look(self, top: Screen) -> None:
        """End an invitation that was left, so that no question comes upon a screen of the game."""
        self.is_asking = top.outlasts_moves
        if self._is_open and not self.is_asking:
            self.withdraw()

    def take_position(self, position: MatchPosition[object] | None) -> None:
        """Take the position of the match that is open on the box."""
        self.position = position

    def tell(self, seen: PhonesSeen) -> None:
        """Take what the thread knows of the phones."""
        if seen != self.seen:
            self.seen = seen
            self._changed()

    def tell_addresses(self, addresses: Addresses) -> None:
        """Take where browsers find the pages."""
        self.addresses = addresses
        self._changed()

    def invite(self, seat: int) -> Invitation:
        """Invite a phone for *seat*, in place of an earlier invitation."""
        self._invited += 1
        invitation = Invitation(self._invited, seat, sealed.new_secret(), sealed.new_letters())
        self._is_open = True
        self._do(lambda line: line.invite(invitation))
        return invitation

    def withdraw(self) -> None:
        """End the invitation, and refuse a phone that waits for the answer."""
        self._is_open = False
        self._do(lambda line: line.withdraw())

    def confirm(self, invitation: Invitation) -> None:
        """Let the phone that waits for *invitation* play for its seat, in place of an earlier phone."""
        self._is_open = False
        self._do(lambda line: line.confirm(invitation))

    def open_lobby(self, known: Sequence[str]) -> int:
        """Let phones ask for the people in the match, or before a match for any name, such as those *known* here.

        Return the number of the lobby, whose secret is ``lobby_secret``.
        """
        self._invited += 1
        number, self._is_open = self._invited, True
        self.lobby_secret = secret = sealed.new_lobby_secret()
        self._do(lambda line: line.open_lobby(number, secret, known))
        return number

    def compare(self) -> None:
        """Let no further phone ask, and have those that did show digits."""
        self._do(lambda line: line.compare())

    def admit(self, phones: frozenset[str]) -> None:
        """Let *phones* of the lobby play for their seats, in place of earlier ones; the others wait."""
        self._do(lambda line: line.admit(phones))

    def refuse(self, phones: frozenset[str]) -> None:
        """Refuse *phones* of the lobby."""
        self._do(lambda line: line.refuse(phones))

    def rename(self, old: str, new: str) -> None:
        """Have the phone of the player *old* play for *new*, who is called so from now on."""
        self._do(lambda line: line.rename(old, new))

    def end(self, seat: int) -> None:
        """End the phone of *seat*."""
        self._do(lambda line: line.end(seat))

    def lead(self, seat: int | None) -> None:
        """Have the phone of *seat* lead, and no other; None for none."""
        self._do(lambda line: line.lead(seat))

    def reply(self, answer: Callable[[WishAnswer], None], result: WishAnswer) -> None:
        """Have the thread that serves phones call *answer* with the *result* of what a phone has asked for."""
        self._do(lambda line: answer(result))

    def _do(self, command: Callable[[PhoneCommands], None]) -> None:
        self.commands.append(command)
        self.wake()

    def request(self, wish: NetworkRequest) -> None:
        """Ask the program that owns the network for something; it waits for this file and removes it."""
        whole = self._request.with_name(f".{REQUEST_NAME}")
        try:
            whole.write_text(f"{wish.value}\n", "ascii")
            whole.replace(self._request)
        except OSError as failure:
            log.warning("the network could not be asked: %s", failure)

    def stop(self) -> None:
        """Remove a request to the network that was never answered."""
        with suppress(OSError):
            self._request.unlink(missing_ok=True)
