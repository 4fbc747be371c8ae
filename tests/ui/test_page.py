from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.translator import Translator, Verbatim
from companion.ui.core import font as fonts
from companion.ui.core.canvas import Area
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.font import font
from companion.ui.core.ink import Ink
from companion.ui.core.notice import draw_splash
from companion.ui.core.page import Doing, ListRow
from companion.ui.core.pixel_page import LOW, style_for

LONG = "a text that is far too long for one line"


@pytest.fixture
def page() -> DisplayPage:
    return DisplayPage((128, 64), Translator())


def picture(page: DisplayPage, area: Area | None = None) -> bytes:
    area = area or page.whole
    return page.image.crop((area.x, area.y, area.right, area.bottom)).tobytes()


def test_small_display_has_room_for_six_lines_of_21(page: DisplayPage) -> None:
    for line in range(6):
        page.text(0, line * page.body.height, "W" * 21)
    assert page.cut == []


def test_text_that_is_too_wide_is_cut(page: DisplayPage) -> None:
    page.text(0, 0, "W" * 22)
    assert page.cut == ["W" * 22]


def test_text_that_is_too_low_is_cut(page: DisplayPage) -> None:
    page.text(0, 55, "x")
    assert page.cut == ["x"]


def test_text_wider_than_its_room_is_cut(page: DisplayPage) -> None:
    page.text(0, 0, "four", room=23)
    assert page.cut == ["four"]


def test_text_returns_where_the_next_one_goes(page: DisplayPage) -> None:
    assert page.text(10, 0, "four") == 34


def test_text_in_the_ink_of_the_background_is_dark_on_a_lit_ground(page: DisplayPage) -> None:
    page.fill(page.whole)
    page.text(0, 0, "\u25a0", ink=Ink.BACKGROUND)
    assert (page.image.getpixel((0, 0)), page.image.getpixel((2, 4))) == (1, 0)


def test_centred_text_has_the_same_room_at_both_sides(page: DisplayPage) -> None:
    page.draw_centred(0, "\u25a0" * 3, page.body)
    left, _, right, _ = page.image.getbbox() or (0, 0, 0, 0)
    assert abs(left - (128 - right)) <= 1


def test_right_text_ends_before_its_edge(page: DisplayPage) -> None:
    assert page.right(100, 0, "abc") == 100 - 18


def test_right_text_without_room_is_cut(page: DisplayPage) -> None:
    page.right(20, 0, "abcd")
    assert page.cut == ["abcd"]


def test_name_is_shortened_with_an_ellipsis(page: DisplayPage) -> None:
    assert page.fit("Bartholomew", 8 * 6) == "Barthol…"


def test_name_that_has_room_stays_whole(page: DisplayPage) -> None:
    assert page.fit("Zoé", 3 * 6) == "Zoé"


@given(st.text(max_size=20), st.integers(0, 130))
def test_fitted_name_has_room(name: str, width: int) -> None:
    page = DisplayPage((128, 64), Translator())
    assert page.body.measure(page.fit(name, width)) <= max(width, page.body.width)


def test_shortened_name_is_not_counted_as_cut(page: DisplayPage) -> None:
    page.label(0, 0, Verbatim(LONG), 60)
    assert page.cut == []


def test_label_that_is_no_name_is_cut(page: DisplayPage) -> None:
    page.label(0, 0, LONG, 60)
    assert page.cut == [LONG]


def test_paragraph_that_fits_is_not_cut(page: DisplayPage) -> None:
    page.draw_wrapped(page.whole, LONG)
    assert page.cut == []


def test_paragraph_with_too_many_lines_is_cut(page: DisplayPage) -> None:
    page.draw_wrapped(Area(0, 0, 128, 10), LONG)
    assert page.cut == [LONG]


def test_paragraph_with_a_word_that_is_too_long_is_cut(page: DisplayPage) -> None:
    page.draw_wrapped(Area(0, 0, 24, 60), "too-long wordiness")
    assert page.cut == ["too-long wordiness"]


def test_paragraph_returns_its_bottom(page: DisplayPage) -> None:
    assert page.draw_wrapped(Area(0, 5, 128, 50), LONG) == 5 + 2 * 10


def test_paragraph_takes_a_smaller_font_rather_than_being_cut() -> None:
    page = DisplayPage((128, 64), Translator(), style_for((128, 64), large_text=True))
    face, _, _ = page.lay_out(Area(0, 0, 128, 20), LONG)
    assert (face.name, page.body.name) == ("6x10", "7x13B")


def test_text_that_fits_in_no_font_of_the_page_takes_the_smallest_one(page: DisplayPage) -> None:
    assert page.draw_wrapped(Area(0, 0, 128, 16), LONG) == 2 * 8
    assert page.cut == []
    assert page.draw_wrapped(Area(0, 0, 100, 16), LONG) > 0
    assert page.cut == [LONG]


def test_paragraph_without_room_is_the_shorter_text(page: DisplayPage) -> None:
    page.take_top(54)
    short = DisplayPage((128, 64), Translator())
    short.take_top(54)
    short.paragraph("short")
    page.paragraph(LONG, "short")
    assert (page.cut, picture(page, page.free)) == ([], picture(short, short.free))


def test_paragraph_with_room_is_the_whole_text(page: DisplayPage) -> None:
    whole = DisplayPage((128, 64), Translator())
    whole.paragraph(LONG)
    page.paragraph(LONG, "short")
    assert picture(page, page.free) == picture(whole, whole.free)


def test_title_takes_the_top_off_what_is_free(page: DisplayPage) -> None:
    page.title("Yes")
    assert page.free == Area(0, 11, 128, 53)


def test_title_that_is_too_long_is_cut(page: DisplayPage) -> None:
    page.title(f"{LONG}, {LONG}")
    assert page.cut == [f"{LONG}, {LONG}"]


def test_title_leaves_room_for_what_stands_beside(page: DisplayPage) -> None:
    page.title(Verbatim("W" * 21), beside="3/12")
    short = DisplayPage((128, 64), Translator())
    short.title(Verbatim("W"), beside="3/12")
    right = Area(97, 0, 31, 11)
    assert picture(page, right) == picture(short, right)


def test_hints_take_the_bottom_off_what_is_free(page: DisplayPage) -> None:
    page.hints("OK: yes")
    assert page.free == Area(0, 0, 128, 53)


def test_hints_without_a_gap_have_a_line_each(page: DisplayPage) -> None:
    page.hints("W" * 11, "W" * 10)
    assert (page.cut, page.height - page.free.height) == ([], 2 * page.hint.height + 1)


def test_hint_with_a_word_that_is_longer_than_a_line_is_cut(page: DisplayPage) -> None:
    page.hints("W" * 22 + " W", "OK")
    assert page.cut == ["W" * 22 + " W"]


def test_hints_for_tall_displays_are_on_no_other(page: DisplayPage) -> None:
    before = picture(page)
    page.hints("OK: yes", tall=True)
    assert (picture(page), page.free) == (before, page.whole)


@pytest.mark.parametrize(
    ("texts", "seen"),
    [
        (("abc", "def", "OK: yes"), ["abc", "def", "OK: yes"]),
        (("a" * 9, "b" * 9, "OK: yes"), ["a" * 9, "OK: yes"]),
        (("a" * 18, "b" * 9, "OK: yes"), ["OK: yes"]),
    ],
)
def test_hints_that_do_not_fit_on_a_tall_display_give_way_to_the_last(texts: tuple[str, ...], seen: list[str]) -> None:
    expected, tall = (DisplayPage((128, 128), Translator()) for _ in range(2))
    tall.hints(*texts, tall=True)
    expected.hints(*(seen if len(seen) > 1 else ["", *seen]))
    assert (picture(tall), tall.cut) == (picture(expected), [])


def test_low_display_spares_no_line_for_hints() -> None:
    page = DisplayPage((128, LOW - 1), Translator())
    page.hints("OK: yes")
    assert page.free == page.whole


def test_row_under_the_cursor_is_inverted(page: DisplayPage) -> None:
    page.rows([ListRow("a"), ListRow("b")], at=1)
    assert [page.image.getpixel((120, y)) for y in (5, 15)] == [0, 1]


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (256, 128)])
@pytest.mark.parametrize("large_text", [False, True])
@pytest.mark.parametrize("label", ["\u00c9teindre", "Zo\u00e9", "Menu"])
@pytest.mark.parametrize("at", [0, 1])
def test_accent_of_the_row_under_the_cursor_stands_in_the_light(
    size: tuple[int, int], large_text: bool, label: str, at: int
) -> None:
    page = DisplayPage(size, Translator(), style_for(size, large_text))
    page.title("Title")
    free = page.free
    page.rows([ListRow("Menu"), ListRow(label)] if at else [ListRow(label), ListRow("Menu")], at)
    middle = size[0] // 2
    top = next(y for y in range(free.y, size[1]) if page.image.getpixel((middle, y)))
    # A dark row stays between the bar and the title.
    assert top > free.y
    visible, spare = divmod(free.height, page.body.height)
    # Where no row is left for it, the accent of the first one stays at the edge.
    if spare > 1 or (at == 1 and visible > 1):
        assert all(page.image.getpixel((x, top)) for x in range(1, middle))


def test_list_without_cursor_inverts_nothing(page: DisplayPage) -> None:
    page.rows([ListRow("a"), ListRow("b")])
    assert [page.image.getpixel((120, y)) for y in (5, 15)] == [0, 0]


def test_list_scrolls_to_the_cursor(page: DisplayPage) -> None:
    rows = [ListRow(Verbatim(str(number))) for number in range(20)]
    page.rows(rows, at=19)
    expected = DisplayPage((128, 64), Translator())
    expected.rows(rows[14:], at=5)
    text = Area(0, 0, 100, 64)
    assert picture(page, text) == picture(expected, text)


def test_list_with_room_for_all_shows_no_scroll_mark(page: DisplayPage) -> None:
    page.rows([ListRow("a")] * 6)
    assert not page.image.crop((126, 0, 128, 64)).getbbox()


def test_list_that_scrolls_shows_where_it_is(page: DisplayPage) -> None:
    page.rows([ListRow("a")] * 12, at=11)
    assert [page.image.getpixel((126, y)) for y in (10, 60)] == [0, 1]


@pytest.mark.parametrize(("large_text", "visible"), [(False, 9), (True, 7)])
def test_list_on_240_pixels_shows_seven_to_nine_rows_with_space_between(large_text: bool, visible: int) -> None:
    page = DisplayPage((240, 240), Translator(), style_for((240, 240), large_text))
    page.title("Settings")
    page.rows([ListRow("\u25a0")] * 20)
    lit = [bool(page.image.getpixel((page.margin + page.body.width // 2, y))) for y in range(page.free.y, 240)]
    assert sum(now and not before for before, now in pairwise([False, *lit])) == visible


def test_first_page_of_a_large_display_reads_one_sheet() -> None:
    fonts._cached.cache_clear()
    draw_splash(DisplayPage((240, 240), Translator()))
    assert fonts._cached.cache_info().currsize == 1


def test_row_takes_a_smaller_font_rather_than_being_cut() -> None:
    page = DisplayPage((128, 64), Translator(), style_for((128, 64), large_text=True))
    page.rows([ListRow("W" * 12, "W" * 7)])
    assert page.cut == []


def test_title_that_is_longer_than_a_line_has_two(page: DisplayPage) -> None:
    page.title("W" * 15 + " " + "W" * 6)
    assert (page.cut, page.free.y) == ([], 2 * page.head.height + 1)


def test_title_that_is_longer_than_two_lines_is_cut(page: DisplayPage) -> None:
    page.title("W" * 15 + " " + "W" * 15 + " " + "W" * 15)
    assert page.cut != []


def test_row_without_room_for_its_value_has_two_lines(page: DisplayPage) -> None:
    page.rows([ListRow("W" * 15, "W" * 6), ListRow("Yes")], 1)
    assert (page.cut, page.cursor.y // page.body.height) == ([], 2)


def test_row_with_two_lines_is_seen_wherever_the_cursor_is() -> None:
    for at in range(9):
        page = DisplayPage((128, 64), Translator())
        page.rows([ListRow("W" * 15, "W" * 6)] * 9, at)
        assert (page.cut, page.cursor.height, page.cursor.bottom <= page.height) == ([], 2 * page.body.height, True)


def test_list_without_a_cursor_that_has_no_room_is_cut(page: DisplayPage) -> None:
    page.rows([ListRow("W" * 15, "W" * 6)] * 4)
    assert page.cut == ["W" * 15]


def test_banner_covers_the_lower_part_only(page: DisplayPage) -> None:
    page.fill(page.whole)
    page.banner("No.")
    top = Area(0, 0, 128, 64 - 13)
    assert picture(page, top) == b"\xff" * (16 * top.height)


@pytest.mark.parametrize("height", [32, 64])
def test_banner_has_room_for_63_characters_on_three_lines(height: int) -> None:
    page = DisplayPage((128, height), Translator())
    page.banner(" ".join(["W" * 21] * 3)[:65])
    assert page.cut == []


@pytest.mark.parametrize(
    ("size", "large_text", "body"),
    [
        ((128, 64), False, "6x10"),
        ((128, 64), True, "7x13B"),
        ((128, 32), True, "7x13B"),
        ((256, 128), False, "8x13B"),
        ((256, 128), True, "10x20"),
    ],
)
def test_body_font_follows_size_and_setting(size: tuple[int, int], large_text: bool, body: str) -> None:
    assert DisplayPage(size, Translator(), style_for(size, large_text)).body is font(body)


def test_title_of_a_player_without_room_has_the_label_of_the_player(page: DisplayPage) -> None:
    def titled(name: str) -> bytes:
        page = DisplayPage((128, 64), Translator())
        page.title(Doing("{name} knocks down", name, "M2"), "0:59")
        assert page.cut == []
        return picture(page)

    assert titled("Maximilien") == titled("M2")
    assert titled("A2") != titled("M2")


@pytest.mark.parametrize("size", [(128, 64), (240, 240)])
@pytest.mark.parametrize("at", range(4))
def test_banner_does_not_cover_the_line_under_the_cursor(size: tuple[int, int], at: int) -> None:
    page = DisplayPage(size, Translator("en"), style_for(size))
    page.title("Play")
    page.rows([ListRow(Verbatim(f"Game {number}")) for number in range(4)], at)
    before = page.image.crop((0, page.cursor.y, size[0], page.cursor.bottom)).tobytes()
    page.banner("Find 4 hidden pegs in at most 10 rows.")
    assert page.image.crop((0, page.cursor.y, size[0], page.cursor.bottom)).tobytes() == before


def test_title_keeps_its_label_while_what_stands_beside_it_changes() -> None:
    shown = []
    for beside in ("red", "orange"):
        page = DisplayPage((128, 64), Translator("en"))
        page.title(Doing("{name} sets", "Maximilian", "M", beside=len("orange")), beside)
        shown.append(page.image.crop((0, 0, 60, 12)).tobytes())
    assert shown[0] == shown[1]


HELP = "Each player says how many dark and light panels to take, or chance does."


@pytest.mark.parametrize("at", range(4))
def test_long_help_on_a_low_display_stands_under_the_line_it_is_about(at: int) -> None:
    page = DisplayPage((128, 32), Translator())
    page.title("Title")
    page.rows([ListRow(Verbatim(name)) for name in ("Alpha", "Beta", "Gamma", "Delta")], at)
    line = page.cursor
    seen = page.image.crop((line.x, line.y + 1, line.right, line.y + 9))
    page.banner(HELP)
    assert page.image.crop((line.x, 0, line.right, 8)) == seen
    assert (page.cut, page.presses_at(64, 4)) == ([], ())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("You found the code!", "You found the code!\nOK: play now"),
        (
            "Two lines in the larger font, and a smaller one.",
            "Two lines in the larger font, and a smaller one.\nOK: play now",
        ),
        ("A sentence of four lines that fill the page in the smallest font as well, so no key.",) * 2,
    ],
)
def test_low_display_says_the_key_of_a_sentence_that_leaves_a_line_free(words: str, said: str) -> None:
    page, expected = DisplayPage((128, 32), Translator()), DisplayPage((128, 32), Translator())
    page.hints("", "OK: play now")
    page.paragraph(Verbatim(words))
    expected.paragraph(Verbatim(said))
    assert (page.image, page.cut) == (expected.image, [])


def test_banner_that_is_too_long_for_the_page_is_cut_and_leaves_the_page_standing(page: DisplayPage) -> None:
    page.rows([ListRow(Verbatim(f"Game {number}")) for number in range(4)], 3)
    page.banner("far too long " * 40)
    assert page.cut == ["far too long " * 40]
