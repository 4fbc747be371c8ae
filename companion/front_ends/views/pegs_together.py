"""The fields of a match in which all players break the same code, for all players and for one seat."""

from __future__ import annotations

from collections.abc import Iterator

from companion.front_ends.views import Fields, LastMove, choices_of, pegs_coach
from companion.front_ends.views.pegs import encode as encode_pegs
from companion.front_ends.views.pegs import row_ask
from companion.games.pegs.codes import Answer
from companion.games.pegs_together import TogetherView
from companion.match.kept import ToldMove
from companion.words.pegs_together import shown_keys

COACH = pegs_coach


def encode(view: TogetherView) -> Fields:
    """Return the fields of *view*: those of a peg match, and what is seen of each board in play."""
    boards = [{"keys": list(map(_keys, board.keys)), "is_done": board.is_done} for board in view.boards]
    return {**encode_pegs(view), "boards": boards}


def encode_seat(view: TogetherView, seat: int) -> Fields:
    """Return the same fields of the view of *seat*, whose board is the ``round``."""
    return encode(view)


def last(recent: Iterator[ToldMove[TogetherView]]) -> LastMove | None:
    """Return the last move but hints, a row with its answer."""
    for told in recent:
        if " hint " in told.text:
            continue
        keys = () if told.text.endswith("gives up") else shown_keys(told.after(), told.seat)
        return told, _text(keys[-1]) if keys else None
    return None


def ask(view: TogetherView, seat: int, moves: Iterator[str]) -> Fields:
    """Return that the player at *seat* is asked for a row; there are too many *moves* to list them."""
    return row_ask(view, "guess", f"{seat + 1} ", view.rules.guesses.repeats, choices_of([f"{seat + 1} gives up"]))


def _keys(keys: Answer) -> Fields:
    return {"black": keys.blacks, "white": keys.whites}


def _text(keys: Answer) -> str:
    return f"black {keys.blacks} white {keys.whites}"
