"""The probe's well: one hole of the tray, in a block that stands on a breadboard over its middle gap.

Origin: the middle of the hole, on the breadboard's face; the light is in the rear row, the phototransistor in the
front one, as in the tray.
"""

from __future__ import annotations

import math
from dataclasses import replace

from circuit.measures import Measures as Board

from case import tray
from case.measures import Measures
from case.parts import Assembly, Fit, Grip, Part
from case.solids import Solid, box, joined, post

LEAD = 0.6  # a lead's thickness, its bend included
PLUG = 2.54  # a jumper wire's plug is a square of this size
LEDGE = 0.15  # the least width of the ring on which a collar comes to rest
RAISED = 0.5  # how far the lights are raised to see that the block stops them


def assemble(measures: Measures, board: Board) -> Assembly:
    """The block on its breadboard, with light, phototransistor and peg."""
    measures = _on_breadboard(measures)
    fits = (
        Fit("well", "breadboard", 0.0),
        Fit("well", "light", 0.0),
        Fit("well", "phototransistor", 0.0),
        Fit("well", "leads", measures.printing.gap),
        Fit("well", "plugs", 0.0),
        Fit("well", "peg", 0.0),
    )
    collar, _ = tray.COLLAR
    ledge = math.pi * (collar - LEDGE) * LEDGE * RAISED
    grips = tuple(Grip("well", name, ledge) for name in ("raised light", "raised phototransistor"))
    return Assembly("probe", (_block(measures, board),), _things(measures, board), fits, grips)


def _on_breadboard(measures: Measures) -> Measures:
    """The tray's measures with lights that rest under the block."""
    dome = measures.probe.pocket_high - tray.COLLAR[1] + tray.LED_HIGH
    return replace(measures, tray=replace(measures.tray, dome=dome))


def _block(measures: Measures, board: Board) -> Part:
    probe, wall = measures.probe, measures.printing.wall
    wide, deep = probe.pocket_wide + 2 * wall, probe.pocket_deep + 2 * wall
    solid = box(-wide / 2, -deep / 2, 0.0, wide, deep, tray.top(measures, board))
    wide, deep = probe.pocket_wide, probe.pocket_deep
    pocket = box(-wide / 2, -deep / 2, -1.0, wide, deep, probe.pocket_high + 1)
    solid -= joined([pocket, tray.well(measures, board, 0.0, 0.0)])
    return Part("well", solid, (tray.webs(measures, board, 0.0, 0.0, 0.0),), face_down=True)


def _things(measures: Measures, board: Board) -> dict[str, Solid]:
    """What is on the breadboard, and light and phototransistor pushed up farther than the block may let them go."""
    probe, dome = measures.probe, measures.tray.dome
    light, eye = (tray.led(0.0, y, dome) for y in (board.light, board.eye))
    foot = dome - tray.LED_HIGH
    along = (probe.led_leads - 1) * probe.pitch + LEAD
    across = probe.rows + LEAD
    row = probe.rows / 2 + (probe.free_row - 1) * probe.pitch
    plugs = [box(-along / 2, y - PLUG / 2, 0.0, along, PLUG, 14.0) for y in (-row, row)]
    return {
        "breadboard": box(-22.86, -27.5, -8.5, 45.72, 55.0, 8.5),
        "light": light,
        "phototransistor": eye,
        "leads": box(-along / 2, -across / 2, 0.0, along, across, foot),
        "plugs": plugs[0] + plugs[1],
        "peg": post(0.0, 0.0, tray.face(measures, board), measures.tray.peg, measures.tray.sink + 8.0),
        "raised light": light.moved(z=RAISED),
        "raised phototransistor": eye.moved(z=RAISED),
    }
