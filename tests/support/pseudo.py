"""A pseudo-language, made at run time: every English text accented, 40 % longer and in brackets, as ``[!! Yéš ~ !!]``.

A text of a screen that is not in brackets has not been through a catalogue. The language is added as a translator adds
one: a folder with a catalogue, and texts in the edition files.
"""

from __future__ import annotations

import re
import shutil
import string
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from companion.i18n import translator
from tools.catalogues import DOMAIN, compiled, gather, texts

CODE = "qps"
OWN_NAME = "Psêüdö"
DECIMAL_SIGN = "·"
OPEN, CLOSE = "[!! ", " !!]"
LONGER = 0.4
_ACCENTED = str.maketrans("aceiouACE", "àçéîöùÀÇÉ")
_BY_CONTEXT = {"own name": OWN_NAME, "decimal sign": DECIMAL_SIGN}


def pseudo(text: str) -> str:
    """Return *text* in the pseudo-language: its placeholders are unchanged, and a text of these alone too."""
    parts, length = [], 0
    for literal, name, form, _ in string.Formatter().parse(text):
        length += len(literal) if re.search(r"\w", literal) else 0
        place = "" if name is None else "{" + name + (f":{form}" if form else "") + "}"
        parts.append(literal.translate(_ACCENTED) + place)
    if not length:
        return text
    more = round(length * LONGER) - len(OPEN + CLOSE)
    # Words of the usual length, so that long texts can be wrapped.
    return OPEN + "".join(parts) + " ~~~~" * max(0, round(more / 5)) + CLOSE


def copy_french(folder: Path) -> None:
    """Copy the French catalogue below *folder*, for tests that show all languages: others may come."""
    shutil.copytree(translator.CATALOGUES / "fr", folder / "fr")


def add_language(folder: Path) -> None:
    """Write the catalogue of the pseudo-language below *folder*."""
    catalogue = Catalog(locale=CODE)
    for message in texts(gather()):
        ids = (message.id,) if isinstance(message.id, str) else message.id
        said = [_BY_CONTEXT.get(message.context or "", pseudo(text)) for text in ids]
        catalogue.add(message.id, said[0] if isinstance(message.id, str) else said, context=message.context)
    po = folder / CODE / "LC_MESSAGES" / f"{DOMAIN}.po"
    po.parent.mkdir(parents=True)
    with po.open("wb") as file:
        write_po(file, catalogue)
    po.with_suffix(".mo").write_bytes(compiled(po, CODE))


def with_language(edition: str) -> str:
    """Return the TOML text of an *edition* with the pseudo-language in its names."""
    named = re.sub(r'^name = "(.+)"$', r'name = { en = "\1" }', edition, flags=re.M)
    return re.sub(r'^name = \{ en = "([^"]+)"', lambda m: f'{m[0]}, {CODE} = "{pseudo_name(m[1])}"', named, flags=re.M)


def pseudo_name(name: str) -> str:
    """Return the *name* of an edition, a colour or a variant, in quotation marks, which fit the limits of editions."""
    return f"«{name.translate(_ACCENTED)[:10]}»"


def outside_brackets(text: str) -> str:
    """Return what of *text* is not in the brackets of the pseudo-language.

    >>> outside_brackets(f"Anna: {pseudo('go on with {game}').format(game=pseudo('it'))}")
    'Anna: '
    """
    inner = rf"«[^«»]*»|{re.escape(OPEN)}(?:(?!{re.escape(OPEN)}).)*?{re.escape(CLOSE)}"
    while (rest := re.sub(inner, "", text, flags=re.S)) != text:
        text = rest
    return text
