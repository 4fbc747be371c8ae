"""A look for one pair of eyes: the box is handed over, and what is secret is seen only while a button is held."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button
from companion.errors import N_
from companion.i18n.translator import Text, Verbatim
from companion.ui.context import AppContext
from companion.ui.notice import draw_saying
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, Stay

EYES_ONLY = N_("For your eyes only")


class HoldToReveal(Screen):
    """Asks for the player called *name*; while he holds OK, *draw* shows what only he may see.

    Where the inputs cannot tell the end of a press, OK shows it and the next press hides it. DOWN or RIGHT goes on,
    once it has been looked at; BACK leads to *back*. With a *cover* the request is what that draws while it is closed.
    """

    takes_roll = True
    is_private = True
    hold_repeats = frozenset()

    def __init__(
        self,
        table: AppContext,
        name: str,
        draw: Callable[[Page], None],
        then: Callable[[], Navigation],
        back: Callable[[Screen], Navigation],
        title: Text = EYES_ONLY,
        cover: Callable[[Page], None] | None = None,
    ) -> None:
        self.table = table
        self.name = name
        self.is_open = False
        self.has_looked = False
        self._draw = draw
        self._then = then
        self._back = back
        self._title = title
        self._cover = cover

    def draw(self, page: Page) -> None:
        """Draw the request, or the secret while it is open."""
        if self._cover is not None:
            page.title(self._title, optional=True)
            page.hints(*self._hints(page))
            (self._draw if self.is_open else self._cover)(page)
        elif self.is_open:
            self._draw(page)
        else:
            text = page.tongue._("{name} takes the box. All others look away!").format(name=self.name)
            draw_saying(page, self._title, Verbatim(text), *self._hints(page))

    def _hints(self, page: Page) -> tuple[str, str]:
        hold = page.tongue._("OK: hold") if self.table.can_hold else page.tongue._("OK: look")
        return (page.tongue._("\u25bc go on") if self.has_looked else "", hold)

    def press(self, button: Button) -> Navigation:
        """Open while held, hide, go on or go back."""
        if button is Button.ROLL and self.table.can_hold:
            # On a board without ROLL it is a long OK: the finger is still there, and so is what it looks at.
            return Stay()
        was_open, self.is_open = self.is_open, False
        if button is Button.OK and not was_open:
            self.is_open = self.has_looked = True
        elif button in (Button.DOWN, Button.RIGHT) and self.has_looked:
            return self._then()
        elif button is Button.BACK:
            return self._back(self)
        return Stay()

    def cover(self) -> None:
        """Hide it: the notice takes the release."""
        self.is_open = False

    def release(self, button: Button) -> Navigation:
        """Hide it at once."""
        if button is Button.OK and self.table.can_hold:
            self.is_open = False
        return Stay()
