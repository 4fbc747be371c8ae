"""Choosing a screen for a position of a match is looking: nothing is drawn, played or written for it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.games.contract import AnyGame
from companion.match.driver import MatchDriver
from companion.match.session import Session
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Screen
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from tests.games.test_conformance import choices
from tests.match.test_driver import play_on
from tests.ui.gallery import CATALOGUE, Stand, context_for

TURNS = 40


def every_choice() -> Iterator[object]:
    """Yield a game of each family for two players, with every value of every option once."""
    for game in {game.family: game for game in CATALOGUE}.values():
        for options in choices(game.options(2)):
            yield pytest.param(game, options, id=f"{game.key}-{'-'.join(options.values())}")


def begun(game: AnyGame, options: dict[str, str], at: AppContext) -> Match:
    """Return a match of *game*, before the first move."""
    session = Session.begin(game, options, ("Anna", "Ben"), at.environment)
    return Match(at, MatchDriver(session), GAME_SCREENS[game.family])


def chosen(match: Match) -> list[type[Screen]]:
    """Return the kinds of screen that are chosen for *match* as it is."""
    face = match.face
    screens = (face.next_screen(match), face.resume(match), face.tell(match, match.driver.events, Screen))
    return [type(screen) for screen in screens]


@pytest.mark.parametrize(("game", "options"), list(every_choice()))
def test_choosing_a_screen_changes_nothing(game: AnyGame, options: dict[str, str]) -> None:
    at = context_for(Stand("en"))
    match, random = begun(game, options, at), Random(f"{options}")
    driver = match.driver
    driver.advance()
    for _ in range(TURNS):
        state, version, written = match.session._state, driver.version, at.environment.archive.summary(1).entries
        once, again = chosen(match), chosen(match)
        assert once == again
        assert match.session._state is state
        assert (driver.version, at.environment.archive.summary(1).entries) == (version, written)
        if driver.position.player_to_move is None:
            return
        play_on(driver, random)
