"""Solids made of boxes, cylinders and cones: the few things that a case needs of the Open CASCADE kernel.

The kernel is exact, so that a gap is measured and not estimated, and a part can be written as STEP. All of a case is
right angles and round holes: a modelling library on top of the kernel would bring five times its size for nothing.

Millimetres; x to the right, y towards the player, z up, as the tables have it. The kernel's own y points the other
way, or every part would come out as its mirror image: only this module knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from OCP.Bnd import Bnd_Box
from OCP.BRepAlgoAPI import BRepAlgoAPI_Common, BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse
from OCP.BRepBndLib import BRepBndLib
from OCP.BRepBuilderAPI import BRepBuilderAPI_Transform
from OCP.BRepExtrema import BRepExtrema_DistShapeShape
from OCP.BRepGProp import BRepGProp
from OCP.BRepMesh import BRepMesh_IncrementalMesh
from OCP.BRepPrimAPI import BRepPrimAPI_MakeBox, BRepPrimAPI_MakeCone, BRepPrimAPI_MakeCylinder
from OCP.gp import gp_Ax1, gp_Ax2, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec
from OCP.GProp import GProp_GProps
from OCP.Interface import Interface_Static
from OCP.ShapeUpgrade import ShapeUpgrade_UnifySameDomain
from OCP.STEPControl import STEPControl_StepModelType, STEPControl_Writer
from OCP.StlAPI import StlAPI_Writer
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS_Shape

# How far a flat facet may be from the round thing it stands for: well below what a printer can show.
FACET_MM = 0.03


@dataclass(frozen=True, slots=True)
class Solid:
    """A solid; ``+`` joins, ``-`` takes away, ``&`` is what two have in common."""

    shape: TopoDS_Shape

    def __add__(self, other: Solid) -> Solid:
        return _plain(BRepAlgoAPI_Fuse(self.shape, other.shape).Shape())

    def __sub__(self, other: Solid) -> Solid:
        return _plain(BRepAlgoAPI_Cut(self.shape, other.shape).Shape())

    def __and__(self, other: Solid) -> Solid:
        return Solid(BRepAlgoAPI_Common(self.shape, other.shape).Shape())

    def volume(self) -> float:
        """Cubic millimetres."""
        properties = GProp_GProps()
        BRepGProp.VolumeProperties_s(self.shape, properties)
        return float(properties.Mass())

    def pieces(self) -> int:
        """How many solids it is; a part that can be printed is one."""
        explorer = TopExp_Explorer(self.shape, TopAbs_ShapeEnum.TopAbs_SOLID)
        return sum(1 for _ in _steps(explorer))

    def gap(self, other: Solid) -> float:
        """The least distance between the two; 0 where they touch or overlap."""
        return float(BRepExtrema_DistShapeShape(self.shape, other.shape).Value())

    def rear_right_top(self) -> tuple[float, float, float]:
        """The corner of the block around it, in the kernel's own directions."""
        around = Bnd_Box()
        BRepBndLib.AddOptimal_s(self.shape, around, False)
        corner = around.CornerMax()
        return corner.X(), corner.Y(), corner.Z()

    def moved(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Solid:
        """The same, elsewhere."""
        way = gp_Trsf()
        way.SetTranslation(gp_Vec(x, -y, z))
        return Solid(BRepBuilderAPI_Transform(self.shape, way, True).Shape())

    def upside_down(self, height: float) -> Solid:
        """Turned over about the x axis, what was at *height* is now at 0."""
        way = gp_Trsf()
        way.SetRotation(gp_Ax1(gp_Pnt(0, 0, height / 2), gp_Dir(1, 0, 0)), 3.141592653589793)
        return Solid(BRepBuilderAPI_Transform(self.shape, way, True).Shape())

    def write_stl(self, file: Path) -> None:
        """Write it as facets."""
        BRepMesh_IncrementalMesh(self.shape, FACET_MM, False, 0.3, True)
        if not StlAPI_Writer().Write(self.shape, str(file)):
            raise OSError(f"expected to write {file}, could not")

    def write_step(self, file: Path) -> None:
        """Write it exactly."""
        Interface_Static.SetCVal_s("write.step.unit", "MM")
        writer = STEPControl_Writer()
        writer.Transfer(self.shape, STEPControl_StepModelType.STEPControl_AsIs)
        writer.Write(str(file))


def _steps(explorer: TopExp_Explorer) -> Iterator[None]:
    while explorer.More():
        yield
        explorer.Next()


def _plain(shape: TopoDS_Shape) -> Solid:
    """Without the seams that joining leaves in flat faces."""
    union = ShapeUpgrade_UnifySameDomain(shape, True, True, False)
    union.Build()
    return Solid(union.Shape())


def box(x: float, y: float, z: float, wide: float, deep: float, high: float) -> Solid:
    """A block; x, y, z are its least corner."""
    return Solid(BRepPrimAPI_MakeBox(gp_Pnt(x, -y - deep, z), wide, deep, high).Shape())


def post(x: float, y: float, z: float, across: float, high: float) -> Solid:
    """An upright cylinder; x, y, z are the middle of its foot."""
    return Solid(BRepPrimAPI_MakeCylinder(_upright(x, y, z), across / 2, high).Shape())


def funnel(x: float, y: float, z: float, below: float, above: float, high: float) -> Solid:
    """An upright cone, so much across below and above."""
    return Solid(BRepPrimAPI_MakeCone(_upright(x, y, z), below / 2, above / 2, high).Shape())


def _upright(x: float, y: float, z: float) -> gp_Ax2:
    return gp_Ax2(gp_Pnt(x, -y, z), gp_Dir(0, 0, 1))


def joined(solids: Iterable[Solid]) -> Solid:
    """All of them as one."""
    first, *others = solids
    for other in others:
        first = first + other
    return first


def slot(x: float, y: float, z: float, across: float, long: float, high: float) -> Solid:
    """A block with round ends, long from front to back; x, y are its middle."""
    middle = long - across
    if middle <= 0:
        return post(x, y, z, across, high)
    ends = [post(x, y - middle / 2, z, across, high), post(x, y + middle / 2, z, across, high)]
    return joined([box(x - across / 2, y - middle / 2, z, across, middle, high), *ends])
