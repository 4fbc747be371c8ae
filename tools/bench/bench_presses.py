"""How many presses a match takes, and the first answer: two players and the settings of the factory.

A match is counted from home to the winner. Both players set the rows that the box would choose, by the shortest way
through the entry; codes and rows are drawn. The first answer is counted from the first start, for players who play
at once and set any row: each peg with one turn up or down, the first on the page that says that the code is hidden.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from random import Random
from statistics import fmean

from companion.box import Button
from companion.games.pegs.codes import Code
from companion.strategy.pegs.choice import Draw, choose
from companion.strategy.pegs.library import book_for
from companion.ui.core.menu import Menu
from companion.ui.core.screen import Screen
from companion.ui.games.pegs.entry import RowEntry
from companion.ui.games.pegs.face import next_button
from companion.ui.games.pegs.guess import AnswerScreen, GuessScreen, ReadyScreen
from companion.ui.home.welcome import first_screens
from tests.support.flow import start

MATCHES = 100
MOST_KEYS = 1000
"""More presses than any such match takes."""


def pressed(seed: int) -> list[Button]:
    """Return every press of a match, from the home menu to the winner; *seed* draws its codes and its rows.

    Raises ``RuntimeError`` where no match begins or none ends.
    """
    flow, rows, draw = start(seed=seed, explains_games=True), dict[tuple[int, int], Code](), Random(seed).randrange
    flow.choose("Play", "Mastermind", "Begin")
    while not flow.archive.played_numbers() or flow.context.open_match() is not None:
        if len(flow.keys) > MOST_KEYS:
            raise RuntimeError(f"expected a winner after {MOST_KEYS} presses, got {flow.lines}")
        flow.press_all([_next(flow.top, rows, draw)])
    return flow.keys


def _next(top: Screen, aims: dict[tuple[int, int], Code], draw: Draw) -> Button:
    """Return what a player presses who sets the row that the box would choose; *aims* keeps it until it is set."""
    if isinstance(top, AnswerScreen) and top.ended is None:
        # All key pegs are on the board before the next row is begun.
        top.settle()
        now = top.shown_round
    elif isinstance(top, GuessScreen | ReadyScreen):
        now = top.now
    else:
        return Button.OK
    rules, rows = top.view.rules, now.rows
    start = rows[-1].guess if rows else None
    entry = top.entry if isinstance(top, GuessScreen) else RowEntry(rules.edition.pegs, rules.guesses.values, start)
    aim = aims.get((now.game, len(rows)))
    if aim is None:
        choice = choose(rules.space, rules.guesses, rows, rules.strength, draw, book_for(rules))
        if choice is None:
            raise LookupError(f"expected a code that fits the box's own answers, got none for {rows}")
        aim = aims[now.game, len(rows)] = choice
    if not entry.is_at_tick and entry.peg != aim[entry.cursor]:
        return next_button(entry, aim, rules.guesses.values)
    wrong = frozenset(place for place, peg in enumerate(entry.pegs) if peg != aim[place])
    return _way(entry.cursor, len(aim), wrong)


@lru_cache
def _way(cursor: int, tick: int, wrong: frozenset[int]) -> Button:
    """Return the first press of a shortest way from *cursor* over the *wrong* places to the *tick*; OK if it is there.

    RIGHT goes on to the tick at most; OK does so too, but on an answer it only shows the row. LEFT goes from the first
    place to the tick.
    """
    seen, ways = {(cursor, wrong)}, deque([(cursor, wrong, Button.OK)])
    while ways:
        at, left, first = ways.popleft()
        if at == tick and not left:
            return first
        for step, button in ((1, Button.RIGHT), (-1, Button.LEFT)):
            place = (at + step) % (tick + 1)
            if (at, step) == (tick, 1) or (place, left - {place}) in seen:
                continue
            seen.add((place, left - {place}))
            ways.append((place, left - {place}, button if (at, left) == (cursor, wrong) else first))
    raise LookupError(f"expected a way over {wrong}, got none")


def match_presses() -> float:
    """Return the mean number of presses of ``MATCHES`` matches of Mastermind between two people."""
    return fmean(len(pressed(seed)) for seed in range(MATCHES))


def answered(seed: int) -> int:
    """Return the number of presses from the first start to the first answer; *seed* draws what is pressed."""
    flow, random = start(seed=seed, names=(), explains_games=True), Random(seed)
    for screen in first_screens(flow.context):
        flow.app._stack.append(screen)
    presses = 0
    while not isinstance(flow.top, AnswerScreen):
        presses += 1
        flow.press(_any(flow.top, random))
    return presses


def _any(top: Screen, random: Random) -> str:
    """Return what a player presses who takes no lesson and sets any row."""
    if isinstance(top, Menu) and top.items[top.at].label == "Learn":
        return "DOWN"
    is_unset = isinstance(top, GuessScreen) and not top.entry.is_at_tick and top.entry.peg is None
    return random.choice(("UP", "DOWN")) if is_unset or isinstance(top, ReadyScreen) else "OK"


def first_answer_presses() -> float:
    """Return the mean number of presses of ``MATCHES`` first starts to the first answer."""
    return fmean(answered(seed) for seed in range(MATCHES))


if __name__ == "__main__":
    print(match_presses(), first_answer_presses())
