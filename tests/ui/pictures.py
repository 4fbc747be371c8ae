"""The README's pictures, drawn from the same shots as the golden frames: ``make screens`` draws them anew."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from gallery import SHOTS, Stand, draw
from PIL import Image

from companion.settings import Language

SCALE = 2
BEZEL = 10
GLASS, LIT, CASE = (6, 8, 14), (214, 236, 255), (38, 40, 46)
ROUND = ("ready", "guess", "guess-tick", "answer", "guess-earlier-row", "reveal", "opened", "final")
SECRET = ("look-away", "secret", "secret-again", "ready")


def strip(names: Sequence[str], language: Language, columns: int = 4) -> Image.Image:
    """Return the shots *names* side by side, each as a lit panel in its bezel."""
    panels = [panel(name, language) for name in names]
    width, height = panels[0].size
    rows = -(-len(panels) // columns)
    picture = Image.new("RGB", (columns * width, rows * height), CASE)
    for place, image in enumerate(panels):
        picture.paste(image, (place % columns * width, place // columns * height))
    return picture


def panel(name: str, language: Language) -> Image.Image:
    """Return one shot, enlarged, in the colours of an OLED."""
    shot = next(shot for shot in SHOTS if shot.name == name)
    frame = draw(shot, Stand(language)).image.convert("L")
    frame = frame.resize((frame.width * SCALE, frame.height * SCALE), Image.Resampling.NEAREST)
    picture = Image.new("RGB", (frame.width + 2 * BEZEL, frame.height + 2 * BEZEL), CASE)
    picture.paste(GLASS, (BEZEL - 3, BEZEL - 3, BEZEL + frame.width + 3, BEZEL + frame.height + 3))
    picture.paste(LIT, (BEZEL, BEZEL), frame)
    return picture


def main(folder: Path) -> None:
    """Draw the README's pictures into *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, image in {
        "round.png": strip(ROUND, Language.EN),
        "round-fr.png": strip(ROUND, Language.FR),
        "secret.png": strip(SECRET, Language.EN),
    }.items():
        image.convert("P", palette=Image.Palette.ADAPTIVE, colors=4).save(folder / name, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
