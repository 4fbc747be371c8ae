"""The checksum of a file that the program writes, in the first line, over everything below it.

In a TOML file the line is a comment, and in a JSON file the first member of the object, so that programs that know
nothing of it read the file as before. A single flipped bit below the line no longer fits it; one in the line itself
changes no value.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping

_WORD = "checksum"


def _sum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


def toml_with_checksum(body: str) -> str:
    """Return the TOML text *body* below a line with its checksum."""
    return f"# {_WORD}: {_sum(body)}\n{body}"


def json_with_checksum(fields: Mapping[str, object]) -> str:
    """Return the JSON text of *fields*, of which there is at least one, with a checksum as first member."""
    body = json.dumps(fields, indent=1).removeprefix("{\n")
    return f'{{"{_WORD}": "{_sum(body)}",\n{body}'


def fits_checksum(text: str) -> bool | None:
    """Return whether the first line of *text* has the checksum of the rest; None where it names no checksum.

    >>> fits_checksum(toml_with_checksum("volume = 1"))
    True
    >>> fits_checksum("volume = 1") is None
    True
    """
    first, _, rest = text.partition("\n")
    return _sum(rest) in first if _WORD in first else None
