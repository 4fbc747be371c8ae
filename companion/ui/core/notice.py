"""Screens with a message: a notice, a question, a long text and the error screen."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button
from companion.errors import N_, CompanionError
from companion.i18n.translator import Text, Verbatim
from companion.ui.core.elements import Answers, LongText, Numeral
from companion.ui.core.page import Page, Scroll
from companion.ui.core.screen import STEPS, Navigation, Pop, PopToRoot, Screen, Stay, UiContext

NOTE = N_("Please note")
YES_NO = (N_("Yes"), N_("No"))


def draw_saying(page: Page, title: Text, text: Text, *hints: str) -> None:
    """Draw *text* in the middle of the page, below *title* if the display is high enough for both."""
    if title:
        page.title(title, optional=True)
    page.hints(*hints)
    page.paragraph(text)


class Notice(Screen):
    """A message to read once; OK or BACK goes on to *then*."""

    def __init__(self, context: UiContext, text: Text, then: Navigation | None = None, title: Text = NOTE) -> None:
        self.context = context
        self.title = title
        self.text = text
        self._then = then or Pop()

    def draw(self, page: Page) -> None:
        draw_saying(page, self.title, self.text, "", page.translator._("OK: go on"))

    def press(self, button: Button) -> Navigation:
        return self._then if button in (Button.OK, Button.BACK) else Stay()


class ErrorScreen(Screen):
    """Says that a screen failed; the cause is in the log, and the match is not lost."""

    def __init__(self, context: UiContext) -> None:
        self.context = context

    def draw(self, page: Page) -> None:
        title = N_("Error")
        draw_saying(page, title, CompanionError.sentence, "", page.translator._("OK: back to menu"))

    def press(self, button: Button) -> Navigation:
        return PopToRoot() if button in (Button.OK, Button.BACK) else Stay()


class Question(Screen):
    """A question with the answers yes and no; the cursor starts on no, and BACK answers no."""

    def __init__(
        self, context: UiContext, text: Text, yes: Callable[[], Navigation], no: Callable[[], Navigation] = Pop
    ) -> None:
        self.context = context
        self.text = text
        self.is_yes = False
        self._answers = (yes, no)

    def draw(self, page: Page) -> None:
        page.add(Answers(self.text, YES_NO, 0 if self.is_yes else 1))

    def press(self, button: Button) -> Navigation:
        yes, no = self._answers
        if button is Button.OK:
            return yes() if self.is_yes else no()
        if button is Button.BACK:
            return no()
        if button in (Button.LEFT, Button.UP):
            self.is_yes = True
        if button in (Button.RIGHT, Button.DOWN):
            self.is_yes = False
        return Stay()


class TextScreen(Screen):
    """A text longer than the display, scrolled line by line; OK or BACK leaves it."""

    def __init__(self, context: UiContext, title: Text, text: Text, then: Navigation | None = None) -> None:
        self.context = context
        self.title = title
        self.text = text
        self._scroll = Scroll()
        self._then = then or Pop()

    def draw(self, page: Page) -> None:
        page.title(self.title)
        page.add(LongText(self.text, self._scroll))

    def press(self, button: Button) -> Navigation:
        """Scroll or leave; drawing limits the position to the text."""
        self._scroll.top += STEPS.get(button, 0)
        return self._then if button in (Button.OK, Button.BACK) else Stay()


NAME = Verbatim("Codemaker")


def draw_splash(page: Page) -> None:
    """Draw the name of the box."""
    page.add(Numeral((NAME.text,)))


def draw_goodbye(page: Page, is_switched_off: bool) -> None:
    """Draw what the players should do after the program has ended."""
    if is_switched_off:
        draw_saying(page, NAME, N_("Switching off. Wait 10 s, then pull the plug."))
    else:
        draw_saying(page, NAME, N_("Goodbye. Every match is kept."))
