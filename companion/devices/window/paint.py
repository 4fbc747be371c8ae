"""Drawing of the box: its table, case and glass, and each button both up and pressed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from pathlib import Path

from PIL import ImageDraw, ImageFilter
from PIL.Image import Image, composite, new, radial_gradient

from companion.box import Button
from companion.devices.window.brush import Colour, Painter
from companion.devices.window.plan import OK_RADIUS, PAD_RADIUS, PAD_RIM, HitArea, WindowLayout, disc

TABLE_LIGHT: Colour = (64, 82, 86)
TABLE_DARK: Colour = (17, 24, 28)
CASE_TOP: Colour = (247, 242, 232)
CASE_BOTTOM: Colour = (227, 218, 202)
CASE_SHADE: Colour = (234, 226, 212)
CASE_SIDE_TOP: Colour = (190, 178, 157)
CASE_SIDE: Colour = (160, 148, 127)
CASE_EDGE: Colour = (255, 254, 250)
ENGRAVED: Colour = (120, 109, 92)
WELL_TOP: Colour = (176, 166, 149)
WELL_BOTTOM: Colour = (240, 234, 222)
GLASS_TOP: Colour = (19, 22, 27)
GLASS_BOTTOM: Colour = (8, 9, 12)
PAD_TOP: Colour = (74, 78, 86)
PAD_BOTTOM: Colour = (44, 47, 53)
PAD_PRESSED_TOP: Colour = (36, 38, 43)
PAD_PRESSED_BOTTOM: Colour = (52, 55, 62)
ARROW: Colour = (200, 204, 208)
PRESSED_ARROW: Colour = (255, 158, 92)
WHITE: Colour = (255, 252, 246)
INK: Colour = (66, 46, 8)

CASE_RADIUS = 46
CASE_DEPTH = 13
KEY_RADIUS = 20
KEY_DEPTH = 8
SPEAKER_COLUMNS = 11
HOLE_RADIUS, HOLE_PITCH = 3.2, 15
PEGS: tuple[Colour, ...] = ((214, 58, 49), (240, 178, 41), (46, 139, 87), (47, 111, 196))
DIRECTIONS = {Button.UP: (0, -1), Button.DOWN: (0, 1), Button.LEFT: (-1, 0), Button.RIGHT: (1, 0)}


@dataclass(frozen=True, slots=True)
class ButtonStyle:
    """The colours of a button: its upper and lower edge, its side, and its label."""

    top: Colour
    bottom: Colour
    side: Colour
    ink: Colour


ORANGE = ButtonStyle((247, 124, 66), (224, 88, 36), (160, 58, 20), WHITE)
GREY = ButtonStyle((106, 112, 121), (78, 83, 91), (48, 51, 57), WHITE)
YELLOW = ButtonStyle((253, 204, 84), (238, 173, 42), (176, 120, 18), INK)
CAPS = {Button.BACK: GREY, Button.ROLL: YELLOW}


@dataclass(frozen=True, slots=True)
class Looks:
    """The box with all buttons up and with all buttons down, and which pixels belong to each button."""

    up: Image
    down: Image
    areas: Mapping[Button, tuple[int, int, int, int]]
    masks: Mapping[Button, Image]

    def picture(self, of: Button, pressed: frozenset[Button]) -> Image:
        """Return the picture of a button's area while the buttons in *pressed* are down."""
        area = self.areas[of]
        picture = self.up.crop(area)
        for button in sorted(pressed, key=lambda button: button.value):
            if self.areas[button] == area:
                picture.paste(self.down.crop(area), mask=self.masks[button])
        return picture


def looks(layout: WindowLayout, labels: Mapping[Button, str], font: Path) -> Looks:
    """Draw the box for its window, with all buttons up and with all buttons down."""
    up = Painter(_table(layout), layout, font)
    _draw_case(up, layout)
    down = up.on_copy()
    _draw_buttons(up, layout, labels, is_down=False)
    _draw_buttons(down, layout, labels, is_down=True)
    areas = {button: layout.placed(layout.plan.area_of(button)).rounded() for button in Button}
    masks = {button: _mask(button, area, layout) for button, area in areas.items()}
    return Looks(up.picture, down.picture, areas, masks)


def icon(side: int) -> Image:
    """Draw the box as an icon of *side* pixels: four pegs, two lit rows."""
    image = new("RGBA", (256, 256))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((12, 26, 243, 238), 54, CASE_SIDE)
    draw.rounded_rectangle((12, 18, 243, 224), 54, CASE_TOP)
    draw.rounded_rectangle((38, 46, 217, 142), 24, GLASS_BOTTOM)
    for place, width in enumerate((110, 62)):
        draw.rounded_rectangle((62, 72 + place * 28, 62 + width, 84 + place * 28), 6, (190, 222, 255))
    for place, colour in enumerate(PEGS):
        left = 42 + place * 46
        draw.ellipse((left, 164, left + 36, 200), colour)
    return image.resize((side, side))


# The table and the case


def _table(layout: WindowLayout) -> Image:
    size = layout.window
    # As if lit by a lamp above the box: light in the middle, dark towards the corners.
    lamp = radial_gradient("L").resize((round(size[0] * 1.3), round(size[1] * 1.7)))
    left, top = (lamp.width - size[0]) // 2, round((lamp.height - size[1]) * 0.72)
    lamp = lamp.crop((left, top, left + size[0], top + size[1]))
    return composite(new("RGB", size, TABLE_DARK), new("RGB", size, TABLE_LIGHT), lamp)


def _draw_case(brush: Painter, layout: WindowLayout) -> None:
    case = layout.plan.case
    thick = HitArea(case.left, case.top, case.right, case.bottom + CASE_DEPTH)
    brush.shadow(thick.moved(0, 14), CASE_RADIUS, 34, 0.55)
    brush.shadow(thick.moved(0, 4), CASE_RADIUS, 8, 0.5)
    brush.fill_rounded(thick, CASE_RADIUS, CASE_SIDE_TOP, CASE_SIDE)
    brush.fill_rounded(case, CASE_RADIUS, CASE_EDGE, CASE_BOTTOM)
    brush.fill_rounded(case.grown(-2.2), CASE_RADIUS - 2.2, CASE_TOP, CASE_BOTTOM)
    _draw_glass(brush, layout.plan.glass)
    _draw_strip(brush, layout.plan.strip)
    for button, area in layout.plan.keys.items():
        x, _ = area.middle
        _draw_computer_keys(brush, CAPTIONS[button], x, area.bottom + 25)
    _, y = layout.plan.pad_caption.middle
    _draw_computer_keys(brush, PAD_CAPTION, layout.plan.pad[0], y)


def _draw_glass(brush: Painter, glass: HitArea) -> None:
    brush.fill_rounded(glass.grown(5), 29, WELL_TOP, CASE_EDGE)
    brush.fill_rounded(glass, 24, GLASS_TOP, GLASS_BOTTOM)
    brush.inner_shadow(glass, 24, 14, 0.8)


def _draw_strip(brush: Painter, strip: HitArea) -> None:
    """Draw the name and the speaker under the glass."""
    _, y = strip.middle
    for place, colour in enumerate(PEGS):
        centre = (strip.left + 12) + place * 26
        dark: Colour = (colour[0] * 3 // 4, colour[1] * 3 // 4, colour[2] * 3 // 4)
        brush.shadow(disc(centre + 1, y + 4, 9), 9, 5, 0.45)
        brush.disc(disc(centre, y, 9.5), colour, dark)
        brush.disc(disc(centre - 2.6, y - 3.2, 2.6), WHITE, WHITE, 0.7)
    name = "Codemaker"
    width = brush.text_width(name, 30)
    brush.text(name, (strip.left + 128 + width / 2, y + 1.5), 30, width, CASE_EDGE)
    brush.text(name, (strip.left + 128 + width / 2, y), 30, width, ENGRAVED)
    for x, hole_y in speaker_holes(strip, strip.left + 128 + width):
        brush.disc(disc(x, hole_y + 1, HOLE_RADIUS + 0.6), CASE_EDGE, CASE_EDGE)
        brush.disc(disc(x, hole_y, HOLE_RADIUS), (58, 52, 44), (96, 87, 73))


def speaker_holes(strip: HitArea, name_end: float) -> Iterator[tuple[float, float]]:
    """Yield the places of the speaker's holes in *strip*, which are fewer if the name leaves less room."""
    _, y = strip.middle
    room = strip.right - 18 - name_end - 30
    for column in range(min(SPEAKER_COLUMNS, int(room / HOLE_PITCH) + 1)):
        for row in range(3):
            yield strip.right - 18 - (column + row % 2 / 2) * HOLE_PITCH, y + (row - 1) * 13


# The buttons


def _draw_buttons(brush: Painter, layout: WindowLayout, labels: Mapping[Button, str], *, is_down: bool) -> None:
    _draw_pad(brush, layout.plan.pad, is_down=is_down)
    _draw_ok(brush, layout.plan.pad, labels[Button.OK], is_down=is_down)
    for button, area in layout.plan.keys.items():
        _draw_key(brush, area, CAPS[button], labels[button], is_down=is_down)


def _draw_pad(brush: Painter, pad: tuple[float, float], *, is_down: bool) -> None:
    x, y = pad
    brush.disc(disc(x, y, PAD_RADIUS + PAD_RIM), WELL_TOP, WELL_BOTTOM)
    brush.disc(disc(x, y, PAD_RADIUS + 3), (30, 31, 35), (56, 57, 62))
    if is_down:
        brush.disc(disc(x, y, PAD_RADIUS), PAD_PRESSED_TOP, PAD_PRESSED_BOTTOM)
    else:
        brush.disc(disc(x, y, PAD_RADIUS), (112, 117, 126), PAD_BOTTOM)
        brush.disc(disc(x, y, PAD_RADIUS - 2), PAD_TOP, PAD_BOTTOM)
    reach = (PAD_RADIUS + OK_RADIUS) / 2
    for right, down in DIRECTIONS.values():
        middle = (x + right * reach, y + down * reach)
        _draw_arrow(brush, middle, (right, down), 14, PRESSED_ARROW if is_down else ARROW)


def _draw_arrow(
    brush: Painter, middle: tuple[float, float], way: tuple[int, int], size: float, colour: Colour
) -> None:
    right, down = way
    x, y = middle
    tip = (x + right * size * 0.7, y + down * size * 0.7)
    back = (x - right * size * 0.5, y - down * size * 0.5)
    ends = [(back[0] + side * down * size, back[1] + side * right * size) for side in (-1, 1)]
    brush.polygon([tip, *ends], colour)


def _draw_ok(brush: Painter, pad: tuple[float, float], label: str, *, is_down: bool) -> None:
    x, y = pad
    brush.disc(disc(x, y, OK_RADIUS + 5), (24, 25, 28), (70, 73, 80))
    rise = 0 if is_down else 4
    if not is_down:
        brush.shadow(disc(x, y + 6, OK_RADIUS), OK_RADIUS, 12, 0.6)
    brush.disc(disc(x, y, OK_RADIUS), ORANGE.side, ORANGE.side)
    cap = disc(x, y - rise, OK_RADIUS - (2 if is_down else 0))
    if is_down:
        brush.disc(cap, ORANGE.bottom, ORANGE.top)
        brush.inner_shadow(cap, cap.width / 2, 10, 0.45)
    else:
        brush.disc(cap, (255, 176, 128), ORANGE.bottom)
        brush.disc(cap.grown(-2), ORANGE.top, ORANGE.bottom)
    brush.text(label, (x, y - rise), 30, 1.5 * OK_RADIUS, ORANGE.ink)


def _draw_key(brush: Painter, area: HitArea, cap: ButtonStyle, label: str, *, is_down: bool) -> None:
    brush.fill_rounded(area.grown(5), KEY_RADIUS + 5, WELL_TOP, WELL_BOTTOM)
    brush.fill_rounded(area, KEY_RADIUS, cap.side, cap.side)
    top = HitArea(area.left, area.top, area.right, area.bottom - KEY_DEPTH)
    if is_down:
        top = top.moved(0, KEY_DEPTH - 2)
        brush.fill_rounded(top.grown(-1), KEY_RADIUS - 1, cap.bottom, cap.top)
        brush.inner_shadow(top.grown(-1), KEY_RADIUS - 1, 8, 0.4)
    else:
        brush.fill_rounded(top, KEY_RADIUS, _lighter(cap.top), cap.bottom)
        brush.fill_rounded(top.grown(-2), KEY_RADIUS - 2, cap.top, cap.bottom)
    brush.text(label, top.middle, 25, area.width - 26, cap.ink)


def _lighter(colour: Colour) -> Colour:
    red, green, blue = ((channel + 255) // 2 for channel in colour)
    return red, green, blue


def _mask(button: Button, area: tuple[int, int, int, int], layout: WindowLayout) -> Image:
    """Return a mask of the pixels of *area* that change when *button* is down.

    For a key that is the whole area, for OK the middle of the pad, and for a direction a quarter of the pad.
    """
    left, top, right, bottom = area
    if button in layout.plan.keys:
        return new("L", (right - left, bottom - top), 255)
    x, y = layout.placed(disc(*layout.plan.pad, 0)).middle
    x, y = x - left, y - top
    mask = new("L", (right - left, bottom - top))
    draw = ImageDraw.Draw(mask)
    middle = (OK_RADIUS + 5) * layout.scale
    if button is Button.OK:
        draw.ellipse((x - middle, y - middle, x + middle, y + middle), fill=255)
        return mask
    way_right, way_down = DIRECTIONS[button]
    reach = hypot(right - left, bottom - top)
    ends = [(x + (way_right + side * way_down) * reach, y + (way_down + side * way_right) * reach) for side in (-1, 1)]
    draw.polygon([(x, y), *ends], fill=255)
    # The disc tilts about its middle, so the mask is blurred towards the neighbouring quarters.
    mask = mask.filter(ImageFilter.GaussianBlur(5 * layout.scale))
    draw = ImageDraw.Draw(mask)
    draw.ellipse((x - middle, y - middle, x + middle, y + middle), fill=0)
    return mask


# The captions: the computer's keys for each button


ARROWS = {"\u2190": (-1, 0), "\u2191": (0, -1), "\u2193": (0, 1), "\u2192": (1, 0)}
ENTER, BACKSPACE = "\u21b5", "\u232b"
GAP = ""
CAPTIONS = {Button.BACK: ("esc", BACKSPACE), Button.ROLL: ("R",)}
PAD_CAPTION = (*ARROWS, GAP, ENTER)
COMPUTER_KEY = 22


def _draw_computer_keys(brush: Painter, names: tuple[str, ...], x: float, y: float) -> None:
    """Draw small outlines of keys in a row around a point."""
    widths = [_key_width(brush, name) for name in names]
    between = 5
    left = x - (sum(widths) + between * (len(widths) - 1)) / 2
    for name, width in zip(names, widths, strict=True):
        if name != GAP:
            _draw_computer_key(brush, name, HitArea(left, y - COMPUTER_KEY / 2, left + width, y + COMPUTER_KEY / 2))
        left += width + between


def _key_width(brush: Painter, name: str) -> float:
    if name == GAP:
        return 8
    if name in (ENTER, BACKSPACE):
        return 30
    return max(COMPUTER_KEY, brush.text_width(name, 13) + 12)


def _draw_computer_key(brush: Painter, name: str, area: HitArea) -> None:
    brush.fill_rounded(area.moved(0, 1.2), 6, CASE_EDGE, CASE_EDGE)
    brush.fill_rounded(area, 6, ENGRAVED, ENGRAVED, 0.8)
    brush.fill_rounded(area.grown(-1.5), 4.5, CASE_SHADE, CASE_BOTTOM)
    x, y = area.middle
    if name in ARROWS:
        _draw_arrow(brush, (x, y), ARROWS[name], 5, ENGRAVED)
    elif name == ENTER:
        _draw_stroke(brush, [(x + 8, y - 5), (x + 8, y + 2), (x - 3, y + 2)])
        _draw_arrow(brush, (x - 5, y + 2), (-1, 0), 4.5, ENGRAVED)
    elif name == BACKSPACE:
        _draw_stroke(brush, [(x + 8, y), (x - 4, y)])
        _draw_arrow(brush, (x - 5, y), (-1, 0), 4.5, ENGRAVED)
    else:
        brush.text(name, (x, y), 13, area.width, ENGRAVED)


def _draw_stroke(brush: Painter, corners: Sequence[tuple[float, float]]) -> None:
    for (left, top), (right, bottom) in pairwise(corners):
        area = HitArea(min(left, right), min(top, bottom), max(left, right), max(top, bottom))
        brush.fill_rounded(area.grown(0.9), 0.9, ENGRAVED, ENGRAVED)
