"""The moves of a peg game, and their text forms in a record."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from companion.errors import TextUnreadable
from companion.games.notation import Form, Notation, Word, from_one
from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.edition import HOLE, Edition
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
class LoseRow:
    """The time of the codebreaker is over: a row without pegs counts, and has no answer."""


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

CHECK: Final = 5
"""The grade of the hint that says whether the pegs set so far can be right; each counts, and a row has several."""
CHECKS_MOST: Final = 4

Move: TypeAlias = First | SetCode | Guess | GiveKeys | GiveUp | LoseRow | Amend | Challenge | Reveal | PlayAgain | Hint

_KEYS = "black [0-9] white [0-9]"


def keys_text(answer: Answer) -> str:
    """Return key pegs as records write them: ``black 2 white 1``."""
    return f"black {answer.blacks} white {answer.whites}"


def _read_keys(text: str) -> Answer:
    _, blacks, _, whites = text.split()
    return Answer(int(blacks), int(whites))


def hidden_code(edition: Edition) -> Word:
    """Return the word for a code of *edition* that is hidden; no message about a wrong one quotes it."""

    def read(text: str) -> Secret[Code]:
        try:
            return Secret(edition.code(text))
        except TextUnreadable:
            alphabet = edition.letters + HOLE
            raise TextUnreadable(f"expected a code of {edition.pegs} letters out of {alphabet}, got another") from None

    return Word("(?s:.*)", read, lambda code: edition.text(code.reveal()))


def notation(edition: Edition) -> Notation[Move]:
    """Return the texts of the moves of *edition*; the message about a hidden code that cannot be read never quotes it.

    A text that is nothing else is taken for a row.
    """
    return Notation(
        f"a move of {edition.key}",
        {
            "seat": from_one("[1-9]"),
            "hidden": hidden_code(edition),
            "code": Word("(?s:.*)", edition.code, edition.text),
            "answer": Word(_KEYS, _read_keys, keys_text),
            "row": from_one("[1-9][0-9]?"),
            "grade": Word("[1-5]"),
        },
        Form("first {seat}", First),
        Form("code", SetCode, partial(SetCode, None)),
        Form("code {code:hidden}", SetCode),
        Form("{answer}", GiveKeys),
        Form("give up", GiveUp),
        Form("row lost", LoseRow),
        Form("row {row} {answer}", Amend),
        Form("challenge", Challenge),
        Form("reveal {code}", Reveal),
        Form("play again", PlayAgain),
        Form("hint {grade}", Hint),
        Form("{code}", Guess),
    )
