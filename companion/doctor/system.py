"""Checks of the rest of the machine: storage, power, clock, settings, service and peg tray."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from companion.doctor.header import is_running
from companion.doctor.host import (
    Finding,
    Host,
    TrayStatus,
    amber,
    green,
    grey,
    is_pi,
    is_synchronised,
    red,
    unit_state,
)
from companion.doctor.image import is_image
from companion.errors import ALL_PARTS, N_, DeviceMissing, JournalLost, SettingsChanged

FULL_MIB, SCARCE_MIB = 20, 200
# Bits of what vcgencmd answers: the low bits are the state now; 16 bits higher, the same since the start.
UNDERVOLTAGE, THROTTLED, SINCE_START = 0x1, 0xE, 16
LOGS = "codemaker logs"
# A tray may boot in the middle of a frame, so one damaged frame is no sign of a bad cable.
CUT_BY_A_BOOT = 1
# "start" could come back while the unit waits for its next try.
RESTART = "sudo systemctl restart codemaker"


def check_journal(host: Host) -> Finding:
    """Check that the database of the matches is intact, and that the player may write it."""
    trouble = host.journal_trouble()
    if trouble is not None:
        fix = "codemaker restore FILE" if isinstance(trouble, JournalLost) else "codemaker doctor --report report.txt"
        return red(str(trouble), trouble.sentence, fix, **trouble.values)
    if not host.names(host.state):
        return green(f"{host.state} is not there yet")
    if not host.may_use(host.state):
        fact = f"{host.state} cannot be written by {host.player}"
        sentence = N_("Nothing is being saved: check the card.")
        return red(fact, sentence, f"sudo chown -R {host.player}: {host.state}")
    if aside := host.names(f"{host.state}/journal-damaged-*.db"):
        sentence = N_("A damaged journal was set aside; the box plays on.")
        return amber(f"set aside: {', '.join(aside)}", sentence, f"codemaker restore {aside[0]}")
    return green(host.state)


def check_disk(host: Host) -> Finding:
    """Check that there is free space for further matches."""
    free = host.free_mib(host.state)
    fact = f"{free:.0f} MiB free for {host.state}"
    fix = "sudo apt clean; sudo journalctl --vacuum-size=20M"
    if free < FULL_MIB:
        return red(fact, N_("The card is full: matches cannot be kept."), fix)
    if free < SCARCE_MIB:
        return amber(fact, N_("The card is nearly full."), fix)
    return green(fact)


def check_power(host: Host) -> Finding:
    """Check that the supply holds its voltage and the processor is not too hot."""
    ran = host.run("vcgencmd", "get_throttled")
    found = re.search(r"throttled=0x([0-9a-fA-F]+)", ran.text) if ran is not None else None
    if found is None:
        return grey("vcgencmd tells nothing here")
    bits = int(found[1], 16)
    fix = N_("use the supply that belongs to this Pi, 5.1 V")
    if bits & UNDERVOLTAGE:
        return red(f"undervoltage now ({bits:#x})", N_("The power supply is too weak: use a better one."), fix)
    if bits & THROTTLED:
        return amber(f"throttled now ({bits:#x})", N_("The box is too hot: give it air."), "vcgencmd measure_temp")
    if bits >> SINCE_START & UNDERVOLTAGE:
        return amber(
            f"undervoltage since the start ({bits:#x})", N_("The power supply was too weak for a moment."), fix
        )
    return green(f"throttled={bits:#x}")


def check_clock(host: Host) -> Finding:
    """Check that the time is plausible: a Pi without a network or a real-time clock starts in the past."""
    now, built = host.time_s(), host.built_s()
    told = f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M} UTC"
    if now < built:
        sentence = N_("The clock is wrong: matches get a wrong date.")
        return amber(f"{told}, before this program was installed", sentence, "sudo date --set 'YYYY-MM-DD HH:MM'")
    return green(told + (", synchronised" if is_synchronised(host) else ", not synchronised; play does not need it"))


def check_settings(host: Host) -> Finding:
    """Check that the settings file has no errors, and show the values of one that was changed by hand or damaged."""
    troubles = host.settings_troubles()
    if not troubles:
        return green(f"board {host.wiring.board}")
    first = troubles[0]
    fix = f"sudoedit {host.settings_file}"
    if isinstance(first, SettingsChanged):
        sentence = N_("Look at these values. Choosing one in the settings confirms all.\n{chosen}")
        chosen = "; ".join(str(first.values["chosen"]).splitlines())
        return amber(f"{first}; it says: {chosen}", sentence, fix, **first.values)
    return red("; ".join(map(str, troubles)), first.sentence, fix, **first.values)


def check_service(host: Host) -> Finding:
    """Check that the service is enabled and running with all parts, and has not been restarted."""
    wanted = ("LoadState", "ActiveState", "SubState", "Result", "NRestarts", "UnitFileState", "StatusText")
    state = unit_state(host, "codemaker.service", *wanted)
    if state is None:
        return grey("no service manager answers here")
    if state.get("LoadState") != "loaded":
        return grey("codemaker.service is not installed")
    fact = ", ".join(f"{name}={state.get(name, '?')}" for name in wanted[1:])
    has_failed = state.get("NRestarts", "0") != "0" and state.get("ActiveState") in ("activating", "deactivating")
    if has_failed or state.get("ActiveState") == "failed":
        return red(fact, N_("The game does not start by itself."), f"{LOGS}; {RESTART}")
    if state.get("UnitFileState") != "enabled" and not is_pi(host):
        return grey(f"{fact}: on this machine the game is started by hand")
    if state.get("UnitFileState") != "enabled" and not is_image(host):
        fix = "sudo systemctl enable --now codemaker"
        return amber(fact, N_("The game does not start when the box is switched on."), fix)
    if state.get("ActiveState") == "inactive" and not host.is_playing:
        return amber(fact, N_("The game does not start by itself."), "sudo systemctl start codemaker")
    if state.get("NRestarts", "0") != "0":
        return amber(fact, N_("The game had to be started again."), LOGS)
    # The game says it of itself; before its first frame it says nothing.
    if state.get("ActiveState") == "active" and state.get("StatusText", "") not in ("", ALL_PARTS):
        return amber(fact, N_("The game runs without a part of the box."), LOGS)
    return green(fact)


def check_tray(host: Host) -> Finding:
    """Check that the peg tray answers, and count the errors of its cable."""
    try:
        tray = host.tray()
    except DeviceMissing as missing:
        if not host.is_playing and is_running(host):
            # The running game holds the port.
            return grey(str(missing), N_("The game has the peg tray: look at the box."))
        ports = (*host.names("/dev/ttyUSB*"), *host.names("/dev/ttyACM*"))
        closed = [port for port in ports if not host.may_use(port)]
        # The card has no user who could join a group.
        if closed and not is_image(host):
            fact = f"{host.player} may not use {', '.join(closed)}"
            sentence = N_("The peg tray's port is closed: see the command, then log in again.")
            fix = f"sudo usermod -aG {host.group_of(closed[0])} {host.player}"
            return red(fact, sentence, fix)
        return red(str(missing), N_("The peg tray does not answer: plug it in again."), "ls -l /dev/codemaker-tray")
    if tray is None:
        return grey("no peg tray is plugged in", N_("No peg tray is plugged in."))
    return _wire(tray)


def _wire(tray: TrayStatus) -> Finding:
    """Return the finding for the cable of *tray* from the error counts of both ends."""
    own = tray.counters
    fact = f"{tray.port}, {tray.firmware}; box: {_counts(tray.errors)}; tray: {_counts(own) if own else 'unknown'}"
    told = {"box": sum(tray.errors.values()), "tray": own["damaged"] if own else "?"}
    if any(tray.errors.values()) or (own and own["damaged"] > CUT_BY_A_BOOT):
        sentence = N_("The peg tray's cable is disturbed: try another.\nErrors, box: {box}\nErrors, tray: {tray}")
        return amber(fact, sentence, N_("codemaker doctor, once more after play"), **told)
    return green(fact, N_("Nothing is wrong here.\nErrors, box: {box}\nErrors, tray: {tray}"), **told)


def _counts(counted: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counted.items())
