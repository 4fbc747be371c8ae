import string
from pathlib import Path

import pytest
from PIL import Image

from companion.games.pegs.edition import Shape
from companion.i18n.translator import Translator
from companion.ui.core import font as fonts
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.font import CHARACTERS, Font, font
from companion.ui.core.pixel_page import Face
from companion.ui.games.pegs.drawing import SHAPE_CHARACTERS

NAMES = ("5x8", "6x10", "7x13B", "8x13B", "10x20", "14x28B")


def drawn(text: str, name: str = "6x10") -> bytes:
    image = Image.new("1", (80, 28))
    font(name).draw(image, 0, 0, text)
    return image.tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_every_character_has_ink(name: str) -> None:
    blank = drawn(" ", name)
    without = [character for character in CHARACTERS if drawn(character, name) == blank]
    # Besides the spaces: the soft hyphen of Latin-1, which is seen at the end of a line only.
    assert [character for character in without if not character.isspace()] in ([], ["\u00ad"])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("character", "éèêàçùûîïôœÉÀ«»…→✓")
def test_character_of_french_is_its_own(name: str, character: str) -> None:
    assert drawn(character, name) != drawn("\u25af", name)


@pytest.mark.parametrize("name", NAMES)
def test_letters_and_digits_differ(name: str) -> None:
    signs = string.ascii_letters + string.digits + "éèêëàâçùûüîïôöœÉÈÀÇ"
    assert len({drawn(sign, name) for sign in signs}) == len(signs)


def test_letter_with_a_mark_that_no_sheet_has_is_drawn_bare() -> None:
    assert drawn("\u0218") == drawn("S")


def test_character_that_no_sheet_has_is_drawn_as_a_box() -> None:
    assert drawn("\u4e2d") == drawn("\u25af")


def test_drawing_returns_where_the_next_text_goes() -> None:
    assert font("7x13B").draw(Image.new("1", (80, 24)), 3, 0, "abc") == 3 + 3 * 7


def test_measure_is_as_wide_as_what_is_drawn() -> None:
    assert font("8x13B").measure("MMM") == 24


def test_enlarged_font_has_two_pixels_for_one() -> None:
    small, large = Image.new("1", (6, 10)), Image.new("1", (12, 20))
    Font("6x10").draw(small, 0, 0, "g")
    Font("6x10", 2).draw(large, 0, 0, "g")
    assert large.resize((6, 10), Image.Resampling.NEAREST).tobytes() == small.tobytes()


def test_ink_of_zero_puts_pixels_out() -> None:
    lit = Image.new("1", (6, 10), 1)
    font("6x10").draw(lit, 0, 0, "\u25a0", ink=0)
    assert lit.getpixel((2, 4)) == 0


@pytest.mark.parametrize("name", NAMES)
def test_sheet_is_named_after_its_cells(name: str) -> None:
    face = font(name)
    assert Face(name).cell == (face.width, face.height)


def test_smoothed_font_has_the_size_of_the_one_with_steps_and_other_edges() -> None:
    steps, smooth = (Image.new("1", (40, 80)) for _ in range(2))
    Font("10x20", 4).draw(steps, 0, 0, "S")
    Font("10x20", 4, is_smooth=True).draw(smooth, 0, 0, "S")
    assert steps.tobytes() != smooth.tobytes()
    assert Font("10x20", 4, is_smooth=True).width == Font("10x20", 4).width


@pytest.mark.parametrize("name", NAMES)
def test_sheet_is_small(name: str) -> None:
    assert (fonts.FOLDER / f"{name}.pbm").stat().st_size < 25_000


def test_only_fonts_that_are_used_are_read() -> None:
    fonts._cached.cache_clear()
    DisplayPage((128, 64), Translator()).text(0, 0, "one font")
    assert fonts._cached.cache_info().currsize == 1


def test_sheet_of_another_format_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd.pbm").write_bytes(b"P1\n1 1\n0")
    monkeypatch.setattr(fonts, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="expected a sheet in raw PBM, got b'P1'"):
        Font("odd")


def test_sign_takes_two_cells_and_its_picture_fits_them() -> None:
    heart = SHAPE_CHARACTERS[Shape.HEART]
    for name in NAMES:
        face = font(name)
        image = Image.new("1", (4 * face.width, face.height))
        assert face.draw(image, face.width, 0, f"{heart}\u00a0") == 3 * face.width
        left, _, right, _ = image.getbbox() or (0, 0, 0, 0)
        assert face.width <= left < right <= 3 * face.width
        assert right - left > face.width


def test_no_break_spaces_are_blank_and_as_wide_as_a_space() -> None:
    assert drawn("\u00a0") == drawn("\u202f") == drawn(" ")


@pytest.mark.parametrize("capital", "ÀÂÉÈÊËÎÏÔÖÙÛÜÑ")
def test_accent_of_a_capital_does_not_touch_the_letter(capital: str) -> None:
    image = Image.new("1", (6, 10))
    font("6x10").draw(image, 0, 0, capital)
    lit = [image.crop((0, y, 6, y + 1)).getbbox() is not None for y in range(10)]
    first = lit.index(True)
    gap = lit.index(False, first)
    assert (gap, lit[gap + 1 : 8]) == (2, [True] * 5)
