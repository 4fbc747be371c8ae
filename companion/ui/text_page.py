"""A page as lines of text: for a terminal without graphics, a screen reader, speech, and tests."""

from __future__ import annotations

from companion.i18n.translator import Text, Translator
from companion.ui.page import Element, Page, Rows

CHOSEN, OTHER = "> ", "  "
"""The prefixes of the row under the cursor and of all other rows."""


class TextPage(Page):
    """A page that writes every element in reading order; the hints come last, and a banner after them.

    ``silent`` names the elements that wrote no text; it must stay empty.
    """

    def __init__(self, translator: Translator) -> None:
        self.translator = translator
        self.silent: list[str] = []
        self._lines: list[str] = []
        self._hints = ""
        self._banner = ""

    @property
    def lines(self) -> list[str]:
        """The lines written so far, without empty ones."""
        return [line for line in (*self._lines, self._hints, self._banner) if line.strip()]

    def title(self, words: Text, beside: str = "", *, optional: bool = False) -> None:
        """Write the title, then a vertical bar and the text *beside* it."""
        self._write("title", [" | ".join(filter(None, (self.translator.say(words), beside)))])

    def hints(self, *texts: str) -> None:
        """Keep the hints for the last line."""
        self._hints = " | ".join(filter(None, texts))

    def rows(self, rows: Rows, at: int | None = None, *, pointed: bool = False) -> None:
        """Write all rows, with a mark before the row under the cursor."""
        said = [(self.translator.say(row.label).strip(), self.translator.say(row.value).strip()) for row in rows[:]]
        lines = [": ".join(filter(None, texts)) for texts in said]
        self._write("list", marked(lines, at))

    def paragraph(self, words: Text) -> None:
        """Write the lines of the text."""
        self._write("paragraph", self.translator.say(words).split("\n"))

    def add(self, element: Element) -> None:
        """Write the lines of *element*."""
        self._write(type(element).__name__, [*element.lines(self.translator)])

    def banner(self, text: str) -> None:
        """Keep *text* to write it below everything else."""
        self._banner = text

    def _write(self, name: str, lines: list[str]) -> None:
        if not any(line.strip() for line in lines):
            self.silent.append(name)
        self._lines += lines


def marked(lines: list[str], at: int | None) -> list[str]:
    """Return *lines* with a mark before the line with index *at*.

    >>> marked(["No", "Yes"], 1)
    ['  No', '> Yes']
    """
    return [(CHOSEN if place == at else OTHER) + line for place, line in enumerate(lines)]
