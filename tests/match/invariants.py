"""What holds of every state of Coda and of Passcode on the way through a match, and at its end."""

from __future__ import annotations

from typing import Any

from companion.games.coda.panels import standing
from companion.games.coda.state import State as CodaState
from companion.games.coda.state import first_round, pool
from companion.games.contract import AnyGame
from companion.games.passcode.boards import LEVELS, Boards
from companion.games.passcode.moves import Give
from companion.games.passcode.state import Role
from companion.games.passcode.state import State as PasscodeState
from tests.games.passcode_table import cards_in_play


def check_state(game: AnyGame, state: object) -> None:
    """Raise ``AssertionError`` where panels or cards are lost, or where a view of Coda shows what it must not."""
    if isinstance(state, PasscodeState) and state.rules.role is Role.DEALER and state.pile is not None:
        assert cards_in_play(state) == 90
    if not isinstance(state, CodaState) or (now := state.now) is None:
        return
    # The result of a round waits for a player once, before anything of the next one has happened.
    assert game.prompted_by(state) is None or now == first_round(state.rules, now.starter)
    panels = [panel for row in now.rows for panel in row] + ([now.drawn] if now.drawn else [])
    if state.rules.role is Role.DEALER:
        known = {(panel.colour, panel.value) for panel in panels} | set(pool(state.rules, now))
        assert len(known) == len(panels) + len(pool(state.rules, now)) == 2 * len(state.rules.numbers)
    for seat in (None, *range(state.rules.players)):
        view = game.view(state, seat).now
        others = [panel for who, row in enumerate(view.rows) for panel in row if who != seat]
        others += [view.drawn] if view.drawn is not None and seat != view.turn else []
        assert {panel.number for panel in others if panel.is_standing} <= {None}


def check_give(game: AnyGame, state: Any, move: object) -> None:
    """Raise ``AssertionError`` unless the others see the same after any card that *move* might draw but a FAIL."""
    if not isinstance(move, Give):
        return
    cards = [game.parse(state, f"card {value}") for value in ("1", "4", "key")]
    after = [game.play(state, card) for card in cards if card in set(game.moves(state))]
    blind = [seat for seat in range(state.rules.players) if not game.can_see(state, move, seat)]
    assert all(len({repr(game.view(one, seat)) for one in after}) <= 1 for seat in (None, *blind))


def check_end(game: AnyGame, state: object) -> None:
    """Raise ``AssertionError`` unless the points, levels and panels of a match that is over fit its rounds."""
    outcome = game.outcome(state)
    assert outcome is not None
    if isinstance(state, CodaState):
        assert len(state.done) == state.rules.rounds
        assert outcome.scores == tuple(map(sum, zip(*(done.points for done in state.done), strict=True)))
        for done in state.done:
            assert [seat for seat, row in enumerate(done.rows) if standing(row)] == [done.winner]
            fallen = sum(not panel.is_standing for row in done.rows for panel in row)
            assert sum(done.points) <= fallen + 3 * (state.rules.players - 1) + 5 + 132
    if isinstance(state, PasscodeState):
        for seat, player in enumerate(state.players):
            climbed = sum(seat in one.completed and one.levels[seat] < LEVELS[-1] for one in state.done)
            # A match that was begun on the table is joined with levels and points.
            is_joined = state.rules.boards is Boards.BEGUN
            assert player.level == (state.done[0].levels[seat] if is_joined else LEVELS[0]) + climbed
            before = player.score - sum(one.points[seat] for one in state.done)
            assert 0 <= before <= (99 if is_joined else 0)
        assert all(one.points[one.winner] == 0 and one.winner in one.completed for one in state.done)
        assert state.players[outcome.winners[0]].level == LEVELS[-1]
