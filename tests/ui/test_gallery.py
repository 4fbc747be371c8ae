from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL.Image import Image

from companion.i18n import SOURCE_LANGUAGE, translator
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.notice import Notice
from companion.ui.core.page import Page
from companion.ui.core.screen import Screen
from tests.support.golden import kept_frames
from tests.support.pseudo import copy_french
from tests.ui.findings import found
from tests.ui.gallery import COLOUR, FEATURES, KEPT_TRANSLATION, SHOTS, STANDS, AnyShot, Shot, Stand, draw
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


@pytest.mark.usefixtures("two_languages")
@pytest.mark.parametrize(("shot", "stand"), KEPT)
def test_screen_looks_as_it_is_kept(shot: AnyShot, stand: Stand, kept_frame: Callable[[str, Image], None]) -> None:
    kept_frame(f"{shot.name}-{stand}", draw(shot, stand).image)


def kinds(names: set[str]) -> set[type[Screen]]:
    """Return the classes of the screens that the shots of these *names* show."""
    return {found(shot, LARGE).kind for shot in SHOTS if shot.name in names}


def test_every_kind_of_screen_is_kept_in_large_french() -> None:
    names = {shot.name for shot in SHOTS}
    assert set(LONGEST) <= names
    assert kinds(set(LONGEST)) == kinds(names)


def test_every_frame_that_is_kept_is_looked_at() -> None:
    assert kept_frames() == {str(param.id) for param in KEPT}


def test_text_that_is_too_long_is_found_cut() -> None:
    shot = Shot("too long", lambda context: Notice(context, lambda translator: "far too much text " * 12))
    assert draw(shot, STANDS[0]).cut == ["far too much text " * 12]


def test_every_shot_has_a_name_of_its_own() -> None:
    assert len({shot.name for shot in SHOTS}) == len(SHOTS)
