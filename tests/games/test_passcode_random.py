"""Random games, two thousand in slow runs: each ends, no card is lost, the scores add up, hands stay hidden."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.games.contract import CHANCE
from companion.games.passcode.boards import LEVELS
from companion.games.passcode.moves import Give
from companion.games.passcode.state import Role, State
from tests.games.passcode_table import GAME, cards_in_play
from tests.support.effort import seeds

GAMES = 2_000
PARTS = 20
MOST_PLIES = 12_000
# Three in four have a referee, whose games are short; large tables are rare, since their games are long.
TABLES = [("referee", 2), ("referee", 3), ("referee", 2), ("dealer", 2)] * 6 + [("dealer", 3), ("referee", 6)]
LARGE = [("dealer", 6), ("dealer", 4), ("dealer", 5)]


def game_of(seed: int, role: str, players: int) -> Iterator[tuple[State, object]]:
    """Yield every state of a random game with the move that is then played, None at the end."""
    random, state = Random(seed), GAME.start({"role": role, "key-points": str(seed % 7)}, players)
    for _ in range(MOST_PLIES):
        seat = GAME.player_to_move(state)
        if seat is None:
            yield state, None
            return
        if seat == CHANCE:
            move = GAME.chance_move(state, random.randrange(GAME.chance_outcomes(state)))
        else:
            move = random.choice(list(GAME.moves(state)))
        yield state, move
        state = GAME.play(state, move)
    pytest.fail("the game does not end")


def check_cards(state: State) -> None:
    if state.rules.role is Role.DEALER and state.pile is not None:
        assert cards_in_play(state) == 90


def check_end(state: State) -> None:
    """The totals are the sums of the rounds; levels went up by one where a code was completed."""
    seats = range(state.rules.players)
    assert [player.score for player in state.players] == [
        sum(one.points[seat] for one in state.done) for seat in seats
    ]
    assert all(one.points[one.winner] == 0 and one.winner in one.completed for one in state.done)
    for seat in seats:
        climbed = sum(seat in one.completed and one.levels[seat] < LEVELS[-1] for one in state.done)
        assert state.players[seat].level == LEVELS[0] + climbed
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert state.players[outcome.winners[0]].level == LEVELS[-1]


def check_views(state: State, move: object) -> None:
    """The others see the same after any drawn card, unless it is a FAIL or they were never to know."""
    if not isinstance(move, Give):
        return
    cards = [GAME.parse(state, f"card {value}") for value in ("1", "4", "key")]
    after = [GAME.play(state, card) for card in cards if card in set(GAME.moves(state))]
    blind = [
        seat for seat in (None, *range(state.rules.players)) if seat is None or not GAME.can_see(state, move, seat)
    ]
    assert all(len({repr(GAME.view(one, seat)) for one in after}) <= 1 for seat in blind)


@pytest.mark.parametrize("part", seeds(1, PARTS))
def test_random_games_end_with_all_cards_and_right_scores(part: int) -> None:
    for seed in range(part, GAMES, PARTS):
        role, players = TABLES[seed // PARTS % len(TABLES)]
        for state, move in game_of(seed, role, players):
            check_cards(state)
            last = move
        assert last is None
        check_end(state)


@pytest.mark.parametrize(("role", "players"), LARGE)
def test_random_games_of_large_tables_end(role: str, players: int) -> None:
    for seed in range(5):
        for state, _ in game_of(seed, role, players):
            check_cards(state)
        check_end(state)


@pytest.mark.parametrize("seed", range(5))
def test_views_of_the_others_hide_every_card_that_is_drawn(seed: int) -> None:
    for place, (state, move) in enumerate(game_of(seed, "dealer", 3)):
        if place % 3 == 0 or place < 60:
            check_views(state, move)


def test_check_of_the_views_can_fail() -> None:
    state = next(state for state, move in game_of(1, "dealer", 2) if isinstance(move, Give))
    seats = {repr(GAME.view(GAME.play(state, GAME.parse(state, f"card {value}")), state.seat)) for value in "14"}
    assert len(seats) == 2
