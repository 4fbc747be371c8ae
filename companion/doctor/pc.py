"""Checks of a machine that is not a Raspberry Pi: window, terminal and sound."""

from __future__ import annotations

from companion.doctor.finding import Finding, amber, green, grey
from companion.doctor.host import Host
from companion.errors import N_, NO_SOUND, DeviceMissing

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
