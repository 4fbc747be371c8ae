"""How the box plays at its seats, and out of what."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.contract import CHANCE
from companion.games.passcode.cards import Card
from companion.games.passcode.state import Phase, State, Strength
from companion.games.secret import Secret
from tests.games.passcode_table import GAME, dealt, play, with_pile


def chosen(state: State) -> str:
    return GAME.text(GAME.choose(state, state.seat, lambda count: 0))


@pytest.mark.parametrize(
    ("hand", "up", "pile"),
    [("3", "1", "take"), ("3", "key", "take"), ("1", "6", "take"), ("3", "5", "draw"), ("key", "5", "take")],
)
def test_box_takes_the_discard_where_that_is_of_use_or_safe(hand: str, up: str, pile: str) -> None:
    assert chosen(dealt(hand, "4", up=up)) == pile


def test_box_takes_the_discard_where_the_pile_is_empty() -> None:
    assert chosen(with_pile(dealt("3", "4", up="5"))) == "take"


@pytest.mark.parametrize(
    ("hand", "drawn", "move"),
    [
        ("3", "1", "play 1"),
        ("key", "1", "play 1"),
        ("key", "5", "play key"),
        ("3", "6", "discard 6"),
        ("3", "2", "discard 3"),
        ("5", "4", "discard 5"),
        ("fail", "5", "keep"),
    ],
)
def test_box_plays_what_fits_and_keeps_what_fits_soonest(hand: str, drawn: str, move: str) -> None:
    assert chosen(play(dealt(hand, "4"), f"draw; card {drawn}")) == move


@pytest.mark.parametrize(("left", "move"), [("5", "lock 5"), ("key", "lock key 1")])
def test_box_lays_the_card_it_has_left(left: str, move: str) -> None:
    state = play(dealt("1", "4"), "draw; card 2; play 1; draw; card fail; draw; card 3; play 2; draw; card fail")
    assert chosen(play(state, f"draw; card {left}; play 3")) == move


def test_box_without_a_lock_in_card_lays_the_lower_of_two() -> None:
    state = play(dealt("1", "4"), "draw; card 2; play 1; draw; card fail; draw; card 3; play 2; draw; card fail")
    state = play(state, "draw; card 5; play 3; no lock; draw; card fail")
    assert chosen(state) == "take"
    assert chosen(play(state, "draw; card 3")) == "lock 3"


@pytest.mark.parametrize(("left", "drawn", "move"), [("key", "6", "discard 6"), ("fail", "1", "discard 1")])
def test_box_with_a_complete_code_keeps_the_cheapest_card_in_its_last_turn(left: str, drawn: str, move: str) -> None:
    state = replace(dealt(left, "4"), phase=Phase.PLAY, drawn=Secret(Card(drawn)), winner=1)
    me = replace(state.players[0], laid=(Card.ONE, Card.TWO, Card.THREE))
    assert chosen(replace(state, players=(me, *state.players[1:]))) == move


def test_box_chooses_the_same_whatever_the_others_hold() -> None:
    states = [play(dealt("3", other), "draw; card 6") for other in ("1", "5", "key", "6")]
    assert {chosen(state) for state in states} == {"discard 6"}


def as_strong(state: State, strength: Strength = Strength.STRONG) -> State:
    return replace(state, rules=replace(state.rules, strength=strength))


def test_strong_box_does_not_discard_what_the_next_player_waits_for() -> None:
    """The other code begins with 6."""
    state = play(dealt("3", "4"), "draw; card 6")
    assert (chosen(state), chosen(as_strong(state))) == ("discard 6", "discard 3")


@pytest.mark.parametrize(
    ("hand", "up", "fails", "pile"),
    [
        ("1", "6", 1, "draw"),
        ("1", "6", 2, "take"),
        ("1", "2", 0, "take"),
        ("1", "key", 0, "take"),
        ("3", "6", 0, "draw"),
    ],
)
def test_strong_box_with_a_card_to_play_risks_a_fail_that_is_not_the_last(
    hand: str, up: str, fails: int, pile: str
) -> None:
    state = as_strong(dealt(hand, "4", up=up))
    me, other = state.players
    assert chosen(replace(state, players=(replace(me, fails=fails), other))) == pile


def test_strong_box_turns_the_die_to_digits_that_its_code_lacks() -> None:
    for seed in range(40):
        random, state = Random(seed), as_strong(GAME.start({}, 2))
        while state.phase is not Phase.SQUARE:
            state = GAME.play(state, GAME.chance_move(state, random.randrange(GAME.chance_outcomes(state))))
        state = replace(state, players=tuple(replace(player, board=(1,)) for player in state.players))
        boards = [GAME.play(state, move).players for move in GAME.moves(state)]
        own = [players[state.seat].board.count(1) for players in boards]
        after = GAME.play(state, GAME.choose(state, state.seat, random.randrange))
        assert after.players[state.seat].board.count(1) == min(own)


@pytest.mark.parametrize("strength", list(Strength))
@pytest.mark.parametrize("players", [2, 6])
def test_games_of_the_box_alone_end(players: int, strength: Strength) -> None:
    for seed in range(5):
        random, state, plies = Random(seed), GAME.start({"strength": strength.value}, players), 0
        while (seat := GAME.player_to_move(state)) is not None:
            plies += 1
            assert plies < 3_000
            chance = GAME.chance_move(state, random.randrange(GAME.chance_outcomes(state))) if seat == CHANCE else None
            state = GAME.play(state, chance or GAME.choose(state, seat, random.randrange))
        assert GAME.outcome(state) is not None


def test_box_wins_against_a_random_player() -> None:
    wins = 0
    for seed in range(40):
        random, state = Random(seed), GAME.start({"box-seats": "1"}, 2)
        while (seat := GAME.player_to_move(state)) is not None:
            if seat == CHANCE:
                move = GAME.chance_move(state, random.randrange(GAME.chance_outcomes(state)))
            elif GAME.is_box(state, seat):
                move = GAME.choose(state, seat, random.randrange)
            else:
                move = random.choice(list(GAME.moves(state)))
            state = GAME.play(state, move)
        outcome = GAME.outcome(state)
        wins += outcome is not None and outcome.winners == (1,)
    assert wins >= 36
