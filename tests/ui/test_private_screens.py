"""A screen with something on it that only one player may see says so, and no other does."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.match.session import AnySession, Session
from companion.ui.core.screen import Screen
from tests.ui.checkup_shots import CheckupShot
from tests.ui.gallery import BY_NAME, FEATURES, SHOTS, Shot, Stand, context_for, fill
from tests.ui.match_shots import MatchShot

STAND = Stand("en")
PRIVATE = {
    *(name for feature in FEATURES for name in feature.PRIVATE),
    "coda-code",
    "coda-code-covered",
    "coda-code-fallen",
    "coda-code-long",
    "coda-code-long-end",
    "coda-full-2",
    "coda-full-3",
    "coda-full-4",
    "coda-handover",
    "coda-look",
    "coda-pause-look",
    "coda-place",
    "coda-place-covered",
    "coda-place-open",
    "passcode-alone-draw",
    "passcode-alone-keep",
    "passcode-alone-play",
    "passcode-draw-look",
    "passcode-hand",
    "passcode-hand-six",
    "passcode-hand-discard",
    "passcode-hand-lock",
    "passcode-hand-lock-key",
    "passcode-hand-looked",
    "passcode-hand-open",
    "private",
    "private-looked",
    "private-once",
    "secret",
    "secret-again",
    "secret-differs",
    "secret-hide",
    "secret-refused",
    "time-card-hand",
    "time-card-open",
    "time-coda-code",
    "together-answer",
    "together-row",
    "tray-secret",
}
"""The shots of a hidden code being entered, of looks for one player alone, of menus that name the cards of the only
person, and of a cursor led by hidden numbers."""


@dataclass
class Watched:
    """Which seats' views were asked for."""

    seats: list[int]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    """Write down the seats whose view a screen asks for."""
    seen, view = Watched([]), Session.view

    def watch(session: AnySession, seat: int | None = None) -> object:
        if seat is not None:
            seen.seats.append(seat)
        return view(session, seat)

    monkeypatch.setattr(Session, "view", watch)
    return seen


def drawn(screen: Screen, watched: Watched) -> bool:
    """Draw *screen*, and return whether it asked for what one seat alone may see."""
    watched.seats.clear()
    screen.draw(STAND.page(context_for(STAND).translator))
    return bool(watched.seats)


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_screen_says_whether_it_is_private(shot: Shot | MatchShot | CheckupShot, watched: Watched) -> None:
    screen, _ = fill(shot, STAND, STAND.page)
    assert screen.is_private == (shot.name in PRIVATE)
    assert screen.is_private or not drawn(screen, watched)


def test_every_private_shot_is_in_the_gallery() -> None:
    assert {shot.name for shot in SHOTS} >= PRIVATE


def test_drawing_a_hand_is_seen_to_ask_for_one_seats_view(watched: Watched) -> None:
    """The comparison above can fail."""
    assert drawn(fill(BY_NAME["passcode-hand-open"], STAND, STAND.page)[0], watched)
