"""A page as lines of text: for a terminal without graphics, a screen reader, speech, and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from companion.box import Button, PageLine
from companion.config.untrusted import visible, visible_lines
from companion.i18n.translator import Text, Translator
from companion.ui.core.page import Element, Page, Rows

CHOSEN, OTHER = "> ", "  "
"""The prefixes of the row under the cursor and of all other rows."""


MOST_ROWS = 20
"""The rows of a long numbered list that are written: a page on a console of 25 lines."""
DIGITS = 9
"""The most digits of the number of a line."""


@runtime_checkable
class Tinted(Protocol):
    """An element in whose lines some words have colours, such as the letters of pegs."""

    def tints(self, translator: Translator) -> Mapping[str, tuple[int, int, int]]:
        """Return word -> red, green and blue, 0 to 255 each."""
        ...


@runtime_checkable
class Whole(Protocol):
    """An element that has more lines for a page with room, such as the empty rows of a board."""

    def whole(self, translator: Translator) -> Sequence[str]:
        """Return all lines."""
        ...


@runtime_checkable
class Choosable(Protocol):
    """An element whose last lines are those to choose from, with the cursor on line ``at`` of them."""

    @property
    def at(self) -> int:
        """The line under the cursor, counted from 0."""

    @property
    def choices(self) -> int:
        """The number of lines to choose from."""


class TextPage(Page):
    """A page that writes every element in reading order; the hints come last, and a banner after them.

    ``silent`` names the elements that wrote no text; it must stay empty. With *is_numbered*, the lines to choose from
    have numbers, 1 to ``choices``, and ``presses`` returns the buttons that choose one. A page that *is_tall* has the
    hints of displays with room, and whole boards.
    """

    def __init__(self, translator: Translator, *, is_numbered: bool = False, is_tall: bool = False) -> None:
        self.translator = translator
        self._is_tall = is_tall
        self._is_numbered = is_numbered
        self.choices = 0
        self._at = 0
        self.silent: list[str] = []
        self._lines: list[PageLine] = []
        self._hints = ""
        self._banner = ""

    @property
    def lines(self) -> list[str]:
        """The lines written so far, without empty ones."""
        last = PageLine.of(visible(self._hints), "hint"), PageLine.of(visible_lines(self._banner), "banner")
        return [line for line in (*self.body, *last) if line.strip()]

    @property
    def body(self) -> list[str]:
        """The same lines without hints and banner, for paper, where no key can be pressed."""
        return [line for line in self._lines if line.strip()]

    def title(self, words: Text, beside: str = "", *, optional: bool = False) -> None:
        self._write("title", [" | ".join(filter(None, (self.translator.say(words), beside)))])

    def hints(self, *texts: str, tall: bool = False) -> None:
        """Keep the hints for the last line, unless only displays with room have them."""
        if tall and not self._is_tall:
            return
        self._hints = " | ".join(filter(None, texts))

    def rows(self, rows: Rows, at: int | None = None, *, pointed: bool = False) -> None:
        """Write the rows, with a mark before the row under the cursor; of a long numbered list, those around it."""
        first, last = 0, len(rows)
        if self._is_numbered and at is not None and last > MOST_ROWS:
            first = max(0, min(at - MOST_ROWS // 2, last - MOST_ROWS))
            last = first + MOST_ROWS
        seen = rows[first:last]
        said = [(self.translator.say(row.label).strip(), self.translator.say(row.value).strip()) for row in seen]
        lines = marked([with_value(self.translator, *texts) for texts in said], None if at is None else at - first)
        # A line without a label, the heads of columns, cannot be chosen.
        heads = sum(not label for label, _ in said)
        if at is not None:
            self.choices, self._at = len(rows) - heads, at - heads
            lines[heads:] = self._numbered(lines[heads:], first + 1)
        self._write("list", lines)

    def paragraph(self, words: Text, shorter: Text = "") -> None:
        self._write("paragraph", self.translator.say(words).split("\n"))

    def add(self, element: Element) -> None:
        read = element.whole if self._is_tall and isinstance(element, Whole) else element.lines
        lines = [*read(self.translator)]
        if isinstance(element, Choosable):
            self.choices, self._at = element.choices, element.at
            lines[-element.choices :] = self._numbered(lines[-element.choices :], 1)
        self._write(
            type(element).__name__, lines, element.tints(self.translator) if isinstance(element, Tinted) else {}
        )

    def banner(self, text: str) -> None:
        self._banner = text

    def presses(self, text: str) -> list[Button]:
        """Return the buttons that choose the line with the number *text*; none if there is no such line."""
        if not (text.isascii() and text.isdigit() and len(text) <= DIGITS and 1 <= int(text) <= self.choices):
            return []
        steps = int(text) - 1 - self._at
        return [Button.DOWN if steps > 0 else Button.UP] * abs(steps) + [Button.OK]

    def _numbered(self, lines: list[str], first: int) -> list[str]:
        """Return the marked *lines* with their numbers, if numbers are wanted."""
        if not self._is_numbered:
            return lines
        return [f"{line[: len(CHOSEN)]}{number}. {line[len(CHOSEN) :]}" for number, line in enumerate(lines, first)]

    def _write(self, name: str, lines: list[str], tints: Mapping[str, tuple[int, int, int]] | None = None) -> None:
        if not any(line.strip() for line in lines):
            self.silent.append(name)
        for line in map(visible_lines, lines):
            self._lines.append(PageLine.of(line, "chosen" if line.startswith(CHOSEN) else name, tints))


def with_value(translator: Translator, label: str, value: str) -> str:
    """Return ``label: value`` in the typography of the language, or the only one of them that is not empty."""
    if not (label and value):
        return label or value
    return translator._("{label}: {value}").format(label=label, value=value)


def marked(lines: list[str], at: int | None) -> list[str]:
    """Return *lines* with a mark before the line with index *at*.

    >>> marked(["No", "Yes"], 1)
    ['  No', '> Yes']
    """
    return [(CHOSEN if place == at else OTHER) + line for place, line in enumerate(lines)]
