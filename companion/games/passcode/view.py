"""What screens and the box's policy may see of Passcode: everything but the cards in other players' hands."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract import Outcome
from companion.games.passcode.boards import TiltedDie
from companion.games.passcode.cards import Card
from companion.games.passcode.moves import Move
from companion.games.passcode.play import legal_moves
from companion.games.passcode.state import Lock, Phase, Player, Playoff, Role, Round, Rules, State


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as seen by one seat; ``hand`` is None unless it is that seat's own known card."""

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
    """The game as seen by one seat.

    ``drawn`` is None unless that seat drew the card. ``choices`` are the moves that its cards allow; they are empty
    unless that seat has to use a card that the box knows.
    """

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
    choices: tuple[Move, ...]
    winner: int | None
    is_last: bool
    done: tuple[Round, ...]
    playoff: Playoff | None
    outcome: Outcome | None

    @property
    def player(self) -> PlayerView:
        """The player to move."""
        return self.players[self.seat]

    @property
    def needed(self) -> int | None:
        """The number that a roll must show; None if any will do."""
        match self.phase:
            case Phase.FREE:
                return self.player.next_digit
            case Phase.LOCK_IN if self.player.lock is not None:
                return self.player.lock.number
            case Phase.PLAYOFF if self.playoff is not None:
                return self.playoff.number
        return None

    def is_hit(self, number: int) -> bool:
        """Whether *number* is the roll that the player needs."""
        return self.phase not in (Phase.FREE, Phase.LOCK_IN, Phase.PLAYOFF) or number == self.needed


def view_of(state: State, seat: int | None, outcome: Outcome | None) -> PasscodeView:
    """Return what the player at *seat* may see, or for None what all players may see."""
    uses_card = seat == state.seat and state.rules.role is Role.DEALER and state.phase in (Phase.PLAY, Phase.LOCK)
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
        choices=tuple(legal_moves(state)) if uses_card else (),
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
