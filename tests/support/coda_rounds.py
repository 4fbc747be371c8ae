"""Rounds of Coda between two players of given strengths, one of whom may only guess."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.games.coda import CodaGame
from companion.games.coda.moves import Move, TimeUp
from companion.games.coda.state import State, Strength
from companion.games.contract import CHANCE
from companion.strategy.coda import play

CODA = CodaGame(play)
UNIFORM = "uniform"
"""A player who takes any legal move, each as likely as the others; only their time never runs out."""


def wins(players: tuple[str, str], rounds: int, variant: str = "standard") -> int:
    """Return how many rounds the first of *players* wins; they begin in turn."""
    return sum(winner(players, seed, variant) == 0 for seed in range(rounds))


def winner(players: tuple[str, str], seed: int, variant: str) -> int:
    """Play one round and return the seat that wins it."""
    random = Random(seed)
    state = CODA.start({"rounds": "1", "variant": variant, "first": str(1 + seed % 2)}, 2)
    while (seat := CODA.player_to_move(state)) is not None:
        if seat == CHANCE:
            move = CODA.chance_move(state, random.randrange(CODA.chance_outcomes(state)))
        else:
            move = _move(state, players[seat], seat, random)
        state = CODA.play(state, move)
    return state.done[0].winner


def _move(state: State, player: str, seat: int, random: Random) -> Move:
    if player == UNIFORM:
        return random.choice([move for move in CODA.moves(state) if not isinstance(move, TimeUp)])
    rules = replace(state.rules, strength=Strength(player))
    return CODA.choose(replace(state, rules=rules), seat, random.randrange)
