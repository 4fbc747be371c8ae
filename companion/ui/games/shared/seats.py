"""The sign and the colour of each player by seat, so that two players never look alike."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from companion.ui.core.canvas import mask
from companion.ui.core.font import SIGNS
from companion.ui.core.ink import SIGN_INKS, PegInk, Rgb

NO_BREAK = "\N{NO-BREAK SPACE}"


class Seat(NamedTuple):
    """The character of a player's sign in a text, its colour, and its lines as in ``Picture``."""

    character: str
    rgb: Rgb
    pixels: str


# No sign is one of a peg. Each colour has a contrast of 3 or more on the backgrounds of all themes.
SEATS = (
    Seat(
        "\u2302",
        (213, 94, 0),
        "....#.... ...###... ..#####.. .#######. ######### .##...##. .##...##. .##...##. .##...##.",
    ),
    Seat(
        "\u2691",
        (0, 126, 196),
        "##....... #######.. ########. ######### ########. #######.. ##....... ##....... ##.......",
    ),
    Seat(
        "\u266a",
        (0, 146, 100),
        "....##... ....####. ....##### ....##.## ....##..# ..####... .#####... .#####... ..###....",
    ),
    Seat(
        "\u2602",
        (214, 70, 160),
        "....#.... ..#####.. .#######. ######### #.##.##.# ....#.... ....#.... ..#.#.... ..###....",
    ),
    Seat(
        "\u2663",
        (140, 120, 0),
        "...###... ..#####.. ..#####.. ###.#.### ######### ####.#### .##.#.##. ....#.... ...###...",
    ),
    Seat(
        "\u2601",
        (130, 110, 240),
        "......... ...###... ..#####.. .######## ######### ######### .#######. ......... .........",
    ),
)
SIGNS.update({seat.character: partial(mask, seat.pixels) for seat in SEATS})
SIGN_INKS.update({seat.character: PegInk(seat.rgb) for seat in SEATS})


def signed(seat: int, name: str) -> str:
    """Return *name* after the sign of the player at *seat*, which takes two cells.

    >>> signed(0, "P1")
    '\u2302\\xa0P1'
    """
    return f"{SEATS[seat].character}{NO_BREAK}{name}"
