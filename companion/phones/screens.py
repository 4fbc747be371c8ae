"""The screens for phones: the big board's address, invitations, and the box's own network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from companion.box import Button
from companion.errors import N_
from companion.i18n.default_names import is_default, names_words, shown_name
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.phones.port import NO_PAGES, Addresses, Asker, Hotspot, Invitation, NetworkRequest
from companion.ui.core.context import AppContext, OwnScreen
from companion.ui.core.elements import Pattern
from companion.ui.core.menu import Item, Menu
from companion.ui.core.notice import Notice, Question, draw_saying
from companion.ui.core.page import Page
from companion.ui.core.qr import qr_modules
from companion.ui.core.screen import Navigation, Pop, Push, Replace, Screen, Stay

if TYPE_CHECKING:
    from companion.phones.desk import PhoneDesk

PAGES_MISSING = N_("The pages do not run. They need codemaker-web.")
NO_NETWORK = N_("The box is in no network. Try a hotspot.")
NO_HOTSPOT = N_("The box cannot make a network.")
FAILURES = {
    "no-wifi": N_("No Wi-Fi here: the box cannot make a network."),
    "no-networkmanager": N_("No network is made: NetworkManager is missing."),
    "no-hotspot": N_("Only a box makes a network, not a computer."),
}
"""What the program that owns the network says of a hotspot that it could not make."""
ADDRESS_MOST = 30
"""The most characters of an address whose QR code with a secret has 29 modules, which fit on a display 64 high."""
LINE_MOST = 10
"""The most characters of a line beside a QR code on a display of 128x64."""
UNDER_MOST = 18
"""The most characters of a line under a QR code on a display of 128x128, in large text."""
LINES_MOST = 6
"""The most lines there."""


def phones_of(context: AppContext) -> PhoneDesk | None:
    """Return the phones of the players; None while they are off."""
    return cast("PhoneDesk | None", context.running.get("phones"))


def settings_items(context: AppContext) -> list[Item]:
    """Return the items of the settings: none on a box without a network."""
    return [phones_item(context)] if context.has_network else []


def pause_items(context: AppContext, people: Sequence[str]) -> list[Item]:
    """Return the items of a set-up, or of the pause menu of a match of *people*: none while phones are off."""
    return [] if phones_of(context) is None else [phones_item(context, people)]


def players(context: AppContext) -> tuple[str, ...]:
    """Return the players who have joined by phone."""
    phones = phones_of(context)
    return () if phones is None else tuple(name for name in phones.seen.names if not is_default(name))


OWN_SCREEN = OwnScreen(N_("{name}: look at your phone, or take the box unseen!"), N_("Or on your phone"))


def own_screens(context: AppContext) -> dict[int, OwnScreen]:
    """Return what the box says to the players who have a phone, by seat."""
    phones = phones_of(context)
    return {} if phones is None else dict.fromkeys(phones.seen.seats, OWN_SCREEN)


def phones_menu(context: AppContext, names: Sequence[str] = ()) -> Menu:
    """Return the menu of phones; those of the players with these *names*, by seat, are invited in a match only."""

    def items() -> list[Item]:
        phones = phones_of(context)
        switch = _switch(context)
        if phones is None:
            return [switch]
        return [
            switch,
            _lobby_item(context, phones),
            *_player_items(context, phones, names),
            _board_item(context, phones),
            _hotspot_item(context, phones),
        ]

    # Not the first line, which switches the phones off, where they are on.
    return Menu(context, N_("Phones"), items, at=0 if phones_of(context) is None else 1, has_help=True)


def phones_item(context: AppContext, names: Sequence[str] = ()) -> Item:
    """Return the item that leads to the menu of phones."""
    return Item(
        N_("Phones"),
        lambda: Push(phones_menu(context, names)),
        "…",
        help=N_("Shows the match on phones and big screens."),
    )


def _switch(context: AppContext) -> Item:
    is_on = context.chosen.phones

    def turn() -> Navigation:
        context.change(phones=not is_on)
        return Stay()

    return Item(
        N_("Phones"),
        turn,
        N_("on") if is_on else N_("off"),
        turn=lambda step: turn(),
        help=N_("Lets browsers near the box show the match."),
    )


def _player_items(context: AppContext, phones: PhoneDesk, names: Sequence[str]) -> list[Item]:
    invite = [_invite_item(context, phones, seat, name) for seat, name in enumerate(names)]

    def end(seat: int) -> Navigation:
        def ended() -> Navigation:
            phones.end(seat)
            return Pop()

        return Push(Question(context, filled(N_("End the phone of {name}?"), name=name_of(seat)), ended))

    def name_of(seat: int) -> str:
        return shown_name(phones.seen.players[seat], context.translator)

    def end_item(seat: int) -> Item:
        label = filled(N_("End: {name}"), name=name_of(seat))
        return Item(label, lambda: end(seat), "…", help=N_("This phone shows and plays nothing any more."))

    return invite + [end_item(seat) for seat in sorted(phones.seen.seats) if seat < len(phones.seen.players)]


def _invite_item(context: AppContext, phones: PhoneDesk, seat: int, name: str) -> Item:
    def invite() -> Navigation:
        return Push(WarningScreen(context, name, lambda: Replace(InviteScreen(context, phones, seat, name))))

    return Item(
        filled(N_("{name} alone"), name=name),
        invite,
        "\u2713" if seat in phones.seen.seats else "…",
        _closed(phones),
        help=N_("By a secret code that no other player scans."),
    )


def _lobby_item(context: AppContext, phones: PhoneDesk) -> Item:
    def lobby() -> Navigation:
        phones.request(NetworkRequest.ADDRESS)
        return Push(LobbyScreen(context, phones))

    help_ = N_("One code for all: each phone asks for its player.")
    return Item(N_("All phones"), lobby, "…", _closed(phones), help=help_)


def _closed(phones: PhoneDesk) -> Text | None:
    """Return why no page can be opened now; None where one can."""
    if (lacks := phones.seen.lacks) is not None:
        return filled(N_("A library is missing: {name}"), name=lacks)
    if not _has_pages(phones):
        return PAGES_MISSING
    return None if phones.addresses and phones.addresses.addresses else NO_NETWORK


def _has_pages(phones: PhoneDesk) -> bool:
    return phones.addresses is not None and phones.addresses.failure != NO_PAGES


def _board_item(context: AppContext, phones: PhoneDesk) -> Item:
    def board() -> Navigation:
        # It may have changed since it was told; the screen draws the newest.
        phones.request(NetworkRequest.ADDRESS)
        return Push(BoardScreen(context, phones))

    return Item(N_("Big board"), board, "…", _closed(phones), help=N_("Any browser in your network shows the board."))


def _hotspot_item(context: AppContext, phones: PhoneDesk) -> Item:
    addresses = phones.addresses

    def make() -> Navigation:
        return Push(Question(context, N_("Make a network? The box leaves yours meanwhile."), begin))

    def begin() -> Navigation:
        known = phones.addresses
        phones.request(NetworkRequest.HOTSPOT)
        return Replace(HotspotScreen(context, phones, known=known))

    def end() -> Navigation:
        phones.request(NetworkRequest.HOTSPOT_OFF)
        return Replace(Notice(context, N_("The box goes back to your network.")))

    if addresses is not None and addresses.hotspot is not None:
        question = N_("End the network of the box?")
        return Item(
            N_("Hotspot"),
            lambda: Push(HotspotScreen(context, phones, lambda: Replace(Question(context, question, end)))),
            N_("on"),
            help=N_("The network that the box makes."),
        )
    closed = None if _has_pages(phones) else PAGES_MISSING
    return Item(N_("Make a hotspot"), make, "…", closed, help=N_("For phones where there is no network."))


def qr(text: str, beside: Sequence[str], under: str) -> Pattern:
    """Return the QR code of *text* with short lines *beside* it, or one text *under* it."""
    return Pattern(qr_modules(text), N_("QR code"), tuple(beside), under)


def short_lines(address: str) -> list[str]:
    """Return *address* without its scheme in lines that have room beside a QR code.

    >>> short_lines("http://192.168.100.20:8080")
    ['192.168.', '100.20', ':8080']
    """
    host, colon, port = plain(address).partition(":")
    lines = [""]
    for part in host.replace(".", ".\0").split("\0"):
        if lines[-1] and len(lines[-1]) + len(part) > LINE_MOST:
            lines.append("")
        lines[-1] += part
    return [*lines, f":{port}"] if colon else lines


def pieces(text: str) -> list[str]:
    """Return *text* in lines that have room beside a QR code."""
    return [text[at : at + LINE_MOST] for at in range(0, len(text), LINE_MOST)]


def plain(address: str) -> str:
    """Return *address* as a person types it."""
    return address.removeprefix("http://")


class _Codes(Screen):
    """A screen of QR codes, one for each address of the box; LEFT and RIGHT turn to another one."""

    def __init__(self, context: AppContext, phones: PhoneDesk) -> None:
        self.context = context
        self.phones = phones
        self.at = 0

    def addresses(self) -> tuple[str, ...]:
        """Return the addresses that the box has now, the short ones first."""
        told = self.phones.addresses or Addresses()
        return tuple(sorted(told.addresses, key=lambda address: len(address) > ADDRESS_MOST))

    def draw(self, page: Page) -> None:
        """Draw the QR code of the current address and which of several it is, or that there is none."""
        addresses = self.addresses()
        if not addresses:
            draw_saying(page, "", NO_NETWORK, "", page.translator._("OK: go on"))
            return
        many = len(addresses)
        text, beside, under = self.code(page.translator, addresses[self.at % many])
        if many > 1:
            which = f"\u25c0 {self.at % many + 1}/{many} \u25b6"
            beside = [*beside, which] if len(beside) < LINES_MOST else beside
            under = f"\u25c0\u25b6 {under}"
        page.add(qr(text, beside, under))

    def code(self, translator: Translator, address: str) -> tuple[str, list[str], str]:
        """Return the text of the QR code for *address*, and what is beside it or under it as ``qr`` takes them."""
        raise NotImplementedError

    def press(self, button: Button) -> Navigation:
        """Turn to another address, or go back."""
        if button in (Button.LEFT, Button.RIGHT):
            self.at += 1 if button is Button.RIGHT else -1
        return Pop() if button in (Button.OK, Button.BACK) else Stay()


class BoardScreen(_Codes):
    """The address of the page that everybody may open, as a QR code and as a text."""

    def code(self, translator: Translator, address: str) -> tuple[str, list[str], str]:
        board = translator._("Board")
        return address, [board, *short_lines(address)], f"{board}\n{plain(address)}"


class LobbyScreen(_Codes):
    """The address for all phones, and which players' phones ask; OK lets no other ask and goes on to the digits.

    The lobby ends when the screen is left.
    """

    takes_roll = True
    outlasts_moves = True

    def __init__(self, context: AppContext, phones: PhoneDesk) -> None:
        super().__init__(context, phones)
        self.number = phones.open_lobby([name for name in context.chosen.names if not is_default(name)])
        self.owner = self

    def code(self, translator: Translator, address: str) -> tuple[str, list[str], str]:
        """Return the QR code of the address, the address to type, and who asks."""
        asking = [shown_name(asker.name, translator) for asker in self.phones.seen.askers]
        said = translator._("{count}: OK").format(count=len(asking)) if asking else translator._("Scan it")
        lines = [*short_lines(address), said, *(name[:LINE_MOST] for name in asking)]
        names = translator._("{names}: OK").format(names=", ".join(asking))
        under = names if asking and len(names) <= UNDER_MOST else said
        return address, lines[:LINES_MOST], f"{plain(address)}\n{under}"

    def fresh_screen(self, shown: Screen) -> Screen | None:
        """Return what is shown instead where the lobby has ended; None while it is open."""
        if self.phones.seen.ended < self.number:
            return None
        return Notice(self.context, _closed(self.phones) or N_("The match has changed. Begin again."))

    def press(self, button: Button) -> Navigation:
        """Go on to the digits if a phone asks, turn to another address, or go back."""
        if button is not Button.OK or not self.phones.seen.askers:
            return super().press(button)
        self.phones.compare()
        screen = AdmitScreen(self.context, self.phones)
        screen.owner = self
        return Replace(screen)


class AdmitScreen(Menu):
    """The phones that ask, with the digits that they show; OK admits them all, and a phone can be struck out."""

    outlasts_moves = True

    def __init__(self, context: AppContext, phones: PhoneDesk) -> None:
        super().__init__(context, N_("Same digits there?"), self._lines)
        self._phones = phones
        self._struck: set[str] = set()

    def _lines(self) -> Sequence[Item]:
        return [
            Item(N_("Yes: let them play"), self._admit, "", self._why_not()),
            *map(self._line, self._phones.seen.askers),
        ]

    def _line(self, asker: Asker) -> Item:
        def strike() -> Navigation:
            self._struck ^= {asker.phone}
            return Stay()

        value = N_("no") if asker.phone in self._struck else asker.digits or "…"
        return Item(names_words([asker.name]), strike, value)

    def _chosen(self) -> list[Asker]:
        return [one for one in self._phones.seen.askers if one.digits is not None and one.phone not in self._struck]

    def _why_not(self) -> Text | None:
        names = [asker.name for asker in self._chosen()]
        if not names:
            return N_("No phone shows digits yet.")
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is None:
            return None
        return filled(N_("Two for {name}: strike one out."), name=shown_name(twice, self.context.translator))

    def _admit(self) -> Navigation:
        self._phones.admit(frozenset(asker.phone for asker in self._chosen()))
        return Pop()


class WarningScreen(Screen):
    """Says that only the invited player may scan the code that OK shows."""

    def __init__(self, context: AppContext, name: str, then: Callable[[], Navigation]) -> None:
        self.context = context
        self.name = name
        self._then = then

    def draw(self, page: Page) -> None:
        """Draw the warning."""
        text = page.translator._("Only {name} may scan the code. All others look away!").format(name=self.name)
        draw_saying(page, "", Verbatim(text), page.translator._("BACK"), page.translator._("OK: show it"))

    def press(self, button: Button) -> Navigation:
        """Show the code, or go back."""
        if button is Button.OK:
            return self._then()
        return Pop() if button is Button.BACK else Stay()


class _Door:
    """Watches an invitation: where its phone has come, the question of the box replaces the QR code.

    The question comes in the place of the invitation only, which ends when it is left. So it takes no press that was
    meant for the game.
    """

    def __init__(self, context: AppContext, phones: PhoneDesk, invitation: Invitation, name: str) -> None:
        self._context = context
        self._phones = phones
        self._invitation = invitation
        self._name = name

    def fresh_screen(self, shown: Screen) -> Screen | None:
        """Return what is to be shown instead of the QR code or of the question; None while nothing has changed."""
        seen, number = self._phones.seen, self._invitation.number
        if isinstance(shown, InviteScreen):
            if seen.waiting == number:
                return self._question()
            if seen.ended >= number:
                return self._notice(_closed(self._phones) or N_("The invitation has ended. Begin again."))
        elif isinstance(shown, PhoneQuestion) and seen.ended >= number:
            return self._notice(N_("The phone is gone again."))
        return None

    def _question(self) -> Screen:
        text = filled(N_("Let this phone play for {name}?"), name=self._name)

        def admit() -> Navigation:
            self._phones.confirm(self._invitation)
            return Pop()

        question = PhoneQuestion(self._context, text, admit)
        question.owner = self
        return question

    def _notice(self, words: Text) -> Screen:
        return Notice(self._context, words)


class PhoneQuestion(Question):
    """Asks the table whether the phone that has come may play."""

    outlasts_moves = True


class InviteScreen(_Codes):
    """The secret for the phone of one player, as a QR code and as six letters, until the phone has come.

    The invitation ends when the screen is left.
    """

    is_private = True
    takes_roll = True
    outlasts_moves = True

    def __init__(self, context: AppContext, phones: PhoneDesk, seat: int, name: str) -> None:
        super().__init__(context, phones)
        self.name = name
        self._invitation = phones.invite(seat)
        self.owner = _Door(context, phones, self._invitation, self.name)

    def code(self, translator: Translator, address: str) -> tuple[str, list[str], str]:
        """Return the QR code with the secret, the six letters, and the address to type."""
        letters = self._invitation.letters
        lines = [self.name, letters, *short_lines(address), "/p"]
        under = f"{self.name} {letters}\n{plain(address)}/p"
        return f"{address}/p#{self._invitation.secret}", lines, under


class HotspotScreen(Screen):
    """The network that the box makes: first the QR code that joins it, then that of the board.

    OK goes from one to the other, and from the last one on with *then*. Until something else is told than the
    addresses that were *known*, it waits.
    """

    def __init__(
        self,
        context: AppContext,
        phones: PhoneDesk,
        then: Callable[[], Navigation] = Pop,
        *,
        known: Addresses | None = None,
    ) -> None:
        self.context = context
        self.phones = phones
        self.is_joined = False
        self._then = then
        self._known = known

    def draw(self, page: Page) -> None:
        """Draw the QR code of the network or of the page, or what is waited for."""
        told = self.phones.addresses or Addresses()
        if told.hotspot is not None:
            self._draw_code(page, told.hotspot)
            return
        is_answered = told is not self._known and told.failure is not None
        words = FAILURES.get(told.failure or "", NO_HOTSPOT) if is_answered else N_("One moment, please.")
        draw_saying(page, "", words, "", page.translator._("OK: go on"))

    def _draw_code(self, page: Page, hotspot: Hotspot) -> None:
        if self.is_joined:
            page.add(qr(hotspot.address, ["2/2", *short_lines(hotspot.address)], f"2/2\n{plain(hotspot.address)}"))
            return
        lines = ["1/2", *pieces(hotspot.ssid), *pieces(hotspot.password)]
        page.add(qr(wifi(hotspot), lines, f"1/2 {hotspot.ssid}\n{hotspot.password}"))

    def press(self, button: Button) -> Navigation:
        """Go to the other code, on, or back."""
        told = self.phones.addresses
        if button is Button.OK and told is not None and told.hotspot is not None and not self.is_joined:
            self.is_joined = True
            return Stay()
        if button in (Button.LEFT, Button.RIGHT):
            self.is_joined = button is Button.RIGHT
        if button is Button.OK:
            return self._then()
        return Pop() if button is Button.BACK else Stay()


def wifi(hotspot: Hotspot) -> str:
    r"""Return the text of the QR code with which a phone joins *hotspot*.

    >>> wifi(Hotspot("a;b", "secret12", "http://10.42.0.1"))
    'WIFI:T:WPA;S:a\\;b;P:secret12;;'
    """
    escaped = {ord(sign): f"\\{sign}" for sign in '\\;,:"'}
    return f"WIFI:T:WPA;S:{hotspot.ssid.translate(escaped)};P:{hotspot.password.translate(escaped)};;"
