"""All checks in the order in which one would look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from companion.doctor.finding import Finding, Light, grey, red
from companion.doctor.header import (
    check_buttons,
    check_groups,
    check_lg_wd,
    check_lgpio,
    check_nodes,
    check_pins,
    check_sound,
)
from companion.doctor.panel import check_i2c_speed, check_panel, check_spi
from companion.doctor.patient import Patient
from companion.doctor.system import (
    check_clock,
    check_disk,
    check_journal,
    check_power,
    check_service,
    check_settings,
    check_tray,
)
from companion.errors import N_, CompanionError


@dataclass(frozen=True, slots=True)
class Check:
    """One thing to look at: ``key`` names it in JSON and is never changed, ``title`` is for people."""

    key: str
    title: str
    look: Callable[[Patient], Finding]


CHECKS = (
    Check("lgpio", N_("Pin library"), check_lgpio),
    Check("pins", N_("Pins"), check_pins),
    Check("lg_wd", N_("Pin folder"), check_lg_wd),
    Check("nodes", N_("Device files"), check_nodes),
    Check("groups", N_("Permissions"), check_groups),
    Check("panel", N_("Panel"), check_panel),
    Check("i2c_speed", N_("Panel speed"), check_i2c_speed),
    Check("spi", N_("SPI"), check_spi),
    Check("buttons", N_("Buttons"), check_buttons),
    Check("sound", N_("Sound"), check_sound),
    Check("tray", N_("Peg tray"), check_tray),
    Check("journal", N_("Journal"), check_journal),
    Check("disk", N_("Card"), check_disk),
    Check("power", N_("Power"), check_power),
    Check("clock", N_("Clock"), check_clock),
    Check("settings", N_("Settings"), check_settings),
    Check("service", N_("Start"), check_service),
)


def look(check: Check, patient: Patient) -> Finding:
    """Return what *check* finds; a check that cannot be made is red, and the others go on."""
    try:
        return check.look(patient)
    except PermissionError as refusal:
        return grey(f"only root and {patient.player} may look: sudo codemaker doctor ({refusal})")
    except (OSError, CompanionError, ValueError) as failure:
        return red(f"could not be looked at: {failure!r}", N_("This could not be looked at."))


def examine(patient: Patient) -> Iterator[tuple[Check, Finding]]:
    """Look at everything, one after the other."""
    return ((check, look(check, patient)) for check in CHECKS)


SEVERITY = {light: place for place, light in enumerate((Light.GREY, Light.GREEN, Light.AMBER, Light.RED))}


def worst(lights: Iterable[Light]) -> Light:
    """Return the worst of *lights*; GREEN where there is none."""
    return max(lights, key=SEVERITY.__getitem__, default=Light.GREEN)
