from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box import Button, Press, Release
from companion.devices.debounce import HOLD, SETTLE, Contact

Edge = tuple[bool, float]
OK = Button.OK


def events_of(edges: list[Edge], contact: Contact | None = None) -> list[Press | Release]:
    """Feed *edges*, then let the contact come to rest as the last of them left it."""
    contact = contact or Contact(OK)
    events = [event for is_closed, at in edges for event in contact.edge(is_closed, at)]
    while (due := contact.due()) is not None:
        events += contact.tick(due, edges[-1][0])
    return events


def burst(is_closed: bool, at: float, gaps: list[float]) -> list[Edge]:
    """An edge with its bounces, an even number of them, so that it ends as it began."""
    edges = [(is_closed, at)]
    for gap in gaps[: len(gaps) // 2 * 2]:
        edges.append((not edges[-1][0], edges[-1][1] + gap))
    return edges


# A burst of up to 6 ms, in up to twelve edges.
BOUNCES = st.lists(st.floats(0.00001, 0.0005), max_size=12)


@st.composite
def presses(draw: st.DrawFn) -> tuple[list[Edge], list[tuple[float, float]]]:
    """A row of presses of 5 ms and more on one contact: its edges, and when each went down and came up."""
    edges: list[Edge] = []
    times = []
    at = 1.0
    for _ in range(draw(st.integers(1, 6))):
        down = burst(True, at, draw(BOUNCES))
        # Closed without a break for longer than a press needs, after the last bounce.
        up = burst(False, max(at + draw(st.floats(0.005, 0.5)), down[-1][1] + 2 * HOLD), draw(BOUNCES))
        edges += down + up
        times.append((down[0][1], up[-1][1]))
        at = up[-1][1] + draw(st.floats(0.03, 1.0))
    return edges, times


@given(presses())
def test_every_press_is_seen_once_at_its_first_edge(case: tuple[list[Edge], list[tuple[float, float]]]) -> None:
    edges, times = case
    assert [event.at for event in events_of(edges) if isinstance(event, Press)] == [down for down, _ in times]


@given(presses())
def test_every_press_has_its_release_where_the_contact_last_opened(
    case: tuple[list[Edge], list[tuple[float, float]]],
) -> None:
    edges, times = case
    assert [event.at for event in events_of(edges) if isinstance(event, Release)] == [up for _, up in times]


def test_press_is_certain_after_a_millisecond_and_bears_the_first_edge_of_its_burst() -> None:
    contact = Contact(OK)
    edges = [(True, 2.0), (False, 2.0004), (True, 2.0009)]
    assert [event for is_closed, at in edges for event in contact.edge(is_closed, at)] == []
    assert contact.due() == 2.0009 + HOLD
    assert contact.tick(2.0009 + HOLD, True) == [Press(OK, 2.0)]


@pytest.mark.parametrize("closed_s", [0.00002, 0.0009])
def test_disturbance_is_no_press(closed_s: float) -> None:
    assert events_of([(True, 2.0), (False, 2.0 + closed_s)]) == []


def test_edge_on_its_way_says_how_long_a_contact_was_closed() -> None:
    contact = Contact(OK)
    contact.edge(True, 2.0)
    assert contact.tick(2.003, False) == []
    assert contact.edge(False, 2.00002) == []
    assert contact.tick(2.1, False) == []


def test_release_that_was_never_seen_swallows_no_press() -> None:
    contact = Contact(OK)
    contact.edge(True, 1.0)
    contact.tick(1.5, True)
    assert contact.edge(True, 3.0) == [Release(OK, 3.0)]
    assert contact.tick(3.0 + HOLD, True) == [Press(OK, 3.0)]


def test_press_of_5_ms_is_seen() -> None:
    assert events_of([(True, 2.0), (False, 2.005)]) == [Press(OK, 2.0), Release(OK, 2.005)]


def test_bounce_at_release_is_no_second_press() -> None:
    edges = [(True, 1.0), (False, 1.2), (True, 1.204), (False, 1.206)]
    assert events_of(edges) == [Press(OK, 1.0), Release(OK, 1.206)]


def test_release_waits_until_the_contact_has_settled() -> None:
    contact = Contact(OK)
    contact.edge(True, 1.0)
    contact.edge(False, 1.2)
    assert contact.tick(1.2 + SETTLE - 0.001, False) == []


def test_late_look_settles_before_the_next_edge() -> None:
    contact = Contact(OK)
    contact.edge(True, 1.0)
    contact.edge(False, 1.2)
    assert contact.edge(True, 1.3) == [Release(OK, 1.2)]


def test_contact_at_rest_asks_for_nothing() -> None:
    contact = Contact(OK)
    events_of([(True, 1.0), (False, 1.2)], contact)
    assert contact.due() is None


def test_held_contact_asks_for_nothing() -> None:
    contact = Contact(OK)
    events_of([(True, 1.0)], contact)
    assert contact.due() is None


def test_lost_opening_edge_is_found_when_the_press_settles() -> None:
    contact = Contact(OK)
    contact.edge(True, 1.0)
    found = contact.tick(1.0 + SETTLE, False) + contact.tick(1.0 + 2 * SETTLE, False)
    assert found == [Press(OK, 1.0), Release(OK, 1.0 + SETTLE)]


def test_lost_closing_edge_is_found_when_the_release_settles() -> None:
    contact = Contact(OK)
    contact.edge(True, 1.0)
    contact.edge(False, 1.1)
    assert contact.tick(1.1 + SETTLE, True) == [Release(OK, 1.1)]
    assert contact.tick(1.1 + SETTLE + HOLD, True) == [Press(OK, 1.1 + SETTLE)]


def test_button_held_at_the_start_is_no_press() -> None:
    assert events_of([(False, 1.0), (True, 1.002), (False, 1.003)], Contact(OK, is_closed=True)) == [
        Release(OK, 1.003)
    ]


def test_opening_edge_of_an_open_contact_changes_nothing() -> None:
    assert events_of([(False, 1.0)]) == []


def test_edge_that_was_held_up_is_no_second_press() -> None:
    contact = Contact(OK)
    contact.edge(True, 1.0)
    contact.tick(1.0 + SETTLE, False)
    contact.tick(1.0 + 2 * SETTLE, False)
    assert contact.edge(True, 1.002) == []
