from dataclasses import replace

import pytest

from companion.errors import JournalFailed, MoveRefused
from companion.games.pegs.state import PegView
from companion.games.secret import Secret
from companion.match.archive import EntryKind, LogEntry
from companion.match.catalogue import load_catalogue
from companion.match.record import write_record
from companion.match.seal import Seal, fingerprint, read_seal_line
from companion.match.session import AnySession, Session
from tests.support.paper import NOON, PaperArchive, environment

CATALOGUE = load_catalogue(None)


def begin(key: str = "mini", archive: PaperArchive | None = None, seed: int = 0, **options: str) -> AnySession:
    return Session.begin(CATALOGUE[key], options, ("Anna", "Ben"), environment(archive, seed))


def drawn(key: str = "mini", archive: PaperArchive | None = None, seed: int = 0, **options: str) -> AnySession:
    """Begin a match, and have chance draw its first code."""
    session = begin(key, archive, seed, **options)
    session.draw()
    return session


def guess(session: AnySession, text: str) -> None:
    session.play(session.game.parse(None, text))


def hidden(archive: PaperArchive, number: int = 1) -> str:
    """Return the code that was set last, as only the journal holds it."""
    codes = [entry.hidden.reveal() for entry in archive.read(number)[1] if entry.hidden is not None]
    return codes[-1].removeprefix("code ")


def rows(session: AnySession) -> int:
    view: PegView = session.view()
    return 0 if view.now is None else len(view.now.rows)


def test_refused_move_changes_nothing_and_is_not_written() -> None:
    archive = PaperArchive()
    session = drawn(archive=archive)
    before = session.view()
    with pytest.raises(MoveRefused):
        guess(session, "RO-G")
    assert session.view() == before
    assert len(archive.read(1)[1]) == 1


def test_player_cannot_move_for_chance() -> None:
    session = begin()
    with pytest.raises(MoveRefused, match="expected chance to move"):
        guess(session, "code ROYG")


def test_chance_cannot_move_for_a_player() -> None:
    session = drawn()
    with pytest.raises(MoveRefused, match="expected a player to move"):
        session.draw()


def finished() -> tuple[AnySession, PaperArchive]:
    """Return a match of two rounds that is over, and its archive."""
    archive = PaperArchive()
    session = begin(archive=archive)
    for _ in range(2):
        session.draw()
        guess(session, hidden(archive))
    return session, archive


def test_nothing_plays_after_the_end() -> None:
    session, _ = finished()
    assert session.player_to_move is None
    with pytest.raises(MoveRefused, match="after the end"):
        guess(session, "ROYG")


def test_seal_that_is_written_with_a_code_is_that_of_the_line_which_is_opened() -> None:
    session, archive = finished()
    written = [entry.seal for entry in archive.sheets[1][1] if entry.seal is not None]
    assert written == [fingerprint(line) for line in session.seal_viewer()()[1]]
    assert len(written) == 2


def test_undo_takes_back_the_last_row_and_redo_brings_it_back() -> None:
    session = drawn()
    guess(session, "RRRR")
    one = session.view()
    guess(session, "OOOO")
    two = session.view()
    session.undo()
    assert session.view() == one
    session.redo()
    assert session.view() == two


@pytest.mark.parametrize("step", ["undo", "redo"])
def test_step_to_nothing_is_refused(step: str) -> None:
    session = drawn()
    with pytest.raises(MoveRefused) as refused:
        getattr(session, step)()
    assert refused.value.sentence == f"There is nothing to {step}."


def test_new_row_after_an_undo_forgets_the_redo() -> None:
    session = drawn()
    guess(session, "RRRR")
    session.undo()
    guess(session, "OOOO")
    assert session.redoable is None


def test_undo_past_a_draw_and_going_on_draws_the_same_with_the_same_seal() -> None:
    archive = PaperArchive()
    session = drawn(archive=archive)
    guess(session, hidden(archive))
    session.draw()
    second, seal = hidden(archive), session.seals
    session.undo()
    session.draw()
    guess(session, "give up")
    session.draw()
    assert (hidden(archive), session.seals) == (second, seal)


def test_seal_is_there_from_the_code_to_the_reveal_and_its_line_after() -> None:
    archive = PaperArchive()
    session = begin(archive=archive)
    assert (session.seals, session.opened_seal) == ((), None)
    session.draw()
    (seal,), code = session.seals, hidden(archive)
    guess(session, code)
    assert session.seals == ()
    assert session.opened_seal is not None
    assert fingerprint(session.opened_seal) == seal
    assert replace(read_seal_line(session.opened_seal), nonce="") == Seal("", "mini", code, "", 1, NOON[:16])


def test_code_of_a_player_is_sealed_too() -> None:
    session = begin(mode="player")
    guess(session, "code ROYG")
    assert session.seals


def test_two_equal_codes_have_different_seals() -> None:
    one, other = begin(mode="player", seed=1), begin(mode="player", seed=2)
    guess(one, "code ROYG")
    guess(other, "code ROYG")
    assert one.seals != other.seals


def test_rematch_is_a_new_match_at_the_same_table_that_another_begins() -> None:
    archive = PaperArchive()
    session = begin(archive=archive, games="4")
    again = session.rematch()
    assert (again.players[::-1], again.header.options) == (session.players, session.header.options)
    assert again.number == 2


def test_finished_match_is_marked_with_its_result_and_opened_again_by_undo() -> None:
    session, archive = finished()
    assert archive.results[1] == "Anna 1, Ben 1: Anna and Ben share the win"
    session.undo()
    assert archive.results[1] is None


def test_failing_archive_does_not_stop_play_and_is_told_once() -> None:
    archive = PaperArchive()
    world = environment(archive)
    session: AnySession = Session.begin(CATALOGUE["mini"], {}, ("Anna", "Ben"), world)
    session.draw()
    archive.break_pencil()
    guess(session, "RRRR")
    guess(session, "OOOO")
    assert rows(session) == 2
    assert world.archive.take_notice() == JournalFailed.sentence
    assert world.archive.take_notice() is None


def test_lines_that_waited_are_written_when_the_archive_is_back() -> None:
    archive = PaperArchive()
    archive.break_pencil()
    session = drawn(archive=archive)
    guess(session, "RRRR")
    archive.sharpen_pencil()
    guess(session, "OOOO")
    assert [entry.text for entry in archive.read(1)[1]] == ["code", "RRRR", "OOOO"]
    assert resumed(session, archive).view() == session.view()


def test_match_whose_lines_the_rules_refuse_is_not_resumed_and_kept() -> None:
    archive = PaperArchive()
    begin(archive=archive)
    archive.append(1, [LogEntry(EntryKind.PLAY, "code", Secret("code ROYG")), LogEntry(EntryKind.PLAY, "RO-G")], None)
    with pytest.raises(JournalFailed, match="in match 1") as refused:
        Session.resume(CATALOGUE["mini"], 1, environment(archive))
    assert "ROYG" not in str(refused.value)
    assert len(archive.read(1)[1]) == 2


@pytest.mark.parametrize("deed", [EntryKind.UNDO, EntryKind.REDO])
def test_match_with_an_undo_of_nothing_is_not_resumed(deed: EntryKind) -> None:
    archive = PaperArchive()
    begin(archive=archive)
    archive.append(1, [LogEntry(deed)], None)
    with pytest.raises(JournalFailed, match="in match 1"):
        Session.resume(CATALOGUE["mini"], 1, environment(archive))


def resumed(session: AnySession, archive: PaperArchive) -> AnySession:
    assert session.number is not None
    return Session.resume(session.game, session.number, environment(archive, seed=99))


def test_record_of_a_running_match_holds_the_seal_and_not_the_code() -> None:
    archive = PaperArchive()
    session = drawn(archive=archive)
    guess(session, "RRRR")
    text = write_record(session.record())
    assert "2. RRRR" in text
    assert f"1. code {{seal {session.seals[0]}}}" in text
    assert hidden(archive) not in text


@pytest.mark.parametrize("answer", ["black 0 white 2", "row 1 black 0 white 1"])
def test_answer_that_no_code_gives_is_refused_and_still_read_in_an_older_journal(answer: str) -> None:
    archive = PaperArchive()
    session = begin("mastermind", archive, mode="keeps")
    for move in ("code", "RRRR", *(["black 1 white 0"] if answer.startswith("row") else [])):
        guess(session, move)
    with pytest.raises(MoveRefused, match="expected at most 0 whites"):
        guess(session, answer)
    archive.append(1, [LogEntry(EntryKind.PLAY, answer, at=NOON)], None)
    assert Session.resume(session.game, 1, environment(archive)).view() != session.view()
