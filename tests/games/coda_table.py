"""A table on which Coda is played move by move."""

from __future__ import annotations

from companion.games.coda import CodaGame
from companion.games.coda.state import Round, State
from companion.strategy.coda import play as policy

CODA = CodaGame(policy)

ANNA = "D1 D4 L7 L10"
BEN = "D0 L2 L5 D9"


def after(state: State, *texts: str) -> State:
    """Return the state after the moves *texts*, each one or several with commas between."""
    for text in ", ".join(texts).split(", "):
        state = CODA.play(state, CODA.parse(state, text))
    return state


def dealt(*hands: str, **options: str) -> State:
    """Return a round in which everybody has the panels of *hands*, dealt in this order."""
    state = CODA.start({name.replace("_", "-"): value for name, value in options.items()}, len(hands))
    return _deal(state, hands)


def _deal(state: State, hands: tuple[str, ...]) -> State:
    for hand in hands:
        for panel in hand.split():
            state = after(state, panel)
    return state


def now(state: State) -> Round:
    """Return the round in play."""
    assert state.now is not None
    return state.now


def row(state: State, seat: int) -> str:
    """Return a row in words: every panel from the left, the fallen ones in brackets."""
    words = []
    for panel in now(state).rows[seat]:
        value = panel.value
        text = panel.colour.value + ("?" if value is None else "-" if value == 12 else str(value))
        words.append(text if panel.is_standing else f"({text})")
    return " ".join(words)
