"""Menus, lists of choices and sliders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.box import Button
from companion.i18n.translator import Text
from companion.ui.core.elements import Gauge
from companion.ui.core.page import ListRow, Page
from companion.ui.core.screen import STEPS, TURNS, Navigation, Pop, Push, Refuse, Screen, ShowMessage, Stay, UiContext

T = TypeVar("T")

CLOSED = "\u2014"
"""The value of an item that is not possible now; a cross would read as delete."""
TICK = "\u2713"


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu: its label and value, the action of OK, and for a closed item the reason in ``closed``.

    ``turn`` is called with -1 for LEFT and 1 for RIGHT; OK must offer the same changes.
    ``help`` is one sentence about the line, and ``note`` a few words that stand below the menu while the cursor is on
    the line.
    """

    label: Text
    act: Callable[[], Navigation]
    value: Text = ""
    closed: Text | None = None
    turn: Callable[[int], Navigation] | None = None
    help: Text = ""
    note: Text = ""
    is_extra: bool = False
    """Whether only displays with room have the ``note``."""
    colours: Sequence[tuple[int, int, int]] = ()
    picture: str = ""

    def row(self) -> ListRow:
        """Return the line as it is drawn."""
        return ListRow(
            self.label, CLOSED if self.closed is not None else self.value, colours=self.colours, picture=self.picture
        )


class _Rows:
    """The lines of *items*, each made only when it is drawn, because a page shows few lines of a long list."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._items = items

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, seen: slice, /) -> Sequence[ListRow]:
        return [item.row() for item in self._items[seen]]


Items = Sequence[Item] | Callable[[], Sequence[Item]]


class Menu(Screen):
    """A title with items under it; the cursor keeps its position while other screens are on top.

    If *items* is a function, it is called again for every frame and every press, so the values are always current.
    With *has_help*, ROLL shows the sentence about the line under the cursor, and the title says so.
    """

    def __init__(
        self,
        context: UiContext,
        title: Text,
        items: Items,
        *,
        at: int = 0,
        back: Navigation | None = None,
        has_help: bool = False,
    ) -> None:
        self.context = context
        self.title = title
        self.at = at
        self._items = items
        self._back = back or Pop()
        self._has_help = has_help

    @property
    def takes_roll(self) -> bool:
        return self._has_help

    @property
    def items(self) -> Sequence[Item]:
        """The current items."""
        return self._items() if callable(self._items) else self._items

    def draw(self, page: Page) -> None:
        items = self.items
        self.at = min(self.at, len(items) - 1)
        page.title(self.title, page.translator._("ROLL ?") if self._has_help else "")
        if note := items[self.at].note:
            page.hints(page.translator.say(note), "", tall=items[self.at].is_extra)
        page.rows(_Rows(items), self.at)

    def press(self, button: Button) -> Navigation:
        items = self.items
        self.at = min(self.at, len(items) - 1)
        if button in STEPS:
            self.at = (self.at + STEPS[button]) % len(items)
            return Stay()
        if button is Button.BACK:
            return self._back
        item = items[self.at]
        if button is Button.ROLL and self._has_help:
            return ShowMessage(self.context.translator.say(item.help))
        if button is not Button.OK and (button not in TURNS or item.turn is None):
            return Stay()
        if item.closed is not None:
            return Refuse(self.context.translator.say(item.closed))
        return item.turn(TURNS[button]) if item.turn is not None and button in TURNS else item.act()


class ChoiceMenu(Menu, Generic[T]):
    """A list of values with a tick at the *chosen* one; OK passes the value under the cursor to *done*."""

    def __init__(
        self,
        context: UiContext,
        title: Text,
        options: Sequence[tuple[Text, T]],
        chosen: T,
        done: Callable[[T], Navigation],
    ) -> None:
        def item(label: Text, value: T) -> Item:
            return Item(label, lambda: done(value), TICK if value == chosen else "")

        values = [value for _, value in options]
        at = values.index(chosen) if chosen in values else 0
        super().__init__(context, title, [item(label, value) for label, value in options], at=at)


def choice_item(
    context: UiContext,
    title: Text,
    options: Sequence[tuple[Text, T]],
    chosen: T,
    use: Callable[[T], object],
    help_: Text,
) -> Item:
    """Return the item of a value that is passed to *use*: LEFT and RIGHT turn it, and OK opens a list of *options*."""
    values = [value for _, value in options]
    at = values.index(chosen) if chosen in values else 0

    def done(value: T) -> Navigation:
        use(value)
        return Pop()

    def turn(step: int) -> Navigation:
        use(values[(at + step) % len(values)])
        return Stay()

    def choose() -> Navigation:
        return Push(ChoiceMenu(context, title, options, chosen, done))

    return Item(title, choose, options[at][0], turn=turn, help=help_)


class Slider(Screen):
    """A percentage within limits, changed with any direction; OK keeps it, BACK restores the first value.

    *turned* is called with every value on the way, so that a player can try a brightness or a volume.
    """

    def __init__(
        self, context: UiContext, title: Text, values: range, value: int, turned: Callable[[int], object]
    ) -> None:
        self.context = context
        self.title = title
        self.value = value
        self._values = values
        self._first = value
        self._turned = turned

    hold_repeats = frozenset({Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT})

    def draw(self, page: Page) -> None:
        page.title(self.title)
        page.hints(page.translator._("BACK undoes"), page.translator._("OK keeps"))
        least, most = self._values[0], self._values[-1]
        page.add(Gauge(f"{self.value} %", (self.value - least) / max(1, most - least)))

    def press(self, button: Button) -> Navigation:
        if button is Button.OK:
            return Pop()
        if button is Button.BACK:
            self._set(self._first)
            return Pop()
        if button in (Button.UP, Button.RIGHT):
            self._set(self._next(1))
        if button in (Button.DOWN, Button.LEFT):
            self._set(self._next(-1))
        return Stay()

    def _next(self, way: int) -> int:
        step = self._values.step
        # A value from the settings file may be between two steps; the first change moves it to a step.
        off = (self.value - self._values.start) % step
        value = self.value - off + (step if way > 0 else 0 if off else -step)
        return min(max(value, self._values[0]), self._values[-1])

    def _set(self, value: int) -> None:
        if value != self.value:
            self.value = value
            self._turned(value)
