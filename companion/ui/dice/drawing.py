"""The picture of a roll: the tumbling dice, then the result, as large as the display allows.

A single six-sided die is drawn in perspective with its pips, the others from above.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from companion.box import Button
from companion.dice.model import FATE, HEADS, Coin, Dice, DiceRoll, DiceSpec, Kind, Start, ThrownDie
from companion.errors import N_
from companion.games.die import Attitude
from companion.i18n.default_names import PLAYER, names_words, stored_default
from companion.i18n.translator import Text, Translator, Verbatim, counted, key_labels
from companion.ui.core.canvas import Area, Canvas, Point
from companion.ui.core.font import Font, font
from companion.ui.core.ink import Ink
from companion.ui.core.page import ARROWS
from companion.ui.core.pixel_page import LARGEST, LOW, NUMERAL, Face, PixelPage, first_fitting
from companion.ui.core.text_page import with_value

# The view: yaw turns the die so that its eastern side is visible, pitch is the elevation of the eye.
YAW, PITCH = math.radians(34), math.radians(46)
# The distance of the eye from the middle of the die, in half edges.
DISTANCE = 7.0
# The side of the area in half edges: the die is at most 3.42 wide and high at every yaw. MIDDLE is the vertical
# position of the die's centre, as a share of the height; seen from above, more of the die is below its centre.
REACH = 3.5
MIDDLE = 0.48
PIP_RADIUS = 0.2
_ROUND: Final = tuple((math.cos(turn * math.pi / 6), math.sin(turn * math.pi / 6)) for turn in range(12))

PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-0.5, -0.5), (0.5, 0.5)),
    3: ((-0.55, -0.55), (0, 0), (0.55, 0.55)),
    4: ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)),
    5: ((-0.55, -0.55), (0.55, -0.55), (0, 0), (-0.55, 0.55), (0.55, 0.55)),
    6: ((-0.5, -0.6), (-0.5, 0), (-0.5, 0.6), (0.5, -0.6), (0.5, 0), (0.5, 0.6)),
}
"""The positions of the pips on each face, which reaches from -1 to 1 in both directions."""


class _Space(NamedTuple):
    """A direction or a point: x to the east, y to the north, z up."""

    x: float
    y: float
    z: float


class _Face(NamedTuple):
    """A face of the cube: its centre and two directions along it."""

    middle: _Space
    across: _Space
    along: _Space

    def at(self, place: Point) -> _Space:
        """Return the point in space of *place* on the face."""
        u, v = place
        return _Space(*(m + u * a + v * b for m, a, b in zip(*self, strict=True)))


_EAST, _NORTH, _UP = _Space(1, 0, 0), _Space(0, 1, 0), _Space(0, 0, 1)
_TOP_FACE = _Face(_UP, _EAST, _NORTH)
_SOUTH_FACE = _Face(_Space(0, -1, 0), _EAST, _UP)
_EAST_FACE = _Face(_EAST, _NORTH, _UP)


class _View(NamedTuple):
    """A perspective view of a die, drawn into *area*."""

    area: Area
    yaw: float

    def project(self, place: _Space) -> Point:
        """Return the point on the display for *place*."""
        x = place.x * math.cos(self.yaw) + place.y * math.sin(self.yaw)
        y = place.y * math.cos(self.yaw) - place.x * math.sin(self.yaw)
        nearness = place.z * math.sin(PITCH) - y * math.cos(PITCH)
        height = place.z * math.cos(PITCH) + y * math.sin(PITCH)
        scale = min(self.area.width, self.area.height) / REACH * DISTANCE / (DISTANCE - nearness)
        middle_x, middle_y = self.area.x + self.area.width / 2, self.area.y + self.area.height * MIDDLE
        return middle_x + x * scale, middle_y - height * scale


def draw_cube(canvas: Canvas, area: Area, lying: Attitude, yaw: float = YAW) -> None:
    """Draw a six-sided die: its lit top, and the south and east sides in two shades, or as outlines without shades."""
    view, has_shades = _View(area, yaw), canvas.palette.has_shades
    for face, number, shade in (
        (_SOUTH_FACE, lying.south, Ink.SHADED),
        (_EAST_FACE, lying.east, Ink.SHADOW),
        (_TOP_FACE, lying.top, Ink.LIT),
    ):
        corners = [view.project(face.at(corner)) for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        is_filled = has_shades or face is _TOP_FACE
        if is_filled:
            canvas.polygon(corners, shade)
        canvas.outline(corners, Ink.DARK if has_shades else Ink.LIT)
        for u, v in PIPS[number]:
            rim = [(u + PIP_RADIUS * x, v + PIP_RADIUS * y) for x, y in _ROUND]
            canvas.polygon([view.project(face.at(place)) for place in rim], (Ink.DARK if is_filled else Ink.LIT))


def draw_flat_pips(canvas: Canvas, area: Area, number: int) -> None:
    """Draw the top of a six-sided die from above: a lit square with dark pips."""
    draw_tile(canvas, area)
    half = area.width / 2
    diameter = max(2, round(area.width * PIP_RADIUS))
    for u, v in PIPS[number]:
        x, y = area.x + half * (1 + 0.95 * u), area.y + half * (1 + 0.95 * v)
        canvas.disc(round(x - diameter / 2), round(y - diameter / 2), diameter, ink=Ink.DARK)


def draw_tile(canvas: Canvas, area: Area) -> None:
    """Draw a lit square with round corners, and with an edge that is seen on a light background too."""
    if canvas.palette.has_shades:
        canvas.fill(area, Ink.SHADOW, rounded=True)
        area = area.inset(1)
    canvas.fill(area, Ink.LIT, rounded=True)


def _ring(corners: int, radius: float) -> tuple[Point, ...]:
    """Return the corners of a regular polygon, clockwise from the top."""
    angles = [2 * math.pi * corner / corners for corner in range(corners)]
    return tuple((radius * math.sin(angle), -radius * math.cos(angle)) for angle in angles)


class Solid(NamedTuple):
    """A die seen from above, in coordinates -1 to 1: its outline, the top face, and the edges between them."""

    outline: tuple[Point, ...]
    top: tuple[Point, ...]
    edges: tuple[tuple[Point, Point], ...]


def _joined(outline: Sequence[Point], top: Sequence[Point], pairs: Sequence[tuple[int, int]]) -> Solid:
    return Solid(tuple(outline), tuple(top), tuple((outline[out], top[inner]) for out, inner in pairs))


_HEXAGON, _DECAGON = _ring(6, 1.0), _ring(10, 1.0)
_KITE: Final[tuple[Point, ...]] = ((0, -1), (0.6, 0.25), (0, 0.5), (-0.6, 0.25))
_BELLY: Final[tuple[Point, ...]] = ((0, -1), (0.95, -0.15), (0.95, 0.2), (0, 1), (-0.95, 0.2), (-0.95, -0.15))

SOLIDS: Final[dict[int, Solid]] = {
    4: _joined(_ring(3, 1.0), _ring(3, 1.0), ()),
    8: _joined(_HEXAGON, (_HEXAGON[0], _HEXAGON[2], _HEXAGON[4]), ()),
    10: _joined(_BELLY, _KITE, ((2, 1), (3, 2), (4, 3))),
    12: _joined(_DECAGON, _ring(5, 0.62), ((0, 0), (2, 1), (4, 2), (6, 3), (8, 4))),
    20: _joined(_HEXAGON, _ring(3, 0.62), ((0, 0), (1, 0), (1, 1), (2, 1), (3, 1), (3, 2), (4, 2), (5, 2), (5, 0))),
}
"""The dice that are not cubes, by their number of sides."""


def draw_solid(canvas: Canvas, area: Area, sides: int, turn: float = 0.0) -> None:
    """Draw a die of *sides* from above, turned clockwise by *turn* radians."""
    solid = SOLIDS[sides]
    radius = (min(area.width, area.height) - 2) / 2

    def at(place: Point) -> Point:
        x, y = place
        turned = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
        return area.x + area.width / 2 + radius * turned[0], area.y + area.height / 2 + radius * turned[1]

    outline, top = ([at(corner) for corner in points] for points in (solid.outline, solid.top))
    ink = Ink.LIT
    if canvas.palette.has_shades:
        canvas.polygon(outline, Ink.SHADED)
        canvas.polygon(top, Ink.LIT)
        ink = Ink.DARK
    canvas.outline(outline, ink)
    canvas.outline(top, ink)
    for start, end in solid.edges:
        canvas.line(at(start), at(end), ink)


def draw_coin(canvas: Canvas, area: Area, share: float) -> None:
    """Draw a coin in the air; *share* is the visible share of its width, 1 for the whole coin."""
    radius = (min(area.width, area.height) - 2) / 2
    x, y = area.x + area.width / 2, area.y + area.height / 2
    rim = [(x + max(1.0, radius * share) * u, y + radius * v) for u, v in _ROUND]
    canvas.polygon(rim, Ink.ACCENT)


CUBE = 6
LESSER = tuple(map(Face, ("8x13B", "7x13B", "6x10", "5x8")))
"""The fonts of results that have no room for a larger one."""
TABLE_FACES = (Face("14x28B"), Face("10x20"), *LESSER)
"""The fonts of the numbers of many dice, the largest first."""
COIN_SIDES = (N_("Heads"), N_("Tails"))
AGAIN = N_("OK: again")
STARTS = N_("starts")
# The turn of a die, and the visible share of a coin's width, in successive frames.
TURNS = (0.75, 0.15, 0.95, 0.35, 0.6)
SHARES = (1.0, 0.35, 0.05, 0.7, 0.2)


@dataclass(frozen=True, slots=True)
class ThrowPicture:
    """The element that shows a roll; if *ahead* is above 0, the dice still tumble for that many frames.

    Under the result stands that OK rolls again, or with *is_past* what was rolled.
    """

    thrown: DiceRoll
    ahead: int = 0
    is_past: bool = False

    def draw(self, page: PixelPage) -> None:
        """Draw the roll over the whole page."""
        draw = {Coin: _draw_coin, Start: _draw_start}.get(type(self.thrown.cast))
        if draw is None:
            draw = _draw_one if _is_pictured(self.thrown.cast) else _draw_many
        hint = cast_words(self.thrown.cast) if self.is_past else AGAIN
        draw(page, self.thrown, self.ahead, page.translator.say(hint))

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return what was rolled and the result, or an ellipsis while the dice tumble, and that OK rolls again."""
        if self.ahead:
            return [with_value(translator, translator.say(cast_words(self.thrown.cast)), "\u2026")]
        label, value = throw_words(self.thrown, most=self.thrown.cast.count + 1)
        result = with_value(translator, translator.say(label), translator.say(value))
        return [result] if self.is_past else [result, translator._(AGAIN)]


def throw_words(thrown: DiceRoll, most: int) -> tuple[Text, Text]:
    """Return what was rolled and the result; for ``Start`` the name of the player comes first.

    For more than *most* dice only the sum is given.
    """
    match thrown.cast:
        case Coin():
            return cast_words(thrown.cast), COIN_SIDES[0 if thrown.values[0] == HEADS else 1]
        case Start():
            return starter(thrown), STARTS
    numbers = thrown.numbers()
    total = f" = {thrown.total}" if len(numbers) > 1 else ""
    return cast_words(thrown.cast), Verbatim((" ".join(numbers) if len(numbers) <= most else "") + total)


def cast_words(cast: DiceSpec) -> Text:
    """Return the words for what is rolled: where it is more than dice of one kind, the notation."""
    match cast:
        case Coin():
            return N_("Coin")
        case Start():
            return N_("Who starts?")
    if not isinstance(cast, Dice) or cast.keep or cast.sides == FATE:
        return Verbatim(str(cast))
    if cast.sides == CUBE:
        return counted("{count} die", "{count} dice", cast.count)
    return counted("{count} die of {sides}", "{count} dice of {sides}", cast.count, sides=cast.sides)


def largest(text: str, area: Area, *, is_roomy: bool = False) -> Font:
    """Return the largest font in which *text* fits into *area*, or the smallest font if none fits."""
    scales = range(min(area.width, area.height) // 10, 0, -1)
    faces = (*LARGEST, Face("14x28B"), NUMERAL) if is_roomy else (Face(NUMERAL.sheet, scale) for scale in scales)
    return first_fitting((*faces, *LESSER), [text], area) or font(*LESSER[-1])


def _draw_text(page: PixelPage, text: str, area: Area, ink: Ink = Ink.FOREGROUND) -> None:
    """Draw *text* as large as possible in the middle of *area*."""
    face = largest(text, area, is_roomy=page.is_squarish)
    page.draw_centred(area.y + (area.height - face.height) // 2, text, face, area=area, ink=ink)


def _draw_coin(page: PixelPage, thrown: DiceRoll, ahead: int, hint: str) -> None:
    if ahead:
        draw_coin(page, page.whole, SHARES[ahead % len(SHARES)])
        return
    side = COIN_SIDES[0 if thrown.values[0] == HEADS else 1]
    _draw_over_hint(page, page.whole, page.translator._(side), hint)


def _draw_start(page: PixelPage, thrown: DiceRoll, ahead: int, hint: str) -> None:
    name = page.translator.say(starter(thrown, ahead))
    _draw_over_hint(page, page.whole, name, "" if ahead else page.translator._(STARTS))


def _is_pictured(cast: DiceSpec) -> bool:
    """Whether *cast* is a single die that has a large picture."""
    return isinstance(cast, Dice) and cast.count == 1 and (cast.sides == CUBE or cast.sides in SOLIDS)


def starter(thrown: DiceRoll, ahead: int = 0) -> Text:
    """Return who starts, or the player to show *ahead* frames before the result."""
    seat = (thrown.values[0] - 1 + ahead) % _sides(thrown)
    return names_words([thrown.names[seat] if thrown.names else stored_default(PLAYER, seat + 1)])


def _sides(thrown: DiceRoll) -> int:
    """Return the number of sides of what is thrown alone."""
    return thrown.cast.terms[0][1].sides


def _draw_over_hint(page: PixelPage, area: Area, text: str, hint: str) -> None:
    """Draw *text* as large as possible above a line for *hint*."""
    line = page.line_face(hint, area.width)
    _draw_text(page, text, area._replace(height=area.height - line.height))
    page.draw_centred(area.bottom - line.height, hint, line, area=area)


def _parts(page: PixelPage, side: int) -> tuple[Area, Area]:
    """Return the areas of the dice and of the result: beside each other, or below on a page that is nearly square.

    The area of the dice at the left is *side* pixels wide.
    """
    if page.is_squarish:
        height = page.height * 2 // 3
        return Area(0, 0, page.width, height), Area(0, height, page.width, page.height - height)
    return Area(0, 0, side, page.height), Area(side, 0, page.width - side, page.height)


def _draw_one(page: PixelPage, thrown: DiceRoll, ahead: int, hint: str) -> None:
    where, column = _parts(page, min(page.height, page.width // 2))
    if thrown.attitudes:
        draw_cube(page, where, _tumbling(thrown.attitudes[0], ahead), TURNS[ahead % 5] if ahead else YAW)
    else:
        draw_solid(page, where, _sides(thrown), TURNS[ahead % 5] * math.pi if ahead else 0.0)
    if not ahead:
        _draw_over_hint(page, column, str(thrown.total), hint)


def _tumbling(lying: Attitude, ahead: int) -> Attitude:
    """Return the attitude of a die *ahead* tips over an edge before it comes to rest as *lying*."""
    for step in range(ahead):
        lying = lying.rolled_north() if step % 2 else lying.rolled_east()
    return lying


def _draw_many(page: PixelPage, thrown: DiceRoll, ahead: int, hint: str) -> None:
    """Draw each die in a square and the total, or the numbers as a table where the squares would be too small."""
    dice = list(thrown.dice())
    if ahead:
        # Which dice are kept would tell their numbers before they are at rest.
        dice = [die._replace(value=(die.value - 1 + ahead) % die.part.sides + 1, is_kept=True) for die in dice]
    plus = [f"{thrown.plus:+}"] * bool(thrown.plus)
    highest = sum(part.count * part.sides for _, part in thrown.cast.terms) + abs(thrown.plus)
    has_minus = thrown.plus < 0 or any(sign < 0 or part.zero for sign, part in thrown.cast.terms)
    words = page.small.measure(hint)
    column = (len(str(highest)) + has_minus) * NUMERAL.cell[0] * max(1, page.height // 32)
    where, total = _parts(page, page.width - max(column, min(words, page.width // 2)) - 4)
    squares = cells(len(dice) + len(plus), where)
    widest = max(len(_widest(sign, part)) for sign, part in thrown.cast.terms)
    if words > max(total.width, page.width // 2) or not _has_room(page, squares[0], max(widest, *map(len, plus), 1)):
        _draw_table(page, replace(thrown, values=tuple(die.value for die in dice)), ahead, hint)
        return
    for die, cell in zip(dice, squares, strict=False):
        _draw_small(page, cell, die)
    for text in plus:
        _draw_text(page, text, squares[-1])
    if not ahead:
        _draw_over_hint(page, total, str(thrown.total), hint)


def _widest(sign: int, part: Kind) -> str:
    return ThrownDie(sign, part, part.sides, is_kept=True).text


def _has_room(page: PixelPage, cell: Area, letters: int) -> bool:
    """Whether a square for a die has room for pips, and for as many *letters* in the smallest font."""
    width, height = Face(*LESSER[-1]).cell
    inner = cell.inset(3) if page.palette.has_shades else cell.inset(2, 1)
    return inner.width >= width * letters and inner.height >= height


def _draw_table(page: PixelPage, thrown: DiceRoll, ahead: int, hint: str) -> None:
    """Draw the numbers of all dice in lines, those that count on a tile where others do not, and below the total."""
    line = font(*LESSER[-1])
    below = line.height if page.height < LOW else page.height // 3
    above, bottom = page.whole._replace(height=page.height - below), Area(0, page.height - below, page.width, below)
    total = " ".join([f"{thrown.plus:+}"] * bool(thrown.plus) + [f"= {thrown.total}"])
    if not ahead and page.height < LOW:
        end = page.text(0, bottom.y, total, line)
        page.right(page.width, bottom.y, page.fit(hint, page.width - end - line.width, line), line)
    elif not ahead:
        _draw_over_hint(page, bottom, total, page.fit(hint, page.width, line))
    dice = list(thrown.dice())
    widest = [_widest(sign, part) for sign, part in thrown.cast.terms]
    # Last the smallest font with a short dash in the gap, where a minus of full width has no room.
    for face, dash in (*((face, 0) for face in TABLE_FACES), (TABLE_FACES[-1], 3)):
        (width, height), gap = face.cell, dash or face.cell[0] // 2 + 1
        width = width * max(len(text.removeprefix("-") if dash else text) for text in widest) + gap
        lines = -(-len(dice) // (above.width // width))
        if lines * height <= above.height:
            break
    columns = -(-len(dice) // lines)
    across, down = above.width // columns, min(above.height // lines, height * 3 // 2)
    for place, die in enumerate(dice):
        y, x = divmod(place, columns)
        cell = Area(x * across, y * down + (above.height - lines * down) // 2, width, height)
        _draw_number(page, cell, die, font(*face), dash, bool(ahead) or all(other.is_kept for other in dice))


def cells(count: int, area: Area) -> list[Area]:
    """Return a square for each of *count* dice, the largest that fit side by side into *area*."""

    def side_of(columns: int) -> int:
        return min(area.width // columns, area.height // -(-count // columns))

    columns = max(range(1, count + 1), key=side_of)
    side, lines = side_of(columns), -(-count // columns)
    left, top = area.x + (area.width - columns * side) // 2, area.y + (area.height - lines * side) // 2
    places = [divmod(place, columns) for place in range(count)]
    return [Area(left + x * side, top + y * side, side, side).inset(1) for y, x in places]


def _draw_small(page: PixelPage, cell: Area, die: ThrownDie) -> None:
    """Draw a die in a square: what does not count has no tile."""
    if not die.is_kept:
        _draw_text(page, die.text, cell.inset(2, 1), Ink.DIM)
    elif die.part.sides == CUBE and die.sign > 0:
        draw_flat_pips(page, cell, die.value)
    elif page.palette.has_shades:
        draw_tile(page, cell)
        _draw_text(page, die.text, cell.inset(3), Ink.DARK)
    else:
        page.frame(cell)
        _draw_text(page, die.text, cell.inset(2, 1))


def _draw_number(page: PixelPage, cell: Area, die: ThrownDie, face: Font, dash: int, has_no_tile: bool) -> None:
    """Draw the number of a die in a table; a minus is *dash* pixels wide if that is not 0."""
    ink = Ink.FOREGROUND if die.is_kept else Ink.DIM
    if die.is_kept and not has_no_tile:
        page.fill(cell, Ink.LIT)
        ink = Ink.DARK
    text = die.text.removeprefix("-") if dash else die.text
    page.right(cell.right, cell.y, text, face, ink=ink)
    if text != die.text:
        page.fill(Area(cell.right - face.measure(text) - dash, cell.y + cell.height // 2, dash - 1, 1), ink)


SIDE_KEYS = (Button.UP, Button.LEFT, Button.OK, Button.RIGHT, Button.DOWN, Button.ROLL)
"""The keys for the sides 1 to 6 of a real die, as they stand around OK."""


@dataclass(frozen=True, slots=True)
class SideKeys:
    """The element that shows the key of each side of a six-sided die; that of the side *last* entered is marked."""

    last: int

    def draw(self, page: PixelPage) -> None:
        """Draw the sides in one or two lines, each above the name of its key."""
        area, labels = page.free, key_labels(page.translator) | ARROWS
        least = max(font(*LESSER[-1]).measure(labels[key]) for key in SIDE_KEYS)
        lines = 2 if page.is_squarish or least > area.width // len(SIDE_KEYS) else 1
        width, height = area.width * lines // len(SIDE_KEYS), area.height // lines
        is_narrow = max(page.small.measure(labels[key]) for key in SIDE_KEYS) > width
        face = font(*LESSER[-1]) if is_narrow else page.small
        side = min(width, height - face.height) - 2
        for place, key in enumerate(SIDE_KEYS):
            y, x = divmod(place, len(SIDE_KEYS) // lines)
            top = area.y + y * height + (height - side - face.height) // 2
            cell = Area(area.x + x * width, top + side + 1, width, face.height)
            draw_flat_pips(page, Area(cell.x + (width - side) // 2, top, side, side), place + 1)
            is_last = place + 1 == self.last
            if is_last:
                page.fill(cell, Ink.ACCENT, rounded=True)
            page.draw_centred(cell.y, labels[key], face, area=cell, ink=Ink.BACKGROUND if is_last else Ink.FOREGROUND)
            page.touches(Area(cell.x, area.y + y * height, width, height), key)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the key of each side, and the side that was entered last."""
        labels = key_labels(translator)
        keys = [f"{labels[key]} = {side}" for side, key in enumerate(SIDE_KEYS, 1)]
        return [", ".join(keys), *([f"> {self.last}"] if self.last else [])]
