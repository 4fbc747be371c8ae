"""An edition: the pegs, colours, rows, variants and scoring of one boxed game, read from a TOML text.

``docs/editions.md`` describes the format. Everything is checked, so that a wrong file that a user wrote is refused
before play, with an error that gives the file name, the key and the limit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from string import ascii_uppercase
from types import MappingProxyType
from typing import TypeVar

from companion.config.rules import FLAG, Rule, closest, line, one_of, whole
from companion.config.untrusted import brief, read_toml
from companion.errors import EditionRefused, TextUnreadable
from companion.games.pegs.codes import Code, Space
from companion.i18n import SOURCE_LANGUAGE

T = TypeVar("T")

HOLE = "-"
"""The text form of an empty hole."""

TRACK_LIMIT = 999
UNKNOWN_RGB = "#c8c8c8"
"""The grey for a colour whose edition file gives no ``rgb``."""

KEY_LIMIT = 10
PEGS_LIMIT = 8
"""``KEY_LIMIT`` and ``PEGS_LIMIT`` keep the line under a seal within the QR code of version 3.

It is the largest that a 64-pixel panel can show with two pixels a module."""


class Shape(StrEnum):
    """The shape that distinguishes a colour without its hue; none is a disc or a ring, which are the key pegs."""

    HEART = "heart"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    CROSS = "cross"
    PLUS = "plus"
    MOON = "moon"
    STAR = "star"
    WEDGE = "wedge"
    BARS = "bars"
    FRAME = "frame"
    HOURGLASS = "hourglass"


EARLIER_SHAPES: Mapping[object, str] = MappingProxyType({"disc": "heart", "ring": "moon"})
"""Shapes of earlier versions, which looked like key pegs, and those that edition files with them now get."""


class KeyColour(StrEnum):
    """The colour of the key peg for the right colour in the right place; the other kind is white in every box."""

    BLACK = "black"
    RED = "red"


class Scorer(StrEnum):
    """The role that gets the points of a round."""

    CODEMAKER = "codemaker"
    CODEBREAKER = "codebreaker"


@dataclass(frozen=True, slots=True)
class Names:
    """A text by the code of its language, in English at least."""

    texts: Mapping[str, str] = field(hash=False)

    def __call__(self, language: str) -> str:
        """Return the text in *language*, or in English if there is none in *language*."""
        return self.texts.get(language, self.english)

    @property
    def english(self) -> str:
        """The English text, which never changes with the language of the box."""
        return self.texts[SOURCE_LANGUAGE]


@dataclass(frozen=True, slots=True)
class Colour:
    """A peg colour: name, letter, shape, and red, green and blue from 0 to 255."""

    name: Names
    letter: Names
    shape: Shape
    rgb: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class TrackPeg:
    """The peg of one seat on the track: the name of its colour, and red, green and blue from 0 to 255."""

    name: Names
    rgb: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play the edition: whether the hidden code may repeat colours and leave holes empty.

    With ``words`` it is one of them; they are different, and in rising order.
    """

    key: str
    name: Names
    repeats: bool
    holes: bool
    words: tuple[Code, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a round, and the end of the match.

    A scoring codemaker gets one point per row played, and ``bonus`` more if every row failed. A scoring codebreaker
    gets points by ``table``, which pairs the last row of each step with its points; an unsolved round gives 0.
    ``wrong_answer`` goes to the codebreaker who proves an answer wrong. ``track`` is the hole that wins the match at
    once when it is reached; without it the agreed number of games is played. ``track_pegs`` are the pegs on it by
    seat; the file of an edition may leave them out.
    """

    scorer: Scorer
    bonus: int
    table: tuple[tuple[int, int], ...]
    wrong_answer: int
    track: int | None
    track_pegs: tuple[TrackPeg, ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """One boxed game as data; the first variant is the normal game of its booklet.

    With ``pictures``, a match can be played without reading; with ``daily``, there is a code for each day.
    """

    key: str
    name: Names
    pegs: int
    rows: int
    colours: tuple[Colour, ...]
    key_colour: KeyColour
    variants: tuple[Variant, ...]
    guess_repeats: bool
    coin: bool
    scoring: Scoring
    pictures: bool = False
    daily: bool = False
    letters: str = field(init=False, compare=False, repr=False)
    """The letters of the colours, as records and the command line write them."""

    def __post_init__(self) -> None:
        """Join the letters, which every text of a code needs."""
        object.__setattr__(self, "letters", "".join(colour.letter.english for colour in self.colours))

    @property
    def has_digits(self) -> bool:
        """Whether the pegs are digits, and no colours to the players."""
        return self.letters.isdecimal()

    @property
    def has_words(self) -> bool:
        """Whether the codes are words, and the pegs their letters."""
        return bool(self.variants[0].words)

    @property
    def has_signs(self) -> bool:
        """Whether the pegs are digits or letters, and no colours to the players; such a game needs no board."""
        return self.has_digits or self.has_words

    @property
    def hole(self) -> int:
        """The number of an empty hole in a code."""
        return len(self.colours)

    def space(self, variant: Variant) -> Space:
        """Return the space of the codes that *variant* allows."""
        return Space(self.pegs, len(self.colours), variant.repeats, variant.holes, variant.words)

    def code(self, text: str) -> Code:
        """Return the code that *text* such as ``RGBY`` or ``R-BY`` describes.

        Raises ``TextUnreadable`` for a wrong length or an unknown letter.
        """
        alphabet = self.letters + HOLE
        # Only ASCII: upper() may turn another letter into two.
        if len(text) != self.pegs or not text.isascii():
            raise TextUnreadable(f"expected {self.pegs} letters for {self.key}, got {brief(text)}")
        for letter in text.upper():
            if letter not in alphabet:
                raise TextUnreadable(f"expected letters out of {alphabet} for {self.key}, got {letter!r} in {text!r}")
        return tuple(alphabet.index(letter) for letter in text.upper())

    def text(self, code: Code) -> str:
        """Return the text of a code, in the letters of ``letters``."""
        alphabet = self.letters + HOLE
        return "".join(alphabet[peg] for peg in code)


class _Table:
    """A TOML table being read; methods take out checked values, and ``end`` refuses the keys left over.

    The methods raise ``EditionRefused`` for a missing or wrong value.
    """

    def __init__(self, source: str, path: str, values: Mapping[str, object]) -> None:
        self.source, self.path, self.values = source, path, dict(values)
        self.known: list[str] = []

    def refuse(self, key: str, expected: str, got: object) -> EditionRefused:
        return EditionRefused(f"{self.source}: {self.path}{key}: expected {expected}, got {brief(got)}")

    def take(self, key: str, expected: str, default: object = None) -> object:
        self.known.append(key)
        value = self.values.pop(key, default)
        if value is None:
            raise EditionRefused(f"{self.source}: {self.path}{key}: expected {expected}, but the key is missing")
        return value

    def value(self, key: str, rule: Rule[T], default: T | None = None) -> T:
        value = self.take(key, rule.limit, default)
        return rule.check(value, lambda limit: self.refuse(key, limit, value))

    def names(self, key: str, rule: Rule[str]) -> Names:
        """Read ``key = "for all languages"`` or ``key = { en = "...", fr = "..." }``; English is required."""
        value = self.take(key, rule.limit)
        if isinstance(value, str):
            value = {SOURCE_LANGUAGE: value}
        if not isinstance(value, dict):
            raise self.refuse(key, rule.limit, value)
        table = _Table(self.source, f"{self.path}{key}.", value)
        # A file may have texts in languages for which this box has no catalogue.
        codes = [SOURCE_LANGUAGE, *(code for code in value if re.fullmatch("[a-z]{2,3}", code))]
        names = Names({code: table.value(code, rule) for code in dict.fromkeys(codes)})
        table.end()
        return names

    def entries(self, key: str, least: int, most: int, read: Callable[[_Table], T]) -> tuple[T, ...]:
        """Return what *read* makes of each table of a list of tables, from *least* to *most* of them."""
        expected = f"from {least} to {most} tables [[{self.path}{key}]]"
        values = self.take(key, expected, None if least else [])
        if not isinstance(values, list):
            raise self.refuse(key, expected, values)
        if not least <= len(values) <= most or not all(isinstance(value, dict) for value in values):
            raise self.refuse(key, expected, f"{len(values)} entries")
        found = []
        for place, value in enumerate(values, 1):
            entry = _Table(self.source, f"{self.path}{key}[{place}].", value)
            found.append(read(entry))
            entry.end()
        return tuple(found)

    def table(self, key: str) -> _Table:
        value = self.take(key, f"a table [{key}]")
        if not isinstance(value, dict):
            raise self.refuse(key, f"a table [{key}]", value)
        return _Table(self.source, f"{key}.", value)

    def end(self) -> None:
        """Raise ``EditionRefused`` if a key is left that no method has taken."""
        for key in self.values:
            near = closest(key, self.known)
            hint = f"; did you mean {near!r}?" if near else f"; known are {', '.join(self.known)}"
            raise EditionRefused(f"{self.source}: {self.path}{brief(key)[1:-1]}: unknown key{hint}")


def parse_edition(text: str, source: str, read_list: Callable[[str], str] | None = None) -> Edition:
    """Return the edition in the TOML *text* of the file called *source*; raises ``EditionRefused`` for any fault.

    *read_list* returns the text of a file beside it, with a list of words; it may raise ``EditionRefused``, too.
    """
    try:
        values = read_toml(text)
    except TextUnreadable as error:
        raise EditionRefused(f"{source}: {error}") from error
    table = _Table(source, "", values)
    rows, pegs = table.value("rows", whole(range(1, 21))), table.value("pegs", whole(range(2, PEGS_LIMIT + 1)))
    variants = _variants(table, lambda entry: _read_variant(entry, pegs, read_list))
    edition = Edition(
        key=table.value("key", line(rf"[a-z][a-z0-9-]{{0,{KEY_LIMIT - 1}}}", f"a-z, 0-9 and -, at most {KEY_LIMIT}")),
        name=table.names("name", line(r"\S.{0,19}", "a name of at most 20 characters")),
        pegs=pegs,
        rows=rows,
        colours=LETTERS if variants[0].words else _colours(table),
        key_colour=table.value("key_pegs", one_of(KeyColour)),
        variants=variants,
        guess_repeats=table.value("guess_repeats", FLAG, True),
        coin=table.value("coin", FLAG, False),
        scoring=_scoring(table.table("scoring"), rows),
        pictures=table.value("pictures", FLAG, False),
        daily=table.value("daily", FLAG, False),
    )
    table.end()
    _check_variants(edition, source)
    return edition


def _read_shape(value: object) -> Shape | None:
    return one_of(Shape).read(EARLIER_SHAPES.get(value, value) if isinstance(value, str) else value)


_SHAPE = Rule(one_of(Shape).limit, _read_shape)


_SHORT_NAME = line(r"\S.{0,11}", "a name of at most 12 characters")


def _read_rgb(entry: _Table) -> tuple[int, int, int]:
    text = entry.value("rgb", line(r"#[0-9a-fA-F]{6}", 'a colour such as "#d63028"'), UNKNOWN_RGB)
    red, green, blue = bytes.fromhex(text[1:])
    return red, green, blue


def _read_colour(entry: _Table) -> Colour:
    name = entry.names("name", _SHORT_NAME)
    letter = entry.names("letter", line(r"[A-Z0-9]", "one capital letter A-Z or digit"))
    shape = entry.value("shape", _SHAPE)
    return Colour(name, letter, shape, _read_rgb(entry))


def _colours(table: _Table) -> tuple[Colour, ...]:
    colours = table.entries("colours", 2, len(Shape), _read_colour)
    # English first: a letter that is wrong there is mostly wrong in the others too.
    others = sorted({code for colour in colours for code in colour.letter.texts} - {SOURCE_LANGUAGE})
    languages = (SOURCE_LANGUAGE, *others)
    unique = {f"letter.{code}": [colour.letter(code) for colour in colours] for code in languages}
    unique["shape"] = [colour.shape.value for colour in colours]
    for what, values in unique.items():
        twice = sorted({value for value in values if values.count(value) > 1})
        if twice:
            raise EditionRefused(f"{table.source}: colours: expected every {what} once, got {twice[0]!r} twice")
    return colours


LETTERS = tuple(
    Colour(Names({SOURCE_LANGUAGE: letter}), Names({SOURCE_LANGUAGE: letter}), Shape.FRAME, (245, 236, 210))
    for letter in ascii_uppercase
)
"""The pegs of an edition with words."""
WORD_LENGTHS = range(4, PEGS_LIMIT + 1)
WORDS_MOST = 10_000


def _read_variant(entry: _Table, pegs: int, read_list: Callable[[str], str] | None) -> Variant:
    key = entry.value("key", line(r"[a-z][a-z0-9-]{0,11}", "a-z, 0-9 and -, at most 12"))
    name = entry.names("name", _SHORT_NAME)
    rule = line(r"[A-Za-z0-9][\w.-]{0,63}", "the name of a file with words, without a folder")
    file = entry.value("words", rule) if "words" in entry.values else ""
    if not file:
        return Variant(key, name, entry.value("repeats", FLAG), entry.value("holes", FLAG, False))
    if read_list is None or pegs not in WORD_LENGTHS:
        raise entry.refuse("words", "4 to 8 pegs, and a file beside the edition", file)
    return Variant(key, name, repeats=True, holes=False, words=_words(read_list(file), pegs, file))


def _words(text: str, pegs: int, source: str) -> tuple[Code, ...]:
    """Return the words in *text*, one in a line; ``#`` begins a comment. Raises ``EditionRefused``."""
    found: dict[str, int] = {}
    for number, written in enumerate(text.splitlines(), 1):
        word = written.partition("#")[0].strip().upper()
        if not word:
            continue
        if len(word) != pegs or not word.isascii() or not word.isalpha():
            raise EditionRefused(f"{source}: line {number}: expected {pegs} letters A to Z, got {brief(word)}")
        if word in found:
            before = f"{word} as in line {found[word]}"
            raise EditionRefused(f"{source}: line {number}: expected every word once, got {before}")
        found[word] = number
    if not 2 <= len(found) <= WORDS_MOST:
        raise EditionRefused(f"{source}: expected 2 to {WORDS_MOST} words, got {len(found)}")
    return tuple(sorted(tuple(ascii_uppercase.index(letter) for letter in word) for word in found))


def _variants(table: _Table, read: Callable[[_Table], Variant]) -> tuple[Variant, ...]:
    variants = table.entries("variants", 1, 6, read)
    if len({bool(variant.words) for variant in variants}) > 1:
        raise EditionRefused(f"{table.source}: variants: expected words in all of them or in none")
    keys = [variant.key for variant in variants]
    if len(set(keys)) < len(keys):
        raise EditionRefused(f"{table.source}: variants: expected every key once, got {keys!r}")
    return variants


def _check_variants(edition: Edition, source: str) -> None:
    for variant in edition.variants:
        if edition.space(variant).size < 2:
            raise EditionRefused(
                f"{source}: variants {variant.key}: expected at least {edition.pegs} colours where none repeats, "
                f"got {len(edition.colours)}"
            )


def _scoring(table: _Table, rows: int) -> Scoring:
    scorer = table.value("scorer", one_of(Scorer))
    by_breaker = scorer is Scorer.CODEBREAKER
    scoring = Scoring(
        scorer=scorer,
        bonus=0 if by_breaker else table.value("bonus", whole(range(21)), 1),
        table=_steps(table, rows) if by_breaker else (),
        wrong_answer=table.value("wrong_answer", whole(range(21)), 0),
        track=table.value("track", whole(range(1, TRACK_LIMIT + 1))) if by_breaker else None,
        track_pegs=table.entries("track_pegs", 0, 2, _read_track_peg) if by_breaker else (),
    )
    table.end()
    return scoring


def _read_track_peg(entry: _Table) -> TrackPeg:
    return TrackPeg(entry.names("name", _SHORT_NAME), _read_rgb(entry))


def _steps(table: _Table, rows: int) -> tuple[tuple[int, int], ...]:
    expected = f"[[last row, points], ...] with rising rows, the last one {rows}"
    value = table.take("table", expected)
    steps = [tuple(step) for step in value if isinstance(step, list)] if isinstance(value, list) else []
    right_form = steps and all(len(step) == 2 and all(type(part) is int for part in step) for step in steps)
    if not right_form or not isinstance(value, list) or len(steps) != len(value):
        raise table.refuse("table", expected, value)
    lasts = [step[0] for step in steps]
    points = [step[1] for step in steps]
    if lasts != sorted(set(lasts)) or lasts[0] < 1 or lasts[-1] != rows:
        raise table.refuse("table", expected, value)
    # If all points were 0, a match would never end.
    if not all(number in range(TRACK_LIMIT + 1) for number in points) or not any(points):
        raise table.refuse("table", f"points from 0 to {TRACK_LIMIT}, not all of them 0", value)
    return tuple((last, points) for last, points in steps)
