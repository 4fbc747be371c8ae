"""Coda and Passcode on displays with room: all that players have is drawn whole, without scrolling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, product

import pytest
from PIL import ImageChops

from companion.box import Button, ColourMode, Format
from companion.games.coda.panels import DASH, NUMBERS, Colour
from companion.games.coda.view import CodaView, Seen
from companion.games.passcode.cards import Card
from companion.games.passcode.state import Lock
from companion.games.passcode.view import PlayerView
from companion.i18n.translator import Translator, Verbatim
from companion.ui.core.canvas import Area, Size
from companion.ui.core.display_page import DisplayPage, page_for
from companion.ui.core.font import Font
from companion.ui.core.ink import THEMES, Ink, Palette
from companion.ui.core.page import ListRow
from companion.ui.core.pixel_page import PixelPage
from companion.ui.core.screen import Screen
from companion.ui.games.coda import drawing as coda_drawing
from companion.ui.games.coda.attack import AttackScreen
from companion.ui.games.coda.drawing import Callout, Cursor, Pool, Table, draw_with_table, plan
from companion.ui.games.coda.own_panels import FallScreen
from companion.ui.games.passcode import drawing as passcode_drawing
from companion.ui.games.passcode.drawing import CodeBoards, Overview, Turns
from companion.ui.games.shared.digits import PointsLine, number_height, number_mask
from tests.ui.gallery import DRAWN, SHOTS, AnyShot, Stand, draw, fill

LARGE: tuple[Size, ...] = ((240, 240), (320, 240))
SIZES: tuple[Size, ...] = (*LARGE, (128, 128))
MODES = (ColourMode.RGB, ColourMode.GREYS)
NAMES = ("Maximilien", "Clémentine", "Jean-Louis", "Geneviève", "Élisabeth", "Anne-Marie")
GAMES = ("coda", "passcode", "lesson-coda", "lesson-passcode")
SHOWN = {shot.name: shot for shot in SHOTS if shot.name.startswith(GAMES)}
every_size = pytest.mark.parametrize("size", SIZES, ids=str)

Drawn = list[tuple[Area, Seen]]


def panel(number: int, *, is_standing: bool = True, is_known: bool = True) -> Seen:
    colour = Colour.LIGHT if number % 2 else Colour.DARK
    return Seen(colour, number // 2 if is_known else None, is_standing)


FULL = tuple(panel(number, is_standing=number % 3 > 0, is_known=number % 3 != 1) for number in range(2 * NUMBERS))
THIRTEEN = (*FULL[:6], Seen(Colour.DARK, DASH, True), *FULL[-6:])


def empty(size: Size, mode: ColourMode = ColourMode.RGB, language: str = "en") -> DisplayPage:
    page = page_for(Format(size, mode), Translator(language))
    page.title(Verbatim(NAMES[0]))
    page.hints("", "OK")
    return page


@pytest.fixture
def panels(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """The panels of tables that have been drawn, each with its area; the large one below a table is not among them."""
    drawn: Drawn = []

    def noted(page: PixelPage, cell: Area, seen: Seen, *rest: object, **more: object) -> None:
        drawn.append((cell, seen))
        whole(page, cell, seen, *rest, **more)

    whole: Callable[..., None] = coda_drawing._draw_cell
    monkeypatch.setattr(coda_drawing, "_draw_cell", noted)
    return drawn


def overlapping(areas: Sequence[Area]) -> list[tuple[Area, Area]]:
    return [
        (one, other)
        for one, other in combinations(areas, 2)
        if one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
    ]


def outside(areas: Sequence[Area], page: PixelPage) -> list[Area]:
    return [area for area in areas if area.x < 0 or area.y < 0 or area.right > page.width or area.bottom > page.height]


def rows_of(screen: Screen) -> list[tuple[Seen, ...]]:
    """Return the rows of all players at the table of *screen*, without what only one of them sees."""
    match = screen.match  # type: ignore[attr-defined]
    now = match.session.view().now
    return [] if now is None else list(now.rows)


def turn_of(screen: Screen) -> int:
    now = screen.match.session.view().now  # type: ignore[attr-defined]
    return 0 if now is None else int(now.turn)


Look = tuple[Colour, bool]


def looks(rows: Sequence[Sequence[Seen]]) -> list[Look]:
    return [(seen.colour, seen.is_standing) for row in rows for seen in row]


def in_rows(panels: Drawn, rows: Sequence[Sequence[Seen]], turn: int) -> list[Look]:
    """Return what has been drawn of *rows*, without the panel that the player at seat *turn* keeps aside."""
    shown = looks([[seen for _, seen in panels]])
    if len(shown) > sum(map(len, rows)):
        del shown[sum(map(len, rows[: turn + 1]))]
    return shown


def test_each_number_in_the_padlock_looks_different() -> None:
    def drawn(number: int) -> bytes:
        page = empty((240, 240))
        locked = replace(player(4, 4, lock=True), lock=Lock(Card.SIX, number))
        passcode_drawing._draw_cells(page, Area(0, 60, 200, 24), locked)
        return page.image.tobytes()

    assert len({drawn(number) for number in range(1, 7)}) == 6


@every_size
@pytest.mark.parametrize("name", [name for name in SHOWN if name.startswith("coda-full")])
def test_every_panel_of_every_row_is_drawn_whole_and_beside_the_others(name: str, size: Size, panels: Drawn) -> None:
    stand = Stand("en", size, mode=ColourMode.RGB)
    screen, _ = fill(SHOWN[name], stand, stand.page)
    panels.clear()
    page = stand.page(Translator("en"))
    screen.draw(page)
    areas = [area for area, _ in panels]
    assert in_rows(panels, rows_of(screen), turn_of(screen)) == looks(rows_of(screen))
    assert (overlapping(areas), outside(areas, page), page.cut) == ([], [], [])


def test_overlapping_areas_and_those_outside_are_found() -> None:
    areas = [Area(0, 0, 10, 10), Area(9, 9, 4, 4), Area(13, 9, 4, 4)]
    assert overlapping(areas) == [(areas[0], areas[1])]
    assert outside(areas, empty((128, 128))) == []
    assert outside([Area(120, 0, 9, 9)], empty((128, 128))) != []


@pytest.mark.parametrize(("size", "mode"), [*product(LARGE, MODES)], ids=str)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_four_rows_of_thirteen_panels_stand_in_one_line_each(
    count: int, size: Size, mode: ColourMode, panels: Drawn
) -> None:
    page = empty(size, mode)
    full = Table(NAMES[:count], (THIRTEEN,) * count, (31,) * count, 0)
    assert draw_with_table(page, full, Callout(NAMES[0], "light 11?", THIRTEEN[0]), Cursor(1, 12))
    lines: dict[int, int] = {}
    for area, _ in panels:
        lines[area.y] = lines.get(area.y, 0) + 1
    assert list(lines.values()) == [13] * count
    assert (overlapping([area for area, _ in panels]), page.cut) == ([], [])


@pytest.mark.thorough
@pytest.mark.parametrize("shot", SHOWN.values(), ids=lambda shot: shot.name)
def test_nothing_is_cut_on_displays_with_room(shot: AnyShot) -> None:
    stands = [Stand(language, size, large) for language, size, large in product(DRAWN, SIZES, (False, True))]
    assert {str(stand): cut for stand in stands if (cut := draw(shot, stand).cut)} == {}


@pytest.mark.parametrize("size", LARGE, ids=str)
def test_nothing_of_a_round_scrolls(size: Size, monkeypatch: pytest.MonkeyPatch) -> None:
    scrolled: list[str] = []
    monkeypatch.setattr(PixelPage, "scroll_mark", lambda *rest: scrolled.append("scrolled"))
    names = [name for name in SHOWN if not any(word in name for word in ("setup", "sheet", "pause", "undo"))]
    for name, language in product(names, DRAWN):
        draw(SHOWN[name], Stand(language, size))
        assert scrolled == [], name


def test_list_that_scrolls_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    scrolled: list[str] = []
    monkeypatch.setattr(PixelPage, "scroll_mark", lambda *rest: scrolled.append("scrolled"))
    draw(SHOWN["coda-pause"], Stand("en", (240, 240)))
    assert scrolled != []


@pytest.mark.parametrize(("theme", "mode"), [*product(THEMES, MODES)], ids=str)
def test_light_and_dark_panels_are_light_and_dark_in_every_theme(theme: str, mode: ColourMode) -> None:
    page = DisplayPage((240, 240), Translator("en"), None, Palette(mode, theme))
    for place, colour in enumerate(Colour):
        coda_drawing.draw_panel(page, Area(40 * place, 0, 30, 40), Seen(colour, None, True), 20)
    pixels = {colour: page.image.getpixel((40 * place + 2, 37)) for place, colour in enumerate(Colour)}
    assert pixels == {Colour.DARK: page.palette.pixel(Ink.DARK), Colour.LIGHT: page.palette.pixel(Ink.LIT)}
    assert pixels[Colour.DARK] != pixels[Colour.LIGHT]


def test_each_panel_looks_different_and_a_hidden_one_like_none_with_a_number() -> None:
    def drawn(seen: Seen) -> bytes:
        page = empty((240, 240))
        coda_drawing.draw_panel(page, Area(0, 60, 40, 50), seen, 30)
        return page.image.tobytes()

    standing = [Seen(Colour.LIGHT, number, True) for number in (None, DASH, *range(NUMBERS))]
    fallen = [replace(seen, is_standing=False) for seen in standing]
    assert len({drawn(seen) for seen in (*standing, *fallen)}) == len(standing) + len(fallen)


@pytest.mark.parametrize("text", [*map(str, range(NUMBERS)), "\u2013"])
@pytest.mark.parametrize("height", range(5, 50, 4))
def test_numbers_fill_their_height(text: str, height: int) -> None:
    box = number_mask(text, height).getbbox()
    assert box is not None
    assert text == "\u2013" or box[3] - box[1] >= height - 2


def test_largest_number_that_fits_is_as_wide_as_its_field() -> None:
    height = number_height(Area(0, 0, 16, 40))
    assert number_mask("10", height).width <= 16 < number_mask("10", height + 1).width


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (256, 128)], ids=str)
def test_small_and_wide_displays_have_no_table(size: Size) -> None:
    page = empty(size, ColourMode.MONO)
    before = page.image.copy()
    assert not draw_with_table(page, Table(NAMES[:2], (FULL[:4],) * 2, (0, 0)), None, None)
    page.add(PointsLine(NAMES[:2], (0, 0)))
    assert ImageChops.difference(before, page.image).getbbox() is None


def test_table_that_has_no_room_is_not_drawn() -> None:
    page = empty((128, 128))
    assert plan(page, page.free, Table(NAMES[:4], (FULL,) * 4, (0,) * 4)) is None


# Turns


def changed_rows(screen: Screen, button: Button) -> int:
    """Return the number of pixel rows of 240 that a press changes."""
    stand = Stand("en", (240, 240), mode=ColourMode.RGB)
    pages = []
    for _ in range(2):
        page = stand.page(Translator("en"))
        screen.draw(page)
        pages.append(page.image)
        screen.press(button)
    before, after = pages
    return sum(
        before.crop((0, y, 240, y + 1)).tobytes() != after.crop((0, y, 240, y + 1)).tobytes() for y in range(240)
    )


@pytest.mark.parametrize("button", [Button.RIGHT, Button.UP])
def test_press_of_an_attack_changes_a_quarter_of_the_pixel_rows(button: Button) -> None:
    screen, _ = fill(SHOWN["coda-attack"], Stand("en"), Stand("en").page)
    screen.press(Button.UP)
    assert 0 < changed_rows(screen, button) <= 60


def centre(area: Area) -> tuple[int, int]:
    return area.x + area.width // 2, area.y + area.height // 2


@every_size
def test_click_on_a_panel_leads_the_attack_there(size: Size, panels: Drawn) -> None:
    stand = Stand("en", size, mode=ColourMode.RGB)
    screen, _ = fill(SHOWN["coda-attack"], stand, stand.page)
    assert isinstance(screen, AttackScreen)
    for target in (3, 1, 2, 2):
        panels.clear()
        page = stand.page(Translator("en"))
        screen.draw(page)
        seat, place = screen.targets[target]
        of_target = [area for area, _ in panels[-len(screen.now.rows[seat]) :]][place]
        for button in page.presses_at(*centre(of_target)):
            screen.press(button)
        assert screen.at == target
    assert screen.number is not None


@every_size
def test_click_on_an_own_panel_does_nothing(size: Size, panels: Drawn) -> None:
    stand = Stand("en", size, mode=ColourMode.RGB)
    _, page = fill(SHOWN["coda-attack"], stand, stand.page)
    assert page.presses_at(*centre(panels[0][0])) == ()


def test_click_on_the_arrows_changes_the_number() -> None:
    page = empty((240, 240))
    Callout(NAMES[0], "dark 5?", FULL[0], turns=True).draw(page, Area(0, 150, 240, 60))
    assert [page.presses_at(225, 160), page.presses_at(225, 200)] == [(Button.UP,), (Button.DOWN,)]


def test_click_on_a_pile_draws_from_it() -> None:
    page = empty((240, 240))
    Pool(3, 0).draw(page, Area(0, 150, 240, 60))
    assert [page.presses_at(20, 170), page.presses_at(220, 170)] == [(Button.LEFT,), ()]


@every_size
def test_click_on_a_panel_that_may_fall_leads_there(size: Size, panels: Drawn) -> None:
    stand = Stand("en", size, mode=ColourMode.RGB)
    screen, _ = fill(SHOWN["coda-fall"], stand, stand.page)
    assert isinstance(screen, FallScreen)
    panels.clear()
    page = stand.page(Translator("en"))
    screen.draw(page)
    own = [area for area, _ in panels][: len(screen.row)]
    at = screen.places[-1]
    assert page.presses_at(*centre(own[at])) == (Button.RIGHT,) * (len(screen.places) - 1)
    assert page.presses_at(*centre(own[screen.places[0]])) == (Button.OK,)


@every_size
def test_row_of_which_a_panel_falls_is_that_of_its_player(size: Size, panels: Drawn) -> None:
    stand = Stand("en", size, mode=ColourMode.RGB)
    screen, _ = fill(SHOWN["coda-fall"], stand, stand.page)
    assert isinstance(screen, FallScreen)
    view = screen.match.session.view()
    assert isinstance(view, CodaView)
    assert view.now is not None
    other = FallScreen(screen.match, view, replace(view.now, turn=1))
    panels.clear()
    other.draw(stand.page(Translator("en")))
    assert in_rows(panels, rows_of(screen), 1) == looks(rows_of(screen))


@pytest.mark.parametrize(("is_standing", "ink"), [(True, Ink.FOREGROUND), (False, Ink.DIM)])
def test_name_of_a_player_without_a_standing_panel_is_dim(ink: Ink, *, is_standing: bool) -> None:
    page = empty((240, 240))
    area, row = page.free, (panel(1, is_standing=False), panel(3, is_standing=is_standing))
    Table(NAMES[:2], (row, FULL[:4]), (0, 0)).draw(page, area, None)
    name = page.image.crop((area.x, area.y, area.x + area.width // 2, area.y + page.small.height))
    colours = {colour for _, colour in name.getcolors() or ()}
    assert colours == {page.palette.pixel(Ink.BACKGROUND), page.palette.pixel(ink)}


# Passcode


def player(level: int, done: int, *, lock: bool = False) -> PlayerView:
    code = tuple(1 + place % 6 for place in range(level))
    return PlayerView(
        board=code * 3,
        level=level,
        score=42,
        code=code,
        laid=(Card.KEY,) * done,
        next_digit=code[done] if done < level else None,
        fails=3,
        is_locked_out=True,
        has_card=True,
        hand=None,
        lock=Lock(Card.SIX, 6) if lock else None,
    )


SIX = (player(6, 6, lock=True), *(player(6, done) for done in range(5)))


@pytest.fixture
def cells(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[int, ...], int]]:
    """The codes that have been drawn, with the number of digits done."""
    drawn: list[tuple[tuple[int, ...], int]] = []

    def noted(page: PixelPage, area: Area, code: Sequence[int], done: int, *, is_next: bool) -> int:
        drawn.append((tuple(code), done))
        end = whole(page, area, code, done, is_next=is_next)
        assert outside([Area(area.x, area.y, end - area.x, area.height)], page) == []
        return end

    whole = passcode_drawing.draw_code
    monkeypatch.setattr(passcode_drawing, "draw_code", noted)
    return drawn


@every_size
@pytest.mark.parametrize("mode", MODES, ids=str)
def test_overview_shows_six_whole_codes_of_the_last_level(
    size: Size, mode: ColourMode, cells: list[tuple[tuple[int, ...], int]]
) -> None:
    page = empty(size, mode)
    page.add(Overview((ListRow("x"),), 0, NAMES, SIX, 2))
    assert cells == [(one.code, len(one.laid)) for one in SIX]
    assert page.cut == []


@pytest.mark.parametrize("size", LARGE, ids=str)
def test_turn_shows_the_codes_of_six_players_above_four_lines(
    size: Size, cells: list[tuple[tuple[int, ...], int]]
) -> None:
    page = empty(size)
    page.add(CodeBoards(NAMES, SIX, 2, 3))
    seats = [2, 0, 1, 3, 4, 5]
    assert cells == [(SIX[seat].code, len(SIX[seat].laid)) for seat in seats]
    assert page.free.height >= 3 * page.body.height
    assert page.cut == []


@every_size
@pytest.mark.parametrize("rest", range(1, 12))
def test_code_boards_leave_the_room_that_is_needed(size: Size, rest: int) -> None:
    page = empty(size)
    before = page.free.height
    page.add(CodeBoards(NAMES, SIX, 2, rest))
    assert page.free.height >= min(before, rest * page.body.height)


@pytest.mark.parametrize("name", ["passcode-lock-in-rolled", "coda-wrong", "coda-right"])
def test_result_is_written_at_least_28_pixels_high(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heights: list[int] = []
    stand = Stand("en", (240, 240), mode=ColourMode.RGB)
    screen, _ = fill(SHOWN[name], stand, stand.page)
    write = Font.draw

    def noted(face: Font, image: object, x: int, y: int, text: str, *ink: object) -> int:
        if any(word in text for word in ("Wrong", "Right", "Locked in")):
            heights.append(face.height)
        return write(face, image, x, y, text, *ink)  # type: ignore[arg-type]

    monkeypatch.setattr(Font, "draw", noted)
    screen.draw(stand.page(Translator("en")))
    assert max(heights) >= 28


def test_large_panel_below_the_table_is_the_one_at_the_cursor(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Seen] = []
    monkeypatch.setattr(coda_drawing, "draw_large", lambda page, area, seen: shown.append(seen))
    stand = Stand("en", (240, 240), mode=ColourMode.RGB)
    screen, _ = fill(SHOWN["coda-attack-number"], stand, stand.page)
    assert isinstance(screen, AttackScreen)
    seat, place = screen.targets[screen.at]
    assert shown[-1] == replace(screen.now.rows[seat][place], number=screen.number)


@pytest.mark.parametrize("players", [2, 6])
def test_digits_of_a_turn_of_the_die_are_below_the_heads_of_their_columns(players: int) -> None:
    def drawn(name: str, digit: int) -> DisplayPage:
        page = empty((240, 240))
        Turns((), 0, (name,) * players, ((digit,) * players,) * 2, ("left", "right")).draw(page)
        return page

    page, other = drawn("Ada", 1), drawn("Zoe", 8)
    changed = ImageChops.difference(page.image, other.image).getbbox()
    assert changed is not None
    assert changed[1] >= empty((240, 240)).free.y + page.small.height + 4
