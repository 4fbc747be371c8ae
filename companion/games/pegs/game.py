"""The peg games as a ``Game`` of the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.errors import N_
from companion.games.contract import CHANCE, Option, Outcome, as_written
from companion.games.pegs import moves, scoring
from companion.games.pegs.codes import Answer, Code, is_possible, most_whites
from companion.games.pegs.edition import Edition
from companion.games.pegs.edition_game import EditionGame, Strategy, round_view
from companion.games.pegs.moves import Move, keys_text, notation
from companion.games.pegs.options import MOST_PLAYERS, offered_options, read_rules
from companion.games.pegs.play import begin_match, check_whites, open_hints, play
from companion.games.pegs.state import (
    Mode,
    PegView,
    Phase,
    Proof,
    Round,
    Rules,
    State,
    box_draws,
    keeps_code,
)
from companion.games.secret import Secret
from companion.games.turn_based import TurnBasedGame


class PegGame(EditionGame[State, Move, PegView], TurnBasedGame[State, Move, PegView]):
    """The game of one edition, in which the players move one after another."""

    family = "pegs"
    players = (1, MOST_PLAYERS)

    def __init__(self, edition: Edition, strategy: Callable[[], Strategy]) -> None:
        super().__init__(edition, strategy)
        self.key = edition.key
        self.notation = notation(edition)

    def answered_round(self, before: State, after: State, move: Move) -> int | None:
        """Return the round in which *move* led to an answer, by the box or by hand; None where it did not."""
        is_answer = isinstance(move, moves.GiveKeys) or bool(self.public_reply(after, move))
        return len(before.done) if is_answer else None

    def options(self, players: int) -> tuple[Option, ...]:
        """Return the options: variant, source of the code, first player, number of games, help."""
        return tuple(offered_options(self.edition, players))

    def start(self, options: Mapping[str, str], players: int) -> State:
        """Return the state before the coin flip, or before the first code.

        Raises ``OptionRefused`` for options that are not offered.
        """
        chosen = as_written(self.options(players), options)
        rules = read_rules(self.edition, chosen, players)
        first = chosen.get("first", "1")
        return State(rules, None) if first == "coin" else begin_match(rules, int(first) - 1)

    def player_to_move(self, state: State) -> int | None:
        """Return the seat to move, ``CHANCE``, or None at the end; a single player also enters the key pegs."""
        now = state.now
        if state.phase is Phase.FIRST:
            return CHANCE
        if now is None:
            return None
        maker = now.breaker if now.maker is None else now.maker
        match state.phase:
            case Phase.CODE if box_draws(state.rules, now):
                return CHANCE
            case Phase.CODE | Phase.KEYS | Phase.REVEAL:
                return maker
        return now.breaker

    def moves(self, state: State) -> Iterator[Move]:
        """Yield every legal move except corrections that change nothing; codes and rows come in order of number."""
        now = state.now
        match state.phase:
            case Phase.FIRST:
                yield from map(moves.First, range(state.rules.players))
            case Phase.CODE if now is not None and keeps_code(state.rules, now):
                yield moves.SetCode(None)
            case Phase.CODE:
                yield from (moves.SetCode(Secret(code)) for code in state.rules.space)
            case Phase.GUESS if now is not None:
                yield from self._asides(state, now)
                yield from (moves.Guess(row) for row in state.rules.guesses if not now.against(state.rules, row))
                yield moves.GiveUp()
                if state.rules.loses_rows and not state.rules.is_box(now.breaker):
                    yield moves.LoseRow()
                yield from self._amendments(state.rules, now)
            case Phase.KEYS if now is not None:
                yield from map(moves.GiveKeys, self._answers(state.rules, now.rows[-1].guess))
                yield from self._amendments(state.rules, now)
            case Phase.REVEAL:
                yield from map(moves.Reveal, state.rules.space)
            case Phase.WRONG if now is not None:
                yield moves.PlayAgain()
                yield from (moves.Amend(wrong.row, wrong.right) for wrong in now.wrong)

    def _asides(self, state: State, now: Round) -> Iterator[Move]:
        if now.kept and now.proof is Proof.NONE and now.rows:
            yield moves.Challenge()
        if state.rules.may_ask(now.breaker) and not state.rules.is_box(now.breaker):
            yield from map(moves.Hint, open_hints(now))

    def _amendments(self, rules: Rules, now: Round) -> Iterator[Move]:
        if now.kept and now.code is None:
            for place, row in enumerate(now.rows):
                if row.answer is not None:
                    yield from (
                        moves.Amend(place, keys) for keys in self._answers(rules, row.guess) if keys != row.answer
                    )

    def _answers(self, rules: Rules, guess: Code) -> Iterator[Answer]:
        pegs = self.edition.pegs
        every = (Answer(blacks, whites) for blacks in range(pegs + 1) for whites in range(pegs + 1 - blacks))
        may_be_code = guess in rules.space
        fit = (keys for keys in every if is_possible(keys, pegs) and keys.whites <= most_whites(guess, keys.blacks))
        return (keys for keys in fit if may_be_code or keys.blacks < pegs)

    def chance_outcomes(self, state: State) -> int:
        """Return the number of seats for a coin flip, or the number of codes where chance sets the code."""
        if self.player_to_move(state) != CHANCE:
            return 0
        if state.phase is Phase.FIRST:
            return state.rules.players
        return state.rules.codes

    def chance_move(self, state: State, index: int) -> Move:
        """Return the seat or the code with this number, as a move."""
        if state.phase is Phase.FIRST:
            return moves.First(index)
        return moves.SetCode(Secret(state.rules.drawn_code(index)))

    def play(self, state: State, move: Move) -> State:
        """Return the state after *move*; raises ``MoveRefused`` if *move* is not legal."""
        return play(state, move)

    def view(self, state: State, seat: int | None) -> PegView:
        """Return what all players may see; no seat sees more, not even that of the codemaker."""
        lines = scoring.sheet(state.rules, state.done)
        return PegView(
            rules=state.rules,
            phase=state.phase,
            now=None if state.now is None else round_view(state.done, state.now),
            done=tuple(round_view(state.done[:place], round_) for place, round_ in enumerate(state.done)),
            count=scoring.count(state.rules),
            sheet=lines,
            scores=scoring.totals(state.rules, lines),
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return the result once the match is over, else None."""
        return scoring.outcome(state.rules, state.done)

    def box_seats(self, options: Mapping[str, str]) -> int:
        """Return 1 in the modes in which the box breaks codes, else 0."""
        return int(Mode(options.get("mode", "box")).has_box_seat)

    def is_box(self, state: State, seat: int) -> bool:
        """Whether the box plays at *seat*."""
        return state.rules.is_box(seat)

    def choose(self, state: State, seat: int, draw: Callable[[int], int]) -> Move:
        """Return the box's move: a row, or its reply to wrong answers."""
        return self._strategy().play(self.view(state, seat), draw)

    def prompted_by(self, state: State) -> int | None:
        """Return the seat that flips the coin, asks for the next code or checks doubtful answers, or None."""
        now = state.now
        if now is None:
            # The question who begins is in words.
            return None if state.rules.pictures else 0
        match state.phase:
            case Phase.CODE:
                return now.breaker if state.done else None
            case Phase.GUESS if not (now.kept and self._strategy().no_code_fits(self.view(state, None))):
                return None
        return now.maker

    def turn_key(self, state: State, seat: int) -> str:
        """Return the round and the row that *seat* sets; the time of a codemaker does not count."""
        if state.phase is not Phase.GUESS or state.now is None or seat != state.now.breaker:
            return ""
        return f"{len(state.done) + 1}.{state.now.used + 1}"

    def late_move(self, state: State, seat: int) -> Move | None:
        """Return the loss of the row or of the round, by the option of the match."""
        if not self.turn_key(state, seat):
            return None
        return moves.LoseRow() if state.rules.loses_rows else moves.GiveUp()

    def time_up(self) -> Move:
        """Return the loss of a row."""
        return moves.LoseRow()

    def public_text(self, move: Move) -> str:
        """Return the text of a move without the hidden code."""
        return "code" if isinstance(move, moves.SetCode) else self.text(move)

    def shows_hidden(self, state: State, move: Move) -> bool:
        """Whether *move* tells the box and the codebreaker the code that a player kept."""
        return isinstance(move, moves.Reveal)

    def why_final(self, state: State, move: Move) -> str:
        """Say that a challenge has one try."""
        return N_("A challenge has one try. Nothing is undone.") if state.rules.challenge else ""

    def check_entry(self, state: State, move: Move) -> None:
        """Raise ``MoveRefused`` for an answer with more whites than its row can have."""
        rows = () if state.now is None else state.now.rows
        match move:
            case moves.GiveKeys() if rows:
                check_whites(rows[-1].guess, move.answer)
            case moves.Amend() if 0 <= move.row < len(rows):
                check_whites(rows[move.row].guess, move.answer)

    def secret_of(self, move: Move) -> str | None:
        """Return the letters of the hidden code that *move* sets, or None."""
        match move:
            case moves.SetCode(Secret() as code):
                return self.edition.text(code.reveal())
        return None

    def is_closed(self, state: State, move: Move) -> bool:
        """Whether *move* leaves out a code that the box keeps."""
        is_kept = state.now is not None and keeps_code(state.rules, state.now)
        return isinstance(move, moves.SetCode) and move.code is None and not is_kept

    def revealed_count(self, state: State) -> int:
        """Return how many of the codes that the box held are revealed, which are those of the finished rounds."""
        return sum(round_.is_sealed for round_ in state.done)

    def public_reply(self, state: State, move: Move) -> str:
        """Return the key pegs of the row just played if the box gave them, else an empty text."""
        if not isinstance(move, moves.Guess):
            return ""
        rows = state.now.rows if state.now is not None and state.now.rows else state.done[-1].rows
        keys = rows[-1].answer
        return "" if keys is None else keys_text(keys)
