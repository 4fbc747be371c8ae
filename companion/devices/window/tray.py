"""The tray in front of the drawn box: pegs to click into its holes, its button, its lamps and its plug."""

from __future__ import annotations

from pathlib import Path

from PIL.Image import Image

from companion.devices.window.brush import Colour, Painter
from companion.devices.window.plan import PEG_RADIUS, HitArea, Part, TrayPart, TrayPlan, WindowLayout, disc
from companion.tray.controls import EMPTY, LAMP_BITS, PlayedTray

WOOD_TOP: Colour = (150, 104, 66)
WOOD_BOTTOM: Colour = (112, 74, 44)
WOOD_SIDE: Colour = (72, 46, 26)
HOLE_TOP: Colour = (18, 13, 10)
HOLE_BOTTOM: Colour = (48, 34, 24)
METAL_TOP: Colour = (206, 208, 212)
METAL_BOTTOM: Colour = (120, 124, 132)
CABLE: Colour = (28, 29, 32)
CAP_TOP: Colour = (96, 190, 120)
CAP_BOTTOM: Colour = (46, 132, 74)
CAP_SIDE: Colour = (22, 74, 40)
WHITE: Colour = (255, 252, 246)
# The colour of a two-colour lamp by its two bits: dark, red for a black key peg, green for a white one, and both.
LAMPS: tuple[Colour, ...] = ((46, 34, 28), (255, 62, 44), (84, 240, 96), (255, 190, 60))
IN_HAND = 12.0
"""How far a picked-up peg is lifted, in units."""


class TrayFront:
    """Mouse control of the tray: a click on a peg picks it up, and a click on a hole puts such a peg in.

    A click on a hole that already has a peg of this colour takes the peg out. A second click on the picked-up peg puts
    one into every hole, a third takes all out. A click on the plug pulls it, or puts it back.
    """

    def __init__(self, tray: PlayedTray) -> None:
        self.colours = tray.pegs
        self.in_hand = 0
        self.is_down = False
        self.is_plugged = True
        self._hands = tray.hands
        self._ready = tuple(tray.pegs)

    @property
    def pegs(self) -> tuple[str, ...]:
        """The peg in each hole, ``empty`` for none."""
        return self._hands.pegs

    @property
    def lamps(self) -> tuple[int, ...]:
        """The state of each hole's lamp, as an index into ``LAMPS``; all are dark while the tray is unplugged."""
        lit = self._hands.lamps if self.is_plugged else 0
        return tuple(lit >> LAMP_BITS * hole & (1 << LAMP_BITS) - 1 for hole in range(len(self.pegs)))

    def touch(self, part: Part) -> None:
        """Click on *part*."""
        match part.kind:
            case TrayPart.PEG if part.number == self.in_hand:
                others = [hole for hole, peg in enumerate(self.pegs) if peg != self._ready[self.in_hand]]
                for hole in others or range(len(self.pegs)):
                    self._touch_hole(hole)
            case TrayPart.PEG:
                self.in_hand = part.number
            case TrayPart.HOLE:
                self._touch_hole(part.number)
            case TrayPart.BUTTON:
                self.is_down = True
                self._hands.press()
            case TrayPart.PLUG:
                self.is_plugged = not self.is_plugged
                (self._hands.plug_back if self.is_plugged else self._hands.unplug)()

    def _touch_hole(self, hole: int) -> None:
        there = self.pegs[hole]
        if there != EMPTY:
            self._hands.remove(hole)
        if there != self._ready[self.in_hand]:
            self._hands.place(hole, self._ready[self.in_hand])

    def let_go(self) -> None:
        """Release the tray's button, if it is down."""
        if self.is_down:
            self.is_down = False
            self._hands.release()


def draw_tray(ground: Image, layout: WindowLayout, front: TrayFront, font: Path) -> tuple[Image, tuple[int, int]]:
    """Return the tray's present picture and its position in the window; *ground* is the table with the box.

    Raises ``ValueError`` if the layout's plan has no tray.
    """
    plan = layout.plan.tray
    if plan is None:
        raise ValueError("expected a plan with a tray, got one without")
    brush = Painter(ground.copy(), layout, font)
    _draw_cable(brush, plan, is_plugged=front.is_plugged)
    _draw_case(brush, plan)
    for area, peg in zip(plan.holes, front.pegs, strict=True):
        if peg != EMPTY:
            _draw_peg(brush, area.middle, front.colours[peg], rise=5)
    for area, lamp in zip(plan.lamps, front.lamps, strict=True):
        _draw_lamp(brush, area, LAMPS[lamp], is_lit=lamp > 0)
    for number, (area, colour) in enumerate(zip(plan.pegs, front.colours.values(), strict=True)):
        _draw_peg(brush, area.middle, colour, rise=IN_HAND if number == front.in_hand else 0)
    _draw_button(brush, plan.button, is_down=front.is_down)
    left, top, right, bottom = layout.placed(plan.whole).rounded()
    at = max(0, left), max(0, top)
    return brush.picture.crop((*at, min(ground.width, right), min(ground.height, bottom))), at


def _draw_case(brush: Painter, plan: TrayPlan) -> None:
    case = plan.case
    brush.shadow(case.moved(0, 14), 22, 24, 0.55)
    brush.fill_rounded(case.moved(0, 9), 22, WOOD_SIDE, WOOD_SIDE)
    brush.fill_rounded(case, 22, WOOD_TOP, WOOD_BOTTOM)
    for area in plan.holes:
        brush.disc(area.grown(3), WOOD_SIDE, WOOD_TOP)
        brush.disc(area, HOLE_TOP, HOLE_BOTTOM)
        brush.inner_shadow(area, area.width / 2, 12, 0.7)


def _draw_cable(brush: Painter, plan: TrayPlan, *, is_plugged: bool) -> None:
    plug = plan.plug if is_plugged else plan.plug.moved(-14, 0)
    _, y = plug.middle
    tip = plan.case.left + 6 if is_plugged else plug.right + 12
    brush.fill_rounded(HitArea(plug.right - 6, y - 6, tip, y + 6), 3, METAL_TOP, METAL_BOTTOM)
    brush.shadow(plug.moved(0, 6), 12, 10, 0.5)
    brush.fill_rounded(plug, 12, (70, 72, 78), CABLE)
    brush.fill_rounded(HitArea(plug.left - 16, y - 5, plug.left + 4, y + 5), 5, (60, 62, 68), CABLE)


def _draw_peg(brush: Painter, middle: tuple[float, float], colour: Colour, rise: float) -> None:
    x, y = middle
    dark: Colour = (colour[0] * 5 // 8, colour[1] * 5 // 8, colour[2] * 5 // 8)
    brush.shadow(disc(x + 2, y + 5 + rise / 2, PEG_RADIUS), PEG_RADIUS, 8 + rise, 0.5)
    brush.disc(disc(x, y + 3 - rise, PEG_RADIUS), dark, dark)
    brush.disc(disc(x, y - rise, PEG_RADIUS), colour, dark)
    brush.disc(disc(x - 7, y - 8 - rise, 6), WHITE, WHITE, 0.65)


def _draw_lamp(brush: Painter, area: HitArea, colour: Colour, *, is_lit: bool) -> None:
    if is_lit:
        brush.shadow(area.grown(3), area.width, 8, 0.9, colour)
    brush.disc(area.grown(1), WOOD_SIDE, WOOD_SIDE)
    brush.disc(area, colour, colour)


def _draw_button(brush: Painter, area: HitArea, *, is_down: bool) -> None:
    x, y = area.middle
    brush.disc(area.grown(4), WOOD_SIDE, WOOD_TOP)
    brush.disc(area, CAP_SIDE, CAP_SIDE)
    cap = disc(x, y - (0 if is_down else 6), area.width / 2 - (3 if is_down else 1))
    brush.disc(cap, CAP_BOTTOM if is_down else CAP_TOP, CAP_TOP if is_down else CAP_BOTTOM)
