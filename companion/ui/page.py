"""A page: what a screen says, in elements; how they look or read is up to the kind of page.

A screen names its parts - a title, a list, a paragraph, hints, a picture that has words - and never a pixel.
``PixelPage`` draws them on a display, ``TextPage`` writes them as lines of text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from companion.i18n.translator import Text, Translator

if TYPE_CHECKING:
    from companion.ui.pixel_page import PixelPage


@dataclass(frozen=True, slots=True)
class ListRow:
    """A line of a list: its text at the left, its value at the right."""

    label: Text
    value: Text = ""


class Rows(Protocol):
    """The lines of a list; a list of rows is one."""

    def __len__(self) -> int: ...
    def __getitem__(self, seen: slice, /) -> Sequence[ListRow]: ...


class Element(Protocol):
    """A part of a page that is not a title, a list, a paragraph or a hint: it has a picture, and always words."""

    def draw(self, page: PixelPage) -> None:
        """Draw it into what is free of *page*, and take its place off that."""
        ...

    def lines(self, tongue: Translator) -> Sequence[str]:
        """Return the same as lines of text, at least one."""
        ...


@dataclass(slots=True)
class Scroll:
    """The first line in view of an element that may be longer than the page; a screen moves ``top``."""

    top: int = 0

    def view(self, total: int, visible: int) -> range:
        """Return the lines in view of *total*, of which *visible* have room; brings ``top`` back into the element."""
        self.top = max(0, min(self.top, total - visible))
        return range(self.top, min(total, self.top + visible))


class Page(ABC):
    """One page in the making. A screen adds its title first, then the hints, then everything else from the top."""

    tongue: Translator

    @abstractmethod
    def title(self, words: Text, beside: str = "", *, optional: bool = False) -> None:
        """Add the head line, with something short *beside* it; an *optional* one may be left out on a low display."""

    @abstractmethod
    def hints(self, *texts: str) -> None:
        """Add one to three short texts that say what the buttons do; a low display leaves them out."""

    @abstractmethod
    def rows(self, rows: Rows, at: int | None = None, *, pointed: bool = False) -> None:
        """Add a list with the cursor on row *at*; it scrolls with the cursor.

        *pointed* puts a pointer before the row instead of highlighting it: a fifth of the bytes on a slow bus, for
        lists where every press counts.
        """

    @abstractmethod
    def paragraph(self, words: Text) -> None:
        """Add a running text, in the middle of what is free."""

    @abstractmethod
    def add(self, element: Element) -> None:
        """Add any other *element*."""

    @abstractmethod
    def banner(self, text: str) -> None:
        """Put *text* over the lower part of the page, until the next press."""
