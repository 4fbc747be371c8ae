"""How many presses a first match takes: two players and the settings of the factory, from home to the winner.

Each player breaks the code of one round in one row. The codes are drawn; a finger turns the shorter way round.
"""

from __future__ import annotations

from statistics import fmean

from companion.box import Button
from companion.ui.core.menu import Menu
from companion.ui.games.pegs.entry import RowEntry
from companion.ui.games.pegs.face import next_button
from companion.ui.games.pegs.guess import GuessScreen, ReadyScreen
from tests.support.flow import Flow, start

MATCHES = 100


def pressed(seed: int) -> list[Button]:
    """Return every press of a match; *seed* draws its codes."""
    flow, keys = start(seed=seed, names=()), list[Button]()
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


if __name__ == "__main__":
    print(first_match_presses())
