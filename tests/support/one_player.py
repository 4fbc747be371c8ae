"""A family of its own for one player: the box hides a number, and says higher or lower.

Also an edition of the peg games for numbers of players that no game that comes with the program is for.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import pytest

from companion.errors import MoveRefused, OptionRefused
from companion.games.contract import CHANCE, CodeResult, Option, Outcome, complete, require_players
from companion.games.notation import Form, Notation, Word
from companion.games.pegs.game import PegGame
from companion.games.secret import Secret
from companion.games.turn_based import TurnBasedGame
from companion.i18n.translator import Verbatim
from companion.match.catalogue import Catalogue, load_catalogue
from companion.match.driver import MoveEvent
from companion.ui.core.menu import Item
from companion.ui.core.page import ListRow
from companion.ui.core.screen import Navigation, Pop, Screen
from companion.ui.games.shared.match import GameScreens, Match
from companion.ui.games.shared.match_screens import ListScreen, MatchMenu, final_menu, score_sheet
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.words.phrase import Phrase, phrase

MOST = 12


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


class NumberGame(TurnBasedGame[NumberState, Move, NumberView]):
    """A number from 1 to ``MOST`` is hidden; fewer questions are better."""

    key = family = "number"
    players = 1, 1
    notation: Notation[Move] = Notation(
        "'hide 7' or '7'",
        {
            "number": Word("[1-9][0-9]?"),
            "hidden": Word("[1-9][0-9]?", lambda text: Secret(int(text)), lambda number: str(number.reveal())),
        },
        Form("hide {number:hidden}", Hide),
        Form("{number}", Ask),
    )

    def title(self, language: str) -> str:
        return "Number"

    def options(self, players: int) -> tuple[Option, ...]:
        require_players(self.key, self.players, players)
        return ()

    def start(self, options: Mapping[str, str], players: int) -> NumberState:
        complete(self.options(players), options)
        return NumberState()

    def player_to_move(self, state: NumberState) -> int | None:
        return CHANCE if state.hidden is None else None if state.seen.is_over else 0

    def moves(self, state: NumberState) -> Iterator[Move]:
        if state.hidden is None:
            yield from (Hide(Secret(number)) for number in range(1, MOST + 1))
        elif not state.seen.is_over:
            yield from map(Ask, range(1, MOST + 1))

    def chance_outcomes(self, state: NumberState) -> int:
        return MOST if state.hidden is None else 0

    def chance_move(self, state: NumberState, index: int) -> Move:
        return Hide(Secret(index + 1))

    def play(self, state: NumberState, move: Move) -> NumberState:
        if move not in self.moves(state):
            raise MoveRefused(f"expected a move out of those offered, got {move!r}")
        if isinstance(move, Hide):
            return replace(state, hidden=move.number)
        assert state.hidden is not None
        number = state.hidden.reveal()
        answer = "found" if move.number == number else "higher" if move.number < number else "lower"
        return replace(state, seen=NumberView((*state.seen.asked, (move.number, answer))))

    def view(self, state: NumberState, seat: int | None) -> NumberView:
        return state.seen

    def outcome(self, state: NumberState) -> Outcome | None:
        return Outcome((len(state.seen.asked),), (0,)) if state.seen.is_over else None

    def public_text(self, move: Move) -> str:
        return "hide" if isinstance(move, Hide) else self.text(move)

    def secret_of(self, move: Move) -> str | None:
        return str(move.number.reveal()) if isinstance(move, Hide) else None

    def revealed_count(self, state: NumberState) -> int:
        return int(state.seen.is_over)

    def public_reply(self, state: NumberState, move: Move) -> str:
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


def _next_screen(match: Match) -> Screen:
    seen: NumberView = match.driver.position.view(0)
    last = f"{seen.asked[-1][0]}: {seen.asked[-1][1]}" if seen.asked else "Which number?"
    if seen.is_over:
        return final_menu(match, match.driver.position.outcome, [Verbatim(str(len(seen.asked)))])

    def ask(number: int) -> Item:
        def act() -> Navigation:
            match.submit(Ask(number))
            return match.onward()

        return Item(Verbatim(str(number)), act)

    return MatchMenu(match, Verbatim(last), [ask(number) for number in range(1, MOST + 1)])


def _boards(match: Match) -> Screen:
    seen: NumberView = match.driver.position.view(0)
    rows = [ListRow(Verbatim(str(number)), Verbatim(answer)) for number, answer in seen.asked]
    return ListScreen(match, Verbatim("Asked"), rows or [ListRow(Verbatim("-"), "")], Pop, pauses=False)


def _told(match: Match, events: Sequence[MoveEvent[Move, NumberView]], then: Callable[[], Screen]) -> Screen:
    return then()


class Words:
    """The words of the number game, as far as its screens use them."""

    def undone(self, view: NumberView, text: str) -> Phrase:
        """Return the number that was asked for."""
        return phrase("{number}", number=text)

    def learned(self, text: str) -> Phrase:
        """Return that the answer was seen."""
        return phrase("the answer")


SCREENS = GameScreens(
    next_screen=_next_screen,
    resumed=_next_screen,
    told=_told,
    sheet=lambda match: score_sheet(match, Verbatim("Fewest questions win"), [Verbatim("1")], []),
    boards=_boards,
    boards_title="Asked",
    summary=lambda game, translator: ("a number", "Find the number."),
)


def with_number_game(monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    """Return the games that come with the program, and last the number game, whose screens are known from now on."""
    monkeypatch.setitem(GAME_SCREENS, NumberGame.family, SCREENS)
    monkeypatch.setitem(sys.modules, f"companion.words.{NumberGame.family}", Words())
    return Catalogue([*load_catalogue(None), NumberGame()])


class MiniFor(PegGame):
    """The edition Mini for *fewest* to *most* players only, with the key ``some``."""

    def __init__(self, mini: PegGame, fewest: int, most: int) -> None:
        super().__init__(replace(mini.edition, key="some"), mini._strategy)
        self.players = fewest, most

    def options(self, players: int) -> tuple[Option, ...]:
        """Return the options; raises ``OptionRefused`` for a number of players that is not offered."""
        fewest, most = self.players
        if not fewest <= players <= most:
            raise OptionRefused(f"expected {fewest} to {most} players for {self.key}, got {players}")
        return super().options(players)


def with_game_for(fewest: int, most: int) -> Catalogue:
    """Return the games that come with the program, and last one for *fewest* to *most* players."""
    catalogue = load_catalogue(None)
    mini = catalogue["mini"]
    assert isinstance(mini, PegGame)
    return Catalogue([*catalogue, MiniFor(mini, fewest, most)])
