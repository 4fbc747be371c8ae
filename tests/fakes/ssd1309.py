"""A fake of the SSD1309, from its datasheet (Solomon Systech, rev. 1.1, chapter 9).

It has the SSD1306's commands but for the charge pump, because its glass gets 7 to 16 volts from the module.
"""

from __future__ import annotations

from tests.fakes.chip import UnknownByte
from tests.fakes.panel import FakePanel

LOCK, UNLOCKED = 0xFD, 0x12
# luma sends the SSD1306's command for the charge pump, with the argument 0x14. The chip has no such command and reads
# the argument as one that sets a column for page mode.
LUMAS_NOTHING = 0x8D


class FakeSsd1309(FakePanel):
    """An SSD1309 with its glass."""

    def _arguments(self, command: int) -> int:
        return {LUMAS_NOTHING: 0, LOCK: 1}.get(command, super()._arguments(command))

    def _obey(self, command: int, arguments: list[int]) -> None:
        if command == LUMAS_NOTHING:
            return
        if command == LOCK and arguments != [UNLOCKED]:
            raise UnknownByte(f"expected {UNLOCKED:#04x} for the lock, got {arguments[0]:#04x}")
        super()._obey(command, arguments)

    def _has_supply(self) -> bool:
        return True
