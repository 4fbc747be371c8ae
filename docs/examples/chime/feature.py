"""A chime that says whose turn it is: an example of a feature, which docs/features.md explains.

One long note is for the player at the first seat, two are for the second one, and so on.
"""

from __future__ import annotations

from threading import Timer

from companion.box import Answered
from companion.config.declared import Setting
from companion.features.running import Running, Surroundings
from companion.features.seam import Feature
from companion.match.driver import MatchPosition

AFTER_S = 1.0
"""Seconds until the sound of the move itself has ended, which the chime would cut short."""


class Chime(Running):
    """Plays when the turn passes to another seat."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._seat: int | None = None
        self._timer: Timer | None = None

    def take_position(self, position: MatchPosition[object] | None) -> None:
        seat = None if position is None else position.player_to_move
        if seat is not None and seat != self._seat:
            self.stop()
            self._timer = Timer(AFTER_S, self._around.call, (self._play,))
            self._timer.start()
        self._seat = seat

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _play(self) -> None:
        if self._seat is not None:
            self._around.speaker.play(Answered(self._seat + 1, 0), int(str(self._around.setting("volume"))))


FEATURE = Feature(
    "chime",
    "Chime",
    (
        Setting("on", False, option="play a chime when the turn passes"),
        Setting("volume", 60, "Chime", "How loud the chime is.", limits=range(101), unit="%", opens=False),
    ),
    start=Chime,
)
