"""Together: all players break the same code at the same time, each with rows that the others do not see.

The board of a player follows the rules of a round of the peg games with a code of the box. The pegs of a row are known
to its player alone until all players have finished the round; its key pegs are known to all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from companion.errors import N_, MoveRefused, TextUnreadable
from companion.games.contract import (
    BOX_SEATS,
    CHANCE,
    TIME,
    Option,
    Outcome,
    as_written,
    box_seats_option,
    numbers,
    require_players,
)
from companion.games.notation import Form, Notation, Word, from_one
from companion.games.pegs import moves, scoring
from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.edition import Edition
from companion.games.pegs.edition_game import EditionGame, Strategy, round_view
from companion.games.pegs.options import (
    CHALLENGE,
    MOST_PLAYERS,
    ROUNDS_HELP,
    ROWS,
    RULES_HELP,
    check_challenge,
    guess_repeats_option,
    strength_option,
)
from companion.games.pegs.play import open_hints, play
from companion.games.pegs.state import Coach, Mode, PegView, Phase, Round, Rules, State, Strength
from companion.games.secret import Secret

ROUNDS_MOST = 6
HINTS_HELP = N_("Each hint counts as a row more.")
FINAL = N_("A row is answered at once. Nothing is undone.")
FINISHED = N_("You have finished this round. Wait for the others.")


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The player at ``seat`` plays a row."""

    seat: int
    code: Secret[Code]


@dataclass(frozen=True, slots=True)
class SeatGivesUp:
    """The player at ``seat`` gives up the round; it counts as if every row had failed."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatHint:
    """The player at ``seat`` asks for the hint of ``grade``, which counts as a row."""

    seat: int
    grade: int


Move = moves.SetCode | SeatRow | SeatGivesUp | SeatHint


def notation(edition: Edition) -> Notation[Move]:
    """Return the texts of the moves of *edition*; no message about a row that cannot be read quotes it."""
    return Notation(
        f"a move of {edition.key} together, such as '2 gives up'",
        {"seat": from_one("[1-9]"), "grade": Word("[1-5]"), "code": moves.hidden_code(edition)},
        Form("code", moves.SetCode, partial(moves.SetCode, None)),
        Form("code {code}", moves.SetCode),
        Form("{seat} gives up", SeatGivesUp),
        Form("{seat} hint {grade}", SeatHint),
        Form("{seat} {code}", SeatRow),
    )


@dataclass(frozen=True, slots=True)
class TogetherState:
    """A whole match: a board for each player in each round.

    ``done`` are the boards of finished rounds, in order of the rounds and the seats. ``now`` are those of the round in
    play, by seat, all with the same code; there is none at the end.
    """

    rules: Rules
    box_seats: int
    done: tuple[Round, ...]
    now: tuple[Round, ...]

    @property
    def has_code(self) -> bool:
        """Whether the code of the round in play is drawn."""
        return bool(self.now) and (self.now[0].code is not None or self.now[0].closed)


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """What all players see of a board in the round in play: the key pegs of its rows, and whether it is finished."""

    keys: tuple[Answer, ...]
    is_done: bool


@dataclass(frozen=True, slots=True)
class TogetherView(PegView):
    """A match as one seat or, without one, as all players see it.

    ``now`` is the board of that seat, without its code; ``boards`` are those of all players. In ``done``, ``number``
    counts the boards and ``game`` the rounds.
    """

    boards: tuple[SeatBoard, ...]


class TogetherGame(EditionGame[TogetherState, Move, TogetherView]):
    """The game of one edition; *title* returns its name in a language."""

    family = "pegs_together"
    group = N_("Together")
    players = (2, MOST_PLAYERS)
    less_time_wins = True

    def __init__(self, edition: Edition, strategy: Callable[[], Strategy], title: Callable[[str], str]) -> None:
        super().__init__(edition, strategy)
        self.key = f"{edition.key}-together"
        self.notation = notation(edition)
        self._title = title

    def title(self, language: str) -> str:
        return self._title(language)

    def options(self, players: int) -> tuple[Option, ...]:
        """Return the options: variant, seats of the box, how well it plays, what rows may be, rounds, and a challenge.

        Raises ``OptionRefused`` for a number of players that is not offered.
        """
        edition = self.edition
        require_players(self.title("en"), self.players, players)
        variants = {variant.key: variant.name for variant in edition.variants}
        boxes = box_seats_option(players)
        strength = strength_option(edition)
        strengths = {value: label for value, label in strength.choices.items() if value != Strength.FIVE.value}
        return (
            Option("variant", N_("Rules"), variants, edition.variants[0].key, help=RULES_HELP),
            boxes,
            replace(strength, choices=strengths, only_in=(BOX_SEATS, boxes.values[1:])),
            *([] if edition.variants[0].repeats else [guess_repeats_option(edition)]),
            *([ROWS] if edition.has_words else []),
            Option("hints", N_("Hints"), {"no": N_("off"), "yes": N_("a row each")}, "no", help=HINTS_HELP),
            Option(
                "games",
                N_("Rounds"),
                numbers(range(1, ROUNDS_MOST + 1)),
                "3",
                only_in=("challenge", ("",)),
                unused="1",
                help=ROUNDS_HELP,
                is_asked=True,
            ),
            CHALLENGE,
            TIME,
        )

    def start(self, options: Mapping[str, str], players: int) -> TogetherState:
        """Return the state before the first code; raises ``OptionRefused`` for options that are not offered."""
        chosen = as_written(self.options(players), options)
        rules = Rules(
            edition=self.edition,
            variant=next(variant for variant in self.edition.variants if variant.key == chosen["variant"]),
            mode=Mode.TOGETHER,
            guess_repeats=chosen.get("guess-repeats", "yes") == "yes",
            games=1 if chosen["challenge"] else int(chosen["games"]),
            players=players,
            coach=Coach.DURING if chosen["hints"] == "yes" else Coach.AFTER,
            any_rows=chosen.get("rows") == "any",
            strength=Strength(chosen["strength"]),
            challenge=chosen["challenge"],
        )
        check_challenge(rules)
        return TogetherState(rules, int(chosen[BOX_SEATS]), (), _new_boards(rules))

    def seats_to_move(self, state: TogetherState) -> frozenset[int]:
        """Return the seats that have not finished the round.

        The box plays no row before a person has played one more than it has, or all have finished.
        """
        if not state.now or not state.has_code:
            return frozenset((CHANCE,) if state.now else ())
        playing = {seat for seat, board in enumerate(state.now) if board.ending is None}
        people = [seat for seat in range(len(state.now)) if not self.is_box(state, seat)]
        most = max(len(state.now[seat].rows) for seat in people)
        is_open = playing.isdisjoint(people)
        return frozenset(seat for seat in playing if seat in people or is_open or len(state.now[seat].rows) < most)

    def seat_of(self, state: TogetherState, move: Move) -> int:
        """Return the seat that *move* names, or ``CHANCE`` for a code."""
        return CHANCE if isinstance(move, moves.SetCode) else move.seat

    def moves(self, state: TogetherState) -> Iterator[Move]:
        """Yield every legal move; codes and rows come in order of number."""
        seats = sorted(self.seats_to_move(state))
        if seats == [CHANCE]:
            return (moves.SetCode(Secret(code)) for code in state.rules.space)
        rows = (SeatRow(seat, Secret(row)) for row in state.rules.guesses for seat in seats) if seats else ()
        hints = (hint for seat in seats for hint in self._hints(state, seat))
        return chain(hints, rows, map(SeatGivesUp, seats))

    def _hints(self, state: TogetherState, seat: int) -> Iterator[SeatHint]:
        now = state.now[seat]
        if state.rules.may_ask(seat) and not self.is_box(state, seat):
            yield from (SeatHint(seat, grade) for grade in open_hints(now))

    def chance_outcomes(self, state: TogetherState) -> int:
        """Return the number of codes where chance sets the code."""
        return state.rules.codes if CHANCE in self.seats_to_move(state) else 0

    def chance_move(self, state: TogetherState, index: int) -> Move:
        """Return the code with this number, as a move."""
        return moves.SetCode(Secret(state.rules.drawn_code(index)))

    def play(self, state: TogetherState, move: Move) -> TogetherState:
        """Return the state after *move*; raises ``MoveRefused`` if *move* is not legal."""
        seats = self.seats_to_move(state)
        if isinstance(move, moves.SetCode) and CHANCE in seats:
            return replace(state, now=tuple(_after(state.rules, board, move) for board in state.now))
        if isinstance(move, moves.SetCode) or move.seat not in seats:
            # The message does not quote the move, which may be a hidden code or row.
            named = ", ".join(map(str, sorted(seats)))
            raise MoveRefused(f"expected a move of seats {named}, got a {type(move).__name__}", FINISHED)
        board = state.now[move.seat]
        if board.closed and isinstance(move, SeatRow):
            raise MoveRefused("expected a code that the box holds, got a row in a record that leaves it out")
        if isinstance(move, SeatHint) and self.is_box(state, move.seat):
            raise MoveRefused(f"expected a hint for a person, got one for seat {move.seat}")
        deed = _deed(move)
        after = _after(state.rules, board, deed)
        now = (*state.now[: move.seat], after, *state.now[move.seat + 1 :])
        return replace(state, now=now) if any(each.ending is None for each in now) else _end_round(state, now)

    def view(self, state: TogetherState, seat: int | None) -> TogetherView:
        """Return what the player at *seat* may see, or for None what all players may see."""
        rules, played = state.rules, len(state.done)
        lines = scoring.sheet(rules, state.done)
        own = None
        if seat is not None and state.has_code:
            own = replace(round_view(state.done, state.now[seat]), game=played // rules.players + 1, code=None)
        return TogetherView(
            rules=rules,
            phase=Phase.GUESS if state.has_code else Phase.CODE if state.now else Phase.OVER,
            now=own,
            done=tuple(
                replace(round_view(state.done[:place], board), game=place // rules.players + 1)
                for place, board in enumerate(state.done)
            ),
            count=scoring.count(rules),
            sheet=lines,
            scores=scoring.totals(rules, lines),
            outcome=self.outcome(state),
            boards=tuple(SeatBoard(_keys(board), board.ending is not None) for board in state.now),
        )

    def outcome(self, state: TogetherState) -> Outcome | None:
        """Return the result once the agreed number of rounds is played; the fewest rows win."""
        if state.now:
            return None
        scores = scoring.totals(state.rules, scoring.sheet(state.rules, state.done))
        return Outcome(scores, tuple(seat for seat, score in enumerate(scores) if score == min(scores)))

    def parse(self, state: TogetherState, text: str) -> Move:
        """Return the move that *text* describes; raises ``TextUnreadable``, which does not quote it."""
        if text.endswith(" ?"):
            raise TextUnreadable("expected the row that was played, got a record that does not hold it yet")
        try:
            return super().parse(state, text)
        except TextUnreadable:
            row = self.edition.letters[: self.edition.pegs]
            raise TextUnreadable(
                f"expected a seat and a row such as '2 {row}', or '2 gives up', got another"
            ) from None

    def is_box(self, state: TogetherState, seat: int) -> bool:
        """Whether the box plays at *seat*; its seats are the last ones."""
        return seat >= state.rules.players - state.box_seats

    def choose(self, state: TogetherState, seat: int, draw: Callable[[int], int]) -> Move:
        """Return the strategy's row, made of the view of *seat* alone; raises ``MoveRefused`` where it plays none."""
        chosen = self._strategy().play(self.view(state, seat), draw)
        if not isinstance(chosen, moves.Guess):
            raise MoveRefused(f"expected a row, got a {type(chosen).__name__}")
        return SeatRow(seat, Secret(chosen.code))

    def prompted_by(self, state: TogetherState) -> int | None:
        """Return the first player, who asks for the next code after the results of a round, or None."""
        return 0 if state.done and not state.has_code else None

    def turn_key(self, state: TogetherState, seat: int) -> str:
        """Return the board of *seat*, as ``done`` will have it, and the row that is set on it."""
        if seat not in self.seats_to_move(state):
            return ""
        return f"{len(state.done) + seat + 1}.{len(state.now[seat].rows) + 1}"

    def late_move(self, state: TogetherState, seat: int) -> Move | None:
        """Return giving the round up, for the player whose time is over."""
        return SeatGivesUp(seat) if self.turn_key(state, seat) else None

    def public_text(self, move: Move) -> str:
        """Return the text of a move without its code or row."""
        match move:
            case moves.SetCode():
                return "code"
            case SeatRow(seat):
                return f"{seat + 1} ?"
        return self.text(move)

    def can_see(self, state: TogetherState, move: Move, seat: int) -> bool:
        """Whether *move* is a row of the player at *seat*."""
        return isinstance(move, SeatRow) and seat == move.seat

    def why_final(self, state: TogetherState, move: Move) -> str:
        """Say that each row is answered at once: what a player has seen is not undone."""
        return FINAL

    def secret_of(self, move: Move) -> str | None:
        """Return the letters of the code that *move* sets, or None."""
        code = move.code if isinstance(move, moves.SetCode) else None
        return None if code is None else self.edition.text(code.reveal())

    def is_closed(self, state: TogetherState, move: Move) -> bool:
        """Whether *move* leaves out the code that the box keeps."""
        return isinstance(move, moves.SetCode) and move.code is None

    def revealed_count(self, state: TogetherState) -> int:
        """Return the number of codes that are known, which are those of the finished rounds."""
        return len(state.done) // state.rules.players

    def public_reply(self, state: TogetherState, move: Move) -> str:
        """Return the key pegs of the row just played, or an empty text for another move."""
        if not isinstance(move, SeatRow):
            return ""
        boards = state.now if state.has_code else state.done[-state.rules.players :]
        return moves.keys_text(_keys(boards[move.seat])[-1])

    def answered_round(self, before: TogetherState, after: TogetherState, move: Move) -> int | None:
        """Return the board, by its place in ``done``, on which *move* led to an answer; None where it did not."""
        return len(before.done) + move.seat if isinstance(move, SeatRow) else None


def _deed(move: SeatRow | SeatGivesUp | SeatHint) -> moves.Move:
    """Return *move* as a move of a round."""
    match move:
        case SeatRow(_, code):
            return moves.Guess(code.reveal())
        case SeatHint(_, grade):
            return moves.Hint(grade)
    return moves.GiveUp()


def _new_boards(rules: Rules) -> tuple[Round, ...]:
    return tuple(Round(maker=None, breaker=seat) for seat in range(rules.players))


def _after(rules: Rules, board: Round, move: moves.Move) -> Round:
    """Return *board* after *move* by the rules of a round; raises ``MoveRefused``."""
    after = play(State(rules, 0, (), board), move)
    return after.done[0] if after.now is None or after.done else after.now


def _end_round(state: TogetherState, now: tuple[Round, ...]) -> TogetherState:
    done = (*state.done, *now)
    is_over = len(done) == state.rules.players * (state.rules.games or 1)
    return replace(state, done=done, now=() if is_over else _new_boards(state.rules))


def _keys(board: Round) -> tuple[Answer, ...]:
    return tuple(row.answer for row in board.rows if row.answer is not None)
