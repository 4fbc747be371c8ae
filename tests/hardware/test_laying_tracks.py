"""The router: whatever it lays hangs together, and keeps its distance. Measured here by geometry, not on its grid."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

import pytest
from circuit.route import Area, NoWay, Pad, Point, Router, Rules, Track, Via
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

RULES = Rules(wide_nets=frozenset({"A"}))
SIZE = 20.0


@st.composite
def _boards(draw: st.DrawFn) -> list[Pad]:
    """A few pins of three nets, on places where they do not touch, off the router's grid."""
    places = draw(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=6, max_size=12, unique=True))
    shift = draw(st.floats(0, 0.4))
    nets = "ABC" * 4
    return [Pad(net, 2.5 + 3 * x + shift, 2.5 + 3 * y, 0.8, 0.8) for net, (x, y) in zip(nets, places, strict=False)]


# Without shrinking: what fails is small enough to be drawn on paper.
@settings(max_examples=25, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(_boards())
def test_what_is_laid_joins_the_pins_and_keeps_its_distance(pads: list[Pad]) -> None:
    hole = ((SIZE / 2, SIZE / 2), 1.0)
    try:
        tracks, vias = Router(Area(SIZE, SIZE, pads, [hole]), RULES).route("ABC")
    except NoWay:
        return
    for net in "ABC":
        assert _pieces(net, pads, tracks, vias) == 1
    assert _too_near(pads, tracks, vias) == []
    for track in tracks:
        assert _from_segment(hole[0], track.start, track.end) >= hole[1] + track.width / 2 - 1e-6
        for x, y in (track.start, track.end):
            assert min(x, y, SIZE - x, SIZE - y) >= RULES.edge + track.width / 2 - 1e-6


def test_nets_that_cross_change_sides() -> None:
    pads = [
        Pad("A", 5, 10, 0.8, 0.8),
        Pad("A", 15, 10, 0.8, 0.8),
        Pad("B", 10, 5, 0.8, 0.8),
        Pad("B", 10, 15, 0.8, 0.8),
    ]
    tracks, _ = Router(Area(SIZE, SIZE, pads), RULES).route("AB")
    assert {track.layer for track in tracks} == {0, 1}


def test_a_pin_that_is_walled_in_is_said_to_be() -> None:
    wall = [((5 + 3 * math.cos(turn), 5 + 3 * math.sin(turn)), 1.0) for turn in (n * math.pi / 8 for n in range(16))]
    pads = [Pad("A", 5, 5, 0.8, 0.8), Pad("A", 15, 15, 0.8, 0.8)]
    with pytest.raises(NoWay, match="expected a way between two pins"):
        Router(Area(SIZE, SIZE, pads, wall), RULES).route("A")


def test_the_same_board_is_laid_the_same_way_twice() -> None:
    pads = [Pad(net, 3 + 2.54 * n, y, 0.8, 0.8) for n, net in enumerate("ABCABC") for y in (4.0, 16.0)]
    first, second = (Router(Area(SIZE, SIZE, pads), RULES).route("ABC") for _ in range(2))
    assert first == second


def test_a_track_laid_over_anothers_pin_is_seen() -> None:
    pads = [Pad("A", 5, 5, 0.8, 0.8), Pad("B", 10, 5, 0.8, 0.8)]
    assert _too_near(pads, [Track("A", 0, (5, 5), (12, 5), 0.3)], []) != []
    assert _pieces("A", [pads[0], Pad("A", 15, 5, 0.8, 0.8)], [Track("A", 0, (5, 5), (12, 5), 0.3)], []) == 2


def _pieces(net: str, pads: list[Pad], tracks: list[Track], vias: list[Via]) -> int:
    """Into how many pieces a net's copper falls."""
    groups: list[list[Track]] = []
    for copper in _coppers(net, pads, tracks, vias):
        touching = [group for group in groups if any(_touch(copper, other) for other in group)]
        groups = [group for group in groups if group not in touching] + [sum(touching, [copper])]
    # What goes through the board is there once a layer.
    through = [
        _touching(groups, at)
        for at in [(p.x, p.y) for p in pads if p.net == net] + [v.at for v in vias if v.net == net]
    ]
    return _joined(len(groups), through)


def _coppers(net: str, pads: list[Pad], tracks: list[Track], vias: list[Via]) -> Iterator[Track]:
    """Each piece on its layer; pins and vias as tracks without a length."""
    points = [(pad.x, pad.y) for pad in pads if pad.net == net] + [via.at for via in vias if via.net == net]
    yield from (Track(net, layer, at, at, 0.0) for at in points for layer in (0, 1))
    yield from (track for track in tracks if track.net == net)


def _touch(a: Track, b: Track) -> bool:
    if a.layer != b.layer:
        return False
    ends = [(end, b) for end in (a.start, a.end)] + [(end, a) for end in (b.start, b.end)]
    return min(_from_segment(end, track.start, track.end) for end, track in ends) < 1e-6


def _touching(groups: list[list[Track]], at: Point) -> set[int]:
    return {n for n, group in enumerate(groups) for track in group if track.start == track.end == at}


def _joined(count: int, links: list[set[int]]) -> int:
    sets = [{n} for n in range(count)]
    for link in links:
        met = [group for group in sets if group & link]
        sets = [group for group in sets if not group & link] + [set().union(*met)]
    return len(sets)


def _along(track: Track, share: float) -> Point:
    (a, b), (c, d) = track.start, track.end
    return a + (c - a) * share, b + (d - b) * share


def _too_near(pads: list[Pad], tracks: list[Track], vias: list[Via]) -> list[object]:
    """Every pair of coppers of different nets that are nearer than they may be."""
    bad: list[object] = []
    for a, b in combinations(tracks, 2):
        if a.net != b.net and a.layer == b.layer and _gap(a, b) < RULES.clearance - 1e-3:
            bad.append((a, b))
    for track in tracks:
        for pad in pads:
            if pad.net != track.net and _from_pad(pad, track) - track.width / 2 < RULES.clearance - 1e-3:
                bad.append((pad, track))
        for via in vias:
            room = _from_segment(via.at, track.start, track.end) - track.width / 2 - RULES.via / 2
            if via.net != track.net and room < RULES.clearance - 1e-3:
                bad.append((via, track))
    return bad


def _gap(a: Track, b: Track) -> float:
    if _cross(a, b):
        return -1.0
    ends = [(end, b) for end in (a.start, a.end)] + [(end, a) for end in (b.start, b.end)]
    return min(_from_segment(end, track.start, track.end) for end, track in ends) - a.width / 2 - b.width / 2


def _cross(a: Track, b: Track) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    around_a = side(a.start, a.end, b.start) * side(a.start, a.end, b.end) < 0
    return around_a and side(b.start, b.end, a.start) * side(b.start, b.end, a.end) < 0


def _from_pad(pad: Pad, track: Track) -> float:
    return min(pad.distance(*_along(track, n / 200)) for n in range(201))


def _from_segment(point: Point, start: Point, end: Point) -> float:
    length = math.dist(start, end)
    if length == 0:
        return math.dist(point, start)
    share = ((point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (end[1] - start[1])) / length**2
    share = min(max(share, 0.0), 1.0)
    return math.dist(point, (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
