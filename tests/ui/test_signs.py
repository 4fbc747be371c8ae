"""The signs on a board are told apart: no two in one line differ in fewer pixels than twice their side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.games.pegs import PegGame
from companion.games.pegs.edition import EARLIER_SHAPES, Shape, parse_edition
from companion.i18n.translator import Translator
from companion.match.catalogue import load_catalogue
from companion.ui.core.pixel_page import PixelPage, style_for
from companion.ui.games.pegs.drawing import FACE_OF, Mark, pegboard
from tests.ui.signs import NAMES, Sign, drawn, sheet

EDITIONS = [game.edition for game in load_catalogue(None) if isinstance(game, PegGame)]
PLACES = [
    (PixelPage(size, Translator("en"), style_for(size, large_text)), edition)
    for size in ((128, 64), (128, 32), (240, 240), (256, 128))
    for large_text in (False, True)
    for edition in EDITIONS
]
BOARDS = {(board.peg, board.key) for board in (pegboard(page, edition) for page, edition in PLACES)}
PEG_SIDES, KEY_SIDES = (sorted(set(sides)) for sides in zip(*BOARDS, strict=True))
TEXT_SIDES = [9, 12, 19]
"""The sides of the shapes in a text, in all fonts but the smallest."""
ANSWERED: tuple[Sign, ...] = (*Shape, Mark.HOLE, Mark.RIGHT, Mark.ELSEWHERE, Mark.NO_KEY)
BEING_SET: tuple[Sign, ...] = (*Shape, Mark.HOLE, Mark.UNSET)
FACES: tuple[Sign, ...] = (*Shape, Mark.HOLE, *FACE_OF.values())
FACE_SIDES = sorted({pegboard(page, edition, "faces").peg for page, edition in PLACES if edition.pictures})
KEYS: tuple[Sign, ...] = (Mark.RIGHT, Mark.ELSEWHERE, Mark.NO_KEY)
DOCS = Path(__file__).parents[2] / "docs"


def too_close(signs: Sequence[Sign], side: int) -> list[tuple[Sign, Sign, int]]:
    """Return the pairs of *signs* that differ in fewer pixels than twice their *side*."""
    pairs = ((one, other, distance(drawn(one, side), drawn(other, side))) for one, other in combinations(signs, 2))
    return [pair for pair in pairs if pair[2] < 2 * side]


def distance(one: Image.Image, other: Image.Image) -> int:
    return ImageChops.logical_xor(one, other).histogram()[255]


def in_the_middle(sign: Sign, side: int, canvas: int) -> Image.Image:
    """Return *sign* of *side* pixels with its ink in the middle of a picture with sides of *canvas* pixels."""
    ink, picture = drawn(sign, side), Image.new("1", (canvas, canvas))
    ink = ink.crop(ink.getbbox())
    picture.paste(ink, ((canvas - ink.width) // 2, (canvas - ink.height) // 2))
    return picture


@pytest.mark.parametrize("signs", [ANSWERED, BEING_SET], ids=["answered", "being set"])
@pytest.mark.parametrize("side", PEG_SIDES)
def test_signs_of_one_line_differ_in_twice_as_many_pixels_as_they_are_wide(side: int, signs: tuple[Sign, ...]) -> None:
    assert too_close(signs, side) == []


@pytest.mark.parametrize("side", TEXT_SIDES)
def test_shapes_in_a_text_differ_in_twice_as_many_pixels_as_they_are_wide(side: int) -> None:
    assert too_close((*Shape, Mark.HOLE), side) == []


@pytest.mark.parametrize("side", KEY_SIDES)
def test_key_pegs_differ_in_their_own_size(side: int) -> None:
    assert too_close(KEYS, side) == []


@pytest.mark.parametrize(("peg", "key"), sorted(BOARDS))
def test_pegs_differ_from_the_smaller_key_pegs_beside_them(peg: int, key: int) -> None:
    pairs = {(one, other): beside_distance(one, peg, other, key) for one in (*Shape, Mark.HOLE) for other in KEYS}
    assert {pair: pixels for pair, pixels in pairs.items() if pixels < 2 * key} == {}


def beside_distance(one: Sign, peg: int, other: Sign, key: int) -> int:
    """Return in how many pixels the ink of *one*, *peg* pixels wide, differs from that of *other*, *key* wide."""
    return distance(in_the_middle(one, peg, peg), in_the_middle(other, key, peg))


@pytest.mark.parametrize("side", FACE_SIDES)
def test_faces_differ_from_each_other_and_from_the_shapes_beside_them(side: int) -> None:
    assert too_close(FACES, side) == []


def test_every_key_peg_has_a_face() -> None:
    assert set(FACE_OF) == {*KEYS}


def test_a_ring_for_a_hole_would_be_found_too_close_to_a_white_key_peg() -> None:
    # A hole was once a ring of about half the side of a peg, as a white key peg is.
    assert too_close((Mark.ELSEWHERE, Mark.ELSEWHERE), 11) == [(Mark.ELSEWHERE, Mark.ELSEWHERE, 0)]
    assert beside_distance(Mark.ELSEWHERE, 6, Mark.ELSEWHERE, 6) == 0


def test_edition_with_a_shape_of_an_earlier_version_has_the_shape_that_replaced_it() -> None:
    text = (Path("companion/games/pegs/editions") / "mini.toml").read_text(encoding="utf-8")
    for earlier, now in EARLIER_SHAPES.items():
        text = text.replace(f'shape = "{now}"', f'shape = "{earlier}"')
    assert parse_edition(text, "own.toml").colours == next(e for e in EDITIONS if e.key == "mini").colours


def test_docs_show_and_name_every_sign() -> None:
    with Image.open(DOCS / "pictures" / "signs.png") as kept:
        assert kept.convert("1").tobytes() == sheet().tobytes()
    text = (DOCS / "signs.md").read_text(encoding="utf-8")
    assert [name for name in NAMES.values() if name not in text] == []
