"""The round of an event on the first menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from companion.club.offer import TITLE_MOST, Offer
from companion.errors import N_, CompanionError, JournalFailed
from companion.i18n.translator import Verbatim, filled
from companion.ui.core import tiles
from companion.ui.core.context import AppContext
from companion.ui.core.menu import Item
from companion.ui.core.notice import Notice, Question
from companion.ui.core.screen import Navigation, Pop, Push, Replace
from companion.ui.home.play import ask_players

if TYPE_CHECKING:
    from companion.club.desk import ClubDesk

HELP = N_("All tables of the event break the same code.")
FORGET_HELP = N_("The event is over, and its director asks for it.")


def first_items(context: AppContext) -> Sequence[Item]:
    """Return the line that begins the round which may be played now; none where the table has begun it.

    There is none either where the matches cannot be read: the table may have begun it.
    """
    club = cast("ClubDesk | None", context.running.get("club"))
    if club is not None and club.to_forget is not None:
        return [_forget_item(context, club, club.to_forget.event)]
    if club is None or not isinstance(offer := club.offer, Offer) or _is_begun(club):
        return []

    def begin() -> Navigation:
        return ask_players(context, context.catalogue[offer.game], lambda: offer.challenge, dict(offer.options))

    label, value = Verbatim(offer.event), Verbatim(offer.title)
    if len(offer.event) + len(offer.title) >= TITLE_MOST:
        # Both do not fit into a line: the title of the round says more.
        label, value = value, Verbatim("")
    return [Item(label, begin, value, is_extra=True, picture=tiles.CLUB, help=HELP)]


def _forget_item(context: AppContext, club: ClubDesk, event: str) -> Item:
    """Return the line that deletes the matches of an *event* that its director forgets, after a question."""

    def delete() -> Navigation:
        try:
            club.forget()
        except CompanionError as error:
            return Replace(Notice(context, error.sentence, Pop()))
        return Pop()

    label = filled(N_("Delete {event}"), event=event)
    text = filled(N_("Delete all matches of {event} here, with the names?"), event=event)
    return Item(label, lambda: Push(Question(context, text, delete)), "\u2026", is_extra=True, help=FORGET_HELP)


def _is_begun(club: ClubDesk) -> bool:
    try:
        return club.playing is not None
    except JournalFailed:
        return True
