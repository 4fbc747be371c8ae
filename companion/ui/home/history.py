"""The list of matches, to look back at one or to continue it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from companion.errors import N_, JournalFailed, MatchDamaged
from companion.i18n.default_names import names_words
from companion.i18n.translator import Text, Verbatim
from companion.match.archive import MatchSummary, summary_after_check
from companion.match.driver import MatchDriver
from companion.match.streak import UNSET, is_likely
from companion.ui.core.context import AppContext, unreadable
from companion.ui.core.menu import Item, Menu
from companion.ui.core.notice import Notice, Question
from companion.ui.core.screen import Navigation, Push, Screen, Stay
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS

REMATCH = N_("Begin a new match with the same players and rules?")


def history_menu(context: AppContext) -> Screen:
    """Return the list of matches, the newest first, with their results; raises ``JournalFailed``."""
    try:
        numbers = context.environment.archive.played_numbers()
    except JournalFailed as failure:
        raise unreadable(failure) from failure
    if not numbers:
        return Notice(context, N_("There are no matches here."), title=N_("Matches"))
    return Menu(context, N_("Matches"), _Past(context, numbers))


class _Past(Sequence[Item]):
    """The menu items of the matches *numbers*; each is read only when shown, because there may be thousands."""

    def __init__(self, context: AppContext, numbers: Sequence[int]) -> None:
        self._table = context
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | Sequence[Item]:
        if isinstance(place, slice):
            return [_item(self._table, number) for number in self._numbers[place]]
        return _item(self._table, self._numbers[place])


def _item(context: AppContext, number: int) -> Item:
    try:
        match = summary_after_check(context.environment.archive, number)
    except JournalFailed as failure:
        return Item(Verbatim(f"{number}. ?"), Stay, closed=unreadable(failure).sentence)

    if not match.is_sound:
        return Item(Verbatim(f"{number}. ?"), Stay, closed=MatchDamaged.sentence)
    return Item(_label(context, match), lambda: _look_back(context, match), _state(match))


def _label(context: AppContext, match: MatchSummary) -> Text:
    # A match that is not saved yet has no number for the export command.
    number = f"{match.number}." if match.number > 0 else "…"
    return lambda translator: Verbatim(f"{number} {context.game_title(match.header.game, translator)}")


def _state(match: MatchSummary) -> Text:
    if match.result is None:
        return N_("open")
    return "\u2713" if match.result else N_("given up")


def _look_back(context: AppContext, summary: MatchSummary) -> Navigation:
    """Open the menu to look back at a match; an unfinished match can also be continued."""
    session = context.resume(summary)
    face = GAME_SCREENS[session.game.family]
    match = Match(context, MatchDriver(session), face)

    def go_on() -> Navigation:
        return Push(Match(context, context.drive(session), face).enter())

    going_on = [Item(N_("Go on playing"), go_on)] if summary.result is None else []
    times = len(session.taken_back)
    taken_back = [Item(N_("Taken back"), lambda: Push(face.boards(match)), _times(times))] if times else []
    begun = summary.header.begun
    shown = Verbatim(begun.replace("T", " ")[:16]) if is_likely(begun, context.environment.stamp()) else UNSET
    items = [
        *going_on,
        Item(N_("Score"), lambda: Push(face.sheet(match)), "…"),
        Item(face.boards_title, lambda: Push(face.boards(match)), "…"),
        Item(N_("Rematch"), lambda: Push(Question(context, REMATCH, match.rematch)), "…"),
        *taken_back,
        Item(names_words(summary.header.players), lambda: Push(face.sheet(match))),
        Item(shown, lambda: Push(face.sheet(match))),
    ]
    return Push(Menu(context, _label(context, summary), items))


def _times(count: int) -> Text:
    return lambda translator: translator.ngettext("{count} time", "{count} times", count).format(count=count)
