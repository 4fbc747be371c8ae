"""All checks, in the order in which they are made, and those of a machine that is not a Raspberry Pi."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.doctor import header, system
from companion.doctor.host import Check, Finding, Host, Machines, Severity, amber, green, grey, is_pi, red
from companion.doctor.image import check_card_file, check_image, check_partitions, is_image
from companion.errors import N_, NO_BUTTONS, NO_SOUND, CompanionError, DeviceMissing

# The values of TERM for a terminal that cannot move its cursor.
_PLAIN = ("", "dumb")


def check_machine(host: Host) -> Finding:
    """Report that this is not a Pi, in place of all the checks that are for a Pi only."""
    return grey("no Raspberry Pi: nothing of a Pi is checked", N_("This is no Raspberry Pi."))


def check_window(host: Host) -> Finding:
    """Check that a display answers, and that pygame is installed to open a window on it."""
    try:
        display = host.display()
    except DeviceMissing as missing:
        sentence = N_("The display does not answer: play in a terminal.")
        return amber(str(missing), sentence, "codemaker --device terminal")
    if display is None:
        fact = "no display: neither DISPLAY nor WAYLAND_DISPLAY is set"
        return grey(fact, N_("No display here: play in a terminal."))
    if not host.has_library("pygame"):
        sentence = N_("The window needs a library.")
        return amber(f"{display}, but no pygame", sentence, host.command_for("pygame"))
    return green(f"pygame, {display}")


def check_terminal(host: Host) -> Finding:
    """Check that the program was started in a terminal that can move its cursor."""
    if not host.is_in_terminal:
        return grey("not started in a terminal", N_("Not started in a terminal."))
    kind = host.environment.get("TERM", "")
    if kind in _PLAIN:
        sentence = N_("This terminal shows the game as lines of text.")
        return amber(f"TERM={kind!r} cannot move its cursor", sentence, "TERM=xterm codemaker --device terminal")
    return green(f"TERM={kind}")


def check_speaker(host: Host) -> Finding:
    """Check that there is a sound server or a sound card for the window."""
    runtime = host.environment.get("XDG_RUNTIME_DIR", "/nonexistent")
    servers = (f"{runtime}/pulse/native", f"{runtime}/pipewire-0")
    found = [place for pattern in (*servers, "/dev/snd/pcm*p") for place in host.names(pattern)]
    if not found:
        return grey("neither a sound server nor a sound card", NO_SOUND)
    return green(found[0])


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
    Check("panel", N_("Panel"), header.check_panel, Machines.PI, PUT_ON),
    Check("i2c_speed", N_("Panel speed"), header.check_i2c_speed, Machines.PI),
    Check("spi", N_("SPI"), header.check_spi, Machines.PI, WRITE_AGAIN),
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
