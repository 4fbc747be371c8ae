"""All checks, in the order in which they are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.doctor import header, system
from companion.doctor.finding import Finding, Severity, grey, red
from companion.doctor.host import Check, Host, Machines, is_pi
from companion.doctor.image import check_card_file, check_image, check_partitions, is_image
from companion.doctor.panel import check_i2c_speed, check_panel, check_spi
from companion.doctor.pc import check_machine, check_speaker, check_terminal, check_window
from companion.errors import N_, NO_BUTTONS, NO_SOUND, CompanionError, DeviceMissing

WRITE_AGAIN = N_("save the matches to a stick, write the card again")
PUT_ON = N_("push the board onto all forty pins, name it in codemaker.txt")
RESTART = N_("pull the plug and put it in again")
OLDER_BACKUP = N_("save the matches to a stick; load them or an older backup on a new card")
LARGER_CARD = N_("save the matches to a stick, write a larger card, load them there")


CHECKS = (
    Check("machine", N_("Machine"), check_machine, Machines.PC),
    Check("window", N_("Window"), check_window, Machines.PC),
    Check("terminal", N_("Terminal"), check_terminal, Machines.PC),
    Check("speaker", N_("Sound"), check_speaker, Machines.PC),
    Check("lgpio", N_("Pin library"), header.check_lgpio, Machines.PI, WRITE_AGAIN),
    Check("pins", N_("Pins"), header.check_pins, Machines.PI, RESTART, NO_BUTTONS),
    Check("lg_wd", N_("Pin folder"), header.check_lg_wd, Machines.PI, RESTART),
    Check("nodes", N_("Device files"), header.check_nodes, Machines.PI, WRITE_AGAIN),
    Check("groups", N_("Permissions"), header.check_groups, Machines.PI, RESTART),
    Check("panel", N_("Panel"), check_panel, Machines.PI, PUT_ON),
    Check("i2c_speed", N_("Panel speed"), check_i2c_speed, Machines.PI),
    Check("spi", N_("SPI"), check_spi, Machines.PI, WRITE_AGAIN),
    Check("buttons", N_("Buttons"), header.check_buttons, Machines.PI, PUT_ON, NO_BUTTONS),
    Check("sound", N_("Sound"), header.check_sound, Machines.PI, RESTART, NO_SOUND),
    Check("tray", N_("Peg tray"), system.check_tray, on_card=N_("try another cable")),
    Check("journal", N_("Journal"), system.check_journal, on_card=OLDER_BACKUP),
    Check("disk", N_("Card"), system.check_disk, on_card=LARGER_CARD),
    Check("power", N_("Power"), system.check_power, Machines.PI),
    Check("clock", N_("Clock"), system.check_clock),
    Check("settings", N_("Settings"), system.check_settings, on_card=N_("choose it again in the settings")),
    Check("service", N_("Start"), system.check_service, on_card=RESTART),
)
"""The checks that every box has."""
OF_THE_IMAGE = (
    Check("image", N_("Card image"), check_image, Machines.IMAGE),
    Check("partitions", N_("Partitions"), check_partitions, Machines.IMAGE),
    Check("card_file", "codemaker.txt", check_card_file, Machines.IMAGE, N_("correct it on a computer")),
)


def checks_for(host: Host) -> tuple[Check, ...]:
    """Return the checks for the kind of machine that *host* is."""
    own = {Machines.ALL, Machines.PI if is_pi(host) else Machines.PC}
    if is_image(host):
        own.add(Machines.IMAGE)
    return tuple(check for check in (*CHECKS, *host.more_checks, *OF_THE_IMAGE) if check.machines in own)


def look(check: Check, host: Host) -> Finding:
    """Return what *check* finds: grey if permission is missing, red if a part or the check itself fails."""
    try:
        finding = check.look(host)
    except PermissionError as refusal:
        finding = grey(f"only root and {host.player} may look: sudo codemaker doctor ({refusal})")
    except (OSError, CompanionError, ValueError) as failure:
        if isinstance(failure, DeviceMissing) and check.missing:
            finding = red(str(failure), check.missing, "codemaker doctor --report report.txt")
        else:
            finding = red(f"could not be looked at: {failure!r}", N_("This could not be looked at."))
    if finding.light in (Severity.AMBER, Severity.RED) and is_image(host):
        return replace(finding, fix=check.on_card)
    return finding


def examine(host: Host) -> Iterator[tuple[Check, Finding]]:
    """Make all checks for *host*, one after the other."""
    return ((check, look(check, host)) for check in checks_for(host))


SEVERITY = {light: place for place, light in enumerate((Severity.GREY, Severity.GREEN, Severity.AMBER, Severity.RED))}


def worst(lights: Iterable[Severity]) -> Severity:
    """Return the worst of *lights*; GREEN if there are none."""
    return max(lights, key=SEVERITY.__getitem__, default=Severity.GREEN)
