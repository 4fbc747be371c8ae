"""Views of the game, short words for cards and codes, and words for the moves of chance and of the box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.games.passcode.boards import Boards
from companion.games.passcode.cards import Card
from companion.games.passcode.state import Phase, Role
from companion.games.passcode.view import PasscodeView, PlayerView
from companion.i18n.translator import Verbatim
from companion.match.driver import MoveEvent
from companion.ui.core.page import ListRow
from companion.ui.games.shared.match import Match
from companion.words.passcode import done

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


def is_round_over(view: PasscodeView) -> bool:
    """Whether a round has just ended: no player has a card of the next one yet, and no digit of a code is entered."""
    if not view.done:
        return False
    if view.rules.boards is not Boards.ROLLED:
        # The winner of a round goes up a level, and is asked first.
        return view.phase is Phase.DIGIT and not view.player.code and view.seat == view.done[-1].winner
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
        if (words := done(view, match.session.game.public_text(event.move))) is not None:
            yield ListRow(Verbatim(match.players[view.seat]), words)
