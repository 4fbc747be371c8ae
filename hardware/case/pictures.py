"""Line drawings of what is built: hidden lines removed by the kernel, written as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from OCP.BRepAdaptor import BRepAdaptor_Curve
from OCP.BRepLib import BRepLib
from OCP.GCPnts import GCPnts_QuasiUniformDeflection
from OCP.gp import gp_Ax2, gp_Dir, gp_Pnt, gp_Vec
from OCP.HLRAlgo import HLRAlgo_Projector
from OCP.HLRBRep import HLRBRep_Algo, HLRBRep_HLRToShape
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS, TopoDS_Shape

from case.solids import Solid

Line = tuple[tuple[float, float], ...]

# From the front, the right and above: as somebody sees it who sits before it.
EYE = (0.45, -1.0, 0.85)
PER_MM, MARGIN, LABEL = 6.0, 12.0, 44.0
STYLE = 'fill="none" stroke="#202020" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"'
THIN = 'fill="none" stroke="#606060" stroke-width="1.2"'


def draw(solids: Iterable[Solid], labelled: Mapping[str, Solid], file: Path, title: str, made_from: str) -> None:
    """Draw *solids* as seen from far away, a label beside some of them; *made_from* is noted in the file."""
    lines = sorted(_lines(solids, EYE))
    left, low = (min(point[axis] for line in lines for point in line) for axis in (0, 1))
    right, high = (max(point[axis] for line in lines for point in line) for axis in (0, 1))
    wide, tall = ((most - least) * PER_MM + 2 * MARGIN for least, most in ((left, right), (low, high)))
    spots = {name: _seen(solid.rear_right_top(), EYE) for name, solid in labelled.items()}
    spots = {name: ((x - left) * PER_MM + MARGIN, (high - y) * PER_MM + MARGIN) for name, (x, y) in spots.items()}
    labels = list(_labels(spots, wide + LABEL / 2))
    wide += LABEL + MARGIN
    paths = (
        "M" + " ".join(f"{(x - left) * PER_MM + MARGIN:.1f},{(high - y) * PER_MM + MARGIN:.1f}" for x, y in line)
        for line in lines
    )
    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {tall:.0f}" width="{wide / 1.5:.0f}">\n'
        f'<!-- drawn from {made_from} -->\n<title>{title}</title>\n<rect width="100%" height="100%" fill="white"/>\n'
        f'<path {STYLE} d="{chr(10).join(paths)}"/>\n{"".join(labels)}</svg>\n',
        encoding="utf-8",
    )


def _labels(spots: Mapping[str, tuple[float, float]], across: float) -> Iterator[str]:
    """Each name in a ring on the right, none over another, and a line to what it names."""
    ring, free = LABEL / 2, 0.0
    for name, (x, y) in sorted(spots.items(), key=lambda item: item[1][1]):
        down = max(y, free)
        free = down + LABEL + 6.0
        yield (
            f'<path {THIN} d="M{x + 4:.1f},{y:.1f} L{across - ring:.1f},{down:.1f}"/>\n'
            f'<circle {THIN} cx="{across:.1f}" cy="{down:.1f}" r="{ring:.1f}"/>\n'
            f'<text x="{across:.1f}" y="{down + LABEL * 0.26:.1f}" font-family="sans-serif" '
            f'font-size="{LABEL * 0.72:.0f}" text-anchor="middle" fill="#202020">{name}</text>\n'
        )


def _seen(point: tuple[float, float, float], eye: tuple[float, float, float]) -> tuple[float, float]:
    """The position of a point in the picture, as the projector has it."""
    ahead, right = gp_Dir(*eye), gp_Dir(-eye[1], eye[0], 0.0)
    at = gp_Vec(*point)
    return at.Dot(gp_Vec(right)), at.Dot(gp_Vec(ahead.Crossed(right)))


def _lines(solids: Iterable[Solid], eye: tuple[float, float, float]) -> Iterator[Line]:
    algorithm = HLRBRep_Algo()
    for solid in solids:
        algorithm.Add(solid.shape)
    # What is upright stays so: to the right is across both the eye's direction and up.
    ahead, right = gp_Dir(*eye), gp_Dir(-eye[1], eye[0], 0.0)
    algorithm.Projector(HLRAlgo_Projector(gp_Ax2(gp_Pnt(0, 0, 0), ahead, right)))
    algorithm.Update()
    algorithm.Hide()
    found = HLRBRep_HLRToShape(algorithm)
    for shape in (found.VCompound(), found.OutLineVCompound()):
        if shape is not None and not shape.IsNull():
            yield from _edges(shape)


def _edges(shape: TopoDS_Shape) -> Iterator[Line]:
    BRepLib.BuildCurves3d_s(shape)
    explorer = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_EDGE)
    while explorer.More():
        curve = BRepAdaptor_Curve(TopoDS.Edge(explorer.Current()))
        points = GCPnts_QuasiUniformDeflection(curve, 0.05)
        yield tuple((points.Value(number).X(), points.Value(number).Y()) for number in range(1, points.NbPoints() + 1))
        explorer.Next()
