"""The words for moves that no person made: those of chance and of the box, as far as all players may know them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.errors import N_
from companion.games.passcode.cards import Card
from companion.games.passcode.moves import Die, Discard, Give, Keep, LayLock, Play
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Text, Verbatim, filled
from companion.match.driver import MoveEvent
from companion.ui.games.passcode.views import FAIL, card_name


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence part that tells what the player at ``seat`` did."""

    seat: int
    words: Text


def told_of(events: Iterable[MoveEvent[Any, Any]]) -> Iterator[Told]:
    """Yield the words for those of *events* that are worth telling."""
    for event in events:
        view: PasscodeView = event.before.view(None)
        if words := words_of(view, event.move):
            yield Told(view.seat, words)


def words_of(view: PasscodeView, move: object) -> Text:
    """Return the words for *move*, which was played in the position of *view*; empty if there is nothing to tell."""
    match move:
        case Give(card) if card.reveal() is Card.FAIL:
            return Verbatim(FAIL)
        case Play(card):
            return filled(N_("plays {card}"), card=card_name(card))
        case Discard(card) if card is not None:
            return filled(N_("discards {card}"), card=card_name(card))
        case LayLock(_, number):
            return filled(N_("locks with {number}"), number=number)
        case Keep():
            return filled(N_("keeps a card"))
        case Die(number) if view.phase is Phase.LOCK_IN and is_hit(view, number):
            return filled(N_("locks in: {number}!"), number=number)
        case Die(number):
            return filled(N_("rolls {number}!") if is_hit(view, number) else N_("rolls {number}"), number=number)
    return ""


def is_hit(view: PasscodeView, number: int) -> bool:
    """Whether *number* is the roll that the player needs in the position of *view*."""
    match view.phase:
        case Phase.FREE:
            return number == view.player.next_digit
        case Phase.LOCK_IN:
            return view.player.lock is not None and number == view.player.lock.number
        case Phase.PLAYOFF:
            return view.playoff is not None and number == view.playoff.number
    return True
