"""The QR codes for phones are read by two decoders from the frame of every display that has room for one."""

from __future__ import annotations

import pytest
from PIL.Image import Image, Resampling

pytest.importorskip("cv2", reason="expected opencv-python-headless, which has no wheel for this machine")

from companion.box import Format
from companion.i18n.translator import Translator
from companion.phones.code_screens import BoardScreen, HotspotScreen, short_lines, wifi
from companion.phones.join_screens import InviteScreen
from companion.phones.port import ADDRESS_MOST, Addresses
from companion.ui.core.canvas import Size
from companion.ui.core.context import AppContext
from companion.ui.core.display_page import page_for
from companion.ui.core.screen import Screen
from companion.ui.core.text_page import TextPage
from tests.phones.paper_phones import HOTSPOT, LETTERS, SECRET, PaperPhones
from tests.support.panels import PANELS
from tests.support.qr import Pixels, pixels, read_with_opencv, read_with_zxing
from tests.ui.gallery import Stand, context_for

SIZES = sorted({panel.size for panel in PANELS if panel.size[1] >= 64})
LONGEST = "http://192.168.100.120:65535.x"


def enlarged(picture: Image) -> Pixels:
    return pixels(picture.resize((picture.width * 4, picture.height * 4), Resampling.NEAREST))


def read(screen: Screen, size: Size) -> tuple[str, str]:
    page = page_for(Format(size), Translator("en"))
    screen.draw(page)
    return read_with_zxing(pixels(page.image)), read_with_opencv(enlarged(page.image))


@pytest.fixture
def context() -> AppContext:
    return context_for(Stand("en"))


def test_longest_address_is_as_long_as_may_be() -> None:
    assert len(LONGEST) == ADDRESS_MOST


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("address", ["http://10.42.0.1", LONGEST])
def test_invitation_is_read_with_its_secret(context: AppContext, size: Size, address: str) -> None:
    screen = InviteScreen(context, PaperPhones(Addresses((address,))), 0, "Anna")
    assert read(screen, size) == (f"{address}/p#{SECRET}",) * 2


@pytest.mark.parametrize("size", SIZES)
def test_big_board_and_hotspot_are_read(context: AppContext, size: Size) -> None:
    phones = PaperPhones(HOTSPOT)
    hotspot = HotspotScreen(context, phones)
    assert read(BoardScreen(context, phones), size) == ("http://10.42.0.1",) * 2
    assert HOTSPOT.hotspot is not None
    assert read(hotspot, size) == (wifi(HOTSPOT.hotspot),) * 2
    hotspot.is_joined = True
    assert read(hotspot, size) == ("http://10.42.0.1",) * 2


def test_invitation_says_letters_and_address_as_text(context: AppContext) -> None:
    page = TextPage(context.translator)
    InviteScreen(context, PaperPhones(), 0, "Anna").draw(page)
    text = "\n".join(page.lines)
    assert [words for words in (LETTERS, "192.168.", "100.120", "/p") if words not in text] == []
    assert SECRET not in text


def test_address_is_broken_into_lines_with_room_beside_the_code() -> None:
    assert short_lines("http://codemaker.local") == ["codemaker.", "local"]
    assert all(len(line) <= 10 for line in short_lines("http://192.168.100.120:65535"))


@pytest.mark.parametrize("address", ["http://10.42.0.1", LONGEST])
def test_modules_of_an_invitation_have_two_pixels_on_a_small_display(context: AppContext, address: str) -> None:
    page = page_for(Format((128, 64)), Translator("en"))
    InviteScreen(context, PaperPhones(Addresses((address,))), 0, "Anna").draw(page)
    # The upper edge of the first finder: seven dark modules between light ones.
    runs = "".join("1" if page.image.getpixel((x, 4)) else "0" for x in range(40)).strip("0")
    assert runs.lstrip("1").startswith("0" * 14 + "1")
