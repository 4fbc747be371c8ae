"""A screen for one player only: the players pass the box on, and a secret is shown only while a button is held."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button
from companion.errors import N_
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.core.context import AppContext
from companion.ui.core.notice import draw_saying
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Screen, ShowMessage, Stay
from companion.ui.games.shared.spoken import SpokenMatch, asked, examples
from companion.words.phrase import Phrase, phrase

EYES_ONLY = N_("For your eyes only")
SHORT_S = 0.7
"""The longest press, in seconds, after which the page says to hold OK longer: too short to read a hand."""


def handover(context: AppContext, name: str) -> str:
    """Return the request to hand the box over, with a placeholder, or to use the other screen of *name*."""
    own = context.own_screen(name)
    return N_("{name} takes the box. All others look away!") if own is None else own.request


class HoldToReveal(Screen):
    """Asks for the player called *name*; while that player holds OK, *draw* shows what only they may see.

    If the inputs do not report releases, OK shows the secret and the next press hides it. After the secret has been
    shown, DOWN continues with *then*; BACK leads to *back*. LEFT and RIGHT ``turn`` what is shown. An optional *cover*
    draws the page while the secret is hidden, instead of the request. Where DOWN ``plays`` something, a short press is
    no look, and what was turned unseen needs another look.

    OK never hands the box over, because it may be the last of several quick presses of the player before. Where the
    screen before takes OK, *is_handover* makes the player take the box with DOWN before OK shows anything.
    """

    takes_roll = True
    is_private = True
    plays = False
    hold_repeats = frozenset()

    def __init__(
        self,
        context: AppContext,
        name: str,
        draw: Callable[[Page], None],
        then: Callable[[], Navigation],
        back: Callable[[Screen], Navigation],
        title: Text = EYES_ONLY,
        cover: Callable[[Page], None] | None = None,
        *,
        is_handover: bool = False,
    ) -> None:
        self.context = context
        self.name = name
        self.is_open = False
        self.has_looked = False
        self._opened = 0.0
        self.is_handover = is_handover
        self._draw = draw
        self._then = then
        self._back = back
        self._title = title
        self._cover = cover

    @property
    def shows_secret(self) -> bool:
        """Whether the secret is shown."""
        return self.is_open

    def draw(self, page: Page) -> None:
        if self._cover is not None:
            own = self.context.own_screen(self.name)
            page.title(self._title if own is None else own.title, optional=True)
            page.hints(*self.hints(page))
            (self._draw if self.shows_secret else self._cover)(page)
        elif self.shows_secret:
            self._draw(page)
        else:
            text = page.translator._(handover(self.context, self.name)).format(name=self.name)
            draw_saying(page, self._title, Verbatim(text), *self.hints(page))

    def hints(self, page: Page) -> tuple[str, str]:
        """Return what DOWN and OK do."""
        if self.is_handover:
            return page.translator._("\u25bc take it"), ""
        # Before and after the look it reads the same, because a slow bus sends what changes.
        return (page.translator._("\u25bc go on") if self.has_looked else "", self._hold(page.translator))

    def _hold(self, translator: Translator) -> str:
        return translator._(N_("Hold OK: look") if self.context.installation.can_hold else N_("OK: look"))

    def press(self, button: Button) -> Navigation:
        if self.is_handover and button is not Button.BACK:
            self.is_handover = button is not Button.DOWN
            return ShowMessage(self.context.translator._(N_("DOWN takes the box."))) if self.is_handover else Stay()
        if button in (Button.LEFT, Button.RIGHT):
            self.turn(1 if button is Button.RIGHT else -1)
            self.has_looked = self.has_looked and (self.shows_secret or not self.plays)
            return Stay()
        if button is Button.ROLL and self.context.installation.can_hold:
            # On a board without ROLL a long OK is reported as ROLL; OK is still held, so the secret stays shown.
            return Stay()
        was_open, self.is_open = self.is_open, False
        self.has_looked = self.has_looked or was_open
        if button is Button.OK and not was_open:
            self.is_open, self._opened = True, self.context.now()
            self.has_looked = self.has_looked or not (self.plays and self.context.installation.can_hold)
        elif button is Button.DOWN:
            return self._then() if self.has_looked else ShowMessage(self._hold(self.context.translator))
        elif button is Button.BACK:
            return self._back(self)
        return Stay()

    def look_spoken(self, match: SpokenMatch, own: Callable[[], list[Phrase]]) -> list[Phrase]:
        """Return *own* and what may be typed while the secret is shown, else what is asked and the key to press."""
        if self.shows_secret:
            return [*own(), *examples(match)]
        return [*asked(match), phrase(N_("\u25bc take it") if self.is_handover else N_("OK: look"))]

    def turn(self, step: int) -> None:
        """Show another part of the secret, or another choice, *step* further."""

    def cover(self) -> None:
        """Hide the secret, because the notice gets the release of OK."""
        self.is_open = False

    def release(self, button: Button) -> Navigation | None:
        """Hide the secret at once when OK is released, and say what a short press does not."""
        if button is not Button.OK or not self.context.installation.can_hold or not self.is_open:
            return None
        self.is_open = False
        if self.context.now() - self._opened >= SHORT_S:
            self.has_looked = True
            return Stay()
        sentence = (
            N_("Keep OK pressed to look, then DOWN plays.")
            if self.plays
            else N_("Keep OK pressed to look. DOWN goes on.")
        )
        return ShowMessage(self.context.translator._(sentence))
