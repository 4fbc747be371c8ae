from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box import Button
from companion.config.names import JOINERS, is_name
from companion.config.settings import DEFAULTS
from companion.ui.core.entry import COMMON, DIGITS, LETTERS, NameEntry, choose_name, likely_first
from companion.ui.core.menu import TICK
from companion.ui.core.screen import Navigation, Pop, PopToRoot, Push, Refuse, Replace, Screen, Stay, UiContext
from tools.bench.bench_names import NAMES, name_presses

DESK = UiContext(replace(DEFAULTS, language="en"), now=lambda: 0.0)


class Names:
    """Takes the names that are handed over."""

    def __init__(self) -> None:
        self.taken: list[str] = []

    def take(self, name: str) -> Navigation:
        self.taken.append(name)
        return PopToRoot()


@pytest.fixture
def names() -> Names:
    return Names()


def spell(entry: NameEntry, letters: str) -> None:
    """Turn the wheel to each of *letters* and set it."""
    for letter in letters:
        for _ in range(entry.wheel.index(letter) - entry.wheel.index(entry.choice)):
            entry.press(Button.DOWN)
        entry.press(Button.OK)


def entry_with(start: str, names: Names, limit: int = 10) -> NameEntry:
    return NameEntry(DESK, "x", start, names.take, limit)


def press(screen: Screen, buttons: Sequence[Button]) -> Navigation:
    """Return what the last of *buttons* led to."""
    return [screen.press(button) for button in buttons][-1]


def test_wheel_starts_at_the_likeliest_letter(names: Names) -> None:
    entry = NameEntry(DESK, "x", "", names.take, known=["Zorro"] * 100)
    assert entry.choice == "Z"
    spell(entry, "Zor")
    assert entry.choice == "r"


def test_name_can_still_be_spelled_with_every_letter(names: Names) -> None:
    entry = entry_with("", names)
    assert set(entry.wheel) == set(LETTERS + DIGITS)
    spell(entry, "X")
    assert set(entry.wheel) == set(LETTERS.lower() + DIGITS + JOINERS + TICK)


def test_name_takes_at_most_twelve_presses_on_average() -> None:
    assert name_presses() <= 12


def test_wheel_does_not_know_the_names_that_measure_unknown_names() -> None:
    assert set(NAMES[-10:]) & set(COMMON) == set()


def test_rest_of_a_common_name_is_taken_with_right(names: Names) -> None:
    entry = entry_with("", names)
    spell(entry, "Will")
    assert (entry.choice, entry.rest) == ("i", "am")
    press(entry, [Button.RIGHT, Button.OK])
    assert names.taken == ["William"]


def test_known_name_is_offered_before_a_common_one(names: Names) -> None:
    entry = NameEntry(DESK, "x", "", names.take, known=["Emmanuelle"])
    spell(entry, "Emm")
    assert entry.choice + entry.rest == "anuelle"


def test_name_that_would_be_too_long_is_not_offered(names: Names) -> None:
    entry = NameEntry(DESK, "x", "", names.take, limit=4, known=["Zorro"])
    spell(entry, "Zor")
    assert entry.rest == ""


def test_name_of_the_lists_ends_with_ok(names: Names) -> None:
    entry = entry_with("", names)
    spell(entry, "Zoé")
    press(entry, [Button.OK])
    assert names.taken == ["Zoé"]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("emma", "Emma"),
        ("Jean-luc", "Jean-Luc"),
        ("éloïse", "Éloïse"),
        ("Weiß", "Weiß"),
        ("ßa-µb", "ßa-µb"),
        ("-Al--b", "-Al-B"),
    ],
)
def test_letters_of_a_keyboard_spell_a_name(names: Names, typed: str, name: str) -> None:
    entry = entry_with("", names)
    for letter in typed:
        assert entry.type(letter) == Stay()
    press(entry, [Button.OK])
    assert names.taken == [name.strip(JOINERS)]


def test_typed_letters_beyond_the_limit_are_dropped(names: Names) -> None:
    entry = entry_with("", names)
    entry.type("Bartholomew")
    assert entry.name == "Bartholome"


@pytest.mark.parametrize("letter", "яЩ名!:\u2713")
def test_letter_that_cannot_be_shown_is_refused(names: Names, letter: str) -> None:
    entry = entry_with("", names)
    entry.type("Zo")
    assert entry.type(letter) == Refuse("A name cannot have this character.")
    assert entry.name == "Zo"


@pytest.mark.parametrize("text", " -!я")
def test_key_with_which_no_name_begins_stays_a_button_on_the_list(names: Names, text: str) -> None:
    assert choose_name(DESK, "x", "", names.take, ["Zoé"]).type(text) is None


def test_letter_typed_on_the_list_begins_another_name(names: Names) -> None:
    go = choose_name(DESK, "x", "", names.take, ["Zoé"]).type("e")
    assert isinstance(go, Replace)
    assert isinstance(go.screen, NameEntry)
    assert go.screen.name == "E"


def test_letter_after_a_capital_is_small(names: Names) -> None:
    entry = entry_with("", names)
    spell(entry, "Anna")
    assert entry.name == "Anna"


def test_letter_after_a_hyphen_is_a_capital(names: Names) -> None:
    entry = entry_with("", names)
    spell(entry, "Al-B")
    assert entry.name == "Al-B"


def test_name_is_ended_with_up_and_ok(names: Names) -> None:
    entry = entry_with("", names)
    spell(entry, "Zox")
    press(entry, [Button.UP, Button.OK])
    assert names.taken == ["Zox"]


def test_what_done_answers_is_where_to_go(names: Names) -> None:
    assert press(entry_with("Zoé", names), [Button.OK]) == PopToRoot()


def test_name_that_was_there_is_kept_with_ok(names: Names) -> None:
    press(entry_with("Zoé", names), [Button.OK])
    assert names.taken == ["Zoé"]


def test_empty_name_cannot_be_ended(names: Names) -> None:
    assert "\u2713" not in entry_with("", names).wheel


@pytest.mark.parametrize("button", [Button.BACK, Button.LEFT])
def test_last_letter_is_erased(names: Names, button: Button) -> None:
    entry = entry_with("Zoé", names)
    entry.press(button)
    assert entry.name == "Zo"


def test_erased_letter_is_under_the_cursor(names: Names) -> None:
    entry = entry_with("Zoé", names)
    entry.press(Button.BACK)
    assert entry.choice == "é"


def test_back_before_the_first_letter_leads_back(names: Names) -> None:
    assert press(entry_with("", names), [Button.BACK]) == Pop()


def test_left_before_the_first_letter_stays(names: Names) -> None:
    assert press(entry_with("", names), [Button.LEFT]) == Stay()


def test_right_sets_a_letter(names: Names) -> None:
    entry = entry_with("Zox", names)
    press(entry, [Button.DOWN, Button.RIGHT])
    assert entry.name == "Zox" + likely_first(LETTERS.lower(), "Zox")[0]


def test_right_does_not_end_a_name(names: Names) -> None:
    entry = entry_with("Zoé", names)
    entry.press(Button.RIGHT)
    assert (names.taken, entry.name) == ([], "Zoé")


def test_full_name_can_only_be_ended(names: Names) -> None:
    assert entry_with("Jean-Louis", names).wheel == "\u2713"


def test_name_that_is_too_long_at_the_start_is_shortened(names: Names) -> None:
    assert entry_with("Bartholomew", names).name == "Bartholome"


def test_hyphen_at_the_end_is_dropped(names: Names) -> None:
    entry = entry_with("", names)
    spell(entry, "Al-")
    press(entry, [Button.UP, Button.OK])
    assert names.taken == ["Al"]


@given(st.lists(st.sampled_from(list(Button)), max_size=60), st.sampled_from(["", "Al", "Zoé"]))
def test_whatever_is_pressed_only_good_names_are_handed_over(buttons: list[Button], start: str) -> None:
    names = Names()
    entry = entry_with(start, names)
    for button in buttons:
        entry.press(button)
    assert [name for name in names.taken if not is_name(name)] == []


@pytest.mark.parametrize("letter", "AMZÉ90")
def test_four_buttons_reach_every_letter(names: Names, letter: str) -> None:
    entry = entry_with("", names)
    for _ in range(entry.wheel.index(letter)):
        entry.press(Button.DOWN)
    entry.press(Button.OK)
    assert entry.name == letter


def test_known_name_is_chosen_from_the_list(names: Names) -> None:
    press(choose_name(DESK, "x", "", names.take, ["Zoé", "Anna"]), [Button.DOWN, Button.OK])
    assert names.taken == ["Anna"]


def test_without_known_names_the_letters_come_at_once(names: Names) -> None:
    assert isinstance(choose_name(DESK, "x", "", names.take), NameEntry)


def test_another_name_is_spelt(names: Names) -> None:
    go = press(choose_name(DESK, "x", "", names.take, ["Zoé"]), [Button.UP, Button.OK])
    assert isinstance(go, Replace)
    assert isinstance(go.screen, NameEntry)


def test_back_from_the_letters_leads_to_the_list(names: Names) -> None:
    chooser = choose_name(DESK, "x", "", names.take, ["Zoé"])
    go = press(chooser, [Button.UP, Button.OK])
    assert isinstance(go, Replace | Push)
    assert go.screen.press(Button.BACK) == Replace(chooser)
