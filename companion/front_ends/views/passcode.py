"""The fields of a game of Passcode that all players may see."""

from __future__ import annotations

from collections.abc import Iterator

from companion.front_ends.views import ROUNDS_MOST, Fields, LastMove, Shown, choices_of, encoded, picked, word
from companion.games.passcode.boards import TiltedDie
from companion.games.passcode.state import Lock, Phase, Playoff, Round, Rules
from companion.games.passcode.view import PasscodeView, PlayerView
from companion.match.kept import ToldMove


def encode(view: PasscodeView) -> Fields:
    """Return the fields of *view*, the view of all players."""
    # Not "drawn" and "choices": they are for the player who holds the cards.
    return {
        **picked(view, "rules phase seat players", SHOWN),
        "tilted_die": encoded(view.skew, SHOWN),
        **picked(view, "die top pile discards winner is_last", SHOWN),
        "done": encoded(view.done[-ROUNDS_MOST:], SHOWN),
        "playoff": encoded(view.playoff, SHOWN),
    }


def encode_seat(view: PasscodeView, seat: int) -> Fields:
    """Return the fields of *view*, the view of the player at *seat*, with the cards that only this player sees."""
    fields = encode(view)
    fields["players"][seat] |= picked(view.players[seat], "hand", SHOWN)
    return fields | picked(view, "drawn", SHOWN)


SHOWN: Shown = {
    Rules: "role first sitting key_points",
    Phase: word,
    # Not "hand".
    PlayerView: "board level score code laid next_digit fails is_locked_out has_card lock",
    Lock: "card number",
    TiltedDie: lambda die: {"top": die.attitude.top, "north": die.attitude.north, "twist": die.twist.value},
    Round: "winner levels points completed",
    Playoff: "seats number",
}


def last(recent: Iterator[ToldMove[PasscodeView]]) -> LastMove | None:
    """Return the last move."""
    return next(((told, None) for told in recent), None)


def ask(view: PasscodeView, seat: int, moves: Iterator[str]) -> Fields:
    """Return what the player at *seat* is asked for."""
    if view.phase is Phase.SCORE:
        # They are more than there may be choices.
        return {"kind": "number", "lead": "score ", "least": 0, "most": sum(1 for _ in moves) - 1, "also": []}
    return {"kind": "choice", "choices": choices_of(moves)}
