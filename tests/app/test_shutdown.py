import os
import signal
import threading

import pytest

from companion.app.shutdown import ENDING, shutdown_signals


@pytest.mark.parametrize("number", ENDING)
def test_signal_calls_once_for_the_handler_and_once_for_the_sleeper(number: signal.Signals) -> None:
    heard = threading.Semaphore(0)
    with shutdown_signals(heard.release):
        os.kill(os.getpid(), number)
        assert heard.acquire(timeout=10)
        assert heard.acquire(timeout=10)


def test_sleeper_is_called_from_another_thread() -> None:
    """The main thread may be asleep for good: it is not needed."""
    callers: list[threading.Thread] = []
    rung = threading.Event()

    def note() -> None:
        callers.append(threading.current_thread())
        if threading.current_thread() is not threading.main_thread():
            rung.set()

    with shutdown_signals(note):
        os.kill(os.getpid(), signal.SIGTERM)
        assert rung.wait(timeout=10)
    assert {thread is threading.main_thread() for thread in callers} == {True, False}


def test_other_signals_do_not_call() -> None:
    calls: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: None)
    try:
        with shutdown_signals(lambda: calls.append(1)):
            os.kill(os.getpid(), signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert calls == []


def test_everything_is_as_before_afterwards() -> None:
    before = [signal.getsignal(number) for number in ENDING]
    threads = threading.active_count()
    with shutdown_signals(lambda: None):
        assert threading.active_count() == threads + 1
    assert [signal.getsignal(number) for number in ENDING] == before
    assert threading.active_count() == threads
    assert signal.set_wakeup_fd(-1) == -1


def test_device_that_listens_itself_goes_on_listening() -> None:
    ear, mouth = os.pipe()
    os.set_blocking(mouth, False)
    signal.set_wakeup_fd(mouth)
    try:
        with shutdown_signals(lambda: None):
            os.kill(os.getpid(), signal.SIGTERM)
            assert os.read(ear, 1) == bytes([signal.SIGTERM])
    finally:
        assert signal.set_wakeup_fd(-1) == mouth
        os.close(ear)
        os.close(mouth)
