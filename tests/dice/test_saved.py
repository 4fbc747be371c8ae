from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config.names import NameRefused
from companion.config.settings import THROWS_MOST, Settings
from companion.dice.model import Coin, Dice, Start, read_cast
from companion.dice.saved import named, saved_throws, with_throw, without_throw
from companion.errors import OptionRefused, SettingsRefused

SNEAK = read_cast("3d6+2")


def test_throw_is_found_by_its_name_however_that_is_written() -> None:
    texts = with_throw((), "Sneak attack", SNEAK)
    assert [named(name, texts) for name in ("Sneak attack", "SNEAK  ATTACK", "sneak")] == [SNEAK, SNEAK, None]


def test_name_that_is_saved_again_has_the_new_throw_alone_and_first() -> None:
    texts = with_throw(with_throw(with_throw((), "Bow", Dice(1, 8)), "Axe", Dice(1, 12)), "bow", SNEAK)
    assert list(saved_throws(texts).items()) == [("bow", SNEAK), ("Axe", Dice(1, 12))]


def test_forgotten_throw_is_gone_and_the_others_stay() -> None:
    texts = with_throw(with_throw((), "Bow", Dice(1, 8)), "Axe", Dice(1, 12))
    assert saved_throws(without_throw(texts, "AXE")) == {"Bow": Dice(1, 8)}


@pytest.mark.parametrize("name", ["2d6", "d20", "Coin", "start 3"])
def test_name_that_is_a_throw_itself_is_refused(name: str) -> None:
    with pytest.raises(OptionRefused, match="expected a name, got the throw"):
        with_throw((), name, SNEAK)


@pytest.mark.parametrize("name", ["", "A name of 17 chars", "Fire: ball", "Fire\nball"])
def test_name_that_no_display_shows_is_refused(name: str) -> None:
    with pytest.raises(NameRefused):
        with_throw((), name, SNEAK)


def test_one_throw_too_many_is_refused_and_an_old_name_is_not() -> None:
    texts: tuple[str, ...] = ()
    for number in range(THROWS_MOST):
        texts = with_throw(texts, f"Throw {number}", Dice())
    with pytest.raises(OptionRefused, match="expected 20 saved throws at most"):
        with_throw(texts, "One more", SNEAK)
    assert len(with_throw(texts, "Throw 7", SNEAK)) == THROWS_MOST


@given(
    st.from_regex("[A-Z][a-z]{1,15}", fullmatch=True).filter(lambda name: name.lower() != "coin"),
    st.sampled_from(["20d100kh3-999", "1d4-1d6+1d8", "3dF", "coin", "start 6"]).map(read_cast),
)
def test_what_is_saved_is_what_settings_can_keep_and_is_read_back(name: str, cast: Dice | Coin | Start) -> None:
    texts = with_throw((), name, cast)
    assert saved_throws(Settings(throws=texts).throws) == {name: cast}


@pytest.mark.parametrize("texts", [["d6"], [": d6"], ["Axe: " + "d6+" * 70], [5], "Axe: d6", ["Axe: d6"] * 21])
def test_settings_of_another_form_are_refused(texts: object) -> None:
    with pytest.raises(SettingsRefused, match="expected throws to be at most 20 texts NAME: THROW"):
        Settings(throws=texts)  # type: ignore[arg-type]


def test_throw_that_a_later_version_saved_is_left_out_and_stays() -> None:
    texts = with_throw(("Later: 3d7!", "Axe: d12"), "Bow", Dice(1, 8))
    assert (saved_throws(texts), texts[1]) == ({"Bow": Dice(1, 8), "Axe": Dice(1, 12)}, "Later: 3d7!")
