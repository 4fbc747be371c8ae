"""How dice are drawn: what is seen of them can be counted."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.dice.model import Coin, Dice, DiceRoll
from companion.games.die import ATTITUDES, Attitude
from companion.i18n.translator import Translator
from companion.ui.core.canvas import Area, Canvas, Size
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.font import Font, font
from companion.ui.dice import drawing

SIDE = 220
SMALL = (128, 64)
LIT, DARK = True, False


def patches(canvas: Canvas, is_lit: bool) -> int:
    """Return how many lit or dark patches there are; patches that touch at a corner alone are one if they are lit."""
    width, height = canvas.image.size
    pixels = canvas.image.load()
    assert pixels is not None
    left = {(x, y) for x in range(width) for y in range(height) if bool(pixels[x, y]) is is_lit}
    around = [(1, 0), (-1, 0), (0, 1), (0, -1), *([(1, 1), (1, -1), (-1, 1), (-1, -1)] if is_lit else [])]
    found = 0
    while left:
        found += 1
        edge = [left.pop()]
        while edge:
            x, y = edge.pop()
            fresh = {(x + dx, y + dy) for dx, dy in around} & left
            left -= fresh
            edge += fresh
    return found


@pytest.mark.parametrize("lying", ATTITUDES, ids=str)
def test_die_shows_its_top_and_the_two_sides_a_seated_player_sees(lying: Attitude) -> None:
    canvas = Canvas((SIDE, SIDE))
    drawing.draw_cube(canvas, canvas.whole.inset(5), lying)
    edges, around, sides = 1, 1, 2
    assert patches(canvas, LIT) == edges + lying.south + lying.east
    assert patches(canvas, DARK) == around + sides + lying.top


def test_every_attitude_looks_different_on_the_smallest_display() -> None:
    pictures = []
    for lying in ATTITUDES:
        canvas = Canvas((32, 32))
        drawing.draw_cube(canvas, canvas.whole, lying)
        pictures.append(canvas.image.tobytes())
    assert len(set(pictures)) == len(ATTITUDES)


@given(st.sampled_from(ATTITUDES), st.floats(0.0, 1.5), st.integers(30, 128))
def test_die_stays_within_its_area(lying: Attitude, yaw: float, side: int) -> None:
    canvas = Canvas((side + 20, side + 20))
    drawing.draw_cube(canvas, Area(10, 10, side, side), lying, yaw)
    box = canvas.image.getbbox()
    assert box is not None
    assert (min(box[:2]) >= 10, max(box[2:]) <= side + 10) == (True, True)


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("side", [12, 20, 26, 60])
def test_flat_die_shows_as_many_pips(number: int, side: int) -> None:
    canvas = Canvas((side + 2, side + 2))
    drawing.draw_flat_pips(canvas, Area(1, 1, side, side), number)
    around = 1
    assert patches(canvas, DARK) == around + number


@pytest.mark.parametrize("sides", drawing.SOLIDS)
def test_solids_are_told_apart_and_turn(sides: int) -> None:
    canvases = [Canvas((64, 64)) for _ in range(2)]
    for canvas, turn in zip(canvases, (0.0, 0.6), strict=True):
        drawing.draw_solid(canvas, canvas.whole, sides, turn)
    assert canvases[0].image.tobytes() != canvases[1].image.tobytes()


def test_coin_is_seen_as_a_line_when_it_stands() -> None:
    canvas = Canvas((64, 64))
    drawing.draw_coin(canvas, canvas.whole, 0.0)
    box = canvas.image.getbbox()
    assert box is not None
    assert box[2] - box[0] == 2


@given(st.integers(1, 6), st.integers(20, 300), st.integers(20, 150))
def test_dice_lie_side_by_side_within_their_area(count: int, width: int, height: int) -> None:
    area = Area(5, 7, width, height)
    found = drawing.cells(count, area)
    assert len(found) == count
    for cell in found:
        assert area.x <= cell.x < cell.right <= area.right
        assert area.y <= cell.y < cell.bottom <= area.bottom
    for one, other in combinations(found, 2):
        assert one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y


@pytest.mark.parametrize(
    ("text", "area", "height"),
    [
        ("6", Area(0, 0, 64, 54), 40),
        ("20", Area(0, 0, 64, 54), 40),
        ("120", Area(0, 0, 64, 54), 40),
        ("20", Area(0, 0, 19, 20), 13),
        ("20", Area(0, 0, 10, 8), 8),
        ("far too long for that", Area(0, 0, 20, 20), 8),
    ],
)
def test_text_is_as_large_as_there_is_room(text: str, area: Area, height: int) -> None:
    assert drawing.largest(text, area).height == height


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
@pytest.mark.parametrize("count", range(1, 7))
def test_total_is_nine_millimetres_high_on_a_panel_of_128_by_64(count: int, sides: int) -> None:
    """1.3 inches across have 4.35 pixels a millimetre; 3 mm are enough for an eye that sees well from two metres."""
    page = DisplayPage((128, 64), Translator())
    drawing.ThrowPicture(DiceRoll(Dice(count, sides), (sides,) * count, (2,) * count if sides == 6 else ())).draw(page)
    total = Canvas((128, 64))
    digits = font("10x20", 2)
    digits.draw(total.image, 0, 0, str(count * sides))
    box = total.image.getbbox()
    assert box is not None
    wanted = total.image.crop(box)
    places = ((x, y) for x in range(128 - wanted.width + 1) for y in range(64 - wanted.height + 1))
    assert any(
        page.image.crop((x, y, x + wanted.width, y + wanted.height)).tobytes() == wanted.tobytes() for x, y in places
    )


@pytest.mark.parametrize(("side", "word"), [(1, "heads"), (2, "tails")])
def test_coin_is_named_by_the_side_that_is_up(side: int, word: str) -> None:
    line, hint = drawing.ThrowPicture(DiceRoll(Coin(), (side,))).lines(Translator("en"))
    assert (line.lower().endswith(word), hint) == (True, "OK: again")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(128, 32), (128, 64), (128, 128), (160, 128), (240, 240), (320, 240)], ids=str)
def test_result_of_any_number_of_dice_stands_above_the_key_that_rolls_again(size: Size, language: str) -> None:
    for count, sides in product((1, 2, 3, 6), (6, 20)):
        page = DisplayPage(size, Translator(language))
        norths = (2,) * count if sides == 6 else ()
        drawing.ThrowPicture(DiceRoll(Dice(count, sides), (sides,) * count, norths)).draw(page)
        hint = page.translator._(drawing.AGAIN)
        # French words beside a die, 64 pixels wide, need the smallest font.
        assert any(stands_lowest(page.image, face, hint) for face in (page.small, font("5x8")))


def stands_lowest(image: Image.Image, face: Font, text: str) -> bool:
    """Whether *text* is drawn with *face* on the lowest rows of *image*."""
    width, height = image.size
    wanted = Canvas((face.measure(text), face.height)).image
    face.draw(wanted, 0, 0, text)
    lowest = (image.crop((x, height - face.height, x + wanted.width, height)) for x in range(width - wanted.width + 1))
    return any(line.tobytes() == wanted.tobytes() for line in lowest)


def test_earlier_throw_does_not_say_that_ok_rolls_again() -> None:
    past, page = (
        drawing.ThrowPicture(DiceRoll(Dice(2, 20), (20, 3)), is_past=True),
        DisplayPage(SMALL, Translator("fr")),
    )
    past.draw(page)
    assert stands_lowest(page.image, page.small, "2 dés à 20")
    assert past.lines(page.translator) == ["2 dés à 20\u00a0: 20 3 = 23"]
