"""What goes on without a person: cards are drawn, and the box plays at its seats; what all may know is told."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import N_
from companion.games.contract import CHANCE
from companion.games.passcode.cards import Card
from companion.games.passcode.moves import Die, Discard, Give, Keep, LayLock, Play
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Name, Words
from companion.ui.games.passcode.views import FAIL, card_name, filled, is_before_deal, is_box, seen_by_all
from companion.ui.match import Match

SILENT = (Phase.BOARD, Phase.DEAL, Phase.TURN_UP, Phase.CARD)
"""Where chance is not asked for by a press: a person has asked already, or nobody need."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the player at ``seat`` did."""

    seat: int
    words: Words


def run_on(match: Match) -> list[Told]:
    """Let chance and the box act until a person has to, or a round is over; return what there is to tell."""
    told = []
    view = seen_by_all(match)
    while _goes_on(match, view):
        seat = view.seat
        move = match.session.play_for_box() if match.session.is_box_to_act else match.session.draw()
        words = words_of(view, move)
        told += [Told(seat, words)] if words else []
        view = seen_by_all(match)
    return told


def _goes_on(match: Match, view: PasscodeView) -> bool:
    if match.session.is_box_to_act:
        return True
    if match.session.to_act != CHANCE or (is_before_deal(view) and view.done):
        return False
    return view.phase in SILENT or (view.phase is not Phase.FIRST and is_box(view, view.seat))


def words_of(view: PasscodeView, move: object) -> Words:
    """Return what to tell of *move*, played where *view* was seen; empty where there is nothing."""
    match move:
        case Give(card) if card.reveal() is Card.FAIL:
            return Name(FAIL)
        case Play(card):
            return filled(N_("plays {card}"), card=card_name(card))
        case Discard(card) if card is not None:
            return filled(N_("discards {card}"), card=card_name(card))
        case LayLock(_, number):
            return filled(N_("locks with {number}"), number=number)
        case Keep():
            return filled(N_("keeps a card"))
        case Die(number):
            return filled(N_("rolls {number}!") if is_hit(view, number) else N_("rolls {number}"), number=number)
    return ""


def is_hit(view: PasscodeView, number: int) -> bool:
    """Whether a roll of *number* is the one that is wanted where *view* is seen."""
    match view.phase:
        case Phase.FREE:
            return number == view.player.next_digit
        case Phase.LOCK_IN:
            return view.player.lock is not None and number == view.player.lock.number
        case Phase.PLAYOFF:
            return view.playoff is not None and number == view.playoff.number
    return True
