"""What one player knows and no seal covers: a card in a hand is in no record before the match is over."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.passcode import PasscodeGame
from companion.match.archive import EntryKind, LogEntry
from companion.match.record import Record, RecordRefused, check_record, read_record
from companion.match.session import Session
from tests.support.paper import PaperArchive, environment

TEXT = (Path(__file__).parents[1] / "records" / "passcode_dealt_by_the_box.record").read_text(encoding="utf-8")
WHOLE = read_record(TEXT)


def record_after(moves: int) -> Record:
    """Return the record of the match in ``WHOLE`` after that number of moves."""
    archive = PaperArchive()
    number = archive.begin(WHOLE.header)
    archive.append(number, [LogEntry(EntryKind.PLAY, ply.text) for ply in WHOLE.plies[:moves]], None)
    return Session.resume(PasscodeGame(), number, environment(archive)).record()


def test_cards_that_are_hidden_are_left_out_while_the_match_goes_on() -> None:
    texts = [ply.text for ply in record_after(len(WHOLE.plies) - 1).plies]
    assert {text for text in texts if text.startswith("card")} == {"card", "card fail"}


def test_finished_record_holds_every_card() -> None:
    record = record_after(len(WHOLE.plies))
    assert [ply.text for ply in record.plies] == [ply.text for ply in WHOLE.plies]
    assert record.result == WHOLE.result


def test_record_that_does_not_hold_a_card_yet_is_told_from_a_wrong_one() -> None:
    with pytest.raises(
        RecordRefused, match="expected the card that was drawn, got a record that does not hold it yet"
    ):
        check_record(record_after(len(WHOLE.plies) - 1), PasscodeGame())
