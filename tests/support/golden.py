"""Golden frames: a screen looks exactly as it did when somebody last looked at its picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from companion.features import NAMES

TESTS = Path(__file__).parents[1]
FRAMES = TESTS / "frames"
DRAWN = Path("build/frames")


def folder_of(name: str) -> Path:
    """Return the folder of the frame *name*: that of a feature has the key of the feature in front."""
    return next((TESTS / key / "frames" for key in NAMES if name.startswith(f"{key}-")), FRAMES)


def kept_frames() -> set[str]:
    """Return the names of all frames that are kept."""
    return {path.stem for path in (*FRAMES.iterdir(), *TESTS.glob("*/frames/*.png"))}


def check_frame(folder: Path, name: str, image: Image.Image, refresh: bool = False, drawn: Path = DRAWN) -> None:
    """Fail unless *image* is, pixel for pixel, ``name.png`` in *folder*.

    With *refresh* it is written there, and the test fails all the same: no run can both change what is expected
    and pass. Where they differ *image* is left in *drawn*, to be looked at.
    """
    kept = folder / f"{name}.png"
    if refresh:
        folder.mkdir(parents=True, exist_ok=True)
        image.save(kept)
        pytest.fail(f"refreshed {kept.name}; look at it, then run again without the switch")
    if kept.exists():
        expected = Image.open(kept).convert(image.mode)
        if (image.size, image.tobytes()) == (expected.size, expected.tobytes()):
            return
    drawn.mkdir(parents=True, exist_ok=True)
    image.save(drawn / kept.name)
    pytest.fail(f"expected the frame {kept}, got {drawn / kept.name}: look at both, or --refresh-frames")
