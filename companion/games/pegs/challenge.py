"""The codes that challenges name.

A line has three letters of the variant, four of the code, and six of its masked number. A slip in any of them is seen,
because the code that it leads to has another line. The arithmetic must never change.
"""

from __future__ import annotations

from hashlib import sha256

from companion.games.challenge import ALPHABET, LINE, is_day
from companion.games.pegs.codes import Code
from companion.games.pegs.edition import Edition, Variant

_NUMBERS = 1 << 30
"""Numbers that six letters hold."""


def line_of(edition: Edition, variant: Variant, code: Code) -> str:
    """Return the line of *code*; the same code of a variant always has the same line."""
    space = edition.space(variant)
    number, own = space.number(code), _own(edition, variant)
    check = _bits(own + b"check %d" % number, 20)
    masked = (number + _bits(own + b"mask %d" % check)) % space.size
    # Above the number, so that those of small spaces do not end in equal letters.
    masked += _bits(own + b"fill %d" % check) % (_NUMBERS // space.size) * space.size
    whole = _bits(own, 15) << 50 | check << 30 | masked
    return "".join(ALPHABET[whole >> 5 * place & 31] for place in reversed(range(LINE)))


def code_of(edition: Edition, variant: Variant, challenge: str) -> Code | None:
    """Return the code that *challenge*, a line or a date, names in *variant*; None if it names none there."""
    space, own = edition.space(variant), _own(edition, variant)
    if is_day(challenge):
        return space.code(_bits(own + b"day " + challenge.encode()) % space.size)
    if not set(challenge) <= set(ALPHABET):
        # A date that no calendar has.
        return None
    whole = 0
    for letter in challenge:
        whole = whole << 5 | ALPHABET.index(letter)
    check = whole >> 30 & (1 << 20) - 1
    code = space.code((whole % _NUMBERS - _bits(own + b"mask %d" % check)) % space.size)
    return code if line_of(edition, variant, code) == challenge else None


def _own(edition: Edition, variant: Variant) -> bytes:
    """Return what only *variant* has: lines of another edition, or of other letters, are not taken for its own."""
    return f"codemaker challenge 1 {edition.key} {edition.pegs} {edition.letters} {variant.key} ".encode()


def _bits(text: bytes, count: int = 256) -> int:
    return int.from_bytes(sha256(text).digest()) >> 256 - count
