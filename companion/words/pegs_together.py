"""The words of the peg games in which all players break the same code at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.errors import N_
from companion.games import pegs_together as game
from companion.games.pegs.codes import Answer
from companion.games.pegs.moves import GiveUp, Hint
from companion.games.pegs.state import Ending, Phase, RoundView
from companion.games.pegs_together import TogetherView
from companion.words.pegs import ASKED, DONE, OFFERED, colours, counts
from companion.words.pegs import place as place  # read of the board of the player who looks
from companion.words.pegs import rows as own_rows
from companion.words.pegs import score as score
from companion.words.pegs import with_colour as with_colour
from companion.words.phrase import GO, Level, Name, Phrase, counted, phrase

_notation = cache(game.notation)
FOUND = N_("{name}: solved in row {row}.")
NOT_FOUND = N_("{name} has not found the code.")
NO_BOARD = game.SeatBoard((), is_done=True)
CODE = N_("The code is {colours}.")


def told(seat: int, text: str, before: TogetherView, after: TogetherView, names: Sequence[str]) -> list[Phrase]:
    """Return the key pegs of a row, or that the player gives up; after the last move of a round also its results."""
    if seat < 0:
        return []
    name, is_over = Name(names[seat]), len(after.done) > len(before.done)
    found = list(reversed(_results(after, names))) if is_over else []
    keys = shown_keys(after, seat)
    if len(keys) == len(before.boards[seat].keys):
        # Not of which grade: that tells how far the player is.
        return [*found, phrase(DONE[Hint if " hint " in text else GiveUp], name=name)]
    answer = counts(after.rules.edition, keys[-1])
    message = N_("{name}, row {row}: {keys}")
    return [*found, phrase(message, Level.ANSWERS, name=name, row=len(keys), keys=answer)]


def asked(view: TogetherView, seat: int, names: Sequence[str]) -> Phrase:
    """Return which row the player at *seat* is to set."""
    board = view.boards[seat] if view.boards else NO_BOARD
    return phrase(ASKED[Phase.GUESS], name=Name(names[seat]), row=len(board.keys) + 1)


def offered(view: TogetherView, text: str, names: Sequence[str]) -> Phrase:
    """Return a move in words: a row is its colours."""
    if text == "go":
        return phrase(GO)
    if text.endswith(" ?"):
        # As all players know a row.
        return phrase(N_("the row"))
    move = _notation(view.rules.edition).parse(text)
    if isinstance(move, game.SeatRow):
        return phrase("{colours}", colours=colours(view.rules.edition, move.code.reveal()))
    return phrase(OFFERED[Hint if isinstance(move, game.SeatHint) else GiveUp])


def undone(view: TogetherView, text: str) -> Phrase:
    """Return the kind of a move."""
    return phrase(N_("giving up") if text.endswith("gives up") else N_("the row"))


def learned(text: str) -> Phrase:
    """Return what a player saw by a row."""
    return phrase(N_("the answer"))


def read(view: TogetherView, names: Sequence[str]) -> list[Phrase]:
    """Return what is seen of each board, then the rows of the player who looks, or the results of the last round."""
    if view.phase is not Phase.GUESS:
        return _results(view, names)
    number = len(view.done) // len(names) + 1
    head = phrase(N_("Round {number}: all look for the same code."), number=number)
    return [head, *(_seen(view, seat, Name(stored)) for seat, stored in enumerate(names)), *rows(view, names)]


def rows(view: TogetherView, names: Sequence[str]) -> list[Phrase]:
    """Return the rows of the player who looks, with their answers; none for all players."""
    return [] if view.now is None else own_rows(view, names)


def shown_keys(view: TogetherView, seat: int) -> Sequence[Answer]:
    """Return the key pegs of the rows of *seat*, in the round in play or else in the last one."""
    if view.phase is Phase.GUESS:
        return view.boards[seat].keys
    last = view.done[-view.rules.players :]
    return [row.answer for row in last[seat].rows if row.answer is not None] if last else ()


def _seen(view: TogetherView, seat: int, name: Name) -> Phrase:
    """Return the number of the rows of *seat* and the newest key pegs, or that the board is finished."""
    board = view.boards[seat]
    if board.is_done:
        return phrase(N_("{name} has finished."), name=name)
    if not board.keys:
        return phrase(N_("{name} has no row yet."), name=name)
    keys, count = counts(view.rules.edition, board.keys[-1]), len(board.keys)
    return counted(
        "{name} has {count} row: {keys}.", "{name} has {count} rows, the last: {keys}.", count, name=name, keys=keys
    )


def _results(view: TogetherView, names: Sequence[str]) -> list[Phrase]:
    """Return who has found the code of the last round, and the code; an empty list before the end of a round."""
    last = view.done[-view.rules.players :]
    found = [_result(shown, Name(names[shown.breaker])) for shown in last]
    if not last or last[-1].code is None:
        return found
    return [*found, phrase(CODE, colours=colours(view.rules.edition, last[-1].code))]


def _result(shown: RoundView, name: Name) -> Phrase:
    if shown.ending is Ending.SOLVED:
        return phrase(FOUND, name=name, row=len(shown.rows))
    return phrase(NOT_FOUND, name=name)
