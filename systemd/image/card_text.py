"""Prints ``codemaker.txt``, the file of the card's boot partition that people may change.

The keys and values are those that ``companion.config.card`` reads, so that a language needs only a catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.config.card import MENU, card_keys
from companion.config.settings import BoardName, Turned
from companion.devices.pi import BOARDS
from companion.i18n.translator import languages, own_name

COMMENTS = {
    "board": "The display that is plugged onto the Raspberry Pi. The box cannot find most of them: name yours.",
    "language": "The language of the screens.",
    "turned": "How far the picture is turned. One that is not square can only be turned upside down.",
    "demo": "Whether the box plays by itself, as in a shop window: until a key is pressed, and again when it is dark.",
}
TURNS = {
    Turned.NO: "not turned",
    Turned.RIGHT: "a quarter to the right",
    Turned.HALF: "upside down",
    Turned.LEFT: "a quarter to the left",
}


def template() -> Iterator[str]:
    """Yield the lines of the file as it is on a new card."""
    titles = {name: board.title for name, board in BOARDS.items()}
    words = {
        "board": {**titles, str(BoardName.AUTO): "found by the box, if it is bonnet or waveshare-a"},
        "language": {language: own_name(language) for language in languages()},
        "turned": {str(name): said for name, said in TURNS.items()},
    }
    yield "# Codemaker: what this card shall do. Change this file on any computer; the box reads it at every start."
    yield "# A line has a word, the sign = and a value; the possible values are listed above it."
    yield f"# {MENU}: as chosen on the box. Any other value decides at every start, also over a choice on the box."
    yield "# A line that the box cannot read is shown on its display, and the other lines count."
    for key, choices in card_keys().items():
        yield ""
        yield f"# {COMMENTS[key]}"
        said = {MENU: "as chosen on the box", **dict.fromkeys(choices, ""), **words.get(key, {})}
        for value in (MENU, *choices):
            yield f"#   {value:<{max(map(len, said))}}  {said[value]}".rstrip()
        yield f"{key} = {MENU}"


if __name__ == "__main__":
    print(*template(), sep="\n")
