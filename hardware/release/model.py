"""The board with its parts as GLB: KiCad's model of the bare board, and our rough bodies of the parts on it.

KiCad leaves VRML bodies out of a GLB. GLB has metres, y upwards; KiCad puts the board's corner at the origin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import trimesh
from circuit import bodies, layout
from circuit.measures import Measures
from circuit.netlist import Netlist

_METRES = 0.001


def write(bare: Path, circuit: Netlist, size: Measures, target: Path) -> None:
    """Add the parts' bodies to the *bare* board, a GLB, and write it to *target*."""
    scene = trimesh.load(bare, force="scene")
    for name, mesh in _parts(circuit, layout.place(size), size.thickness):
        scene.add_geometry(mesh, geom_name=name, node_name=name)
    target.write_bytes(scene.export(file_type="glb", include_normals=False))


def _parts(
    circuit: Netlist, places: Mapping[str, layout.Place], thickness: float
) -> Iterator[tuple[str, trimesh.Trimesh]]:
    for part in circuit.parts.values():
        for number, shape in enumerate(bodies.of_footprint(part.footprint)):
            points, faces = bodies.mesh(shape)
            moved = [_on_board(point, places[part.ref], thickness) for point in points]
            mesh = trimesh.Trimesh(np.array(moved), _triangles(faces), process=False)
            red, green, blue = (round(255 * float(share)) for share in shape.colour.split())
            mesh.visual.vertex_colors = (red, green, blue, 255)
            yield f"{part.ref}-{number}", mesh


def _on_board(point: bodies.Point, place: layout.Place, thickness: float) -> tuple[float, float, float]:
    """From millimetres at pin 1, y to the rear and z up, to metres on the board as GLB has it."""
    x, y, z = point
    right, front = place.on_board(x, y)
    return right * _METRES, (thickness + z) * _METRES, front * _METRES


def _triangles(faces: list[list[int]]) -> list[tuple[int, int, int]]:
    return [(face[0], face[n], face[n + 1]) for face in faces for n in range(1, len(face) - 1)]
