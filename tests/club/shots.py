"""The line of an event on the first menu."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from companion.club.desk import ClubDesk
from companion.club.feature import FEATURE
from companion.club.invitation import ClubInvitation
from companion.club.offer import ForgetRequest, NoOffer, Offer, SlipOffer
from companion.club.screens import PLAYED, tables_menu
from companion.games.contract import Challenging
from companion.i18n.translator import Verbatim
from companion.ui.core.context import AppContext
from companion.ui.core.notice import Notice
from companion.ui.core.screen import Screen
from companion.ui.home.home import home_menu
from tests.support.installing import install
from tests.ui.match_shots import MatchShot


def _offered(
    event: str, title: str, *, is_forgotten: bool = False, is_slip: bool = False
) -> Callable[[AppContext], Screen]:
    def made(context: AppContext) -> Screen:
        install(context, additions=(FEATURE,))
        context.change(tables={"club": {"on": True}})
        game = context.catalogue["mini"]
        assert isinstance(game, Challenging)
        around: Any = SimpleNamespace(context=context)
        desk = ClubDesk(around)
        desk.take(Offer(event, title, 1, game.key, (), game.draw_challenge({}, lambda limit: 0)))
        if is_slip:
            desk.take(NoOffer(event))
            desk.take_slip(SlipOffer(event, title, 1, game.key, (), "", ""))
        if is_forgotten:
            desk.to_forget = ForgetRequest(event, ())
        context.running["club"] = desk
        return home_menu(context)

    return made


def _tables(context: AppContext) -> Screen:
    around: Any = SimpleNamespace(context=context)
    desk = ClubDesk(around)
    desk.join = lambda invitation: True
    named = ClubInvitation("tcp://localhost", "cup", "anna-anna-anna-anna-anna-anna-an", "")
    return tables_menu(context, desk, [replace(named, table="table-1"), named])


LONGEST = {"club-home-long", "club-slip"}
"""The shots whose frames are kept in large French text as well."""
PRIVATE: set[str] = set()
SHOTS = (
    MatchShot("club-home", _offered("Anna", "David")),
    # Both texts are the organiser's, and as long as they may be.
    MatchShot("club-home-long", _offered("Anna " * 4, "Anna Anna Anna David")),
    MatchShot("club-forget", _offered("Anna Anna Anna David", "", is_forgotten=True)),
    MatchShot("club-forget-question", _offered("Anna Anna Anna David", "", is_forgotten=True), "OK"),
    MatchShot("club-slip", _offered("Anna", "Anna Anna Anna David", is_slip=True), "OK OK DOWN OK"),
    MatchShot("club-slip-played", lambda context: Notice(context, PLAYED, title=Verbatim("Anna Anna Anna David"))),
    MatchShot("club-tables", _tables),
    MatchShot("club-joined", _tables, "DOWN OK"),
    MatchShot("club-home-players", _offered("Anna", "David"), "OK"),
)
