"""The first evening of a household as one walk: the first start, the lesson's first row, and a match's first round.

The README's pictures are drawn from it, and a test compares the words and the seals on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from PIL.Image import Image

from companion.box import ColourMode, Format
from companion.ui.core.display_page import page_for
from companion.ui.core.screen import Screen
from companion.ui.core.text_page import TextPage
from companion.ui.games.pegs.ending import EndScreen
from companion.ui.games.pegs.face import Demonstrator
from companion.ui.games.pegs.guess import AnswerScreen, GuessScreen
from companion.ui.games.shared.turn import TurnOverlay
from companion.ui.home.welcome import first_screens
from tests.support.flow import Flow, start

SEED = 1
"""The match whose code is found in three rows."""
START = (
    ("language", ""),
    ("offer", "OK"),
    ("lesson", "OK OK"),
    ("lesson-row", "OK UP"),
    ("lesson-answer", "OK UP OK UP OK OK"),
    ("lesson-won", "OK OK UP OK OK OK OK OK OK"),
    ("games", "BACK BACK OK"),
    ("setup", "OK"),
    ("ready", "OK"),
)
"""The pages before the first row: their names, and the presses that lead to them."""
END = (("end", ""), ("share", "RIGHT"), ("home", "BACK BACK"))
AFTER = (("reveal", "OK"), ("seal", "DOWN"), ("second", "OK OK"))


@dataclass(frozen=True, slots=True)
class Seen:
    """A page of the walk: its name, its picture, and its lines of text."""

    name: str
    picture: Image
    lines: list[str]


def walked(language: str, display: Format) -> list[Seen]:
    """Return the pages of the walk in *language* on *display*."""
    flow = start(seed=SEED, names=(), display=display, explains_games=True, language=language)
    for screen in first_screens(flow.context):
        flow.app._stack.append(screen)
    pages = [_pressed(flow, name, keys) for name, keys in START]
    press, row = Demonstrator(Random(SEED).randrange), 1
    while pages[-1].name != "answer-last":
        flow.press(press(flow.top).name)
        top = flow.top
        if isinstance(top, GuessScreen) and top.entry.is_at_tick:
            pages.append(_seen(flow, f"row-{row}"))
        if isinstance(top, AnswerScreen):
            top.settle()
            pages.append(_seen(flow, f"answer-{row}" if top.ended is None else "answer-last"))
            row += 1
    pages += [_pressed(flow, name, keys) for name, keys in AFTER]
    while not isinstance(flow.top, EndScreen):
        flow.press(press(flow.top).name)
    return pages + [_pressed(flow, name, keys) for name, keys in END]


def _pressed(flow: Flow, name: str, keys: str) -> Seen:
    flow.press(keys)
    return _seen(flow, name)


def _seen(flow: Flow, name: str) -> Seen:
    over = flow.app.over
    top: Screen = over if isinstance(over, TurnOverlay) else flow.top
    page = page_for(flow.box.display.format, flow.context.translator)
    written = TextPage(flow.context.translator)
    top.draw(page)
    top.draw(written)
    return Seen(name, page.image, written.lines)


SMALL, COLOUR = Format((128, 64)), Format((240, 240), ColourMode.RGB)
EVERY = (
    *(Format((128, 32)), SMALL, Format((128, 128), ColourMode.RGB), Format((160, 128), ColourMode.RGB)),
    *(COLOUR, Format((320, 240), ColourMode.RGB)),
)
