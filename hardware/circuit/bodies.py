"""Rough bodies of the tray's parts, for a picture of the board with all of them on it.

KiCad's own models are 5 GB. These are blocks and cylinders under the same names, of the sizes that the case is cut
for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

Point = tuple[float, float, float]

_BLACK, _GREY, _WHITE, _CLEAR, _BLUE, _SILVER, _TAN = (
    "0.10 0.10 0.10", "0.45 0.45 0.45", "0.92 0.92 0.92", "0.60 0.75 0.90", "0.10 0.20 0.55",
    "0.75 0.75 0.75", "0.80 0.65 0.40",
)  # fmt: skip
# KiCad reads this form in tenths of an inch.
_UNIT = 2.54
_SQUARE = [(0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)]
_ROUND = [(math.cos(n * math.pi / 16) / 2, math.sin(n * math.pi / 16) / 2) for n in range(32)]


@dataclass(frozen=True, slots=True)
class Shape:
    """A block, or a cylinder along z, or along x, in millimetres from pin 1: x to the right, y to the rear, z up."""

    colour: str
    middle: Point
    size: Point
    kind: str = "block"


def _upright(colour: str, x: float, y: float, low: float, across: float, high: float) -> Shape:
    return Shape(colour, (x, y, low + high / 2), (across, across, high), "upright")


def _block(colour: str, x: float, y: float, low: float, size: Point) -> Shape:
    return Shape(colour, (x, y, low + size[2] / 2), size)


def _sip(pins: int) -> list[Shape]:
    return [_block(_BLACK, (pins - 1) * 1.27, 0.0, 0.3, (pins * 2.54, 2.0, 4.6))]


def _light(x: float, across: float, high: float, colour: str) -> list[Shape]:
    return [_upright(colour, x, 0.0, high - 8.6, across + 0.8, 1.0), _upright(colour, x, 0.0, high - 8.6, across, 8.6)]


_NANO = [
    *(_block(_BLACK, x, -17.78, 0.0, (2.54, 38.1, 8.5)) for x in (0.0, 15.24)),
    *(_block(_BLACK, x, -17.78, 8.5, (2.54, 38.1, 2.5)) for x in (0.0, 15.24)),
    _block(_BLUE, 7.62, -17.78, 11.0, (18.0, 44.0, 1.6)),
    _block(_BLACK, 7.62, -17.78, 12.6, (7.0, 7.0, 1.0)),
    _block(_SILVER, 7.62, -36.9, 12.6, (7.9, 9.0, 4.0)),
]

# By the names of the models in KiCad's footprints.
BODIES: dict[str, Sequence[Shape]] = {
    "SW_PUSH_6mm_H5mm": [
        _block(_GREY, 3.25, -2.25, 0.0, (6.0, 6.0, 3.6)),
        _upright(_BLACK, 3.25, -2.25, 3.6, 3.5, 1.4),
    ],
    "CP_Radial_D6.3mm_P2.50mm": [_upright(_BLUE, 1.25, 0.0, 0.2, 6.3, 11.0)],
    "C_Disc_D4.3mm_W1.9mm_P5.00mm": [_block(_TAN, 2.5, 0.0, 1.0, (4.3, 1.9, 4.0))],
    "PinHeader_1x02_P2.54mm_Vertical": [
        _block(_BLACK, 0.0, -1.27, 0.0, (2.54, 5.08, 2.5)),
        *(_block(_TAN, 0.0, y, 2.5, (0.64, 0.64, 6.0)) for y in (0.0, -2.54)),
    ],
    "LED_D3.0mm-3": [_upright(_WHITE, 2.54, 0.0, 0.0, 3.8, 1.0), _upright(_WHITE, 2.54, 0.0, 0.0, 3.0, 5.3)],
    "LED_D5.0mm-4_RGB_Wide_Pins": _light(3.24, 5.0, 9.6, _WHITE),
    "LED_D5.0mm": _light(1.27, 5.0, 9.6, _CLEAR),
    "Arduino_Nano_WithMountingHoles": _NANO,
    "DIP-16_W7.62mm": [_block(_BLACK, 3.81, -8.89, 0.5, (6.4, 19.3, 3.4))],
    "TO-92_Inline_Wide": [_upright(_BLACK, 2.54, 0.0, 3.0, 4.8, 4.8)],
    "R_Array_SIP6": _sip(6),
    "R_Array_SIP10": _sip(10),
    "R_Axial_DIN0207_L6.3mm_D2.5mm_P7.62mm_Horizontal": [
        Shape(_TAN, (3.81, 0.0, 1.25), (6.3, 2.5, 2.5), "across"),
    ],
}


def show(board: Path, folder: Path, mounted: Collection[str] | None = None) -> None:
    """Write the bodies into *folder*, and beside them the board with these instead of KiCad's.

    Only the parts *mounted* are on it, or all for None.
    """
    text = board.read_text(encoding="utf-8")
    if mounted is not None:
        text = "".join(_bare(block, mounted) for block in re.split(r"(?m)^(?=\t\(footprint )", text))
    for name in sorted({Path(model).stem for model in models(text)}):
        (folder / f"{name}.wrl").write_text("".join(_lines(BODIES[name])), encoding="utf-8")
    there = re.sub(r'\(model "[^"]*/([^"/]+)\.step"', rf'(model "{folder}/\1.wrl"', text)
    (folder / board.name).write_text(there, encoding="utf-8")


def _bare(block: str, mounted: Collection[str]) -> str:
    """A footprint's text without its model unless its part is mounted."""
    ref = re.search(r'\(property "Reference" "([^"]+)"', block)
    if ref is None or ref[1] in mounted:
        return block
    return re.sub(r"(?ms)^\t\t\(model .*?^\t\t\)\n", "", block)


def of_footprint(footprint: str) -> Sequence[Shape]:
    """The body of a part by its footprint; none for holes and bare pads."""
    name = footprint.partition(":")[2]
    return BODIES.get({"Arduino_Nano": "Arduino_Nano_WithMountingHoles"}.get(name, name), ())


def models(board: str) -> list[str]:
    """The models that a board's text asks for."""
    return re.findall(r'\(model "([^"]+)"', board)


def _lines(shapes: Sequence[Shape]) -> Iterator[str]:
    yield "#VRML V2.0 utf8\n"
    for shape in shapes:
        points, faces = mesh(shape)
        yield (
            "Shape {\n"
            f" appearance Appearance {{ material Material {{ diffuseColor {shape.colour} }} }}\n"
            " geometry IndexedFaceSet { solid FALSE coord Coordinate { point [\n"
            + "".join(f"  {x / _UNIT:.4f} {y / _UNIT:.4f} {z / _UNIT:.4f},\n" for x, y, z in points)
            + " ] } coordIndex [\n"
            + "".join(f"  {' '.join(map(str, face))} -1\n" for face in faces)
            + " ] }\n}\n"
        )


def mesh(shape: Shape) -> tuple[list[Point], list[list[int]]]:
    """A prism: its corners, those of one end first, and its faces. KiCad draws no cylinder that is called one."""
    ring = _SQUARE if shape.kind == "block" else _ROUND
    (x, y, z), (wide, deep, high) = shape.middle, shape.size
    points = [(x + wide * a, y + deep * b, z + high * end) for end in (-0.5, 0.5) for a, b in ring]
    if shape.kind == "across":
        points = [(x + wide * end, y + deep * a, z + high * b) for end in (-0.5, 0.5) for a, b in ring]
    many = len(ring)
    sides = [[n, (n + 1) % many, many + (n + 1) % many, many + n] for n in range(many)]
    return points, [list(range(many)), list(range(many, 2 * many)), *sides]
