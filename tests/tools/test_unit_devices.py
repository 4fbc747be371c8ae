"""The game's unit allows the devices that features declare."""

from __future__ import annotations

import pytest

from companion.features.seam import Feature
from tools import unit_devices
from tools.unit_devices import UNIT, with_devices


def test_unit_has_the_devices_of_the_features() -> None:
    unit = UNIT.read_text("utf-8")
    assert with_devices(unit) == unit, "run: python -m tools.unit_devices"


def test_device_that_the_unit_lacks_is_added_and_one_that_is_gone_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = UNIT.read_text("utf-8")
    lamp = Feature("lamp", "Lamp", devices=(("/dev/snd/*", "char-alsa"),))
    monkeypatch.setattr(unit_devices, "installed", lambda: (lamp,))
    changed = with_devices(unit)
    assert "tools.unit_devices\nDeviceAllow=char-alsa rw\n" in changed
    monkeypatch.undo()
    assert with_devices(changed) == unit
