from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from PIL.Image import Image

from companion.i18n import SOURCE_LANGUAGE, translator
from companion.i18n.translator import Translator, Verbatim, languages
from companion.ui.core.canvas import Size
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.notice import Notice
from companion.ui.core.page import Page
from companion.ui.core.pixel_page import style_for
from companion.ui.core.screen import Screen
from tests.support.golden import kept_frames
from tests.support.pseudo import copy_french
from tests.ui.findings import Sizes, found
from tests.ui.gallery import (
    BY_NAME,
    COLOUR,
    DRAWN,
    FEATURES,
    KEPT_TRANSLATION,
    SHOTS,
    STANDS,
    AnyShot,
    Shot,
    Stand,
    draw,
    stands_of,
)
from tests.ui.longest import LONGEST as OF_EVERY_BOX

NORMAL, LARGE = Stand(SOURCE_LANGUAGE), Stand(KEPT_TRANSLATION, large_text=True)
# What all screens are made of, one shot for each element.
IN_COLOUR = (
    *("home", "menu-refused", "question-yes", "notice", "reader", "dial", "name-middle", "opened"),
    *("checkup-buttons-down", "celebrated-best", "dice-d6-5", "dice-d20", "dice-6d6"),
)
LONGEST = OF_EVERY_BOX.union(*(feature.LONGEST for feature in FEATURES))
# Those whose frames are kept: enough to see a change, few enough to be looked at.
KEPT = [
    *(pytest.param(shot, NORMAL, id=f"{shot.name}-{NORMAL}") for shot in SHOTS),
    *(pytest.param(shot, LARGE, id=f"{shot.name}-{LARGE}") for shot in SHOTS if shot.name in LONGEST),
    *(pytest.param(shot, COLOUR[0], id=f"{shot.name}-{COLOUR[0]}") for shot in SHOTS if shot.name in IN_COLOUR),
]
every_shot = pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)


@every_shot
def test_no_text_is_cut(shot: AnyShot) -> None:
    assert {str(stand): cut for stand in STANDS if (cut := found(shot, stand).cut)} == {}


@pytest.mark.slow
@pytest.mark.parametrize("language", [language for language in languages() if language not in DRAWN])
def test_no_text_is_cut_in_the_other_languages(language: str) -> None:
    cut = {(shot.name, str(stand)): draw(shot, stand).cut for shot, stand in product(SHOTS, stands_of(language))}
    assert {where: texts for where, texts in cut.items() if texts} == {}


@pytest.mark.parametrize("stand", [stand for stand in COLOUR if stand.large_text], ids=str)
def test_no_two_texts_overlap_on_a_display_with_colours(stand: Stand) -> None:
    assert {shot.name: pairs for shot in SHOTS if (pairs := found(shot, stand).crossing)} == {}


def test_texts_that_overlap_are_found() -> None:
    class TwoTexts(Notice):
        def draw(self, page: Page) -> None:
            assert isinstance(page, DisplayPage)
            page.text(0, 0, "one")
            page.text(4, 4, "two")

    shot = Shot("overlapping", lambda context: TwoTexts(context, ""))
    assert found(shot, COLOUR[0]).crossing == [("one", "two")]


@pytest.fixture
def two_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer English and French alone, as the kept frames show it."""
    copy_french(tmp_path)
    monkeypatch.setattr(translator, "CATALOGUES", tmp_path)


@pytest.mark.thorough
@pytest.mark.usefixtures("two_languages")
@pytest.mark.parametrize(("shot", "stand"), KEPT)
def test_screen_looks_as_it_is_kept(shot: AnyShot, stand: Stand, kept_frame: Callable[[str, Image], None]) -> None:
    kept_frame(f"{shot.name}-{stand}", draw(shot, stand).image)


def kinds(names: set[str]) -> set[type[Screen]]:
    """Return the classes of the screens that the shots of these *names* show."""
    return {found(shot, LARGE).kind for shot in SHOTS if shot.name in names}


def test_every_kind_of_screen_is_kept_in_large_french() -> None:
    assert set(LONGEST) <= {*BY_NAME}
    assert kinds(set(LONGEST)) == kinds({*BY_NAME})


def test_every_frame_that_is_kept_is_looked_at() -> None:
    assert kept_frames() == {str(param.id) for param in KEPT}


def test_text_that_is_too_long_is_found_cut() -> None:
    shot = Shot("too long", lambda context: Notice(context, lambda translator: "far too much text " * 12))
    assert draw(shot, STANDS[0]).cut == ["far too much text " * 12]


def test_every_shot_has_a_name_of_its_own() -> None:
    assert len({shot.name for shot in SHOTS}) == len(SHOTS)


# Large text makes nothing smaller: no word, peg, disc or numeral of any screen, on no size of display.


def smaller(normal: Sizes, large: Sizes) -> dict[str, tuple[int, int]]:
    """Return what is smaller in *large*, with both heights; words that only one of them shows are left out."""
    both = {kind: (normal[kind], large[kind]) for kind in normal.keys() & large.keys()}
    return {kind: heights for kind, heights in both.items() if heights[1] < heights[0]}


@pytest.mark.parametrize("language", DRAWN)
@pytest.mark.parametrize("size", [(128, 64), (128, 32), (256, 128), (128, 128), (240, 240)], ids=str)
def test_large_text_makes_nothing_smaller(size: Size, language: str) -> None:
    stands = Stand(language, size), Stand(language, size, large_text=True)
    kinds = {shot.name: smaller(*(found(shot, stand).sizes for stand in stands)) for shot in SHOTS}
    assert {name: heights for name, heights in kinds.items() if heights} == {}


def test_words_pegs_discs_and_numerals_are_measured() -> None:
    assert found(BY_NAME["guess"], Stand("en")).sizes == {
        "peg": 11,
        **dict.fromkeys(["\u2691", "C", "sets", "green", "3", "4", "5", "R", "O", "Y", "G", "B", "P", "\u2713"], 10),
        "disc": 4,
    }
    assert found(BY_NAME["kept-keys"], Stand("en")).sizes["numeral"] == 22


def test_smaller_element_is_found() -> None:
    assert smaller({"peg": 11, "OK": 10, "row": 10}, {"peg": 14, "OK": 8, "list": 13}) == {"OK": (10, 8)}


def test_titles_and_hints_take_no_more_room_with_large_text() -> None:
    pages = [DisplayPage((240, 240), Translator("en"), style_for((240, 240), large)) for large in (False, True)]
    for page in pages:
        page.title(Verbatim("Anna"), "red")
        page.hints("OK: go on")
    assert pages[0].free == pages[1].free


@pytest.mark.parametrize("size", [(128, 64), (256, 128), (240, 240), (320, 240)], ids=str)
def test_large_text_is_larger(size: Size) -> None:
    normal, large = (DisplayPage(size, Translator("en"), style_for(size, large)).body for large in (False, True))
    assert (normal.width, normal.height) < (large.width, large.height)


@pytest.mark.parametrize("size", [(128, 64), (128, 128), (256, 128), (240, 240), (320, 240)], ids=str)
def test_text_that_does_not_fit_is_tried_in_smaller_and_smaller_fonts(size: Size) -> None:
    for large in (False, True):
        page = DisplayPage(size, Translator("en"), style_for(size, large))
        for face in (page.big, page.head, page.body, page.hint):
            widths = [tried.width for tried in page.sizes(face)]
            assert widths == sorted(widths, reverse=True)
