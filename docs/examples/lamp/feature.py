"""A lamp that shows whose turn it is: an example of a feature, which docs/features.md explains.

The player at seat 0 has the LED ``seat-0``, and so on. On a Raspberry Pi a line in /boot/firmware/config.txt makes an
LED of a pin, and a rule of udev gives it to the group of the game:

    dtoverlay=gpio-led,gpio=17,label=seat-0
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.config.declared import Setting
from companion.errors import DeviceMissing
from companion.features.running import Running, Surroundings
from companion.features.seam import Feature
from companion.match.driver import MatchPosition

LEDS = Path("/sys/class/leds")


class Lamps(Running):
    """The LEDs of the seats in the folder *leds*, lit with *level*; raises ``DeviceMissing`` if there are none."""

    def __init__(self, leds: Path, level: Callable[[], object]) -> None:
        self._level = level
        self._files = sorted(leds.glob("seat-*/brightness"))
        if not self._files:
            raise DeviceMissing(f"expected LEDs with names such as seat-0, got none, in {leds}")

    def take_position(self, position: MatchPosition[object] | None) -> None:
        self._light(None if position is None else position.player_to_move)

    def stop(self) -> None:
        self._light(None)

    def _light(self, seat: int | None) -> None:
        for number, file in enumerate(self._files):
            file.write_text(str(self._level()) if number == seat else "0")


def _start(around: Surroundings) -> Running:
    return Lamps(LEDS, lambda: around.setting("level"))


ON = Setting("on", False, "Lamp", "Shows whose turn it is.", option="light a lamp at the seat whose turn it is")
LEVEL = Setting("level", 1, "Light of the lamp", "How bright the lamp is.", limits=range(1, 256), opens=False)
FEATURE = Feature("lamp", "Lamp", settings=(ON, LEVEL), start=_start)
