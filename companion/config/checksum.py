"""The checksum of a file that the program writes, in the first line, over everything below it.

In a TOML file the line is a comment, and in a JSON file the first member of the object, so that programs that know
nothing of it read the file as before. What is below the line no longer fits it after a flipped bit; one in the line
itself changes no value.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping

from companion.config.untrusted import read_json
from companion.errors import TextUnreadable

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

    An empty text is what is left of a file that was cut off.

    >>> fits_checksum(toml_with_checksum("volume = 1"))
    True
    >>> fits_checksum("volume = 1") is None
    True
    """
    if f"# {_WORD}".startswith(text):
        return False
    first, _, rest = text.partition("\n")
    return _sum(rest) in first if _WORD in first else None


def read_json_with_checksum(text: str) -> object:
    """Return the value of a JSON *text*; raises ``TextUnreadable``, also where its checksum does not fit."""
    if fits_checksum(text) is False:
        raise TextUnreadable("expected a text that fits its checksum, got another one")
    return read_json(text)
