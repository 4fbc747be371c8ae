"""Taking back: what stays drawn, what is made again, and what the record tells; every game, by random walks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import TypeAlias

import pytest

from companion.errors import JournalFailed, MoveRefused
from companion.games.contract import CHANCE
from companion.games.pegs.moves import Guess
from companion.match.archive import EntryKind, LogEntry
from companion.match.catalogue import load_catalogue
from companion.match.kept import KeptOutcomes
from companion.match.record import TakenBack, check_record, read_record, write_record
from companion.match.session import AnySession, Session
from companion.match.statistics import PersonalBest, collect, recent
from tests.support.paper import PaperArchive, environment

CATALOGUE = load_catalogue(None)
WALKS = [
    ("mini", {}),
    ("ambassador", {"mode": "player", "first": "coin"}),
    ("mastermind", {"mode": "match"}),
    ("passcode", {}),
    ("coda", {}),
    ("coda", {"variant": "advanced"}),
]
STEPS = 150
Drawn: TypeAlias = tuple[str, tuple[int, ...]]
"""An outcome of chance, and the seats that could see it."""
UNDO = 0.35


def begin(archive: PaperArchive | None = None, key: str = "mini", seed: int = 0, **options: str) -> AnySession:
    return Session.begin(CATALOGUE[key], options, ("Anna", "Ben"), environment(archive, seed))


def line_of(session: AnySession) -> list[tuple[int, str]]:
    """Return seat and whole text of every move."""
    return [(played.seat, session.game.text(played.move)) for played in session._line]


def drawn_code(session: AnySession) -> str:
    """Let chance draw a code and return its letters."""
    code = session.game.secret_of(session.draw())
    assert code is not None
    return code


def draws(line: Sequence[tuple[int, str]]) -> int:
    return sum(seat == CHANCE for seat, _ in line)


def viewers(session: AnySession, text: str) -> tuple[int, ...]:
    """Return the seats that see the hidden outcome *text* of chance now."""
    return tuple(seat for seat in (0, 1) if session.game.can_see(session._state, session.read(text), seat))


def seen_by_all(session: AnySession) -> list[int]:
    """Return the places of the secrets that the last move of a person, or what was before it, has revealed."""
    game, line = session.game, session._line
    sealed = [place for place, played in enumerate(line) if game.secret_of(played.move) is not None]
    count = game.revealed_count(session._state)
    persons = [place for place, played in enumerate(line) if session._is_persons(played)]
    after = line[persons[-1]].after
    shown = [at for at in sealed[count:] if at < persons[-1] and game.is_shown(after, line[at].move)]
    return sealed[:count] + shown


def is_open(session: AnySession, place: int) -> bool:
    return session.game.is_shown(session._state, session._line[place].move)


def allows(session: AnySession, text: str) -> bool:
    try:
        session.validate(session.read(text))
    except MoveRefused:
        return False
    return True


def take_back(session: AnySession, drawn: dict[int, list[Drawn]]) -> None:
    """Undo, and forget in *drawn* what everybody has seen."""
    line = line_of(session)
    seen = seen_by_all(session)
    session.undo()
    left = line_of(session)
    assert left == line[: len(left)]
    state = session._state
    shown = [place for place in seen if place < len(left)]
    assert all(at < session.game.revealed_count(state) or is_open(session, place) for at, place in enumerate(shown))
    for place in seen:
        seat, text = line[place]
        if place >= len(left) and seat == CHANCE:
            known = drawn[draws(line[:place])]
            known[:] = [found for found in known if found[0] != text]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("key", "options"), WALKS, ids=str)
def test_what_was_drawn_stays_drawn_until_everybody_has_seen_it(key: str, options: dict[str, str], seed: int) -> None:
    random = Random(f"{key} {seed}")
    session = begin(None, key, seed, **options)
    drawn: dict[int, list[Drawn]] = {}
    for _ in range(STEPS):
        if session.undoable is not None and random.random() < UNDO:
            take_back(session, drawn)
        elif session.player_to_move is None:
            break
        elif session.player_to_move == CHANCE:
            known = drawn.setdefault(draws(line_of(session)), [])
            fits = (text for text, seats in known if allows(session, text) and seats == viewers(session, text))
            expected, state = next(fits, None), session._state
            text = session.game.text(session.draw())
            assert expected in (None, text)
            found = (text, tuple(seat for seat in (0, 1) if session.game.can_see(state, session.read(text), seat)))
            if found not in known:
                known.append(found)
        elif session.box_to_act is not None:
            session.play_for_box()
        else:
            session.play(random.choice(list(islice(session.game.moves(session._state), 100))))


@pytest.mark.parametrize("ending", ["give up", "solved"])
def test_code_that_was_shown_is_not_in_play_again(ending: str) -> None:
    archive = PaperArchive()
    session = begin(archive)
    code, seal = drawn_code(session), session.seals
    session.play(session.read("RRRR"))
    session.play(session.read(ending if ending == "give up" else code))
    assert session.is_reveal_undone
    session.undo()
    assert (line_of(session), session.player_to_move) == ([], CHANCE)
    assert drawn_code(session) != code
    assert session.seals not in ((), seal)
    again = Session.resume(session.game, 1, environment(archive, seed=9))
    assert (line_of(again), again.seals) == (line_of(session), session.seals)


def test_code_that_a_player_entered_is_entered_again_after_it_was_shown() -> None:
    session = begin(mode="player")
    session.play(session.read("code ROYG"))
    session.play(session.read("give up"))
    session.undo()
    assert (session.player_to_move, line_of(session)) == (0, [])


def test_row_is_taken_back_alone() -> None:
    session = begin()
    session.draw()
    session.play(session.read("RRRR"))
    assert not session.is_reveal_undone
    session.undo()
    assert len(line_of(session)) == 1


def test_redo_shows_the_code_again() -> None:
    session = begin()
    session.draw()
    session.play(session.read("give up"))
    line = line_of(session)
    session.undo()
    session.redo()
    assert line_of(session) == line


def test_journal_without_the_number_of_moves_taken_back_means_the_last_row() -> None:
    archive = PaperArchive()
    session = begin(archive)
    session.draw()
    session.play(session.read("give up"))
    archive.append(1, [LogEntry(EntryKind.UNDO)], None)
    assert len(line_of(Session.resume(session.game, 1, environment(archive)))) == 1


@pytest.mark.parametrize("number", ["0", "3", "-1", "x", "٢", "9" * 5000])
def test_journal_with_a_wrong_number_of_moves_taken_back_is_not_resumed(number: str) -> None:
    archive = PaperArchive()
    session = begin(archive)
    session.draw()
    session.play(session.read("RRRR"))
    archive.append(1, [LogEntry(EntryKind.UNDO, number)], None)
    with pytest.raises(JournalFailed, match="moves from 1 to 2"):
        Session.resume(session.game, 1, environment(archive))


def test_record_tells_what_was_taken_back() -> None:
    session = begin()
    session.draw()
    for text in ("RRRR", "give up"):
        session.play(session.read(text))
    session.undo()
    session.draw()
    for text in ("RRRR", "OOOO"):
        session.play(session.read(text))
    session.undo()
    session.undo()
    session.redo()
    text = write_record(session.record())
    assert '[Undone "1" "3"]\n[Undone "3" "1"]\n' in text
    assert read_record(text).undone == (TakenBack(1, 3), TakenBack(3, 1))
    assert check_record(read_record(text), session.game).result == "*"


def test_answers_that_were_taken_back_are_counted_shared_and_are_no_best() -> None:
    archive = PaperArchive()
    session = Session.begin(CATALOGUE["mini"], {"first": "1"}, ("Anna", "Ben"), environment(archive))
    session.draw()
    code = session._state.now.code.reveal()
    wrong = next(row for row in session._state.rules.guesses if row != code)
    session.play(Guess(wrong))
    session.undo()
    assert dict(session.undone_answers) == {0: 1}
    session.redo()
    assert dict(session.undone_answers) == {}
    session.undo()
    resumed = Session.resume(CATALOGUE["mini"], session.number or 0, environment(archive))
    resumed.play(Guess(code))
    assert dict(resumed.undone_answers) == {0: 1}
    text, *_ = CATALOGUE["mini"].share_texts(resumed.view(), resumed.undone_answers)  # type: ignore[attr-defined]
    assert text.splitlines()[0].endswith("1/6, 1 undone")
    world = environment(archive)
    (one,) = (each for each in collect(world, CATALOGUE, recent(world, None)).values() if each.codes)
    assert (one.undone, one.streak, [codes.best for codes in one.codes.values()]) == (1, 0, [None])


def alone(archive: PaperArchive, wrong: int, undone: int) -> AnySession:
    """Return a match of one player who found the code after *wrong* rows, the last *undone* of them taken back."""
    session = Session.begin(CATALOGUE["mini"], {}, ("Anna",), environment(archive))
    session.draw()
    code = session._state.now.code.reveal()
    rows = [row for row in session._state.rules.guesses if row != code]
    for row in rows[:wrong]:
        session.play(Guess(row))
    for _ in range(undone):
        session.undo()
    session.play(Guess(code))
    return session


@pytest.mark.parametrize(("undone", "is_best"), [(0, True), (1, False)])
def test_round_with_an_answer_taken_back_is_no_personal_best(undone: int, is_best: bool) -> None:
    archive = PaperArchive()
    alone(archive, wrong=3, undone=0)
    assert PersonalBest(alone(archive, wrong=1, undone=undone), environment(archive)).is_last() is is_best


def test_choice_of_the_box_is_kept_for_its_place_alone() -> None:
    kept = KeptOutcomes(CATALOGUE["mini"], 2)
    state = CATALOGUE["mini"].start({}, 2)
    kept.put_choice(3, state, "first")
    assert (kept.choice(3, state), kept.choice(5, state)) == ("first", None)
