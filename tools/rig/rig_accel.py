"""Whether this processor can run the virtual Pi itself (KVM), or QEMU has to do it for it (TCG).

That ``/dev/kvm`` can be opened says little: there are kernels whose KVM, without help from the processor, works an
ordinary kernel off one instruction after another, much slower than TCG does. So it is made to count.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

WISH = "CODEMAKER_RIG_ACCEL"
COUNT_TO = 100_000_000
# A processor needs a twentieth of a second, and QEMU as much to start; emulated, it is minutes.
COUNT_S = 5.0
ROM_BYTES = 1 << 16
# What QEMU ends with is twice what was written to its port, and one.
COUNTED = 0x10
# mov ecx, COUNT_TO; dec ecx; jnz -4; mov al, COUNTED; out 0xf4, al; hlt - of a processor that has just been reset.
LOOP = b"\x66\xb9" + COUNT_TO.to_bytes(4, "little") + b"\x66\x49\x75\xfc" + bytes([0xB0, COUNTED, 0xE6, 0xF4, 0xF4])
# Where a processor begins: jmp to the start of the ROM.
RESET = b"\xe9" + ((-(ROM_BYTES - 16 + 3)) & 0xFFFF).to_bytes(2, "little")


class Accel(StrEnum):
    """Who runs the guest's instructions."""

    KVM = "kvm"
    TCG = "tcg"

    @property
    def processor(self) -> str:
        """The processor that the guest finds."""
        return "host" if self is Accel.KVM else "max"


def chosen(environment: Mapping[str, str] = os.environ, kvm: Path = Path("/dev/kvm")) -> Accel:
    """Return what was wished for, else KVM where it is quick, else TCG."""
    if wish := environment.get(WISH):
        return Accel(wish)
    return Accel.KVM if os.access(kvm, os.R_OK | os.W_OK) and counts(Accel.KVM) else Accel.TCG


def rom() -> bytes:
    """Return a machine's whole program: count, say so, halt."""
    return LOOP.ljust(ROM_BYTES - 16, b"\xf4") + RESET.ljust(16, b"\xf4")


def counts(accel: Accel, within_s: float = COUNT_S) -> bool:
    """Whether a machine run by *accel* counts to its number in time."""
    with tempfile.NamedTemporaryFile(suffix=".rom") as program:
        program.write(rom())
        program.flush()
        machine = ("qemu-system-x86_64", "-accel", accel, "-cpu", accel.processor, "-m", "16")
        bare = ("-nodefaults", "-no-user-config", "-display", "none", "-bios", program.name)
        try:
            ended = subprocess.run(
                [*machine, *bare, "-device", "isa-debug-exit,iobase=0xf4,iosize=1"],
                check=False,
                capture_output=True,
                stdin=subprocess.DEVNULL,
                timeout=within_s,
            )
        except subprocess.TimeoutExpired:
            return False
    return ended.returncode == 2 * COUNTED + 1
