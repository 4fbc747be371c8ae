"""A game for one player: the box hides a number, and says of each one that is asked for whether it is higher or lower.

An example of a family of games in one module, which docs/games.md explains: rules, words, views and screens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.errors import N_, MoveRefused
from companion.front_ends.views import Fields, LastMove, choices_of
from companion.games.contract import CHANCE, AnyGame, CodeResult, Option, Outcome, complete, require_players
from companion.games.notation import Form, Notation, Word
from companion.games.secret import Secret
from companion.games.turn_based import TurnBasedGame
from companion.i18n.translator import Verbatim
from companion.match.driver import MoveEvent
from companion.match.kept import ToldMove
from companion.ui.core.menu import Item
from companion.ui.core.page import ListRow
from companion.ui.core.screen import Navigation, Pop, Screen
from companion.ui.games.shared.match import GameScreens, Match
from companion.ui.games.shared.match_screens import ListScreen, MatchMenu, final_menu, score_sheet
from companion.words.phrase import GO, Level, Name, Phrase, phrase, scores

MOST = 12

# --- The rules ---


@dataclass(frozen=True, slots=True)
class Hide:
    """The box hides a number."""

    number: Secret[int]


@dataclass(frozen=True, slots=True)
class Ask:
    """The player asks for a number."""

    number: int


Move = Hide | Ask


@dataclass(frozen=True, slots=True)
class NumberView:
    """What the player may see: the numbers asked for, and whether the hidden number is higher, lower or this one."""

    asked: tuple[tuple[int, str], ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the number is found."""
        return bool(self.asked) and self.asked[-1][1] == "found"


@dataclass(frozen=True, slots=True)
class NumberState:
    """The hidden number, None before it is drawn, and what is seen of it."""

    hidden: Secret[int] | None = None
    seen: NumberView = NumberView()


NOTATION: Notation[Move] = Notation(
    "'hide 7' or '7'",
    {
        "number": Word("[1-9][0-9]?"),
        "hidden": Word("[1-9][0-9]?", lambda text: Secret(int(text)), lambda number: str(number.reveal())),
    },
    Form("hide {number:hidden}", Hide),
    Form("{number}", Ask),
)


class NumberGame(TurnBasedGame[NumberState, Move, NumberView]):
    """A number from 1 to ``MOST`` is hidden; fewer questions are better."""

    key = "number"
    family = __name__
    players = 1, 1
    notation = NOTATION

    def title(self, language: str) -> str:
        """Return the name of the game."""
        return "Number"

    def options(self, players: int) -> tuple[Option, ...]:
        """Return no options; raises ``OptionRefused`` for more than one player."""
        require_players(self.key, self.players, players)
        return ()

    def start(self, options: Mapping[str, str], players: int) -> NumberState:
        """Return the state before the number is drawn."""
        complete(self.options(players), options)
        return NumberState()

    def player_to_move(self, state: NumberState) -> int | None:
        """Return chance, which hides the number, the only seat, or None at the end."""
        return CHANCE if state.hidden is None else None if state.seen.is_over else 0

    def moves(self, state: NumberState) -> Iterator[Move]:
        """Yield every legal move."""
        if state.hidden is None:
            yield from (Hide(Secret(number)) for number in range(1, MOST + 1))
        elif not state.seen.is_over:
            yield from map(Ask, range(1, MOST + 1))

    def chance_outcomes(self, state: NumberState) -> int:
        """Return how many numbers may be hidden."""
        return MOST if state.hidden is None else 0

    def chance_move(self, state: NumberState, index: int) -> Move:
        """Return the move that hides a number."""
        return Hide(Secret(index + 1))

    def play(self, state: NumberState, move: Move) -> NumberState:
        """Return the state after *move*; raises ``MoveRefused``."""
        if move not in self.moves(state):
            raise MoveRefused(f"expected a move out of those offered, got {move!r}")
        if isinstance(move, Hide):
            return replace(state, hidden=move.number)
        number = 0 if state.hidden is None else state.hidden.reveal()
        answer = "found" if move.number == number else "higher" if move.number < number else "lower"
        return replace(state, seen=NumberView((*state.seen.asked, (move.number, answer))))

    def view(self, state: NumberState, seat: int | None) -> NumberView:
        """Return what everybody may see."""
        return state.seen

    def outcome(self, state: NumberState) -> Outcome | None:
        """Return the number of questions once the number is found."""
        return Outcome((len(state.seen.asked),), (0,)) if state.seen.is_over else None

    def public_text(self, move: Move) -> str:
        """Return the text of a move without the hidden number."""
        return "hide" if isinstance(move, Hide) else self.text(move)

    def secret_of(self, move: Move) -> str | None:
        """Return the hidden number, for the seal."""
        return str(move.number.reveal()) if isinstance(move, Hide) else None

    def revealed_count(self, state: NumberState) -> int:
        """Return 1 once the number is known."""
        return int(state.seen.is_over)

    def public_reply(self, state: NumberState, move: Move) -> str:
        """Return the answer to a number, for the record."""
        return state.seen.asked[-1][1] if isinstance(move, Ask) else ""

    def results(self, view: NumberView) -> Sequence[CodeResult]:
        """Return the one result, once the number is found."""
        return (CodeResult(0, 0, len(view.asked), 0, "normal"),) if view.is_over else ()

    def answered_round(self, before: object, after: object, move: object) -> int:
        """Return the only round, in which each move is answered."""
        return 0

    def luck_and_skill(self, view: NumberView, round: int) -> tuple[float, float]:
        """Return zeros: this game counts neither."""
        return 0.0, 0.0


def boxed_games() -> Sequence[AnyGame]:
    """Return the game."""
    return (NumberGame(),)


# --- The words ---
ANSWERS = {
    "higher": N_("The number is higher than {number}."),
    "lower": N_("The number is lower than {number}."),
    "found": N_("{number} is the number!"),
}


def told(seat: int, text: str, before: NumberView, after: NumberView, names: Sequence[str]) -> list[Phrase]:
    """Return the answer to the newest number; that the number is hidden is told to no one."""
    return [row(after, len(after.asked), Level.ANSWERS)] if len(after.asked) > len(before.asked) else []


def asked(view: NumberView, seat: int, names: Sequence[str]) -> Phrase:
    """Return that the player asks for a number."""
    return phrase(N_("{name} asks for a number."), name=Name(names[seat]))


def offered(view: NumberView, text: str, names: Sequence[str]) -> Phrase:
    """Return a number that may be asked for."""
    return phrase(GO if text == "go" else "{number}", number=text)


def undone(view: NumberView, text: str) -> Phrase:
    """Return the number that was asked for."""
    return phrase("{number}", number=text)


def learned(text: str) -> Phrase:
    """Return what the player saw by a move."""
    return phrase(N_("the answer"))


def row(view: NumberView, number: int, level: Level = Level.GAME) -> Phrase:
    """Return row *number* with its answer."""
    asked_for, answer = view.asked[number - 1]
    return phrase(ANSWERS[answer], level, number=asked_for)


def rows(view: NumberView, names: Sequence[str]) -> list[Phrase]:
    """Return the numbers that were asked for, and the answers."""
    return [row(view, number) for number in range(1, len(view.asked) + 1)]


read = rows


def score(view: NumberView, names: Sequence[str]) -> list[Phrase]:
    """Return how many numbers were asked for."""
    return scores([len(view.asked)], names)


# --- What other programs get ---
def encode(view: NumberView) -> Fields:
    """Return the fields of *view*."""
    return {"asked": [{"number": number, "answer": answer} for number, answer in view.asked]}


def encode_seat(view: NumberView, seat: int) -> Fields:
    """Return the fields of *view*: no seat sees more than the others."""
    return encode(view)


def last(recent: Iterator[ToldMove[NumberView]]) -> LastMove | None:
    """Return the last move and its answer."""
    return next(((move, move.after().asked[-1][1]) for move in recent), None)


def ask(view: NumberView, seat: int, moves: Iterator[str]) -> Fields:
    """Return what the player is asked for: one of the numbers."""
    return {"kind": "choice", "choices": choices_of(moves)}


# --- The screens ---
def _next_screen(match: Match) -> Screen:
    seen: NumberView = match.driver.position.view(0)
    if seen.is_over:
        return final_menu(match, match.driver.position.outcome, [Verbatim(str(len(seen.asked)))])

    def item(number: int) -> Item:
        def act() -> Navigation:
            match.submit(Ask(number))
            return match.onward()

        return Item(Verbatim(str(number)), act)

    title = row(seen, len(seen.asked)) if seen.asked else N_("Which number?")
    return MatchMenu(match, title, [item(number) for number in range(1, MOST + 1)])


def _boards(match: Match) -> Screen:
    seen: NumberView = match.driver.position.view(0)
    lines = [ListRow(row(seen, number), "") for number in range(1, len(seen.asked) + 1)]
    return ListScreen(match, N_("Asked"), lines or [ListRow(Verbatim("-"), "")], Pop, pauses=False)


def _tell(match: Match, events: Sequence[MoveEvent[Move, NumberView]], then: Callable[[], Screen]) -> Screen:
    return then()


SCREENS = GameScreens(
    next_screen=_next_screen,
    resume=_next_screen,
    tell=_tell,
    sheet=lambda match: score_sheet(
        match, N_("Fewest questions win"), [Verbatim(str(len(match.driver.position.view(0).asked)))], []
    ),
    boards=_boards,
    boards_title=N_("Asked"),
    summary=lambda game, translator: (translator._("a number"), translator._("Find the number.")),
)
