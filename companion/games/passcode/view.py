"""What a screen may show of Passcode: everything but the cards in the others' hands."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract import Outcome
from companion.games.passcode.boards import TiltedDie
from companion.games.passcode.cards import Card
from companion.games.passcode.state import Lock, Phase, Player, Playoff, Round, Rules, State


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as one at the table sees him; ``hand`` is known to himself, and told at the round's end."""

    board: tuple[int, ...]
    level: int
    score: int
    code: tuple[int, ...]
    laid: tuple[Card, ...]
    next_digit: int | None
    fails: int
    is_locked_out: bool
    has_card: bool
    hand: Card | None
    lock: Lock | None


@dataclass(frozen=True, slots=True)
class PasscodeView:
    """The game as one at the table sees it; ``drawn`` is known to who drew it."""

    rules: Rules
    phase: Phase
    seat: int
    players: tuple[PlayerView, ...]
    skew: TiltedDie | None
    die: int | None
    top: Card | None
    pile: int
    discards: int
    drawn: Card | None
    winner: int | None
    is_last: bool
    done: tuple[Round, ...]
    playoff: Playoff | None
    outcome: Outcome | None

    @property
    def player(self) -> PlayerView:
        """The player who is to act."""
        return self.players[self.seat]


def view_of(state: State, seat: int | None, outcome: Outcome | None) -> PasscodeView:
    """Return what the player at *seat*, or for None the whole table, may see."""
    own_turn = seat == state.seat and state.drawn is not None
    return PasscodeView(
        rules=state.rules,
        phase=state.phase,
        seat=state.seat,
        players=tuple(_player(player, place == seat) for place, player in enumerate(state.players)),
        skew=state.skew,
        die=state.die,
        top=state.discards[-1] if state.discards else None,
        pile=state.pile_left,
        discards=len(state.discards),
        drawn=state.drawn.reveal() if own_turn and state.drawn is not None else None,
        winner=state.winner,
        is_last=state.winner is not None,
        done=state.done,
        playoff=state.playoff,
        outcome=outcome,
    )


def _player(player: Player, is_own: bool) -> PlayerView:
    return PlayerView(
        board=player.board,
        level=player.level,
        score=player.score,
        code=player.code,
        laid=player.laid,
        next_digit=player.next_digit if len(player.board) else None,
        fails=player.fails,
        is_locked_out=player.is_locked_out,
        has_card=player.hand is not None,
        hand=player.hand.reveal() if is_own and player.hand is not None else None,
        lock=player.lock,
    )
