"""The files of the pages, read once: compressed, and under names that change with their content."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from companion.config.installation import PACKAGE
from companion.i18n.javascript import marked

PAGES = Path(__file__).parent / "pages"
PHRASES = ("words/*.py", "games/*/play.py", "games/*/table.py", "games/pegs_together.py")
"""The sources of the phrases that the game sends: what happens, and why the rules refuse a move."""
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
IMPORT = re.compile(r'^import (?:(?:\{ (.+) \}|\* as (\w+)) from )?"\./([\w.-]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?:(?:async )?function|const|class) (\w+)", re.MULTILINE)
STYLE = re.compile(r'^@import "([\w.-]+)";$', re.MULTILINE)
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
    """The HTML files and those that they name, by name; ``version`` is the hash of all of them.

    ``texts`` are those that the scripts mark for translation; a pair is a text and its plural.
    """

    version: str
    html: Mapping[str, StaticFile]
    files: Mapping[str, StaticFile]
    texts: Sequence[str | tuple[str, str]]


def load_pages(folder: Path = PAGES) -> Pages:
    """Return the files in *folder*, each script and style sheet as one file with all that it imports.

    All others than the HTML files are served in one folder, whose name is the hash of the whole, and may be kept for
    ever.
    """
    found = {path.name: served_bytes(path) for path in sorted(folder.iterdir()) if path.suffix in TYPES}
    digest = hashlib.sha256()
    for name, content in found.items():
        digest.update(f"{name} {len(content)}\n".encode() + content)
    version = digest.hexdigest()[:HASH_LETTERS]
    html, files = {}, {}
    for page, content in found.items():
        if page.endswith(".html"):
            html[page] = static_file(page, content.replace(MARK.encode(), f"/s/{version}/".encode()))
            for name in re.findall(f'"{MARK}([^"]+)"', content.decode()):
                files[name] = static_file(name, whole(name, found).encode())
    scripts = [content.decode() for name, content in found.items() if is_script(name)]
    words = [path.read_text("utf-8") for sources in PHRASES for path in sorted(PACKAGE.glob(sources))]
    return Pages(
        version, html, files, tuple(dict.fromkeys(text for one in (*scripts, *words) for _, text in marked(one)))
    )


def whole(name: str, found: Mapping[str, bytes]) -> str:
    """Return the script or the style sheet *name* of *found* with all that it imports, each once.

    A module that is imported becomes a function that returns what it exports.
    """
    text = found[name].decode()
    if name.endswith(".css"):
        return STYLE.sub(lambda match: whole(match[1], found), text)
    names = list(dict.fromkeys(_imports(name, found)))
    return "".join(("const modules = {};\n" if names else "", *(_module(one, found) for one in names), _body(text)))


def _imports(name: str, found: Mapping[str, bytes]) -> Iterator[str]:
    """Yield what the module *name* imports, in the order in which it runs."""
    for _, _, other in IMPORT.findall(found[name].decode()):
        yield from _imports(other, found)
        yield other


def _module(name: str, found: Mapping[str, bytes]) -> str:
    text = found[name].decode()
    if not is_script(name):
        return f"{text}\n"
    exported = ", ".join(EXPORT.findall(text))
    return f'modules["{name}"] = (() => {{\n{_body(text)}\nreturn {{{exported}}};\n}})();\n'


def _body(text: str) -> str:
    """Return the module *text* where what it imports is in ``modules``."""

    def import_line(match: re.Match[str]) -> str:
        names, everything, other = match.groups()
        into = f"{{{names.replace(' as ', ': ')}}}" if names else everything
        return f'const {into} = modules["{other}"];' if into else ""

    return re.sub(r"^export ", "", IMPORT.sub(import_line, text), flags=re.MULTILINE)


def served_bytes(path: Path) -> bytes:
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
