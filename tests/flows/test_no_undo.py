"""Matches with the option *No undo*: no menu, line, undo of the session, journal or record takes a move back."""

from __future__ import annotations

import pytest

from companion.errors import JournalFailed, MoveRefused
from companion.games.contract import CHANCE
from companion.match.archive import EntryKind, LogEntry
from companion.match.record import RecordRefused, check_record, read_record, write_record
from companion.match.session import AnySession, Session
from tests.flows.test_text_flows import TextFlow
from tests.support.flow import CATALOGUE, Flow, start
from tests.support.paper import PaperArchive, environment

SAID = "The option No undo is on in this match."
KEYS = ("mastermind", "passcode", "coda")
every_game = pytest.mark.parametrize("key", KEYS)


def moved(key: str, is_off: bool, archive: PaperArchive | None = None) -> AnySession:
    """Return a match in which a person has made a move."""
    options = {"no-undo": "yes"} if is_off else {}
    session = Session.begin(CATALOGUE[key], options, ("Anna", "Ben"), environment(archive))
    while CHANCE in session.seats_to_move:
        session.draw()
    session.play(next(session.game.moves(session._state)))
    return session


@every_game
def test_undo_is_refused_with_a_sentence_that_names_the_option(key: str) -> None:
    session = moved(key, is_off=True)
    with pytest.raises(MoveRefused, match="one that is final") as refused:
        session.undo()
    assert (refused.value.sentence, session.undoable, session.taken_back) == (SAID, None, ())


@every_game
def test_undo_takes_back_where_the_option_is_left_out(key: str) -> None:
    session = moved(key, is_off=False)
    assert session.undoable is not None
    session.undo()
    assert len(session.taken_back) == 1


def played(key: str, is_off: bool) -> Flow:
    archive = PaperArchive()
    moved(key, is_off, archive)
    flow = start(archive)
    flow.press("OK")
    return flow


@every_game
@pytest.mark.parametrize("is_off", [True, False])
def test_pause_menu_offers_undo_and_redo_unless_the_option_is_on(key: str, is_off: bool) -> None:
    flow = played(key, is_off)
    flow.press_until(lambda: "Pause" in flow.lines[0], "BACK")
    found = [word for word in ("Undo", "Redo") if any(word in line for line in flow.lines)]
    assert found == ([] if is_off else ["Undo", "Redo"])


@every_game
def test_line_that_asks_for_an_undo_is_answered_with_the_option(key: str) -> None:
    archive = PaperArchive()
    moved(key, True, archive)
    box = TextFlow(archive)
    box.type("1")
    assert box.type("/u").strip().splitlines()[-1].strip() == SAID


@every_game
def test_journal_that_takes_a_move_back_does_not_fit_the_option(key: str) -> None:
    archive = PaperArchive()
    session = moved(key, True, archive)
    archive.append(session._match, [LogEntry(EntryKind.UNDO, "1")], None)
    with pytest.raises(JournalFailed, match="expected no undo in a match without it"):
        Session.resume(CATALOGUE[key], session.number or 0, environment(archive))


@every_game
def test_record_keeps_the_option_and_may_not_say_that_a_move_was_taken_back(key: str) -> None:
    session = moved(key, True)
    text = write_record(session.record())
    assert '[Option "no-undo" "yes"]' in text
    if key != "passcode":
        # The cards of a running match of Passcode are not in its record.
        check_record(read_record(text), session.game)
    with pytest.raises(RecordRefused, match="expected no Undone in a match with the option no-undo"):
        read_record(text.replace("[Result", '[Undone "1" "1"]\n[Result'))


@pytest.mark.parametrize("is_off", [True, False])
def test_first_match_that_goes_on_does_not_say_its_goal_again(is_off: bool) -> None:
    archive = PaperArchive()
    moved("coda", is_off, archive)
    flow = start(archive, explains_games=True)
    assert flow.press("OK") != ["Notice"]
