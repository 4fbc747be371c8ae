"""The peg games behind the contract that the session plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.errors import N_, MoveRefused, OptionRefused
from companion.games.contract import CHANCE, Game, Option, Outcome, complete
from companion.games.pegs import scoring
from companion.games.pegs.codes import Answer, Code, Space, answer, is_possible
from companion.games.pegs.edition import Edition
from companion.games.pegs.moves import (
    First,
    GiveKeys,
    GiveUp,
    Guess,
    Move,
    SetCode,
    keys_text,
    move_text,
    parse_move,
)
from companion.games.pegs.state import Ending, Mode, Phase, Round, Row, Rules, State, next_round
from companion.games.pegs.view import PegView, RoundView
from companion.games.secret import Secret

MOST_PLAYERS = 6


class PegGame(Game[State, Move, PegView]):
    """One edition, ready to play."""

    family = "pegs"
    players = (1, MOST_PLAYERS)

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.key = edition.key

    def title(self, language: str) -> str:
        """Return the edition's name."""
        return self.edition.name(language)

    def options(self, players: int) -> tuple[Option, ...]:
        """Return the choices: variant, who makes the code, who is first, how many games."""
        if not 1 <= players <= MOST_PLAYERS:
            raise OptionRefused(
                f"expected 1 to {MOST_PLAYERS} players for {self.key}, got {players}",
                N_("{game} is for 1 to {most} players."),
                game=self.edition.name.en,
                most=MOST_PLAYERS,
            )
        return (
            self._variant_option(),
            _MODES[players > 1],
            *((_first_option(players, self.edition.coin),) if players > 1 else ()),
            *((self._repeats_option(),) if not self.edition.variants[0].repeats else ()),
            self._games_option(players),
        )

    def _variant_option(self) -> Option:
        variants = self.edition.variants
        keys = tuple(variant.key for variant in variants)
        return Option("variant", N_("Rules"), keys, tuple(variant.name for variant in variants), keys[0])

    def _repeats_option(self) -> Option:
        default = "yes" if self.edition.guess_repeats else "no"
        return Option("guess-repeats", N_("Repeats in rows"), ("yes", "no"), (N_("yes"), N_("no")), default)

    def _games_option(self, players: int) -> Option:
        if self.edition.scoring.track is not None and players <= 2:
            return Option("games", N_("Games"), ("track",), (N_("to the end hole"),), "track")
        numbers = tuple(str(players * times) for times in ((1, 2, 3, 4, 5, 6) if players <= 2 else (1, 2, 3)))
        return Option("games", N_("Games"), numbers, numbers, numbers[0])

    def start(self, options: Mapping[str, str], players: int) -> State:
        """Return the state before the coin, or before the first code."""
        chosen = complete(self.options(players), options)
        rules = Rules(
            edition=self.edition,
            variant=next(variant for variant in self.edition.variants if variant.key == chosen["variant"]),
            mode=Mode(chosen["mode"]),
            guess_repeats=chosen.get("guess-repeats", "yes") == "yes",
            games=None if chosen["games"] == "track" else int(chosen["games"]),
            players=players,
        )
        first = chosen.get("first", "1")
        return State(rules, None) if first == "coin" else _seated(rules, int(first) - 1)

    def to_act(self, state: State) -> int | None:
        """Return whose move it is; where one plays alone the only player also tells the key pegs."""
        now = state.now
        match state.phase:
            case Phase.FIRST:
                return CHANCE
            case Phase.CODE if state.rules.mode is Mode.BOX:
                return CHANCE
            case Phase.CODE | Phase.KEYS if now is not None:
                return now.breaker if now.maker is None else now.maker
            case Phase.GUESS if now is not None:
                return now.breaker
        return None

    def moves(self, state: State) -> Iterator[Move]:
        """Yield every move; codes and rows in the order of their numbers."""
        match state.phase:
            case Phase.FIRST:
                yield from map(First, range(state.rules.players))
            case Phase.CODE:
                yield from (SetCode(Secret(code)) for code in state.rules.space)
            case Phase.GUESS:
                yield from map(Guess, state.rules.guesses)
                yield GiveUp()
            case Phase.KEYS:
                yield from map(GiveKeys, _possible_answers(self.edition.pegs))

    def draws(self, state: State) -> int:
        """Return the seats of a coin flip or the size of the code space."""
        if self.to_act(state) != CHANCE:
            return 0
        return state.rules.players if state.phase is Phase.FIRST else state.rules.space.size

    def drawn(self, state: State, index: int) -> Move:
        """Return the seat or the code with this number."""
        if state.phase is Phase.FIRST:
            return First(index)
        return SetCode(Secret(state.rules.space.code(index)))

    def play(self, state: State, move: Move) -> State:
        """Return the state after *move*."""
        now = state.now
        match state.phase, move:
            case Phase.FIRST, First(seat) if 0 <= seat < state.rules.players:
                return _seated(state.rules, seat)
            case Phase.CODE, SetCode(code) if now is not None:
                return self._set_code(state, now, code)
            case Phase.GUESS, Guess(code) if now is not None:
                return self._guess(state, now, code)
            case Phase.GUESS, GiveUp() if now is not None and now.code is not None:
                return _ended(state, replace(now, ending=Ending.GIVEN_UP))
            case Phase.KEYS, GiveKeys(keys) if now is not None:
                return self._answered(state, replace(now, rows=now.rows[:-1]), now.rows[-1].guess, keys)
        raise MoveRefused(f"expected a move of phase {state.phase.name}, got {self.public_text(move)!r}")

    def _set_code(self, state: State, now: Round, code: Secret[Code] | None) -> State:
        if code is not None and code.reveal() not in state.rules.space:
            raise MoveRefused(
                "expected a code out of the agreed space, got another",
                _why_not(state.rules.space, code.reveal()),
            )
        if not now.rows:
            return replace(state, now=replace(now, code=code, kept=code is None))
        if code is None:
            raise MoveRefused("expected the code after the last row, got none")
        return _ended(state, replace(now, code=code, ending=Ending.FAILED))

    def _guess(self, state: State, now: Round, guess: Code) -> State:
        if guess not in state.rules.guesses:
            space = state.rules.guesses
            raise MoveRefused(f"expected a row out of {space}, got {guess!r}", _why_not(space, guess))
        if now.code is not None:
            return self._answered(state, now, guess, answer(now.code.reveal(), guess))
        return replace(state, now=replace(now, rows=(*now.rows, Row(guess, None))))

    def _answered(self, state: State, now: Round, guess: Code, keys: Answer) -> State:
        """Add an answered row, and end the round where it ends it."""
        pegs = self.edition.pegs
        if not is_possible(keys, pegs):
            raise MoveRefused(
                f"expected key pegs that {pegs} pegs can have, got {keys_text(keys)}",
                N_("No row can have these key pegs."),
            )
        now = replace(now, rows=(*now.rows, Row(guess, keys)))
        if keys.blacks == pegs:
            return _ended(state, replace(now, code=Secret(guess), ending=Ending.SOLVED))
        if len(now.rows) == self.edition.rows and now.code is not None:
            return _ended(state, replace(now, ending=Ending.FAILED))
        return replace(state, now=now)

    def view(self, state: State, seat: int | None) -> PegView:
        """Return what all may see; no seat sees more, not even the one who set the code."""
        number = len(state.done) + 1
        lines = scoring.sheet(state.rules, state.done)
        return PegView(
            rules=state.rules,
            phase=state.phase,
            now=None if state.now is None else _round_view(number, state.now),
            done=tuple(_round_view(place, round_) for place, round_ in enumerate(state.done, 1)),
            count=scoring.count(state.rules),
            sheet=lines,
            scores=scoring.totals(state.rules, lines),
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return the result once the match is over."""
        return scoring.outcome(state.rules, state.done)

    def parse(self, state: State, text: str) -> Move:
        """Read a move."""
        return parse_move(self.edition, text)

    def text(self, move: Move) -> str:
        """Write a move, the hidden code included."""
        return move_text(self.edition, move)

    def public_text(self, move: Move) -> str:
        """Write a move, the hidden code left out."""
        return "code" if isinstance(move, SetCode) else move_text(self.edition, move)

    def sealed(self, move: Move) -> str | None:
        """Return the letters of a hidden code."""
        match move:
            case SetCode(Secret() as code):
                return self.edition.text(code.reveal())
        return None

    def open_secrets(self, state: State) -> int:
        """Return how many codes have been revealed: one a finished round."""
        return len(state.done)

    def reply(self, state: State, move: Move) -> str:
        """Return the key pegs of the row just played."""
        if not isinstance(move, Guess):
            return ""
        rows = state.now.rows if state.now is not None and state.now.rows else state.done[-1].rows
        keys = rows[-1].answer
        return "" if keys is None else keys_text(keys)


_MODES = {
    False: Option("mode", N_("Code by"), ("box",), (N_("the box"),), "box"),
    True: Option("mode", N_("Code by"), ("box", "player"), (N_("the box"), N_("a player")), "box"),
}


def _first_option(players: int, coin: bool) -> Option:
    seats = tuple(str(seat + 1) for seat in range(players))
    title = N_("Codemaker") if players == 2 else N_("Begins")
    return Option("first", title, ("coin", *seats), (N_("coin flip"), *seats), "coin" if coin else "1")


def _seated(rules: Rules, first: int) -> State:
    return State(rules, first, (), next_round(rules, first, ()))


def _ended(state: State, round_: Round) -> State:
    """Close a round and lay out the next one, unless the match is over."""
    done = (*state.done, round_)
    is_over = scoring.outcome(state.rules, done) is not None
    now = None if is_over or state.first is None else next_round(state.rules, state.first, done)
    return replace(state, done=done, now=now)


def _round_view(number: int, round_: Round) -> RoundView:
    code = round_.code.reveal() if round_.ending is not None and round_.code is not None else None
    return RoundView(number, round_.maker, round_.breaker, round_.rows, code, round_.ending)


def _possible_answers(pegs: int) -> Iterator[Answer]:
    every = (Answer(blacks, whites) for blacks in range(pegs + 1) for whites in range(pegs + 1 - blacks))
    return (keys for keys in every if is_possible(keys, pegs))


def _why_not(space: Space, code: Code) -> str:
    """Return the sentence that tells why *space* does not hold *code*."""
    if len(code) != space.pegs:
        return N_("Fill every place, please.")
    if not all(0 <= peg < space.values for peg in code):
        return N_("No empty hole in this game. Put a peg in every place.")
    return N_("Every colour only once in this game.")
