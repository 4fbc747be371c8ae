"""The effects of moves on a round: dealing, drawing, attacking, placing, falling and the end.

Each public function of a move returns the round after it and the box's reply. The reply is the text that a record
needs so that it can be replayed while its panels are still sealed. A function raises ``MoveRefused`` for a move that
the rules do not allow.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias, TypeVar

from companion.errors import N_, MoveRefused
from companion.games.coda import panels
from companion.games.coda.moves import Attack, Deal, Draw, Fall, Hit, Judge, Place, Standing, Take
from companion.games.coda.state import Phase, Role, Round, Rules, pool, pool_size
from companion.games.secret import Secret

FOR_A_HIT = 1
FOR_AN_EXPOSED_CODE = 3
FOR_THE_ROUND = 5

Step: TypeAlias = tuple[Round, str]
T = TypeVar("T")


def deal(rules: Rules, now: Round, move: Deal) -> Step:
    """Give the panel that chance turned up to the player to move; raises ``MoveRefused`` if it is not in the pool."""
    if move.number is not None and (move.colour, move.number.reveal()) not in pool(rules, now):
        raise MoveRefused("expected a panel out of the pool, got another")
    if pool_size(rules, now, move.colour) < 1 or now.drawing not in (None, move.colour):
        raise MoveRefused(f"expected a panel of a colour that is drawn, got {move.colour.word!r}")
    dealt = now.dealt + (move.number is not None)
    now = replace(now, drawn=panels.Panel(move.colour, move.number), dealt=dealt, drawing=None)
    return (replace(now, phase=Phase.ATTACK), "") if now.is_dealt else _settle(rules, now)


def take(rules: Rules, now: Round, move: Take) -> Step:
    """Record how many first panels a player takes dark, the others light; raises ``MoveRefused`` for too many.

    From a real pool the player has taken them; a dealer deals panels of these colours next.
    """
    if move.darks > rules.panels:
        raise MoveRefused(f"expected at most {rules.panels} dark panels, got {move.darks}")
    if rules.role is Role.DEALER:
        return _deal_one(replace(now, darks=move.darks)), ""
    lights = rules.panels - move.darks
    row = (panels.Panel(panels.Colour.DARK),) * move.darks + (panels.Panel(panels.Colour.LIGHT),) * lights
    return _deal_on(rules, _with_row(now, row)), ""


def draw(rules: Rules, now: Round, move: Draw) -> Step:
    """Draw a panel of a colour for the player to move; raises ``MoveRefused`` if the pool has none."""
    if pool_size(rules, now, move.colour) < 1:
        raise MoveRefused(
            f"expected a colour that is left, got {move.colour.word!r}", N_("No panel of this colour is left.")
        )
    if rules.role is Role.REFEREE:
        return replace(now, drawn=panels.Panel(move.colour), phase=Phase.ATTACK), ""
    return replace(now, drawing=move.colour, phase=Phase.PANEL), ""


def place(rules: Rules, now: Round, move: Place) -> Step:
    """Put the drawn panel at the place that its owner chose; raises ``MoveRefused`` unless the numbers rise."""
    if now.drawn is None or move.place not in panels.places(now.rows[now.turn], now.drawn):
        raise MoveRefused(
            f"expected a place at which the numbers rise, got {move.place}", N_("The numbers have to rise there.")
        )
    return _insert(rules, now, move.place), ""


def attack(rules: Rules, now: Round, move: Attack) -> Step:
    """Judge an attack if the panel is known, else wait for a record to say the result."""
    panel = _target(rules, now, move)
    if panel.value is None:
        return replace(now, attack=move, phase=Phase.JUDGE), ""
    if panel.value == move.number:
        return _right(rules, now, move.seat, move.place, panel), "right"
    return lose(rules, _with_denied(now, move), "wrong")


def _target(rules: Rules, now: Round, move: Attack) -> panels.Panel:
    row = now.rows[move.seat] if move.seat < rules.players else ()
    if move.seat == now.turn or move.place >= len(row) or not row[move.place].is_standing:
        raise MoveRefused(
            f"expected a standing panel of another player, got {move.seat + 1}.{move.place + 1}",
            N_("Attack a panel that stands."),
        )
    if move.number not in rules.numbers:
        raise MoveRefused("expected no dash in the standard game", N_("There are no dashes in this game."))
    return row[move.place]


def judge(rules: Rules, now: Round, move: Judge) -> Step:
    """Apply the result that a record gives for an attack on a sealed panel, or for a turn whose time ran out.

    Raises ``MoveRefused`` if the panel that a wrong attack costs is missing, or given without a drawn one.
    """
    if move.is_right and now.attack is not None:
        found = now.rows[now.attack.seat][now.attack.place]
        panel = replace(found, number=Secret(now.attack.number))
        return _right(rules, replace(now, attack=None), now.attack.seat, now.attack.place, panel), ""
    if move.is_right or (move.shown is None) is not (now.drawn is None):
        raise MoveRefused("expected 'right', or 'wrong' with the panel that it cost, got neither")
    now = replace(now if now.attack is None else _with_denied(now, now.attack), attack=None)
    if now.drawn is None or move.shown is None:
        return replace(now, phase=Phase.FALL), ""
    now = replace(now, drawn=replace(now.drawn, number=Secret(move.shown), is_standing=False), phase=Phase.PLACE)
    return (now, "") if move.place is None else place(rules, now, Place(move.place))


def hit(rules: Rules, now: Round, move: Hit) -> Step:
    """Record that an attack knocked down a real panel; raises ``MoveRefused`` if no such panel is standing."""
    row = now.rows[move.seat] if move.seat < rules.players else ()
    found = (place for place, panel in enumerate(row) if panel.is_standing and panel.colour is move.colour)
    fallen = next(found, None)
    if move.seat == now.turn or fallen is None:
        raise MoveRefused(
            f"expected a player and colour with a standing panel, got {move.seat + 1} {move.colour.word}",
            N_("Attack a panel that stands."),
        )
    return _right(rules, now, move.seat, fallen, row[fallen]), ""


def lose(rules: Rules, now: Round, told: str = "wrong") -> Step:
    """Apply the cost of a wrong attack or of no attack: the drawn panel, or without one a panel of the row."""
    if now.drawn is None:
        return replace(now, phase=Phase.FALL), told if rules.role is Role.DEALER else ""
    if now.drawn.value is None and rules.role is Role.DEALER:
        return replace(now, phase=Phase.JUDGE), ""
    shown = "" if now.drawn.value is None else panels.number_text(now.drawn.value)
    now, where = _settle(rules, replace(now, drawn=replace(now.drawn, is_standing=False)))
    return now, " ".join(word for word in (told, shown, where) if word) if rules.role is Role.DEALER else ""


def stop(rules: Rules, now: Round) -> Step:
    """End a turn and add the drawn panel to the row standing; raises ``MoveRefused`` before a right attack."""
    if not now.hits:
        raise MoveRefused("expected an attack before the turn ends", N_("Attack first, please."))
    return _settle(rules, now) if now.drawn is not None else (_end_turn(rules, now), "")


def fall(rules: Rules, now: Round, move: Fall) -> Step:
    """Knock down a panel of the player's own; raises ``MoveRefused`` if it is not standing."""
    row = now.rows[now.turn]
    if move.place >= len(row) or not row[move.place].is_standing:
        raise MoveRefused(
            f"expected a standing panel of one's own, got {move.place + 1}", N_("Choose a panel that stands.")
        )
    panel = row[move.place]
    if panel.value is None and rules.role is Role.DEALER:
        return replace(now, falling=move.place, phase=Phase.TELL), ""
    now = _end_turn(rules, _with_row(now, _with_value(row, move.place, replace(panel, is_standing=False))))
    return now, "" if panel.value is None else panels.panel_text(panel.colour, panel.value)


def tell(rules: Rules, now: Round, move: Deal) -> Step:
    """Apply the number that a record gives for a sealed panel that its owner knocked down.

    Raises ``MoveRefused`` if no panel fell, or one of another colour.
    """
    row = now.rows[now.turn]
    if now.falling is None or row[now.falling].colour is not move.colour:
        raise MoveRefused(f"expected the panel that fell, got {move.colour.word!r}")
    fallen = panels.Panel(move.colour, move.number, is_standing=False)
    return _end_turn(rules, replace(_with_row(now, _with_value(row, now.falling, fallen)), falling=None)), ""


def add_standing(rules: Rules, now: Round, move: Standing) -> Step:
    """Add the sum of the real panels that the winner has standing; raises ``MoveRefused`` if it is too high."""
    if move.points > most_standing(rules, now):
        raise MoveRefused(
            f"expected at most {most_standing(rules, now)}, got {move.points}", N_("The panels cannot sum up to that.")
        )
    return replace(now, points=_with_points(now, now.turn, move.points), phase=Phase.OVER), ""


def most_standing(rules: Rules, now: Round) -> int:
    """Return the highest possible sum of the winner's standing panels."""
    best = sorted((number for number in range(12) for _ in panels.Colour), reverse=True)
    return sum(best[: panels.standing(now.rows[now.turn])])


# Into the row, and on


def _settle(rules: Rules, now: Round) -> Step:
    """Put the drawn panel into its row if only one place is possible, else ask its owner.

    With dashes the owner is always asked, so that the question reveals nothing about the panel.
    """
    row = now.rows[now.turn]
    if rules.role is Role.REFEREE:
        # Only colours are known, so a row holds its dark panels first.
        darks = sum(panel.colour is panels.Colour.DARK for panel in row)
        is_dark = now.drawn is not None and now.drawn.colour is panels.Colour.DARK
        return _insert(rules, now, darks if is_dark else len(row)), ""
    if now.drawn is None or rules.dashes or any(panel.value is None for panel in (*row, now.drawn)):
        return replace(now, phase=Phase.PLACE), ""
    where = panels.places(row, now.drawn)[0]
    return _insert(rules, now, where), f"place {where + 1}"


def _insert(rules: Rules, now: Round, where: int) -> Round:
    if now.drawn is None:
        return now
    row = now.rows[now.turn]
    now = replace(
        _with_row(now, (*row[:where], now.drawn, *row[where:])), drawn=None, inserted=where, inserter=now.turn
    )
    return _end_turn(rules, now) if now.is_dealt else _deal_on(rules, now)


def _deal_on(rules: Rules, now: Round) -> Round:
    """Continue with the next player who has too few first panels, or with the first turn."""
    for seat, row in enumerate(now.rows):
        if len(row) < rules.panels:
            now = replace(now, turn=seat)
            is_asked = rules.role is Role.REFEREE or (rules.chooses and not row)
            return replace(now, phase=Phase.TAKE) if is_asked else _deal_one(now)
    return _begin_turn(rules, replace(now, is_dealt=True, inserted=None, inserter=None), now.starter)


def _deal_one(now: Round) -> Round:
    """Let chance deal a first panel to the player whose turn it is, of a colour that the player has chosen, if any."""
    colour = None
    if now.darks is not None:
        darks = sum(panel.colour is panels.Colour.DARK for panel in now.rows[now.turn])
        colour = panels.Colour.DARK if darks < now.darks else panels.Colour.LIGHT
    return replace(now, drawing=colour, phase=Phase.DEAL)


def _begin_turn(rules: Rules, now: Round, seat: int) -> Round:
    can_draw = any(pool_size(rules, now, colour) for colour in panels.Colour)
    return replace(now, turn=seat, hits=0, phase=Phase.DRAW if can_draw else Phase.ATTACK)


def _end_turn(rules: Rules, now: Round) -> Round:
    if len(now.alive) == 1:
        return _win(rules, now)
    seats = [(now.turn + step) % rules.players for step in range(1, rules.players)]
    return _begin_turn(rules, now, next(seat for seat in seats if seat in now.alive))


def _right(rules: Rules, now: Round, seat: int, where: int, panel: panels.Panel) -> Round:
    row = _with_value(now.rows[seat], where, replace(panel, is_standing=False))
    now = replace(now, rows=_with_value(now.rows, seat, row), hits=now.hits + 1, phase=Phase.ATTACK)
    worth = FOR_A_HIT + (0 if panels.standing(row) else FOR_AN_EXPOSED_CODE)
    now = replace(now, points=_with_points(now, now.turn, worth))
    return _win(rules, now) if len(now.alive) == 1 else now


def _win(rules: Rules, now: Round) -> Round:
    """Give the round to the last player standing; a panel drawn in the winning turn stands and counts."""
    winner = now.alive[0]
    if now.drawn is not None:
        row = now.rows[winner]
        where = panels.places(row, now.drawn)[0]
        now = replace(now, rows=_with_value(now.rows, winner, (*row[:where], now.drawn, *row[where:])), drawn=None)
    now = replace(now, turn=winner, points=_with_points(now, winner, FOR_THE_ROUND), phase=Phase.OVER)
    if rules.role is Role.REFEREE:
        return replace(now, phase=Phase.STANDING) if rules.is_tournament else now
    left = sum(panels.face_value(panel) for panel in now.rows[winner] if panel.is_standing)
    return replace(now, points=_with_points(now, winner, left))


def _with_denied(now: Round, move: Attack) -> Round:
    """Record the number that a wrong attack named for a panel, and for panels of that colour of the attacker's."""
    row = now.rows[move.seat]
    panel = row[move.place]
    denied = tuple(sorted({*panel.denied, move.number}))
    rows = _with_value(now.rows, move.seat, _with_value(row, move.place, replace(panel, denied=denied)))
    own = tuple(
        replace(one, named=tuple(sorted({*one.named, move.number}))) if one.colour is panel.colour else one
        for one in rows[now.turn]
    )
    return replace(now, rows=_with_value(rows, now.turn, own))


def _with_points(now: Round, seat: int, points: int) -> tuple[int, ...]:
    return _with_value(now.points, seat, now.points[seat] + points)


def _with_row(now: Round, row: panels.Row) -> Round:
    return replace(now, rows=_with_value(now.rows, now.turn, row))


def _with_value(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
