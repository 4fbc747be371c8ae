"""The tray in the window: where it is, how it looks, and what a click does to it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from PIL import ImageChops
from PIL.Image import Image, new

from companion.devices.window.plan import HitArea, Part, Plan, TrayPart, WindowLayout, first_size, lay_out, plan
from companion.devices.window.tray import LAMPS, METAL_BOTTOM, TrayFront, draw_tray
from companion.games.contract import has_pegs
from companion.link.optics import Holes, load_optics
from companion.match.catalogue import peg_colours
from companion.tray.controls import EMPTY, PlayedTray
from tests.devices.window_desktop import Desktop, Shown
from tests.support.flow import CATALOGUE
from tests.support.paper_hands import PaperHands

SIZE = (128, 64)
COLOURS = peg_colours()
PEGS = tuple(COLOURS)


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def hands(done: list[str]) -> PaperHands:
    return PaperHands(done.append)


@pytest.fixture
def front(hands: PaperHands) -> TrayFront:
    return TrayFront(PlayedTray(hands, COLOURS))


def peg(colour: str) -> Part:
    return Part(TrayPart.PEG, PEGS.index(colour))


def with_tray() -> Plan:
    return plan(SIZE, len(PEGS))


def laid_out() -> WindowLayout:
    of = with_tray()
    return lay_out(of, SIZE, first_size(of, SIZE, (1400, 1100)))


def drawn(front: TrayFront) -> Image:
    layout = laid_out()
    # The window's own font is pygame's; the tray has no words on it.
    return draw_tray(new("RGB", layout.window, (40, 50, 55)), layout, front, Path("no font"))[0]


def test_peg_that_was_clicked_goes_into_the_hole_that_is_clicked(front: TrayFront, hands: PaperHands) -> None:
    for part in (peg("blue"), Part(TrayPart.HOLE, 2), Part(TrayPart.HOLE, 4), peg("ivory"), Part(TrayPart.HOLE, 0)):
        front.touch(part)
    assert hands.pegs == ("ivory", EMPTY, "blue", EMPTY, "blue")


def test_click_on_a_hole_with_another_peg_changes_it(front: TrayFront, hands: PaperHands) -> None:
    for part in (peg("blue"), Part(TrayPart.HOLE, 2), peg("green"), Part(TrayPart.HOLE, 2)):
        front.touch(part)
    assert hands.pegs[2] == "green"


def test_click_on_a_hole_with_such_a_peg_takes_it_out(front: TrayFront, hands: PaperHands) -> None:
    for part in (peg("blue"), Part(TrayPart.HOLE, 2), Part(TrayPart.HOLE, 2)):
        front.touch(part)
    assert hands.pegs == (EMPTY,) * 5


def test_second_click_on_a_peg_fills_all_holes_and_a_third_empties_them(front: TrayFront, hands: PaperHands) -> None:
    for part in (peg("blue"), Part(TrayPart.HOLE, 2), peg("green"), peg("green")):
        front.touch(part)
    assert hands.pegs == ("green",) * 5
    front.touch(peg("green"))
    assert hands.pegs == (EMPTY,) * 5


def test_button_is_down_until_the_mouse_is_up(front: TrayFront, done: list[str]) -> None:
    front.touch(Part(TrayPart.BUTTON))
    assert front.is_down
    front.let_go()
    front.let_go()
    assert done == ["press", "release"]


def test_plug_is_pulled_and_put_back(front: TrayFront, done: list[str]) -> None:
    front.touch(Part(TrayPart.PLUG))
    front.touch(Part(TrayPart.PLUG))
    assert done == ["unplug", "plug back"]


def test_every_part_is_found_in_its_middle_and_none_beside_them() -> None:
    tray = with_tray().tray
    assert tray is not None
    parts = {
        Part(TrayPart.BUTTON): tray.button,
        Part(TrayPart.PLUG): tray.plug,
        **{Part(TrayPart.HOLE, number): area for number, area in enumerate(tray.holes)},
        **{Part(TrayPart.PEG, number): area for number, area in enumerate(tray.pegs)},
    }
    assert {part: tray.part_at(*area.middle) for part, area in parts.items()} == {part: part for part in parts}
    assert tray.part_at(tray.case.left + 5, tray.case.top + 5) is None


@pytest.mark.parametrize(("wider", "higher"), [(0, 300), (300, 0)])
def test_part_is_found_at_its_pixels_in_a_window_of_other_proportions(wider: int, higher: int) -> None:
    of = with_tray()
    width, height = first_size(of, SIZE, (1400, 1100))
    layout = lay_out(of, SIZE, (width + wider, height + higher))
    assert of.tray is not None
    for part, area in ((Part(TrayPart.BUTTON), of.tray.button), (Part(TrayPart.PLUG), of.tray.plug)):
        x, y = layout.placed(area).middle
        assert layout.part_at(round(x), round(y)) == part


@pytest.mark.parametrize("size", [(128, 32), SIZE, (128, 128), (240, 240), (320, 240)])
@pytest.mark.parametrize("pegs", [1, len(PEGS), 13, 26])
def test_parts_do_not_touch_and_lie_below_the_box_in_the_window(size: tuple[int, int], pegs: int) -> None:
    of = plan(size, pegs)
    tray = of.tray
    assert tray is not None
    areas = (*tray.holes, *tray.pegs, tray.button, tray.plug)
    assert not [pair for pair in combinations(areas, 2) if _meet(*pair)]
    assert all(area.top > of.case.bottom for area in areas)
    assert all(area.left > 0 and area.right < of.size[0] and area.bottom < of.size[1] for area in areas)
    assert all(_meet(area, tray.whole) and tray.whole.left <= area.left for area in areas)


def test_spare_pegs_are_those_of_games_with_pegs() -> None:
    assert {colour.name.english for game in filter(has_pegs, CATALOGUE) for colour in game.edition.colours} == {*PEGS}
    assert "bulls" in {game.key for game in CATALOGUE} - {game.edition.key for game in filter(has_pegs, CATALOGUE)}


@pytest.mark.parametrize("colour", [*PEGS, "mauve"])
def test_peg_that_was_put_in_is_there_though_its_light_is_not_known(colour: str) -> None:
    holes = Holes(load_optics(), Random(1))
    holes.place(2, colour)
    assert holes.pegs[2] == colour


def _meet(one: HitArea, other: HitArea) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def test_box_itself_stays_where_it_is() -> None:
    assert with_tray().case == plan(SIZE).case
    assert plan(SIZE).tray is None


@pytest.mark.parametrize("colour", PEGS)
def test_peg_in_a_hole_is_seen_in_its_colour(front: TrayFront, colour: str) -> None:
    layout = laid_out()
    tray = layout.plan.tray
    assert tray is not None
    front.in_hand = PEGS.index(colour)
    front.touch(Part(TrayPart.HOLE, 1))
    picture, at = draw_tray(new("RGB", layout.window), layout, front, Path("no font"))
    x, y = layout.placed(tray.holes[1]).middle
    seen = picture.getpixel((round(x) - at[0], round(y) - at[1]))
    assert isinstance(seen, tuple)
    # The upper colour of a sphere, darker towards its edge.
    assert all(channel * 0.6 - 2 <= value <= channel + 2 for value, channel in zip(seen, COLOURS[colour], strict=True))


def test_everything_that_a_click_does_is_seen(front: TrayFront) -> None:
    looks = [drawn(front)]
    for part in (peg("blue"), Part(TrayPart.HOLE, 0), Part(TrayPart.BUTTON), Part(TrayPart.PLUG)):
        front.touch(part)
        looks.append(drawn(front))
    assert all(ImageChops.difference(one, other).getbbox() is not None for one, other in combinations(looks, 2))


def test_metal_of_the_plug_bridges_the_gap_to_the_tray_until_it_is_pulled(front: TrayFront) -> None:
    layout = laid_out()
    tray = layout.plan.tray
    assert tray is not None
    gap = HitArea(tray.plug.right, tray.plug.top, tray.case.left, tray.plug.bottom)
    x, y = layout.placed(gap).middle
    seen = []
    for _ in range(2):
        picture, at = draw_tray(new("RGB", layout.window), layout, front, Path("no font"))
        pixel = picture.getpixel((round(x) - at[0], round(y) - at[1]))
        assert isinstance(pixel, tuple)
        seen.append(min(pixel) >= min(METAL_BOTTOM))
        front.touch(Part(TrayPart.PLUG))
    assert seen == [True, False]


def test_lamp_of_each_hole_is_seen_as_it_is_lit(front: TrayFront, hands: PaperHands) -> None:
    layout = laid_out()
    tray = layout.plan.tray
    assert tray is not None
    hands.lamps = 0b00_11_10_00_01
    assert front.lamps == (1, 0, 2, 3, 0)
    picture, at = draw_tray(new("RGB", layout.window), layout, front, Path("no font"))
    places = [layout.placed(area).middle for area in tray.lamps]
    seen = [picture.getpixel((round(x) - at[0], round(y) - at[1])) for x, y in places]
    assert seen == [LAMPS[lamp] for lamp in front.lamps]
    front.touch(Part(TrayPart.PLUG))
    assert front.lamps == (0,) * 5


def test_lamps_lie_between_the_holes_and_the_edge() -> None:
    tray = with_tray().tray
    assert tray is not None
    for lamp, hole in zip(tray.lamps, tray.holes, strict=True):
        assert tray.case.top < lamp.top < lamp.bottom < hole.top


# In a window


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    with Desktop() as desktop:
        yield desktop


def point_at(shown: Shown, area: HitArea) -> None:
    """Move the mouse over the middle of *area* of the plan."""
    left, top, width, height = shown.place()
    x, y = lay_out(with_tray(), SIZE, (width, height)).placed(area).middle
    shown.desktop.hand("mousemove", left + round(x), top + round(y))


def test_lamps_that_are_lit_while_nobody_touches_the_box_are_drawn(desktop: Desktop) -> None:
    shown = Shown(desktop, arguments=["tray"])
    try:
        before = shown.picture()
        shown.order("lamps 5")
        # What is posted from another thread wakes the window, and changes nothing else of it.
        shown.order("light 100")
        assert ImageChops.difference(before, shown.picture()).getbbox() is not None
    finally:
        shown.kill()


def test_mouse_puts_a_peg_in_and_presses_the_button(desktop: Desktop) -> None:
    tray = with_tray().tray
    assert tray is not None
    shown = Shown(desktop, arguments=["tray"])
    try:
        before = shown.picture()
        for area in (tray.pegs[3], tray.holes[1]):
            point_at(shown, area)
            desktop.hand("click", 1)
        assert shown.line() == "tray place 1 green"
        point_at(shown, tray.button)
        desktop.hand("mousedown", 1)
        assert shown.line() == "tray press"
        desktop.hand("mouseup", 1)
        assert shown.line() == "tray release"
        # What has been said is drawn when the next order is obeyed.
        shown.order("show steps")
        assert ImageChops.difference(before, shown.picture()).getbbox() is not None
    finally:
        shown.kill()
