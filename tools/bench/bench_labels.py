"""Whether two players ever look alike: labels, signs or colours that are equal, or names cut to the same text.

Every match of a game for 2 to 6 players is drawn at some of its moves, on displays of every kind, with default names
and with long ones that begin alike. A sign on a page belongs to the player whose label is behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from unittest.mock import patch

from PIL.Image import Image

from companion.games.contract import AnyGame
from companion.match.driver import MatchDriver
from companion.match.session import Session
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.font import Font
from companion.ui.core.ink import Pixel
from companion.ui.core.pixel_page import ELLIPSIS, style_for
from companion.ui.games.shared.digits import abbreviations
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.ui.games.shared.seats import NO_BREAK, SEATS
from tests.support.flow import CATALOGUE, start
from tools.bench.bench_ok import step

SIZES = ((128, 32), (128, 64), (128, 128), (240, 240), (320, 240))
NAMES = (
    [f"Player {number}" for number in range(1, 7)],
    ["Maximilian", "Maximilien", "Maximilia", "Maximiliam", "Maximiliat", "Maximiliar"],
)
MOVES = (0, 3, 25)


def labels_equal() -> int:
    """Return how many texts on the pages stand for two players or for another player than their sign."""
    return sum(
        len(list(_alike(texts, names))) + len(list(_mistaken(texts, names))) + _same(names)
        for texts, names in _drawn()
    )


def _same(names: list[str]) -> int:
    """Return how many labels, signs and colours of the players are equal to another one."""
    seats = SEATS[: len(names)]
    looks: list[Sequence[object]] = [abbreviations(names), *zip(*seats, strict=True)]
    return sum(len(names) - len({*look}) for look in looks)


def _mistaken(texts: list[str], names: list[str]) -> Iterator[str]:
    """Yield each text behind a player's sign that begins with the name or the label of another player."""
    characters, short = "".join(seat.character for seat in SEATS), abbreviations(names)
    for sign, said in re.findall(rf"([{characters}]){NO_BREAK}([\w ]*)", "\n".join(texts)):
        seat, label = characters.index(sign), said.split(" ")[0]
        # A sign may also stand alone before points.
        if label and not label.isdecimal() and label != short[seat] and not said.startswith(names[seat]):
            yield sign + said


def _alike(texts: list[str], names: list[str]) -> Iterator[str]:
    """Yield each shortened name in *texts* that two of the *names* could have been."""
    for text in texts:
        for word in text.replace("  ", "\n").split("\n"):
            before, cut, after = word.partition(ELLIPSIS)
            number = after.split(" ")[0]
            if cut and before and sum(name.startswith(before) and name.endswith(number) for name in names) > 1:
                yield word


def _drawn() -> Iterator[tuple[list[str], list[str]]]:
    for game in CATALOGUE:
        for count in range(max(2, game.players[0]), game.players[1] + 1):
            for names in NAMES:
                for moves in MOVES:
                    yield _texts(game, names[:count], moves), names[:count]


def _texts(game: AnyGame, names: list[str], moves: int) -> list[str]:
    """Return what is written on the pages of a match after this number of random moves."""
    context, random = start().context, Random(moves)
    session = Session.begin(game, {}, names, context.environment)
    match = Match(context, MatchDriver(session, context.now), GAME_SCREENS[game.family])
    match.driver.advance()
    for _ in range(moves):
        step(match.driver, random)
    found: list[str] = []
    draw = Font.draw

    def noted(face: Font, image: Image, x: int, y: int, text: str, ink: Pixel = 1) -> int:
        found.append(text)
        return draw(face, image, x, y, text, ink)

    with patch.object(Font, "draw", noted):
        for size in SIZES:
            for screen in (match.enter(), match.face.sheet(match), match.face.boards(match)):
                screen.draw(DisplayPage(size, context.translator, style_for(size, large_text=False)))
    if not found:
        raise RuntimeError(f"expected texts on the pages of {game.key!r}, got none")
    return found


if __name__ == "__main__":
    print(labels_equal())
