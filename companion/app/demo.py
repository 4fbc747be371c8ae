"""The demonstration: the box makes a code and breaks it itself, with the screens and buttons that a player uses."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from companion.app import shutdown
from companion.app.compose import build_context, environment_of
from companion.app.launch_options import LaunchOptions, size_of
from companion.app.select_device import open_selected_box
from companion.box import Box, Button, Clicked, Event, Format, Inputs, Press, Quit, Typed, TypedLine, WrappedInputs
from companion.config.settings import SettingsFile
from companion.devices.headless import FrameSink, SilentSpeaker
from companion.devices.simulated_inputs import SimulatedInputs
from companion.errors import N_, NothingToPlayOn, OptionRefused
from companion.games.contract import AnyGame
from companion.i18n.default_names import BOX, stored_default
from companion.i18n.translator import Translator
from companion.match import randomness
from companion.match.catalogue import load_catalogue
from companion.match.session import Session
from companion.storage.deferred_journal import DeferredJournal
from companion.storage.journal import in_memory
from companion.ui.core.app import App
from companion.ui.core.context import AppContext
from companion.ui.core.menu import Menu
from companion.ui.core.screen import Screen
from companion.ui.core.text_page import TextPage
from companion.ui.dice import roll_dice
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.ui.home.home import home_menu

PRINTED = N_("A round that the box plays by itself:")
GAME = "mastermind"
PAUSE_S = 1.2
"""How long each frame is shown; also the default of ``codemaker demo --seconds``."""


class DemoInputs(WrappedInputs):
    """Inputs that press a button by themselves every *pause_s* seconds; a real press ends the demonstration.

    *choose* returns the button to press on a screen.
    """

    def __init__(self, inputs: Inputs, pause_s: float, choose: Callable[[Screen], Button]) -> None:
        super().__init__(inputs)
        self.has_release = False
        self._pause_s = pause_s
        self._choose = choose
        self._at = inputs.now() + pause_s
        self.look: Callable[[], Screen] | None = None
        self.ended_by: Event | None = None

    def wait(self, until: float | None) -> Event | None:
        """Wait for the next simulated press, an event of the real inputs, or *until*; a real press is ``Quit``."""
        event = self._inputs.wait(self._at if until is None else min(until, self._at))
        if isinstance(event, Press | TypedLine | Typed | Clicked | Quit):
            self.ended_by = event
            return Quit()
        if event is not None or self.now() < self._at:
            return event
        self._at = self.now() + self._pause_s
        screen = self.look() if self.look is not None else None
        if isinstance(screen, Menu):
            return Quit()
        return Press(Button.OK if screen is None else self._choose(screen), self.now())


def show_until_press(box: Box, context: AppContext) -> Event:
    """Show one round after the other on *box* until a key is pressed or the program has to end; return that event.

    It looks as *context* does; nothing is saved.
    """
    while True:
        with closing(DeferredJournal(lambda report: in_memory())) as journal:
            table = AppContext(
                context.chosen, box.inputs.now, context.catalogue, environment_of(journal), lambda settings: None
            )
            match, press = _begin(table, context.catalogue[GAME])
            event = _show_round(box, match, press, PAUSE_S, shutdown.ShutdownRequest())
        if event is not None:
            return event


def _begin(table: AppContext, game: AnyGame) -> tuple[Match, Callable[[Screen], Button]]:
    """Begin a match of *game* and return it with what chooses the buttons.

    Raises ``OptionRefused`` for a game without a demonstration.
    """
    screens = GAME_SCREENS[game.family]
    if screens.demonstrator is None:
        raise OptionRefused(f"expected a game with a demonstration, got {game.key!r}")
    session = Session.begin(game, {}, (stored_default(BOX, 1),), table.environment)
    return Match(table, table.drive(session), screens), screens.demonstrator(randomness.draw)


def _show_round(
    box: Box, match: Match, press: Callable[[Screen], Button], seconds: float, ending: shutdown.ShutdownRequest
) -> Event | None:
    """Show the round of *match*; return the event that has ended it, or None if it came to its end."""
    ghost = DemoInputs(box.inputs, seconds, press)
    table = match.context
    app = App(replace(box, inputs=ghost), table, home_menu(table), [match.enter()], lambda: roll_dice(table))
    ghost.look = lambda: app.top
    ending.pass_on(lambda: ghost.post(Quit()))
    app.run()
    return ghost.ended_by


def demo(wishes: LaunchOptions, seconds: float) -> int:
    """Let the box play a round against itself on the selected device, or as text; nothing is saved.

    Raises ``OptionRefused`` for a game without a demonstration.
    """
    file = SettingsFile(Path(os.devnull))
    catalogue = load_catalogue(None)
    game = catalogue[wishes.edition or GAME]
    ending = shutdown.ShutdownRequest()
    with ending.listen(), closing(DeferredJournal(lambda report: in_memory())) as journal:
        try:
            box = open_selected_box(wishes, file.settings)
            show = _show_round
        except NothingToPlayOn:
            box = Box(FrameSink(Format(size_of(wishes))), SimulatedInputs(), SilentSpeaker())
            show = _print_round
        with closing(box), shutdown.shutdown_signals(ending.ask):
            table = build_context(box, file, catalogue, environment_of(journal), wishes.lang)
            show(box, *_begin(table, game), seconds, ending)
    return 0


def _print_round(
    box: Box, match: Match, press: Callable[[Screen], Button], seconds: float, ending: shutdown.ShutdownRequest
) -> None:
    """Print the first page of the round of *match*, its rows and its end; *box* shows nothing, in no time."""
    translator = match.context.translator
    print(translator._(PRINTED))
    _print_page(match.enter(), translator)
    if _show_round(box, match, press, seconds, ending) is None:
        _print_page(match.face.boards(match), translator)
        _print_page(match.enter(), translator)


def _print_page(screen: Screen, translator: Translator) -> None:
    page = TextPage(translator)
    screen.draw(page)
    print("", *page.body, sep="\n")
