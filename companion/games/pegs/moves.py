"""The moves of a peg game, and their words in a record."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from companion.errors import TextUnreadable
from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.edition import Edition
from companion.games.secret import Secret


@dataclass(frozen=True, slots=True)
class First:
    """Chance, or the table, says which seat begins: as the codemaker where two play, else as the codebreaker."""

    seat: int


@dataclass(frozen=True, slots=True)
class SetCode:
    """The codemaker - chance, or a player - sets the hidden code; None when it is kept where we cannot see it."""

    code: Secret[Code] | None


@dataclass(frozen=True, slots=True)
class Guess:
    """The codebreaker plays a row."""

    code: Code


@dataclass(frozen=True, slots=True)
class GiveKeys:
    """The codemaker answers a row whose code is kept elsewhere."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The codebreaker gives the round up; it counts as if every row had failed."""


Move: TypeAlias = First | SetCode | Guess | GiveKeys | GiveUp

_KEYS = re.compile(r"black (\d) white (\d)")
_FIRST = re.compile(r"first ([1-9])")


def keys_text(answer: Answer) -> str:
    """Write key pegs as records do: ``black 2 white 1``."""
    return f"black {answer.blacks} white {answer.whites}"


def move_text(edition: Edition, move: Move) -> str:
    """Write *move* with all it holds."""
    match move:
        case First(seat):
            return f"first {seat + 1}"
        case SetCode(code):
            return "code" if code is None else f"code {edition.text(code.reveal())}"
        case Guess(code):
            return edition.text(code)
        case GiveKeys(keys):
            return keys_text(keys)
        case GiveUp():
            return "give up"


def parse_move(edition: Edition, text: str) -> Move:
    """Read a move; raises ``TextUnreadable``, which never quotes a hidden code."""
    if text == "code":
        return SetCode(None)
    if text.startswith("code "):
        return _parse_code(edition, text.removeprefix("code "))
    if text == "give up":
        return GiveUp()
    if keys := _KEYS.fullmatch(text):
        return GiveKeys(Answer(int(keys[1]), int(keys[2])))
    if first := _FIRST.fullmatch(text):
        return First(int(first[1]) - 1)
    return Guess(edition.code(text))


def _parse_code(edition: Edition, text: str) -> SetCode:
    try:
        return SetCode(Secret(edition.code(text)))
    except TextUnreadable:
        alphabet = edition.letters + "-"
        raise TextUnreadable(f"expected a code of {edition.pegs} letters out of {alphabet}, got another") from None
