"""A table whose first player has a phone, and what the player of each family is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from companion.front_ends.messages import Clock, TableState
from companion.match.clock import Stage as ClockStage
from tests.front_ends.random_matches import WHOLE_MOST, RandomMatch
from tests.games.test_conformance import CATALOGUE
from tests.phones.tables import Table
from tests.phones.web.browser import URL, Browser, Network, wait_for
from tests.phones.web.house import Pages

NAMES = ("Anna", "Ben")
# A page that has arrived is still: no picture in the middle of a movement.
STILL = [{"name": "prefers-reduced-motion", "value": "reduce"}, {"name": "prefers-color-scheme", "value": "dark"}]
TAP = """
for (const name of arguments) {
    Array.from(document.querySelectorAll('[data-name]')).find(e => e.dataset.name === name).click();
}
"""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is asked of the first player, and the controls that are tapped then."""

    name: str
    told: TableState
    taps: tuple[str, ...]


def scenes() -> Iterator[Scene]:
    """Yield a question of each kind."""
    yield _scene("guess", "mastermind", "GUESS", {"first": "2"}, ("colourR", "colourG"), rows=3)
    yield _scene("code", "mastermind", "CODE", {"mode": "player", "first": "1"}, ("colourR", "colourG", "colourB"))
    yield _scene("keys", "mastermind", "KEYS", {"mode": "keeps", "first": "1"}, ("black+", "white+", "white+"))
    yield _scene("attack", "coda", "ATTACK", {"first": "1", "clock": "on"}, ("look", "target1.1", "number5"), least=20)
    yield _scene("play", "passcode", "PLAY", {"first": "1"}, ("look",), least=60)


def together_scene() -> Scene:
    """Return the question of a row where all break the same code."""
    return _scene("together", "mastermind-together", "GUESS", {}, ("colourR", "colourG"), rows=2)


def _scene(
    name: str, key: str, phase: str, options: dict[str, str], taps: tuple[str, ...], least: int = 0, rows: int = 0
) -> Scene:
    match = RandomMatch(CATALOGUE[key], options, 2)
    for number, driver in enumerate(match.positions(WHOLE_MOST)):
        position = driver.position
        shown = position.view(None)
        if number < least or shown.phase.name != phase or (rows and len(position.view(0).now.rows) < rows):
            continue
        if 0 in position.seats_to_move and not position.is_prompted:
            assert match.told.match is not None
            clock = Clock(ClockStage.OPEN, is_running=True) if key == "coda" else None
            return Scene(name, replace(match.told, match=replace(match.told.match, players=NAMES), clock=clock), taps)
    raise AssertionError(f"expected the phase {phase} in a match of {key}, got none")


class Stage:
    """A table whose first player has a phone, and the pages beside it."""

    def __init__(self, net: Network, folder: Path) -> None:
        self.table = Table(folder, False)
        self.pages = Pages(net, folder)
        self.version = 0

    def open_set_up(self, *known: str) -> None:
        """Open a lobby of a set-up, in which a phone may ask for any name, such as those *known*."""
        self.version += 1
        self.table.put(TableState(self.version))
        # The lobby is that of a set-up once the thread of the phones knows that no match is open.
        front_end = self.table.front_end()
        while front_end.hello()["match"] is not None:
            pass
        front_end.close()
        self.table.desk.open_lobby(known)

    def admit(self, page: Browser, scene: Scene) -> None:
        """Have *page* be the phone of the first player of *scene*."""
        self.put(scene)
        invitation = self.table.desk.invite(0)
        self.table.seen(invited=invitation.number)
        page.get(f"{URL}/p#{invitation.secret}")
        self.table.seen(waiting=invitation.number)
        self.table.desk.confirm(invitation)

    def put(self, scene: Scene) -> str:
        """Tell the state of *scene*, and return its version."""
        self.version += 1
        self.table.put(replace(scene.told, version=self.version))
        return str(self.version)

    def show(self, page: Browser, scene: Scene) -> None:
        """Have *page* show *scene*."""
        version = self.put(scene)
        wait_for(page, "document.getElementById('main').dataset.version === arguments[0]", version)
        wait_for(page, "document.querySelector('.ask fieldset:not(:disabled)')")
        page.execute_script(TAP, *scene.taps)


@contextmanager
def stage(net: Network, folder: Path) -> Iterator[Stage]:
    """Open a stage that keeps its files in *folder*."""
    made = Stage(net, folder)
    try:
        yield made
    finally:
        made.pages.close()
        made.table.close()
