"""What has to hold of a case before anybody prints it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from circuit.measures import Measures as Board

from case import box, print_checks, probe, tray
from case.measures import Measures
from case.parts import Assembly

# What is printed by whom: a Pi, and the HAT on it.
CASES = (
    ("zero", "waveshare-lcd-1in3"),
    ("full", "waveshare-lcd-1in3"),
    ("zero", "bonnet"),
    ("zero", "waveshare-1in3"),
    ("full", "bonnet"),
    ("full", "waveshare-1in3"),
    ("full", "any"),
)
# Cubic millimetres that two touching faces may seem to share by rounding.
NOTHING_MM3 = 1e-3


def assemblies(measures: Measures, board: Board) -> Iterator[Assembly]:
    """All that can be printed."""
    yield tray.assemble(measures, board)
    yield probe.assemble(measures, board)
    yield box.by_hand(measures)
    for pi, hat in CASES:
        yield box.of_hat(measures, pi, hat)


def faults(assembly: Assembly, folder: Path, measures: Measures) -> Iterator[str]:
    """Everything that is wrong with it; writes the parts' STL into *folder* to look at them."""
    yield from (f"{assembly.name}: {fault}" for fault in misfits(assembly))
    for part in assembly.parts:
        if (pieces := part.solid.pieces()) != 1:
            yield f"{assembly.name}: {part.name}: expected one piece, got {pieces}"
        file = folder / f"{assembly.name}-{part.name}.stl"
        lying = part.solid.upside_down(0.0) if part.face_down else part.solid
        lying.write_stl(file)
        yield from (f"{assembly.name}: {fault}" for fault in print_checks.faults(part, file, measures.printing))


def misfits(assembly: Assembly) -> Iterator[str]:
    """Parts that are in one another's way."""
    for fit in assembly.fits:
        one, other = assembly.solid(fit.one), assembly.solid(fit.other)
        if (shared := (one & other).volume()) > NOTHING_MM3:
            yield f"{fit.one} and {fit.other}: expected nothing shared, got {shared:.2f} mm3"
        elif (gap := one.gap(other)) < fit.least - 1e-6:
            yield f"{fit.one} and {fit.other}: expected {fit.least} mm between, got {gap:.2f}"
    for grip in assembly.grips:
        if (held := (assembly.solid(grip.one) & assembly.solid(grip.other)).volume()) < grip.least:
            yield f"{grip.one} and {grip.other}: expected at least {grip.least:.1f} mm3 shared, got {held:.1f}"
