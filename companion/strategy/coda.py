"""How the box plays Coda: by probabilities, at three strengths."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.errors import MoveRefused
from companion.games.coda.moves import Attack, Draw, Fall, Move, Place, Stop, Take
from companion.games.coda.panels import Colour
from companion.games.coda.play import FOR_A_HIT, FOR_AN_EXPOSED_CODE, FOR_THE_ROUND
from companion.games.coda.state import Phase, Strength
from companion.games.coda.view import Position, Seen
from companion.strategy.coda_odds import Odds, odds

NOBODY = -1
"""The seat of an observer, who has no row."""

EVEN = 0.5


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a player thinks of a panel and of the others.

    ``panel`` is the value in points of a hidden panel to its owner, because the others have to hit one panel more.
    With ``hears_attackers``, players are taken not to hold what they have named wrongly.
    """

    panel: float
    hears_attackers: bool


PLAIN = Judgement(1.0, hears_attackers=False)
"""The judgement of a box that is not strong."""
SHREWD = Judgement(0.5, hears_attackers=True)


@dataclass(frozen=True, slots=True)
class Chance:
    """An attack, the probability ``odds`` that it is right, and its expected gain ``worth`` in points."""

    attack: Attack
    odds: float
    worth: float


def play(position: Position, draw: Callable[[int], int], judgement: Judgement = SHREWD) -> Move:
    """Return the box's move in *position*; ``draw(n)`` is a uniform number below n, *judgement* that of a strong box.

    Raises ``MoveRefused`` in a phase in which no player moves.
    """
    match position.phase:
        case Phase.TAKE:
            # One throw for each panel: the others cannot foresee the colours, and both colours are likely.
            return Take(sum(draw(len(Colour)) for _ in range(position.rules.panels)))
        case Phase.DRAW:
            most = max(left for _, left in position.pool)
            colours = [colour for colour, left in position.pool if left == most]
            return Draw(colours[draw(len(colours))])
        case Phase.PLACE:
            return Place(position.places[draw(len(position.places))])
        case Phase.FALL:
            return Fall(_cheapest(position, draw, judgement))
        case Phase.ATTACK:
            return _attack(position, draw, judgement)
    raise MoveRefused(f"expected a phase in which a player moves, got {position.phase.name}")


def chances(position: Position, judgement: Judgement = PLAIN) -> list[Chance]:
    """Return every attack that may be right, with its probability and its worth."""
    risk = _risk(position, judgement)
    return [
        Chance(Attack(seat, place, number), share, share * _prize(position, seat) - (1 - share) * risk)
        for (seat, place), shares in _believed(position, judgement).items()
        for number, share in shares.items()
    ]


def _prize(position: Position, seat: int) -> float:
    """Return the points for a right attack on *seat*: more for a player's last panel, most if it ends the round."""
    standing = [sum(panel.is_standing for panel in row) for row in position.rows]
    if standing[seat] > 1:
        return FOR_A_HIT
    others = [who for who, count in enumerate(standing) if count and who not in (seat, position.seat)]
    return FOR_A_HIT + FOR_AN_EXPOSED_CODE + (0 if others else FOR_THE_ROUND)


def _believed(position: Position, judgement: Judgement) -> Odds:
    """Return the odds in *position*; where somebody must hold what they named, it is not taken for a denial."""
    if judgement.hears_attackers:
        heard = _with_denied(position, lambda panel: tuple({*panel.denied, *panel.named}))
        found = odds(heard)
        if all(found.values()):
            return found
    return odds(position)


def _risk(position: Position, judgement: Judgement) -> float:
    """Return the points that a wrong attack costs: a panel shown and, where it is the player's last, the round."""
    own = sum(panel.is_standing for panel in position.rows[position.seat])
    return judgement.panel if position.drawn is not None or own > 1 else judgement.panel + FOR_THE_ROUND


def _attack(position: Position, draw: Callable[[int], int], judgement: Judgement) -> Move:
    match position.rules.strength:
        case Strength.EASY:
            return Stop() if position.hits else _by_chance(chances(position), draw)
        case Strength.MIDDLE:
            # A player who does not remember wrong attacks.
            forgotten = _with_denied(position, lambda panel: ())
            best = max(chances(forgotten), key=lambda chance: chance.odds)
            return Stop() if position.hits and best.odds < EVEN else best.attack
        case Strength.STRONG:
            best = max(chances(position, judgement), key=lambda chance: chance.worth)
            return Stop() if position.hits and best.worth <= 0 else best.attack


def _by_chance(found: list[Chance], draw: Callable[[int], int]) -> Attack:
    """Return a random attack, chosen with a probability proportional to its odds."""
    grain = 1 << 20
    left = draw(grain) / grain * sum(chance.odds for chance in found)
    for chance in found:
        left -= chance.odds
        if left < 0:
            return chance.attack
    return found[-1].attack


def _with_denied(position: Position, denied: Callable[[Seen], tuple[int, ...]]) -> Position:
    """Return *position* with the denied numbers that *denied* gives for each panel."""
    rows = tuple(tuple(replace(panel, denied=denied(panel)) for panel in row) for row in position.rows)
    return replace(position, rows=rows)


def _cheapest(position: Position, draw: Callable[[int], int], judgement: Judgement) -> int:
    """Return the own panel to knock down: a random one or, for a strong player, the one that others know best."""
    row = position.rows[position.seat]
    standing = [place for place, panel in enumerate(row) if panel.is_standing]
    if position.rules.strength is not Strength.STRONG:
        return standing[draw(len(standing))]
    seen = _believed(_as_watched(position), judgement)
    return max(standing, key=lambda place: seen[position.seat, place].get(_number(position, place), 0))


def _number(position: Position, place: int) -> int:
    number = position.rows[position.seat][place].number
    return NOBODY if number is None else number


def _as_watched(position: Position) -> Position:
    """Return *position* as an observer sees it, who has no row."""
    row = tuple(replace(panel, number=None) if panel.is_standing else panel for panel in position.rows[position.seat])
    rows = (*position.rows[: position.seat], row, *position.rows[position.seat + 1 :])
    return replace(position, seat=NOBODY, rows=rows, drawn=None)
