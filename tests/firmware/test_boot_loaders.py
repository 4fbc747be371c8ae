"""The real program behind boot loaders that survive a bite of the watchdog, and behind those that do not."""

from __future__ import annotations

import pytest

from companion.link.messages import Cause, Hello, TrayFeature
from tests.fakes.room import Ambient
from tests.fakes.tray_firmware import FIRMWARE
from tests.support.stepped import REST_S, Box

SAMPLES = 64
WAITS_S = 0.1
"""How long the simulated boot loaders wait for an upload."""
BOOTS_S = WAITS_S + 0.1
NOTICED_S = 0.3
"""Both the watchdog and what takes its place act after 250 ms; the chip's own oscillator adds a tenth."""


def behind(name: str) -> Box:
    """Return a box at a tray with the boot loader *name* of ``firmware/Makefile``."""
    return Box(boot_loader=FIRMWARE / "build" / "sim" / f"{name}.hex")


def booted(name: str) -> Box:
    box = behind(name)
    box.run(BOOTS_S)
    assert len(box.unasked(Hello)) == 1
    return box


@pytest.mark.parametrize(("name", "features"), [("optiboot", TrayFeature.WATCHDOG), ("old", TrayFeature(0))])
def test_hello_tells_whether_the_watchdog_is_used(name: str, features: TrayFeature) -> None:
    with booted(name) as box:
        assert box.hello().features == features


def test_bite_behind_optiboot_is_one_reset() -> None:
    with booted("optiboot") as box:
        before, resets = box.hello(), box.tray.status().resets
        box.tray.hang()
        box.run(NOTICED_S + BOOTS_S)
        assert box.hello().boot == before.boot + 1
        box.run(2)
        assert box.tray.status().resets == resets + 1


def test_bite_behind_an_old_boot_loader_would_be_a_reset_for_ever() -> None:
    """The trap is real in the simulation: this boot loader only claims to survive."""
    with booted("liar") as box:
        resets = box.tray.status().resets
        box.tray.hang()
        box.run(NOTICED_S + 1)
        assert box.tray.status().resets > resets + 10
        assert box.unasked(Hello) == []


def test_hang_behind_an_old_boot_loader_ends_without_a_reset() -> None:
    with booted("old") as box:
        before, resets = box.hello(), box.tray.status().resets
        box.tray.hang()
        box.run(NOTICED_S)
        (told,) = box.unasked(Hello)
        assert (told.boot, told.cause) == (before.boot + 1, Cause.WATCHDOG | Cause.FRESH)
        box.run(2)
        assert box.unasked(Hello) == []
        assert box.tray.status().resets == resets


def test_tray_that_was_restarted_measures_as_before() -> None:
    with booted("old") as box:
        box.tray.noise(0)
        box.tray.room(Ambient(levels=(0.1, 0.2, 0.3, 0.4, 0.5)))
        box.run(REST_S + 0.2)
        before = box.reading()
        box.tray.hang()
        box.run(NOTICED_S + REST_S + 0.4)
        after = box.reading()
        assert after.boot == before.boot + 1
        assert after.values == pytest.approx(before.values, abs=SAMPLES)
