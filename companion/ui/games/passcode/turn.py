"""The menus in which players report a turn with real cards to the referee, in one to three presses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.errors import N_
from companion.games.passcode.cards import DIGITS, Card, digit_card
from companion.games.passcode.moves import Deal, Discard, Fail, Hand, Keep, LayLock, Move, NoLock, Play
from companion.games.passcode.state import FAILS_OUT, Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Text, Verbatim, filled
from companion.ui.games.passcode.code_boards import code_boards
from companion.ui.games.passcode.views import FAIL, KEY, card_name, progress
from companion.ui.games.shared.points import PointsLine
from companion.ui.match import Match
from companion.ui.match_screens import MatchMenu
from companion.ui.menu import Item, Items
from companion.ui.page import Page
from companion.ui.screen import Navigation, Replace, Stay


class TurnMenu(MatchMenu):
    """A menu for the player to move, with the progress of the code beside the name."""

    def __init__(self, match: Match, view: PasscodeView, items: Items) -> None:
        super().__init__(match, Verbatim(match.players[view.seat]), items)
        self.view = view

    def draw(self, page: Page) -> None:
        """Draw the title line and the items around the cursor."""
        page.title(self.title, progress(self.view.player))
        page.add(code_boards(self.match, self.view, len(self.items)))
        page.rows([item.row() for item in self.items], self.at, pointed=True)


def played(match: Match, move: Move) -> Navigation:
    """Play *move* and go on."""
    match.submit(move)
    return match.onward()


def move_item(match: Match, label: Text, move: Move, value: Text = "") -> Item:
    """Return an item that plays *move*."""
    return Item(label, lambda: played(match, move), value)


def turn_menu(match: Match, view: PasscodeView) -> TurnMenu:
    """Return the menu of the possible events of a turn, the more likely ones nearer to the cursor."""
    items = [*_use_items(match, view), *_other_items(match, view)]
    # A KEY is rare, so it is last: one press up from the first item.
    return TurnMenu(match, view, [*items, *_key_item(match, view)])


def _use_items(match: Match, view: PasscodeView) -> list[Item]:
    digit = view.player.next_digit
    if digit is None:
        return [Item(N_("Lock-in card"), lambda: Replace(lock_menu(match, view)), "…")]
    return [move_item(match, filled(N_("Plays the {digit}"), digit=digit), Play(digit_card(digit)))]


def _other_items(match: Match, view: PasscodeView) -> list[Item]:
    items = [move_item(match, N_("Discards"), Discard()), _fail_item(match, view)]
    return items if view.player.has_card else [*items, move_item(match, N_("Keeps the card"), Keep())]


def _fail_item(match: Match, view: PasscodeView) -> Item:
    return move_item(match, Verbatim(FAIL), Fail(), Verbatim(f"{view.player.fails}/{FAILS_OUT}"))


def _key_item(match: Match, view: PasscodeView) -> list[Item]:
    digit = view.player.next_digit
    if digit is None:
        return []
    return [move_item(match, filled(N_("Plays a KEY as {digit}"), digit=digit), Play(Card.KEY))]


def lock_menu(match: Match, view: PasscodeView) -> TurnMenu:
    """Return the menu of the cards that may be laid as the lock-in number."""
    items = [_digit_item(match, card) for card in DIGITS]
    items.append(Item(Verbatim(KEY), lambda: Replace(number_menu(match, view)), "…"))
    if view.phase is Phase.LOCK:
        items.append(move_item(match, N_("Lays no card"), NoLock()))
    return TurnMenu(match, view, items)


def _digit_item(match: Match, card: Card) -> Item:
    return move_item(match, filled(N_("Locks in with {number}"), number=card.number), LayLock(card, card.number or 0))


def number_menu(match: Match, view: PasscodeView) -> TurnMenu:
    """Return the menu of the numbers that may be named with a KEY as the lock-in card."""

    def item(number: int) -> Item:
        return move_item(match, filled(N_("KEY counts as {number}"), number=number), LayLock(Card.KEY, number))

    return TurnMenu(match, view, [item(card.number or 0) for card in DIGITS])


def hands_menu(match: Match, view: PasscodeView) -> TurnMenu:
    """Return the menu of the cards that a player may have left at the end of a round."""
    cards = (*DIGITS, Card.KEY)

    def item(card: Card) -> Item:
        return move_item(match, filled(N_("Has left: {card}"), card=card_name(card)), Hand(card))

    return TurnMenu(match, view, [item(card) for card in cards])


class DealMenu(MatchMenu):
    """The deal of real cards: players with a FAIL are marked, and all other players have a card."""

    def __init__(self, match: Match, view: PasscodeView) -> None:
        super().__init__(match, filled(N_("Round {number}: deal"), number=len(view.done) + 1), self._lines)
        self.view = view
        self.fails: set[int] = set()

    def draw(self, page: Page) -> None:
        """Draw the title line and the items around the cursor."""
        page.title(self.title)
        scores = tuple(player.score for player in self.view.players)
        page.add(PointsLine(tuple(self.match.players), scores, len(self.items)))
        page.rows([item.row() for item in self.items], self.at)

    def _lines(self) -> Sequence[Item]:
        dealt = Item(N_("Cards are dealt"), self._deal, "\u25b6")
        return [dealt, *(self._line(seat, name) for seat, name in enumerate(self.match.players))]

    def _line(self, seat: int, name: str) -> Item:
        return Item(Verbatim(name), self._toggle(seat), Verbatim(FAIL) if seat in self.fails else "\u2013")

    def _toggle(self, seat: int) -> Callable[[], Navigation]:
        def toggle() -> Navigation:
            self.fails ^= {seat}
            return Stay()

        return toggle

    def _deal(self) -> Navigation:
        return played(self.match, Deal(tuple(sorted(self.fails))))
