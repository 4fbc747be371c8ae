"""Matches of every family, played at random into an archive: ten that are over, one that goes on, and throws."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from companion.dice.model import Coin, Dice, Start
from companion.dice.roller import DiceRoller
from companion.errors import CompanionError
from companion.games.contract import CHANCE, AnyGame
from companion.match.archive import Archive
from companion.match.catalogue import load_catalogue
from companion.match.environment import Environment
from companion.match.session import AnySession, Session
from tests.support.paper import deferred, environment

# The games of the matches that are over, with their options.
FINISHED: tuple[tuple[str, dict[str, str]], ...] = (
    ("mastermind", {}),
    ("mini", {"mode": "player"}),
    ("passcode", {"box-seats": "1"}),
    ("coda", {"rounds": "1"}),
    ("ambassador", {}),
    ("brainiac", {}),
    ("super", {}),
    ("junior", {}),
    ("coda", {"rounds": "1", "variant": "advanced"}),
    ("mini", {}),
)
ROWS = 4
PLAYERS = ("Anna", "Zoé")


def fill(archive: Archive, seed: int = 1) -> None:
    """Play all matches and throw some dice; the last match is one of Mastermind with a sealed code and four rows."""
    random = Random(seed)
    world = Environment(
        deferred(archive), random.randrange, environment(seed=seed).nonce, lambda: "2026-01-02T12:00:00Z"
    )
    for key, options in FINISHED:
        finish(Session.begin(load_catalogue(None)[key], options, PLAYERS, world), random)
    dice_roller = DiceRoller(archive, random.randrange, world.stamp)
    for cast in (Dice(2, 6), Dice(1, 20), Coin(), Start(2, PLAYERS), Dice()):
        dice_roller.cast = cast
        dice_roller.throw()
    running = Session.begin(load_catalogue(None)["mastermind"], {}, PLAYERS, world)
    running.draw()
    for move in islice(_wrong_rows(running, random), ROWS):
        running.play(move)


def finish(session: AnySession, random: Random) -> None:
    """Play *session* to its end, each move drawn from the first ones that are allowed; sometimes the code itself."""
    secret = ""
    while (seat := session.player_to_move) is not None:
        if seat == CHANCE:
            secret = session.game.secret_of(session.draw()) or secret
            continue
        if session.box_to_act is not None:
            session.play_for_box()
            continue
        moves = list(islice(session.game.moves(session._state), 200))
        move = random.choice(moves)
        if random.random() < 0.3:
            move = session.read(secret) if plays(session.game, session._state, secret) else move
        secret = session.game.secret_of(move) or secret
        session.play(move)


def plays(game: AnyGame, state: object, text: str) -> bool:
    """Return whether *text* is a move that may be made now."""
    try:
        game.play(state, game.parse(state, text))
    except CompanionError:
        return False
    return True


def _wrong_rows(session: AnySession, random: Random) -> Iterator[object]:
    rows = list(session.game.moves(session._state))
    while True:
        move = random.choice(rows)
        if session.game.outcome(session.game.play(session._state, move)) is None:
            yield move
