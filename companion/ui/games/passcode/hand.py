"""The screens of a turn with cards that the box holds.

Only its player sees a hand: the others see neither its cards nor what can be done with them. Where one person plays
against the box, cards need not be hidden on the box's own display; the screens that show them are private to it.
"""

from __future__ import annotations

from companion.box import Button
from companion.errors import N_
from companion.games.passcode.cards import Card
from companion.games.passcode.moves import Discard, Draw, LayLock, Move, Pile, Play
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.ui.games.passcode.code_boards import code_boards
from companion.ui.games.passcode.drawing import Cards
from companion.ui.games.passcode.turn import played
from companion.ui.games.passcode.views import card_name, people, progress, seen_by, seen_by_all
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.private import HoldToReveal
from companion.ui.screen import Navigation, Pop, Push, Screen, Stay

BACK_OF_CARD = "?"
REST = 4
"""The lines that the cards need."""


def is_alone(view: PasscodeView) -> bool:
    """Whether exactly one person plays, against the box."""
    return people(view) == 1


class DrawScreen(Screen):
    """The two piles: LEFT draws a card, RIGHT takes the top discard, and UP leads to a look at the card in the hand.

    OK does nothing, because it may be the last of several quick presses of the player before. A player who is alone
    sees the card in the hand below the piles.
    """

    hold_repeats = frozenset()

    def __init__(self, match: Match, view: PasscodeView) -> None:
        self.match = match
        self.view = view
        self.is_private = is_alone(view)

    def draw(self, page: Page) -> None:
        """Draw the top of each pile with its key, the number of cards to draw from, and the hand or the key for it."""
        view, translator = self.view, page.translator
        page.title(Verbatim(self.match.players[view.seat]), progress(view.player))
        page.hints(self._hand_words(translator), translator._("pile {cards}").format(cards=view.pile))
        draw = BACK_OF_CARD if self._can_draw else "", translator._("\u25c0 draw")
        take = card_name(view.top), translator._("take \u25b6")
        page.add(code_boards(self.match, view, REST))
        piles = [(*draw, Button.LEFT), (*take, Button.RIGHT)]
        shown = [pile for pile in piles if pile[0]]
        page.add(Cards(tuple((text, label) for text, label, _ in shown), tuple(press for *_, press in shown)))

    def _hand_words(self, translator: Translator) -> str:
        if not self.view.player.has_card:
            return ""
        if not self.is_private:
            return translator._("\u25b2 my card")
        hand = seen_by(self.match, self.view.seat).player.hand
        return translator._("in hand {card}").format(card=card_name(hand))

    @property
    def _can_draw(self) -> bool:
        return self.view.pile > 0 or self.view.discards > 1

    def press(self, button: Button) -> Navigation:
        """Draw from a pile, look at the card in the hand, or pause."""
        if button is Button.BACK:
            return self.match.pause(self)
        if button is Button.UP and self.view.player.has_card:
            return Push(HandLook(self.match, self.view))
        if button is Button.LEFT and self._can_draw:
            return played(self.match, Draw(Pile.DRAW))
        if button is Button.RIGHT and self.view.top is not None:
            return played(self.match, Draw(Pile.DISCARD))
        return Stay()


class HandLook(HoldToReveal):
    """The private look of the player to move at the cards in the hand; DOWN and BACK return to the piles."""

    def __init__(self, match: Match, view: PasscodeView) -> None:
        name = match.players[view.seat]
        super().__init__(match.context, name, self._draw_open, self._act, self._leave)
        self.match = match
        self.seat = view.seat

    def _act(self) -> Navigation:
        return Pop()

    def _leave(self, screen: Screen) -> Navigation:
        return Pop()

    # The view is requested again for each frame, so that no screen keeps what only one player may see.
    def _draw_open(self, page: Page) -> None:
        mine = seen_by(self.match, self.seat)
        page.title(self._title_words(mine), progress(mine.player))
        page.hints(*self.hints(page))
        page.add(code_boards(self.match, seen_by_all(self.match), REST))
        page.add(Cards(tuple((card_name(card), page.translator._(label)) for card, label in _cards(mine))))

    def _title_words(self, mine: PasscodeView) -> Text:
        return Verbatim(self.name)


def _cards(mine: PasscodeView) -> list[tuple[Card, str]]:
    """Return the cards of the player to move, who sees *mine*, with their labels."""
    labelled = ((mine.player.hand, N_("old card")), (mine.drawn, N_("new card")))
    cards = [(card, label) for card, label in labelled if card is not None]
    return cards if len(cards) > 1 else [(card, N_("your card")) for card, _ in cards]


class HandScreen(HandLook):
    """The private look in which a player chooses what to do with the cards; DOWN does it.

    The choices are those that the cards allow, playing a card first. They are shown only with the cards, so no
    refusal and no cursor tells the others anything. A player who is alone sees the cards at once, and OK acts too.
    """

    def __init__(self, match: Match, view: PasscodeView) -> None:
        super().__init__(match, view)
        self.is_alone = is_alone(view)
        self.has_looked = self.is_alone
        self.at = 0

    @property
    def shows_secret(self) -> bool:
        """Whether the cards are on the page now."""
        return self.is_open or self.is_alone

    def _leave(self, screen: Screen) -> Navigation:
        return self.match.pause(screen)

    @property
    def _choices(self) -> tuple[Move, ...]:
        return seen_by(self.match, self.seat).choices

    def _act(self) -> Navigation:
        return played(self.match, self._choices[self.at])

    def _title_words(self, mine: PasscodeView) -> Text:
        return choice_words(mine.choices[self.at])

    def hints(self, page: Page) -> tuple[str, str]:
        """Return what the keys do."""
        down, hold = super().hints(page)
        keys = "\u25c0\u25b6 " if self.shows_secret and len(self._choices) > 1 else ""
        return keys + page.translator._("\u25bc do it") if self.has_looked else down, "" if self.is_alone else hold

    def press(self, button: Button) -> Navigation:
        """Choose, act, show or hide the cards, or pause."""
        return super().press(Button.DOWN if self.is_alone and button is Button.OK else button)

    def turn(self, step: int) -> None:
        """Go to another choice."""
        self.at = (self.at + step) % len(self._choices)


def choice_words(move: Move) -> Text:
    """Return the words for *move* as a choice of the player who holds the cards."""
    match move:
        case Play(card):
            return filled(N_("Play: {card}"), card=card_name(card))
        case Discard(card):
            return filled(N_("Discard: {card}"), card=card_name(card))
        case LayLock(Card.KEY, number):
            return filled(N_("Lock in: KEY as {number}"), number=number)
        case LayLock(card):
            return filled(N_("Lock in: {card}"), card=card_name(card))
    return N_("Keep the card")
