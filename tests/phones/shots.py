"""The screens for phones, of a match and of the main menu."""

from __future__ import annotations

from collections.abc import Callable

from companion.i18n.translator import Verbatim
from companion.phones.code_screens import BoardScreen, HotspotScreen
from companion.phones.feature import FEATURE
from companion.phones.join_screens import AdmitScreen, InviteScreen, LobbyScreen, WarningScreen
from companion.phones.port import Addresses, Asker
from companion.phones.screens import phones_menu
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Pop, Screen
from companion.ui.games.shared.private import HoldToReveal
from companion.ui.home.home import home_menu
from companion.ui.home.setup import setup_menu
from tests.phones.paper_phones import HOTSPOT, PaperPhones
from tests.support.flow import CATALOGUE
from tests.support.installing import install
from tests.ui.match_shots import PAIR, MatchShot, match, waits_for

FIVE = (*PAIR, "Chloé", "David", "Emmanuelle")
ALONE = Addresses(failure="nmcli")


def at_table(
    make: Callable[[AppContext, PaperPhones], Screen], phones: PaperPhones | None = None
) -> Callable[[AppContext], Screen]:
    def made(context: AppContext) -> Screen:
        install(context, additions=(FEATURE,))
        context.change(tables={"phones": {"on": True}})
        context.running["phones"] = at = PaperPhones() if phones is None else phones
        return make(context, at)

    return made


def _menu(context: AppContext, phones: PaperPhones) -> Screen:
    return phones_menu(context, PAIR)


def _invite(context: AppContext, phones: PaperPhones) -> InviteScreen:
    return InviteScreen(context, phones, 0, PAIR[0])


def _lobby(context: AppContext, phones: PaperPhones) -> LobbyScreen:
    screen = LobbyScreen(context, phones)
    phones.ask()
    return screen


def _asked(context: AppContext, phones: PaperPhones) -> LobbyScreen:
    screen = _lobby(context, phones)
    phones.ask(Asker("a", PAIR[0]), Asker("b", PAIR[1]))
    return screen


def _compared(context: AppContext, phones: PaperPhones) -> AdmitScreen:
    _lobby(context, phones)
    phones.ask(Asker("a", PAIR[0], "4271"), Asker("b", PAIR[1], "0938"), Asker("c", PAIR[1]))
    return AdmitScreen(context, phones)


def _scanned(context: AppContext, phones: PaperPhones) -> AdmitScreen:
    _lobby(context, phones)
    phones.ask(Asker("a", PAIR[0], "", "", True), Asker("b", PAIR[1], None, "", True))
    return AdmitScreen(context, phones)


def _again(context: AppContext, phones: PaperPhones) -> AdmitScreen:
    _lobby(context, phones)
    phones.ask(Asker("a", PAIR[0], "4271"), Asker("b", PAIR[1], "0938", "1111"), Asker("c", PAIR[1], "5555", "2222"))
    return AdmitScreen(context, phones)


def _set_up(context: AppContext, phones: PaperPhones) -> Screen:
    return setup_menu(context, CATALOGUE["coda"])


def _lobby_ended(context: AppContext, phones: PaperPhones) -> Screen:
    screen = _lobby(context, phones)
    phones.go()
    return _fresh(screen)


def _come(context: AppContext, phones: PaperPhones) -> Screen:
    return _after(context, phones, PaperPhones.come)


def _ended(context: AppContext, phones: PaperPhones) -> Screen:
    return _after(context, phones, PaperPhones.go)


def _gone(context: AppContext, phones: PaperPhones) -> Screen:
    question = _come(context, phones)
    phones.go()
    return _fresh(question)


def _after(context: AppContext, phones: PaperPhones, happens: Callable[[PaperPhones], None]) -> Screen:
    screen = _invite(context, phones)
    happens(phones)
    return _fresh(screen)


def _fresh(screen: Screen) -> Screen:
    assert screen.owner is not None
    fresh = screen.owner.fresh_screen(screen)
    assert fresh is not None
    return fresh


def _with_phone(context: AppContext) -> None:
    install(context, additions=(FEATURE,))
    context.drive(match(context, "mini", ()).session)
    context.running["phones"] = PaperPhones(seats=frozenset({0, 1}))


def _look_away(context: AppContext) -> Screen:
    install(context, additions=(FEATURE,))
    game = match(context, "mini", ())
    context.drive(game.session)
    context.running["phones"] = PaperPhones(seats=frozenset({0, 1}))
    return waits_for(game)


def _hand(context: AppContext) -> Screen:
    _with_phone(context)
    return HoldToReveal(context, PAIR[1], lambda page: None, Pop, lambda screen: Pop())


def _covered(context: AppContext) -> Screen:
    _with_phone(context)
    cover = Verbatim(PAIR[1])
    return HoldToReveal(
        context, PAIR[1], lambda page: None, Pop, lambda screen: Pop(), cover=lambda page: page.paragraph(cover)
    )


def _off(context: AppContext) -> Screen:
    return phones_menu(context)


def _home(context: AppContext) -> Screen:
    install(context, additions=(FEATURE,))
    return home_menu(context)


TO_LEADER = "DOWN DOWN DOWN DOWN DOWN OK"
LONGEST = {
    "phones-again",
    "phones-again-question",
    "phones-asked",
    "phones-compared",
    "phones-board",
    "phones-hotspot",
    "phones-invite",
    "phones-leader-question",
    "phones-question",
    "phones-scanned",
    "phones-warning",
}
"""The shots whose frames are kept in large French text as well."""
PRIVATE = {"phones-asked", "phones-covered", "phones-hand", "phones-invite", "phones-lobby"}
SHOTS = (
    MatchShot("phones-off", _off),
    MatchShot("phones-home", _home, "UP OK DOWN DOWN DOWN DOWN"),
    MatchShot("phones-menu", at_table(_menu)),
    MatchShot(
        "phones-menu-seats", at_table(_menu, PaperPhones(seats=frozenset({0, 1}), players=PAIR)), "DOWN DOWN DOWN"
    ),
    MatchShot("phones-end", at_table(_menu, PaperPhones(seats=frozenset({0, 1}), players=PAIR)), "DOWN DOWN DOWN OK"),
    MatchShot("phones-leader", at_table(_menu, PaperPhones(seats=frozenset({0, 1}), players=PAIR)), TO_LEADER),
    MatchShot(
        "phones-leader-question",
        at_table(_menu, PaperPhones(seats=frozenset({0, 1}), players=PAIR)),
        f"{TO_LEADER} DOWN OK",
    ),
    MatchShot("phones-no-pages", at_table(_menu, PaperPhones(None)), "OK"),
    MatchShot("phones-no-network", at_table(_menu, PaperPhones(ALONE)), "OK"),
    MatchShot("phones-board", at_table(BoardScreen)),
    MatchShot("phones-lobby", at_table(_lobby)),
    MatchShot("phones-asked", at_table(_asked)),
    MatchShot("phones-compared", at_table(_compared)),
    MatchShot("phones-scanned", at_table(_scanned)),
    MatchShot("phones-struck", at_table(_compared), "DOWN OK"),
    MatchShot("phones-again", at_table(_again, PaperPhones(seats=frozenset({0}), players=PAIR))),
    MatchShot("phones-again-question", at_table(_again, PaperPhones(seats=frozenset({0}), players=PAIR)), "DOWN OK"),
    MatchShot("phones-replaces", at_table(_set_up, PaperPhones(seats=frozenset(range(5)), players=FIVE))),
    MatchShot("phones-replaces-whom", at_table(_set_up, PaperPhones(seats=frozenset(range(5)), players=FIVE)), "OK"),
    MatchShot("phones-lobby-ended", at_table(_lobby_ended)),
    MatchShot("phones-warning", lambda context: WarningScreen(context, PAIR[0], Pop)),
    MatchShot("phones-invite", at_table(_invite)),
    MatchShot("phones-question", at_table(_come)),
    MatchShot("phones-ended", at_table(_ended)),
    MatchShot("phones-gone", at_table(_gone)),
    MatchShot("phones-hotspot-question", at_table(_menu), "UP UP OK"),
    MatchShot("phones-hotspot-waits", at_table(HotspotScreen)),
    MatchShot("phones-hotspot-failed", at_table(HotspotScreen, PaperPhones(ALONE))),
    MatchShot("phones-hotspot-no-wifi", at_table(HotspotScreen, PaperPhones(Addresses(failure="no-wifi")))),
    MatchShot(
        "phones-hotspot-no-manager", at_table(HotspotScreen, PaperPhones(Addresses(failure="no-networkmanager")))
    ),
    MatchShot("phones-hotspot-desktop", at_table(HotspotScreen, PaperPhones(Addresses(failure="no-hotspot")))),
    MatchShot("phones-hotspot", at_table(HotspotScreen, PaperPhones(HOTSPOT))),
    MatchShot("phones-hotspot-page", at_table(HotspotScreen, PaperPhones(HOTSPOT)), "OK"),
    MatchShot("phones-look-away", _look_away),
    MatchShot("phones-hand", _hand),
    MatchShot("phones-covered", _covered),
)
