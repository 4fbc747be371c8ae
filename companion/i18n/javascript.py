"""The texts that a source marks: in JavaScript by ``_("...")`` and ``ngettext("...", "...", count)``, in a module of
words by ``N_("...")`` and ``counted("...", "...", count)``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_TEXT = r'("(?:[^"\\]|\\.)*")'
_CALL = re.compile(rf"(?<![\w$])(?:N?_\(\s*{_TEXT}|(?:ngettext|counted)\(\s*{_TEXT},\s*{_TEXT},\s)")


def marked(source: str) -> Iterator[tuple[int, str | tuple[str, str]]]:
    r"""Yield each text that *source* marks, with its line; for ``ngettext`` a text and its plural.

    >>> list(marked('say(_("Row"));\nngettext("one row", "{count} rows", rows)'))
    [(1, 'Row'), (2, ('one row', '{count} rows'))]
    """
    for found in _CALL.finditer(source):
        line = source.count("\n", 0, found.start()) + 1
        yield line, json.loads(found[1]) if found[1] else (json.loads(found[2]), json.loads(found[3]))
