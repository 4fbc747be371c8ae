from companion.i18n.translator import Translator, Verbatim
from companion.ui.core.elements import Answers, Gauge
from companion.ui.core.page import ListRow, Scroll
from companion.ui.core.text_page import TextPage


def page() -> TextPage:
    return TextPage(Translator("en"))


def test_hints_for_tall_displays_are_not_written() -> None:
    text = TextPage(Translator("en"))
    text.hints("OK: go on", tall=True)
    assert text.lines == []


def test_hints_come_after_everything_and_a_banner_after_them() -> None:
    text = page()
    text.title(Verbatim("Zoé"), "1/2")
    text.hints("", "OK: go on")
    text.banner("No.")
    text.paragraph(Verbatim("one\ntwo"))
    assert text.lines == ["Zoé | 1/2", "one", "two", "OK: go on", "No."]


def test_row_under_the_cursor_has_a_mark() -> None:
    text = page()
    text.rows([ListRow(Verbatim("one"), Verbatim("1")), ListRow(Verbatim("two"))], 1)
    assert text.lines == ["  one: 1", "> two"]


def test_all_rows_of_a_long_list_are_written() -> None:
    text = page()
    text.rows([ListRow(Verbatim(str(number))) for number in range(50)])
    assert len(text.lines) == 50


def test_element_is_written_in_its_words() -> None:
    text = page()
    text.add(Gauge("60 %", 0.6))
    text.add(Answers(Verbatim("Really?"), (Verbatim("Yes"), Verbatim("No")), 1))
    assert text.lines == ["60 %", "Really?", "  Yes", "> No"]


def test_part_without_words_is_named() -> None:
    text = page()
    text.add(Gauge("", 0.6))
    text.paragraph("")
    assert text.silent == ["Gauge", "paragraph"]


def test_scrolling_stays_within_the_element() -> None:
    scroll = Scroll(9)
    assert (scroll.view(10, 4), scroll.top) == (range(6, 10), 6)
    scroll.top = -1
    assert (scroll.view(10, 4), scroll.top) == (range(4), 0)
    assert scroll.view(2, 4) == range(2)
