"""The effects of the moves of a peg match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.errors import N_, MoveRefused
from companion.games.pegs import moves, scoring
from companion.games.pegs.codes import Answer, Code, Space, answer, is_possible, most_whites
from companion.games.pegs.state import (
    AskedHint,
    Ending,
    Phase,
    Proof,
    Round,
    Row,
    Rules,
    State,
    keeps_code,
    next_round,
)
from companion.games.secret import Secret


def begin_match(rules: Rules, first: int) -> State:
    """Return the match at its first round, in which the player at *first* takes the first role."""
    return State(rules, first, (), next_round(rules, first, ()))


def play(state: State, move: moves.Move) -> State:
    """Return the state after *move*; raises ``MoveRefused`` if *move* is not legal."""
    if state.now is not None:
        return _close_if_over(state, _play_in_round(state.rules, state.phase, state.now, move))
    match state.phase, move:
        case Phase.FIRST, moves.First(seat) if 0 <= seat < state.rules.players:
            return begin_match(state.rules, seat)
    raise _out_of_turn(state.phase, move)


def _out_of_turn(phase: Phase, move: moves.Move) -> MoveRefused:
    # The message does not quote the move, which may be a hidden code.
    return MoveRefused(f"expected a move of phase {phase.name}, got a {type(move).__name__}")


def _play_in_round(rules: Rules, phase: Phase, now: Round, move: moves.Move) -> Round:
    match phase, move:
        case Phase.CODE, moves.SetCode(code):
            return _with_code(rules, now, code)
        case Phase.GUESS, moves.Guess(code):
            return _guess(rules, now, code)
        case Phase.GUESS, moves.GiveUp() | moves.LoseRow():
            return _lose(rules, now, move)
        case Phase.GUESS, moves.Challenge() if now.kept and now.proof is Proof.NONE and now.rows:
            return replace(now, proof=Proof.ASKED)
        case Phase.GUESS, moves.Hint(grade) if rules.may_ask(now.breaker) and not rules.is_box(now.breaker):
            return _hint(now, grade)
        case Phase.KEYS, moves.GiveKeys(keys):
            return _answer(rules, now, keys)
        case ((Phase.GUESS | Phase.KEYS | Phase.WRONG), moves.Amend(row, keys)) if now.kept:
            return _amend(rules, now, row, keys)
        case Phase.REVEAL, moves.Reveal(code):
            _check_code(rules, code)
            return replace(now, code=Secret(code))
        case Phase.WRONG, moves.PlayAgain():
            return replace(now, ending=Ending.VOID)
    raise _out_of_turn(phase, move)


def _close_if_over(state: State, now: Round) -> State:
    """Close the round if it is over and its answers are right, and start the next one unless the match is over.

    A row that is all black ends the round. Rows played after it are dropped, and a kept code is known from it.
    """
    solved = next((place for place, row in enumerate(now.rows) if _is_solved(row)), None)
    if solved is not None and now.ending is not Ending.VOID:
        lost = tuple(place for place in now.lost if place <= solved)
        now = replace(now, rows=now.rows[: solved + 1], lost=lost, ending=Ending.SOLVED)
        now = replace(now, code=now.code or Secret(now.rows[-1].guess))
    is_answered = not now.rows or now.rows[-1].answer is not None
    if now.ending is None and now.used == state.rules.edition.rows and is_answered:
        now = replace(now, ending=Ending.FAILED)
    if now.closed and now.wrong:
        raise MoveRefused("expected answers that the code of the last row gives, got others")
    is_known = now.code is not None or now.closed
    is_over = now.ending is Ending.VOID or (now.ending is not None and is_known and not now.wrong)
    return _end_round(state, now) if is_over else replace(state, now=now)


def _is_solved(row: Row) -> bool:
    return row.answer is not None and row.answer.blacks == len(row.guess)


def _end_round(state: State, now: Round) -> State:
    done = (*state.done, now)
    is_over = scoring.outcome(state.rules, done) is not None
    following = None if is_over or state.first is None else next_round(state.rules, state.first, done)
    return replace(state, done=done, now=following)


def _with_code(rules: Rules, now: Round, code: Secret[Code] | None) -> Round:
    if code is not None:
        if keeps_code(rules, now):
            raise MoveRefused("expected a code that is kept on the board, got one for the box to keep")
        _check_code(rules, code.reveal())
    if code is None and now.proof is Proof.NONE and not keeps_code(rules, now):
        return replace(now, closed=True)
    proof = Proof.GIVEN if now.proof is Proof.ASKED else now.proof
    return replace(now, code=code, kept=now.kept or code is None, proof=proof)


def _check_code(rules: Rules, code: Code) -> None:
    if code not in rules.space:
        raise MoveRefused("expected a code out of the agreed space, got another", _why_not(rules.space, code))
    if rules.only_code not in (None, code):
        raise MoveRefused("expected the code of the challenge, got another")


def _guess(rules: Rules, now: Round, guess: Code) -> Round:
    if guess not in rules.guesses:
        raise MoveRefused(f"expected a row out of {rules.guesses}, got {guess!r}", _why_not(rules.guesses, guess))
    if against := now.against(rules, guess):
        row = against[0] + 1
        raise MoveRefused(
            f"expected a row that can be the code, got one that row {row} rules out",
            N_("Hard mode: not possible after row {row}."),
            row=row,
        )
    keys = None if now.code is None else answer(now.code.reveal(), guess)
    return replace(now, rows=(*now.rows, Row(guess, keys)))


def _lose(rules: Rules, now: Round, move: moves.GiveUp | moves.LoseRow) -> Round:
    """Return the round given up, or with a row lost by time."""
    if isinstance(move, moves.GiveUp):
        return replace(now, ending=Ending.GIVEN_UP)
    if not rules.loses_rows or rules.is_box(now.breaker):
        raise MoveRefused("expected a time limit of a person that costs a row, got a row lost without one")
    return replace(now, lost=(*now.lost, len(now.rows)))


def _answer(rules: Rules, now: Round, keys: Answer) -> Round:
    guess = now.rows[-1].guess
    _check_keys(rules, guess, keys)
    return replace(now, rows=(*now.rows[:-1], Row(guess, keys)))


def _amend(rules: Rules, now: Round, place: int, keys: Answer) -> Round:
    answered = sum(row.answer is not None for row in now.rows)
    if not 0 <= place < answered:
        raise MoveRefused(f"expected an answered row from 1 to {answered}, got {place + 1}")
    row = now.rows[place]
    _check_keys(rules, row.guess, keys)
    if keys == row.answer or (now.code is not None and keys != answer(now.code.reveal(), row.guess)):
        raise MoveRefused(
            f"expected another answer to row {place + 1}, got {moves.keys_text(keys)}",
            N_("This row needs another answer."),
        )
    return replace(now, rows=(*now.rows[:place], Row(row.guess, keys), *now.rows[place + 1 :]))


def _check_keys(rules: Rules, guess: Code, keys: Answer) -> None:
    """Raise ``MoveRefused`` if no code of these rules gives *guess* the answer *keys*, apart from the other rows."""
    pegs = rules.edition.pegs
    if keys.blacks == pegs and guess not in rules.space:
        raise MoveRefused(
            f"expected an answer that a code out of {rules.space} can give, got {moves.keys_text(keys)}",
            N_("This row cannot be the code. Look at it again, please."),
        )
    if is_possible(keys, pegs):
        return
    if keys.blacks + keys.whites > pegs:
        why = N_("More than the row has places. Count again, please.")
    else:
        why = N_("All right but one: the last cannot be in the wrong place.")
    raise MoveRefused(f"expected key pegs that {pegs} pegs can have, got {moves.keys_text(keys)}", why)


def check_whites(row: Code, keys: Answer) -> None:
    """Raise ``MoveRefused`` if no code at all gives *row* these whites.

    The rules accept such an answer in a record, because earlier versions let players enter it.
    """
    most = most_whites(row, keys.blacks) if is_possible(keys, len(row)) else keys.whites
    if keys.whites > most:
        message = f"expected at most {most} whites, got {keys.whites}, for {row}"
        raise MoveRefused(message, N_("At most {count} can be in another place. Count again, please."), count=most)


def open_hints(now: Round) -> Iterator[int]:
    """Yield the grades of the hints that may be asked for at this row of *now*."""
    asked = [hint.grade for hint in now.hints if hint.rows == len(now.rows)]
    yield from (grade for grade in moves.HINT_GRADES if grade not in asked)
    if asked.count(moves.CHECK) < moves.CHECKS_MOST:
        yield moves.CHECK


def _hint(now: Round, grade: int) -> Round:
    hint = AskedHint(len(now.rows), grade)
    if grade not in (*moves.HINT_GRADES, moves.CHECK) or (hint in now.hints and grade != moves.CHECK):
        raise MoveRefused(f"expected a hint out of {moves.HINT_GRADES} not asked for at this row, got {grade}")
    if now.hints.count(hint) == moves.CHECKS_MOST:
        raise MoveRefused(f"expected at most {moves.CHECKS_MOST} checks of a row", N_("Play a row first."))
    return replace(now, hints=(*now.hints, hint))


def _why_not(space: Space, code: Code) -> str:
    """Return the sentence that tells the players why *space* does not contain *code*."""
    if space.words:
        return N_("This word is not in the list.")
    if len(code) != space.pegs:
        return N_("Fill every place, please.")
    if not all(0 <= peg < space.values for peg in code):
        return N_("No empty hole in this game. Put a peg in every place.")
    return N_("Nothing twice in this game.")
