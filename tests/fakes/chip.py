"""A panel's chip as a bus sees it, and the chips that get the arguments of their commands as data."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Protocol

from PIL import Image


class UnknownByte(ValueError):
    """Raised when the driver sends a byte that the chip does not know."""


class Chip(Protocol):
    """A panel's chip and glass as a bus sees it.

    A chip that answers on I2C also has ``status``, which returns the status byte: bit 6 is set while the display is
    off.
    """

    @property
    def is_on(self) -> bool:
        """Whether the picture is visible."""
        ...

    def command(self, values: Sequence[int]) -> None:
        """Process bytes that were sent as commands; raises ``UnknownByte``."""
        ...

    def data(self, values: Sequence[int]) -> None:
        """Process bytes that were sent as data; raises ``UnknownByte``."""
        ...

    def reset(self) -> None:
        """Reset as after a low level on the reset pin."""
        ...

    def power_cycle(self) -> None:
        """Lose everything, as after a loss of the supply."""
        ...

    def picture(self) -> Image.Image:
        """Return what a viewer sees."""
        ...


Arguments = Mapping[int, tuple[int, ...]]
"""The numbers of arguments that each command may have."""


class ArgumentReader(ABC):
    """Commands come with a low level on D/C, their arguments and all pixels with a high level."""

    def __init__(self, name: str, arguments: Arguments) -> None:
        self.name = name
        self._arguments = arguments
        self._pending = bytearray()

    def command(self, values: Sequence[int]) -> None:
        """Process command bytes; raises ``UnknownByte``, also for a previous command that lacks arguments."""
        for value in values:
            self._end()
            if value not in self._arguments:
                raise UnknownByte(f"expected a command of the {self.name}, got {value:#04x}")
            self._pending = bytearray([value])
            self._obey_if_complete()

    def data(self, values: Sequence[int]) -> None:
        """Process arguments or pixels; raises ``UnknownByte`` for more than the command takes."""
        if not self._pending:
            self._write(values)
            return
        self._pending += bytes(values)
        self._obey_if_complete()

    def interrupt(self) -> None:
        """Forget a command whose arguments are not complete, as the next command byte makes the chips do.

        For a driver that is told of a failed transfer; without one, a missing argument is an error of the driver.
        """
        self._pending.clear()

    def _end(self) -> None:
        """End the previous command; raises ``UnknownByte`` if arguments are missing."""
        if self._pending:
            command, *arguments = self._pending
            if len(arguments) not in self._arguments[command]:
                least = min(self._arguments[command])
                raise UnknownByte(f"expected {least} arguments of {command:#04x}, got {len(arguments)}")
            self._pending.clear()

    def _obey_if_complete(self) -> None:
        command, *arguments = self._pending
        limit = max(self._arguments[command])
        if len(arguments) > limit:
            raise UnknownByte(f"expected {limit} arguments of {command:#04x}, got {len(arguments)}")
        if len(arguments) == limit:
            self._pending.clear()
            self._obey(command, arguments)

    @abstractmethod
    def _obey(self, command: int, arguments: list[int]) -> None:
        """Carry out a command with all its arguments."""

    @abstractmethod
    def _write(self, values: Sequence[int]) -> None:
        """Process data that are no arguments."""
