"""Describe an image: its packages with their licences, and its entry for Raspberry Pi Imager."""

import argparse
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
LICENCE = re.compile(r"^License: *(\S.*)$", re.MULTILINE)
CHUNK = 1 << 20


def stanzas(text: str) -> Iterator[Message]:
    """Yield the paragraphs of a Debian control file, in order."""
    for block in text.split("\n\n"):
        if block.strip():
            yield HeaderParser().parsestr(block)


def licences(copyright_text: str) -> str:
    """Return the names that a copyright text in Debian's format gives its licences, in alphabetical order.

    Older texts have no format: for these it refers to the text.
    """
    names = {name.strip().rstrip(",") for name in LICENCE.findall(copyright_text)}
    return ", ".join(sorted(names)) or "see its copyright text"


def copyright_of(root: Path, package: str) -> str:
    """Return the copyright text of the package in the image's root; raise FileNotFoundError if it has none."""
    return (root / "usr/share/doc" / package / "copyright").read_text(encoding="utf-8", errors="replace")


def packages(root: Path, pieces: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield name, version and licences of all that is in the image's root: installed packages, then ``pieces``.

    A piece is name=version: something in the root that was not installed as a package.
    """
    for package in stanzas((root / "var/lib/dpkg/status").read_text(encoding="utf-8")):
        yield package["Package"], package["Version"], licences(copyright_of(root, package["Package"]))
    for piece in pieces:
        name, _, version = piece.partition("=")
        yield name, version, licences(copyright_of(root, name))
    for metadata in sorted((root / "usr/share/codemaker").glob("*.dist-info/METADATA")):
        module = HeaderParser().parsestr(metadata.read_text(encoding="utf-8"))
        if module["Name"] != "codemaker-box":
            yield (
                f"codemaker: {module['Name']}",
                module["Version"],
                module["License-Expression"] or "see codemaker's copyright text",
            )


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
