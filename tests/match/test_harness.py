"""Matches of fixed seeds, and in slow runs of random ones, fail in no way that the list of known failures lacks."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from random import SystemRandom
from typing import get_args

import pytest

from companion.games.passcode import PasscodeGame
from companion.i18n.translator import languages
from companion.match.families import FAMILIES
from tests.games.passcode_table import GAME, dealt, play
from tests.match.harness import CATALOGUE, TOGETHER, played
from tests.match.invariants import check_give
from tests.support.effort import slow
from tests.support.known import differences, listed

SEEDS = sorted({*range(400), *TOGETHER, *listed("match")})
"""The fixed seeds, and those of the list."""
PARTS = 80
RANDOM = 2_000
NOT_PLAYED = {"coda.Judge"}
"""A move that only the record of a match that goes on needs, where the panel is still sealed."""

pytestmark = pytest.mark.thorough


def assert_known(seeds: Sequence[int]) -> None:
    told = list(differences("match", {seed: played(seed).failures for seed in seeds}))
    assert not told, "\n".join([*told, f"to play again: python -m tests.match.harness {' '.join(map(str, seeds))}"])


@pytest.mark.parametrize("part", range(PARTS))
def test_match_of_a_fixed_seed_fails_only_as_is_known(part: int) -> None:
    assert_known(SEEDS[part::PARTS])


def test_fixed_seeds_take_every_move_every_option_and_every_way_back() -> None:
    seen = frozenset[str]().union(*(played(seed).seen for seed in SEEDS))
    wanted = {*languages(), "undo", "redo", "again", "resume", "record"}
    for family in FAMILIES:
        rules = import_module(f"companion.games.{family}")
        moves = (rules if hasattr(rules, "Move") else import_module(f"companion.games.{family}.moves")).Move
        wanted |= {f"{family}.{kind.__name__}" for kind in get_args(moves)} - NOT_PLAYED
    for game in CATALOGUE:
        for players in range(game.players[0], game.players[1] + 1):
            wanted.add(f"{game.family} with {players}")
            texts = [(option.key, value) for option in game.options(players) for value in option.values]
            # How many rounds or seats are agreed on changes no rule.
            wanted |= {f"{game.family} {key} {value}" for key, value in texts if value and not value.isdecimal()}
    assert wanted - seen == set()


@slow
def test_match_of_a_random_seed_fails_only_as_is_known() -> None:
    first = SystemRandom().randrange(1 << 32)
    print(f"{RANDOM} seeds from {first} on")
    for seed in range(first, first + RANDOM):
        assert_known([seed])
        played.cache_clear()


def test_check_of_the_views_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    state = play(dealt("3", "1"), "draw")
    card = GAME.parse(state, "card 4")
    check_give(GAME, state, card)
    monkeypatch.setattr(PasscodeGame, "can_see", lambda *_: False)
    with pytest.raises(AssertionError):
        check_give(GAME, state, card)
