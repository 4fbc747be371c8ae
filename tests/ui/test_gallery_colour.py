"""Every screen on a display with colours: each peg that is drawn has the colour of its edition."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from PIL.Image import Image, new

from companion.box import Button, ColourMode
from companion.config.settings import Theme
from companion.games.pegs import PegGame
from companion.i18n.translator import Translator
from companion.ui.core.app import App
from companion.ui.core.canvas import Area, Canvas
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.font import Font
from companion.ui.core.ink import THEMES, AnyInk, Ink, Palette, PegInk, Pixel, Rgb, SignInk, contrast
from companion.ui.core.menu import Item, Menu
from companion.ui.core.pixel_page import style_for
from companion.ui.core.screen import Stay, UiContext
from tests.fakes.box import fake_box
from tests.support.stage import SLEEPLESS
from tests.ui.gallery import CATALOGUE, COLOUR, SHOTS, AnyShot, fill

LEAST = 9
"""The fewest pixels of its colour that a peg has."""
PEG_COLOURS = {colour.rgb for game in CATALOGUE.games if isinstance(game, PegGame) for colour in game.edition.colours}


@dataclass(frozen=True, slots=True)
class NotingPalette(Palette):
    """A palette that notes which inks were asked for."""

    asked: set[AnyInk] = field(default_factory=set)

    def pixel(self, ink: AnyInk) -> Pixel:
        self.asked.add(ink)
        return Palette.pixel(self, ink)


def drawn(shot: AnyShot) -> tuple[set[AnyInk], dict[object, int]]:
    """Return the inks of *shot* in colour, and how many pixels of each colour there are."""
    stand = COLOUR[0]

    def empty(translator: Translator) -> DisplayPage:
        return DisplayPage(stand.size, translator, style_for(stand.size), NotingPalette(stand.mode))

    _, page = fill(shot, stand, empty)
    assert isinstance(page.palette, NotingPalette)
    found = page.image.getcolors(stand.size[0] * stand.size[1]) or []
    return page.palette.asked, {colour: count for count, colour in found}


def test_every_peg_is_drawn_in_its_colour() -> None:
    with_pegs = set()
    for shot in SHOTS:
        inks, pixels = drawn(shot)
        pegs = [ink for ink in inks if isinstance(ink, PegInk) and ink.rgb in PEG_COLOURS]
        assert [peg for peg in pegs if pixels.get(peg.rgb, 0) < LEAST] == [], shot.name
        with_pegs |= {shot.name} if pegs else set()
    assert len(with_pegs) >= 50
    assert {shot.name for shot in SHOTS if shot.name.endswith("shapes")} <= with_pegs


@dataclass(frozen=True, slots=True)
class UniquePalette(Palette):
    """A palette in which every ink has a colour of its own, so that a pixel tells its ink."""

    inks: dict[AnyInk, Rgb] = field(default_factory=dict)

    def pixel(self, ink: AnyInk) -> Pixel:
        return self.inks.setdefault(ink, (0, len(self.inks) // 250, len(self.inks) % 250 + 1))

    def ink(self, pixel: object) -> AnyInk:
        return next(ink for ink, rgb in self.inks.items() if rgb == pixel)


Pairs = dict[tuple[AnyInk, AnyInk], str]
"""The inks of characters and those under them, each pair with a shot that has it."""


@pytest.fixture(scope="module")
def written() -> Pairs:
    palette, pairs, size = UniquePalette(ColourMode.RGB), Pairs(), COLOUR[0].size
    drawing = [SHOTS[0]]
    draw, behind = Font.draw, Canvas.fill_behind

    def noted(face: Font, image: Image, x: int, y: int, text: str, ink: Pixel = 1) -> int:
        for left, character in zip(range(x, image.width, face.width), text, strict=False):
            under = image.crop((left, y, left + face.width, y + face.height)).getcolors() or []
            if not character.isspace():
                pairs[palette.ink(ink), palette.ink(max(under)[1])] = drawing[0].name
        return draw(face, image, x, y, text, ink)

    def noted_behind(page: Canvas, area: Area, ink: AnyInk, *, rounded: bool = False) -> None:
        pairs[Ink.BACKGROUND, ink] = drawing[0].name
        behind(page, area, ink, rounded=rounded)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Font, "draw", noted)
        patch.setattr(Canvas, "fill_behind", noted_behind)
        for drawing[0] in SHOTS:
            fill(drawing[0], COLOUR[0], lambda words: DisplayPage(size, words, style_for(size), palette))
    return pairs


@pytest.mark.parametrize("mode", [ColourMode.RGB, ColourMode.GREYS])
@pytest.mark.parametrize("theme", THEMES)
def test_every_text_of_every_screen_can_be_read_in_every_theme(theme: str, mode: ColourMode, written: Pairs) -> None:
    palette = Palette(mode, theme)

    def least(ink: AnyInk) -> float:
        if isinstance(ink, PegInk):
            # The sign of a player is a picture, and has a shape of its own.
            return 3.0
        # The colours of pegs are those of the games, so their signs cannot have more.
        return 7.0 if theme == Theme.CONTRAST and not isinstance(ink, SignInk) else 4.5

    def shown(ink: AnyInk) -> Rgb:
        pixel = palette.pixel(ink)
        return pixel if isinstance(pixel, tuple) else (pixel,) * 3

    found = {pair: contrast(*map(shown, pair)) for pair in written}
    assert {(pair, written[pair]): ratio for pair, ratio in found.items() if ratio < least(pair[0])} == {}
    assert {(Ink.BACKGROUND, Ink.ACCENT), (Ink.BAR_TEXT, Ink.BAR), (Ink.DIM, Ink.BACKGROUND)} <= found.keys()


def test_frames_come_to_a_display_with_colours_in_its_format() -> None:
    box = fake_box((240, 240), mode=ColourMode.RGB)
    box.inputs.press(Button.DOWN)
    context = UiContext(SLEEPLESS, box.inputs.now)
    App(box, context, Menu(context, "Yes", [Item("Yes", Stay), Item("No", Stay)])).run()
    assert [(frame.mode, frame.size) for frame in box.display.frames] == [("RGB", (240, 240))] * 2


def test_display_with_colours_refuses_a_frame_of_one_bit() -> None:
    box = fake_box((240, 240), mode=ColourMode.RGB)
    with pytest.raises(ValueError, match="expected an image of mode 'RGB'"):
        box.display.show(new("1", (240, 240)))
