"""The pictures of the documentation are what ``make screens`` draws."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tools import pictures

DRAWN_ELSEWHERE = {"card-lights.svg", "card-steps.svg", "phones"}
"""Two drawings of a card's first start made by hand, and the pages in a browser."""


def pixels(picture: Path) -> bytes:
    """Return what is seen on *picture*; of a drawing its text."""
    if picture.suffix == ".svg":
        return picture.read_bytes()
    with Image.open(picture) as image:
        frames = getattr(image, "n_frames", 1)
        seen = b""
        for frame in range(frames):
            image.seek(frame)
            seen += bytes(f"{image.size}", "ascii") + image.convert("RGB").tobytes()
    return seen


def test_pictures_are_what_is_drawn(tmp_path: Path) -> None:
    pictures.main(tmp_path)
    kept = {each.name: each for each in pictures.FOLDER.iterdir() if each.name not in DRAWN_ELSEWHERE}
    drawn = {each.name: each for each in tmp_path.iterdir()}
    assert {*drawn} == {*kept}
    assert [name for name in kept if pixels(kept[name]) != pixels(drawn[name])] == []
