"""A table of Passcode: boards as they are wanted, and moves by their words."""

from __future__ import annotations

from dataclasses import replace

from companion.games.passcode import PasscodeGame
from companion.games.passcode.boards import LEVELS
from companion.games.passcode.cards import DECK, Card, CardCounts, heap_of
from companion.games.passcode.play import begin_round
from companion.games.passcode.state import Player, State
from companion.games.secret import Secret

GAME = PasscodeGame()
RISING = (1, 2, 3, 4, 5, 6, 1, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""Codes 123, 4561, 12345 and 654321."""


def table(role: str = "referee", levels: tuple[int, ...] = (3, 3), **options: str) -> State:
    """Return a game whose boards are set, before the first deal; seat 0 begins and has ``RISING``.

    Every other seat has 654, 3216, 65432 and 123456.
    """
    named = {key.replace("_", "-"): value for key, value in options.items()}
    state = GAME.start({"role": role, "first": "1"} | named, len(levels))
    boards = [RISING, *[tuple(7 - digit for digit in RISING)] * (len(levels) - 1)]
    players = (Player(board, level) for board, level in zip(boards, levels, strict=True))
    assert set(levels) <= set(LEVELS)
    return begin_round(replace(state, players=tuple(players)), 0)


def play(state: State, *texts: str) -> State:
    """Return the state after the moves *texts*, several a text where ``;`` parts them."""
    for text in "; ".join(texts).split("; "):
        state = GAME.play(state, GAME.parse(state, text))
    return state


def offered(state: State) -> list[str]:
    """Return the words of every move that may be played."""
    return [GAME.text(move) for move in GAME.moves(state)]


def dealt(*hands: str, up: str = "2", levels: tuple[int, ...] = (3, 3)) -> State:
    """Return a dealer's game after the deal of *hands* and the card turned *up*."""
    state = table("dealer", levels)
    return play(state, *(f"card {hand}" for hand in hands), f"up {up}")


def with_pile(state: State, *cards: Card) -> State:
    """Return *state* with nothing but *cards* in the draw pile."""
    return replace(state, pile=Secret(heap_of(cards)))


def pile(state: State) -> CardCounts:
    """Return the draw pile, which no player may see."""
    assert state.pile is not None
    return state.pile.reveal()


__all__ = ["DECK", "GAME", "RISING", "dealt", "offered", "pile", "play", "table", "with_pile"]


def cards_in_play(state: State) -> int:
    """Return the number of cards in the piles, in hands and on the table: always 90 where the box holds the cards."""
    before_players = sum(
        len(player.laid) + (player.hand is not None) + player.fails + (player.lock is not None)
        for player in state.players
    )
    return state.pile_left + len(state.discards) + (state.drawn is not None) + state.gone + before_players
