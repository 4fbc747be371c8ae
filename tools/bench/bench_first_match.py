"""How many presses a first match takes, and the first answer: two players and the settings of the factory.

A match is counted from home to the winner. Each player breaks the code of one round in one row; the codes are drawn,
and a finger turns the shorter way round. The first answer is counted from the first start, for players who take no
lesson and set any row: each peg with one turn up or down, the first on the page that says that the code is hidden.
"""

from __future__ import annotations

from random import Random
from statistics import fmean

from companion.box import Button
from companion.ui.core.menu import Menu
from companion.ui.core.notice import Question
from companion.ui.core.screen import Screen
from companion.ui.games.pegs.entry import RowEntry
from companion.ui.games.pegs.face import next_button
from companion.ui.games.pegs.guess import AnswerScreen, GuessScreen, ReadyScreen
from companion.ui.home.welcome import first_screens
from tests.support.flow import Flow, start

MATCHES = 100


def pressed(seed: int) -> list[Button]:
    """Return every press of a match; *seed* draws its codes."""
    flow, keys = start(seed=seed, names=(), explains_games=True), list[Button]()
    while not (isinstance(flow.top, Menu) and flow.archive.sheets and flow.view().outcome is not None):
        keys.append(_next(flow))
        flow.press(keys[-1].name)
    return keys


def _next(flow: Flow) -> Button:
    """Return what a player presses: OK, but for the colours of the row, which may be set where the code is hidden."""
    top = flow.top
    if not isinstance(top, GuessScreen | ReadyScreen):
        return Button.OK
    edition, guesses = top.view.rules.edition, top.view.rules.guesses
    entry = top.entry if isinstance(top, GuessScreen) else RowEntry(edition.pegs, guesses.values)
    return next_button(entry, edition.code(flow.code()), guesses.values)


def first_match_presses() -> float:
    """Return the mean number of presses of ``MATCHES`` first matches."""
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
    if isinstance(top, Question) and top.is_yes:
        return "RIGHT"
    is_unset = isinstance(top, GuessScreen) and not top.entry.is_at_tick and top.entry.peg is None
    return random.choice(("UP", "DOWN")) if is_unset or isinstance(top, ReadyScreen) else "OK"


def first_answer_presses() -> float:
    """Return the mean number of presses of ``MATCHES`` first starts to the first answer."""
    return fmean(answered(seed) for seed in range(MATCHES))


if __name__ == "__main__":
    print(first_match_presses(), first_answer_presses())
