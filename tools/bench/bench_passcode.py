"""Passcode: how many presses a turn takes with real cards and with cards in the box, and how many bytes a press sends.

The players at the table are the box's own policy, so what happens is what happens in a game; a finger tells the
referee all of it, or plays it on the box that deals. Dice, boards and cards fall as they do at that table.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean

from companion.box import Button
from companion.games.contract import CHANCE
from companion.games.passcode import PasscodeGame
from companion.games.passcode.cards import DIGITS, Card
from companion.games.passcode.moves import (
    Die,
    Discard,
    Draw,
    First,
    Give,
    Keep,
    LayLock,
    Move,
    NoLock,
    Pile,
    Play,
    Roll,
    Square,
)
from companion.games.passcode.state import Phase, State, Strength
from companion.ui.core.menu import Menu
from companion.ui.core.notice import Question
from companion.ui.games.passcode.turn import HandScreen
from companion.ui.games.shared.match_screens import ListScreen, SayScreen
from tests.support.flow import Flow, around, start
from tools.bench.bench_match import FULL_FRAME, played_out

GAME = PasscodeGame()
SEED = 3
NAMES = ("Anna", "Ben")
PLAYERS = len(NAMES)
TURN_PHASES = (Phase.DRAW, Phase.FREE, Phase.LOCK_IN)


def passcode_strong_gain(matches: int = 1000, first_seed: int = 0) -> float:
    """Return the share of matches that the strong box wins against the one that plays well; a tie counts half."""
    share = 0.0
    for seed in range(first_seed, first_seed + matches):
        random, strong = Random(seed), seed % 2
        state = GAME.start({"box-seats": "1"}, PLAYERS)
        while (seat := GAME.player_to_move(state)) is not None:
            if seat == CHANCE:
                move = GAME.chance_move(state, random.randrange(GAME.chance_outcomes(state)))
            else:
                strength = Strength.STRONG if seat == strong else Strength.MIDDLE
                move = GAME.choose(
                    replace(state, rules=replace(state.rules, strength=strength)), seat, random.randrange
                )
            state = GAME.play(state, move)
        outcome = GAME.outcome(state)
        if outcome is not None and strong in outcome.winners:
            share += 1 / len(outcome.winners)
    return share / matches


@dataclass(frozen=True, slots=True)
class Step:
    """A move at the table, the states around it, and the number of what chance brought, None for a player's move."""

    before: State
    move: Move
    after: State
    outcome: int | None

    @property
    def begins_turn(self) -> bool:
        """Whether another turn begins with the state it led to."""
        is_freed = self.before.phase is Phase.FREE and self.after.seat == self.before.seat
        return self.after.phase in TURN_PHASES and self.before.phase is not Phase.DRAW and not is_freed


def table(seed: int = SEED) -> Iterator[Step]:
    """Yield a whole game of players who play as the box does."""
    draw, state = Random(seed).randrange, GAME.start({}, PLAYERS)
    while (seat := GAME.player_to_move(state)) is not None:
        outcome = draw(GAME.chance_outcomes(state)) if seat == CHANCE else None
        move = GAME.choose(state, seat, draw) if outcome is None else GAME.chance_move(state, outcome)
        after = GAME.play(state, move)
        yield Step(state, move, after, outcome)
        state = after


def outcomes(steps: Sequence[Step]) -> list[int]:
    """Return the numbers of what chance brings where a referee lets the box roll."""
    rolled = [step.outcome for step in steps if isinstance(step.move, Roll | First | Die)]
    return [outcome for outcome in rolled if outcome is not None]


def box(draw: Callable[[int], int]) -> Flow:
    """Return a box on the table of two people, with this chance."""
    return start(names=NAMES, draw=draw, explains_games=True)


def begin(finger: Flow) -> None:
    """Open a game with the cards on the table."""
    finger.choose("Play")
    finger.choose("Passcode")
    finger.press("DOWN DOWN RIGHT UP UP OK")


def roll_by_hand(finger: Flow) -> None:
    """Go past the page that says what to find, and decline that the box rolls the codes for all."""
    finger.press_until(lambda: isinstance(finger.top, Question))
    finger.press("RIGHT OK")


def tell(finger: Flow, step: Step) -> None:
    """Press what a table presses when *step* has happened."""
    match step.move:
        case Square(turn):
            finger.press(turn.name)
        case First() | Die():
            finger.press("OK OK")
            if isinstance(finger.top, SayScreen):
                finger.press("OK")
        case Give(card) if step.before.phase is Phase.CARD and card.reveal() is Card.FAIL:
            finger.choose("FAIL")
        case Play(card):
            digit = step.before.player.next_digit
            finger.choose(f"Plays a KEY as {digit}" if card is Card.KEY else f"Plays the {digit}")
        case Discard():
            finger.choose("Discards")
        case Keep():
            finger.choose("Keeps the card")
        case LayLock(card, number):
            lay(finger, step.before.phase, card, number)
        case NoLock():
            finger.choose("Lays no card")


def lay(finger: Flow, phase: Phase, card: Card, number: int) -> None:
    """Press the lock-in card."""
    if phase is Phase.PLAY:
        finger.choose("Lock-in card")
    if card is Card.KEY:
        finger.choose("KEY")
    finger.choose(f"KEY counts as {number}" if card is Card.KEY else f"Locks in with {number}")


def deal(finger: Flow, step: Step) -> None:
    """Tick who was dealt a FAIL; the cursor goes back to the first line by itself."""

    for seat, player in enumerate(step.after.players):
        if player.fails:
            finger.choose(NAMES[seat])
    finger.choose("Cards are dealt")


def close(finger: Flow, step: Step) -> None:
    """Tell the cards that are left, look at the round, and go on to its deal."""
    points = step.after.done[-1].points
    while any("Has left: 1" in line for line in finger.lines):
        loser = next(seat for seat in range(PLAYERS) if seat != step.after.done[-1].winner)
        left = points[loser]
        finger.choose(f"Has left: {DIGITS[left - 1].value if left else 'KEY'}")
    if not isinstance(finger.top, Menu):
        finger.press("OK")


def refereed(seed: int = SEED) -> tuple[list[Button], list[int], list[int]]:
    """Return every press of a game, what chance brought, and the presses of each turn."""
    steps = list(table(seed))
    numbers = outcomes(steps)
    coming = iter(numbers)
    finger, turns = box(lambda outcomes: next(coming)), list[int]()
    begin(finger)
    roll_by_hand(finger)
    for step in steps:
        before = len(finger.keys)
        tell(finger, step)
        if turns:
            turns[-1] += len(finger.keys) - before
        if len(step.after.done) > len(step.before.done):
            close(finger, step)
        if step.before.phase is Phase.DEAL and step.after.phase is Phase.TURN_UP:
            deal(finger, step)
        if step.begins_turn:
            turns.append(0)
    return finger.keys, numbers, turns


@cache
def dealt(seed: int = SEED) -> tuple[list[Button], int, int]:
    """Return every press of a game that the box deals, how many came after the first turn began, and the turns."""
    steps = list(table(seed))
    coming = iter([step.outcome for step in steps if step.outcome is not None])
    finger, turns, before = box(lambda outcomes: next(coming)), 0, 0
    finger.choose("Play")
    finger.choose("Passcode")
    finger.press("OK")
    roll_by_hand(finger)
    for step in steps:
        while isinstance(finger.top, ListScreen | SayScreen):
            finger.press("OK")
        use(finger, step.move)
        if step.begins_turn:
            before = before or len(finger.keys)
            turns += 1
    if finger.context.open_match() is not None:
        raise RuntimeError("expected a game that is over, got one that goes on")
    return finger.keys, len(finger.keys) - before, turns


def use(finger: Flow, move: Move) -> None:
    """Press what makes *move* on the box that holds the cards."""
    match move:
        case Square(turn):
            finger.press(turn.name)
        case First() | Die():
            finger.press("OK OK")
        case Draw(pile):
            finger.press("LEFT" if pile is Pile.DRAW else "RIGHT")
    top = finger.top
    if isinstance(move, Play | Discard | Keep | LayLock | NoLock) and isinstance(top, HandScreen):
        choices = top.match.session.view(top.seat).choices
        steps = around(choices.index(move), len(choices), Button.RIGHT, Button.LEFT)
        finger.hold_ok([*steps, Button.DOWN])


def passcode_dealer_presses(games: int = 20) -> float:
    """Return how many presses a turn takes on average where the box holds the cards, all screens between included."""
    played = [dealt(seed) for seed in range(games)]
    return sum(presses for _, presses, _ in played) / sum(turns for _, _, turns in played)


def match_presses_passcode(games: int = 20) -> float:
    """Return the mean number of presses of a game where the box holds the cards, from the home menu to its end."""
    return fmean(len(dealt(seed)[0]) for seed in range(games))


def turn_presses_passcode(games: int = 20) -> float:
    """Return how many presses a turn takes on average, rolls of the die included."""
    return fmean(presses for seed in range(games) for presses in refereed(seed)[2])


def bus_ratio_passcode() -> float:
    """Return the mean bytes on the bus for a press of a whole game, as a share of a full frame."""
    keys, numbers, _ = refereed()
    coming = iter(numbers)
    with tempfile.TemporaryDirectory() as folder:
        costs = played_out(keys, Path(folder), lambda outcomes: next(coming))
    return fmean(cost.sent for cost in costs) / FULL_FRAME


if __name__ == "__main__":
    print(turn_presses_passcode(), passcode_dealer_presses(), bus_ratio_passcode())
