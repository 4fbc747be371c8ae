"""A game in which all move at once: each player picks a number that the others do not see before all have picked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from companion.errors import MoveRefused
from companion.front_ends.views import Fields, LastMove, choices_of
from companion.games.contract import AnyGame, Game, Option, Outcome, complete, require_players
from companion.games.notation import Form, Notation, Word
from companion.games.secret import Secret
from companion.match.kept import ToldMove
from companion.words.phrase import Name, Phrase, phrase, scores

MOST = 3
ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Pick:
    """The player at *seat* picks a number; it is None in a record that leaves it out."""

    seat: int
    number: Secret[int] | None


@dataclass(frozen=True, slots=True)
class PickState:
    """The numbers picked in each round by seat, None before that; the last round is in play."""

    players: int
    rounds: tuple[tuple[Secret[int] | None, ...], ...]


@dataclass(frozen=True, slots=True)
class PickView:
    """Who has picked in this round, the number of the one who looks, and the numbers of finished rounds."""

    picked: tuple[bool, ...]
    own: int | None
    done: tuple[tuple[int, ...], ...]


NOTATION: Notation[Pick] = Notation(
    "'2 picks 3'",
    {
        "seat": Word("[1-9]", lambda text: int(text) - 1, lambda seat: str(seat + 1)),
        "number": Word(
            "[1-9]|\\?",
            lambda text: None if text == "?" else Secret(int(text)),
            lambda number: "?" if number is None else str(number.reveal()),
        ),
    },
    Form("{seat} picks {number}", Pick),
)


class PickGame(Game[PickState, Pick, PickView]):
    """Who has picked a number that no other player has picked gets a point."""

    key = "pick"
    family = __name__
    players = 2, 4
    notation = NOTATION

    def title(self, language: str) -> str:
        return "Pick"

    def options(self, players: int) -> tuple[Option, ...]:
        require_players(self.key, self.players, players)
        return ()

    def start(self, options: Mapping[str, str], players: int) -> PickState:
        complete(self.options(players), options)
        return PickState(players, ((None,) * players,))

    def seats_to_move(self, state: PickState) -> frozenset[int]:
        return frozenset(seat for seat, number in enumerate(state.rounds[-1]) if number is None)

    def seat_of(self, state: PickState, move: Pick) -> int:
        return move.seat

    def moves(self, state: PickState) -> Iterator[Pick]:
        seats = sorted(self.seats_to_move(state))
        yield from (Pick(seat, Secret(number)) for seat, number in product(seats, range(1, MOST + 1)))

    def chance_outcomes(self, state: PickState) -> int:
        return 0

    def chance_move(self, state: PickState, index: int) -> Pick:
        raise IndexError(index)

    def play(self, state: PickState, move: Pick) -> PickState:
        number = move.number or Secret(0)
        if number.reveal() > MOST:
            raise MoveRefused(f"expected a number from 1 to {MOST}, got another")
        if move.seat not in self.seats_to_move(state):
            raise MoveRefused(f"expected a seat that has not picked, got {move.seat}")
        now = tuple(number if seat == move.seat else old for seat, old in enumerate(state.rounds[-1]))
        is_full = None not in now and len(state.rounds) < ROUNDS
        return replace(state, rounds=(*state.rounds[:-1], now, *([(None,) * state.players] if is_full else [])))

    def view(self, state: PickState, seat: int | None) -> PickView:
        now = state.rounds[-1]
        mine = None if seat is None else now[seat]
        own = None if mine is None else mine.reveal()
        rounds = state.rounds if None not in now else state.rounds[:-1]
        done = tuple(tuple(number.reveal() for number in one if number is not None) for one in rounds)
        return PickView(tuple(number is not None for number in now), own, done)

    def outcome(self, state: PickState) -> Outcome | None:
        if self.seats_to_move(state):
            return None
        points = points_of(self.view(state, None))
        return Outcome(points, tuple(seat for seat, each in enumerate(points) if each == max(points)))

    def public_text(self, move: Pick) -> str:
        return f"{move.seat + 1} picks ?"

    def is_closed(self, state: PickState, move: Pick) -> bool:
        return move.number is None

    def secret_of(self, move: Pick) -> str | None:
        return None if move.number is None else self.text(move)

    def can_see(self, state: PickState, move: Pick, seat: int) -> bool:
        return seat == move.seat

    def revealed_count(self, state: PickState) -> int:
        return sum(len(one) for one in self.view(state, None).done)


def points_of(view: PickView) -> tuple[int, ...]:
    """Return how often each player picked a number that no other player picked."""
    return tuple(sum(one.count(one[seat]) == 1 for one in view.done) for seat in range(len(view.picked)))


def boxed_games() -> Sequence[AnyGame]:
    """Return the game."""
    return (PickGame(),)


def told(seat: int, text: str, before: PickView, after: PickView, names: Sequence[str]) -> list[Phrase]:
    """Return who has picked."""
    return [phrase("{name} has picked.", name=Name(names[seat]))]


def asked(view: PickView, seat: int, names: Sequence[str]) -> Phrase:
    """Return that a player picks."""
    return phrase("{name} picks.", name=Name(names[seat]))


def offered(view: PickView, text: str, names: Sequence[str]) -> Phrase:
    """Return a number to pick."""
    return phrase("{number}", number=text.rpartition(" ")[2])


def read(view: PickView, names: Sequence[str]) -> list[Phrase]:
    """Return the numbers of the finished rounds."""
    return [phrase("{numbers}", numbers=one) for one in view.done]


rows = read


def score(view: PickView, names: Sequence[str]) -> list[Phrase]:
    """Return the points."""
    return scores(points_of(view), names)


def encode(view: PickView) -> Fields:
    """Return the fields of *view* for all."""
    return {"picked": list(view.picked), "done": [list(one) for one in view.done], "scores": list(points_of(view))}


def encode_seat(view: PickView, seat: int) -> Fields:
    """Return the fields of *view* with the number that the player has picked."""
    return encode(view) | {"own": view.own}


def last(recent: Iterator[ToldMove[PickView]]) -> LastMove | None:
    """Return the last move."""
    return next(((move, None) for move in recent), None)


def ask(view: PickView, seat: int, moves: Iterator[str]) -> Fields:
    """Return what the player may pick."""
    return {"kind": "choice", "choices": choices_of(moves)}
