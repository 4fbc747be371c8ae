"""The menu of phones, and what phones add to other menus and screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from companion.errors import N_
from companion.features.seam import Later
from companion.i18n.default_names import is_default, names_words, shown_name
from companion.i18n.translator import Text, filled
from companion.phones.port import NetworkRequest, PhonesSeen
from companion.phones.switch import ON
from companion.ui.core.context import AppContext, OwnScreen
from companion.ui.core.menu import ChoiceMenu, Item, Menu
from companion.ui.core.notice import Notice, Question
from companion.ui.core.screen import Navigation, Pop, Push, Replace
from companion.ui.games.shared.match import first_screen
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.ui.home.preferences import setting_item

if TYPE_CHECKING:
    from companion.features.running import Opening
    from companion.phones import code_screens, join_screens
    from companion.phones.desk import PhoneDesk
else:
    code_screens, join_screens = (Later(f"companion.phones.{name}_screens") for name in ("code", "join"))

LOBBY_HELP = N_("One code for all: each phone asks for its player.")
BOARD_HELP = N_("Any browser in your network shows the board.")


def phones_of(context: AppContext) -> PhoneDesk | None:
    """Return the phones of the players; None while they are off."""
    return cast("PhoneDesk | None", context.running.get("phones"))


def home_items(context: AppContext) -> list[Item]:
    """Return the items of the menu *More*: none on a box without a network."""
    return [phones_item(context)] if context.installation.has_network else []


def pause_items(context: AppContext, people: Sequence[str]) -> list[Item]:
    """Return the items of a set-up, or of the pause menu of a match of *people*: none while phones are off."""
    return [] if phones_of(context) is None else [phones_item(context, people)]


def players(context: AppContext) -> tuple[str, ...]:
    """Return the players who have joined by phone."""
    phones = phones_of(context)
    return () if phones is None else tuple(name for name in phones.seen.names if not is_default(name))


def rename(context: AppContext, old: str, new: str) -> None:
    """Have the phone of the player *old* play for *new*."""
    phones = phones_of(context)
    if phones is not None:
        phones.rename(old, new)


def begin_again(context: AppContext, phones: PhoneDesk, name: str, show: Opening) -> None:
    """Begin the rematch that the player *name* asks for on a phone, once the match that is open is over.

    A screen on which phones are admitted stays: then nothing happens.
    """
    driver = context.driver
    if driver is None or phones.position is None or phones.position.outcome is None or phones.is_asking:
        return
    again = driver.session.rematch()
    sentence = filled(N_("{name} began the rematch."), name=partial(shown_name, name))
    screen = partial(first_screen, context, again, GAME_SCREENS[again.game.family])
    show(screen, context.translator.say(sentence), False)


OWN_SCREEN = OwnScreen(N_("{name}: look at your phone, or take the box unseen!"), N_("Or on your phone"))


def own_screens(context: AppContext) -> dict[int, OwnScreen]:
    """Return what the box says to the players who have a phone, by seat."""
    phones = phones_of(context)
    seen = PhonesSeen() if phones is None else phones.seen
    return {seat: OWN_SCREEN._replace(is_away=seat in seen.away) for seat in seen.seats}


def phones_menu(context: AppContext, names: Sequence[str] = ()) -> Menu:
    """Return the menu of phones; those of the players with these *names*, by seat, are invited in a match only."""

    def items() -> list[Item]:
        phones = phones_of(context)
        switch = setting_item(context, ON)
        if phones is None:
            return [switch]
        return [
            switch,
            # In place of this menu: who has joined is seen in the match, and in its set-up.
            _address_item(
                phones, N_("All phones"), lambda: Replace(join_screens.LobbyScreen(context, phones)), LOBBY_HELP
            ),
            *_player_items(context, phones, names),
            *([_leader_item(context, phones)] if phones.seen.seats else []),
            _address_item(
                phones, N_("Big board"), lambda: Push(code_screens.BoardScreen(context, phones)), BOARD_HELP
            ),
            _hotspot_item(context, phones),
        ]

    # Not the first line, which switches the phones off, where they are on.
    return Menu(context, N_("Phones"), items, at=0 if phones_of(context) is None else 1, has_help=True)


def phones_item(context: AppContext, names: Sequence[str] = ()) -> Item:
    """Return the item that leads to the menu of phones."""
    sentence = N_("Shows the match on phones and big screens.")
    return Item(N_("Phones"), lambda: Push(phones_menu(context, names)), "…", help=sentence)


def _player_items(context: AppContext, phones: PhoneDesk, names: Sequence[str]) -> list[Item]:
    invite = [_invite_item(context, phones, seat, name) for seat, name in enumerate(names)]

    def end(seat: int) -> Navigation:
        def end() -> Navigation:
            phones.end(seat)
            return Pop()

        return Push(Question(context, filled(N_("End the phone of {name}?"), name=name_of(seat)), end))

    def name_of(seat: int) -> str:
        return shown_name(phones.seen.players[seat], context.translator)

    def end_item(seat: int) -> Item:
        label = filled(N_("End: {name}"), name=name_of(seat))
        return Item(label, lambda: end(seat), "…", help=N_("This phone shows and plays nothing any more."))

    return invite + [end_item(seat) for seat in sorted(phones.seen.seats) if seat < len(phones.seen.players)]


def _leader_item(context: AppContext, phones: PhoneDesk) -> Item:
    """Return the item that chooses which phone leads, after a question."""
    seen = phones.seen
    words = {seat: names_words([seen.players[seat]]) for seat in sorted(seen.seats) if seat < len(seen.players)}

    def choose(seat: int | None) -> Navigation:
        def lead() -> Navigation:
            phones.lead(seat)
            return Pop()

        if seat is None:
            return lead()
        question = filled(N_("May the phone of {name} begin the next matches?"), name=words[seat])
        return Replace(Question(context, question, lead))

    options: list[tuple[Text, int | None]] = [(N_("nobody"), None), *((name, seat) for seat, name in words.items())]
    value = N_("nobody") if seen.leader is None else words.get(seen.leader, "")
    choices = partial(ChoiceMenu, context, N_("Leader"), options, seen.leader, choose)
    return Item(N_("Leader"), lambda: Push(choices()), value, help=N_("One phone may choose and begin matches."))


def _invite_item(context: AppContext, phones: PhoneDesk, seat: int, name: str) -> Item:
    def invite() -> Navigation:
        return Push(
            join_screens.WarningScreen(
                context, name, lambda: Replace(join_screens.InviteScreen(context, phones, seat, name))
            )
        )

    return Item(
        filled(N_("{name} alone"), name=name),
        invite,
        "\u2713" if seat in phones.seen.seats else "…",
        code_screens.why_closed(phones),
        help=N_("By a secret code that no other player scans."),
    )


def _address_item(phones: PhoneDesk, label: str, go: Callable[[], Navigation], help_: str) -> Item:
    """Return the line that goes to a screen with the address."""

    def show() -> Navigation:
        # It may have changed since it was told; the screen draws the newest.
        phones.request(NetworkRequest.ADDRESS)
        return go()

    return Item(label, show, "…", code_screens.why_closed(phones), help=help_)


def _hotspot_item(context: AppContext, phones: PhoneDesk) -> Item:
    addresses = phones.addresses

    def make() -> Navigation:
        return Push(Question(context, N_("Make a network? The box leaves yours meanwhile."), begin))

    def begin() -> Navigation:
        known = phones.addresses
        phones.request(NetworkRequest.HOTSPOT)
        return Replace(code_screens.HotspotScreen(context, phones, known=known))

    def end() -> Navigation:
        phones.request(NetworkRequest.HOTSPOT_OFF)
        return Replace(Notice(context, N_("The box goes back to your network.")))

    if addresses is not None and addresses.hotspot is not None:
        question = N_("End the network of the box?")
        return Item(
            N_("Hotspot"),
            lambda: Push(
                code_screens.HotspotScreen(context, phones, lambda: Replace(Question(context, question, end)))
            ),
            N_("on"),
            help=N_("The network that the box makes."),
        )
    closed = None if code_screens.has_pages(phones) else code_screens.PAGES_MISSING
    return Item(N_("Make a hotspot"), make, "…", closed, help=N_("For phones where there is no network."))
