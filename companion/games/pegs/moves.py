"""The moves of a peg game, and their text forms in a record."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.errors import TextUnreadable
from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.edition import Edition
from companion.games.secret import Secret


@dataclass(frozen=True, slots=True)
class First:
    """Chance or the players decide which seat begins: as codemaker with two players, else as codebreaker."""

    seat: int


@dataclass(frozen=True, slots=True)
class SetCode:
    """The codemaker (chance or a player) sets the hidden code; ``code`` is None where the box does not see it."""

    code: Secret[Code] | None


@dataclass(frozen=True, slots=True)
class Guess:
    """The codebreaker plays a row."""

    code: Code


@dataclass(frozen=True, slots=True)
class GiveKeys:
    """The codemaker answers a row whose code is kept on the real board."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The codebreaker gives up the round; it counts as if every row had failed."""


@dataclass(frozen=True, slots=True)
class Amend:
    """The players agree on another answer to row number ``row``, counted from 0."""

    row: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class Challenge:
    """The codebreaker doubts the answers: the codemaker must enter the kept code unseen, and the box checks them."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The codemaker shows the kept code after the last row."""

    code: Code


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """The codebreaker, who got a wrong answer, asks for the round to be played again."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The codebreaker asks for a hint; the rules count the request, but the hint itself is not part of them."""

    grade: int


HINT_GRADES: Final = (1, 2, 3, 4)
"""In order: whether the last row was wasted; how many codes are left; a peg that is certain; a good row."""

Move: TypeAlias = First | SetCode | Guess | GiveKeys | GiveUp | Amend | Challenge | Reveal | PlayAgain | Hint

_KEYS = re.compile(r"black ([0-9]) white ([0-9])")
_FIRST = re.compile(r"first ([1-9])")
_AMEND = re.compile(r"row ([1-9][0-9]?) black ([0-9]) white ([0-9])")
_HINT = re.compile(r"hint ([1-4])")
_WORDS: Mapping[str, Move] = MappingProxyType(
    {"code": SetCode(None), "give up": GiveUp(), "challenge": Challenge(), "play again": PlayAgain()}
)


def keys_text(answer: Answer) -> str:
    """Return key pegs as records write them: ``black 2 white 1``."""
    return f"black {answer.blacks} white {answer.whites}"


def move_text(edition: Edition, move: Move) -> str:
    """Return the text of *move*, including a hidden code."""
    match move:
        case First(seat):
            return f"first {seat + 1}"
        case SetCode(code):
            return "code" if code is None else f"code {edition.text(code.reveal())}"
        case Guess(code):
            return edition.text(code)
        case GiveKeys(keys):
            return keys_text(keys)
        case Amend(row, keys):
            return f"row {row + 1} {keys_text(keys)}"
        case Reveal(code):
            return f"reveal {edition.text(code)}"
        case Hint(grade):
            return f"hint {grade}"
        case GiveUp() | Challenge() | PlayAgain():
            return next(words for words, plain in _WORDS.items() if plain == move)


def parse_move(edition: Edition, text: str) -> Move:
    """Return the move that *text* describes; raises ``TextUnreadable``, whose message never quotes a hidden code."""
    if plain := _WORDS.get(text):
        return plain
    if text.startswith("code "):
        return _parse_code(edition, text.removeprefix("code "))
    if text.startswith("reveal "):
        return Reveal(edition.code(text.removeprefix("reveal ")))
    return _parse_numbers(text) or Guess(edition.code(text))


def _parse_numbers(text: str) -> Move | None:
    if keys := _KEYS.fullmatch(text):
        return GiveKeys(Answer(int(keys[1]), int(keys[2])))
    if first := _FIRST.fullmatch(text):
        return First(int(first[1]) - 1)
    if amend := _AMEND.fullmatch(text):
        return Amend(int(amend[1]) - 1, Answer(int(amend[2]), int(amend[3])))
    if hint := _HINT.fullmatch(text):
        return Hint(int(hint[1]))
    return None


def _parse_code(edition: Edition, text: str) -> SetCode:
    try:
        return SetCode(Secret(edition.code(text)))
    except TextUnreadable:
        alphabet = edition.letters + "-"
        raise TextUnreadable(f"expected a code of {edition.pegs} letters out of {alphabet}, got another") from None
