"""What screens may show of a match of Coda, and what the box may know at its own seats."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.coda.panels import Colour, Panel, Row, places
from companion.games.coda.state import Finished, Phase, Role, Round, Rules, State, pool_size
from companion.games.contract import Outcome


@dataclass(frozen=True, slots=True)
class Seen:
    """A panel as one viewer sees it; ``number`` is None if the viewer may not know it.

    ``denied`` and ``named`` are those of a ``Panel``, which only a ``Position`` has.
    """

    colour: Colour
    number: int | None
    is_standing: bool
    denied: tuple[int, ...] = ()
    named: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as one viewer sees it; it has no wrong attacks, because players must remember them.

    ``places`` are the places at which the drawn panel may be put, for a viewer who may know them: the seat that has
    drawn it, and everybody where the box is referee and knows no numbers. ``pool`` gives the number of panels of each
    colour that are left to draw. ``inserted`` is the place at which the last panel was put into the row of the seat
    ``inserter``.
    """

    number: int
    rows: tuple[tuple[Seen, ...], ...]
    drawn: Seen | None
    places: tuple[int, ...]
    points: tuple[int, ...]
    turn: int
    hits: int
    pool: tuple[tuple[Colour, int], ...]
    is_dealt: bool
    inserted: int | None
    inserter: int | None


@dataclass(frozen=True, slots=True)
class DoneView:
    """A finished round: all panels, the points of each player, and the winner."""

    number: int
    rows: tuple[tuple[Seen, ...], ...]
    points: tuple[int, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class CodaView:
    """A match as one viewer sees it."""

    rules: Rules
    phase: Phase
    now: RoundView | None
    done: tuple[DoneView, ...]
    scores: tuple[int, ...]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Position:
    """All that the player at ``seat`` may see and has heard in this round; the box's policy plays from it."""

    rules: Rules
    phase: Phase
    seat: int
    rows: tuple[tuple[Seen, ...], ...]
    drawn: Seen | None
    places: tuple[int, ...]
    hits: int
    pool: tuple[tuple[Colour, int], ...]


def round_view(rules: Rules, number: int, now: Round, seat: int | None) -> RoundView:
    """Return *now* as the player at *seat* sees it, or for None as all players see it."""
    is_own = seat == now.turn
    return RoundView(
        number=number,
        rows=tuple(_seen_row(row, who == seat) for who, row in enumerate(now.rows)),
        drawn=None if now.drawn is None else _seen_panel(now.drawn, is_own),
        places=_places(now) if is_own or rules.role is Role.REFEREE else (),
        points=now.points,
        turn=now.turn,
        hits=now.hits,
        pool=_pool(rules, now),
        is_dealt=now.is_dealt,
        inserted=now.inserted,
        inserter=now.inserter,
    )


def done_view(number: int, done: Finished) -> DoneView:
    """Return the view of a finished round, which is the same for all."""
    return DoneView(number, tuple(_seen_row(row, True) for row in done.rows), done.points, done.winner)


def position(state: State, now: Round, seat: int) -> Position:
    """Return what the player at *seat* knows of the round *now*."""
    return Position(
        rules=state.rules,
        phase=now.phase,
        seat=seat,
        rows=tuple(tuple(_heard_panel(panel, who == seat) for panel in row) for who, row in enumerate(now.rows)),
        drawn=None if now.drawn is None else _heard_panel(now.drawn, seat == now.turn),
        places=_places(now) if seat == now.turn else (),
        hits=now.hits,
        pool=_pool(state.rules, now),
    )


def totals(state: State) -> tuple[int, ...]:
    """Return the points of every seat, including the round in play."""
    rounds = [done.points for done in state.done] + ([] if state.now is None else [state.now.points])
    return tuple(sum(points[seat] for points in rounds) for seat in range(state.rules.players))


def _pool(rules: Rules, now: Round) -> tuple[tuple[Colour, int], ...]:
    return tuple((colour, pool_size(rules, now, colour)) for colour in Colour)


def _places(now: Round) -> tuple[int, ...]:
    return () if now.drawn is None else tuple(places(now.rows[now.turn], now.drawn))


def _seen_panel(panel: Panel, is_own: bool) -> Seen:
    return Seen(panel.colour, panel.value if is_own or not panel.is_standing else None, panel.is_standing)


def _heard_panel(panel: Panel, is_own: bool) -> Seen:
    return replace(_seen_panel(panel, is_own), denied=panel.denied, named=panel.named)


def _seen_row(row: Row, is_own: bool) -> tuple[Seen, ...]:
    return tuple(_seen_panel(panel, is_own) for panel in row)
