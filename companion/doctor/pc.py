"""What a machine that is no Raspberry Pi plays on: a window or a terminal, and its sound."""

from __future__ import annotations

from companion.doctor.finding import Finding, amber, green, grey
from companion.doctor.patient import Host
from companion.errors import N_, NO_SOUND, DeviceMissing

# What a terminal says that it is when it cannot move its cursor.
_PLAIN = ("", "dumb")


def check_machine(patient: Host) -> Finding:
    """Say that this is no Pi, for all the checks that are left out."""
    return grey("no Raspberry Pi: nothing of a Pi is checked", N_("This is no Raspberry Pi."))


def check_window(patient: Host) -> Finding:
    """Whether there is a display that answers, and the library that opens a window on it."""
    try:
        display = patient.display()
    except DeviceMissing as missing:
        sentence = N_("The display does not answer: play in a terminal.")
        return amber(str(missing), sentence, "codemaker --device terminal")
    if display is None:
        fact = "no display: neither DISPLAY nor WAYLAND_DISPLAY is set"
        return grey(fact, N_("No display here: play in a terminal."))
    if not patient.has_library("pygame"):
        sentence = N_("The window needs a library: see the command.")
        return amber(f"{display}, but no pygame", sentence, patient.command_for("pygame"))
    return green(f"pygame, {display}")


def check_terminal(patient: Host) -> Finding:
    """Whether the program was started in a terminal, and can move its cursor."""
    if not patient.is_in_terminal:
        return grey("not started in a terminal", N_("Not started in a terminal."))
    kind = patient.environment.get("TERM", "")
    if kind in _PLAIN:
        sentence = N_("This terminal cannot show the game: try another.")
        return amber(f"TERM={kind!r} cannot move its cursor", sentence, "TERM=xterm codemaker --device terminal")
    return green(f"TERM={kind}")


def check_speaker(patient: Host) -> Finding:
    """Whether there is a sound server or a sound card for the window."""
    runtime = patient.environment.get("XDG_RUNTIME_DIR", "/nonexistent")
    servers = (f"{runtime}/pulse/native", f"{runtime}/pipewire-0")
    found = [place for pattern in (*servers, "/dev/snd/pcm*p") for place in patient.names(pattern)]
    if not found:
        return grey("neither a sound server nor a sound card", NO_SOUND)
    return green(found[0])
