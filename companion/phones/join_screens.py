"""The screens by which phones join: the lobby for all of them, and the invitation of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.box import Button
from companion.errors import N_
from companion.i18n.default_names import is_default, names_words, shown_name
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.phones.code_screens import LINE_MOST, LINES_MOST, CodesScreen, plain, short_lines, why_closed
from companion.phones.port import Asker, Invitation
from companion.ui.core.context import AppContext
from companion.ui.core.menu import Item, Menu
from companion.ui.core.notice import Notice, Question, draw_saying
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Pop, Replace, Screen, Stay

if TYPE_CHECKING:
    from companion.phones.desk import PhoneDesk

UNDER_MOST = 18
"""The most characters of a line under a QR code on a display of 128x128, in large text."""


class LobbyScreen(CodesScreen):
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
        return Notice(self.context, why_closed(self.phones) or N_("The match has changed. Begin again."))

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

    def _askers_left(self) -> list[Asker]:
        return [one for one in self._phones.seen.askers if one.digits is not None and one.phone not in self._struck]

    def _why_not(self) -> Text | None:
        names = [asker.name for asker in self._askers_left()]
        if not names:
            return N_("No phone shows digits yet.")
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is None:
            return None
        return filled(N_("Two for {name}: strike one out."), name=shown_name(twice, self.context.translator))

    def _admit(self) -> Navigation:
        self._phones.admit(frozenset(asker.phone for asker in self._askers_left()))
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
                return Notice(self._context, why_closed(self._phones) or N_("The invitation has ended. Begin again."))
        elif isinstance(shown, PhoneQuestion) and seen.ended >= number:
            return Notice(self._context, N_("The phone is gone again."))
        return None

    def _question(self) -> Screen:
        text = filled(N_("Let this phone play for {name}?"), name=self._name)

        def admit() -> Navigation:
            self._phones.confirm(self._invitation)
            return Pop()

        question = PhoneQuestion(self._context, text, admit)
        question.owner = self
        return question


class PhoneQuestion(Question):
    """Asks the table whether the phone that has come may play."""

    outlasts_moves = True


class InviteScreen(CodesScreen):
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
