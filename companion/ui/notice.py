"""Screens that say something: a notice, a question, a text to read, and the error screen."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button
from companion.errors import N_, CompanionError
from companion.i18n.translator import Words
from companion.ui.canvas import Area
from companion.ui.desk import Desk
from companion.ui.font import Font
from companion.ui.page import LOW, MARGIN, SCROLL_MARGIN, Page
from companion.ui.screen import Go, Home, Pop, Screen, Stay
from companion.ui.wrap import wrap

NOTE = N_("Please note")
YES_NO = (N_("Yes"), N_("No"))


def draw_saying(page: Page, title: Words, text: Words, *hints: str) -> None:
    """Draw *text* in the middle of the page, under *title* where the display is high enough for both."""
    if page.height >= LOW and title:
        page.title(title)
    page.hints(*hints)
    page.paragraph(page.free.inset(MARGIN // 2, 0), page.tongue.say(text), centred=True, middle=True)


class Notice(Screen):
    """Says something once; OK or BACK goes on to *then*."""

    def __init__(self, desk: Desk, text: Words, then: Go | None = None, title: Words = NOTE) -> None:
        self.desk = desk
        self.title = title
        self.text = text
        self._then = then or Pop()

    def draw(self, page: Page) -> None:
        """Draw the text and how to go on."""
        draw_saying(page, self.title, self.text, "", page.tongue._("OK: go on"))

    def press(self, button: Button) -> Go:
        """Go on."""
        return self._then if button in (Button.OK, Button.BACK) else Stay()


class Fault(Screen):
    """Says that a screen failed; what is behind it is in the log, and nothing of the match is lost."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def draw(self, page: Page) -> None:
        """Draw the sentence of every error that has none of its own."""
        title = N_("Error")
        draw_saying(page, title, CompanionError.sentence, "", page.tongue._("OK: back to menu"))

    def press(self, button: Button) -> Go:
        """Go back to the menu."""
        return Home() if button in (Button.OK, Button.BACK) else Stay()


class Question(Screen):
    """Asks something that is answered by yes or no; the cursor starts on no, which is what BACK means."""

    def __init__(
        self,
        desk: Desk,
        text: Words,
        yes: Callable[[], Go],
        no: Callable[[], Go] = Pop,
        *,
        labels: tuple[Words, Words] = YES_NO,
    ) -> None:
        self.desk = desk
        self.text = text
        self.is_yes = False
        self._answers = (yes, no)
        self._labels = labels

    def draw(self, page: Page) -> None:
        """Draw the text over the two answers, or where the display is low, to the left of them."""
        above, *answers = _beneath(page) if page.height >= LOW else self._beside(page)
        page.paragraph(above, page.tongue.say(self.text), centred=True, middle=True)
        labels = [page.tongue.say(label) for label in self._labels]
        room = min(area.width for area in answers) - 4
        face = page.body if max(map(page.body.measure, labels)) <= room else page.small
        for area, label, is_chosen in zip(answers, labels, (self.is_yes, not self.is_yes), strict=True):
            _button(page, area, label, face, is_chosen)

    def _beside(self, page: Page) -> tuple[Area, Area, Area]:
        longest = max(page.small.measure(page.tongue.say(label)) for label in self._labels)
        width = min(longest + 5, page.width // 2)
        left, half = page.width - width, page.height // 2
        text = Area(0, 0, left - 1, page.height)
        return text, Area(left, 0, width, half), Area(left, half, width, page.height - half)

    def press(self, button: Button) -> Go:
        """Choose and answer."""
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


def _button(page: Page, area: Area, label: str, face: Font, is_chosen: bool) -> None:
    page.centred(area.y + (area.height - face.height + 1) // 2, label, face, area=area.inset(2, 0))
    if is_chosen:
        page.invert(area, rounded=True)
    else:
        page.frame(area)


def _beneath(page: Page) -> tuple[Area, Area, Area]:
    height, half = page.body.height + 3, page.width // 2
    y = page.height - height
    return Area(1, 0, page.width - 2, y), Area(0, y, half - 1, height), Area(half + 1, y, half - 1, height)


class Reader(Screen):
    """A text longer than the display, scrolled line by line; OK or BACK leaves it."""

    def __init__(self, desk: Desk, title: Words, text: Words, then: Go | None = None) -> None:
        self.desk = desk
        self.title = title
        self.text = text
        self._top = 0
        self._then = then or Pop()

    def draw(self, page: Page) -> None:
        """Draw the title and the lines that are in view."""
        page.title(self.title)
        free = page.free
        lines = wrap(page.tongue.say(self.text), (free.width - SCROLL_MARGIN - MARGIN) // page.body.width)
        visible = max(1, free.height // page.body.height)
        self._top = max(0, min(self._top, len(lines) - visible))
        for place, line in enumerate(lines[self._top : self._top + visible]):
            page.text(free.x + MARGIN, free.y + 1 + place * page.body.height, line)
        if len(lines) > visible:
            page.scroll_mark(self._top, visible, len(lines))

    def press(self, button: Button) -> Go:
        """Scroll or leave; drawing keeps the lines within the text."""
        if button is Button.UP:
            self._top -= 1
        if button is Button.DOWN:
            self._top += 1
        return self._then if button in (Button.OK, Button.BACK) else Stay()
