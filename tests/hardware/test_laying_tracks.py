"""The router: its tracks are connected, and keep their distance. Measured here by geometry, not on its grid."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

import pytest
from circuit.route import Area, NoWay, Pad, Point, Router, Rules, Track, Via
from hypothesis import Phase, example, given, settings
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
@settings(max_examples=12, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
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
    assert _halfway(pads, tracks) == []
    for track in tracks:
        assert _from_segment(hole[0], track.start, track.end) >= hole[1] + track.width / 2 - 1e-6
        for x, y in (track.start, track.end):
            assert min(x, y, SIZE - x, SIZE - y) >= RULES.edge + track.width / 2 - 1e-6


@st.composite
def _crowded(draw: st.DrawFn) -> list[Pad]:
    """Eight nets of two pins on 14 mm: tracks have to squeeze past one another."""
    places = draw(st.permutations([(x, y) for x in range(5) for y in range(5)]))
    return _on_a_grid(places[:16])


def _on_a_grid(places: list[tuple[int, int]]) -> list[Pad]:
    return [
        Pad(net, 2.5 + 2.2 * x, 2.5 + 2.2 * y, 0.7, 0.7) for net, (x, y) in zip("ABCDEFGH" * 2, places, strict=True)
    ]


# A step aslant between two free spots once came 0.05 mm near to the end of another's track.
CORNER_CUT = [
    *((3, 4), (1, 3), (2, 1), (4, 0), (3, 1), (0, 0), (2, 4), (1, 2)),
    *((0, 1), (1, 0), (4, 1), (3, 0), (3, 2), (0, 3), (1, 1), (4, 3)),
]


@settings(max_examples=3, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@example(_on_a_grid(CORNER_CUT))
@given(_crowded())
def test_tracks_that_squeeze_past_one_another_keep_their_distance(pads: list[Pad]) -> None:
    try:
        tracks, vias = Router(Area(14.0, 14.0, pads), RULES).route("ABCDEFGH")
    except NoWay:
        return
    assert _too_near(pads, tracks, vias) == []


def test_no_track_ends_halfway_along_another() -> None:
    # KiCad takes a short one for a track that hangs.
    pads = [
        Pad("A", 3, 10, 0.8, 0.8),
        Pad("A", 17, 10, 0.8, 0.8),
        Pad("A", 10, 3, 0.8, 0.8),
        Pad("A", 10, 17, 0.8, 0.8),
    ]
    wall = [((10.0, 10.0), 2.0)]
    for placed in (pads, pads[:3], [*pads[2:], *pads[:2]]):
        tracks, _ = Router(Area(SIZE, SIZE, placed, wall), RULES).route("A")
        assert _halfway(placed, tracks) == []


def test_a_track_that_ends_halfway_along_another_is_seen() -> None:
    long, short = Track("A", 0, (5, 5), (15, 5), 0.3), Track("A", 0, (10, 5), (10, 8), 0.3)
    assert _halfway([], [long, short]) == [(10, 5)]
    assert _halfway([Pad("A", 10, 5, 0.8, 0.8)], [long, short]) == []


def _halfway(pads: list[Pad], tracks: list[Track]) -> list[Point]:
    """Every end of a track that is on another of its net, on no end of that, and under no pad."""
    return [
        end
        for track in tracks
        for other in tracks
        if (track.net, track.layer) == (other.net, other.layer)
        for end in (track.start, track.end)
        if end not in (other.start, other.end) and _from_segment(end, other.start, other.end) < 1e-6
        if all(pad.distance(*end) > 0 for pad in pads)
    ]


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
