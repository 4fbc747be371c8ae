"""The files of the pages, read once: compressed, and under names that change with their content."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from companion.i18n.javascript import marked

PAGES = Path(__file__).parent / "pages"
TYPES: Mapping[str, str] = MappingProxyType(
    {
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".css": "text/css; charset=utf-8",
    }
)
"""The types of the files that are served; others, such as a licence, stay here."""
MARK = "/s/@/"
"""Stands in the HTML files for the folder of the others."""
HASH_LETTERS = 12
SPACES = re.compile(rb"^[ \t]+", re.MULTILINE)
COMMENTS = re.compile(rb"^//.*", re.MULTILINE)


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
    """The HTML files and the others, by name; ``version`` is the hash of all of them.

    ``texts`` are those that the scripts mark for translation; a pair is a text and its plural.
    """

    version: str
    html: Mapping[str, StaticFile]
    files: Mapping[str, StaticFile]
    texts: Sequence[str | tuple[str, str]]


def load_pages(folder: Path = PAGES) -> Pages:
    """Return the files in *folder*.

    All others than the HTML files are served in one folder, whose name is the hash of the whole: so they can name each
    other, and may be kept for ever.
    """
    found = {path.name: served(path) for path in sorted(folder.iterdir()) if path.suffix in TYPES}
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
    scripts = [content.decode() for name, content in found.items() if is_script(name)]
    return Pages(version, html, files, tuple(dict.fromkeys(text for one in scripts for _, text in marked(one))))


def served(path: Path) -> bytes:
    """Return the file *path* as browsers get it: scripts and styles without indentation and lines of comment.

    Lines keep their numbers, so that the messages of a browser tell where a fault is.
    """
    content = path.read_bytes()
    if path.suffix != ".css" and not is_script(path.name):
        return content
    return COMMENTS.sub(b"", SPACES.sub(b"", content))


def is_script(name: str) -> bool:
    """Return whether the file *name* is a script of ours."""
    return name.endswith(".js") and not name.endswith(".min.js")


def static_file(name: str, content: bytes) -> StaticFile:
    """Return *content* as it is sent under *name*."""
    zipped = gzip.compress(content, mtime=0)
    tag = hashlib.sha256(content).hexdigest()[:HASH_LETTERS]
    return StaticFile(TYPES[Path(name).suffix], content, zipped if len(zipped) < len(content) else None, tag)
