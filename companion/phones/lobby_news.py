"""What front ends are told of the lobby: for whom phones may ask, who has asked, and the code that phones scan."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from companion.phones.lobby import Lobby
from companion.phones.messages import lobby_message
from companion.phones.port import Addresses, Invitation
from companion.phones.sealed import tickets_key
from companion.ui.core.elements import qr_modules

NOT_OPEN = lobby_message(None)


class LobbyNews:
    """Tells each front end of the lobby what is new to it; *send* returns whether there was room for a message."""

    def __init__(self, send: Callable[[str, bytes], bool]) -> None:
        self._send = send
        self._told: dict[str, bytes] = {}

    def tell(self, front_end: str, message: bytes) -> bool:
        """Send *message* to *front_end*, unless it was told the same last; return whether it knows it."""
        # Without a word no lobby is open.
        is_told = self._told.get(front_end, NOT_OPEN) == message or self._send(front_end, message)
        if is_told and message != NOT_OPEN:
            self._told[front_end] = message
        elif is_told:
            self._told.pop(front_end, None)
        return is_told

    def forget(self, front_end: str) -> None:
        """Tell *front_end*, which was started again, everything again."""
        self._told.pop(front_end, None)


def lobby_told(
    lobby: Lobby | None, invitation: Invitation | None, addresses: Addresses | None, playing: Iterable[str]
) -> bytes:
    """Return the message about *lobby* for all pages; phones find them at *addresses*, those of *playing* play.

    Of an *invitation* the front end is told by what it knows the phone that has scanned it.
    """
    if invitation is not None:
        return lobby_message(None, tickets=tickets_key(invitation.secret))
    if lobby is None or lobby.is_comparing:
        return NOT_OPEN
    shown = () if addresses is None else addresses.in_order
    address, code = _code_of(shown[0]) if shown else (None, ())
    asking = dict.fromkeys(asker.name for asker in lobby.askers)
    return lobby_message(lobby.names, lobby.takes_others, address, code, tuple(asking), tuple(playing), lobby.tickets)


@lru_cache(1)
def _code_of(address: str) -> tuple[str, tuple[str, ...]]:
    """Return *address*, and the rows of its QR code as digits."""
    return address, tuple("".join(map(str, row)) for row in qr_modules(address))
