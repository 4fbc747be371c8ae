"""QR codes as a phone gets them: two decoders, and simulated photos of a lit panel."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeAlias

import cv2
import numpy as np
import zxingcpp
from PIL.Image import Image

from companion.box import ColourMode, Format
from companion.i18n.translator import Translator
from companion.ui.core.canvas import Size
from companion.ui.core.display_page import page_for
from companion.ui.games.shared.match import OpenedScreen

LINE = "BOX1 ROYGB AMBASSADOR 2611230830 ABCDEFGHIJKLM"
LONGEST = "BOX999 RRRRRRRR KKKKKKKKKK 2611230830 ABCDEFGHIJKLM"
"""The line of an edition whose key and codes are as long as the rules for editions allow."""

Pixels: TypeAlias = Any
"""An array of greys; mypy does not look into numpy."""

# The pixels of a photo for one pixel of the panel's frame before the lens, and its dark gaps (a fifth of the pitch).
DOT = 10
GAP, GAP_LIGHT = 2, 0.3
BEZEL = 10
"""Dark glass around the lit area, in pixels of the panel."""


def frame(size: Size, line: str, mode: ColourMode = ColourMode.MONO, theme: str = "dark") -> Image:
    """Return the screen with the QR code of *line* on a display of *size*."""
    page = page_for(Format(size, mode), Translator("en"), theme=theme)
    OpenedScreen(line).draw(page)
    return page.image


def pixels(picture: Image) -> Pixels:
    """Return *picture* as a field of greys."""
    return np.asarray(picture.convert("L"))


def read_with_zxing(photo: Pixels) -> str:
    """Return the text of the QR code in *photo*, or an empty text."""
    found = zxingcpp.read_barcodes(photo, formats=zxingcpp.BarcodeFormat.QRCode)
    return found[0].text if found else ""


def read_with_opencv(photo: Pixels) -> str:
    """Return the text of the QR code in *photo*, or an empty text."""
    try:
        return str(cv2.QRCodeDetector().detectAndDecode(photo)[0])
    except cv2.error:
        return ""


DECODERS: tuple[Callable[[Pixels], str], ...] = (read_with_zxing, read_with_opencv)


def photos(shown: Pixels, count: int, seed: int = 1) -> Iterator[Pixels]:
    """Yield *count* simulated photos of a panel that shows *shown*, as a phone's preview has them.

    The panel is 400 to 1,000 pixels wide in them, tilted up to 20 degrees about both axes and turned up to 20, seen
    in perspective. The lens blurs by up to half of the panel's pitch. Brightness, haze, noise and JPEG quality vary.
    """
    random = Random(seed)
    panel = _panel(shown)
    for _ in range(count):
        width = random.uniform(400, 1000)
        pitch = width / shown.shape[1]
        room = (int(width * (0.5 + shown.shape[0] / shown.shape[1])), int(width * 1.3))
        table = np.full(room, random.uniform(15, 140), np.float32)
        # Reduced before the projection, which samples single pixels.
        sharp = cv2.GaussianBlur(panel, (0, 0), 0.5 * max(1.0, DOT / pitch))
        seen = cv2.warpPerspective(
            sharp, _projection(random, panel, width / (shown.shape[1] * DOT), table), table.shape[::-1],
            dst=table, borderMode=cv2.BORDER_TRANSPARENT,
        )  # fmt: skip
        seen = cv2.GaussianBlur(seen, (0, 0), random.uniform(0.15, 0.5) * pitch)
        seen = seen * random.uniform(0.45, 1.3) + random.uniform(0, 50)
        seen = seen + np.random.default_rng(random.getrandbits(32)).normal(0, random.uniform(2, 12), seen.shape)
        quality = [cv2.IMWRITE_JPEG_QUALITY, random.randint(60, 92)]
        _, stored = cv2.imencode(".jpg", np.clip(seen, 0, 255).astype(np.uint8), quality)
        yield cv2.imdecode(stored, cv2.IMREAD_GRAYSCALE)


def _panel(shown: Pixels) -> Pixels:
    """Return the lit panel: every pixel a dot with dark gaps, and dark glass around them."""
    dot = np.full((DOT, DOT), GAP_LIGHT, np.float32)
    dot[: DOT - GAP, : DOT - GAP] = 1
    lit = np.kron(shown, np.ones((DOT, DOT))).astype(np.float32) * np.tile(dot, shown.shape)
    return cv2.copyMakeBorder(lit, *(BEZEL * DOT,) * 4, cv2.BORDER_CONSTANT, value=8)


def _projection(random: Random, panel: Pixels, scale: float, photo: Pixels) -> object:
    """Return the matrix that maps the pixels of *panel*, tilted and turned, to those of *photo*."""
    tilt, lean, turn = (math.radians(random.uniform(-20, 20)) for _ in range(3))
    about_x = np.array([[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]])
    about_y = np.array([[math.cos(lean), 0, math.sin(lean)], [0, 1, 0], [-math.sin(lean), 0, math.cos(lean)]])
    about_z = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    height, width = panel.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    flat = np.column_stack([corners - (width / 2, height / 2), np.zeros(4)])
    turned = flat @ (about_x @ about_y @ about_z).T
    # The phone is four panel widths away.
    near = 4 * width / (4 * width + turned[:, 2:])
    placed = turned[:, :2] * near * scale + (photo.shape[1] / 2, photo.shape[0] / 2)
    return cv2.getPerspectiveTransform(corners, placed.astype(np.float32))
