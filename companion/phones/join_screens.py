"""The screens by which phones join: the lobby for all of them, and the invitation of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.box import Button
from companion.errors import N_
from companion.i18n.default_names import is_default, shown_name
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.phones.code_screens import LINE_MOST, LINES_MOST, CodesScreen, plain, short_lines, why_closed
from companion.phones.port import Asker, Invitation
from companion.ui.core.context import AppContext
from companion.ui.core.menu import Item, Menu
from companion.ui.core.notice import Notice, Question, draw_saying
from companion.ui.core.page import ListRow, Page
from companion.ui.core.screen import Navigation, Onward, Owner, Pop, Push, Refuse, Replace, Screen, ShowMessage, Stay

if TYPE_CHECKING:
    from companion.phones.desk import PhoneDesk

UNDER_MOST = 18
"""The most characters of a line under a QR code on a display of 128x128, in large text."""


class _Lobby(Owner):
    """Replaces the screens of a lobby once it has ended."""

    def __init__(self, context: AppContext, phones: PhoneDesk) -> None:
        self._context = context
        self._phones = phones
        self._number = phones.open_lobby([name for name in context.chosen.names if not is_default(name)])

    def fresh_screen(self, shown: Screen) -> Screen | None:
        """Return what is shown instead where the lobby has ended; None while it is open."""
        if self._phones.seen.ended < self._number:
            return None
        return Notice(self._context, why_closed(self._phones) or N_("The match has changed. Begin again."))


class LobbyScreen(CodesScreen):
    """The code for all phones, and which players' phones ask; OK lets no other ask and goes on to their lines.

    The code has a secret, by which the game knows phones at the table from others. The address to type has none. The
    lobby ends when the screen is left.
    """

    is_private = True
    takes_roll = True
    outlasts_moves = True

    def __init__(self, context: AppContext, phones: PhoneDesk) -> None:
        super().__init__(context, phones)
        self.owner = _Lobby(context, phones)

    def code(self, translator: Translator, address: str) -> tuple[str, list[str], str]:
        """Return the QR code with the secret, the address to type, and who asks."""
        asking = [shown_name(asker.name, translator) for asker in self.phones.seen.askers]
        said = translator._("{count}: OK").format(count=len(asking)) if asking else translator._("Scan it")
        lines = [*short_lines(address), said, *(name[:LINE_MOST] for name in asking)]
        names = translator._("{names}: OK").format(names=", ".join(asking))
        under = names if asking and len(names) <= UNDER_MOST else said
        return f"{address}/p#{self.phones.lobby_secret}", lines[:LINES_MOST], f"{plain(address)}\n{under}"

    def press(self, button: Button) -> Navigation:
        """Go on to the digits if a phone asks, turn to another address, or go back."""
        if button is not Button.OK or not self.phones.seen.askers:
            return super().press(button)
        self.phones.compare()
        screen = AdmitScreen(self.context, self.phones)
        screen.owner = self.owner
        return Replace(screen)


@dataclass(frozen=True, slots=True)
class _Line:
    """A phone that asks, as the box shows it: as one that has scanned the code, with digits, or not to play."""

    asker: Asker
    is_struck: bool

    @property
    def is_ready(self) -> bool:
        """Whether people can say what becomes of the phone."""
        return self.is_struck or self.asker.digits is not None

    @property
    def value(self) -> str:
        """What stands beside the name."""
        asker = self.asker
        if self.is_struck:
            return N_("no")
        if asker.digits is None:
            return "…"
        return N_("scanned") if asker.is_scanned else f"{asker.digits} {asker.more}".rstrip()


@dataclass(frozen=True, slots=True)
class _LineItem(Item):
    """A line that tells when it is *drawn*: a display draws only those for which it has room."""

    drawn: Callable[[], object] = field(kw_only=True)

    def row(self) -> ListRow:
        """Return the line as it is drawn."""
        self.drawn()
        return Item.row(self)


class AdmitScreen(Menu):
    """The phones that ask: scanned, or with the digits that they show. Each can be struck out.

    Those of one name are together. *Yes* follows the last one, and lets those play that have been on the display with
    their digits. The others wait on. A phone for somebody who plays by phone already is struck out until the people
    say otherwise.
    """

    outlasts_moves = True

    def __init__(self, context: AppContext, phones: PhoneDesk) -> None:
        scanned = all(asker.is_scanned for asker in phones.seen.askers)
        super().__init__(context, N_("Let them play?") if scanned else N_("Same digits there?"), self._lines)
        self._phones = phones
        # Whether those are struck out of whom the people have said so; the others are where somebody plays already.
        self._said: dict[str, bool] = {}
        self._seen: set[_Line] = set()
        self._is_covered = False
        self._count = 0

    def press(self, button: Button) -> Navigation:
        """Do what the menu does; where a sentence covers lines, OK only takes that away."""
        was_covered, self._is_covered = self._is_covered, False
        if was_covered and button is Button.OK:
            return Stay()
        go = super().press(button)
        self._is_covered = isinstance(go, Refuse | ShowMessage)
        return go

    def _lines(self) -> Sequence[Item]:
        lines = self._shown()
        # The cursor stays on Yes, where it is at first.
        self.at = len(lines) if self.at == self._count else self.at
        self._count = len(lines)
        return [*map(self._line, lines), Item(N_("Yes: let them play"), self._admit)]

    def _shown(self) -> list[_Line]:
        askers, playing = self._phones.seen.askers, self._phones.seen.names
        names = [asker.name for asker in askers]
        return [
            _Line(asker, self._said.get(asker.phone, asker.name in playing))
            for asker in sorted(askers, key=lambda asker: names.index(asker.name))
        ]

    def _line(self, line: _Line) -> Item:
        asker = line.asker
        name = shown_name(asker.name, self.context.translator)
        is_again = asker.name in self._phones.seen.names

        def turn() -> Navigation:
            self._said[asker.phone] = not line.is_struck
            return Stay()

        def ask() -> Navigation:
            def change() -> Navigation:
                turn()
                return Pop()

            question = PhoneQuestion(self.context, filled(N_("{name} again, on another phone?"), name=name), change)
            question.owner = self.owner
            return Push(question)

        return _LineItem(
            filled(N_("{name} again"), name=name) if is_again else Verbatim(name),
            ask if is_again and line.is_struck else turn,
            line.value,
            drawn=lambda: self._draw_line(line),
        )

    def _draw_line(self, line: _Line) -> None:
        if not self._is_covered:
            self._seen.add(line)

    def _why_not(self, lines: Sequence[_Line]) -> Text | None:
        names = [line.asker.name for line in lines if not line.is_struck]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            return filled(N_("Two for {name}: strike one out."), name=shown_name(twice, self.context.translator))
        return None if any(line.is_ready for line in lines) else N_("No phone is ready yet. One moment.")

    def _admit(self) -> Navigation:
        lines, translator = self._shown(), self.context.translator
        if (reason := self._why_not(lines)) is not None:
            return Refuse(translator.say(reason))
        answered = [line for line in lines if line.is_ready and line in self._seen]
        if struck := frozenset(line.asker.phone for line in answered if line.is_struck):
            self._phones.refuse(struck)
        if admitted := frozenset(line.asker.phone for line in answered if not line.is_struck):
            self._phones.admit(admitted)
        if len(answered) < len(lines):
            return ShowMessage(translator._("The others on the list still wait."))
        return Pop()


class WarningScreen(Onward):
    """Says that only the invited player may scan the code that OK shows."""

    def __init__(self, context: AppContext, name: str, then: Callable[[], Navigation]) -> None:
        self.context = context
        self.name = name
        self.then = then

    def draw(self, page: Page) -> None:
        """Draw the warning."""
        text = page.translator._("Only {name} may scan the code. All others look away!").format(name=self.name)
        draw_saying(page, "", Verbatim(text), page.translator._("BACK"), page.translator._("OK: show it"))


class _Door(Owner):
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
