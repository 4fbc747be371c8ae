"""The list of matches, to look back at one or to continue it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from companion.config.names import distinct, is_among
from companion.errors import N_, JournalFailed, MatchDamaged
from companion.i18n.default_names import names_words
from companion.i18n.translator import Text, Verbatim, counted, filled
from companion.match.archive import MatchSummary, summary_after_check
from companion.match.driver import MatchDriver
from companion.match.result import scores_in, winners_in
from companion.match.statistics import recent
from companion.match.streak import UNSET, day_at, is_likely
from companion.match.thinking import TIME_OF, digits_of
from companion.ui.core.context import AppContext, looking_back, unreadable
from companion.ui.core.menu import ChoiceMenu, Item, Menu
from companion.ui.core.notice import Notice, Question
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Pop, Push, Screen, Stay
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.ui.home.people import corrections_menu

REMATCH = N_("Begin a new match with the same players and rules?")
MATCHES = N_("Matches")
FILTERED_FROM = 10
"""The number of matches from which on the list has a filter of game and one of player."""


def history_menu(context: AppContext) -> Screen:
    """Return the list of matches, the newest first, with their results; raises ``JournalFailed``."""
    with looking_back():
        numbers = context.environment.archive.played_numbers()
    if not numbers:
        return Notice(context, N_("There are no matches here."), title=MATCHES)
    return _MatchesMenu(context, numbers)


@dataclass(frozen=True, slots=True)
class _MatchItem(Item):
    """The line of a match: who plays, the winners first, and the scores; ``title`` is its number and game."""

    title: Text = ""


class _MatchesMenu(Menu):
    """The list of matches; its title is the number and the game of the match under the cursor."""

    def __init__(self, context: AppContext, numbers: Sequence[int]) -> None:
        self._box = context
        self._game = self._player = ""
        self._all = self._numbers = numbers
        self._has_filters = len(numbers) >= FILTERED_FROM
        super().__init__(context, MATCHES, self._lines, at=2 * self._has_filters)

    def _lines(self) -> Sequence[Item]:
        filters = [
            Item(N_("Game"), self._choose_game, self._title_of(self._game) if self._game else N_("all")),
            Item(N_("Player"), self._choose_player, names_words([self._player]) if self._player else N_("all")),
        ]
        return _Past(self._box, self._numbers, filters if self._has_filters else ())

    def draw(self, page: Page) -> None:
        lines = self.items
        line = lines[min(self.at, len(lines) - 1)]
        self.title = line.title if isinstance(line, _MatchItem) else MATCHES
        super().draw(page)

    def _title_of(self, key: str) -> Text:
        return lambda translator: Verbatim(self._box.game_title(key, translator))

    def _choose_game(self) -> Navigation:
        keys = dict.fromkeys(match.header.game for match in _recent(self._box))

        def use(key: str) -> Navigation:
            self._game = key
            return self._filter()

        games: list[tuple[Text, str]] = [(self._title_of(key), key) for key in keys]
        return Push(ChoiceMenu(self._box, N_("Game"), [(N_("all"), ""), *games], self._game, use))

    def _choose_player(self) -> Navigation:
        names = distinct(name for match in _recent(self._box) for name in match.header.players)

        def use(name: str) -> Navigation:
            self._player = name
            return self._filter()

        people: list[tuple[Text, str]] = [(names_words([name]), name) for name in sorted(names)]
        return Push(ChoiceMenu(self._box, N_("Player"), [(N_("all"), ""), *people], self._player, use))

    def _filter(self) -> Navigation:
        """Keep the matches of the game and the player among the newest ``LOOKED_THROUGH``; all without a filter."""
        found = (
            match.number
            for match in _recent(self._box)
            if self._game in ("", match.header.game)
            and (not self._player or is_among(self._player, match.header.players))
        )
        self._numbers = tuple(found) if self._game or self._player else self._all
        return Pop()


class _Past(Sequence[Item]):
    """The *filters*, and the lines of the matches *numbers*; each is read when shown: there may be thousands."""

    def __init__(self, context: AppContext, numbers: Sequence[int], filters: Sequence[Item]) -> None:
        self._table = context
        self._numbers = numbers
        self._filters = filters

    def __len__(self) -> int:
        return len(self._filters) + len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | Sequence[Item]:
        if isinstance(place, slice):
            return [self._item(each) for each in range(len(self))[place]]
        return self._item(range(len(self))[place])

    def _item(self, place: int) -> Item:
        before = len(self._filters)
        return self._filters[place] if place < before else _item(self._table, self._numbers[place - before])


def _recent(context: AppContext) -> list[MatchSummary]:
    try:
        return [*recent(context.environment)]
    except JournalFailed as failure:
        raise unreadable(failure) from failure


def _item(context: AppContext, number: int) -> Item:
    try:
        match = summary_after_check(context.environment.archive, number)
    except JournalFailed as failure:
        return Item(Verbatim(f"{number}. ?"), Stay, closed=unreadable(failure).sentence)

    if not match.is_sound:
        return Item(Verbatim(f"{number}. ?"), Stay, closed=MatchDamaged.sentence)
    names, value = _standing(match)
    return _MatchItem(
        names_words(names),
        lambda: _look_back(context, match),
        value,
        note=_day(context, match),
        title=_label(context, match),
    )


def _label(context: AppContext, match: MatchSummary) -> Text:
    # A match that is not saved yet has no number for the export command.
    number = f"{match.number}." if match.number > 0 else "…"
    return lambda translator: Verbatim(f"{number} {context.game_title(match.header.game, translator)}")


def _standing(match: MatchSummary) -> tuple[list[str], Text]:
    """Return the players of *match*, the winners first, and the two best scores in the same order."""
    players = match.header.players
    if not match.result:
        return [*players], N_("open") if match.result is None else N_("given up")
    winners, scores = winners_in(match.result, players), scores_in(match.result, players)
    if len(players) != len(scores):
        return [*players], "\u2713"
    if len(players) == 1:
        return [*players], "\u2713" if winners else "\u2013"
    # Fewest rows win, or most points: those who come after have scores next to that of the winners.
    best = max(score for name, score in zip(players, scores, strict=True) if not winners or name in winners)
    ranked = sorted(zip(players, scores, strict=True), key=lambda one: (one[0] not in winners, abs(best - one[1])))
    return [name for name, _ in ranked], Verbatim(":".join(str(score) for _, score in ranked[:2]))


def _day(context: AppContext, match: MatchSummary) -> Text:
    begun = match.header.begun
    return Verbatim(day_at(begun)) if is_likely(begun, context.environment.stamp()) else UNSET


def _look_back(context: AppContext, summary: MatchSummary) -> Navigation:
    """Open the menu to look back at a match; an unfinished match can also be continued."""
    session = context.resume(summary)
    face = GAME_SCREENS[session.game.family]
    match = Match(context, MatchDriver(session), face)

    def go_on() -> Navigation:
        return Push(Match(context, context.drive(session), face).enter())

    going_on = [Item(N_("Go on playing"), go_on)] if summary.result is None else []
    count = len(session.taken_back)
    times = counted("{count} time", "{count} times", count)
    taken_back = [Item(N_("Taken back"), lambda: Push(face.boards(match)), times)] if count else []
    begun = summary.header.begun
    shown = Verbatim(begun.replace("T", " ")[:16]) if is_likely(begun, context.environment.stamp()) else UNSET
    items = [
        *going_on,
        Item(N_("Score"), lambda: Push(face.sheet(match)), "…"),
        Item(face.boards_title, lambda: Push(face.boards(match)), "…"),
        Item(N_("Rematch"), lambda: Push(Question(context, REMATCH, match.rematch)), "…"),
        *taken_back,
        *([] if going_on else [Item(N_("Correct"), lambda: Push(corrections_menu(context, summary)), "…")]),
        *_times_thought(match),
        Item(names_words(summary.header.players), lambda: Push(face.sheet(match))),
        Item(shown, lambda: Push(face.sheet(match))),
    ]
    return Push(Menu(context, _label(context, summary), items))


def _times_thought(match: Match) -> list[Item]:
    """Return how long each player thought, where it is known."""
    times = [(name, seconds) for name, seconds in zip(match.players, match.session.thought, strict=True) if seconds]
    lines = [Item(filled(TIME_OF, name=name), Pop, Verbatim(digits_of(seconds))) for name, seconds in times]
    return lines if match.session.outcome is not None else []
