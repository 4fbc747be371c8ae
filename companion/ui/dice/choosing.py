"""The menu that chooses what to roll: a number of dice, a coin, or who starts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.box import Button
from companion.dice.model import FEWEST_SEATS, MOST_DICE, MOST_SEATS, SIDES, Coin, Dice, DiceSpec, Start
from companion.errors import N_
from companion.i18n.default_names import names_words
from companion.i18n.translator import Text, Verbatim
from companion.ui.context import AppContext
from companion.ui.dice.screens import fairness_screen, last_throws, throw_dice
from companion.ui.menu import ChoiceMenu, Item, Menu
from companion.ui.screen import Navigation, Pop, Push, Replace, Screen, Stay

COUNTS = range(1, MOST_DICE + 1)


def roll_dice(context: AppContext) -> Screen:
    """Roll again what was rolled last, and return the screen that shows it."""
    return throw_dice(context, lambda: Replace(DiceMenu(context)))


class DiceMenu(Menu):
    """The menu of what to roll; ROLL rolls the dice of the first line, independent of the cursor."""

    context: AppContext
    takes_roll = True

    def __init__(self, context: AppContext) -> None:
        super().__init__(context, N_("Dice"), self._lines)
        cast = context.dice_roller.cast
        self.dice = cast if isinstance(cast, Dice) else Dice()

    def press(self, button: Button) -> Navigation:
        """Roll the dice for ROLL; handle the other buttons like any menu."""
        return self._throw(self.dice) if button is Button.ROLL else super().press(button)

    def _lines(self) -> list[Item]:
        return [
            Item(N_("Throw"), lambda: self._throw(self.dice), Verbatim(str(self.dice))),
            self._line(N_("How many"), COUNTS, self.dice.count, lambda count: replace(self.dice, count=count)),
            self._line(N_("Sides"), SIDES, self.dice.sides, lambda sides: replace(self.dice, sides=sides)),
            Item(N_("Coin"), lambda: self._throw(Coin()), "\u25b6"),
            Item(N_("Who starts?"), lambda: Push(self._starts()), "…"),
            Item(N_("Last throws"), lambda: Push(last_throws(self.context)), "…"),
            Item(N_("Are they fair?"), lambda: Push(fairness_screen(self.context)), "…"),
        ]

    def _line(self, title: str, values: Sequence[int], value: int, chosen: Callable[[int], Dice]) -> Item:
        """Return the item of a number that LEFT and RIGHT change and OK opens as a list."""

        def done(number: int) -> Navigation:
            self.dice = chosen(number)
            return Pop()

        def turn(step: int) -> Navigation:
            self.dice = chosen(values[(values.index(value) + step) % len(values)])
            return Stay()

        options: list[tuple[Text, int]] = [(Verbatim(str(number)), number) for number in values]
        return Item(
            title, lambda: Push(ChoiceMenu(self.context, title, options, value, done)), Verbatim(str(value)), turn=turn
        )

    def _throw(self, cast: DiceSpec) -> Navigation:
        self.context.dice_roller.cast = cast
        return Push(throw_dice(self.context, Pop))

    def _starts(self) -> Menu:
        """Return the menu for who starts: the players of the last match, or a number of players."""
        known = [Start(len(names), names) for names in _last_players(self.context)]
        numbers = [Start(seats) for seats in range(FEWEST_SEATS, MOST_SEATS + 1)]

        def item(start: Start) -> Item:
            return Item(_label(start), lambda: self._throw(start), "\u25b6")

        return Menu(self.context, N_("Who starts?"), [item(start) for start in (*known, *numbers)])


def _last_players(context: AppContext) -> list[tuple[str, ...]]:
    """Return the players of the last match in a list, or an empty list if their number is out of range."""
    newest = context.newest_match()
    players = () if newest is None else newest.header.players
    return [players] if FEWEST_SEATS <= len(players) <= MOST_SEATS else []


def _label(start: Start) -> Text:
    if start.names:
        return names_words(start.names)
    return lambda translator: translator._("{count} players").format(count=start.seats)
