"""Seals and their lines as people type them: look-alikes and letters of other languages are read as what they must be.

A digit 0 among the letters of a seal can only be an O. A 1 may be I or L: then both are tried, and the one whose seal
fits is right. A letter of a code may be that of its colour in another language than English.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from companion.config.untrusted import brief
from companion.errors import TextUnreadable
from companion.games.contract import Sealing
from companion.match.catalogue import Catalogue
from companion.match.randomness import NONCE_LETTERS
from companion.match.seal import CODE_NONCE, read_seal_line, seal_line

BASE32 = string.ascii_uppercase + "234567"
SEAL_LETTERS = 16
TIME_DIGITS = 10
READINGS_MOST = 20_000

_ALIKE = {"0": "O", "1": "IL", "8": "B", "O": "0", "I": "1", "L": "1", "B": "8"}
_MAKER = re.compile(r"(B[O0]X|[O0]WN)([0-9OIL]{1,6})")


def _letters(text: str, count: int, alphabet: str, what: str) -> list[str]:
    """Return for each character of *text* those of *alphabet* that it may stand for.

    Raises ``TextUnreadable`` for another number of characters than *count*, and for one that looks like none.
    """
    if len(text) != count:
        raise TextUnreadable(f"expected {count} letters and digits for {what}, got {len(text)}: {brief(text)}")
    choices = [letter if letter in alphabet else _alike(letter, alphabet) for letter in text]
    if "" in choices:
        wrong, allowed = text[choices.index("")], "0-9" if alphabet == string.digits else "A-Z and 2-7"
        raise TextUnreadable(f"expected {allowed} for {what}, got {wrong!r} in {brief(text)}")
    return choices


def _alike(letter: str, alphabet: str) -> str:
    return "".join(like for like in _ALIKE.get(letter, "") if like in alphabet)


@dataclass(frozen=True, slots=True)
class TypedText:
    """A seal or a seal line as it was typed, and for each part of it what that may stand for, first itself.

    ``words`` are the names of colours, by the letter that was typed and the one that it stands for.
    """

    text: str
    choices: Sequence[Sequence[str]]
    words: dict[tuple[str, str], str]

    def readings(self) -> Iterator[str]:
        """Yield the texts that it may stand for, at most ``READINGS_MOST``."""
        return ("".join(parts) for parts in islice(product(*self.choices), READINGS_MOST))

    def differences(self, reading: str) -> list[str]:
        """Return what was read in *reading* otherwise than it was typed: ``J as Y: jaune``."""
        pairs = zip(self.text, reading, strict=True)
        differing = dict.fromkeys(pair for pair in pairs if pair[0] != pair[1])
        return [f"{typed} as {meant}{self.words.get((typed, meant), '')}" for typed, meant in differing]

    @property
    def is_sure(self) -> bool:
        """Whether each character is one that can be there, so that none is read as one that it only looks like."""
        pairs = zip(self.text, next(self.readings()), strict=True)
        return all(typed == meant or (typed, meant) in self.words for typed, meant in pairs)

    def fits(self, seal: str) -> bool:
        """Whether *seal*, with its dashes, is what was typed."""
        letters = seal.replace("-", "")
        return all(letter in choice for letter, choice in zip(letters, self.choices, strict=True))


def typed_seal(text: str) -> TypedText:
    """Read a seal, with or without dashes and in any case; raises ``TextUnreadable`` where it cannot be one."""
    letters = re.sub(r"[\s-]", "", text).upper() if text.isascii() else text
    return TypedText(letters, _letters(letters, SEAL_LETTERS, BASE32, "a seal"), {})


def typed_line(line: str, catalogue: Catalogue) -> TypedText:
    """Read a seal line.

    Raises ``TextUnreadable`` where it cannot be one or has a code that its game cannot have, and ``UnknownGame`` for
    an edition that is not in *catalogue*.
    """
    # Checked before upper(): some letters outside ASCII have ASCII capitals.
    words = line.upper().split() if line.isascii() else []
    maker = _MAKER.fullmatch(words[0]) if words else None
    if maker is not None and len(words) >= 5:
        first = [*maker[1].replace("0", "O"), *_letters(maker[2], len(maker[2]), string.digits, "the number")]
        secret, (edition, time, nonce) = "".join(words[1:-3]), words[-3:]
        last = [*_letters(time, TIME_DIGITS, string.digits, "the time"), " "]
        last += _letters(nonce, NONCE_LETTERS, BASE32, "the end of the line")
    elif len(words) >= 4 and words[0] == "CODE":
        first, secret, (edition, nonce) = list("CODE"), "".join(words[1:-2]), words[-2:]
        last = [*_letters(nonce, CODE_NONCE, BASE32, "the end of the line")]
    else:
        # A line with colons, of the first versions, is read only as it is typed.
        seal = read_seal_line(line)
        _secrets(_sealing(catalogue, seal.edition), seal.secret)
        return TypedText(seal_line(seal), list(seal_line(seal)), {})
    game = _sealing(catalogue, edition.lower())
    tail = words[-3:] if maker else words[-2:]
    text = " ".join([words[0], secret, *tail])
    pairs = ((letter, *meaning) for letter in secret for meaning in game.meanings(letter).items())
    named = {(letter, meant): f": {word}" for letter, meant, word in pairs if word}
    typed = TypedText(text, [*first, " ", _secrets(game, secret), *f" {edition} ", *last], named)
    # The number 0 and a time that is none are refused here.
    read_seal_line(next(typed.readings()))
    return typed


def _sealing(catalogue: Catalogue, edition: str) -> Sealing:
    game = catalogue[edition]
    if not isinstance(game, Sealing):
        raise TextUnreadable(f"expected a game whose codes are sealed, got {game.key}, which seals none")
    return game


def _secrets(game: Sealing, typed: str) -> list[str]:
    """Return the secrets that *typed* may stand for; raises ``TextUnreadable`` if there is none."""
    choices = [[*game.meanings(letter)] or [*filter(game.meanings, _ALIKE.get(letter, ""))] for letter in typed]
    secrets = []
    for letters in islice(product(*choices), READINGS_MOST):
        secret = "".join(letters)
        if game.why_no_secret(secret) is None:
            secrets.append(secret)
    if not secrets:
        raise TextUnreadable(game.why_no_secret(typed) or f"expected a code of this game, got {brief(typed)}")
    return secrets
