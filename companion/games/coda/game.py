"""Coda as a ``Game`` of the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from companion.errors import N_, MoveRefused
from companion.games.coda import moves
from companion.games.coda import play as rounds
from companion.games.coda.moves import NOTATION, Move
from companion.games.coda.options import PLAYERS, offered_options, read_rules
from companion.games.coda.panels import Colour, panel_text, places
from companion.games.coda.state import (
    Finished,
    Phase,
    Role,
    Round,
    Rules,
    State,
    first_round,
    out_of_pool,
    pool,
    pool_size,
)
from companion.games.coda.view import CodaView, Position, done_view, position, round_view, totals
from companion.games.contract import CHANCE, Option, Outcome, TimedTurn
from companion.games.secret import Secret
from companion.games.turn_based import TurnBasedGame

FREE_S = 60.0
LIMIT_S = 20.0
TIMED = (Phase.DRAW, Phase.PANEL, Phase.ATTACK)
"""What the time of a turn is for; what comes after it, such as knocking down a panel, is not timed."""

Policy: TypeAlias = Callable[[Position, Callable[[int], int]], Move]
"""How the box chooses a move, given a position and ``draw(n)``, which returns a uniformly random number below n."""


class CodaGame(TurnBasedGame[State, Move, CodaView]):
    """Coda for two to four players; *policy* plays the seats of the box."""

    key = "coda"
    family = "coda"
    notation = NOTATION
    players = PLAYERS

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    @property
    def colours(self) -> Sequence[tuple[int, int, int]]:
        """The dark and the light panels."""
        return ((0, 0, 0), (255, 255, 255)) * 2

    def title(self, language: str) -> str:
        return "Coda"

    def options(self, players: int) -> tuple[Option, ...]:
        """Return the options: role of the box, its seats and strength, dashes, panels, who begins, rounds, clock."""
        return offered_options(players)

    def start(self, options: Mapping[str, str], players: int) -> State:
        """Return the state before the first panel; raises ``OptionRefused`` for options that are not offered."""
        rules = read_rules(options, players)
        return State(rules, (), first_round(rules, rules.first))

    def player_to_move(self, state: State) -> int | None:
        """Return the seat to move, ``CHANCE`` where a panel is turned up, or None at the end."""
        if state.now is None:
            return None
        return CHANCE if state.now.phase in (Phase.DEAL, Phase.PANEL) else state.now.turn

    def moves(self, state: State) -> Iterator[Move]:
        """Yield every legal move."""
        rules, now = state.rules, state.now
        if now is None:
            return
        match now.phase:
            case Phase.DEAL | Phase.PANEL:
                yield from (moves.Deal(colour, Secret(number)) for colour, number in _drawable(rules, now))
            case Phase.TAKE:
                yield from map(moves.Take, range(rules.panels + 1))
            case Phase.DRAW:
                yield from (moves.Draw(colour) for colour in Colour if pool_size(rules, now, colour))
            case Phase.PLACE if now.drawn is not None:
                yield from map(moves.Place, places(now.rows[now.turn], now.drawn))
            case Phase.ATTACK:
                yield from _attacks(rules, now)
            case Phase.FALL:
                yield from (moves.Fall(at) for at, panel in enumerate(now.rows[now.turn]) if panel.is_standing)
            case Phase.STANDING:
                yield from map(moves.Standing, range(rounds.most_standing(rules, now) + 1))

    def chance_outcomes(self, state: State) -> int:
        """Return the number of panels that chance may turn up."""
        if self.player_to_move(state) != CHANCE or state.now is None:
            return 0
        return len(_drawable(state.rules, state.now))

    def chance_move(self, state: State, index: int) -> Move:
        """Return the panel with this index among those that are left; raises ``IndexError`` if no round is in play."""
        if state.now is None:
            raise IndexError("expected a round in play, got none")
        colour, number = _drawable(state.rules, state.now)[index]
        return moves.Deal(colour, Secret(number))

    def play(self, state: State, move: Move) -> State:
        """Return the state after *move*; raises ``MoveRefused`` if *move* is not legal."""
        if state.now is None:
            raise MoveRefused(f"expected no move after the end, got {self.public_text(move)!r}")
        now, told = _step(state.rules, state.now, move)
        if now.phase is not Phase.OVER:
            return replace(state, now=now, told=told)
        done = (*state.done, Finished(now.rows, now.points, now.turn, now.dealt))
        is_over = len(done) == state.rules.rounds
        return State(state.rules, done, None if is_over else first_round(state.rules, now.turn), told)

    def view(self, state: State, seat: int | None) -> CodaView:
        """Return what the player at *seat* may see: their own panels, and all that have fallen."""
        number = len(state.done) + 1
        return CodaView(
            rules=state.rules,
            phase=Phase.OVER if state.now is None else state.now.phase,
            now=None if state.now is None else round_view(state.rules, number, state.now, seat),
            done=tuple(done_view(place, done) for place, done in enumerate(state.done, 1)),
            scores=totals(state),
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return the result: the last player standing wins a single round, the most points win a tournament."""
        if state.now is not None:
            return None
        scores = totals(state)
        if not state.rules.is_tournament:
            return Outcome(scores, (state.done[-1].winner,))
        return Outcome(scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)))

    def is_box(self, state: State, seat: int) -> bool:
        """Whether the box plays at *seat*."""
        return seat >= state.rules.players - state.rules.box_seats

    def choose(self, state: State, seat: int, draw: Callable[[int], int]) -> Move:
        """Return the move of the policy, which gets only what *seat* sees and has heard.

        Raises ``MoveRefused`` if no round is in play.
        """
        if state.now is None:
            raise MoveRefused("expected a round in play, got none")
        return self._policy(position(state, state.now, seat), draw)

    def prompted_by(self, state: State) -> int | None:
        """Return the seat that starts the next round: the player who begins it, or seat 0 if that is the box."""
        now = state.now
        # A player who has chosen panels has begun the round: their deal waits for no prompt.
        if now is None or not state.done or now.phase is not Phase.DEAL or now.darks is not None or any(now.rows):
            return None
        return 0 if self.is_box(state, now.starter) else now.starter

    def can_see(self, state: State, move: Move, seat: int) -> bool:
        """Whether *move* turns up a panel for *seat*."""
        return isinstance(move, moves.Deal) and state.now is not None and seat == state.now.turn

    def public_text(self, move: Move) -> str:
        """Return the text of a move; for a panel that is turned up, only its colour."""
        return _public(move)

    def secret_of(self, move: Move) -> str | None:
        """Return the panel that *move* turns up, since each panel has its own seal, or None."""
        if isinstance(move, moves.Deal) and move.number is not None:
            return panel_text(move.colour, move.number.reveal())
        return None

    def shows_hidden(self, state: State, move: Move) -> bool:
        """Whether *move* shows where the panel of a dealer's player belongs."""
        return state.rules.role is Role.DEALER and isinstance(move, moves.Place)

    def why_final(self, state: State, move: Move) -> str:
        """Say that a dealer's answer to an attack stays."""
        is_answered = state.rules.role is Role.DEALER and isinstance(move, moves.Attack)
        return N_("All know the answer. It stays.") if is_answered else ""

    def is_shown(self, state: State, move: Move) -> bool:
        """Whether the panel that *move* turned up in this round has fallen, or was shown for a wrong attack."""
        if not isinstance(move, moves.Deal) or move.number is None or state.now is None:
            return False
        return (move.colour, move.number.reveal()) in {
            (panel.colour, panel.value) for panel in out_of_pool(state.now) if not panel.is_standing
        }

    def timed_turn(self, view: CodaView) -> TimedTurn | None:
        """Return the turn in play of a match with a clock."""
        key = _turn_key(view)
        return TimedTurn(key, FREE_S, LIMIT_S) if key and view.rules.clock else None

    def turn_key(self, state: State, seat: int) -> str:
        """Return the turn in play if it is that of *seat*."""
        return _turn_key(self.view(state, None)) if state.now is not None and state.now.turn == seat else ""

    def late_move(self, state: State, seat: int) -> Move | None:
        """Return the lost attack, which comes as soon as the player has to attack."""
        is_late = self.turn_key(state, seat) and state.now is not None and state.now.phase is Phase.ATTACK
        return moves.TimeUp() if is_late else None

    def time_up(self) -> Move:
        """Return the move for a limit that is over."""
        return moves.TimeUp()

    def why_no_secret(self, text: str) -> str | None:
        """Return why *text* is no panel, as a message; None if it is one."""
        return None if moves.is_panel(text) else f"expected a panel such as D5, L11 or D-, got {text!r}"

    def meanings(self, letter: str) -> Mapping[str, str]:
        """Return *letter* if a panel's text can have it: a letter has the same meaning in every language."""
        return {letter: ""} if letter in moves.PANEL_LETTERS else {}

    def is_closed(self, state: State, move: Move) -> bool:
        """Whether *move* leaves out the number of the panel that it turns up."""
        return isinstance(move, moves.Deal) and move.number is None

    def revealed_count(self, state: State) -> int:
        """Return the number of panels turned up in the finished rounds."""
        return sum(done.dealt for done in state.done)

    def public_reply(self, state: State, move: Move) -> str:
        """Return the box's reply to the move that led to *state*: a judgement, a place, or a panel that fell."""
        return state.told


def _turn_key(view: CodaView) -> str:
    """Return the key of the turn in play, empty where its time does not count.

    A turn is known by its round, its player, the number of panels in the rows and the number that had fallen
    before it: every turn changes one of the last two.
    """
    now = view.now
    if now is None or view.phase not in TIMED or not now.is_dealt:
        return ""
    panels = [panel for row in now.rows for panel in row]
    fallen = sum(not panel.is_standing for panel in panels)
    return f"{now.number}.{now.turn + 1}.{len(panels)}.{fallen - now.hits}"


def _drawable(rules: Rules, now: Round) -> tuple[tuple[Colour, int], ...]:
    return tuple(panel for panel in pool(rules, now) if now.drawing in (None, panel[0]))


def _attacks(rules: Rules, now: Round) -> Iterator[Move]:
    """Yield the legal moves of an attack."""
    if now.hits:
        yield moves.Stop()
    if rules.clock or rules.is_timed:
        yield moves.TimeUp()
    if rules.role is Role.REFEREE:
        yield moves.Miss()
    for seat, row in enumerate(now.rows):
        if seat == now.turn:
            continue
        if rules.role is Role.REFEREE:
            standing = {panel.colour for panel in row if panel.is_standing}
            yield from (moves.Hit(seat, colour) for colour in Colour if colour in standing)
        else:
            stands = (at for at, panel in enumerate(row) if panel.is_standing)
            yield from (moves.Attack(seat, at, number) for at in stands for number in rules.numbers)


def _step(rules: Rules, now: Round, move: Move) -> rounds.Step:
    """Return the round after *move*, and the reply to it; raises ``MoveRefused`` if *move* is not legal."""
    match now.phase, move:
        case ((Phase.DEAL | Phase.PANEL), moves.Deal()):
            return rounds.deal(rules, now, move)
        case Phase.TAKE, moves.Take():
            return rounds.take(rules, now, move)
        case Phase.DRAW, moves.Draw():
            return rounds.draw(rules, now, move)
        case Phase.PLACE, moves.Place():
            return rounds.place(rules, now, move)
        case Phase.FALL, moves.Fall():
            return rounds.fall(rules, now, move)
        case Phase.STANDING, moves.Standing():
            return rounds.add_standing(rules, now, move)
        case Phase.JUDGE, moves.Judge():
            return rounds.judge(rules, now, move)
        case Phase.TELL, moves.Deal():
            return rounds.tell(rules, now, move)
        case Phase.ATTACK, _:
            return _attack_step(rules, now, move)
    raise _refusal(now, move)


def _attack_step(rules: Rules, now: Round, move: Move) -> rounds.Step:
    is_referee = rules.role is Role.REFEREE
    match move:
        case moves.Attack() if not is_referee:
            return rounds.attack(rules, now, move)
        case moves.Hit() if is_referee:
            return rounds.hit(rules, now, move)
        case moves.Miss() if is_referee:
            return rounds.lose(rules, now)
        case moves.TimeUp() if rules.clock or rules.is_timed:
            return rounds.lose(rules, now)
        case moves.Stop():
            return rounds.stop(rules, now)
    raise _refusal(now, move)


def _refusal(now: Round, move: Move) -> MoveRefused:
    return MoveRefused(f"expected a move of phase {now.phase.name}, got {_public(move)!r}")


def _public(move: Move) -> str:
    return move.colour.word if isinstance(move, moves.Deal) else NOTATION.text(move)
