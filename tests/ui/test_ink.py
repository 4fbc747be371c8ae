import pytest

from companion.box import ColourMode
from companion.games.pegs.edition import Edition
from companion.match.catalogue import load_catalogue
from companion.ui.ink import MONO, Ink, Palette, PegInk, Rgb, SignInk, luminance

EDITIONS = [game.edition for game in load_catalogue(None).games if hasattr(game, "edition")]
READABLE, SEEN = 4.5, 3.0
"""The least contrasts of WCAG 2.2 for text, and for everything else that must be told apart."""
COLOUR, GREYS = Palette(ColourMode.RGB), Palette(ColourMode.GREYS)
RED = (214, 48, 40)


def rgb(ink: Ink | PegInk | SignInk) -> Rgb:
    pixel = COLOUR.pixel(ink)
    assert isinstance(pixel, tuple)
    return pixel


def contrast(one: Rgb, other: Rgb) -> float:
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("ink", [Ink.FOREGROUND, Ink.DIM, Ink.ACCENT])
def test_text_can_be_read_in_every_ink_on_the_background_and_the_other_way_round(ink: Ink) -> None:
    assert contrast(rgb(ink), rgb(Ink.BACKGROUND)) >= READABLE


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_peg_can_be_seen_and_its_letter_be_read(edition: Edition) -> None:
    for colour in edition.colours:
        assert contrast(rgb(PegInk(colour.rgb)), rgb(Ink.BACKGROUND)) >= SEEN, colour
        assert contrast(rgb(SignInk(colour.rgb)), colour.rgb) >= READABLE, colour


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_no_two_pegs_of_an_edition_have_the_same_colour(edition: Edition) -> None:
    assert len({colour.rgb for colour in edition.colours}) == len(edition.colours)


def test_same_colour_is_the_same_in_every_edition() -> None:
    named = {(colour.name.english, colour.rgb) for edition in EDITIONS for colour in edition.colours}
    assert len(named) == len(dict(named))


def test_on_a_display_of_one_bit_only_the_background_and_signs_on_pegs_are_dark() -> None:
    inks = [*Ink, PegInk(RED), SignInk(RED)]
    assert [ink for ink in inks if not MONO.pixel(ink)] == [Ink.BACKGROUND, SignInk(RED)]


def test_grey_has_sixteen_shades() -> None:
    shades = {GREYS.pixel(PegInk((value, value, value))) for value in range(256)}
    assert shades == {17 * shade for shade in range(16)}


def test_bright_peg_has_a_black_sign_and_a_dark_one_a_white_one() -> None:
    assert (rgb(SignInk((250, 206, 44))), rgb(SignInk((36, 92, 204)))) == ((0, 0, 0), (255, 255, 255))
