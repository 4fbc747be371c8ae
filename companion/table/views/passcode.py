"""The fields of a game of Passcode that all players may see."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.passcode.boards import TiltedDie
from companion.games.passcode.state import Lock, Playoff, Round, Rules
from companion.games.passcode.view import PasscodeView, PlayerView
from companion.table.views import ROUNDS_MOST, Fields, choices_of


def encode(view: PasscodeView) -> Fields:
    """Return the fields of *view*, the view of all players."""
    # Not "drawn" and "choices": they are for the player who holds the cards.
    return {
        "rules": _rules(view.rules),
        "phase": view.phase.name.lower(),
        "seat": view.seat,
        "players": [_player(player) for player in view.players],
        "tilted_die": None if view.skew is None else _tilted(view.skew),
        "die": view.die,
        "top": None if view.top is None else view.top.value,
        "pile": view.pile,
        "discards": view.discards,
        "winner": view.winner,
        "is_last": view.is_last,
        "done": [_done(done) for done in view.done[-ROUNDS_MOST:]],
        "playoff": None if view.playoff is None else _playoff(view.playoff),
    }


def encode_seat(view: PasscodeView, seat: int) -> Fields:
    """Return the fields of *view*, the view of the player at *seat*, with the cards that only this player sees."""
    fields, hand = encode(view), view.players[seat].hand
    fields["players"][seat]["hand"] = None if hand is None else hand.value
    fields["drawn"] = None if view.drawn is None else view.drawn.value
    return fields


def ask(view: PasscodeView, seat: int, moves: Iterator[str]) -> Fields:
    """Return what the player at *seat* is asked for."""
    return {"kind": "choice", "choices": choices_of(moves)}


def _rules(rules: Rules) -> Fields:
    return {
        "role": rules.role.value,
        "first": rules.first,
        "sitting": rules.sitting.value,
        "key_points": rules.key_points,
    }


def _player(player: PlayerView) -> Fields:
    # Not "hand".
    return {
        "board": list(player.board),
        "level": player.level,
        "score": player.score,
        "code": list(player.code),
        "laid": [card.value for card in player.laid],
        "next_digit": player.next_digit,
        "fails": player.fails,
        "is_locked_out": player.is_locked_out,
        "has_card": player.has_card,
        "lock": None if player.lock is None else _lock(player.lock),
    }


def _lock(lock: Lock) -> Fields:
    return {"card": lock.card.value, "number": lock.number}


def _tilted(die: TiltedDie) -> Fields:
    return {"top": die.attitude.top, "north": die.attitude.north, "twist": die.twist.value}


def _done(done: Round) -> Fields:
    return {
        "winner": done.winner,
        "levels": list(done.levels),
        "points": list(done.points),
        "completed": list(done.completed),
    }


def _playoff(playoff: Playoff) -> Fields:
    return {"seats": list(playoff.seats), "number": playoff.number}
