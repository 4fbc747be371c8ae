"""Checks of the pins of a Raspberry Pi: library, permissions, buttons and buzzer."""

from __future__ import annotations

from companion.doctor.host import BUS_OFF, Finding, Host, amber, green, grey, red
from companion.errors import N_, NO_BUTTON, NO_BUTTONS, NO_SOUND, DeviceMissing


def check_lgpio(host: Host) -> Finding:
    """Check that lgpio is installed and is not an empty stub."""
    try:
        return green(f"lgpio {host.lgpio()}")
    except DeviceMissing as missing:
        sentence = N_("The program for the pins is missing.")
        return red(str(missing), sentence, "sudo apt install python3-lgpio")


def check_pins(host: Host) -> Finding:
    """Check which pin factory is in use."""
    other = host.environment.get("GPIOZERO_PIN_FACTORY", "")
    return green(host.pin_factory() + (f", whatever GPIOZERO_PIN_FACTORY={other} says" if other else ""))


SERVICE_ENVIRONMENT = ("systemctl", "show", "codemaker.service", "--property=Environment", "--value")


def _lg_wd(host: Host) -> str | None:
    """Return ``LG_WD`` of the program that plays: the service's, unless this process itself plays."""
    ran = None if host.is_playing else host.run(*SERVICE_ENVIRONMENT)
    for word in ran.text.split() if ran is not None and ran.status == 0 else ():
        if word.startswith("LG_WD="):
            return word.removeprefix("LG_WD=")
    return host.environment.get("LG_WD")


def check_lg_wd(host: Host) -> Finding:
    """Check that lgpio can write its FIFO, which it makes in the folder ``LG_WD``."""
    place = _lg_wd(host)
    if place is None:
        return green("LG_WD is not set: a temporary folder is used")
    if not host.names(place):
        return grey(f"LG_WD={place} comes and goes with the service")
    if host.may_use(place):
        return green(f"LG_WD={place}")
    sentence = N_("The folder for the pins cannot be written: install the box again.")
    return red(f"LG_WD={place} cannot be written by {host.player}", sentence, "sudo systemctl restart codemaker")


def _needed(host: Host) -> list[str]:
    chips = sorted(host.names("/dev/gpiochip*"))
    return [*chips[:1], *host.names(host.wiring.node)]


def check_nodes(host: Host) -> Finding:
    """Check that the kernel offers the pins and the panel's bus."""
    node = host.wiring.node
    bus, name = ("do_i2c", "I2C") if host.wiring.is_i2c else ("do_spi", "SPI")
    if not host.names("/dev/gpiochip*"):
        return red("there is no /dev/gpiochip*", NO_BUTTONS, "sudo apt full-upgrade && sudo reboot")
    if not host.names(node):
        return red(f"there is no {node}", BUS_OFF, f"sudo raspi-config nonint {bus} 0 && sudo reboot", bus=name)
    return green(", ".join(_needed(host)))


def check_groups(host: Host) -> Finding:
    """Check that the player may use the device files, and name the groups that are missing."""
    closed = [node for node in _needed(host) if not host.may_use(node)]
    if not closed:
        return green(f"{host.player} may use {', '.join(_needed(host)) or 'what there is'}")
    lacking = sorted({host.group_of(node) for node in closed} - host.groups())
    fact = f"{host.player} may not use {', '.join(closed)}"
    sentence = N_("The box may not use its pins.")
    if not lacking:
        return red(f"{fact}, though in its group", sentence, "sudo udevadm trigger && sudo reboot")
    return red(f"{fact}: not in {', '.join(lacking)}", sentence, f"sudo usermod -aG {','.join(lacking)} {host.player}")


def check_buttons(host: Host) -> Finding:
    """Check that each button's pin is free and high at rest; ``codemaker doctor --buttons`` tests the presses."""
    buttons, lines = host.wiring.buttons, host.lines()
    taken = {number: lines[number].holder for number in buttons if number in lines and lines[number].holder}
    if taken and not _are_ours(host, taken):
        number, holder = next(iter(taken.items()))
        fact = ", ".join(f"GPIO{number} ({buttons[number]}) is held by {holder!r}" for number, holder in taken.items())
        return red(fact, NO_BUTTON, f"sudo gpioinfo | grep -w {holder}", button=buttons[number])
    stuck = [number for number in buttons if number in lines and lines[number].is_low]
    if stuck:
        fact = ", ".join(f"GPIO{number} ({buttons[number]}) is low" for number in stuck)
        sentence = N_("{button} is down all the time: check the board.")
        return red(fact, sentence, "codemaker doctor --buttons", button=buttons[stuck[0]])
    held = "held by the game; " if taken else ""
    names = ", ".join(f"{name} GPIO{number}" for number, name in buttons.items())
    return green(f"{held}{names}")


def _are_ours(host: Host, taken: dict[int, str]) -> bool:
    """Return whether the game itself holds the pins; lgpio gives its own name as the holder."""
    if not all(holder in ("lg", "codemaker") for holder in taken.values()):
        return False
    return host.is_playing or is_running(host)


def is_running(host: Host) -> bool:
    """Return whether the service is running."""
    ran = host.run("systemctl", "is-active", "codemaker.service")
    return ran is not None and ran.text.strip() == "active"


def check_sound(host: Host) -> Finding:
    """Check that the buzzer's pin is free."""
    buzzer = host.wiring.buzzer
    if buzzer is None:
        return grey(f"board {host.wiring.board} has no buzzer", N_("This board has no buzzer."))
    holder = host.lines().get(buzzer)
    taken = {buzzer: holder.holder} if holder is not None and holder.holder else {}
    if taken and not _are_ours(host, taken):
        return amber(f"GPIO{buzzer} is held by {taken[buzzer]!r}", NO_SOUND, "sudo gpioinfo")
    return green(f"buzzer on GPIO{buzzer}")
