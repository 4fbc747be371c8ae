"""Every screen on a display with colours: each peg that is drawn has the colour of its edition."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from PIL.Image import new

from companion.box import Button, ColourMode
from companion.fakes.box import fake_box
from companion.i18n.translator import Translator
from companion.ui.app import App
from companion.ui.display_page import DisplayPage
from companion.ui.ink import AnyInk, Palette, PegInk, Pixel
from companion.ui.menu import Item, Menu
from companion.ui.pixel_page import style_for
from companion.ui.screen import Stay
from companion.ui.ui_context import UiContext
from tests.support.stage import SLEEPLESS
from tests.ui.gallery import COLOUR, SHOTS, AnyShot, fill

LEAST = 9
"""The fewest pixels of its colour that a peg has."""


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
        pegs = [ink for ink in inks if isinstance(ink, PegInk)]
        assert [peg for peg in pegs if pixels.get(peg.rgb, 0) < LEAST] == [], shot.name
        with_pegs |= {shot.name} if pegs else set()
    assert len(with_pegs) >= 50
    assert {shot.name for shot in SHOTS if shot.name.endswith("shapes")} <= with_pegs


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
