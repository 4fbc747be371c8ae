"""Finding ways for the tracks of a board with two layers, on a grid.

Each net is laid by A*, from what is already joined to the pin that is nearest. A net that finds no way is laid through
the tracks in its way; the nets that it cut are taken up and laid again, and the places that were fought over get
dearer each time, so that the quarrel ends.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

GRID = 0.5
LAYERS = 2
_VIA_COST = 6.0
_CROSSING_COST = 12.0
_FIGHT_COST = 3.0
_MOST_ROUNDS = 800

# A straight line between two spots comes this much nearer to a pin than the spots do.
_SAG = 0.02

# The owner of what no net may touch.
_NOBODY = " "

# Column, row, layer.
Cell = tuple[int, int, int]
# A cell, or the middle of four.
Place = tuple[float, float, int]
# A column and a row, or halfway between two.
Spot = tuple[float, float]
Point = tuple[float, float]


class NoWay(RuntimeError):
    """The nets could not all be laid."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A pin's copper, on both layers: a box about its middle."""

    net: str
    x: float
    y: float
    half_width: float
    half_height: float

    def distance(self, x: float, y: float) -> float:
        """From the copper's edge to a point; 0 inside."""
        return math.hypot(max(abs(x - self.x) - self.half_width, 0.0), max(abs(y - self.y) - self.half_height, 0.0))


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of copper on one layer."""

    net: str
    layer: int
    start: Point
    end: Point
    width: float


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole from layer to layer."""

    net: str
    at: Point


@dataclass(frozen=True, slots=True)
class Rules:
    """What a board's maker can do, in millimetres, and how wide a net's tracks are."""

    clearance: float = 0.2
    edge: float = 0.5
    via: float = 0.7
    narrow: float = 0.3
    wide: float = 0.6
    wide_nets: frozenset[str] = frozenset()

    def width(self, net: str) -> float:
        """The width of a net's tracks."""
        return self.wide if net in self.wide_nets else self.narrow


@dataclass(frozen=True, slots=True)
class Area:
    """The board: its size, its copper, and the round places (middle and radius) where no copper may come."""

    width: float
    height: float
    pads: Sequence[Pad]
    keep_out: Sequence[tuple[Point, float]] = ()


@dataclass(slots=True)
class _Laid:
    """A routed net: the paths between its pins."""

    paths: list[list[Cell]] = field(default_factory=list)
    joints: list[tuple[Cell, Point]] = field(default_factory=list)


class Router:
    """Lays the nets of a board."""

    def __init__(self, area: Area, rules: Rules) -> None:
        self._area = area
        self._rules = rules
        self._pads: dict[str, list[Pad]] = defaultdict(list)
        for pad in area.pads:
            self._pads[pad.net].append(pad)
        self._laid: dict[str, _Laid] = {}
        self._dear: dict[Cell, float] = defaultdict(float)
        self._walls = {width: self._wall(width) for width in (rules.narrow, rules.wide)}
        self._shadows: dict[float, dict[Place, set[str]]] = {width: {} for width in self._walls}

    def route(self, nets: Iterable[str]) -> tuple[list[Track], list[Via]]:
        """Lay *nets*; raises NoWay when some stay open."""
        waiting = sorted(nets, key=self._length)
        for _ in range(_MOST_ROUNDS):
            if not waiting:
                return self._tracks(), self._vias()
            waiting.extend(self._lay(waiting.pop(0)))
        raise NoWay(f"expected a way for every net, got none for {waiting!r}")

    def _length(self, net: str) -> tuple[float, str]:
        xs = [pad.x for pad in self._pads[net]]
        ys = [pad.y for pad in self._pads[net]]
        return max(xs) - min(xs) + max(ys) - min(ys), net

    def _lay(self, net: str) -> list[str]:
        """Lay one net; returns those that had to be taken up for it."""
        laid = _Laid()
        pads = self._pads[net]
        joined: set[Cell] = set()
        self._join(laid, joined, pads[0])
        left = list(pads[1:])
        while left:
            pad = min(left, key=lambda pad: _nearest(joined, pad))
            left.remove(pad)
            laid.paths.append(self._find(net, joined, set(_inside(pad))))
            joined.update(laid.paths[-1])
            self._join(laid, joined, pad)
        cut = self._take_up(net, laid)
        self._put(net, laid)
        return cut

    def _join(self, laid: _Laid, joined: set[Cell], pad: Pad) -> None:
        cells = list(_inside(pad))
        joined.update(cells)
        laid.joints.extend((cell, (pad.x, pad.y)) for cell in cells)

    def _take_up(self, net: str, laid: _Laid) -> list[str]:
        """Take up the nets that *laid* runs through; where it did is dearer from now on."""
        tracks = self._shadows[self._rules.width(net)]
        fought = {cell: set(tracks[cell]) for path in laid.paths for cell in path if cell in tracks}
        for path in laid.paths:
            for a, b in pairwise(path):
                fought[b] = fought.get(b, set()) | tracks.get(_halfway(a, b), set())
        fought = {cell: others for cell, others in fought.items() if others}
        for cell in fought:
            self._dear[cell] += _FIGHT_COST
        cut = sorted(set().union(*fought.values()))
        for other in cut:
            self._remove(other)
        return cut

    def _wall(self, width: float) -> dict[Spot, str]:
        """The spots where tracks of *width* can never be: the edge, the holes, and the pins of other nets."""
        half = width / 2
        wall: dict[Spot, str] = {}
        for pad in self._area.pads:
            for spot in _around_pad(pad, self._rules.clearance + half + _SAG):
                wall[spot] = pad.net if wall.get(spot, pad.net) == pad.net else _NOBODY
        for (x, y), radius in self._area.keep_out:
            wall.update(dict.fromkeys(_spots(x, y, radius + half), _NOBODY))
        wall.update(dict.fromkeys(self._rim(self._rules.edge + half), _NOBODY))
        return wall

    def _rim(self, rim: float) -> Iterator[Spot]:
        for column in range(-1, int(self._area.width / GRID) + 2):
            for row in range(-1, int(self._area.height / GRID) + 2):
                x, y = column * GRID, row * GRID
                if not (rim <= x <= self._area.width - rim and rim <= y <= self._area.height - rim):
                    yield column, row

    def _shadow(self, net: str, laid: _Laid, width: float) -> set[Place]:
        """The places that a routed net keeps another's tracks of *width* out of."""
        gap = self._rules.clearance + width / 2
        half = self._rules.width(net) / 2
        found: set[Place] = set()
        for path in laid.paths:
            for (a, b, layer), (c, d, other) in pairwise(path):
                if layer != other:
                    reach = gap + self._rules.via / 2
                    spots = (*_disc(a, b, reach), *_between(a, b, reach))
                    found.update((*spot, each) for spot in spots for each in range(LAYERS))
                for x, y in ((a, b), ((a + c) / 2, (b + d) / 2), (c, d)):
                    found.update((*spot, layer) for spot in _disc(x, y, gap + half))
                    found.update((*spot, layer) for spot in _between(x, y, gap + half))
        return found

    def _put(self, net: str, laid: _Laid) -> None:
        self._laid[net] = laid
        for width, tracks in self._shadows.items():
            for cell in self._shadow(net, laid, width):
                tracks.setdefault(cell, set()).add(net)

    def _remove(self, net: str) -> None:
        laid = self._laid.pop(net)
        for width, tracks in self._shadows.items():
            for cell in self._shadow(net, laid, width):
                tracks[cell].discard(net)
                if not tracks[cell]:
                    del tracks[cell]

    def _find(self, net: str, sources: set[Cell], goals: set[Cell]) -> list[Cell]:
        """The cheapest way for *net* from any of *sources* to any of *goals*."""
        xs, ys = [c[0] for c in goals], [c[1] for c in goals]
        box = (min(xs), max(xs), min(ys), max(ys))
        came: dict[Cell, Cell | None] = dict.fromkeys(sources)
        cost = dict.fromkeys(sources, 0.0)
        queue = [(_far(cell, box), cell) for cell in sorted(sources)]
        heapq.heapify(queue)
        done: set[Cell] = set()
        while queue:
            _, cell = heapq.heappop(queue)
            if cell in done:
                continue
            done.add(cell)
            if cell in goals:
                return _back(came, cell)
            for step, price in self._steps(net, cell):
                total = cost[cell] + price
                if total < cost.get(step, math.inf):
                    cost[step], came[step] = total, cell
                    heapq.heappush(queue, (total + _far(step, box), step))
        raise NoWay(f"expected a way between two pins, got walls all around {sorted(goals)[0]!r}")

    def _steps(self, net: str, cell: Cell) -> Iterator[tuple[Cell, float]]:
        column, row, layer = cell
        width = self._rules.width(net)
        wall, tracks = self._walls[width], self._shadows[width]
        for dx, dy, length in _STEPS:
            step = (column + dx, row + dy, layer)
            if wall.get(step[:2], net) == net and wall.get((column + dx / 2, row + dy / 2), net) == net:
                # The upper layer likes to run across, the lower one along.
                askew = 1.4 if (dx == 0 and layer == 0) or (dy == 0 and layer == 1) else 1.0
                crosses = step in tracks or _halfway(cell, step) in tracks
                yield step, length * askew + self._dear.get(step, 0.0) + (_CROSSING_COST if crosses else 0.0)
        if _via_fits(net, column, row, wall, tracks):
            yield (column, row, 1 - layer), _VIA_COST

    def _tracks(self) -> list[Track]:
        return [track for net in sorted(self._laid) for track in self._tracks_of(net)]

    def _tracks_of(self, net: str) -> Iterator[Track]:
        laid, width = self._laid[net], self._rules.width(net)
        ends = {end for path in laid.paths for end in (path[0], path[-1])}
        for cell, middle in dict(laid.joints).items():
            if cell in ends and _point(cell) != middle:
                yield Track(net, cell[2], middle, _point(cell), width)
        for path in laid.paths:
            for first, last in _straights(path, ends):
                yield Track(net, first[2], _point(first), _point(last), width)

    def _vias(self) -> list[Via]:
        return [
            Via(net, at)
            for net in sorted(self._laid)
            for at in sorted({_point(a) for path in self._laid[net].paths for a, b in pairwise(path) if a[2] != b[2]})
        ]


_STEPS = [(dx, dy, math.hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
_BESIDE = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]


def _inside(pad: Pad) -> Iterator[Cell]:
    """The cells so near to a pad's middle that a track from there is hidden under the pad."""
    for column, row in _cells(pad.x, pad.y, min(pad.half_width, pad.half_height) * 0.6):
        yield from ((column, row, layer) for layer in range(LAYERS))


def _halfway(a: Cell, b: Cell) -> Place:
    """The middle of a step: one aslant is nearer there to what it squeezes past than at either end."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, a[2]


def _via_fits(net: str, column: int, row: int, wall: Mapping[Spot, str], tracks: Mapping[Place, set[str]]) -> bool:
    """A via is wider than a track: what is beside the cell has to be free too, on both layers."""
    for dx, dy in _BESIDE:
        spot = (column + dx, row + dy)
        if wall.get(spot, net) != net or (*spot, 0) in tracks or (*spot, 1) in tracks:
            return False
    return True


def _point(cell: Cell) -> Point:
    return round(cell[0] * GRID, 3), round(cell[1] * GRID, 3)


def _cells(x: float, y: float, radius: float) -> Iterator[tuple[int, int]]:
    """The columns and rows nearer to a point than *radius*."""
    for column in range(math.ceil((x - radius) / GRID), math.floor((x + radius) / GRID) + 1):
        for row in range(math.ceil((y - radius) / GRID), math.floor((y + radius) / GRID) + 1):
            if math.hypot(column * GRID - x, row * GRID - y) < radius - 1e-6:
                yield column, row


@cache
def _offsets(half_x: bool, half_y: bool, radius: float) -> tuple[tuple[int, int], ...]:
    return tuple(_cells(GRID / 2 * half_x, GRID / 2 * half_y, radius))


def _disc(column: float, row: float, radius: float) -> Iterator[tuple[int, int]]:
    """The columns and rows nearer than *radius* to one of them, or to what is halfway between two."""
    left, top = math.floor(column), math.floor(row)
    for dx, dy in _offsets(column != left, row != top, radius):
        yield left + dx, top + dy


def _between(column: float, row: float, radius: float) -> Iterator[tuple[float, float]]:
    """As `_disc`, but the middles of the grid's squares."""
    for left, top in _disc(column - 0.5, row - 0.5, radius):
        yield left + 0.5, top + 0.5


def _spots(x: float, y: float, radius: float) -> Iterator[Spot]:
    """As `_cells`, and what is halfway between them."""
    for column, row in _cells(x * 2, y * 2, radius * 2):
        yield column / 2, row / 2


def _around_pad(pad: Pad, gap: float) -> Iterator[Spot]:
    reach = math.hypot(pad.half_width, pad.half_height) + gap
    for column, row in _spots(pad.x, pad.y, reach):
        if pad.distance(column * GRID, row * GRID) < gap - 1e-6:
            yield column, row


def _nearest(joined: set[Cell], pad: Pad) -> float:
    return min(abs(column * GRID - pad.x) + abs(row * GRID - pad.y) for column, row, _ in joined)


def _far(cell: Cell, box: tuple[int, int, int, int]) -> float:
    """No way to a cell of *box* is shorter than this."""
    dx = max(box[0] - cell[0], cell[0] - box[1], 0)
    dy = max(box[2] - cell[1], cell[1] - box[3], 0)
    return max(dx, dy) + 0.414 * min(dx, dy)


def _back(came: Mapping[Cell, Cell | None], cell: Cell) -> list[Cell]:
    path = [cell]
    while (before := came[path[-1]]) is not None:
        path.append(before)
    return path[::-1]


def _straights(path: Sequence[Cell], ends: Set[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """The path in pieces that do not bend, stay on their layer, and have none of *ends* halfway.

    KiCad takes a short track for one that hangs where it meets another in the middle.
    """
    start = 0
    for here in range(1, len(path)):
        last = here == len(path) - 1
        bends = last or _direction(path[here - 1], path[here]) != _direction(path[here], path[here + 1])
        if bends or path[here] in ends:
            if path[start][2] == path[here][2]:
                yield path[start], path[here]
            start = here


def _direction(a: Cell, b: Cell) -> tuple[int, int, int]:
    return b[0] - a[0], b[1] - a[1], b[2] - a[2]
