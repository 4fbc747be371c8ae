"""Draw the packages of ``companion`` as layers, from the import contract and the imports themselves.

``python -m tools.package_graph FILE`` writes the SVG of docs/architecture.md.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs/pictures/packages.svg"
WIDTH, ROW, BOX_WIDTH, BOX_HEIGHT = 760, 64, 104, 30

Edges = dict[str, set[str]]
"""Package -> the packages that it imports."""


def layers() -> list[list[str]]:
    """Return the packages, layer by layer from the top, as the contract in pyproject.toml lists them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    exhaustive = next(contract for contract in contracts if contract.get("exhaustive"))
    return [re.findall(r"\w+", layer) for layer in exhaustive["layers"]]


def imports() -> Edges:
    """Return which packages of ``companion`` import which; a module of the root counts as a package."""
    graph = grimp.build_graph("companion", cache_dir=None)
    edges: Edges = {name: set() for layer in layers() for name in layer}
    for importer in graph.modules:
        for imported in graph.find_modules_directly_imported_by(importer):
            source, target = _package(importer), _package(imported)
            if source != target and source in edges and target in edges:
                edges[source].add(target)
    return edges


def _package(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def reduced(edges: Edges) -> Edges:
    """Return *edges* without those that a longer way implies: fewer arrows with the same meaning."""
    return {
        source: {target for target in targets if not _is_reached(edges, targets - {target}, target)}
        for source, targets in edges.items()
    }


def _is_reached(edges: Edges, starts: set[str], end: str) -> bool:
    seen, waiting = set(starts), list(starts)
    while waiting:
        for target in edges[waiting.pop()]:
            if target == end:
                return True
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return False


def svg() -> str:
    """Return the picture: one row a layer, an arrow from each package to what it imports."""
    rows = layers()
    places = {
        name: (WIDTH * (2 * column + 1) / (2 * len(names)), ROW * (row + 0.5))
        for row, names in enumerate(rows)
        for column, name in enumerate(names)
    }
    arrows = sorted((source, target) for source, targets in reduced(imports()).items() for target in targets)
    parts = [_arrow(places[source], places[target]) for source, target in arrows]
    parts += [_box(name, *places[name]) for name in places]
    return "\n".join([_HEAD.format(width=WIDTH, height=ROW * len(rows)), *parts, "</svg>\n"])


_HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"
font-family="sans-serif" font-size="14"><defs>
<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path d="M0 0L8 4L0 8z" fill="#5a6472"/></marker></defs>
<rect width="100%" height="100%" fill="#ffffff"/>"""


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = start, end
    y1, y2 = y1 + BOX_HEIGHT / 2, y2 - BOX_HEIGHT / 2
    bend = (y2 - y1) / 2
    way = f"M{x1:.0f} {y1:.0f}C{x1:.0f} {y1 + bend:.0f} {x2:.0f} {y2 - bend:.0f} {x2:.0f} {y2:.0f}"
    return f'<path d="{way}" fill="none" stroke="#5a6472" stroke-width="1.2" marker-end="url(#tip)"/>'


def _box(name: str, x: float, y: float) -> str:
    left, top = x - BOX_WIDTH / 2, y - BOX_HEIGHT / 2
    return (
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6" fill="#eef2f8"'
        f' stroke="#31507d"/><text x="{x:.0f}" y="{y + 5:.0f}" text-anchor="middle" fill="#14223a">{name}</text>'
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(svg(), encoding="utf-8")
