"""The README's pictures, drawn from the golden frames' shots and from one walk: ``make screens`` draws them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from companion.app.launch_options import SIZES
from companion.box import ColourMode
from companion.config.settings import Theme
from companion.devices.window.glass import Glass, glow_of
from companion.devices.window.paint import looks
from companion.devices.window.pane import FONT
from companion.devices.window.plan import first_size, lay_out, plan
from companion.devices.window.tray import TrayFront, draw_tray
from companion.i18n import SOURCE_LANGUAGE
from companion.i18n.translator import Translator, key_labels, languages
from companion.match.catalogue import peg_colours
from companion.tray.controls import PlayedTray
from tests.support.evening import COLOUR, EVERY, SMALL, walked
from tests.support.paper_hands import PaperHands
from tests.ui.gallery import DRAWN, SHOTS, Stand, draw
from tests.ui.signs import sheet
from tools import package_graph

FOLDER = Path(__file__).parents[1] / "docs/pictures"
SCALE = 2
FRAME_MS = 1800
BEZEL = 10
GLASS, LIT, CASE = (6, 8, 14), (214, 236, 255), (38, 40, 46)
ROUND = ("ready", "row-1", "answer-1", "row-2", "answer-2", "row-3", "answer-last", "reveal", "seal")
"""The pages of the walk that show one match, from the seal to the seal."""
FIRST_MINUTES = (
    *("language", "offer", "lesson-row", "lesson-answer"),
    *("lesson-won", "games", "ready", "row-1"),
    *("answer-1", "answer-last", "reveal", "second"),
)
DICE = (
    *("dice-menu", "dice-tumbling-2", "dice-d6-5", "dice-6d6"),
    *("dice-d20", "dice-heads", "dice-start-short", "dice-last"),
)


COLOURS = (
    *("home", "setup", "guess", "answer"),
    *("celebrated-best", "reveal", "boards", "opened"),
    *("first-offer", "dice-d6-5", "passcode-hands", "coda-attack"),
)
THEMED = ("home", "guess", "question-yes", "dice-6d6")


def strip(names: Sequence[str], language: str, columns: int = 4) -> Image.Image:
    """Return the shots *names* side by side, each as a lit panel in its bezel."""
    return side_by_side([panel(name, language) for name in names], columns)


def side_by_side(panels: Sequence[Image.Image], columns: int = 4) -> Image.Image:
    """Return *panels* of the same size in rows."""
    width, height = panels[0].size
    rows = -(-len(panels) // columns)
    picture = Image.new("RGB", (columns * width, rows * height), CASE)
    for place, image in enumerate(panels):
        picture.paste(image, (place % columns * width, place // columns * height))
    return picture


def panel(name: str, language: str) -> Image.Image:
    """Return one shot, enlarged, in the colours of an OLED."""
    shot = next(shot for shot in SHOTS if shot.name == name)
    return lit_panel(draw(shot, Stand(language)).image)


def lit_panel(image: Image.Image) -> Image.Image:
    """Return a picture of one bit, enlarged, in the colours of an OLED."""
    frame = image.convert("L")
    frame = frame.resize((frame.width * SCALE, frame.height * SCALE), Image.Resampling.NEAREST)
    picture = Image.new("RGB", (frame.width + 2 * BEZEL, frame.height + 2 * BEZEL), CASE)
    picture.paste(GLASS, (BEZEL - 3, BEZEL - 3, BEZEL + frame.width + 3, BEZEL + frame.height + 3))
    picture.paste(LIT, (BEZEL, BEZEL), frame)
    return picture


def colour_panel(name: str, theme: Theme = Theme.DARK) -> Image.Image:
    """Return one shot on a display of 240 x 240 pixels in colour, in its bezel."""
    shot = next(shot for shot in SHOTS if shot.name == name)
    return framed(draw(shot, Stand("en", (240, 240), mode=ColourMode.RGB, theme=theme)).image)


def framed(frame: Image.Image) -> Image.Image:
    """Return the picture of a colour display in its bezel."""
    picture = Image.new("RGB", (frame.width + BEZEL, frame.height + BEZEL), CASE)
    picture.paste(frame, (BEZEL // 2, BEZEL // 2))
    return picture


def window(name: str, pegs: Sequence[str] = ()) -> Image.Image:
    """Return the box as the window draws it, with one shot on its display; with *pegs*, in a tray in front of it."""
    size = SIZES[ColourMode.RGB]
    box = plan(size, len(peg_colours()) if pegs else 0)
    layout = lay_out(box, size, first_size(box, size, (1280, 800)))
    drawn = looks(layout, key_labels(Translator("en")), FONT)
    area = glow_of(layout.lit, size)
    frame = draw(next(shot for shot in SHOTS if shot.name == name), Stand("en", size, mode=ColourMode.RGB)).image
    drawn.up.paste(Glass(drawn.up.crop(area), size).lit(frame, 1.0), area[:2])
    if pegs:
        drawn.up.paste(*draw_tray(drawn.up, layout, _front(pegs), FONT))
    return drawn.up.convert("RGB").resize((drawn.up.width * 3 // 4, drawn.up.height * 3 // 4))


def _front(pegs: Sequence[str]) -> TrayFront:
    hands = PaperHands(lambda done: None)
    for hole, peg in enumerate(pegs):
        hands.place(hole, peg)
    return TrayFront(PlayedTray(hands, peg_colours()))


def flat(image: Image.Image) -> Image.Image:
    """Return *image* with the four colours that a panel in its bezel has."""
    return image.convert("P", palette=Image.Palette.ADAPTIVE, colors=4)


def main(folder: Path) -> None:
    """Draw the README's pictures into *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    sheet().save(folder / "signs.png", optimize=True)
    flat(strip(DICE, "en")).save(folder / "dice.png", optimize=True)
    for language in languages():
        end = "" if language == SOURCE_LANGUAGE else f"-{language}"
        small, colour = ({page.name: page for page in walked(language, each)} for each in (SMALL, COLOUR))
        if language in DRAWN:
            first, *others = (framed(colour[name].picture) for name in ROUND)
            first.save(folder / f"round{end}.gif", save_all=True, append_images=others, duration=FRAME_MS, loop=0)
        lit = [lit_panel(small[name].picture) for name in FIRST_MINUTES]
        flat(side_by_side(lit)).save(folder / f"first-minutes{end}.png", optimize=True)
        for display in EVERY if language in DRAWN else (SMALL, COLOUR):
            pages = [page.picture for page in walked(language, display)]
            drawn = [lit_panel(page) if display.mode is ColourMode.MONO else framed(page) for page in pages]
            name = "x".join(map(str, display.size))
            side_by_side(drawn, 5).quantize(64).save(folder / f"evening-{name}{end}.png", optimize=True)
    side_by_side([colour_panel(name) for name in COLOURS]).save(folder / "colours.png", optimize=True)
    themed = [colour_panel(name, theme) for theme in Theme for name in THEMED]
    side_by_side(themed, len(THEMED)).save(folder / "themes.png", optimize=True)
    (folder / "packages.svg").write_text(package_graph.svg(), encoding="utf-8")
    window("guess").save(folder / "window.png", optimize=True)
    window("tray-row", ("red", "orange", "yellow", "green")).save(folder / "tray.png", optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
