"""Templates to print on paper in their true size: the openings of lids and of the tray's deck, as PDF.

A template is a cut through the printed part, a little above the side that is on the printer's bed, which is its
face: it is drawn as its user sees it. For those who make a lid of wood or sheet, or drill a ready-made box.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

A4 = (210.0, 297.0)
_POINTS_PER_MM = 72 / 25.4
RULER = 50.0
"""The length in millimetres of the line by which a print is checked."""

# Above the first layers, below the first ledge.
CUT_HEIGHT = 0.6
MARGIN = 15.0

Point = tuple[float, float]
Segment = tuple[Point, Point]
Triangle = Sequence[Sequence[float]]
"""Three corners of three coordinates each."""


def cut(triangles: Sequence[Triangle], height: float = CUT_HEIGHT) -> list[Segment]:
    """Where *triangles* cross the plane *height* millimetres above their lowest corner."""
    plane = min(corner[2] for triangle in triangles for corner in triangle) + height
    found = []
    for triangle in triangles:
        ends = [point for one, other in _sides(triangle) if (point := _crossing(one, other, plane)) is not None]
        if len(ends) == 2:
            found.append((ends[0], ends[1]))
    return found


def _sides(triangle: Triangle) -> Iterable[tuple[Sequence[float], Sequence[float]]]:
    return zip(triangle, (*triangle[1:], triangle[0]), strict=True)


def _crossing(one: Sequence[float], other: Sequence[float], plane: float) -> Point | None:
    # One end is counted as below and the other as above, so that a corner in the plane is met once.
    if (one[2] <= plane) == (other[2] <= plane):
        return None
    share = (plane - one[2]) / (other[2] - one[2])
    # In these files y goes towards the player; on paper that is down.
    return (float(one[0] + share * (other[0] - one[0])), -float(one[1] + share * (other[1] - one[1])))


def page(title: str, segments: Sequence[Segment]) -> str:
    """The drawing of a page of A4, as PDF's operators, in millimetres from the lower left corner."""
    left = min(x for ends in segments for x, _ in ends)
    low = min(y for ends in segments for _, y in ends)
    across, up = MARGIN - left, 2 * MARGIN + 15.0 - low
    lines = [f"{_POINTS_PER_MM:.6f} 0 0 {_POINTS_PER_MM:.6f} 0 0 cm 0.2 w 1 J"]
    lines += [f"{x + across:.3f} {y + up:.3f} m {u + across:.3f} {v + up:.3f} l S" for (x, y), (u, v) in segments]
    lines.append(f"{MARGIN} {MARGIN} m {MARGIN + RULER} {MARGIN} l S")
    lines += [f"{x} {MARGIN - 2} m {x} {MARGIN + 2} l S" for x in (MARGIN, MARGIN + RULER)]
    words = (title, f"Print at 100 %, not fitted to the page: this line must be {RULER:.0f} mm long.")
    for line, text in enumerate(words):
        lines.append(f"BT /F1 4 Tf {MARGIN} {MARGIN + 10 - 5 * line} Td ({text}) Tj ET")
    return "\n".join(lines)


def pdf(pages: Sequence[str]) -> bytes:
    """A PDF 1.4 of *pages*, each A4."""
    width, height = (size * _POINTS_PER_MM for size in A4)
    first = 4
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, content in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {first + 2 * number + 1} 0 R >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    return _file(objects)


def _file(objects: Sequence[str]) -> bytes:
    text, places = "%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(text))
        text += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    count = len(objects) + 1
    end = f"trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{len(text)}\n%%EOF\n"
    return f"{text}xref\n0 {count}\n0000000000 65535 f \n{table}{end}".encode("ascii")
