"""The card image's own files: ``codemaker.txt``, written by people, and what the start noted about the card.

``codemaker.txt`` is on the card's boot partition, which every computer can open. The start of the image copies it
into the folder that the environment variable ``CODEMAKER_CARD`` names, and writes two words beside it: ``data`` says
how the partition of the matches was found, ``last`` whether the box was switched off before.

A line that names a value decides at every start, also over a choice in the menu, so that a card whose display shows
nothing can be put right on any computer. The value ``menu`` leaves the choice to the menu.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from companion.config.rules import closest
from companion.config.settings import BoardName, Turned
from companion.config.text_file import open_regular
from companion.config.untrusted import visible
from companion.errors import N_, CompanionError, SettingsRefused
from companion.i18n.translator import languages

VARIABLE = "CODEMAKER_CARD"
"""The environment variable that names the folder; without it the program does not run on the card image."""
FILE, DATA, LAST = "codemaker.txt", "data", "last"
MENU = "menu"
MOST_BYTES = 1 << 16
# Also those that word processors put in place of typed ones.
_QUOTES = "\"'`\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb"
_WIDEST = 100


class CardDamaged(CompanionError):
    """The start found the partition of the matches damaged, full or not writable."""


DATA_SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "repaired": N_("The card was repaired. See whether all matches are there."),
        "new": N_("The card was damaged, its matches are gone. Load a backup."),
        "full": N_("The card is full. Save the matches to a stick, use a new card."),
        "failed": N_("The card is broken: nothing is saved. Use a new card."),
        "unreadable": N_("The card cannot be read: nothing is saved. Try another start."),
    }
)
"""What the players are told for each word in ``data`` but ``ok``."""

MALFORMED = N_("Line {line}: expected a word, = and a value, such as {example}.")
UNKNOWN = N_("Line {line}: {key} is not known. Known are: {allowed}.")
NOT_ALLOWED = N_("Line {line}: {key} cannot be {value}. Possible are: {allowed}.")
TWICE = N_("Line {line}: {key} is set above already. That line counts.")
LINES_REFUSED = (MALFORMED, UNKNOWN, NOT_ALLOWED, TWICE)
UNREADABLE = N_("The file cannot be read. Copy it to the card again.")


def card_keys() -> dict[str, Mapping[str, object]]:
    """Return the keys of the file, which are those of settings, and the setting's value for each word after them."""
    # A board of one's own needs a table of pins, which this file has no place for.
    return {
        "board": {str(name): name for name in BoardName if name is not BoardName.CUSTOM},
        "language": {language: language for language in languages()},
        "turned": {str(name): name for name in Turned},
        "demo": {"off": False, "on": True},
    }


@dataclass(frozen=True, slots=True)
class CardFiles:
    """What the card says: ``values`` of settings, the lines that were ``refused``, and the words of the start.

    ``data`` and ``last`` are empty where the start has noted nothing.
    """

    values: Mapping[str, object]
    refused: tuple[SettingsRefused, ...]
    data: str = ""
    last: str = ""

    @property
    def damage(self) -> tuple[CardDamaged, ...]:
        """What the players must be told about the partition of the matches."""
        if (sentence := DATA_SENTENCES.get(self.data)) is None:
            return ()
        return (CardDamaged(f"expected the partition of the matches to be ok, got {self.data}", sentence),)


NO_CARD = CardFiles(MappingProxyType({}), ())


def read_card(environment: Mapping[str, str] = os.environ) -> CardFiles:
    """Return what the card of this box says; ``NO_CARD`` where the program does not run on the card image."""
    return read_folder(Path(folder)) if (folder := environment.get(VARIABLE)) else NO_CARD


def read_folder(folder: Path) -> CardFiles:
    """Return what the files in *folder* say; a file that is missing says nothing."""
    path = folder / FILE
    data, last = _word(folder / DATA), _word(folder / LAST)
    try:
        text = _decoded(_content(path))
    except FileNotFoundError:
        return CardFiles(NO_CARD.values, (), data, last)
    except OSError as failure:
        refused = SettingsRefused(f"expected a file of lines, got {failure}, in {path}", UNREADABLE)
        return CardFiles(NO_CARD.values, (refused,), data, last)
    values, refusals = _read_lines(text, path)
    return CardFiles(MappingProxyType(values), tuple(refusals), data, last)


def _content(path: Path) -> bytes:
    with open_regular(path) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise OSError(f"it has more than {MOST_BYTES} bytes")
    return content


def _word(path: Path) -> str:
    try:
        return _content(path).decode("ascii", "replace").strip()
    except OSError:
        return ""


def _decoded(content: bytes) -> str:
    """Return the text of *content*, as an editor of any system may have saved it."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Old Windows editors: letters with accents are in comments alone, so it does not matter which they are.
        return content.decode("latin-1")


def _read_lines(text: str, path: Path) -> tuple[dict[str, object], list[SettingsRefused]]:
    known = card_keys()
    values: dict[str, object] = {}
    named: set[str] = set()
    refused = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        written = line.partition("#")[0].strip()
        if not written:
            continue
        try:
            key, value = _read_line(written, known, named)
        except SettingsRefused as wrong:
            message = f"{wrong}, in line {number} of {path}"
            refused.append(SettingsRefused(message, wrong.sentence, line=number, **wrong.values))
            continue
        named.add(key)
        if value is not None:
            values[key] = value
    return values, refused


def _read_line(
    line: str, known: Mapping[str, Mapping[str, object]], named: Iterable[str]
) -> tuple[str, object | None]:
    """Return the key of *line* and its value; None as the value leaves the choice to the menu."""
    before, sign, after = line.partition("=")
    key, value = _plain(before), _plain(after)
    if not sign or not key:
        message = f"expected a key, = and a value, got {visible(line[:_WIDEST])!r}"
        raise SettingsRefused(message, MALFORMED, example=f"demo = {MENU}")
    if key not in known:
        near = closest(key, known)
        message = f"expected one of {', '.join(known)}, got {visible(key[:_WIDEST])!r}" + (
            f": did you mean {near!r}" if near else ""
        )
        raise SettingsRefused(message, UNKNOWN, key=shortened(before), allowed=", ".join(known))
    if key in named:
        raise SettingsRefused(f"expected {key} once, got it again", TWICE, key=key)
    choices = known[key]
    if value in ("", MENU):
        return key, None
    if value not in choices:
        allowed = ", ".join((MENU, *choices))
        message = f"expected {key} to be one of {allowed}, got {visible(value[:_WIDEST])!r}"
        raise SettingsRefused(message, NOT_ALLOWED, key=key, value=shortened(after), allowed=allowed)
    return key, choices[value]


def _plain(text: str) -> str:
    """Return *text* in small letters, without quotation marks, and with a hyphen for spaces and underscores."""
    return re.sub(r"[\s_]+", "-", text.strip().strip(_QUOTES).strip()).casefold()


def shortened(text: str, most: int = 24) -> str:
    """Return *text* as a display can show it: of plain characters, and cut to *most*."""
    text = visible(text.strip())
    return text if len(text) <= most else text[: most - 1] + "\u2026"
