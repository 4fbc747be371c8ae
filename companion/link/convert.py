"""Conversion of the tray's messages to the events of ``companion.box.tray``."""

from __future__ import annotations

from companion.box import tray
from companion.link.messages import HOLES, LIGHTS, CurrentReading, Flag, LightSet, Snapshot


def is_possible(message: Snapshot | CurrentReading) -> bool:
    """Return whether all values are within the converter's range; in rare cases a damaged frame passes the CRC."""
    return max(message.values) <= tray.FULL_SCALE


def lights_of(message: Snapshot | CurrentReading) -> tray.Lights:
    """Return the values of each hole."""
    return tuple(_light(message, hole) for hole in range(HOLES))


def _light(message: Snapshot | CurrentReading, hole: int) -> tray.Light:
    off, red, green, blue = message.values[LIGHTS * hole : LIGHTS * (hole + 1)]
    return tray.Light(off, red, green, blue, message.clipped[hole], message.spread)


def row_of(snapshot: Snapshot) -> tray.RowCommitted:
    """Return the event for a press of the button."""
    return tray.RowCommitted(snapshot.count, lights_of(snapshot), _is_settled(snapshot), _dead(snapshot))


def reading_of(reading: CurrentReading) -> tray.Reading:
    """Return the event for a reading."""
    return tray.Reading(lights_of(reading), _is_settled(reading), _dead(reading))


def _is_settled(message: Snapshot | CurrentReading) -> bool:
    return Flag.STEADY in Flag(message.flags)


def _dead(message: Snapshot | CurrentReading) -> tuple[str, ...]:
    return tuple(str(light.name).lower() for light in LightSet if light & message.dim)
