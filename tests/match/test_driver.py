"""The driver: who acts next, who is told, and that nothing is told before it is written."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from itertools import islice
from random import Random
from threading import Event as Flag
from threading import Thread

import pytest

from companion.errors import MoveRefused, TextUnreadable
from companion.games.coda.moves import Attack
from companion.games.contract import CHANCE, Signal
from companion.match.archive import LogEntry
from companion.match.driver import AnyDriver, MatchDriver, MatchPosition
from companion.match.session import Session
from tests.games.test_conformance import CATALOGUE
from tests.support.mailbox import Mailbox
from tests.support.paper import PaperArchive, environment

PATIENCE_S = 30.0


def begin(key: str = "mini", archive: PaperArchive | None = None, **options: str) -> AnyDriver:
    """Return the driver of a fresh match, at the first move of a person."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    driver = MatchDriver(Session.begin(CATALOGUE[key], chosen, ("Anna", "Ben"), environment(archive)))
    driver.advance()
    return driver


def play_on(driver: AnyDriver, random: Random) -> None:
    """Make a random move for the player to move, or let chance or the box make the one that waits for a player."""
    position = driver.position
    assert position.player_to_move is not None
    is_called = position.is_prompted
    text = Signal.GO.value if is_called else random.choice(list(islice(position.moves(position.player_to_move), 200)))
    driver.submit_text(position.player_to_move, text)


class OrderedArchive(PaperArchive):
    """An archive that writes down, in one list with a subscriber, in which order things happen."""

    def __init__(self) -> None:
        super().__init__()
        self.order: list[str] = []

    def append(self, number: int, entries: Sequence[LogEntry], result: str | None) -> None:
        super().append(number, entries, result)
        self.order += ["written"] * len(entries)

    def hear(self, position: MatchPosition[object]) -> None:
        self.order.append("told")


def test_code_is_drawn_without_anybody_asking_for_it() -> None:
    driver = MatchDriver(Session.begin(CATALOGUE["mini"], {}, ("Anna", "Ben"), environment()))
    assert driver.position.player_to_move is None
    (event,) = driver.advance()
    assert (event.seat, event.text, event.before.version, event.after.version) == (CHANCE, "code", 0, 1)
    assert driver.position.player_to_move == 1


def test_move_of_another_seat_is_refused_and_changes_nothing() -> None:
    driver = begin()
    with pytest.raises(MoveRefused, match="expected a move of seat 1, got one of seat 0"):
        driver.submit_text(0, "ROYG")
    assert (driver.version, driver.session.view().now.rows) == (1, ())


def test_move_that_the_rules_refuse_changes_nothing() -> None:
    driver = begin()
    with pytest.raises(MoveRefused, match="expected a row"):
        driver.submit_text(1, "RO-G")
    with pytest.raises(TextUnreadable):
        driver.submit_text(1, "what?")
    assert driver.version == 1


def test_nothing_can_be_submitted_after_the_end() -> None:
    driver = begin(mode="player", games="2")
    for seat, text in ((0, "code ROYG"), (1, "ROYG"), (1, "code ROYG"), (0, "ROYG")):
        driver.submit_text(seat, text)
    assert driver.position.outcome is not None
    with pytest.raises(MoveRefused, match="after the end"):
        driver.submit(0, Signal.GO)


def test_player_whose_own_move_it_is_calls_for_nothing() -> None:
    driver = begin()
    with pytest.raises(MoveRefused, match="got a draw"):
        driver.submit(1, Signal.GO)


def test_coin_waits_for_its_player_and_is_no_move_of_a_person() -> None:
    driver = begin(first="coin")
    assert (driver.position.player_to_move, driver.position.is_prompted, driver.version) == (0, True, 0)
    with pytest.raises(MoveRefused, match="expected chance to move"):
        driver.submit_text(0, "first 1")
    event = driver.submit_text(0, "go")
    assert (event.seat, [following.text for following in driver.events]) == (CHANCE, ["code"])
    assert driver.session.undoable is None


def test_next_code_waits_until_the_last_one_was_seen() -> None:
    archive = PaperArchive()
    driver = begin(archive=archive, games="2")
    hidden = archive.read(1)[1][-1].hidden
    assert hidden is not None
    driver.submit_text(1, hidden.reveal().removeprefix("code "))
    assert (driver.position.is_prompted, driver.position.player_to_move) == (True, 0)
    driver.submit(0, Signal.GO)
    assert driver.position.is_prompted is False


def doubting() -> AnyDriver:
    """Return a match in which no code fits what the box was answered."""
    driver = begin("mastermind", mode="breaks")
    driver.submit_text(0, "code")
    while not driver.position.is_prompted:
        driver.submit_text(0, "black 0 white 0")
    return driver


def test_box_that_doubts_answers_waits_and_then_challenges_them() -> None:
    driver = doubting()
    assert (driver.position.player_to_move, driver.session.player_to_move) == (0, 1)
    assert driver.submit(0, Signal.GO).text == "challenge"


def test_answer_that_the_box_doubts_may_be_put_right_instead() -> None:
    driver = doubting()
    assert driver.submit_text(0, "row 1 black 1 white 0").seat == 1
    assert driver.session.view().now.rows[0].answer.blacks == 1


def test_box_plays_all_its_moves_and_the_events_say_which() -> None:
    driver = begin("coda", box_seats="1")
    random = Random(1)
    while not any(isinstance(event.move, Attack) for event in driver.events):
        play_on(driver, random)
    seats = {event.seat for event in driver.events}
    assert seats <= {CHANCE, 1}
    versions = [event.after.version for event in driver.events]
    assert versions == list(range(versions[0], driver.version + 1))


def test_undo_and_redo_are_changes_too() -> None:
    driver = begin()
    heard: list[MatchPosition[object]] = []
    driver.subscribe(heard.append)
    driver.submit_text(1, "ROYB")
    driver.undo()
    assert driver.session.view().now.rows == ()
    driver.redo()
    assert [position.version for position in heard] == [2, 3, 4]
    with pytest.raises(MoveRefused, match="bring back"):
        driver.redo()


def test_subscription_ends_when_asked_and_may_be_ended_twice() -> None:
    driver = begin()
    heard: list[MatchPosition[object]] = []
    unsubscribe = driver.subscribe(heard.append)
    unsubscribe()
    unsubscribe()
    driver.submit_text(1, "ROYB")
    assert heard == []


def test_nothing_is_told_before_it_is_in_the_journal() -> None:
    archive = OrderedArchive()
    driver = MatchDriver(Session.begin(CATALOGUE["coda"], {"box-seats": "1"}, ("Anna", "Ben"), environment(archive)))
    driver.subscribe(archive.hear)
    driver.advance()
    random = Random(2)
    for _ in range(20):
        play_on(driver, random)
    while driver.session.is_reveal_undone:
        play_on(driver, random)
    driver.undo()
    driver.redo()
    assert archive.order == ["written", "told"] * driver.version


def test_subscriber_that_raises_is_logged_and_the_others_hear_everything(caplog: pytest.LogCaptureFixture) -> None:
    driver = begin()
    heard: list[MatchPosition[object]] = []

    def fail(position: MatchPosition[object]) -> None:
        raise ZeroDivisionError("a front end broke")

    driver.subscribe(fail)
    driver.subscribe(heard.append)
    driver.submit_text(1, "ROYB")
    driver.submit_text(1, "ROYP")
    assert [position.version for position in heard] == [2, 3]
    assert caplog.text.count("subscriber failed") == 2


def test_subscriber_that_moves_while_it_is_told_is_stopped_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    driver = begin()
    driver.subscribe(lambda position: driver.undo())
    driver.submit_text(1, "ROYB")
    assert driver.version == 2
    assert "post their moves into the loop" in caplog.text


def test_game_goes_on_while_a_front_end_hangs_in_its_thread() -> None:
    driver, mailbox = begin(), Mailbox[object]()
    has_begun, may_go_on = Flag(), Flag()
    taken: list[MatchPosition[object] | None] = []

    def hang() -> None:
        taken.append(mailbox.take(PATIENCE_S))
        has_begun.set()
        may_go_on.wait(PATIENCE_S)
        taken.append(mailbox.take(PATIENCE_S))

    driver.subscribe(mailbox.put)
    thread = Thread(target=hang, daemon=True)
    thread.start()
    driver.submit_text(1, "ROYB")
    assert has_begun.wait(PATIENCE_S)
    for text in ("ROYP", "OROY", "BPBP"):
        driver.submit_text(1, text)
    may_go_on.set()
    thread.join(PATIENCE_S)
    assert [position.version for position in taken if position is not None] == [2, driver.version]


def test_position_stays_as_it_was_when_the_match_moves_on() -> None:
    driver = begin()
    before = driver.position
    driver.submit_text(1, "ROYB")
    assert (before.view(None).now.rows, len(driver.position.view(None).now.rows)) == ((), 1)


def test_position_and_event_show_no_secret_in_their_repr() -> None:
    archive = PaperArchive()
    driver = MatchDriver(Session.begin(CATALOGUE["mini"], {}, ("Anna", "Ben"), environment(archive)))
    (event,) = driver.advance()
    hidden = archive.read(1)[1][-1].hidden
    assert hidden is not None
    assert hidden.reveal().removeprefix("code ") not in repr(event) + repr(driver.position) + event.text
