"""The pipe that ends a thread's sleep."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Iterator

import pytest

from companion.box.waker import WOKEN, Waker


@pytest.fixture
def waker() -> Iterator[Waker]:
    made = Waker()
    yield made
    made.close()


def is_readable(waker: Waker) -> bool:
    return select.select([waker], [], [], 0)[0] == [waker]


def test_wake_is_remembered_until_cleared(waker: Waker) -> None:
    assert not is_readable(waker)
    waker.wake()
    waker.wake()
    assert is_readable(waker)
    assert waker.clear() == bytes([WOKEN, WOKEN])
    assert not is_readable(waker)
    assert waker.clear() == b""


def test_signal_wakes_with_its_number(waker: Waker) -> None:
    handler = signal.signal(signal.SIGUSR1, lambda number, frame: None)
    before = signal.set_wakeup_fd(waker.signal_fd)
    try:
        signal.raise_signal(signal.SIGUSR1)
        assert waker.wait() == bytes([signal.SIGUSR1])
    finally:
        signal.set_wakeup_fd(before)
        signal.signal(signal.SIGUSR1, handler)


def test_wake_on_full_pipe_returns(waker: Waker) -> None:
    while select.select([], [waker.signal_fd], [], 0)[1]:
        os.write(waker.signal_fd, bytes(4096))
    waker.wake()
    assert is_readable(waker)


def test_closed_waker_ignores_wake_and_second_close(waker: Waker) -> None:
    waker.close()
    waker.wake()
    waker.close()
    assert waker.fileno() == -1


def test_sleep_ends_with_a_wake_or_a_file_that_can_be_read_and_empties_the_pipe(waker: Waker) -> None:
    reader, writer = os.pipe()
    waker.wake()
    assert waker.sleep((reader,), None) == {waker.fileno(): select.POLLIN}
    os.write(writer, b"x")
    assert waker.sleep((reader,), None) == {reader: select.POLLIN}
    assert waker.sleep((), 0) == {}
    os.close(reader)
    os.close(writer)


def test_sleep_ends_just_after_its_time_and_never_without_one(waker: Waker, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float | None] = []

    class Poll:
        """Notes for how many milliseconds it is asked to wait, and reports nothing."""

        def register(self, file: int, events: int) -> None:
            pass

        def poll(self, pause_ms: float | None) -> list[tuple[int, int]]:
            slept.append(pause_ms)
            return []

    monkeypatch.setattr(select, "poll", Poll)
    for timeout_s in (None, 0.5, 0.0, -5.0):
        assert waker.sleep((), timeout_s) == {}
    assert slept == [None, 501.0, 1.0, 1.0]
