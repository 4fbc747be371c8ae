from companion.i18n.translator import Translator, Verbatim
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.page import ListRow

ROWS = [ListRow(Verbatim("one")), ListRow(Verbatim("two")), ListRow(Verbatim("three"))]


def page(at: int | None, pointed: bool) -> DisplayPage:
    drawn = DisplayPage((128, 64), Translator())
    drawn.rows(ROWS, at, pointed=pointed)
    return drawn


def changed(pointed: bool) -> int:
    """Return how many of the picture's bytes change when the cursor goes down a row."""
    before, after = page(0, pointed).image.tobytes(), page(1, pointed).image.tobytes()
    return sum(one != other for one, other in zip(before, after, strict=True))


def test_pointer_stands_before_the_row_of_the_cursor() -> None:
    without, first = page(None, True), page(0, True)
    box = [
        (x, y) for x in range(128) for y in range(64) if without.image.getpixel((x, y)) != first.image.getpixel((x, y))
    ]
    assert {x for x, _ in box} == {0, 1, 2, 3}
    assert {y for _, y in box} <= set(range(11))


def test_pointer_changes_a_tenth_of_what_an_inverted_row_does() -> None:
    assert 0 < changed(pointed=True) * 10 <= changed(pointed=False)
