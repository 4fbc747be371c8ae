"""The text forms of moves: a table for each family, by which moves are both written and read.

A form is a template such as ``attack {seat}.{place} {number}``, whose names are those of the move's fields. A field is
written as the ``Word`` of its name, or of another one that is given after a colon: ``up {card:any}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, Generic, NamedTuple, TypeVar

from companion.errors import TextUnreadable

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Word:
    """How a value is written: texts that match ``pattern`` completely are its texts; ``read`` may refuse one of them.

    It refuses with a ``TextUnreadable`` of its own, or with another ``ValueError``.
    """

    pattern: str
    read: Callable[[str], Any] = int
    write: Callable[[Any], str] = str


def from_one(pattern: str) -> Word:
    """Return the word for a number that is counted from 0 in a move and from 1 in its text."""
    return Word(pattern, lambda text: int(text) - 1, lambda number: str(number + 1))


def one_of(values: Mapping[str, object]) -> Word:
    """Return the word for one of *values*, by their texts."""
    texts = {value: text for text, value in values.items()}
    return Word("|".join(map(re.escape, values)), values.__getitem__, texts.__getitem__)


class Form(NamedTuple):
    """A template, the type of the moves written by it, and what makes one of its fields, if that is not the type.

    A move is written by the first form whose fields make an equal move.
    """

    template: str
    kind: Callable[..., Any]
    make: Callable[..., Any] | None = None


class Notation(Generic[M]):
    """The texts of the moves of a game, by *forms* in the order in which they are tried; *expected* names examples."""

    def __init__(self, expected: str, words: Mapping[str, Word], *forms: Form) -> None:
        self._expected = expected
        self._table = [(form, _Line(form.template, words)) for form in forms]

    def text(self, move: M) -> str:
        """Return the text of *move*, with what it hides; raises ``ValueError`` for a move that no form can write."""
        for form, line in self._table:
            if form.kind is type(move):
                values = {name: getattr(move, name) for name in line.words}
                if (form.make or form.kind)(**values) == move:
                    return line.text.format(**{name: word.write(values[name]) for name, word in line.words.items()})
        raise ValueError(f"expected a move that has a text, got a {type(move).__name__}")

    def parse(self, text: str) -> M:
        """Return the move that *text* describes; raises ``TextUnreadable`` if it describes none."""
        for form, line in self._table:
            if found := re.fullmatch(line.pattern, text):
                try:
                    values = {name: word.read(found[name]) for name, word in line.words.items()}
                    move: M = (form.make or form.kind)(**values)
                except TextUnreadable:
                    raise
                except ValueError as error:
                    raise TextUnreadable(f"expected {self._expected}, got {text!r}: {error}") from error
                return move
        raise TextUnreadable(f"expected {self._expected}, got {text!r}")


class _Line:
    """A template, taken apart: its ``words`` by the names of fields, a regular expression, and what is formatted."""

    def __init__(self, template: str, words: Mapping[str, Word]) -> None:
        self.words: dict[str, Word] = {}
        self.pattern = self.text = ""
        for before, name, word, _ in Formatter().parse(template):
            self.pattern += re.escape(before)
            self.text += before
            if name:
                self.words[name] = words[word or name]
                self.pattern += f"(?P<{name}>{self.words[name].pattern})"
                self.text += f"{{{name}}}"
