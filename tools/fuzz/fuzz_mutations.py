"""New inputs out of those of a corpus: bytes and lines changed, moved, repeated, and mixed with odd pieces.

The corpus of a target is a folder of files in ``corpus/``; what once broke a reader stays in it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

CORPUS = Path(__file__).with_name("corpus")
MOST_CHANGES = 4
LONGEST = 2**17

ODD = (
    *("²", "٣", "９", "ß", "İ", "ı", "\u00a0", "\u200d", "\u202e", "\u2028", "\x85", "\x0c", "\x1b[2J", "\x7f", "\0"),
    *("9" * 5000, "0x" + "f" * 5000, str(2**63), "-1", "0", "007", "1e999", "nan", "NaN", "Infinity", "-inf", "1_000"),
    *(
        "[" * 3000,
        "{" * 3000,
        '{"a":' * 3000,
        "]",
        "}",
        '"',
        "'",
        '"""',
        "\\",
        "\\u0000",
        "=",
        ",",
        ":",
        "#",
        "\n",
        "\r",
    ),
    *("true", "false", "null", "[]", "{}", "1979-05-27T07:32:00Z", "*9999", "HOLD:", "s", " ", "-", "%s", "{x}"),
)
PIECES = (*(text.encode() for text in ODD), b"\xff", b"\xed\xa0\x80", b"\xc3", b"\xef\xbb\xbf")

Change = Callable[[bytes, Random, Sequence[bytes]], bytes]


def corpus(name: str) -> dict[str, bytes]:
    """Return the inputs of the target *name* by the names of their files."""
    return {path.name: path.read_bytes() for path in sorted((CORPUS / name).iterdir())}


def add(name: str, data: bytes) -> Path:
    """Add an input to the corpus of the target *name*, and return its file."""
    path = CORPUS / name / f"found-{hashlib.sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    return path


def mutated(seeds: Sequence[bytes], draw: Random) -> Iterator[bytes]:
    """Yield new inputs without an end."""
    while True:
        data = draw.choice(seeds)
        for _ in range(draw.randint(1, MOST_CHANGES)):
            data = draw.choice(CHANGES)(data, draw, seeds)[:LONGEST]
        yield data


def _span(data: bytes, draw: Random) -> tuple[int, int]:
    start = draw.randint(0, len(data))
    return start, min(len(data), start + draw.choice((1, 2, 4, 16, 64)))


def _flip(data: bytes, draw: Random, seeds: Sequence[bytes]) -> bytes:
    if not data:
        return data
    at = draw.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << draw.randrange(8)]) + data[at + 1 :]


def _delete(data: bytes, draw: Random, seeds: Sequence[bytes]) -> bytes:
    start, end = _span(data, draw)
    return data[:start] + data[end:]


def _repeat(data: bytes, draw: Random, seeds: Sequence[bytes]) -> bytes:
    start, end = _span(data, draw)
    return data[:end] + data[start:end] * draw.choice((1, 2, 10, 100)) + data[end:]


def _put_in(data: bytes, draw: Random, seeds: Sequence[bytes]) -> bytes:
    start, end = _span(data, draw)
    return data[:start] + draw.choice(PIECES) + data[draw.choice((start, end)) :]


def _replace_word(data: bytes, draw: Random, seeds: Sequence[bytes]) -> bytes:
    words = list(re.finditer(rb"[\w.]+", data))
    if not words:
        return data
    word = draw.choice(words)
    other = draw.choice((draw.choice(PIECES), draw.choice(words)[0]))
    return data[: word.start()] + other + data[word.end() :]


def _splice(data: bytes, draw: Random, seeds: Sequence[bytes]) -> bytes:
    other = draw.choice(seeds)
    return data[: draw.randint(0, len(data))] + other[draw.randint(0, len(other)) :]


def _mix_lines(data: bytes, draw: Random, seeds: Sequence[bytes]) -> bytes:
    lines, others = data.split(b"\n"), draw.choice((data, draw.choice(seeds))).split(b"\n")
    lines[draw.randrange(len(lines))] = draw.choice(others)
    return b"\n".join(lines)


CHANGES: tuple[Change, ...] = (_flip, _delete, _repeat, _put_in, _replace_word, _splice, _mix_lines)
