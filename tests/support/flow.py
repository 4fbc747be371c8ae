"""Flows: a list of presses, and what is on the screen after each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from companion.box import Button, ColourMode, Format, PageWriter, Sound
from companion.config.settings import Settings
from companion.devices.simulated_inputs import PRESS_S
from companion.errors import CompanionError
from companion.games.pegs.state import PegView
from companion.match.catalogue import Catalogue, load_catalogue
from companion.match.session import AnySession, Session
from companion.ui.core.app import LONG_S, App
from companion.ui.core.context import AppContext
from companion.ui.core.menu import Menu
from companion.ui.core.screen import Screen
from companion.ui.core.text_page import TextPage
from companion.ui.dice import roll_dice
from companion.ui.games.shared.private import SHORT_S, HoldToReveal
from companion.ui.home.home import home_menu, offer_to_go_on
from companion.ui.home.preferences import preferences
from tests.fakes.box import FakeBox, fake_box
from tests.support.installing import install
from tests.support.paper import PaperArchive, environment

CATALOGUE = load_catalogue(None)
GAMES = CATALOGUE.games
"""Read at once, as a box does behind its first frame: the first menu has one line less before."""
SMALL = Format((128, 64))
LARGE = Format((240, 240), ColourMode.RGB)
MOST_PRESSES = 200
"""No way to a page takes more presses of one key."""


def around(steps: int, places: int, onward: Button, back: Button) -> list[Button]:
    """Return the presses that take a cursor *steps* further around a wheel of *places*, the shorter way."""
    forth = steps % places
    return [onward] * forth if forth <= places - forth else [back] * (places - forth)


@dataclass
class Flow:
    """A box on a table, and a finger, which remembers all that it has pressed in ``keys``."""

    archive: PaperArchive
    context: AppContext
    box: FakeBox
    app: App
    keys: list[Button] = field(default_factory=list)
    before_sleep: Callable[[], None] = lambda: None
    """Called each time before the loop sleeps."""

    @property
    def top(self) -> Screen:
        """The screen that is seen."""
        return self.app.top

    @property
    def screen(self) -> str:
        """The kind of screen that is seen."""
        return type(self.app.top).__name__

    @property
    def lines(self) -> list[str]:
        """The screen that is seen, as lines of text."""
        page = TextPage(self.context.translator)
        self.top.draw(page)
        return page.lines

    @property
    def banner(self) -> str:
        """The sentence over the screen, or an empty one."""
        return self.app.banner

    def press(self, *keys: str) -> list[str]:
        """Press *keys*, each a word of one or more buttons such as ``UP UP OK``; return the screen after each."""
        return [self._press(Button[key]) for key in " ".join(keys).split()]

    def _press(self, button: Button) -> str:
        self.keys.append(button)
        is_look = button is Button.OK and isinstance(self.top, HoldToReveal)
        self.box.inputs.press(button, for_s=SHORT_S + PRESS_S if is_look else PRESS_S)
        self.run()
        return self.screen

    def run(self) -> None:
        """Run the loop until all events are handled."""
        self.app.run(self.before_sleep)

    def look(self) -> str:
        """Have the box draw what changed without an event, and return the screen then."""
        self.app.show()
        return self.screen

    def press_all(self, buttons: Iterable[Button]) -> None:
        """Press *buttons* one after the other."""
        for button in buttons:
            self._press(button)

    def long_ok(self, for_s: float = LONG_S + PRESS_S) -> str:
        """Hold OK for *for_s* seconds, and return the screen after that."""
        self.keys.append(Button.OK)
        self.box.inputs.press(Button.OK, for_s=for_s)
        self.run()
        return self.screen

    def hold_ok(self, buttons: Iterable[Button]) -> None:
        """Hold OK, as for a look, and press *buttons* meanwhile."""
        self.keys.append(Button.OK)
        self.box.inputs.hold(Button.OK)
        self.press_all(buttons)
        self.box.inputs.release(Button.OK)
        self.run()

    def press_until(self, is_reached: Callable[[], bool], key: str = "OK") -> None:
        """Press *key* until *is_reached*; raises ``RuntimeError`` where that takes too many presses."""
        for _ in range(MOST_PRESSES):
            if is_reached():
                return
            self.press(key)
        raise RuntimeError(f"expected another page after {MOST_PRESSES} times {key}, got {self.lines}")

    def choose(self, *labels: str) -> None:
        """Choose the lines of menus that are *labels* or else begin with them, one after the other."""
        for label in labels:
            menu = self.top
            if not isinstance(menu, Menu):
                raise TypeError(f"expected a menu with {label!r}, got {self.lines}")
            said = [self.context.translator.say(item.label) for item in menu.items]
            wanted = label if label in said else next(line for line in said if line.startswith(label))
            self.press_all([*around(said.index(wanted) - menu.at, len(said), Button.DOWN, Button.UP), Button.OK])

    def sounds(self) -> list[Sound]:
        """Return the sounds since the last call."""
        heard = list(self.box.speaker.sounds)
        self.box.speaker.sounds.clear()
        return heard

    def session(self, number: int = 1) -> AnySession:
        """Return match *number* as a fresh start of the box would find it."""
        game = CATALOGUE[self.archive.read(number)[0].header.game]
        return Session.resume(game, number, environment(self.archive))

    def view(self, number: int = 1) -> PegView:
        """Return what the table may see of match *number*, out of the archive."""
        view: PegView = self.session(number).view()
        return view

    def code(self) -> str:
        """Return the letters of the code set last, as only the journal holds them."""
        number = max(self.archive.sheets)
        hidden = [entry.hidden for entry in self.archive.read(number)[1] if entry.hidden is not None]
        return hidden[-1].reveal().removeprefix("code ")


def start(
    archive: PaperArchive | None = None,
    seed: int = 1,
    has_roll: bool = True,
    missing: tuple[CompanionError, ...] = (),
    writer: PageWriter | None = None,
    display: Format = SMALL,
    catalogue: Catalogue = CATALOGUE,
    explains_games: bool = False,
    draw: Callable[[int], int] | None = None,
    **settings: object,
) -> Flow:
    """Switch a box on; a match that is open in *archive* is offered, and *missing* is said before.

    The box has a *display* of this size and these colours. With a *writer*, the box writes its pages as text. With
    *explains_games*, the first match of a game explains it. *draw* is its chance, instead of one that *seed* sets.
    """
    archive = archive or PaperArchive()
    box = replace(fake_box(display.size, mode=display.mode, has_roll=has_roll), missing=missing, writer=writer)
    chosen = replace(Settings(language="en", names=("Anna", "Ben"), dim_after_s=0, dark_after_s=0), **settings)  # type: ignore[arg-type]
    world = environment(archive, seed, box.inputs.now)
    if draw is not None:
        world = replace(world, draw=draw)
    context = AppContext(chosen, box.inputs.now, catalogue, world, lambda settings: None)
    install(context, explains_games=explains_games, settings_menu=preferences, has_roll=lambda: has_roll)
    summary = context.open_match()
    opening = [] if summary is None else [offer_to_go_on(context, summary)]
    app = App(box, context, home_menu(context), opening, lambda: roll_dice(context))
    flow = Flow(archive, context, box, app)
    app.run()
    return flow


def entering(text: str, start: str = "", letters: str = "ROYGBP", tick: bool = True) -> str:
    """Return the presses that set a row to *text*, from the row *start* or from empty places."""
    presses = []
    for place, letter in enumerate(text):
        goal = (letters + "-").index(letter)
        if start:
            here = (letters + "-").index(start[place])
            presses += ["UP"] * (goal - here) if goal >= here else ["DOWN"] * (here - goal)
        else:
            presses += ["UP"] * (goal + 1)
        presses.append("OK")
    return " ".join([*presses, "OK"] if tick else presses)
