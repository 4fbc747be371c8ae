"""A mirror shows the screens that are not private: none of them may tell what only one seat knows.

Whole matches are played. Each screen is built twice: from the views as they are, and from views in which the secrets
of a seat are others. Where the two differ, the screen has to be private.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.box import Button
from companion.games.coda.view import CodaView, Seen
from companion.games.passcode.cards import Card
from companion.games.passcode.view import PasscodeView
from companion.match.driver import MatchDriver
from companion.match.session import AnySession, Session
from companion.ui.core.screen import Replace, Screen
from companion.ui.core.text_page import TextPage
from companion.ui.games.coda.own_panels import OwnLook
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from tests.match.test_driver import play_on
from tests.support.flow import CATALOGUE
from tests.support.paper import environment
from tests.ui.gallery import Stand, context_for

MATCHES = [
    ("passcode", {"box-seats": "1"}, 2),
    ("passcode", {"box-seats": "0"}, 3),
    ("coda", {"box-seats": "1"}, 2),
    ("coda", {"box-seats": "0"}, 2),
]
POSITIONS = 40


def disguised(view: object) -> object:
    """Return the *view* of a seat with other secrets: other cards in the hand, other numbers on the own panels."""
    if isinstance(view, PasscodeView):
        players = tuple(replace(player, hand=_other(player.hand)) for player in view.players)
        return replace(view, players=players, drawn=_other(view.drawn), choices=view.choices[::-1])
    if isinstance(view, CodaView) and view.now is not None:
        rows = tuple(tuple(map(_renumbered, row)) for row in view.now.rows)
        drawn = None if view.now.drawn is None else _renumbered(view.now.drawn)
        places = tuple(reversed(view.now.places))
        return replace(view, now=replace(view.now, rows=rows, drawn=drawn, places=places))
    return view


def _other(card: Card | None) -> Card | None:
    return None if card is None else Card.KEY if card is not Card.KEY else Card.ONE


def _renumbered(panel: Seen) -> Seen:
    is_hidden = panel.number is not None and panel.is_standing
    return replace(panel, number=((panel.number or 0) + 1) % 10) if is_hidden else panel


def lines(screen: Screen, match: Match) -> list[str]:
    page = TextPage(match.context.translator)
    screen.draw(page)
    return page.lines


def screens(match: Match) -> Iterator[Screen]:
    """Yield the screen of the position, and the screen behind it that a player reaches after a private look."""
    screen = match.face.next_screen(match)
    yield screen
    if isinstance(screen, OwnLook):
        screen.press(Button.DOWN)
        screen.press(Button.OK)
        screen.release(Button.OK)
        go = screen.press(Button.DOWN)
        assert isinstance(go, Replace)
        yield go.screen


def shown(match: Match) -> list[list[str] | None]:
    """Return what a mirror shows of the screens of this position: None for a private screen."""
    return [None if screen.is_private else lines(screen, match) for screen in screens(match)]


@pytest.mark.parametrize(("key", "options", "players"), MATCHES)
def test_mirrored_screen_does_not_depend_on_the_secrets_of_a_seat(
    key: str, options: dict[str, str], players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("Anna", "Ben", "Cleo")[:players]
    driver = MatchDriver(Session.begin(CATALOGUE[key], options, names, environment()))
    match = Match(context_for(Stand("en")), driver, GAME_SCREENS[driver.session.game.family])
    driver.advance()
    random, view = Random(1), Session.view

    def lie(session: AnySession, seat: int | None = None) -> object:
        return view(session, seat) if seat is None else disguised(view(session, seat))

    for _ in range(POSITIONS):
        if driver.position.outcome is not None:
            break
        honest = shown(match)
        with monkeypatch.context() as patched:
            patched.setattr(Session, "view", lie)
            assert shown(match) == honest
        play_on(driver, random)


def test_open_hand_is_seen_to_depend_on_the_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above can fail."""
    driver = MatchDriver(Session.begin(CATALOGUE["passcode"], {"box-seats": "1"}, ("Anna", "Box"), environment()))
    view: PasscodeView = driver.session.view(0)
    hand = replace(view, players=(replace(view.players[0], hand=Card.ONE), *view.players[1:]))
    other = disguised(hand)
    assert isinstance(other, PasscodeView)
    assert (other.players[0].hand, replace(other, players=hand.players)) == (Card.KEY, hand)
