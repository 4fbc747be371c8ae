"""The screens of a turn with cards that the box holds.

Only its player sees a hand, so menus that others can see do not name its cards. Where one person plays against the
box, cards need not be hidden on the box's own display; the menus that show them are private to it.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import N_
from companion.games.passcode.cards import Card, digit_card
from companion.games.passcode.moves import Discard, Draw, Keep, LayLock, Move, NoLock, Pile, Play
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Text, Verbatim, filled
from companion.ui.games.passcode.drawing import Cards
from companion.ui.games.passcode.turn import TurnMenu, move_item, number_menu
from companion.ui.games.passcode.views import card_name, people, progress, seen_by
from companion.ui.match import Match
from companion.ui.menu import Item
from companion.ui.page import Page
from companion.ui.private import HoldToReveal
from companion.ui.screen import Navigation, Pop, Push, Replace, Screen

OLD, NEW, ONLY = N_("old card"), N_("new card"), N_("your card")


def is_alone(view: PasscodeView) -> bool:
    """Whether exactly one person plays, against the box."""
    return people(view) == 1


def draw_menu(match: Match, view: PasscodeView) -> TurnMenu:
    """Return the menu of the two piles and of a look at the card in the hand."""
    items = []
    if view.pile or view.discards > 1:
        items.append(move_item(match, N_("Draw a card"), Draw(Pile.DRAW), Verbatim(str(view.pile))))
    if view.top is not None:
        items.append(move_item(match, _take_words(view.top), Draw(Pile.DISCARD)))
    if view.player.has_card:
        items.append(_look_item(match, view))
    return TurnMenu(match, view, items, is_private=is_alone(view))


def _take_words(card: Card) -> Text:
    return filled(N_("Take the {card}"), card=card_name(card))


def _look_item(match: Match, view: PasscodeView) -> Item:
    value = Verbatim(card_name(seen_by(match, view.seat).player.hand)) if is_alone(view) else "…"
    return Item(N_("My card"), lambda: Push(_look(match, view, Pop, lambda screen: Pop())), value)


def _look(
    match: Match, view: PasscodeView, then: Callable[[], Navigation], back: Callable[[Screen], Navigation]
) -> HoldToReveal:
    def draw(page: Page) -> None:
        draw_hand(page, match, view.seat)

    return HoldToReveal(match.context, match.players[view.seat], draw, then, back)


def draw_hand(page: Page, match: Match, seat: int) -> None:
    """Draw the cards in the hand of the player at *seat*, and the progress of the player's code."""
    view = seen_by(match, seat)
    page.title(Verbatim(match.players[seat]), progress(view.player), optional=True)
    page.add(Cards(tuple((card_name(card), page.translator._(label)) for card, label in _cards(view))))


def _cards(mine: PasscodeView) -> list[tuple[Card, str]]:
    """Return the cards of the player to move, who sees *mine*, with their labels."""
    cards = [(card, label) for card, label in ((mine.player.hand, OLD), (mine.drawn, NEW)) if card is not None]
    return cards if len(cards) > 1 else [(card, ONLY) for card, _ in cards]


def play_screen(match: Match, view: PasscodeView) -> Screen:
    """Return the screen for using the cards; if other people play, the player first looks at the cards in private."""
    if is_alone(view) or view.phase is Phase.LOCK:
        return action_menu(match, view)

    def then() -> Navigation:
        return Replace(action_menu(match, view))

    return _look(match, view, then, match.pause)


def action_menu(match: Match, view: PasscodeView) -> TurnMenu:
    """Return the menu of ways to use the cards; if other people play, its items do not depend on the cards."""
    mine = seen_by(match, view.seat)
    cards = _cards(mine)
    items = _play_items(match, view, [card for card, _ in cards]) if view.phase is Phase.PLAY else []
    for card, label in cards:
        name = card_name(card) if is_alone(view) else said(label)
        if view.player.next_digit is None:
            items.append(_lock_item(match, view, card, name))
        if view.phase is Phase.PLAY:
            items.append(move_item(match, filled(N_("Discard: {card}"), card=name), Discard(card)))
    return TurnMenu(match, view, [*items, *_keep_items(match, view)], is_private=is_alone(view))


def _play_items(match: Match, view: PasscodeView, cards: list[Card]) -> list[Item]:
    digit = view.player.next_digit
    if digit is None:
        return []
    plays = [(digit_card(digit), filled(N_("Play: {card}"), card=digit))]
    plays.append((Card.KEY, filled(N_("Play: {card}"), card=card_name(Card.KEY))))
    shown = [play for play in plays if play[0] in cards or not is_alone(view)]
    return [move_item(match, words, Play(card)) for card, words in shown]


def _lock_item(match: Match, view: PasscodeView, card: Card, name: Text) -> Item:
    words = filled(N_("Lock in: {card}"), card=name)
    if card is Card.KEY:
        return Item(words, lambda: Replace(number_menu(match, view)))
    return move_item(match, words, LayLock(card, card.number or 0))


def _keep_items(match: Match, view: PasscodeView) -> list[Item]:
    move: Move = NoLock() if view.phase is Phase.LOCK else Keep()
    may_keep = view.phase is Phase.LOCK or not view.player.has_card
    return [move_item(match, N_("Keep the card"), move)] if may_keep else []


def said(text: str) -> Text:
    """Return the message id *text* as a ``Text`` that can be filled into another text."""
    return lambda translator: Verbatim(translator._(text))
