"""Coda: what a move of the box costs, how often it wins, and how many bytes a press sends."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean, quantiles

from companion.box import Button
from companion.games.coda.moves import Attack, Draw, Move
from companion.games.coda.panels import Colour
from companion.games.coda.state import Phase, State, Strength
from companion.games.contract import CHANCE
from companion.ui.core.screen import Screen
from companion.ui.games.coda.announce import RoundScreen
from companion.ui.games.coda.attack import AttackScreen, likely_number, possible_numbers
from companion.ui.games.coda.menus import PointsMenu
from companion.ui.games.coda.own_panels import DrawScreen, FallScreen, OwnLook
from companion.ui.games.shared.match import Match
from tests.support.coda_rounds import CODA, EARLIER, UNIFORM, tournament_share, wins
from tests.support.flow import around, start
from tools.bench.bench_match import FULL_FRAME, played_out

POSITIONS = 200
ROUNDS = 10_000
GAIN_ROUNDS, GAIN_MATCHES = 1000, 400
MATCHES = 20
SEED = 1
MOST_KEYS = 2000
"""More presses than the longest tournament takes."""


def states(random: Random) -> Iterator[State]:
    """Yield the states of matches between strong boxes, two to four of them, with dashes and without."""
    while True:
        options = {"strength": "strong", "variant": random.choice(["standard", "advanced"])}
        state = CODA.start(options, random.choice([2, 3, 4]))
        while (seat := CODA.player_to_move(state)) is not None:
            yield state
            index = random.randrange(CODA.chance_outcomes(state) or 1)
            move = CODA.chance_move(state, index) if seat == CHANCE else CODA.choose(state, seat, random.randrange)
            state = CODA.play(state, move)


def coda_move_cpu_ms() -> float:
    """Return what 19 of 20 attacks of the strongest box stay below, of processor time in ms."""
    random, spent = Random(SEED), list[float]()
    for state in states(random):
        if state.now is not None and state.now.phase is Phase.ATTACK:
            start = time.process_time()
            CODA.choose(state, state.now.turn, random.randrange)
            spent.append(time.process_time() - start)
        if len(spent) == POSITIONS:
            break
    return 1000 * quantiles(spent, n=20)[-1]


def coda_win_rate() -> float:
    """Return the share of rounds that the strongest box wins against a player who only guesses."""
    return wins(("strong", UNIFORM), ROUNDS) / ROUNDS


def coda_strong_gain() -> float:
    """Return the share of rounds that the strong box wins against that of version 0.2.0."""
    return wins(("strong", EARLIER), GAIN_ROUNDS) / GAIN_ROUNDS


def coda_strong_gain_tournament() -> float:
    """Return the share of matches of three rounds that the strong box wins against that of version 0.2.0."""
    return tournament_share(("strong", EARLIER), GAIN_MATCHES)


class Finger:
    """Two people at a box, who play a tournament as the strong box does; ``flow.keys`` are their presses."""

    def __init__(self, seed: int = SEED) -> None:
        self.turns = self.in_turns = 0
        self.random = Random(seed)
        self.flow = start(draw=Random(seed).randrange, explains_games=True)
        # Without it, an hour passes after each press on a screen with a clock, and every turn is out of time.
        self.flow.box.inputs._linger_s = 0.0

    def play(self) -> None:
        """Play the tournament from the home menu to its result."""
        self.flow.choose("Play", "Coda", "Begin")
        # What to find, and the first choice of panels: a match is open as soon as it has a move.
        self.flow.press_until(lambda: self.flow.context.open_match() is not None)
        while self.flow.context.open_match() is not None:
            before = len(self.flow.keys)
            self.turns += isinstance(self.flow.top, DrawScreen)
            is_in_turn = self.turns > 0 and not isinstance(self.flow.top, RoundScreen | PointsMenu)
            self.flow.press_all(self._next(self.flow.top))
            self.in_turns += (len(self.flow.keys) - before) * is_in_turn
            if len(self.flow.keys) > MOST_KEYS:
                raise RuntimeError(f"expected a result after {MOST_KEYS} presses, got {self.flow.lines}")
        if not self.turns:
            raise RuntimeError(f"expected turns with a panel to draw, got none in {len(self.flow.keys)} presses")

    def _next(self, top: Screen) -> list[Button]:
        """Return the presses that the screen asks for."""
        match top:
            case OwnLook():
                return [*[Button.DOWN] * top.is_handover, Button.OK, Button.DOWN]
            case DrawScreen():
                move = self._best(top.match)
                return [Button.RIGHT if isinstance(move, Draw) and move.colour is Colour.LIGHT else Button.LEFT]
            case AttackScreen():
                return self._attack(top)
            case FallScreen():
                return [*[Button.RIGHT] * self.random.randrange(len(top.places)), Button.OK]
        return [Button.OK]

    def _best(self, match: Match) -> Move:
        state: State = match.session._state
        rules = replace(state.rules, strength=Strength.STRONG)
        return CODA.choose(replace(state, rules=rules), match.session.player_to_move or 0, self.random.randrange)

    def _attack(self, screen: AttackScreen) -> list[Button]:
        move = self._best(screen.match)
        stops = len(screen.targets) + (screen.now.hits > 0)
        to = screen.targets.index((move.seat, move.place)) if isinstance(move, Attack) else len(screen.targets)
        keys = around(to - screen.at, stops, Button.RIGHT, Button.LEFT)
        if isinstance(move, Attack):
            numbers = possible_numbers(screen.view.rules, screen.now.rows, move.seat, move.place)
            first = likely_number(screen.view.rules, screen.now.rows, move.seat, move.place)
            steps = numbers.index(move.number) - numbers.index(first)
            # Without a step OK names the first number; UP and DOWN begin beside it.
            keys += around(steps, len(numbers), Button.UP, Button.DOWN) or [Button.OK]
        return [*keys, Button.OK]


@cache
def recorded(seed: int = SEED) -> Finger:
    """Return the finger that has played a tournament between two people."""
    finger = Finger(seed)
    finger.play()
    return finger


def coda_turn_presses(matches: int = MATCHES) -> float:
    """Return how many presses a turn with a panel to draw takes on average, without the pages between two rounds."""
    fingers = [recorded(seed) for seed in range(matches)]
    return sum(finger.in_turns for finger in fingers) / sum(finger.turns for finger in fingers)


def match_presses_coda(matches: int = MATCHES) -> float:
    """Return the mean number of presses of a tournament between two people, from the home menu to its result."""
    return fmean(len(recorded(seed).flow.keys) for seed in range(matches))


def bus_ratio_coda() -> float:
    """Return the mean bytes on the bus for a press of a whole tournament, as a share of a full frame."""
    with tempfile.TemporaryDirectory() as folder:
        costs = played_out(recorded().flow.keys, Path(folder), Random(SEED).randrange)
    return fmean(cost.sent for cost in costs) / FULL_FRAME


if __name__ == "__main__":
    print(coda_move_cpu_ms(), coda_win_rate(), bus_ratio_coda(), coda_turn_presses())
