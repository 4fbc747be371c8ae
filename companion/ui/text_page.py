"""A page as lines of text: for a terminal without graphics, a screen reader, speech, and tests."""

from __future__ import annotations

from companion.i18n.translator import Text, Translator
from companion.ui.page import Element, Page, Rows

CHOSEN, OTHER = "> ", "  "
"""What stands before the row under the cursor, and before all others."""


class TextPage(Page):
    """Writes every element in the order a person reads it: the hints come last, and a banner after them.

    ``silent`` names the elements that had no words, which none may be.
    """

    def __init__(self, tongue: Translator) -> None:
        self.tongue = tongue
        self.silent: list[str] = []
        self._lines: list[str] = []
        self._hints = ""
        self._banner = ""

    @property
    def lines(self) -> list[str]:
        """The page so far."""
        return [line for line in (*self._lines, self._hints, self._banner) if line.strip()]

    def title(self, words: Text, beside: str = "", *, optional: bool = False) -> None:
        """Write the title, and what stands beside it behind a bar."""
        self._write("title", [" | ".join(filter(None, (self.tongue.say(words), beside)))])

    def hints(self, *texts: str) -> None:
        """Keep the hints for the last line."""
        self._hints = " | ".join(filter(None, texts))

    def rows(self, rows: Rows, at: int | None = None, *, pointed: bool = False) -> None:
        """Write all rows, with a mark before the one under the cursor."""
        said = [(self.tongue.say(row.label).strip(), self.tongue.say(row.value).strip()) for row in rows[:]]
        lines = [": ".join(filter(None, texts)) for texts in said]
        self._write("list", marked(lines, at))

    def paragraph(self, words: Text) -> None:
        """Write the text, a line for each of its own."""
        self._write("paragraph", self.tongue.say(words).split("\n"))

    def add(self, element: Element) -> None:
        """Write the words of *element*."""
        self._write(type(element).__name__, [*element.lines(self.tongue)])

    def banner(self, text: str) -> None:
        """Write *text* below everything else."""
        self._banner = text

    def _write(self, name: str, lines: list[str]) -> None:
        if not any(line.strip() for line in lines):
            self.silent.append(name)
        self._lines += lines


def marked(lines: list[str], at: int | None) -> list[str]:
    """Return *lines* with a mark before number *at*.

    >>> marked(["No", "Yes"], 1)
    ['  No', '> Yes']
    """
    return [(CHOSEN if place == at else OTHER) + line for place, line in enumerate(lines)]
