from collections.abc import Callable, Sequence
from itertools import product

import pytest
from _pytest.mark.structures import ParameterSet
from PIL.Image import Image

from companion.ui.notice import Notice
from tests.ui.gallery import KEPT, SHOTS, STANDS, Shot, Stand, draw


def named(stands: Sequence[Stand]) -> list[ParameterSet]:
    return [pytest.param(shot, stand, id=f"{shot.name}-{stand}") for shot, stand in product(SHOTS, stands)]


@pytest.mark.parametrize(("shot", "stand"), named(STANDS))
def test_no_text_is_cut(shot: Shot, stand: Stand) -> None:
    assert draw(shot, stand).cut == []


@pytest.mark.parametrize(("shot", "stand"), named(KEPT))
def test_screen_looks_as_it_is_kept(shot: Shot, stand: Stand, kept_frame: Callable[[str, Image], None]) -> None:
    kept_frame(f"{shot.name}-{stand}", draw(shot, stand).image)


def test_text_that_is_too_long_is_found_cut() -> None:
    shot = Shot("too long", lambda desk: Notice(desk, lambda tongue: "far too much text " * 12))
    assert draw(shot, STANDS[0]).cut == ["far too much text " * 12]


def test_every_shot_has_a_name_of_its_own() -> None:
    assert len({shot.name for shot in SHOTS}) == len(SHOTS)
