"""Coda: what a move of the box costs, how often it wins, and how many bytes a press sends."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean, quantiles

from companion.box import Button
from companion.config.settings import Settings
from companion.games.coda.moves import Attack, Draw, Move
from companion.games.coda.panels import Colour
from companion.games.coda.state import Phase, State, Strength
from companion.games.contract import CHANCE
from companion.match.catalogue import load_catalogue
from companion.ui.core.app import App
from companion.ui.core.context import AppContext
from companion.ui.games.coda.attack import AttackScreen, likely_number, possible_numbers
from companion.ui.games.coda.own_panels import DrawScreen, FallScreen, OwnLook
from companion.ui.games.shared.match import Match
from companion.ui.home.home import home_menu
from tests.fakes.box import fake_box
from tests.support.coda_rounds import CODA, EARLIER, UNIFORM, tournament_share, wins
from tests.support.paper import PaperArchive, environment
from tools.bench.bench_match import FULL_FRAME, played_out
from tools.bench.finger import around

POSITIONS = 200
ROUNDS = 10_000
GAIN_ROUNDS, GAIN_MATCHES = 1000, 400
SEED = 1


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
    """Two people at a box, who play as the strong box does, and each press of theirs."""

    def __init__(self, seed: int = SEED) -> None:
        self.keys: list[Button] = []
        self.turns = self.in_turns = 0
        self.random = Random(seed)
        self.box = fake_box()
        # Without it, an hour passes after each press on a screen with a clock, and every turn is out of time.
        self.box.inputs._linger_s = 0.0
        world = replace(environment(PaperArchive()), draw=Random(seed).randrange)
        settings = Settings(language="en", names=("Anna", "Ben"), dim_after_s=0, dark_after_s=0)
        self.context = AppContext(settings, self.box.inputs.now, load_catalogue(None), world, lambda settings: None)
        self.app = App(self.box, self.context, home_menu(self.context))
        self.app.run()

    def turn(self) -> None:
        """Press what the screen asks for."""
        top = self.app.top
        match top:
            case OwnLook():
                self.press(*[Button.DOWN] * top.is_handover, Button.OK, Button.DOWN)
            case DrawScreen():
                self.turns += 1
                self.press(Button.RIGHT if self._colour(top.match) is Colour.LIGHT else Button.LEFT)
            case AttackScreen():
                self._attack(top)
            case FallScreen():
                self.press(*[Button.RIGHT] * self.random.randrange(len(top.places)), Button.OK)
            case _:
                self.press(Button.OK)

    def press(self, *buttons: Button) -> None:
        """Press *buttons* one after the other."""
        for button in buttons:
            self.keys.append(button)
            self.in_turns += self.turns > 0
            self.box.inputs.press(button)
            self.app.run()

    def _colour(self, match: Match) -> Colour:
        move = self._best(match)
        return move.colour if isinstance(move, Draw) else Colour.DARK

    def _best(self, match: Match) -> Move:
        state: State = match.session._state
        rules = replace(state.rules, strength=Strength.STRONG)
        return CODA.choose(replace(state, rules=rules), match.session.player_to_move or 0, self.random.randrange)

    def _attack(self, screen: AttackScreen) -> None:
        move = self._best(screen.match)
        stops = len(screen.targets) + (screen.now.hits > 0)
        to = screen.targets.index((move.seat, move.place)) if isinstance(move, Attack) else len(screen.targets)
        self.press(*around(to - screen.at, stops, Button.RIGHT, Button.LEFT))
        if isinstance(move, Attack):
            numbers = possible_numbers(screen.view.rules, screen.now.rows, move.seat, move.place)
            first = likely_number(screen.view.rules, screen.now.rows, move.seat, move.place)
            steps = numbers.index(move.number) - numbers.index(first)
            # Without a step OK names the first number; UP and DOWN begin beside it.
            self.press(*around(steps, len(numbers), Button.UP, Button.DOWN) or [Button.OK])
        self.press(Button.OK)


def recorded(seed: int = SEED) -> Finger:
    """Return the finger that has played a tournament between two people, from the home menu to the result."""
    finger = Finger(seed)
    games = [game.key for game in finger.context.catalogue]
    to = around(games.index("coda"), len(games), Button.DOWN, Button.UP)
    finger.press(Button.OK, *to, Button.OK, Button.OK)
    # What to find, and the first choice of panels: a match is open as soon as it has a move.
    while finger.context.open_match() is None:
        finger.press(Button.OK)
    while finger.context.open_match() is not None:
        finger.turn()
    return finger


def coda_turn_presses(matches: int = 5) -> float:
    """Return how many presses a turn with a panel to draw takes on average, from the draw to the next one."""
    fingers = [recorded(seed) for seed in range(matches)]
    return sum(finger.in_turns for finger in fingers) / sum(finger.turns for finger in fingers)


def bus_ratio_coda() -> float:
    """Return the mean bytes on the bus for a press of a whole tournament, as a share of a full frame."""
    with tempfile.TemporaryDirectory() as folder:
        costs = played_out(recorded().keys, Path(folder), Random(SEED).randrange)
    return fmean(cost.sent for cost in costs) / FULL_FRAME


if __name__ == "__main__":
    print(coda_move_cpu_ms(), coda_win_rate(), bus_ratio_coda(), coda_turn_presses())
