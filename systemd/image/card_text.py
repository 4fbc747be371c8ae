"""Writes ``codemaker.txt``, the file of the card's boot partition that people may change, beside this program.

The keys and values are those that ``companion.config.card`` reads.
"""

from __future__ import annotations

from pathlib import Path

from companion.config.card import FILE, template
from companion.devices.pi import BOARDS


def text() -> str:
    """Return the file as it is on a new card."""
    return "".join(f"{line}\n" for line in template({name: board.title for name, board in BOARDS.items()}))


if __name__ == "__main__":
    (Path(__file__).parent / FILE).write_text(text(), encoding="utf-8")
