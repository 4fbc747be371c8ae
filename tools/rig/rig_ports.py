"""The virtual Pi as if it were a real one: reached by a shell, seen by the kernel's trace, pressed by wires."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from shlex import quote

from tools.rig.rig_real import WIRES
from tools.rig.rig_shell import RootShell
from tools.rig.rig_virtual import PINS, VirtualPi


@dataclass(frozen=True, slots=True)
class Ports:
    """The way to a virtual Pi that is on; *virtual* itself goes on keeping its own record."""

    virtual: VirtualPi

    def switch_on(self) -> None:
        """Lay the wires."""
        for button, pin in WIRES.items():
            self.virtual.wire(pin, PINS[button])

    def shell(self) -> RootShell:
        """Return root's shell."""
        return self.virtual.shell

    def told(self, command: str) -> socket.socket:
        """Run *command* with the third port for its output."""
        self.virtual.shell.send(f'sh -c {quote(command)} >"$(rig-port trace)" 2>/run/rig-told.log &')
        return self.virtual.trace

    def cut_power(self, shell: RootShell) -> None:
        """Pull the plug."""
        self.virtual.kill()

    def close(self) -> None:
        """Leave the virtual one as it is."""
