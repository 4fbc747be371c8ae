"""The picture of a roll: the tumbling dice, then the result, as large as the display allows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.dice.model import HEADS, Coin, DiceRoll, DiceSpec, Start
from companion.errors import N_
from companion.games.die import Attitude
from companion.i18n.default_names import PLAYER, names_words, stored_default
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.canvas import Area
from companion.ui.dice.solids import YAW, draw_coin, draw_cube, draw_flat_pips, draw_solid, draw_tile
from companion.ui.font import Font, font
from companion.ui.ink import Ink
from companion.ui.pixel_page import LARGEST, NUMERAL, Face, PixelPage, first_fitting
from companion.ui.text_page import with_value

CUBE = 6
LESSER = tuple(map(Face, ("8x13B", "7x13B", "6x10", "5x8")))
"""The fonts of results that have no room for a larger one."""
COIN_SIDES = (N_("Heads"), N_("Tails"))
AGAIN = N_("OK: again")
STARTS = N_("starts")
# The turn of a die, and the visible share of a coin's width, in successive frames.
TURNS = (0.75, 0.15, 0.95, 0.35, 0.6)
SHARES = (1.0, 0.35, 0.05, 0.7, 0.2)


@dataclass(frozen=True, slots=True)
class ThrowPicture:
    """The element that shows a roll; if *ahead* is above 0, the dice still tumble for that many frames."""

    thrown: DiceRoll
    ahead: int = 0

    def draw(self, page: PixelPage) -> None:
        """Draw the roll over the whole page."""
        draw = {Coin: _draw_coin, Start: _draw_start}.get(type(self.thrown.cast))
        if draw is None:
            draw = _draw_one if self.thrown.cast.count == 1 else _draw_many
        draw(page, self.thrown, self.ahead)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return what was rolled and the result, or an ellipsis while the dice tumble."""
        if self.ahead:
            return [with_value(translator, translator.say(_cast_words(self.thrown.cast)), "\u2026")]
        label, value = throw_words(self.thrown, most=self.thrown.cast.count)
        return [with_value(translator, translator.say(label), translator.say(value))]


def throw_words(thrown: DiceRoll, most: int = 3) -> tuple[Text, Text]:
    """Return what was rolled and the result; for ``Start`` the name of the player comes first.

    For more than *most* dice only the sum is given: more than three numbers of two digits are longer than a line.
    """
    match thrown.cast:
        case Coin():
            return _cast_words(thrown.cast), COIN_SIDES[0 if thrown.values[0] == HEADS else 1]
        case Start():
            return starter(thrown), STARTS
    each = " ".join(map(str, thrown.values))
    total = f" = {thrown.total}" if len(thrown.values) > 1 else ""
    return _cast_words(thrown.cast), Verbatim((each if len(thrown.values) <= most else "") + total)


def _cast_words(cast: DiceSpec) -> Text:
    match cast:
        case Coin():
            return N_("Coin")
        case Start():
            return N_("Who starts?")
    return Verbatim(str(cast))


def largest(text: str, area: Area, *, is_roomy: bool = False) -> Font:
    """Return the largest font in which *text* fits into *area*, or the smallest font if none fits."""
    scales = range(min(area.width, area.height) // 10, 0, -1)
    faces = (*LARGEST, Face("14x28B"), NUMERAL) if is_roomy else (Face(NUMERAL.sheet, scale) for scale in scales)
    return first_fitting((*faces, *LESSER), [text], area) or font(*LESSER[-1])


def _draw_text(page: PixelPage, text: str, area: Area, ink: Ink = Ink.FOREGROUND) -> None:
    """Draw *text* as large as possible in the middle of *area*."""
    face = largest(text, area, is_roomy=page.is_squarish)
    page.centred(area.y + (area.height - face.height) // 2, text, face, area=area, ink=ink)


def _draw_coin(page: PixelPage, thrown: DiceRoll, ahead: int) -> None:
    if ahead:
        draw_coin(page, page.whole, SHARES[ahead % len(SHARES)])
        return
    side = COIN_SIDES[0 if thrown.values[0] == HEADS else 1]
    _draw_over_hint(page, page.whole, page.translator._(side), page.translator._(AGAIN))


def _draw_start(page: PixelPage, thrown: DiceRoll, ahead: int) -> None:
    name = page.translator.say(starter(thrown, ahead))
    _draw_over_hint(page, page.whole, name, "" if ahead else page.translator._(STARTS))


def starter(thrown: DiceRoll, ahead: int = 0) -> Text:
    """Return who starts, or the player to show *ahead* frames before the result."""
    seat = (thrown.values[0] - 1 + ahead) % thrown.cast.sides
    return names_words([thrown.names[seat] if thrown.names else stored_default(PLAYER, seat + 1)])


def _draw_over_hint(page: PixelPage, area: Area, text: str, hint: str) -> None:
    """Draw *text* as large as possible above a line for *hint*, which is left out if it is too long."""
    line = page.small
    _draw_text(page, text, area._replace(height=area.height - line.height))
    if line.measure(hint) <= area.width:
        page.centred(area.bottom - line.height, hint, line, area=area)


def _parts(page: PixelPage, side: int) -> tuple[Area, Area]:
    """Return the areas of the dice and of the result: beside each other, or below on a page that is nearly square.

    The area of the dice at the left is *side* pixels wide.
    """
    if page.is_squarish:
        height = page.height * 2 // 3
        return Area(0, 0, page.width, height), Area(0, height, page.width, page.height - height)
    return Area(0, 0, side, page.height), Area(side, 0, page.width - side, page.height)


def _draw_one(page: PixelPage, thrown: DiceRoll, ahead: int) -> None:
    where, column = _parts(page, min(page.height, page.width // 2))
    if thrown.attitudes:
        draw_cube(page, where, _tumbling(thrown.attitudes[0], ahead), TURNS[ahead % 5] if ahead else YAW)
    else:
        draw_solid(page, where, thrown.cast.sides, TURNS[ahead % 5] * math.pi if ahead else 0.0)
    if not ahead:
        _draw_over_hint(page, column, str(thrown.total), page.translator._(AGAIN))


def _tumbling(lying: Attitude, ahead: int) -> Attitude:
    """Return the attitude of a die *ahead* tips over an edge before it comes to rest as *lying*."""
    for step in range(ahead):
        lying = lying.rolled_north() if step % 2 else lying.rolled_east()
    return lying


def _draw_many(page: PixelPage, thrown: DiceRoll, ahead: int) -> None:
    digits = len(str(thrown.cast.count * thrown.cast.sides))
    column = digits * NUMERAL.cell[0] * max(1, page.height // 32) + 4
    dice, total = _parts(page, page.width - column)
    for value, cell in zip(thrown.values, cells(thrown.cast.count, dice), strict=True):
        shown = (value - 1 + ahead) % thrown.cast.sides + 1
        _draw_small(page, cell, thrown.cast.sides, shown)
    if not ahead:
        _draw_over_hint(page, total, str(thrown.total), str(thrown.cast))


def cells(count: int, area: Area) -> list[Area]:
    """Return a square for each of *count* dice, the largest that fit side by side into *area*."""

    def side_of(columns: int) -> int:
        return min(area.width // columns, area.height // -(-count // columns))

    columns = max(range(1, count + 1), key=side_of)
    side, lines = side_of(columns), -(-count // columns)
    left, top = area.x + (area.width - columns * side) // 2, area.y + (area.height - lines * side) // 2
    places = [divmod(place, columns) for place in range(count)]
    return [Area(left + x * side, top + y * side, side, side).inset(1) for y, x in places]


def _draw_small(page: PixelPage, cell: Area, sides: int, value: int) -> None:
    if sides == CUBE:
        draw_flat_pips(page, cell, value)
        return
    if page.palette.has_shades:
        draw_tile(page, cell)
        _draw_text(page, str(value), cell.inset(3), Ink.DARK)
        return
    page.frame(cell)
    _draw_text(page, str(value), cell.inset(2, 1))
