"""What is found on the page of a shot, drawn once for all tests that look at it: texts, pegs, key pegs and scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

import pytest
from PIL.Image import Image

from companion.box import ColourMode
from companion.games.pegs.state import PegView
from companion.i18n.translator import Translator
from companion.ui.core.canvas import Area, Canvas
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.font import Font
from companion.ui.core.ink import Pixel, Rgb
from companion.ui.core.pixel_page import PixelPage
from companion.ui.core.screen import Screen
from companion.ui.games.pegs import drawing
from companion.ui.games.pegs.coach import HintScreen
from companion.ui.games.pegs.corrections import BoxRowScreen, DoubtScreen, KeysScreen, WrongScreen
from companion.ui.games.pegs.drawing import Mark
from companion.ui.games.pegs.guess import AnswerScreen, GuessScreen, LookAwayScreen, ReadyScreen, SecretScreen
from companion.ui.games.pegs.rounds import RevealScreen
from companion.ui.games.pegs.wordless import GuessPicture
from tests.ui.gallery import AnyShot, Stand, reach
from tests.ui.joy_shots import JOY

Sizes = dict[str, int]
"""The smallest height in pixels of everything of one kind; each word is a kind of its own."""
WITH_SCORES = (
    *(AnswerScreen, BoxRowScreen, DoubtScreen, GuessScreen, HintScreen, KeysScreen, LookAwayScreen, ReadyScreen),
    *(RevealScreen, SecretScreen, WrongScreen),
)
KEYS = (Mark.RIGHT, Mark.ELSEWHERE)
LEAST_SHARE = 0.2
"""The least share of the square of a peg that has its colour: a moon and a star are the smallest shapes."""


@dataclass(frozen=True, slots=True)
class Placed:
    """What was drawn and where: a line of text in its font, or a peg, None for a place that is not set."""

    area: Area
    peg: int | None = None
    text: str = ""
    is_on_page: bool = True


@dataclass
class Watch:
    """Notes what is drawn while it is installed."""

    pegs: list[Placed] = field(default_factory=list)
    lines: list[Placed] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    blocks: list[tuple[int, ...]] = field(default_factory=list)
    discs: list[int] = field(default_factory=list)
    numerals: list[int] = field(default_factory=list)
    page: DisplayPage | None = None

    @property
    def sizes(self) -> Sizes:
        """The smallest height of each kind."""
        words = [(word, line.area.height) for line in self.lines for word in line.text.split()]
        marks = (("disc", self.discs), ("numeral", self.numerals), ("peg", [each.area.width for each in self.pegs]))
        heights = [*words, *((kind, height) for kind, noted in marks for height in noted)]
        # The last of a key stays: the smallest.
        return dict(sorted(heights, key=lambda pair: -pair[1]))

    def see(self, shot: AnyShot, stand: Stand) -> tuple[Screen, DisplayPage, str]:
        """Return the screen of *shot*, its page, and the text of the banner that is not on the page yet."""

        def empty(words: Translator) -> DisplayPage:
            vars(self).update(vars(Watch(page=stand.page(words))))
            assert self.page is not None
            return self.page

        return reach(shot, stand, empty)

    def note_text(self, face: Font, image: Image, x: int, y: int, text: str, *ink: Pixel) -> None:
        self.texts.append(text)
        shown = text.strip()
        area = Area(x + face.measure(text[: text.index(shown)]), y, face.measure(shown), face.height)
        # A letter of a peg that is drawn for the first time is drawn beside the page, on the picture of the peg.
        is_on_page = self.page is not None and image is self.page.image
        self.lines.append(Placed(area, text=shown, is_on_page=is_on_page))


@contextmanager
def watching() -> Iterator[Watch]:
    """Lend a watch."""
    watch = Watch()
    with pytest.MonkeyPatch.context() as patch:

        def install(owner: object, name: str, note: Callable[..., None]) -> None:
            draw = getattr(owner, name)

            def noted(*arguments: object, **options: object) -> object:
                note(*arguments)
                return draw(*arguments, **options)

            patch.setattr(owner, name, noted)

        install(Font, "draw", watch.note_text)
        install(drawing, "draw_peg", lambda *of: watch.pegs.append(Placed(Area(of[3], of[4], of[5], of[5]), of[6])))
        install(drawing, "key_block_tile", lambda look, marks, *of: watch.blocks.append(tuple(map(marks.count, KEYS))))
        install(Canvas, "disc", lambda page, x, y, diameter, *of: watch.discs.append(diameter))
        install(PixelPage, "numeral", lambda page, x, y, digit, height: watch.numerals.append(height))
        yield watch


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found: faults, and what was looked at; small, so that the findings from all stands can be kept."""

    kind: type[Screen]
    cut: list[str]
    sizes: Sizes
    crossing: list[tuple[str, str]]
    """The pairs of texts that share pixels."""
    misplaced: list[object]
    """The pegs that are not on the page, and pairs of pegs that share pixels."""
    shares: list[float]
    """Of each peg of a game's colours, the share of its square that has its colour."""
    missing: list[str] | None
    """What of the scores and the number of the game is not written; None for a screen that need not have them."""


# Shared by the tests of several files, which OnProcessors keeps on one processor.
@cache
def found(shot: AnyShot, stand: Stand) -> Findings:
    """Return what is found where *shot* is seen from *stand*; a banner may only not be cut.

    Pegs, scores and pairs of texts are looked at on displays with colours, which have room for them.
    """
    with watching() as watch:
        screen, page, banner = watch.see(shot, stand)
        sizes, is_roomy = watch.sizes, stand.mode is ColourMode.RGB
        shares = shares_of(screen, page.image, watch.pegs) if is_roomy else []
        outside = [each for each in watch.pegs if each.area.right > page.width or each.area.bottom > page.height]
        crossing = overlapping([line for line in watch.lines if line.text and line.is_on_page]) if is_roomy else []
        misplaced = [*outside, *overlapping(watch.pegs)] if is_roomy else []
        missing = unwritten(shot, screen, " ".join(watch.texts)) if is_roomy else None
        if banner:
            page.banner(banner)
    return Findings(
        kind=type(screen),
        cut=page.cut,
        sizes=sizes,
        crossing=[(one.text, other.text) for one, other in crossing],
        misplaced=misplaced,
        shares=shares,
        missing=missing,
    )


def overlapping(placed: list[Placed]) -> list[tuple[Placed, Placed]]:
    """Return the pairs that share pixels."""
    return [
        (one, other)
        for one, other in combinations(placed, 2)
        if one.area.x < other.area.right and other.area.x < one.area.right
        if one.area.y < other.area.bottom and other.area.y < one.area.bottom
    ]


def shares_of(screen: Screen, image: Image, pegs: list[Placed]) -> list[float]:
    """Return of each of *pegs* that has a colour of the game of *screen* the share of its square in that colour."""
    view = getattr(screen, "view", None)
    colours = dict(enumerate(view.rules.edition.colours)) if isinstance(view, PegView) else {}
    known = [(each.area, colours[each.peg].rgb) for each in pegs if each.peg in colours]
    return [pixels_of(image, area, rgb) / area.width**2 for area, rgb in known]


def pixels_of(image: Image, area: Area, rgb: Rgb) -> int:
    """Return how many pixels of *area* have the colour *rgb*."""
    colours = image.crop((area.x, area.y, area.right, area.bottom)).getcolors(area.width * area.height) or []
    return sum(count for count, value in colours if value == rgb)


def unwritten(shot: AnyShot, screen: Screen, written: str) -> list[str] | None:
    """Return which of the scores and the number of the game are not *written*; None where they need not be."""
    if not isinstance(screen, WITH_SCORES) or isinstance(screen, GuessPicture) or shot in JOY[:7]:
        return None
    view: PegView = screen.match.session.view()
    played = getattr(screen, "ended", None) or getattr(screen, "view", view).now or view.done[-1]
    due = [str(played.game)]
    if len(screen.match.players) == 2 and view.rules.games is not None:
        due += map(str, view.scores)
        if not any(f" {score}" in written for score in view.scores):
            return ["any score"]
    return [text for text in due if text not in written]
