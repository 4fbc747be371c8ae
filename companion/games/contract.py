"""The interface that every game implements; the session, the records and the tests use a game only through it.

A game never calls its caller. Its states and moves are frozen values; ``play`` returns a new state, or raises
``MoveRefused`` and changes nothing. One state holds a whole match, with every round and its score, so undo, replay,
saving and records all work on one list of moves. Chance is a player: where chance is to move, ``chance_outcomes``
returns the number of equally likely outcomes and ``chance_move`` turns the index of one of them into a move.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias, TypeGuard, TypeVar, runtime_checkable

from companion.errors import N_, OptionRefused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.games.notation import Notation
    from companion.games.pegs.edition import Edition

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")

CHANCE: Final = -1
"""The seat of chance in ``seats_to_move``; players sit at 0, 1, 2 ..."""


def only(seats: frozenset[int]) -> int | None:
    """Return the one seat of *seats*; None for none or several."""
    return next(iter(seats)) if len(seats) == 1 else None


BOX_SEATS: Final = "box-seats"
"""The key of the option that sets how many seats the box itself plays."""

PLAYERS_LIMITED: Final = N_("{game} is for {fewest} to {most} players.")

Label: TypeAlias = str | Callable[[str], str]
"""A text to show: a message id of the translation catalogues, or a function of the language for texts from data."""


class Seats(Enum):
    """Which seats may be values of an option: none, all of them, or only those of people.

    OTHER: all, but of two seats the value names one and means the other; a menu shows the one that is meant.
    """

    NONE = auto()
    ALL = auto()
    PEOPLE = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before the first move.

    ``choices`` are its values, which the journal and the records write, with the labels that a menu shows instead. No
    menu shows an option that has only one value. Where ``seats`` is not ``NONE``, a value that is a number is a seat,
    counted from 1, and a menu shows the name of its player.

    An option with ``only_in``, the key and values of another option, has an effect only where that option has one of
    these values. Elsewhere no menu shows it, and a new match has ``unused`` for it. An option may be offered twice
    under the same key, with the same values, where its title depends on another option.

    ``if_missing`` is what a header without the option means, if that is not the default: an option that is younger
    than the records and journals of its game names there how the game was played before.
    ``earlier`` are values that no new match has. Where the rules of a game change, an option with one value names
    their version, and records of earlier versions are still replayed by theirs.
    ``help`` is one sentence, as a message id, that explains the choice to the players. A set-up shows an option that
    ``is_asked`` at once, and the others under further rules. Texts of the regular expression ``form`` are values too.
    """

    key: str
    title: str
    choices: Mapping[str, Label]
    default: str
    seats: Seats = Seats.NONE
    only_in: tuple[str, tuple[str, ...]] | None = None
    unused: str = ""
    if_missing: str = ""
    earlier: tuple[str, ...] = ()
    help: str = ""
    is_asked: bool = False
    form: str = ""

    @property
    def values(self) -> tuple[str, ...]:
        """The values, in the order of the menu."""
        return tuple(self.choices)

    def offers(self, value: str) -> bool:
        """Whether *value* is one of the choices, or has the form of one."""
        return value in self.choices or (bool(self.form) and re.fullmatch(self.form, value) is not None)

    def applies(self, chosen: Mapping[str, str]) -> bool:
        """Whether the option has an effect beside the *chosen* ones; an option not chosen yet does not limit it."""
        return self.only_in is None or chosen.get(self.only_in[0], self.only_in[1][0]) in self.only_in[1]


def numbers(values: Iterable[int]) -> dict[str, Label]:
    """Return the choices of an option whose values are numbers, which a menu shows as they are."""
    return {str(value): str(value) for value in values}


def box_seats_option(players: int) -> Option:
    """Return the option of how many of *players* players the box plays itself; one of them is a person."""
    counts = {"0": N_("none"), **numbers(range(1, players))}
    sentence = N_("How many of the players the box plays itself.")
    return Option(BOX_SEATS, N_("Box players"), counts, "0", help=sentence, is_asked=True)


NO_UNDO: Final = Option(
    "no-undo",
    N_("No undo"),
    {"no": N_("no"), "yes": N_("yes")},
    "no",
    help=N_("A move that is made stays: nothing is taken back."),
)
"""The option of a match without undo, which games have among theirs and the session sees to."""


TIME: Final = Option(
    "time",
    N_("Time"),
    {
        "off": N_("no limit"),
        "30": N_("30 s a turn"),
        "60": N_("1 min a turn"),
        "120": N_("2 min a turn"),
        "300+0": N_("5 min each"),
        "300+5": N_("5 min + 5 s"),
        "600+10": N_("10 min + 10 s"),
    },
    "off",
    help=N_("Time for a turn, or for a match with more for each turn."),
)
"""The option of a time limit, in seconds, which games have among theirs and the session sees to.

A value is the time of each turn, or that of a match for each player and what each further turn adds.
"""


def require_players(game: str, limits: tuple[int, int], players: int, sentence: str = PLAYERS_LIMITED) -> None:
    """Raise ``OptionRefused`` for a number of players that is not in *limits*, the fewest and the most of *game*."""
    fewest, most = limits
    if not fewest <= players <= most:
        message = f"expected {fewest} to {most} players for {game}, got {players}"
        raise OptionRefused(message, sentence, game=game, fewest=fewest, most=most)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the score of every seat, and the seats that won, several after a tie, or none."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TimedTurn:
    """A turn with a clock: after ``free_s`` seconds an opponent may limit it to ``limit_s`` more seconds.

    ``key`` identifies the turn in its match, as a word. A turn to which an undo returns has the key that it had. A
    limit for the match has one key for all turns of a player, and ``part`` says which of them is in play.
    """

    key: str
    free_s: float
    limit_s: float
    part: str = ""


class Game(ABC, Generic[S, M, V]):
    """One boxed game as the session plays it; each edition of the peg games is one.

    S is the type of its states, M of its moves, V of the views that screens may show.
    """

    key: str
    """The name of the game on the command line, in the journal and in the records."""

    family: str
    """The family of rules that the game follows; ``GAME_SCREENS`` maps it to the screens of the game."""

    players: tuple[int, int]
    """Fewest and most players."""

    group: str = ""
    """The title of the menu in *Play* that lists the game, as a message id; empty for *Play* itself."""

    less_time_wins: bool = False
    """Whether the one who took less time wins where the rules have a tie."""

    notation: Notation[M]
    """The texts of the moves."""

    def facts(self) -> dict[str, object]:
        """Return what ``codemaker games --json`` lists beside the key, the title and the players."""
        return {}

    def summary(self) -> str:
        """Return what ``codemaker games`` prints beside the key and the title."""
        fewest, most = self.players
        return f"{fewest} to {most} players" if fewest < most else f"{most} player{'s' if most > 1 else ''}"

    @property
    def colours(self) -> Sequence[tuple[int, int, int]]:
        """The colours of what the game is played with, for a picture in a list of games; RGB, 0 to 255."""
        return ()

    @abstractmethod
    def title(self, language: str) -> str:
        """Return the game's name in *language*, in English where there is no translation."""

    @abstractmethod
    def options(self, players: int) -> tuple[Option, ...]:
        """Return the options that a match of *players* players offers."""

    @abstractmethod
    def start(self, options: Mapping[str, str], players: int) -> S:
        """Return the state before the first move; an option that is missing has the meaning of ``as_written``.

        Raises ``OptionRefused`` if an option, a value or the number of players is not offered.
        """

    @abstractmethod
    def seats_to_move(self, state: S) -> frozenset[int]:
        """Return the seats that may move now: one, several that act at once, ``CHANCE`` alone, or none at the end."""

    @abstractmethod
    def seat_of(self, state: S, move: M) -> int:
        """Return the seat that makes *move*, which is one of those to move if the rules allow the move.

        Where several seats may move, the text of a move says which of them makes it: journals and records hold texts.
        """

    @abstractmethod
    def moves(self, state: S) -> Iterator[M]:
        """Yield every move that is legal now; there may be very many."""

    @abstractmethod
    def chance_outcomes(self, state: S) -> int:
        """Return the number of equally likely outcomes where chance is to move, else 0."""

    @abstractmethod
    def chance_move(self, state: S, index: int) -> M:
        """Return the move of chance with number *index*, 0 <= index < ``chance_outcomes(state)``."""

    @abstractmethod
    def play(self, state: S, move: M) -> S:
        """Return the state after *move*; raises ``MoveRefused`` if *move* is not legal."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """Return what the player at *seat* may see, or for None what all players may see."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it is in play."""

    def parse(self, state: S, text: str) -> M:
        """Return the move that *text* describes; raises ``TextUnreadable`` if it describes none."""
        return self.notation.parse(text)

    def text(self, move: M) -> str:
        """Return the text form of *move*, including its secret."""
        return self.notation.text(move)

    @abstractmethod
    def public_text(self, move: M) -> str:
        """Return the text form of *move* without its secret, as it may be shown while the match is in play."""

    def box_seats(self, options: Mapping[str, str]) -> int:
        """Return how many seats the box itself plays under *options*; they are the last ones.

        By default this is the value of the option ``BOX_SEATS``, or 0 without that option.
        """
        return int(options.get(BOX_SEATS, "0"))

    def is_box(self, state: S, seat: int) -> bool:
        """Whether the box itself plays at *seat*; by default people play at all seats."""
        return False

    def choose(self, state: S, seat: int, draw: Callable[[int], int]) -> M:
        """Return the move that the box plays at *seat*, chosen only from what that seat may see.

        ``draw(n)`` returns a uniformly random number from 0 to n - 1. Raises ``NotImplementedError`` for a game in
        which the box plays no seat.
        """
        raise NotImplementedError(f"expected a game in which the box plays, got {self.key!r} and seat {seat}")

    def prompted_by(self, state: S) -> int | None:
        """Return the seat that has to ask for the next move of chance or of the box, None if it waits for no player.

        For example a player rolls a die, flips a coin, or starts the next round after looking at the last result. It
        is called only where chance or the box is to move. The seat is that of a person; by default there is none.
        """
        return None

    def timed_turn(self, view: V) -> TimedTurn | None:
        """Return the turn in play, given the *view* of all players; None where no time is counted now."""
        return None

    def time_up(self) -> M | None:
        """Return the move for a limit that is over, None in a game without clocks, which is the default.

        Only the clock of the box makes it, for the player to move.
        """
        return None

    def turn_key(self, state: S, seat: int) -> str:
        """Return which turn *seat* has now, in digits and dots; empty where no option ``TIME`` counts its time.

        A turn has one key as long as it lasts, and no two turns of a match have the same. In ``CodeBreaking`` games it
        begins with the number of the round from 1. By default no time counts.
        """
        return ""

    def late_move(self, state: S, seat: int) -> M | None:
        """Return the legal move for *seat* whose time is over; None where the time only counts on.

        It gives the turn or the round up as the rules of the game allow. By default there is none.
        """
        return None

    def can_see(self, state: S, move: M, seat: int) -> bool:
        """Whether the player at *seat* may know the secret that ``public_text`` omits; by default no player may."""
        return False

    def shows_hidden(self, state: S, move: M) -> bool:
        """Whether *move*, which a player makes in *state*, shows all players what only its player knew.

        By default no move does. What ``public_reply`` tells need not be counted here.
        """
        return False

    def why_final(self, state: S, move: M) -> str:
        """Return why *move*, which a player makes in *state*, cannot be taken back, or by default an empty text.

        It is a sentence for players, as a message id.
        """
        return ""

    def secret_of(self, move: M) -> str | None:
        """Return the secret of *move* that is to be sealed, or None; by default a game seals none."""
        return None

    def is_closed(self, state: S, move: M) -> bool:
        """Whether *move* leaves out a secret that the box keeps, as in the record of a running match.

        Such a move may be replayed, with the replies of the record, but not be played. By default there is none.
        """
        return False

    def check_entry(self, state: S, move: M) -> None:
        """Raise ``MoveRefused`` for a move that ``play`` accepts, as older records have it, but no player may make.

        By default there is none.
        """

    def revealed_count(self, state: S) -> int:
        """Return how many of the sealed secrets, in the order played, are now known to all players."""
        return 0

    def is_shown(self, state: S, move: M) -> bool:
        """Whether all players see in *state* the sealed secret of *move*, one that ``revealed_count`` does not count.

        By default there is none.
        """
        return False

    def public_reply(self, state: S, move: M) -> str:
        """Return the public reply to *move*, which led to *state*: for example key pegs, or by default an empty text.

        A record keeps the reply beside the move. ``parse`` accepts it as a move, so that a record whose secret is
        still sealed can be replayed.
        """
        return ""


class Signal(Enum):
    """An input that a player submits instead of a move; the value is its text form."""

    GO = "go"
    """Make the move of chance or of the box that waits for this player."""


@runtime_checkable
class Scorable(Protocol):
    """An optional ability of a game: it can answer a guess outside a match."""

    def score(self, code: str, guess: str, /) -> Mapping[str, int]:
        """Return the answer to *guess* if *code* is the code: how many there are of each kind of key peg.

        Raises ``TextUnreadable`` for a text that is no code.
        """

    def kind_word(self, kind: str, /) -> str:
        """Return the English word for a *kind* of key peg of ``score``, as the game's own screens call it."""


@runtime_checkable
class Sealing(Protocol):
    """An optional ability of a game: it seals secrets, whose texts people read from a screen and type."""

    @property
    def key(self) -> str:
        """The name of the game."""

    def why_no_secret(self, text: str, /) -> str | None:
        """Return why *text* is no secret of the game in any of its variants, as a message; None if it is one."""

    def meanings(self, letter: str, /) -> Mapping[str, str]:
        """Return the characters of a secret that *letter* may stand for, first itself.

        Each has the word that begins with *letter* in another language, or an empty text.
        """


@runtime_checkable
class ThrowsDice(Protocol):
    """An optional ability of a game: chance throws dice in it, which belong among the throws of the box."""

    def thrown(self, move: Any, players: int, /) -> tuple[str, int] | None:
        """Return what chance threw with *move*, such as ``d6`` or ``start 3``, and the side from 1 up.

        Returns None for a move that is no throw.
        """


@runtime_checkable
class TrayReadable(Protocol):
    """An optional ability of a game: it is played with pegs in holes, which a tray can read, or with digits."""

    @property
    def edition(self) -> Edition:
        """The pegs and holes of the game."""


def has_pegs(game: AnyGame) -> TypeGuard[TrayReadable]:
    """Whether *game* is played with pegs that a tray can read; digits are none."""
    return isinstance(game, TrayReadable) and not game.edition.has_signs


@dataclass(frozen=True, slots=True)
class CodeResult:
    """How a finished round went for the player at ``seat``, who broke its code; ``round`` is its place, from 0.

    ``rows`` is None where the code was not found. ``kind`` names what makes codes of one game harder or easier: rounds
    of the same kind can be compared. ``undone`` counts the answers that the players saw and took back. ``seconds`` is
    the time that the player thought, None where it is not known.
    """

    round: int
    seat: int
    rows: int | None
    hints: int
    kind: str
    undone: int = 0
    seconds: int | None = None

    @property
    def is_helped(self) -> bool:
        """Whether a hint or an undone answer helped, so that the round is no personal best."""
        return self.hints > 0 or self.undone > 0


def help_words(undone: int, hints: int) -> str:
    """Return what helped, as it stands behind a result.

    >>> help_words(2, 1), help_words(0, 0)
    (', 2 undone, 1 hint', '')
    """
    return f", {undone} undone" * (undone > 0) + f", {hints} hint{'s' * (hints > 1)}" * (hints > 0)


@runtime_checkable
class CodeBreaking(Protocol):
    """An optional ability of a game: in each of its rounds a player breaks a code in as few rows as possible."""

    def results(self, view: Any, /) -> Sequence[CodeResult]:
        """Return the result of every finished round that counts."""

    def answered_round(self, before: Any, after: Any, move: Any, /) -> int | None:
        """Return the round, from 0, in which *move* led to a row's answer, None where it did not."""

    def luck_and_skill(self, view: Any, round: int, /) -> tuple[float, float]:
        """Return the luck and the skill of finished round *round* in bits; this may take long."""


@dataclass(frozen=True, slots=True)
class RoundReview:
    """The review of a finished round as lines of text, and what its plot shows.

    ``left`` is the number of codes left before the first row and after each row; ``best_left`` is the average number
    of codes left after the best row in place of each row.
    """

    title: str
    lines: tuple[str, ...]
    left: tuple[int, ...]
    best_left: tuple[float, ...]


@runtime_checkable
class Reviewable(Protocol):
    """An optional ability of a game: it can review how well each row of a finished round was played."""

    def allows_early_review(self, view: Any, /) -> bool:
        """Whether the finished rounds may be reviewed before the match is over."""

    def review(self, view: Any, players: Sequence[str], /) -> Sequence[RoundReview]:
        """Return the review of every finished round; *players* are the names by seat."""


@runtime_checkable
class Shareable(Protocol):
    """An optional ability of a game: the result of a finished round as a text to send on, which gives no code away."""

    def share_texts(self, view: Any, undone: Mapping[int, int], names: Sequence[str] = (), /) -> Sequence[str]:
        """Return the text of every finished round, with the name of its player where *names*, by seat, are given."""


@runtime_checkable
class Challenging(Protocol):
    """An optional ability of a game: others may get the secret of a finished round, by a line that hides it."""

    is_daily: bool
    """Whether the game has a secret for each day, the same everywhere."""

    secrets: str
    """The name of what the challenges are drawn from; games of the same name have the same secret for a text."""

    def challenges(self, view: Any, /) -> Sequence[str]:
        """Return the line of every finished round."""

    def read_challenge(self, text: str, /) -> Mapping[str, str] | None:
        """Return the options of a match with the secret that *text*, a line or a date, names.

        None if it names none of this game.
        """

    def draw_challenge(self, options: Mapping[str, str], draw: Callable[[int], int], /) -> str:
        """Return the line of a secret of matches with *options*; ``draw(n)`` returns a random number below n."""

    def results(self, view: Any, /) -> Sequence[CodeResult]:
        """Return the result of every finished round."""


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game of any state, move and view type.

A list of different games needs it, because Python's type system cannot express "some game with its own state"."""


def complete(offered: tuple[Option, ...], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return *chosen* with defaults for missing options; raises ``OptionRefused`` for a key or value not *offered*.

    >>> mode = Option("mode", "Who makes the code", {"box": "The box", "player": "A player"}, "box")
    >>> complete((mode,), {})
    {'mode': 'box'}
    """
    by_key = {option.key: option for option in offered}
    for key, value in chosen.items():
        if key not in by_key:
            raise OptionRefused(f"expected an option out of {sorted(by_key)}, got {key!r}")
        if not by_key[key].offers(value):
            raise OptionRefused(f"expected {key} out of {list(by_key[key].values)}, got {value!r}")
    return {option.key: chosen.get(option.key, option.default) for option in offered}


def with_unused(offered: Iterable[Option], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return *chosen* for a new match, in which options without an effect that were not chosen have ``unused``.

    An earlier value, as a rematch of an old match has it, is replaced by the default.
    """
    earlier = {(option.key, value) for option in offered for value in option.earlier}
    chosen = dict(pair for pair in chosen.items() if pair not in earlier)
    defaults = {option.key: option.default for option in offered} | chosen
    used = {option.key for option in offered if option.applies(defaults)}
    unused = {option.key: option.unused or option.default for option in offered if option.key not in used}
    return unused | chosen


def as_written(offered: tuple[Option, ...], written: Mapping[str, str]) -> dict[str, str]:
    """Return what the options *written* in a header mean; a missing option is as it was before it was offered.

    It may have an earlier value. Raises ``OptionRefused`` as ``complete`` does.

    >>> mode = Option("mode", "Codemaker", {"box": "Box", "player": "Player"}, "box", if_missing="player")
    >>> as_written((mode,), {}), complete((mode,), {})
    ({'mode': 'player'}, {'mode': 'box'})
    """
    known = tuple(
        replace(option, choices={**option.choices, **dict.fromkeys(option.earlier, "")}) if option.earlier else option
        for option in offered
    )
    return complete(known, {option.key: option.if_missing for option in offered if option.if_missing} | {**written})
