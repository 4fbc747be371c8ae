"""The screens with QR codes of the big board and of the box's own network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.box import Button
from companion.errors import N_
from companion.i18n.translator import Text, Translator, filled
from companion.phones.port import NO_PAGES, Addresses, Hotspot
from companion.ui.core.context import AppContext
from companion.ui.core.elements import Pattern, qr_modules
from companion.ui.core.notice import draw_saying
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Onward, Pop, Screen, Stay

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
LINE_MOST = 10
"""The most characters of a line beside a QR code on a display of 128x64."""
LINES_MOST = 6
"""The most lines there."""


def why_closed(phones: PhoneDesk) -> Text | None:
    """Return why no page can be opened now; None where one can."""
    if (lacks := phones.seen.lacks) is not None:
        return filled(N_("A library is missing: {name}"), name=lacks)
    if not has_pages(phones):
        return PAGES_MISSING
    return None if phones.addresses and phones.addresses.addresses else NO_NETWORK


def has_pages(phones: PhoneDesk) -> bool:
    """Return whether the web process runs, as far as it has been told."""
    return phones.addresses is not None and phones.addresses.failure != NO_PAGES


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


class CodesScreen(Screen):
    """A screen of QR codes, one for each address of the box; LEFT and RIGHT turn to another one."""

    def __init__(self, context: AppContext, phones: PhoneDesk) -> None:
        self.context = context
        self.phones = phones
        self.at = 0

    def addresses(self) -> tuple[str, ...]:
        """Return the addresses that the box has now, the short ones first."""
        return (self.phones.addresses or Addresses()).in_order

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


class BoardScreen(CodesScreen):
    """The address of the page that everybody may open, as a QR code and as a text."""

    def code(self, translator: Translator, address: str) -> tuple[str, list[str], str]:
        board = translator._("Board")
        return address, [board, *short_lines(address)], f"{board}\n{plain(address)}"


class HotspotScreen(Onward):
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
        self.then = then
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
        return super().press(button)


def wifi(hotspot: Hotspot) -> str:
    r"""Return the text of the QR code with which a phone joins *hotspot*.

    >>> wifi(Hotspot("a;b", "secret12", "http://10.42.0.1"))
    'WIFI:T:WPA;S:a\\;b;P:secret12;;'
    """
    escaped = {ord(sign): f"\\{sign}" for sign in '\\;,:"'}
    return f"WIFI:T:WPA;S:{hotspot.ssid.translate(escaped)};P:{hotspot.password.translate(escaped)};;"
