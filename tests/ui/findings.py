"""What is found on the page of a shot, drawn once for all tests that look at it: texts, pegs, key pegs and scores."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

import pytest
from PIL.Image import Image

from companion.box import ColourMode
from companion.games.pegs.edition import Edition
from companion.games.pegs.view import PegView
from companion.i18n.translator import Translator
from companion.ui.core.canvas import Area, Canvas
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.font import Font
from companion.ui.core.ink import AnyInk, Ink, Pixel, Rgb
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
LEAST_SHARE = 0.2
"""The least share of the square of a peg that has its colour: a moon and a star are the smallest shapes."""


@dataclass(frozen=True, slots=True)
class Placed:
    """What was drawn and where: a line of text in its font, or a peg, None for a place that is not set."""

    area: Area
    peg: int | None = None
    text: str = ""


@dataclass
class Watch:
    """Notes what is drawn while it is installed."""

    pegs: list[Placed] = field(default_factory=list)
    lines: list[Placed] = field(default_factory=list)
    blocks: list[tuple[int, int]] = field(default_factory=list)
    discs: list[int] = field(default_factory=list)
    numerals: list[int] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """The lines of text as they were written."""
        return [line.text for line in self.lines]

    @property
    def sizes(self) -> Sizes:
        """What was drawn how small."""
        pegs = [each.area.width for each in self.pegs]
        kinds = {"peg": pegs, "disc": self.discs, "numeral": self.numerals}
        found = {kind: min(sides) for kind, sides in kinds.items() if sides}
        for line in self.lines:
            for word in line.text.split():
                found[word] = min(found.get(word, line.area.height), line.area.height)
        return found

    def clear(self) -> None:
        """Forget what was drawn."""
        for kept in (self.pegs, self.lines, self.blocks, self.discs, self.numerals):
            kept.clear()

    def see(self, shot: AnyShot, stand: Stand) -> tuple[Screen, DisplayPage, str]:
        """Return the screen of *shot*, its page, and the text of the banner that is not on the page yet."""

        def empty(words: Translator) -> DisplayPage:
            self.clear()
            return stand.page(words)

        return reach(shot, stand, empty)


@contextmanager
def watching() -> Iterator[Watch]:
    """Lend a watch."""
    watch = Watch()
    draw_peg, key_block = drawing.draw_peg, drawing.key_block_tile
    write, disc, numeral = Font.draw, Canvas.disc, PixelPage.numeral

    def noted_peg(page: PixelPage, edition: Edition, style: str, x: int, y: int, side: int, peg: int | None) -> None:
        watch.pegs.append(Placed(Area(x, y, side, side), peg))
        draw_peg(page, edition, style, x, y, side, peg)

    def noted_block(key_look: drawing.KeyLook, marks: tuple[Mark, ...], side: int, lines: int) -> Image:
        watch.blocks.append((marks.count(Mark.RIGHT), marks.count(Mark.ELSEWHERE)))
        return key_block(key_look, marks, side, lines)

    def noted_text(face: Font, image: Image, x: int, y: int, text: str, ink: Pixel = 1) -> int:
        shown = text.strip()
        left = x + face.measure(text[: text.index(shown)])
        watch.lines.append(Placed(Area(left, y, face.measure(shown), face.height), text=text))
        return write(face, image, x, y, text, ink)

    def noted_disc(
        page: Canvas, x: int, y: int, diameter: int, filled: bool = True, ink: AnyInk = Ink.FOREGROUND
    ) -> None:
        watch.discs.append(diameter)
        disc(page, x, y, diameter, filled, ink)

    def noted_numeral(page: PixelPage, x: int, y: int, digit: str, height: int) -> None:
        watch.numerals.append(height)
        numeral(page, x, y, digit, height)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "draw_peg", noted_peg)
        patch.setattr(drawing, "key_block_tile", noted_block)
        patch.setattr(Font, "draw", noted_text)
        patch.setattr(Canvas, "disc", noted_disc)
        patch.setattr(PixelPage, "numeral", noted_numeral)
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
    coloured: int
    """How many pegs of a game's colours there are."""
    faint: list[Placed]
    """Those of them that are not seen in their colours."""
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
        coloured = colours_of(screen, page, watch.pegs) if is_roomy else []
        outside = [each for each in watch.pegs if each.area.right > page.width or each.area.bottom > page.height]
        crossing = overlapping([line for line in watch.lines if line.text.strip()]) if is_roomy else []
        misplaced = [*outside, *overlapping(watch.pegs)] if is_roomy else []
        missing = unwritten(shot, screen, " ".join(watch.texts)) if is_roomy else None
        if banner:
            page.banner(banner)
    return Findings(
        kind=type(screen),
        cut=page.cut,
        sizes=sizes,
        crossing=[(one.text.strip(), other.text.strip()) for one, other in crossing],
        misplaced=misplaced,
        coloured=len(coloured),
        faint=[each for each, count in coloured if count < LEAST_SHARE * each.area.width**2],
        missing=missing,
    )


def overlapping(placed: list[Placed]) -> list[tuple[Placed, Placed]]:
    """Return the pairs that share pixels."""

    def meet(one: Area, other: Area) -> bool:
        is_across = one.x < other.right and other.x < one.right
        return is_across and one.y < other.bottom and other.y < one.bottom

    return [pair for pair in combinations(placed, 2) if meet(pair[0].area, pair[1].area)]


def colours_of(screen: Screen, page: DisplayPage, pegs: list[Placed]) -> list[tuple[Placed, int]]:
    """Return the *pegs* that have a colour of the game of *screen*, each with the number of its pixels in it."""
    view = getattr(screen, "view", None)
    colours = view.rules.edition.colours if isinstance(view, PegView) else ()
    known = [(each, each.peg) for each in pegs if each.peg is not None and each.peg < len(colours)]
    return [(each, pixels_of(page, each.area, colours[peg].rgb)) for each, peg in known]


def pixels_of(page: DisplayPage, area: Area, rgb: Rgb) -> int:
    """Return how many pixels of *area* have the colour *rgb*."""
    found = page.image.crop((area.x, area.y, area.right, area.bottom)).getcolors(area.width * area.height) or []
    return sum(count for count, value in found if value == rgb)


def unwritten(shot: AnyShot, screen: Screen, written: str) -> list[str] | None:
    """Return which of the scores and the number of the game are not *written*; None where they need not be."""
    if not isinstance(screen, WITH_SCORES) or isinstance(screen, GuessPicture) or shot in JOY[:7]:
        return None
    view: PegView = screen.match.session.view()
    played = getattr(screen, "ended", None) or view.now or view.done[-1]
    due = [str(played.game)]
    if len(screen.match.players) == 2 and view.rules.games is not None:
        due += map(str, view.scores)
        if not any(f" {score}" in written for score in view.scores):
            return ["any score"]
    return [text for text in due if text not in written]
