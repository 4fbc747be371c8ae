from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL.Image import Image

from companion.i18n import SOURCE_LANGUAGE
from companion.ui.notice import Notice
from companion.ui.screen import Screen
from tests.support.golden import FRAMES
from tests.ui.gallery import KEPT_TRANSLATION, SHOTS, STANDS, AnyShot, Shot, Stand, draw, fill
from tests.ui.longest import LONGEST

NORMAL, LARGE = Stand(SOURCE_LANGUAGE), Stand(KEPT_TRANSLATION, large_text=True)
# Those whose frames are kept: enough to see a change, few enough to be looked at.
KEPT = [
    *(pytest.param(shot, NORMAL, id=f"{shot.name}-{NORMAL}") for shot in SHOTS),
    *(pytest.param(shot, LARGE, id=f"{shot.name}-{LARGE}") for shot in SHOTS if shot.name in LONGEST),
]
every_shot = pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)


@every_shot
def test_no_text_is_cut(shot: AnyShot) -> None:
    assert {str(stand): cut for stand in STANDS if (cut := draw(shot, stand).cut)} == {}


@pytest.mark.parametrize(("shot", "stand"), KEPT)
def test_screen_looks_as_it_is_kept(shot: AnyShot, stand: Stand, kept_frame: Callable[[str, Image], None]) -> None:
    kept_frame(f"{shot.name}-{stand}", draw(shot, stand).image)


def kinds(names: set[str]) -> set[type[Screen]]:
    """Return the classes of the screens that the shots of these *names* show."""
    return {type(fill(shot, LARGE, LARGE.page)[0]) for shot in SHOTS if shot.name in names}


def test_every_kind_of_screen_is_kept_in_large_french() -> None:
    names = {shot.name for shot in SHOTS}
    assert set(LONGEST) <= names
    assert kinds(set(LONGEST)) == kinds(names)


def test_every_frame_that_is_kept_is_looked_at() -> None:
    assert {path.stem for path in FRAMES.iterdir()} == {str(param.id) for param in KEPT}


def test_text_that_is_too_long_is_found_cut() -> None:
    shot = Shot("too long", lambda context: Notice(context, lambda translator: "far too much text " * 12))
    assert draw(shot, STANDS[0]).cut == ["far too much text " * 12]


def test_every_shot_has_a_name_of_its_own() -> None:
    assert len({shot.name for shot in SHOTS}) == len(SHOTS)
