"""A page: the content of a screen as elements, independent of how they are shown.

A screen adds its parts (a title, a list, a paragraph, hints, a picture with a description) without using pixels.
``DisplayPage`` draws them on a display, ``TextPage`` writes them as lines of text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from companion.box import Button
from companion.i18n.translator import Text, Translator

if TYPE_CHECKING:
    from companion.ui.core.pixel_page import PixelPage

ARROWS = {Button.UP: "\u25b2", Button.DOWN: "\u25bc", Button.LEFT: "\u25c0", Button.RIGHT: "\u25b6"}
"""The signs of the buttons in hints and sentences."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """A line of a list: its label at the left, its value at the right, which stands out if it *is_urgent*.

    A display with colours and room has a dot in each of the *colours* in the place of the value. A list whose lines
    all have a *picture*, lines of pixels as in ``canvas.mask``, is drawn there as tiles, if all of them have room.
    """

    label: Text
    value: Text = ""
    is_urgent: bool = False
    colours: Sequence[tuple[int, int, int]] = ()
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Doing:
    """A title that says what a player does: a display has the *sign* before the name.

    Where both have no room, the short *label* of the player stands, which has the sign, too.
    """

    pattern: str
    name: str
    label: str
    number: int = 0
    """The number of the row, for a *pattern* that has one."""
    beside: int = 0
    """The most characters that come to stand beside the title, so that it does not change with them."""
    sign: str = ""

    def __call__(self, translator: Translator) -> str:
        return translator._(self.pattern).format(name=self.name, number=self.number)

    def signed(self, translator: Translator) -> str:
        """Return the title with the sign before the name."""
        return translator._(self.pattern).format(name=f"{self.sign}{self.name}", number=self.number)

    def short(self, translator: Translator) -> str:
        """Return the title with the label."""
        return translator._(self.pattern).format(name=self.label, number=self.number)


class Rows(Protocol):
    """The lines of a list: any sequence of ``ListRow`` with a length and slices."""

    def __len__(self) -> int: ...
    def __getitem__(self, seen: slice, /) -> Sequence[ListRow]: ...


class Element(Protocol):
    """A part of a page other than a title, a list, a paragraph or a hint: a picture that also has a text form."""

    def draw(self, page: PixelPage) -> None:
        """Draw the element into the free area of *page*, and remove the used part from that area."""

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the same content as lines of text, at least one."""


@dataclass(slots=True)
class Scroll:
    """The scroll position of an element that may be longer than the page: ``top`` is the first visible line."""

    top: int = 0

    def view(self, total: int, visible: int) -> range:
        """Return the visible lines of *total* if *visible* lines have room; limits ``top`` to the element."""
        self.top = max(0, min(self.top, total - visible))
        return range(self.top, min(total, self.top + visible))


class Page(ABC):
    """A page being built: a screen adds its title first, then the hints, then everything else from the top."""

    translator: Translator

    @abstractmethod
    def title(self, words: Text, beside: str = "", *, optional: bool = False) -> None:
        """Add the title line with a short text *beside* it; an *optional* one is left out on a low display."""

    @abstractmethod
    def hints(self, *texts: str, tall: bool = False) -> None:
        """Add one to three short texts that explain the buttons; a low display leaves them out.

        Those that are *tall* are only on displays with room for the layouts of tall displays; if they do not
        fit, those before the last are left out.
        """

    @abstractmethod
    def rows(self, rows: Rows, at: int | None = None, *, pointed: bool = False) -> None:
        """Add a list with the cursor on row *at*; it scrolls with the cursor.

        *pointed* puts a pointer before the row instead of highlighting it. It sends a fifth of the bytes, for lists
        on a slow bus where the display must follow every press.
        """

    @abstractmethod
    def paragraph(self, words: Text, shorter: Text = "") -> None:
        """Add a running text in the middle of the free area; what is *shorter* stands for it where it has no room."""

    @abstractmethod
    def add(self, element: Element) -> None:
        """Add any other *element*."""

    @abstractmethod
    def banner(self, text: str) -> None:
        """Put *text* over the lower part of the page."""
