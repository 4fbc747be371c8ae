"""The screens of a turn: reports of real cards, hands that the box holds, the die, and the turns of the code boards.

Only its player sees a hand: the others see neither its cards nor what can be done with them. Where one person plays
against the box, cards need not be hidden on the box's own display; the screens that show them are private to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from companion.box import Button, Cue
from companion.errors import N_, MoveRefused
from companion.games.die import FACES, Turn
from companion.games.passcode import moves
from companion.games.passcode.boards import BOARD_LENGTH, facing
from companion.games.passcode.cards import DIGITS, HELD, Card, digit_card
from companion.games.passcode.state import FAILS_OUT, Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.ui.core.menu import Item, Items
from companion.ui.core.notice import Notice, Question
from companion.ui.core.page import ListRow, Page
from companion.ui.core.screen import Navigation, Pop, Push, Replace, Screen, ShowMessage, Stay
from companion.ui.games.passcode.drawing import Cards, Roll, Turns, code_boards
from companion.ui.games.passcode.overview import last_attempt
from companion.ui.games.passcode.views import FAIL, KEY, card_name, people, progress, seen_by, seen_by_all
from companion.ui.games.shared.clocked import ClockedScreen
from companion.ui.games.shared.digits import abbreviations
from companion.ui.games.shared.match import Match, play
from companion.ui.games.shared.match_screens import ChanceScreen, MatchMenu
from companion.ui.games.shared.private import HoldToReveal
from companion.ui.games.shared.spoken import asked, news_to_leave
from companion.words import passcode as words
from companion.words.phrase import Phrase


class TurnMenu(ClockedScreen, MatchMenu):
    """A menu for the player to move, with the progress of the code beside the name, on the first possible line."""

    ends_late = True

    def __init__(self, match: Match, view: PasscodeView, items: Items) -> None:
        self._doing = match.doing(N_("{name} plays"), view.seat)
        super().__init__(match, self._doing, items)
        self.view = view
        self.at = next((at for at, item in enumerate(self.items) if item.closed is None), 0)

    def draw(self, page: Page) -> None:
        page.title(self.clocked(self._doing), progress(self.view.player))
        page.add(code_boards(self.match, self.view, len(self.items)))
        page.rows([item.row() for item in self.items], self.at, pointed=True)


def move_item(match: Match, label: Text, move: moves.Move, value: Text = "") -> Item:
    """Return an item that plays *move*; it is closed if the rules do not allow that now."""
    item = Item(label, lambda: play(match, move), value)
    try:
        match.session.validate(move)
    except MoveRefused as refusal:
        return replace(item, closed=refusal.sentence)
    return item


def turn_menu(match: Match, view: PasscodeView) -> TurnMenu:
    """Return the menu of the possible events of a turn, the more likely ones nearer to the cursor."""
    player, digit = view.player, view.player.next_digit
    others = [
        move_item(match, N_("Discards"), moves.Discard()),
        move_item(match, Verbatim(FAIL), moves.Fail(), Verbatim(f"{player.fails}/{FAILS_OUT}")),
        *([] if player.has_card else [move_item(match, N_("Keeps the card"), moves.Keep())]),
    ]
    if digit is None:
        lock = Item(N_("Lock-in card"), lambda: Replace(lock_menu(match, view)), "…")
        return TurnMenu(match, view, [lock, *others])
    play = move_item(match, filled(N_("Plays the {digit}"), digit=digit), moves.Play(digit_card(digit)))
    # A KEY is rare, so it is last: one press up from the first item.
    key = move_item(match, filled(N_("Plays a KEY as {digit}"), digit=digit), moves.Play(Card.KEY))
    return TurnMenu(match, view, [play, *others, key])


def lock_menu(match: Match, view: PasscodeView) -> TurnMenu:
    """Return the menu of the cards that may be laid as the lock-in number."""
    items = [
        move_item(
            match, filled(N_("Locks in with {number}"), number=card.number), moves.LayLock(card, card.number or 0)
        )
        for card in DIGITS
    ]
    items.append(Item(Verbatim(KEY), lambda: Replace(number_menu(match, view)), "…"))
    if view.phase is Phase.LOCK:
        items.append(move_item(match, N_("Lays no card"), moves.NoLock()))
    return TurnMenu(match, view, items)


def number_menu(match: Match, view: PasscodeView) -> TurnMenu:
    """Return the menu of the numbers that may be named with a KEY as the lock-in card."""
    items = [
        move_item(match, filled(N_("KEY counts as {number}"), number=number), moves.LayLock(Card.KEY, number))
        for number in FACES
    ]
    return TurnMenu(match, view, items)


def hands_menu(match: Match, view: PasscodeView) -> TurnMenu:
    """Return the menu of the cards that a player may have left at the end of a round."""
    items = [move_item(match, filled(N_("Has left: {card}"), card=card_name(card)), moves.Hand(card)) for card in HELD]
    return TurnMenu(match, view, items)


class DealMenu(MatchMenu):
    """The deal of real cards: players with a FAIL are marked, and all other players have a card."""

    def __init__(self, match: Match, view: PasscodeView) -> None:
        super().__init__(match, filled(N_("Round {number}: deal"), number=len(view.done) + 1), self._lines)
        self.view = view
        self.fails: set[int] = set()

    def draw(self, page: Page) -> None:
        page.title(self.title)
        page.rows([item.row() for item in self.items], self.at)

    def _lines(self) -> Sequence[Item]:
        dealt = Item(N_("Cards are dealt"), lambda: play(self.match, moves.Deal(tuple(sorted(self.fails)))), "\u25b6")
        return [
            dealt,
            *(
                Item(Verbatim(name), partial(self._toggle, seat), Verbatim(FAIL) if seat in self.fails else "\u2013")
                for seat, name in enumerate(self.match.players)
            ),
        ]

    def _toggle(self, seat: int) -> Navigation:
        self.fails ^= {seat}
        return Stay()


BACK_OF_CARD = "?"
REST = 4
"""The lines that the cards need."""


def is_alone(view: PasscodeView) -> bool:
    """Whether exactly one person plays, against the box."""
    return people(view) == 1


class DrawScreen(ClockedScreen):
    """The two piles: LEFT draws a card, RIGHT takes the top discard, and UP leads to a look at the card in the hand.

    OK only names these keys, because it may be the last of several quick presses of the player before. A player who
    is alone sees the card in the hand below the piles.
    """

    hold_repeats = frozenset()
    ends_late = True

    def __init__(self, match: Match, view: PasscodeView) -> None:
        self.match = match
        self.view = view
        self.is_private = is_alone(view)

    def draw(self, page: Page) -> None:
        view, translator = self.view, page.translator
        page.title(self.clocked(self.match.doing(N_("{name} draws"), view.seat)), progress(view.player))
        page.hints(self._hand_words(translator), translator._("pile {cards}").format(cards=view.pile))
        page.add(code_boards(self.match, view, REST))
        piles = (
            (BACK_OF_CARD if self._can_draw else "", translator._("\u25c0 draw"), Button.LEFT),
            (card_name(view.top), translator._("take \u25b6"), Button.RIGHT),
        )
        page.add(Cards(tuple(pile for pile in piles if pile[0])))

    def spoken(self) -> Sequence[Phrase]:
        own = [words.cards_held(seen_by(self.match, self.view.seat))] if self.is_private else []
        return [*asked(self.match), *words.on_top(self.view), *own]

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
        if button is Button.BACK:
            return self.match.pause(self)
        if button is Button.UP and self.view.player.has_card:
            return Push(HandLook(self.match, self.view))
        if button is Button.LEFT and self._can_draw:
            return play(self.match, moves.Draw(moves.Pile.DRAW))
        if button is Button.RIGHT and self.view.top is not None:
            return play(self.match, moves.Draw(moves.Pile.DISCARD))
        return ShowMessage(self.match.context.translator._(self._which)) if button is Button.OK else Stay()

    @property
    def _which(self) -> str:
        """The sentence that says which keys draw what."""
        if self._can_draw and self.view.top is not None:
            return N_("LEFT draws a card, RIGHT takes the open one.")
        return N_("LEFT draws a card.") if self._can_draw else N_("RIGHT takes the open card.")


class HandLook(ClockedScreen, HoldToReveal):
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

    def draw(self, page: Page) -> None:
        if time := self.limited_time():
            self._title = Verbatim(f"{self.name} {time}")
        super().draw(page)

    # The view is requested again for each frame, so that no screen keeps what only one player may see.
    def _draw_open(self, page: Page) -> None:
        mine = seen_by(self.match, self.seat)
        page.title(self._title_words(mine), self.limited_time() or progress(mine.player))
        page.hints(*self.hints(page))
        page.add(code_boards(self.match, seen_by_all(self.match), REST))
        page.add(Cards(tuple((card_name(card), page.translator._(label), None) for card, label in _cards(mine))))

    def _title_words(self, mine: PasscodeView) -> Text:
        return Verbatim(self.name)


def _cards(mine: PasscodeView) -> list[tuple[Card, str]]:
    """Return the cards of the player to move, who sees *mine*, with their labels."""
    labelled = ((mine.player.hand, N_("old card")), (mine.drawn, N_("new card")))
    cards = [(card, label) for card, label in labelled if card is not None]
    shown = cards if len(cards) > 1 else [(card, N_("your card")) for card, _ in cards]
    return [(card, N_("joker") if card is Card.KEY else label) for card, label in shown]


class HandScreen(HandLook):
    """The private look in which a player chooses what to do with the cards; DOWN does it.

    The choices are those that the cards allow, playing a card first. They are shown only with the cards, so no
    refusal and no cursor tells the others anything. A player who is alone sees the cards at once, and OK acts too.
    """

    plays = True
    ends_late = True

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

    def spoken(self) -> Sequence[Phrase]:
        own = partial(seen_by, self.match, self.seat)
        return self.look_spoken(self.match, lambda: [words.cards_held(own())])

    @property
    def _choices(self) -> tuple[moves.Move, ...]:
        return seen_by(self.match, self.seat).choices

    def _act(self) -> Navigation:
        return play(self.match, self._choices[self.at])

    def _title_words(self, mine: PasscodeView) -> Text:
        return choice_words(mine.choices[self.at])

    def hints(self, page: Page) -> tuple[str, str]:
        hold = super().hints(page)[1]
        if self.shows_secret:
            # The title names the key that makes the move. A held OK leaves its place to the other keys.
            keys = page.translator._("\u25c0\u25b6 other") if len(self._choices) > 1 else ""
            return keys, "" if keys or self.is_alone else hold
        return page.translator._("\u25bc play") if self.has_looked else "", hold

    def press(self, button: Button) -> Navigation:
        return super().press(Button.DOWN if self.is_alone and button is Button.OK else button)

    def turn(self, step: int) -> None:
        self.at = (self.at + step) % len(self._choices)


def choice_words(move: moves.Move) -> Text:
    """Return the key that makes *move* and what it does, for the player who holds the cards."""
    match move:
        case moves.Play(card):
            return filled(N_("\u25bc play {card}"), card=card_name(card))
        case moves.Discard(card):
            return filled(N_("\u25bc discard {card}"), card=card_name(card))
        case moves.LayLock(Card.KEY, number):
            return filled(N_("\u25bc lock KEY as {number}"), number=number)
        case moves.LayLock(card):
            return filled(N_("\u25bc lock in {card}"), card=card_name(card))
    return N_("\u25bc keep the card")


_WORDS = {
    Phase.FREE: (N_("Locked out: needs"), N_("Free: play on!"), N_("Still locked out")),
    Phase.LOCK_IN: (N_("Lock in: needs"), N_("Locked in!"), N_("Not yet")),
    Phase.NUMBER: (N_("A tie: playoff"), N_("This number wins"), ""),
    Phase.PLAYOFF: (N_("Playoff: needs"), N_("Playoff won!"), N_("Not yet")),
    Phase.FIRST: (N_("Who begins?"), "", ""),
}
"""The question before a roll, and the answers of one that hits and of one that misses."""

ROLL_REST = 6
"""The lines that the question, the die and the answer need."""


class RollScreen(ChanceScreen):
    """Screen that asks for a roll of the die and shows its result; it rolls only once."""

    hint = N_("OK: roll")

    def __init__(self, match: Match, view: PasscodeView) -> None:
        super().__init__(match)
        self.view = view

    @property
    def _rolled(self) -> int | None:
        """The number rolled; None before the roll, and where the roll decided who begins."""
        return self.move.number if isinstance(self.move, moves.Die) else None

    def spoken(self) -> Sequence[Phrase]:
        return asked(self.match) if self.move is None else news_to_leave(self.match)

    def cue(self) -> Cue:
        """Return the sound for the roll."""
        return Cue.SOLVED if self._rolled is None or self.view.is_hit(self._rolled) else Cue.LOST

    def press(self, button: Button) -> Navigation:
        """Roll, then announce a lock-in that leaves the others one turn, then go on; or pause."""
        is_new = self.move is not None and not self.view.is_last and seen_by_all(self.match).is_last
        if is_new and button in (Button.OK, Button.ROLL):
            return self.match.show(last_attempt(self.match, self.view.seat, self.match.onward))
        return super().press(button)

    def draw(self, page: Page) -> None:
        needs, is_first = self.view.needed, self.view.phase is Phase.FIRST
        if is_first:
            page.title("Passcode")
        else:
            page.title(self.match.doing(N_("{name} rolls"), self.view.seat), progress(self.view.player))
        page.hints(page.translator._(self.hint) if self.move is None else page.translator._("OK: go on"))
        if not is_first:
            page.add(code_boards(self.match, self.view, ROLL_REST))
        question = ListRow(_WORDS[self.view.phase][0], Verbatim("" if needs is None else str(needs)))
        rows = (question, *self.answers())
        is_lit = self.move is not None and (self._rolled is None or self.view.is_hit(self._rolled))
        page.add(Roll(rows, needs, self.shown, is_lit, has_die=not is_first or self.move is None))

    @property
    def shown(self) -> int | None:
        """The number on the die."""
        return self._rolled

    def answers(self) -> Sequence[ListRow]:
        """Return the lines below the question: after the roll, what it did."""
        if self.move is None:
            return ()
        if self._rolled is None:
            return (ListRow(filled(N_("{name} begins."), name=self.match.players[self.move.seat])),)
        _, hit, missed = _WORDS[self.view.phase]
        return (ListRow(hit if self.view.is_hit(self._rolled) else missed, Verbatim(str(self._rolled))),)


TURNS = (Turn.LEFT, Turn.RIGHT)
CODES_MADE = N_("Each player has a code now: cards play its digits in order.")
ROLL_ALL = N_("The die makes each player's code. Roll all codes for us?")


WIDEST = 11
"""The widest line of digits, in characters, that leaves room for a word beside it."""


def codes_question(match: Match, view: PasscodeView) -> Question:
    """Return the question before the first roll for the codes: whether the box turns the die for all of them."""

    def roll_all() -> Navigation:
        while seen_by_all(match).phase is Phase.SQUARE:
            match.submit(moves.Square(TURNS[match.context.environment.draw(len(TURNS))]))
        go = match.onward()
        return Replace(Notice(match.context, CODES_MADE, go, "Passcode")) if match.is_first else go

    question = Question(match.context, ROLL_ALL, roll_all, lambda: match.show(SquareScreen(match, view)))
    question.is_yes = True
    return question


class SquareScreen(Screen):
    """The digits that each player would get with the die turned left or right; LEFT and RIGHT turn it at once."""

    def __init__(self, match: Match, view: PasscodeView) -> None:
        self.match = match
        self.view = view
        self.at = 0

    def draw(self, page: Page) -> None:
        number = len(self.view.players[0].board) + 1
        page.title(self.match.doing(N_("{name} turns"), self.view.seat), f"{number}/{BOARD_LENGTH}")
        page.hints("\u25b2\u25bc", page.translator._("OK: turn it"))
        heads = abbreviations(self.match.players)
        words = [page.translator._("\u25c0 left"), page.translator._("\u25b6 right")]
        whole = (words[0], words[1])
        if len(" ".join(heads)) > WIDEST:
            words = [word[:1] for word in words]
        turns = [ListRow(Verbatim(word), self._row(turn, heads)) for word, turn in zip(words, TURNS, strict=True)]
        # Spaces as long as the words, so that the initials are in the same font as the digits.
        above = ListRow(" " * max(map(len, words)), Verbatim(" ".join(heads)))
        digits = tuple(tuple(self._digits(turn)) for turn in TURNS)
        page.add(Turns((above, *turns), self.at, tuple(self.match.players), digits, whole))

    def spoken(self) -> Sequence[Phrase]:
        return asked(self.match)

    def _digits(self, turn: Turn) -> Sequence[int]:
        """Return the digits that the players see after *turn*."""
        rules, skew = self.view.rules, self.view.skew
        return facing(skew.turned(turn), rules.players, rules.sitting) if skew is not None else ()

    def _row(self, turn: Turn, heads: Sequence[str]) -> Verbatim:
        """Return the digits that the players see after *turn*, under their *heads*."""
        return Verbatim(
            " ".join(str(digit).rjust(len(head)) for digit, head in zip(self._digits(turn), heads, strict=False))
        )

    def press(self, button: Button) -> Navigation:
        if button is Button.BACK:
            return self.match.pause(self)
        if button in (Button.UP, Button.DOWN):
            self.at = 1 - self.at
        turn = {Button.LEFT: Turn.LEFT, Button.RIGHT: Turn.RIGHT, Button.OK: TURNS[self.at]}.get(button)
        return Stay() if turn is None else play(self.match, moves.Square(turn))
