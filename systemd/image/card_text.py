"""Prints ``codemaker.txt``, the file of the card's boot partition that people may change.

The keys and values are those that ``companion.config.card`` reads, so that a language needs only a catalogue.
"""

from __future__ import annotations

from companion.config.card import template
from companion.devices.pi import BOARDS

if __name__ == "__main__":
    print(*template({name: board.title for name, board in BOARDS.items()}), sep="\n")
