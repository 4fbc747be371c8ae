"""Matches of Coda between two players of given strengths, one of whom may only guess."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from random import Random

from companion.games.coda import CodaGame
from companion.games.coda.moves import Move, TimeUp
from companion.games.coda.state import State, Strength
from companion.games.contract import CHANCE
from companion.strategy.coda import PLAIN, play

CODA = CodaGame(play)
EARLIER = "earlier"
"""The strong player of version 0.2.0, which does not hear who attacks and values a panel as much as a point."""
UNIFORM = "uniform"
"""A player who takes any legal move, each as likely as the others; only their time never runs out."""
_EARLIER = CodaGame(partial(play, judgement=PLAIN))


def wins(players: tuple[str, str], rounds: int, variant: str = "standard", first_seed: int = 0) -> int:
    """Return how many rounds the first of *players* wins; they begin in turn."""
    seeds = range(first_seed, first_seed + rounds)
    return sum(_played(players, seed, {"rounds": "1", "variant": variant}).done[0].winner == 0 for seed in seeds)


def tournament_share(players: tuple[str, str], matches: int, first_seed: int = 0) -> float:
    """Return the share of matches of three rounds that the first of *players* wins; a tie counts half."""
    share = 0.0
    for seed in range(first_seed, first_seed + matches):
        outcome = CODA.outcome(_played(players, seed, {"rounds": "3"}))
        if outcome is not None and 0 in outcome.winners:
            share += 1 / len(outcome.winners)
    return share / matches


def _played(players: tuple[str, str], seed: int, options: Mapping[str, str]) -> State:
    """Return the state at the end of a match."""
    random = Random(seed)
    state = CODA.start({**options, "first": str(1 + seed % 2)}, 2)
    while (seat := CODA.player_to_move(state)) is not None:
        if seat == CHANCE:
            move = CODA.chance_move(state, random.randrange(CODA.chance_outcomes(state)))
        else:
            move = _move(state, players[seat], seat, random)
        state = CODA.play(state, move)
    return state


def _move(state: State, player: str, seat: int, random: Random) -> Move:
    if player == UNIFORM:
        return random.choice([move for move in CODA.moves(state) if not isinstance(move, TimeUp)])
    is_earlier = player == EARLIER
    rules = replace(state.rules, strength=Strength.STRONG if is_earlier else Strength(player))
    return (_EARLIER if is_earlier else CODA).choose(replace(state, rules=rules), seat, random.randrange)
