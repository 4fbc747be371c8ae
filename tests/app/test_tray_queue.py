"""However much a tray has to tell, a press waits for one piece of its news at most, and the box keeps few of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.event_queue import MOST_WAITING, shortened, tray_queue
from companion.box import Event, FromTray
from companion.box.tray import Reading, RowCommitted, RowMissed, TrayEvent, TrayFound, TrayLost, TrayTrouble
from companion.errors import DeviceMissing, JournalFailed

FOUND, LOST = TrayFound("4f3a001c", "/dev/ttyACM0", "1.0.0", 1), TrayLost("unplugged")
READING, LATER_READING = Reading(()), Reading((), is_settled=False)
TROUBLE = TrayTrouble(DeviceMissing("expected a port, got none"))
news = st.sampled_from([FOUND, LOST, READING, LATER_READING, TROUBLE, RowMissed(2), RowMissed(0), RowCommitted(1, ())])


class Queue:
    """The queue of the box's events, and its consumer."""

    def __init__(self) -> None:
        self.standing: list[Event] = []
        self.news = tray_queue(self.standing.append)

    def tell(self, *told: TrayEvent) -> None:
        for each in told:
            self.news.put(each)

    def take(self) -> TrayEvent:
        event = self.standing.pop(0)
        assert isinstance(event, FromTray)
        event.taken()
        return event.news

    def take_all(self) -> list[TrayEvent]:
        taken = []
        while self.standing:
            taken.append(self.take())
        return taken


def rows(count: int) -> list[RowCommitted]:
    return [RowCommitted(number, ()) for number in range(count)]


def test_one_piece_of_news_stands_in_the_queue_at_a_time() -> None:
    queue = Queue()
    queue.tell(FOUND, *rows(3))
    assert queue.standing == [FromTray(FOUND)]
    queue.take()
    assert queue.standing == [FromTray(rows(1)[0])]


@given(st.lists(st.lists(news, max_size=4)))
def test_at_most_one_stands_there_whenever_they_are_taken(told: list[list[TrayEvent]]) -> None:
    queue = Queue()
    for some in told:
        queue.tell(*some)
        assert len(queue.standing) <= 1
        if queue.standing:
            queue.take()


@given(st.lists(news, max_size=MOST_WAITING))
def test_news_that_a_sound_tray_has_come_in_order_and_all(told: list[TrayEvent]) -> None:
    queue = Queue()
    expected: list[TrayEvent] = []
    for each in told:
        if isinstance(each, Reading) and len(expected) > 1 and isinstance(expected[-1], Reading):
            expected.pop()
        expected.append(each)
        queue.tell(each)
    assert queue.take_all() == expected


def test_only_the_last_reading_waits() -> None:
    queue = Queue()
    queue.tell(FOUND, *[READING] * 1000, LATER_READING)
    assert queue.take_all() == [FOUND, LATER_READING]


def test_next_news_goes_through_after_a_time_of_none() -> None:
    queue = Queue()
    queue.tell(FOUND)
    queue.take()
    queue.tell(LOST)
    assert queue.take_all() == [LOST]


def test_rows_that_are_too_many_are_told_as_missed_and_counted() -> None:
    queue = Queue()
    queue.tell(FOUND, *rows(MOST_WAITING), RowMissed(3), *rows(2))
    taken = queue.take_all()
    assert taken[0] == FOUND
    pressed = [getattr(each, "presses", 1) for each in taken[1:]]
    assert sum(pressed) == MOST_WAITING + 3 + 2


@given(st.lists(news))
def test_what_is_left_of_a_flood_is_little_and_true(told: list[TrayEvent]) -> None:
    queue = Queue()
    queue.tell(FOUND, *told)
    taken = queue.take_all()
    assert len(taken) <= MOST_WAITING + 1
    states = [each for each in [FOUND, *told] if isinstance(each, TrayFound | TrayLost)]
    assert [each for each in taken if isinstance(each, TrayFound | TrayLost)][-1] == states[-1]


@pytest.mark.parametrize("count", [1, 100])
def test_trouble_is_kept_once(count: int) -> None:
    other = TrayTrouble(JournalFailed("another"))
    assert list(shortened([TROUBLE] * count + [other] * count)) == [TROUBLE, other]
