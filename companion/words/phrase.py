"""A phrase: a message with its arguments, which becomes words in the language of each reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeAlias

from companion.errors import N_
from companion.i18n.default_names import shown_name
from companion.i18n.translator import Translator

GO = N_("Go on")
"""The words of a signal by which chance or the box moves."""


class Level(IntEnum):
    """How much a listener wants to hear to be told a phrase."""

    ANSWERS = 1
    GAME = 2
    EVERYTHING = 3


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a player as it is stored; a default name is shown in the language of the reader."""

    stored: str


@dataclass(frozen=True, slots=True)
class PegName:
    """A colour of an edition: its *letter* there, and its names by the codes of languages, in English at least."""

    letter: str
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Phrase:
    """The *message* id with the arguments *values*; with *plural*, the form for *count* is taken, which is {count}.

    A phrase is a ``Text`` of a screen: called with a translator, it returns its words.
    """

    message: str
    values: Mapping[str, Part] = field(default_factory=dict)
    plural: str = ""
    count: int = 0
    level: Level = Level.GAME

    def __call__(self, translator: Translator) -> str:
        """Return the phrase in the language of *translator*."""
        values = {key: said(value, translator) for key, value in self.values.items()}
        if self.plural:
            return translator.ngettext(self.message, self.plural, self.count).format(count=self.count, **values)
        return translator._(self.message).format(**values)


Part: TypeAlias = "str | int | Name | PegName | Phrase | Callable[[Translator], str] | tuple[Part, ...]"
"""An argument of a phrase; several are listed with commas. A function of a translator is no data."""


def phrase(message: str, level: Level = Level.GAME, **values: Part) -> Phrase:
    """Return the phrase of *message*, which is marked with ``N_``."""
    return Phrase(message, values, level=level)


def counted(singular: str, plural: str, count: int, level: Level = Level.GAME, **values: Part) -> Phrase:
    """Return the phrase of one of two messages, by *count*."""
    return Phrase(singular, values, plural, count, level)


def scores(points: Sequence[int], names: Sequence[str]) -> list[Phrase]:
    """Return the score of each player."""
    return [
        counted("{name} has {points} point.", "{name} has {points} points.", each, name=Name(name), points=each)
        for name, each in zip(names, points, strict=True)
    ]


def said(part: Part, translator: Translator) -> str:
    """Return *part* in the language of *translator*."""
    match part:
        case Name(stored):
            return shown_name(stored, translator)
        case PegName(_, names):
            return names.get(translator.language, names["en"])
        case tuple():
            return ", ".join(said(each, translator) for each in part)
    return part(translator) if callable(part) else str(part)


def as_data(part: Part) -> Any:
    """Return *part* in values that JSON has, from which a reader makes the words by its own catalogue."""
    match part:
        case Phrase(message, values, plural, count):
            fields: dict[str, Any] = {"text": message}
            if values:
                fields["values"] = {key: as_data(value) for key, value in values.items()}
            return fields | ({"plural": plural, "count": count} if plural else {})
        case Name(stored):
            return {"name": stored}
        case PegName(letter):
            return {"colour": letter}
        case tuple():
            return [as_data(each) for each in part]
    return part
