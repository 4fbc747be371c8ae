"""The screens of the peg games on displays with room: the whole board, the row being set, and the scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from PIL import Image, ImageChops

from companion.box import Button, ColourMode, Format
from companion.games.pegs import PegGame
from companion.games.pegs.codes import Answer
from companion.games.pegs.edition import Edition, KeyColour
from companion.games.pegs.state import PegView, RoundView
from companion.i18n.translator import Translator
from companion.ui.core.canvas import Area, Size
from companion.ui.core.display_page import DisplayPage, page_for
from companion.ui.core.ink import THEMES, Ink, Palette, Rgb, contrast
from companion.ui.core.screen import Screen
from companion.ui.core.text_page import TextPage
from companion.ui.games.pegs import drawing, elements
from companion.ui.games.pegs.drawing import KEY_INKS, PICTURES, WHITE, key_look, key_marks, look
from companion.ui.games.pegs.elements import columns
from companion.ui.games.pegs.guess import AnswerScreen, GuessScreen, SecretScreen
from tests.ui.findings import LEAST_SHARE, WITH_SCORES, Placed, Watch, found, overlapping, watching
from tests.ui.gallery import BY_NAME, CATALOGUE, DRAWN, SHOTS, Stand

LARGE: tuple[Size, ...] = ((240, 240), (320, 240))
TALL: tuple[Size, ...] = (*LARGE, (128, 128))
FULL = ("guess-full", "guess-full-eight", "guess-last-row", "guess-last-row-shapes")
EDITIONS = [game.edition for game in CATALOGUE.games if isinstance(game, PegGame)]
SEEN = 3.0
"""The least contrast of things that must be told apart (WCAG 2.2)."""


@pytest.fixture
def watch() -> Iterator[Watch]:
    with watching() as noted:
        yield noted


def shown(name: str, stand: Stand, watch: Watch) -> tuple[Screen, DisplayPage]:
    """Return the screen and the page of the shot *name*, with what was drawn on the page in *watch*."""
    return watch.see(BY_NAME[name], stand)[:2]


def colour(size: Size, language: str = "en") -> Stand:
    return Stand(language, size, mode=ColourMode.RGB)


def now_of(screen: Screen) -> RoundView | None:
    view = getattr(screen, "view", None)
    return view.now if isinstance(view, PegView) else None


def islands(image: Image.Image, rgb: Rgb, *, by_corners: bool) -> int:
    """Return the number of areas of the colour *rgb*, whose pixels share sides or, with *by_corners*, also corners."""
    pixels = image.load()
    assert pixels is not None
    open_ = {at for at in product(range(image.width), range(image.height)) if pixels[at] == rgb}
    steps = [step for step in product((-1, 0, 1), repeat=2) if by_corners or 0 in step]
    count = 0
    while open_:
        count, edge = count + 1, [open_.pop()]
        while edge:
            x, y = edge.pop()
            around = {(x + across, y + down) for across, down in steps} & open_
            open_ -= around
            edge += around
    return count


# The board


@pytest.mark.parametrize("name", FULL)
@pytest.mark.parametrize("size", LARGE, ids=str)
def test_all_twelve_rows_are_seen_at_once_or_the_last_ones_with_large_pegs(
    size: Size, name: str, watch: Watch
) -> None:
    screen, _ = shown(name, colour(size), watch)
    assert isinstance(screen, GuessScreen)
    played, pegs = [row.guess for row in screen.now.rows], screen.view.rules.edition.pegs
    drawn = [place.peg for place in sorted(watch.pegs, key=lambda place: place.area[1::-1])]
    rows = {tuple(drawn[at : at + pegs]) for at in range(len(drawn))}
    least = min(place.area.width for place in watch.pegs)
    scrolls = f"{len(played) - 10:>2}" not in watch.texts
    first = min(number for number in range(1, 12) if f"{number:>2}" in watch.texts) - 1 if scrolls else 0
    assert (len(played), first <= 5) == (11, True)
    assert [row for row in played[first:] if row not in rows] == []
    assert {f"{number:>2}" for number in range(first + 1, 13)} <= set(watch.texts)
    assert least >= (elements.SCROLLED if scrolls and pegs <= 5 else elements.LEAST_ROOMY)


def test_twelve_rows_of_four_pegs_are_seen_on_the_smallest_display_with_room(watch: Watch) -> None:
    shown("guess-full", colour((128, 128)), watch)
    assert {f"{number:>2}" for number in range(1, 13)} <= set(watch.texts)


@pytest.mark.parametrize("size", TALL, ids=str)
def test_every_peg_is_on_the_page_and_seen_in_its_colour(size: Size) -> None:
    all_found = {shot.name: found(shot, colour(size)) for shot in SHOTS}
    assert {name: one.misplaced for name, one in all_found.items() if one.misplaced} == {}
    assert {name: one.shares for name, one in all_found.items() if min(one.shares, default=1) < LEAST_SHARE} == {}
    assert sum(len(one.shares) for one in all_found.values()) > 700


@pytest.mark.parametrize("style", ["letters", "faces"])
@pytest.mark.parametrize("size", [*TALL, (160, 128), (240, 320), (512, 256)], ids=str)
def test_rows_of_a_board_do_not_run_into_each_other(size: Size, style: str) -> None:
    page = page_for(Format(size, ColourMode.RGB), Translator("en"))
    area = Area(0, size[1] // 5, size[0], size[1] // 2)
    for edition, pegs, rows in product(EDITIONS, range(2, 9), (6, 10, 12, 20)):
        layout = columns(page, replace(edition, pegs=pegs, rows=rows), style, area, rows)
        if layout is None:
            continue
        places = [row_area(page, edition, pegs, layout.at(row)) for row in range(rows)]
        assert overlapping([Placed(place, None) for place in places]) == [], (edition.key, pegs, rows)
        assert max(place.right for place in places) <= area.right
        assert max(place.bottom for place in places) <= area.bottom


def row_area(page: DisplayPage, edition: Edition, pegs: int, at: tuple[drawing.Pegboard, int]) -> Area:
    """Return the area from the number of a row to its last key peg."""
    board, y = at
    marks = tuple(key_marks(Answer(pegs, 0), pegs))
    block = drawing.key_block_tile(key_look(page, edition.key_colour), marks, board.key, board.lines)
    top, height = y + min(0, (board.peg - block.height) // 2), max(board.peg, block.height)
    return Area(board.x, top, board.keys_left + block.width - board.x, height)


@pytest.mark.parametrize("size", TALL, ids=str)
def test_row_being_set_is_larger_than_the_rows_played_and_the_palette_has_every_colour(
    size: Size, watch: Watch
) -> None:
    for name in ("guess", "guess-shapes", "guess-hole", "guess-full", "tray-doubt", "wordless-rows"):
        screen, _ = shown(name, colour(size), watch)
        assert isinstance(screen, GuessScreen)
        sides = sorted({each.area.width for each in watch.pegs})
        assert [each.peg for each in watch.pegs if each.area.width == sides[-1]] == screen.entry.visible_pegs, name
        values = screen.view.rules.guesses.values
        lowest = max(each.area.y for each in watch.pegs)
        if name != "wordless-rows" or size in LARGE:
            assert [each.peg for each in watch.pegs if each.area.y == lowest] == [*range(values)], name


@pytest.mark.parametrize(("name", "least"), [("guess", 30), ("guess-full", 30), ("guess-last-row", 30)])
def test_row_being_set_has_pegs_of_three_millimetres_on_an_lcd_of_1_3_inches(
    name: str, least: int, watch: Watch
) -> None:
    shown(name, colour((240, 240)), watch)
    assert max(each.area.width for each in watch.pegs) >= least


# Key pegs


@pytest.mark.parametrize("key_colour", KeyColour)
@pytest.mark.parametrize("pegs", [3, 4, 5, 8])
@pytest.mark.parametrize("side", [3, 4, 6, 8, 13, 30])
def test_block_has_as_many_discs_and_rings_as_the_answer(side: int, pegs: int, key_colour: KeyColour) -> None:
    page = page_for(Format((240, 240), ColourMode.RGB), Translator("en"))
    right, _, panel = KEY_INKS[key_colour]
    for blacks, whites in product(range(pegs + 1), repeat=2):
        if blacks + whites <= pegs:
            marks = tuple(key_marks(Answer(blacks, whites), pegs))
            block = drawing.key_block_tile(key_look(page, key_colour), marks, side, 2)
            assert [islands(block, rgb, by_corners=True) for rgb in (right, WHITE)] == [blacks, whites]
            # A ring has the panel in it: one more area of that colour for each.
            assert islands(block, panel, by_corners=False) == 1 + whites


@pytest.mark.parametrize("mode", [ColourMode.RGB, ColourMode.GREYS])
@pytest.mark.parametrize("key_colour", KeyColour)
def test_key_pegs_are_seen_on_their_panel_in_colours_and_in_greys(key_colour: KeyColour, mode: ColourMode) -> None:
    for theme in THEMES:
        drawn = key_look(page_for(Format((240, 240), mode), Translator("en"), theme=theme), key_colour)
        panel, *kinds = (
            (value,) * 3 if isinstance(value, int) else value for value in (drawn.panel, drawn.right, drawn.elsewhere)
        )
        assert min(contrast(kind, panel) for kind in kinds) >= SEEN


@pytest.mark.parametrize("size", TALL, ids=str)
def test_every_answer_on_the_board_has_its_key_pegs(size: Size, watch: Watch) -> None:
    for name in ("guess", "guess-full", "guess-second-peg", "guess-marked"):
        screen, _ = shown(name, colour(size), watch)
        now = now_of(screen)
        assert now is not None
        answers = [(row.answer.blacks, row.answer.whites) for row in now.rows if row.answer is not None]
        assert watch.blocks == answers, name


@pytest.mark.parametrize("size", TALL, ids=str)
def test_answer_shows_the_row_and_its_key_pegs_under_their_numbers(size: Size, watch: Watch) -> None:
    for name in ("answer", "answer-five", "answer-eight", "answer-none", "answer-solved"):
        screen, _ = shown(name, colour(size), watch)
        assert isinstance(screen, AnswerScreen)
        assert [each.peg for each in watch.pegs] == [*screen.row], name
        assert watch.blocks[0] == (screen.keys.blacks, screen.keys.whites), name


# Scores


@pytest.mark.thorough
@pytest.mark.parametrize("language", DRAWN)
@pytest.mark.parametrize("size", TALL, ids=str)
def test_scores_and_round_are_always_seen(size: Size, language: str) -> None:
    all_found = {shot.name: found(shot, colour(size, language)) for shot in SHOTS}
    assert {name: one.missing for name, one in all_found.items() if one.missing} == {}
    assert {one.kind for one in all_found.values() if one.missing is not None} >= set(WITH_SCORES)


# Themes


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_every_peg_is_seen_in_every_theme(edition: Edition, theme: str) -> None:
    palette = Palette(ColourMode.RGB, theme)
    background = palette.pixel(Ink.BACKGROUND)
    assert isinstance(background, tuple)
    page = page_for(Format((240, 240), ColourMode.RGB), Translator("en"), theme=theme)
    for each, letter in ((each, each.letter("en")) for each in edition.colours):
        for tile in (
            drawing.lettered(look(page, each.rgb), letter, 40),
            drawing.shaped(look(page, each.rgb), PICTURES[each.shape], 40),
        ):
            found = {value: count for count, value in tile.getcolors(1600) or []}
            clear = [count for rgb, count in found.items() if contrast(rgb, background) >= SEEN]  # type: ignore[arg-type]
            assert found[each.rgb] >= LEAST_SHARE * 1600
            assert sum(clear) >= 100, (each.name.english, theme)


def test_peg_in_the_colour_of_the_background_has_an_outline() -> None:
    page = page_for(Format((240, 240), ColourMode.RGB), Translator("en"))
    dim = page.palette.pixel(Ink.DIM)
    for tile in (
        drawing.lettered(look(page, (0, 0, 0)), "N", 30),
        drawing.shaped(look(page, (0, 0, 0)), "#" * 81, 30),
    ):
        assert {value: count for count, value in tile.getcolors(900) or []}[dim] > 30


# Presses


def touched(page: DisplayPage, area: Area) -> tuple[Button, ...]:
    return page.presses_at(area.x + area.width // 2, area.y + area.height // 2)


@pytest.mark.parametrize("size", TALL, ids=str)
@pytest.mark.parametrize("name", ["guess", "guess-first", "guess-hole", "secret", "kept-show"])
def test_click_on_a_peg_of_the_palette_sets_it(name: str, size: Size, watch: Watch) -> None:
    screen, page = shown(name, colour(size), watch)
    assert isinstance(screen, GuessScreen | SecretScreen) or name == "kept-show"
    values = screen.entry.values  # type: ignore[attr-defined]
    clicks = [touched(page, each.area) for each in watch.pegs[-values:]]
    if name not in ("secret", "kept-show"):
        lowest = max(each.area.y for each in watch.pegs)
        palette = [each for each in watch.pegs if each.area.y == lowest]
        clicks = [touched(page, each.area) for each in palette]
    for peg, presses in enumerate(clicks):
        screen, page = shown(name, colour(size), watch)
        for button in presses:
            screen.press(button)
        assert screen.entry.peg == peg  # type: ignore[attr-defined]
        assert len(presses) <= values // 2 + 1


@pytest.mark.parametrize("size", TALL, ids=str)
def test_click_on_the_row_being_set_moves_the_cursor_there(size: Size, watch: Watch) -> None:
    screen, page = shown("guess-second-peg", colour(size), watch)
    assert isinstance(screen, GuessScreen)
    largest = max(each.area.width for each in watch.pegs)
    places = [touched(page, each.area) for each in watch.pegs if each.area.width == largest]
    assert places == [(Button.LEFT,), (Button.UP,), (Button.RIGHT,), (Button.RIGHT, Button.RIGHT)]


@pytest.mark.parametrize("size", TALL, ids=str)
def test_change_of_a_colour_changes_few_rows_of_pixels(size: Size, watch: Watch) -> None:
    screen, before = shown("guess-full", colour(size), watch)
    screen.press(Button.UP)
    _, after = shown("guess-full", colour(size), watch)
    again = colour(size).page(after.translator)
    screen.draw(again)
    rows = [row for row in range(size[1]) if rows_of(before, row) != rows_of(again, row)]
    assert 0 < len(rows) <= size[1] // 3


def rows_of(page: DisplayPage, row: int) -> bytes:
    return page.image.crop((0, row, page.width, row + 1)).tobytes()


def test_displays_without_room_have_neither_palette_nor_scores(watch: Watch) -> None:
    for size in ((128, 64), (128, 32), (256, 128)):
        screen, _ = shown("guess", Stand("en", size), watch)
        assert isinstance(screen, GuessScreen)
        rows = len(watch.pegs) // 4
        assert (len(watch.pegs) % 4, rows <= 5, watch.blocks) == (0, True, [])
        assert [text for text in watch.texts if "Maxi" in text] == []


@pytest.mark.parametrize("size", [(240, 240), (320, 240)])
def test_tick_after_a_row_being_set_is_inside_its_field(size: Size) -> None:
    page = page_for(Format(size, ColourMode.RGB), Translator("en"))
    field = Area(100, 100, 40, 40)
    elements.EntryRow(EDITIONS[0], "letters", (0,), 0, 1)._draw_tick(page, field)
    drawn = ImageChops.difference(page.image, Image.new("RGB", size, page.image.getpixel((0, 0)))).getbbox()
    assert drawn is not None
    left, top, right, bottom = drawn
    assert (left >= field.x, top >= field.y, right <= field.right, bottom <= field.bottom) == (True,) * 4


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
@pytest.mark.parametrize("played", [0, 1, 5])
def test_page_of_lines_with_room_has_the_whole_board(edition: Edition, played: int) -> None:
    rows = tuple(elements.BoardRow(number, (0,) * edition.pegs, Answer(0, 0)) for number in range(1, played + 1))
    entry = elements.EntryRow(edition, "letters", (None,) * edition.pegs, 0, len(edition.colours))
    board = elements.GuessBoard(rows, entry, "")
    page = TextPage(Translator("en"), is_tall=True)
    page.add(board)
    *lines, letters = page.lines
    assert [line.strip("> ").split(".")[0] for line in lines] == [str(row) for row in range(1, edition.rows + 1)]
    assert {line.index(".") for line in lines} == {2 + len(str(edition.rows))}
    assert [line.startswith(">") for line in lines].index(True) == played
    assert letters == drawing.letters_words(edition, Translator("en"), len(edition.colours))
