"""Views of the game, short words for cards and codes, and words for the moves of chance and of the box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.errors import N_
from companion.games.passcode.cards import Card
from companion.games.passcode.moves import Die, Discard, Give, Keep, LayLock, Play
from companion.games.passcode.state import Phase, Role
from companion.games.passcode.view import PasscodeView, PlayerView
from companion.i18n.translator import Text, Verbatim, filled
from companion.match.driver import MoveEvent
from companion.ui.core.page import ListRow
from companion.ui.games.shared.match import Match

NEXT = "\u25b6"
DONE = "\u2713"
KEY = "KEY"
FAIL = "FAIL"
"""``KEY`` and ``FAIL`` are the words printed on the cards, in every language."""


def seen_by_all(match: Match) -> PasscodeView:
    """Return the game as all players see it."""
    view: PasscodeView = match.session.view()
    return view


def seen_by(match: Match, seat: int) -> PasscodeView:
    """Return the game as the player at *seat* sees it."""
    view: PasscodeView = match.session.view(seat)
    return view


def people(view: PasscodeView) -> int:
    """Return the number of seats that people play; they are the first ones."""
    return view.rules.players - view.rules.box_seats


def is_dealer(view: PasscodeView) -> bool:
    """Whether the box holds the cards."""
    return view.rules.role is Role.DEALER


def is_before_deal(view: PasscodeView) -> bool:
    """Whether the round waits for its deal and no player has a card yet."""
    return view.phase is Phase.DEAL and not any(player.has_card or player.fails for player in view.players)


def card_name(card: Card | None) -> str:
    """Return the text printed on *card*; empty for None."""
    return "" if card is None else card.value.upper()


def progress(player: PlayerView) -> str:
    """Return the code with a mark before the next digit, such as ``12▶345``, or ``123✓`` for a complete code."""
    code, done = "".join(map(str, player.code)), len(player.laid)
    return f"{code}{DONE}" if player.next_digit is None else f"{code[:done]}{NEXT}{code[done:]}"


def told_of(match: Match, events: Iterable[MoveEvent[Any, Any]]) -> Iterator[ListRow]:
    """Yield a line with the player and the words for each of *events* that is worth telling."""
    for event in events:
        view: PasscodeView = event.before.view(None)
        if words := words_of(view, event.move):
            yield ListRow(Verbatim(match.players[view.seat]), words)


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


def needed(view: PasscodeView) -> int | None:
    """Return the number that a roll must show in the position of *view*; None if any will do."""
    match view.phase:
        case Phase.FREE:
            return view.player.next_digit
        case Phase.LOCK_IN if view.player.lock is not None:
            return view.player.lock.number
        case Phase.PLAYOFF if view.playoff is not None:
            return view.playoff.number
    return None


def is_hit(view: PasscodeView, number: int) -> bool:
    """Whether *number* is the roll that the player needs in the position of *view*."""
    return view.phase not in (Phase.FREE, Phase.LOCK_IN, Phase.PLAYOFF) or number == needed(view)
