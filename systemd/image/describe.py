"""Describe an image: its packages with their licences, and its entry for Raspberry Pi Imager."""

import argparse
import base64
import hashlib
import json
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

# What Imager calls the boards: the first has Zero 2 W, 3, 3+ and CM3 in it, the second 4, 400 and CM4.
DEVICES = ("pi3-64bit", "pi4-64bit")
# The game among the modules that its package brings.
GAME = "codemaker-box"
ICON = Path(__file__).parents[1] / "codemaker.svg"
LICENCE = re.compile(r"^License: *(\S.*)$", re.MULTILINE)
# Older texts have no format, but refer to the texts that Debian keeps once for all packages.
COMMON = re.compile(r"/usr/share/common-licenses/([A-Z][\w.-]*\w)")
# The words of Unlicense, which names itself at its end only.
UNLICENSED = "This is free and unencumbered software released into the public domain."
CHUNK = 1 << 20


def stanzas(text: str) -> Iterator[Message]:
    """Yield the paragraphs of a Debian control file, in order."""
    for block in text.split("\n\n"):
        if block.strip():
            yield HeaderParser().parsestr(block)


def licences(copyright_text: str) -> str:
    """Return the names that a copyright text gives its licences, in alphabetical order, or refer to the text."""
    if copyright_text.startswith(UNLICENSED):
        return "Unlicense"
    names = {name.strip().rstrip(",") for name in LICENCE.findall(copyright_text)} or {*COMMON.findall(copyright_text)}
    return ", ".join(sorted(names)) or "see its copyright text"


def module_licence(metadata: Message) -> str:
    """Return the licence in the metadata of a Python package, or refer to the game's copyright text, which has it."""
    kinds = [line.split(" :: ")[-1] for line in metadata.get_all("Classifier", []) if line.startswith("License ::")]
    said = metadata["License-Expression"] or metadata["License"] or ", ".join(kinds)
    return said if said and "\n" not in said else "see codemaker's copyright text"


def copyright_of(root: Path, package: str) -> str:
    """Return the copyright text of the package in the image's root; raise FileNotFoundError if it has none."""
    return (root / "usr/share/doc" / package / "copyright").read_text(encoding="utf-8", errors="replace")


def packages(root: Path, pieces: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield name, version and licences of all that is in the image's root: installed packages, then ``pieces``.

    A piece is name=version: something in the root that was not installed as a package.
    """
    texts = [
        path.read_text(encoding="utf-8")
        for path in sorted((root / "usr/share/codemaker").glob("*.dist-info/METADATA"))
    ]
    modules = [HeaderParser().parsestr(text) for text in texts]
    own = {module["Name"]: module_licence(module) for module in modules}
    for package in stanzas((root / "var/lib/dpkg/status").read_text(encoding="utf-8")):
        name = package["Package"]
        named = licences(copyright_of(root, name))
        yield name, package["Version"], own.get(GAME, named) if name == "codemaker" else named
    for piece in pieces:
        name, _, version = piece.partition("=")
        yield name, version, licences(copyright_of(root, name))
    for module in modules:
        if module["Name"] != GAME:
            yield f"codemaker: {module['Name']}", module["Version"], own[module["Name"]]


def sha256(path: Path) -> str:
    """Return the SHA-256 of the file in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def os_list(image: Path, packed: Path, url: str, version: str, built: int) -> dict[str, Any]:
    """Return what Raspberry Pi Imager reads to offer this image.

    With ``init_format`` none, Imager does not offer its settings for users and networks.
    """
    return {
        "os_list": [
            {
                "name": "Codemaker",
                "description": f"The box beside the board of a code-breaking game, version {version}",
                # Imager asks for one, which may be anywhere.
                "icon": "data:image/svg+xml;base64," + base64.b64encode(ICON.read_bytes()).decode(),
                "url": url,
                "extract_size": image.stat().st_size,
                "extract_sha256": sha256(image),
                "image_download_size": packed.stat().st_size,
                "image_download_sha256": sha256(packed),
                "release_date": datetime.fromtimestamp(built, UTC).date().isoformat(),
                "init_format": "none",
                "devices": list(DEVICES),
            }
        ]
    }


def main() -> int:
    """Write the list of packages, or the entry for Imager, to standard output."""
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    listed = kinds.add_parser("packages", help="name, version and licences, one a line, with tabs between them")
    listed.add_argument("root", type=Path)
    listed.add_argument(
        "pieces", nargs="*", metavar="name=version", help="what is in the root without being installed"
    )
    entry = kinds.add_parser("os-list", help="the JSON that Raspberry Pi Imager reads")
    entry.add_argument("image", type=Path)
    entry.add_argument("packed", type=Path)
    entry.add_argument("--url", required=True, help="where the packed image will be fetched from")
    entry.add_argument("--version", required=True)
    entry.add_argument("--built", required=True, type=int, help="seconds since 1970")
    asked = parser.parse_args()
    if asked.kind == "packages":
        for row in packages(asked.root, asked.pieces):
            print(*row, sep="\t")
    else:
        print(json.dumps(os_list(asked.image, asked.packed, asked.url, asked.version, asked.built), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
