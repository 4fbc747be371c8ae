"""The messages about phones on the table socket while phones are off."""

from __future__ import annotations

from companion.front_ends.service import Extension, TableSocket
from companion.phones import messages


class PhonesOff(Extension):
    """The messages about phones on the table socket while phones are off: it refuses them."""

    readers = messages.READERS

    def begin(self, socket: TableSocket) -> None:
        """Refuse what comes from *socket*."""
        self._socket = socket

    def take(self, request: object, sender: str | None) -> None:
        """Refuse a phone that wants to join or to play."""
        match request:
            case messages.Join() if sender is not None:
                self._socket.send_to(sender, messages.refused_message(request.id, messages.NO_INVITATION))
            case messages.FromPhone() if sender is not None:
                self._socket.send_to(sender, messages.unknown_phone_message(request.phone))
            case messages.Ask() if sender is not None:
                self._socket.send_to(sender, messages.refused_message(request.id, messages.NO_LOBBY))
