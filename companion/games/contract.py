"""What every game fulfils, and all that the session, the record and the tests know of a game.

A game is called and never calls. Its states and moves are frozen values; ``play`` returns a new state or raises
``MoveRefused`` and changes nothing. A whole match - every round and its score - is one state, so undo, replay,
saving and records are one list of moves. Chance is a player: where it is to act, ``draws`` says how many equally
likely outcomes there are and ``drawn`` turns one of them into a move.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from companion.errors import OptionRefused

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")

CHANCE: Final = -1
"""The seat of chance in ``player_to_move``; players sit at 0, 1, 2 ..."""


BOX_SEATS: Final = "box-seats"
"""The option by which a table says how many seats the box plays itself."""

Label: TypeAlias = str | Callable[[str], str]
"""A text to be shown: a message id of the catalogues, or a function of the language for texts out of data."""


class Seats(Enum):
    """Whose seats may be chosen as the value of an option: nobody's, everybody's, or the people's."""

    NONE = auto()
    ALL = auto()
    PEOPLE = auto()


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before the first move.

    ``values`` are what the journal and the records write, ``labels`` what a menu shows for them. An option with one
    value is settled and no menu shows it. ``seats`` says whose seats, from 1, the values that are numbers are: such
    a value is called by its player's name. ``needs_box``: it matters only where the box itself plays.
    """

    key: str
    title: str
    values: tuple[str, ...]
    labels: tuple[Label, ...]
    default: str
    seats: Seats = Seats.NONE
    needs_box: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the score of every seat, and the seats that won (several share it)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Game(ABC, Generic[S, M, V]):
    """One boxed game - for the peg games: one edition - as the session plays it.

    S is its state, M its moves, V what a screen may show.
    """

    key: str
    """What the command line, the journal and the records call it."""

    family: str
    """Which rules it follows; the face that draws it is found by this."""

    players: tuple[int, int]
    """Fewest and most players."""

    @abstractmethod
    def title(self, language: str) -> str:
        """Return the game's name in *language*, English where there is none."""

    @abstractmethod
    def options(self, players: int) -> tuple[Option, ...]:
        """Return what a table of so many *players* may choose."""

    @abstractmethod
    def start(self, options: Mapping[str, str], players: int) -> S:
        """Return the state before the first move; missing options take their defaults.

        Raises ``OptionRefused`` for an option, a value or a number of players that is not offered.
        """

    @abstractmethod
    def player_to_move(self, state: S) -> int | None:
        """Return the seat to move, ``CHANCE``, or None when the match is over."""

    @abstractmethod
    def moves(self, state: S) -> Iterator[M]:
        """Yield every move that may be played now; there may be many, so take what you need."""

    @abstractmethod
    def draws(self, state: S) -> int:
        """Return the number of equally likely outcomes where chance is to act, else 0."""

    @abstractmethod
    def drawn(self, state: S, index: int) -> M:
        """Return chance's outcome number *index*, 0 <= index < ``draws(state)``."""

    @abstractmethod
    def play(self, state: S, move: M) -> S:
        """Return the state after *move*; raises ``MoveRefused`` and changes nothing."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """Return what the player at *seat* may see, or for None what the whole table may."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""

    @abstractmethod
    def parse(self, state: S, text: str) -> M:
        """Read a move from its *text*; raises ``TextUnreadable``."""

    @abstractmethod
    def text(self, move: M) -> str:
        """Return the move in the game's own words, secrets included."""

    @abstractmethod
    def public_text(self, move: M) -> str:
        """Return the move as it may be written while the match goes on: without its secret."""

    def box_seats(self, options: Mapping[str, str]) -> int:
        """Return how many seats, counted from the last, the box plays itself under *options*.

        By default the option ``BOX_SEATS`` says it, where the game offers it.
        """
        return int(options.get(BOX_SEATS, "0"))

    def is_box(self, state: S, seat: int) -> bool:
        """Whether the box itself plays at *seat*; by default people sit everywhere."""
        return False

    def choose(self, state: S, seat: int, draw: Callable[[int], int]) -> M:
        """Return the move that the box plays at *seat*, out of what that seat may see and nothing else.

        ``draw(n)`` returns a uniform number below n.
        """
        raise NotImplementedError(f"expected a game in which the box plays, got {self.key!r} and seat {seat}")

    def sees(self, state: S, move: M, seat: int) -> bool:
        """Whether the player at *seat* may know what ``public_text`` leaves out of *move*; by default nobody may."""
        return False

    @abstractmethod
    def sealed(self, move: M) -> str | None:
        """Return the secret of *move* that a seal is put on, or None."""

    @abstractmethod
    def revealed_count(self, state: S) -> int:
        """Return how many of the sealed secrets, in the order played, the whole table knows by now."""

    @abstractmethod
    def reply(self, state: S, move: M) -> str:
        """Return the public reply that *state* gives to the *move* that led to it: key pegs, or an empty text.

        A record keeps it beside the move. It reads as a move of its own: that is how a record whose secret is
        still sealed can be replayed.
        """


class Signal(Enum):
    """What a player submits instead of a move; the value is its text form."""

    GO = "go"
    """Let chance or the box make the move that waits for this player."""


@runtime_checkable
class Prompted(Protocol):
    """An optional ability of a game: some moves of chance or of the box wait until a player calls for them.

    The player rolls a die, flips a coin, or has the next round dealt after the end of the last one was seen.
    """

    def prompted_by(self, state: Any, /) -> int | None:
        """Return the seat that calls for the next move of chance or of the box, None where it waits for no player.

        Asked only where chance or the box is to move. The seat is a person's.
        """
        ...


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game whose states and moves one only hands on. (A list of different games needs it: Python's types have no
"some game with its own state".)"""


def complete(offered: tuple[Option, ...], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return *chosen* filled up with defaults; raises ``OptionRefused`` for what is not offered.

    >>> mode = Option("mode", "Who makes the code", ("box", "player"), ("The box", "A player"), "box")
    >>> complete((mode,), {})
    {'mode': 'box'}
    """
    by_key = {option.key: option for option in offered}
    for key, value in chosen.items():
        if key not in by_key:
            raise OptionRefused(f"expected an option out of {sorted(by_key)}, got {key!r}")
        if value not in by_key[key].values:
            raise OptionRefused(f"expected {key} out of {list(by_key[key].values)}, got {value!r}")
    return {option.key: chosen.get(option.key, option.default) for option in offered}


def prompter(game: AnyGame, state: object) -> int | None:
    """Return the seat that calls for the next move of chance or of the box; None where no player has to."""
    return game.prompted_by(state) if isinstance(game, Prompted) else None
