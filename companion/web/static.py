"""The files of the pages, read once: compressed, and under names that change with their content."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

PAGES = Path(__file__).parent / "pages"
TYPES: Mapping[str, str] = MappingProxyType(
    {
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".css": "text/css; charset=utf-8",
        ".svg": "image/svg+xml",
        ".png": "image/png",
    }
)
"""The types of the files that are served; others, such as a licence, stay here."""
MARK = "/s/@/"
"""Stands in the HTML files for the folder of the others."""
HASH_LETTERS = 12


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as it is sent, plain and compressed by gzip, under a tag that changes with its content.

    ``zipped`` is None where it would not be smaller.
    """

    type: str
    plain: bytes
    zipped: bytes | None
    tag: str


@dataclass(frozen=True, slots=True)
class Pages:
    """The HTML files and the others, by name; ``version`` is the hash of all of them."""

    version: str
    html: Mapping[str, StaticFile]
    files: Mapping[str, StaticFile]


def load_pages(folder: Path = PAGES) -> Pages:
    """Return the files in *folder*.

    All others than the HTML files are served in one folder, whose name is the hash of the whole: so they can name each
    other, and may be kept for ever.
    """
    found = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in TYPES}
    digest = hashlib.sha256()
    for name, content in found.items():
        digest.update(f"{name} {len(content)}\n".encode() + content)
    version = digest.hexdigest()[:HASH_LETTERS]
    html, files = {}, {}
    for name, content in found.items():
        if name.endswith(".html"):
            html[name] = static_file(name, content.replace(MARK.encode(), f"/s/{version}/".encode()))
        else:
            files[name] = static_file(name, content)
    return Pages(version, html, files)


def static_file(name: str, content: bytes) -> StaticFile:
    """Return *content* as it is sent under *name*."""
    zipped = gzip.compress(content, mtime=0)
    tag = hashlib.sha256(content).hexdigest()[:HASH_LETTERS]
    return StaticFile(TYPES[Path(name).suffix], content, zipped if len(zipped) < len(content) else None, tag)
