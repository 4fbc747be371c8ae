"""The probability of every number on every hidden panel of the other players, by counting possible arrangements.

An arrangement gives each hidden panel of the others a number: each number of a colour once, every row rising, no
number that a wrong attack has named for that panel, and no panel that is seen elsewhere. All arrangements are equally
likely, because all unseen panels are dealt with equal probability, except that a dash is equally likely in each place
of its row: it has the weight 1 / (length of the row).

The arrangements are counted by dynamic programming, not listed. The panels are taken in the order in which they stand
in a row; each goes to the next place of one of the rows, or to none. The state is the next place of every row and the
dashes used so far. The numbers of arrangements are summed over the states, once forward and once backward.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import lcm
from typing import TypeAlias

from companion.games.coda.panels import DASH, NUMBERS, Colour
from companion.games.coda.view import Position, Seen

Odds: TypeAlias = Mapping[tuple[int, int], Mapping[int, float]]
"""For every hidden panel of the others, by (seat, place): the probability of each number that it may have."""

_COLOURS = tuple(Colour)
_KEYS = tuple((colour, number) for number in range(NUMBERS) for colour in _COLOURS)
# A state is one integer: two bits for the dashes used, then five bits for the next place of each row.
_DASHES = 2
_BITS = 5
_PLACES = 31


@dataclass(frozen=True, slots=True)
class _Run:
    """A step along a row past the places ``passed``, each of which holds a dash, to ``place``."""

    place: int
    used: int
    weight: int
    passed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Edge:
    """A transition between two states: the row and place that the number takes (None: no row), the dashes passed."""

    before: int
    after: int
    weight: int
    row: int
    place: int | None
    passed: tuple[int, ...] = ()


class _Row:
    """One player's row: which number fits where, and which places may hold dashes."""

    def __init__(self, panels: Sequence[Seen], free: set[tuple[Colour, int]], scale: int) -> None:
        self.panels = panels
        self.length = len(panels)
        self._free = free
        self._scale = scale
        self.runs = [
            [tuple(self._run(place, used)) for used in range(1 << _DASHES)] for place in range(self.length + 1)
        ]
        self.hopeful = self._hopeful()

    def fits(self, place: int, key: tuple[Colour, int]) -> bool:
        """Return whether *key*, a colour and number, may stand at *place*."""
        if place >= self.length or self.panels[place].colour is not key[0]:
            return False
        panel = self.panels[place]
        return panel.number == key[1] if panel.number is not None else key in self._free and key[1] not in panel.denied

    def _run(self, place: int, used: int) -> Iterator[_Run]:
        """Yield every run of dashes from *place* on, including the run of none."""
        panel = self.panels[place] if place < self.length else None
        if panel is None or panel.number != DASH:
            yield _Run(place, used, 1, ())
        if panel is None:
            return
        if panel.number == DASH:
            yield from self._run(place + 1, used)
            return
        bit = 1 << _COLOURS.index(panel.colour)
        is_free = panel.number is None and (panel.colour, DASH) in self._free and DASH not in panel.denied
        if is_free and not used & bit:
            for run in self._run(place + 1, used | bit):
                yield _Run(run.place, run.used, run.weight * self._scale // self.length, (place, *run.passed))

    def _hopeful(self) -> list[int]:
        """Return, by key, the bit set of places from which this row, taken alone, can still be completed."""
        sets = [1 << self.length]
        for key in reversed(_KEYS):
            later = sets[-1]
            here = 0 if any((panel.colour, panel.number) == key for panel in self.panels) else later
            for place in range(self.length):
                if self.fits(place, key) and any(later >> run.place & 1 for run in self.runs[place + 1][0]):
                    here |= 1 << place
            sets.append(here)
        return sets[::-1]


class _Count:
    """The weighted number of arrangements, by row, place and number: one forward and one backward pass."""

    def __init__(self, rows: Sequence[_Row], dashes: int, scale: int) -> None:
        self._rows = rows
        self._dashes = dashes
        self._scale = scale
        self._shifts = [_DASHES + _BITS * number for number in range(len(rows))]
        self.counts: list[list[dict[int, int]]] = [[{} for _ in row.panels] for row in rows]
        starts = list(self._starts())
        layers = self._forward({state: weight for state, weight, _ in starts})
        self._back(starts, layers)

    def _starts(self) -> Iterator[tuple[int, int, tuple[tuple[int, int], ...]]]:
        """Yield every state before the first number, its weight, and the dashes passed as (row, place)."""
        open_starts: list[tuple[int, int, tuple[tuple[int, int], ...]]] = [(0, 1, ())]
        for number, row in enumerate(self._rows):
            open_starts = [
                (
                    (state & ~3) | run.used | run.place << self._shifts[number],
                    weight * run.weight,
                    (*passed, *((number, place) for place in run.passed)),
                )
                for state, weight, passed in open_starts
                for run in row.runs[0][state & 3]
            ]
        return iter(open_starts)

    def _forward(self, ways: dict[int, int]) -> list[tuple[dict[int, int], list[_Edge]]]:
        """Return, by key, the weights of the arrangements up to each state before it, and the edges from there."""
        layers = []
        for step, key in enumerate(_KEYS):
            edges = list(self._edges(ways, step, key))
            layers.append((ways, edges))
            after: dict[int, int] = {}
            for edge in edges:
                after[edge.after] = after.get(edge.after, 0) + ways[edge.before] * edge.weight
            ways = after
        return layers

    def _edges(self, states: Mapping[int, int], step: int, key: tuple[Colour, int]) -> Iterator[_Edge]:
        takers = [
            (number, row, {place for place in range(row.length) if row.fits(place, key)})
            for number, row in enumerate(self._rows)
        ]
        hopes = [row.hopeful[step + 1] for row in self._rows]
        for state in states:
            if all(hope >> (state >> shift & _PLACES) & 1 for hope, shift in zip(hopes, self._shifts, strict=True)):
                yield _Edge(state, state, 1, 0, None)
            for number, row, fitting in takers:
                place = state >> self._shifts[number] & _PLACES
                if place in fitting:
                    yield from self._edges_over(state, number, row, place, hopes)

    def _edges_over(self, state: int, number: int, row: _Row, place: int, hopes: Sequence[int]) -> Iterator[_Edge]:
        shift, used = self._shifts[number], state & 3
        for other, hope in enumerate(hopes):
            if other != number and not hope >> (state >> self._shifts[other] & _PLACES) & 1:
                return
        for run in row.runs[place + 1][used]:
            if hopes[number] >> run.place & 1:
                after = state + (run.place - place << shift) + run.used - used
                yield _Edge(state, after, run.weight, number, place, run.passed)

    def _back(
        self,
        starts: Sequence[tuple[int, int, tuple[tuple[int, int], ...]]],
        layers: Sequence[tuple[dict[int, int], list[_Edge]]],
    ) -> None:
        end = sum(row.length << shift for row, shift in zip(self._rows, self._shifts, strict=True))
        # All weights are scaled to integers: a dash in a row weighs scale / length, a dash in no row weighs scale.
        onward = {end + used: self._scale ** (self._dashes & ~used).bit_count() for used in range(1 << _DASHES)}
        for (ways, edges), (_, number) in zip(reversed(layers), reversed(_KEYS), strict=True):
            here: dict[int, int] = {}
            for edge in edges:
                rest = onward.get(edge.after, 0) * edge.weight
                if rest:
                    here[edge.before] = here.get(edge.before, 0) + rest
                    if edge.place is not None:
                        self._add(edge.row, (edge.place,), number, ways[edge.before] * rest)
                        self._add(edge.row, edge.passed, DASH, ways[edge.before] * rest)
            onward = here
        for state, weight, passed in starts:
            for row, place in passed if state in onward else ():
                self._add(row, (place,), DASH, weight * onward[state])

    def _add(self, row: int, places: Sequence[int], number: int, ways: int) -> None:
        for place in places:
            counts = self.counts[row][place]
            counts[number] = counts.get(number, 0) + ways


def odds(position: Position) -> Odds:
    """Return the probabilities for every hidden panel of the other players in *position*.

    Where no arrangement is possible, no panel has any.
    """
    seats = [seat for seat in range(position.rules.players) if seat != position.seat]
    free = _free(position)
    scale = lcm(*(len(position.rows[seat]) or 1 for seat in seats))
    rows = [_Row(position.rows[seat], free, scale) for seat in seats]
    count = _Count(rows, sum(1 << bit for bit, colour in enumerate(_COLOURS) if (colour, DASH) in free), scale)
    return {
        (seat, place): _shares(count.counts[number][place])
        for number, seat in enumerate(seats)
        for place, panel in enumerate(position.rows[seat])
        if panel.is_standing
    }


def _free(position: Position) -> set[tuple[Colour, int]]:
    """Return the panels that the player does not see."""
    every = set(product(_COLOURS, position.rules.numbers))
    panels = [panel for row in position.rows for panel in row] + [position.drawn or Seen(Colour.DARK, None, True)]
    return every - {(panel.colour, panel.number) for panel in panels if panel.number is not None}


def _shares(counts: Mapping[int, int]) -> Mapping[int, float]:
    total = sum(counts.values())
    return {number: ways / total for number, ways in sorted(counts.items())}
