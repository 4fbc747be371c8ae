import pytest

from companion.box import ColourMode
from companion.config.settings import Theme
from companion.games.pegs.edition import Edition
from companion.match.catalogue import load_catalogue
from companion.ui.core.ink import MONO, THEMES, AnyInk, Ink, Palette, PegInk, Rgb, SignInk, contrast

EDITIONS = [game.edition for game in load_catalogue(None).games if hasattr(game, "edition")]
READABLE, SEEN = 4.5, 3.0
"""The least contrasts of WCAG 2.2 for text, and for everything else that must be told apart."""
COLOUR, GREYS = Palette(ColourMode.RGB), Palette(ColourMode.GREYS)
RED = (214, 48, 40)
every_palette = pytest.mark.parametrize(
    "palette", [Palette(mode, theme) for mode in (ColourMode.RGB, ColourMode.GREYS) for theme in THEMES], ids=str
)


def rgb(ink: AnyInk, palette: Palette = COLOUR) -> Rgb:
    pixel = palette.pixel(ink)
    return pixel if isinstance(pixel, tuple) else (pixel,) * 3


@every_palette
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_peg_can_be_seen_and_its_letter_be_read(edition: Edition, palette: Palette) -> None:
    for colour in edition.colours:
        peg = PegInk(colour.rgb)
        outline = Ink.DIM if palette.is_faint(peg) else peg
        assert contrast(rgb(outline, palette), rgb(Ink.BACKGROUND, palette)) >= SEEN, colour
        assert contrast(rgb(SignInk(colour.rgb), palette), rgb(peg, palette)) >= READABLE, colour


def test_white_peg_has_an_outline_on_a_light_background_and_a_black_one_on_a_dark_background() -> None:
    white, black = PegInk((255, 255, 255)), PegInk((0, 0, 0))
    light, dark = Palette(ColourMode.RGB, "light"), Palette(ColourMode.RGB, "dark")
    found = [palette.is_faint(ink) for palette in (light, dark, MONO) for ink in (white, black)]
    assert found == [True, False, False, True, False, False]


@pytest.mark.parametrize(("grey", "ratio"), [((118, 118, 118), 4.54), ((148, 148, 148), 3.03), ((89, 89, 89), 7.0)])
def test_contrast_on_white_is_that_of_the_published_tables(grey: Rgb, ratio: float) -> None:
    assert contrast(grey, (255, 255, 255)) == ratio


def test_settings_offer_the_themes_that_there_are() -> None:
    assert list(THEMES) == list(Theme)


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_every_ink(theme: str) -> None:
    assert set(THEMES[theme]) == set(Ink)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_no_two_pegs_of_an_edition_have_the_same_colour(edition: Edition) -> None:
    # Letters are told apart by themselves.
    assert edition.has_words or len({colour.rgb for colour in edition.colours}) == len(edition.colours)


def test_same_colour_is_the_same_in_every_edition() -> None:
    named = {(colour.name.english, colour.rgb) for edition in EDITIONS for colour in edition.colours}
    assert len(named) == len(dict(named))


def test_on_a_display_of_one_bit_only_the_background_signs_on_pegs_and_texts_of_titles_are_dark() -> None:
    inks = [*Ink, PegInk(RED), SignInk(RED)]
    unlit = [Ink.BACKGROUND, Ink.BAR_TEXT, Ink.DARK, SignInk(RED)]
    assert [ink for ink in inks if not MONO.pixel(ink)] == unlit


def test_grey_has_sixteen_shades() -> None:
    shades = {GREYS.pixel(PegInk((value, value, value))) for value in range(256)}
    assert shades == {17 * shade for shade in range(16)}


def test_bright_peg_has_a_black_sign_and_a_dark_one_a_white_one() -> None:
    assert (rgb(SignInk((250, 206, 44))), rgb(SignInk((36, 92, 204)))) == ((0, 0, 0), (255, 255, 255))
