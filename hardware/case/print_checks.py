"""Whether a part can be printed: judged by the facets that the printer's program gets, not by how they were made."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import trimesh

from case.measures import Printing
from case.parts import Bridge, Part

# What counts as lying on the printer's bed, and how far a facet may be beside what a bridge says.
BED_MM, BESIDE_MM = 0.02, 0.05
SAMPLES = 1500


def faults(part: Part, stl: Path, printing: Printing) -> Iterator[str]:
    """Everything that keeps the part in *stl* from being printed well."""
    mesh = trimesh.load(stl, force="mesh")
    if not mesh.is_watertight or mesh.volume <= 0:
        yield f"{part.name}: not watertight"
        return
    if (found := least_wall(mesh)) < printing.least_wall - 0.01:
        yield f"{part.name}: expected walls of {printing.least_wall} mm, got {found:.2f}"
    for bridge in part.bridges:
        if bridge.span > printing.most_bridge:
            most = f"{printing.most_bridge} mm at most"
            yield f"{part.name}: {bridge.name}: expected a bridge of {most}, got {bridge.span}"
    if hanging := list(overhangs(mesh, part, printing.most_overhang)):
        angle, (x, y, z) = max(hanging)
        yield f"{part.name}: overhang of {angle:.0f} degrees at {x:.1f}, {y:.1f}, {z:.1f}, {len(hanging)} facets"


def least_wall(mesh: trimesh.Trimesh) -> float:
    """The thinnest place: rays from many points of the surface straight into the part, until they come out."""
    points, facets = trimesh.sample.sample_surface(mesh, SAMPLES, seed=1)
    inward = -mesh.face_normals[facets]
    origins = points + inward * 1e-4
    hits, rays, _ = mesh.ray.intersects_location(origins, inward, multiple_hits=False)
    # Round walls are facets: a ray may leave by the very edge that it came in by.
    lengths = np.linalg.norm(hits - points[rays], axis=1)
    return float(lengths[lengths > 1e-3].min())


def overhangs(mesh: trimesh.Trimesh, part: Part, most: float) -> Iterator[tuple[float, tuple[float, float, float]]]:
    """Facets flatter than *most* degrees from upright, looking down at nothing, and in no bridge; their middles."""
    leaning, heights = -mesh.face_normals[:, 2], mesh.triangles_center[:, 2]
    bed = mesh.vertices[:, 2].min()
    flat = (leaning > math.sin(math.radians(most))) & (heights > bed + BED_MM)
    # As in the tables: y towards the player; a part that is printed face down is turned the right way up.
    way = (1, 1, -1) if part.face_down else (1, -1, 1)
    for number in np.nonzero(flat)[0]:
        x, y, z = (float(value) for value in mesh.triangles_center[number] * way)
        if not any(_is_in(bridge, x, y, z) for bridge in part.bridges):
            yield math.degrees(math.asin(min(1.0, float(leaning[number])))), (x, y, z)


def _is_in(bridge: Bridge, *at: float) -> bool:
    return all(
        low - BESIDE_MM <= value <= high + BESIDE_MM
        for low, value, high in zip(bridge.least, at, bridge.most, strict=True)
    )
