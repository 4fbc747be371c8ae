"""QR codes are read by two decoders: from the frame, from photos of the panel and from the window's screenshot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PIL.Image import Image, Resampling, new

pytest.importorskip("cv2", reason="expected opencv-python-headless, which has no wheel for this machine")

from companion.box import ColourMode, Format
from companion.devices.window.glass import BORDER, Glass
from companion.games.contract import TrayReadable
from companion.i18n.translator import Translator, Verbatim, languages
from companion.ui.core.canvas import Area, Size
from companion.ui.core.display_page import page_for
from companion.ui.core.elements import Pattern, qr_modules
from companion.ui.core.ink import THEMES
from companion.ui.core.squares import Column, Shared, Squares
from companion.ui.games.shared.match import OpenedScreen, SealScreen
from tests.support import qr
from tests.support.flow import CATALOGUE
from tests.support.panels import PANELS

SIZES = sorted({panel.size for panel in PANELS} | {(96, 32), (96, 64), (160, 80), (256, 64)})


def enlarged(picture: Image) -> qr.Pixels:
    return qr.pixels(picture.resize((picture.width * 4, picture.height * 4), Resampling.NEAREST))


@pytest.mark.parametrize("line", [qr.LINE, qr.LONGEST])
@pytest.mark.parametrize("size", SIZES)
def test_code_is_read_from_the_frame_of_every_panel(size: Size, line: str) -> None:
    shown = qr.frame(size, line)
    assert [qr.read_with_zxing(qr.pixels(shown)), qr.read_with_opencv(enlarged(shown))] == [line] * 2


def test_line_of_every_edition_fits_the_second_version_of_qr_codes() -> None:
    editions = [game.edition for game in CATALOGUE if isinstance(game, TrayReadable)]
    lines = [f"BOX99 {'R' * edition.pegs} {edition.key.upper()} 2611230830 ABCDEFGHIJKLM" for edition in editions]
    assert {len(qr_modules(line)) for line in [*lines, "BOX78 D11 CODA 2611230830 ABCDEFGHIJKLM"]} == {25}


@pytest.mark.parametrize("decode", qr.DECODERS)
def test_code_is_read_from_simulated_photos(decode: Callable[[qr.Pixels], str]) -> None:
    taken = qr.photos(qr.pixels(qr.frame((128, 64), qr.LINE)), 25)
    assert sum(decode(photo) == qr.LINE for photo in taken) >= 24


def test_simulated_photos_show_when_a_code_has_no_quiet_zone() -> None:
    """Fails if the photos are so easy that they would pass anything."""
    bare = qr.pixels(qr.frame((128, 64), qr.LINE)).copy()
    bare[:7] = bare[57:] = bare[:, :7] = bare[:, 57:] = 0
    assert [photo for photo in qr.photos(bare, 5) if qr.read_with_opencv(photo)] == []


@pytest.mark.parametrize("decode", qr.DECODERS)
@pytest.mark.parametrize("mode", [ColourMode.MONO, ColourMode.RGB])
@pytest.mark.parametrize("pitch", [2.3, 3, 4, 5, 6, 8, 10])
def test_code_is_read_from_the_glass_of_the_window(
    pitch: float, mode: ColourMode, decode: Callable[[qr.Pixels], str]
) -> None:
    shown = qr.frame((128, 64), qr.LINE, mode)
    ground = new("RGB", (round((128 + 2 * BORDER) * pitch), round((64 + 2 * BORDER) * pitch)), (10, 12, 16))
    assert decode(qr.pixels(Glass(ground, shown.size).lit(shown, 1.0))) == qr.LINE


@pytest.mark.parametrize("level", [0.3, 0.65])
def test_code_is_read_from_a_dimmed_glass(level: float) -> None:
    shown = qr.frame((128, 64), qr.LINE)
    glass = Glass(new("RGB", ((128 + 2 * BORDER) * 5, (64 + 2 * BORDER) * 5)), shown.size)
    assert qr.read_with_zxing(qr.pixels(glass.lit(shown, level))) == qr.LINE


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("size", "scale"), [((240, 240), 6), ((320, 240), 7)])
def test_large_panel_has_the_quiet_zone_of_the_standard_in_every_theme(size: Size, scale: int, theme: str) -> None:
    shown = qr.frame(size, qr.LINE, ColourMode.RGB, theme)
    # The first row of modules, which begins with the upper edge of a finder pattern.
    row = qr.pixels(shown)[4 * scale].tolist()
    light, dark = row.index(255), row.index(0, row.index(255))
    assert (dark - light, row.index(255, dark) - dark) == (4 * scale, 7 * scale)
    assert qr.read_with_zxing(qr.pixels(shown)) == qr.LINE


ROWS = "\n".join(["Codemaker Mastermind X/10", *["\U0001f7e9\U0001f7e8\u2b1b\u2b1b"] * 10])
"""The result of ten rows of four pegs."""


@pytest.mark.parametrize("size", [(128, 96), (128, 128), (240, 240), (320, 240)])
def test_squares_of_a_result_are_read_from_a_display_with_room(size: Size) -> None:
    page = page_for(Format(size, ColourMode.RGB), Translator("en"))
    page.add(Shared(ROWS))
    assert qr.read_with_zxing(enlarged(page.image)) == ROWS


@pytest.mark.parametrize("size", [(128, 32), (128, 64), (256, 64)])
def test_display_without_room_for_the_code_draws_the_squares(size: Size) -> None:
    other = ROWS.replace("\U0001f7e9", "\u2b1b")
    pages = [page_for(Format(size, ColourMode.MONO), Translator("en")) for _ in range(2)]
    for page, rows in zip(pages, (ROWS, other), strict=True):
        page.add(Shared(rows))
    drawn = [page.image.convert("L").histogram()[255] for page in pages]
    assert drawn[0] > drawn[1] + 10 * 4, drawn
    assert pages[0].cut == []


@pytest.mark.parametrize("size", [(128, 64), (128, 128), (240, 240), (320, 240)])
@pytest.mark.parametrize("secret", ["RGBY MASTERMIND", "ROYGB AMBASSADOR", "ROYGBPIT SUPERMASTERMIND", "R MASTERMIND"])
def test_seal_beside_the_code_is_not_cut(size: Size, secret: str) -> None:
    page = page_for(Format(size, ColourMode.RGB), Translator("en"))
    OpenedScreen(f"BOX1 {secret} 2611230830 ABCDEFGHIJKLM").draw(page)
    assert page.cut == []


@pytest.mark.parametrize("size", [(128, 32), (128, 64), (128, 128), (240, 240), (320, 240)])
def test_lines_beside_the_code_are_drawn_on_every_display(size: Size) -> None:
    def drawn(*beside: str) -> bytes:
        page = page_for(Format(size, ColourMode.RGB), Translator("en"))
        page.add(Pattern(qr_modules(qr.LINE), "", beside))
        return page.image.tobytes()

    assert drawn("Seal", "ABCD") != drawn("Seal", "EFGH")


SEAL = "24NI-OJ5J-UWCI-7LBQ"


@pytest.mark.parametrize("size", [size for size in SIZES if size[1] >= 128])
@pytest.mark.parametrize("language", languages())
def test_seal_of_a_code_in_play_is_scanned(size: Size, language: str) -> None:
    page = page_for(Format(size, ColourMode.RGB), Translator(language))
    SealScreen([SEAL]).draw(page)
    assert (page.cut, qr.read_with_zxing(enlarged(page.image))) == ([], SEAL)


@pytest.mark.parametrize("size", [(128, 32), (128, 64), (128, 128), (240, 240), (320, 240)])
@pytest.mark.parametrize(("players", "rows", "pegs"), [(1, 12, 5), (2, 12, 5), (3, 12, 4), (4, 10, 4)])
def test_squares_of_all_players_stand_beside_each_other_and_above_the_hints(
    size: Size, players: int, rows: int, pegs: int
) -> None:
    columns = [Column("Anna", Verbatim("1 row"), ["\U0001f7e9" * pegs] * rows)] * players
    page = page_for(Format(size, ColourMode.RGB), Translator("en"))
    page.title("Anna wins!", optional=True)
    page.hints("more", "OK: go on")
    bottom, filled = page.free.bottom, list[Area]()
    fill = page.fill

    def note(area: Area, *ink: Any, **more: Any) -> None:
        filled.append(area)
        fill(area, *ink, **more)

    page.fill = note  # type: ignore[method-assign]
    page.add(Squares(columns))
    assert all(area.x >= 0 and area.right <= page.width and area.bottom <= bottom for area in filled)
    assert len(filled) == len({(area.x, area.y) for area in filled}) >= players * pegs
