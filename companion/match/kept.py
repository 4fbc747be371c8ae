"""The moves of a match, and what an undo does not change: outcomes, choices of the box, and what players learned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

from companion.games.contract import CHANCE, Game
from companion.games.secret import Secret

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class PlayedMove(Generic[S, M]):
    """A move in the current line of play: who made it, the state after it, and the nonce of the seal on its secret.

    ``at`` is when it was written, and ``since`` from when on its seat could move; both are empty where the archive has
    no times. ``turn`` is the key of the turn in a match with a time limit, and empty for a move outside a turn.
    """

    move: M
    seat: int
    after: S
    nonce: Secret[str] | None
    at: str = ""
    turn: str = ""
    since: str = ""


class ToldMove(NamedTuple, Generic[V]):
    """A move as all players know it: its text without its secret, and what all saw before and after it.

    ``number`` counts the moves of the match from 1, without those that were undone.
    """

    number: int
    seat: int
    text: str
    before: Callable[[], V]
    after: Callable[[], V]


def draws(line: Iterable[PlayedMove[S, M]]) -> int:
    """Return how many outcomes of chance there are in *line*."""
    return [played.seat for played in line].count(CHANCE)


@dataclass(frozen=True, slots=True)
class Learned(Generic[M]):
    """What players saw or heard by *move*, and would still know after an undo; ``seats`` are those who did.

    ``seats`` is None where all did.
    """

    move: M
    seats: tuple[int, ...] | None


class KeptOutcomes(Generic[S, M, V]):
    """The outcomes of chance and the box's choices in a match of *game* with *seats* players.

    An outcome is drawn again at the same place for the same players. What only one player has seen is not given to
    another: there chance draws once more.
    """

    def __init__(self, game: Game[S, M, V], seats: int) -> None:
        self._game = game
        self._seats = range(seats)
        # By the number of outcomes before it, in the order drawn: an outcome, and the seats that could see it.
        self._drawn: dict[int, list[tuple[PlayedMove[S, M], tuple[int, ...]]]] = {}
        self._revealed: dict[int, list[M]] = {}
        # The box's choices that were taken back, with the places in the line and the states before them.
        self._chosen: list[tuple[int, S, M]] = []

    def viewers(self, state: S, move: M) -> tuple[int, ...]:
        """Return the seats that see the hidden outcome *move* of chance, in *state*."""
        return tuple(seat for seat in self._seats if self._game.can_see(state, move, seat))

    def learners(self, before: S, played: PlayedMove[S, M]) -> tuple[int, ...] | None:
        """Return the players' seats that learned something by *played* in the state *before*, None for all."""
        game, move = self._game, played.move
        if played.seat != CHANCE:
            is_told = game.public_reply(played.after, move) or game.shows_hidden(before, move)
            return None if is_told else ()
        if game.text(move) == game.public_text(move):
            return None
        return tuple(seat for seat in self.viewers(before, move) if not game.is_box(before, seat))

    def drawn(self) -> tuple[PlayedMove[S, M], ...]:
        """Return every outcome of chance, each once, in the order drawn; also those of moves that were taken back."""
        every = (played for played, _ in chain.from_iterable(self._drawn.values()))
        return tuple(sorted(every, key=lambda played: played.at))

    def outcomes(self, state: S, line: Sequence[PlayedMove[S, M]]) -> list[PlayedMove[S, M]]:
        """Return the outcomes that were drawn at this place for those who would see them now, the first one first."""
        known = self._drawn.get(draws(line), ())
        return [played for played, viewers in known if viewers == self.viewers(state, played.move)]

    def put(self, before: S, line: Sequence[PlayedMove[S, M]], played: PlayedMove[S, M]) -> None:
        """Keep *played*, an outcome of chance that follows *line*, which ends in the state *before*."""
        found = (played, self.viewers(before, played.move))
        known = self._drawn.setdefault(draws(line), [])
        if all((other.move, viewers) != (played.move, found[1]) for other, viewers in known):
            known.append(found)

    def forget(self, line: Sequence[PlayedMove[S, M]], move: M) -> None:
        """Do not draw *move*, which was revealed, again after *line*."""
        self._revealed.setdefault(draws(line), []).append(move)
        known = self._drawn.get(draws(line), [])
        known[:] = [found for found in known if found[0].move != move]

    def revealed(self, line: Sequence[PlayedMove[S, M]]) -> Sequence[M]:
        """Return the outcomes after *line* that were forgotten."""
        return self._revealed.get(draws(line), ())

    def put_choice(self, place: int, before: S, move: M) -> None:
        """Keep the choice *move* of the box after *place* moves, in the state *before*, which is taken back."""
        if self.choice(place, before) is None:
            self._chosen.append((place, before, move))

    def choice(self, place: int, state: S) -> M | None:
        """Return what the box chose in *state* after *place* moves, as far as that was taken back; else None.

        A state may come twice in a match, and the box may choose another move the second time.
        """
        return next((move for at, before, move in self._chosen if at == place and before == state), None)
