"""Checks of a Raspberry Pi and its board: library, permissions, buttons, buzzer, and the panel with its bus."""

from __future__ import annotations

import errno

from companion.doctor.host import BUS_OFF, Finding, Host, amber, green, grey, red
from companion.errors import N_, NO_BUTTON, NO_BUTTONS, NO_PANEL, NO_SOUND, DeviceMissing


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
    more = [node for pattern in host.more_devices for node in host.names(pattern)]
    return [*chips[:1], *host.names(host.wiring.node), *more]


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


CONFIG = "/boot/firmware/config.txt"
FAST_HZ = 400_000
# The switches that dtparam turns; Raspberry Pi's device trees have them, and Debian's have not.
TREE, OVERRIDES = "/proc/device-tree/compatible", "/proc/device-tree/__overrides__"
# The low four bits of the status byte, by which ss_oled and other libraries tell the chips apart. No datasheet
# documents them, so a mismatch is only amber.
STATUS_KINDS = {0x3: "ssd1306", 0x6: "ssd1306", 0x8: "sh1106"}
# The highest safe frequency according to the kernel's driver for the SH1106.
SH1106_MOST_HZ = 2_000_000

WHY = {
    errno.EREMOTEIO: "no device answers at that address",
    errno.ENXIO: "no device answers at that address",
    errno.EIO: "the bus is disturbed: a loose plug, or SDA and SCL swapped",
    errno.ETIMEDOUT: "the bus is held low: a short, or a panel without supply",
    errno.ENOENT: "the bus is switched off",
    errno.EACCES: "this user may not use the bus",
}


def check_panel(host: Host) -> Finding:
    """Check that the panel answers, and is the chip that the settings name."""
    wiring = host.wiring
    if not wiring.is_i2c:
        return grey(
            f"{wiring.driver} on {wiring.node}: SPI has no line to answer on",
            N_("This panel cannot answer: look at it."),
        )
    where = f"{wiring.driver} at {wiring.address:#04x} on {wiring.node}"
    try:
        status = host.i2c_status(wiring.port, wiring.address)
    except OSError as failure:
        why = WHY.get(failure.errno or 0, str(failure))
        return red(
            f"{where} does not answer: {why}",
            NO_PANEL,
            f"sudo apt install i2c-tools && sudo i2cdetect -y {wiring.port}",
        )
    likely = STATUS_KINDS.get(status & 0x0F)
    # What the relatives of the two chips answer is not known.
    if likely is not None and wiring.driver in {*STATUS_KINDS.values()} - {likely}:
        sentence = N_("The panel looks like another kind: see docs/boards.md.")
        return amber(f"{where} answers {status:#04x}, as {likely} does", sentence, f'[custom] display = "{likely}"')
    return green(f"{where} answers {status:#04x}")


def check_i2c_speed(host: Host) -> Finding:
    """Check that the I2C bus runs at 400 kHz; at the kernel's default of 100 kHz a whole frame takes 0.1 s."""
    wiring = host.wiring
    if not wiring.is_i2c:
        return grey(f"{wiring.node} is no I2C")
    path = f"/sys/class/i2c-adapter/i2c-{wiring.port}/of_node/clock-frequency"
    try:
        # A cell of the device tree: four bytes, big-endian.
        speed = int.from_bytes(host.read(path)[:4], "big")
    except OSError as failure:
        return grey(f"{path}: {failure.strerror}")
    if speed >= FAST_HZ:
        return green(f"{speed // 1000} kHz")
    if host.names(TREE) and not host.names(OVERRIDES):
        sentence = N_("The panel's bus is slow here. Use the card image.")
        return amber(f"{speed // 1000} kHz; dtparam has no effect with Debian's device trees", sentence)
    sentence = N_("The panel's bus is slow.")
    # The file may end in a section for other models, so start a section for all.
    line = f"\\n[all]\\ndtparam=i2c_arm=on,i2c_arm_baudrate={FAST_HZ}\\n"
    fix = f"printf '{line}' | sudo tee -a {CONFIG} && sudo reboot"
    return amber(f"{speed // 1000} kHz, the panel takes {FAST_HZ // 1000}", sentence, fix)


def check_spi(host: Host) -> Finding:
    """Check that SPI is on and not too fast for the panel, if the board uses SPI."""
    wiring = host.wiring
    if wiring.is_i2c:
        return grey(f"board {wiring.board} does not use SPI")
    if not host.names(wiring.node):
        fix = "sudo raspi-config nonint do_spi 0 && sudo reboot"
        return red(f"there is no {wiring.node}", BUS_OFF, fix, bus="SPI")
    if wiring.driver == "sh1106" and wiring.speed_hz > SH1106_MOST_HZ:
        sentence = N_("The panel's bus is too fast.")
        fact = f"{wiring.speed_hz} Hz, an SH1106 takes {SH1106_MOST_HZ}"
        return amber(fact, sentence, f"[custom] spi-bus-speed = {SH1106_MOST_HZ}")
    return green(f"{wiring.node}, {wiring.speed_hz // 1000} kHz")
