"""Checks of the panel of a Raspberry Pi and its bus."""

from __future__ import annotations

import errno

from companion.doctor.host import BUS_OFF, Finding, Host, amber, green, grey, red
from companion.errors import N_, NO_PANEL

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
