"""Choosing what is thrown: dice and how many, a coin, who starts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.box import Button
from companion.dice.model import FEWEST_SEATS, MOST_DICE, MOST_SEATS, SIDES, Cast, Coin, Dice, Start
from companion.errors import N_
from companion.i18n.translator import Name, Words
from companion.ui.context import Table
from companion.ui.dice.screens import last_throws, throw_dice
from companion.ui.menu import Choice, Item, Menu
from companion.ui.screen import Go, Pop, Push, Screen, Stay, Swap

COUNTS = range(1, MOST_DICE + 1)


def roll_dice(table: Table) -> Screen:
    """Throw what was thrown last, over whatever is on the screen."""
    return throw_dice(table, lambda: Swap(DiceMenu(table)))


class DiceMenu(Menu):
    """What to throw; ROLL throws the dice of the first line, wherever the cursor is."""

    takes_roll = True

    def __init__(self, table: Table) -> None:
        super().__init__(table, N_("Dice"), self._lines)
        cast = table.cup.cast
        self.table = table
        self.dice = cast if isinstance(cast, Dice) else Dice()

    def press(self, button: Button) -> Go:
        """Throw, or whatever a menu does."""
        return self._throw(self.dice) if button is Button.ROLL else super().press(button)

    def _lines(self) -> list[Item]:
        return [
            Item(N_("Throw"), lambda: self._throw(self.dice), Name(str(self.dice))),
            self._line(N_("How many"), COUNTS, self.dice.count, lambda count: replace(self.dice, count=count)),
            self._line(N_("Sides"), SIDES, self.dice.sides, lambda sides: replace(self.dice, sides=sides)),
            Item(N_("Coin"), lambda: self._throw(Coin()), "\u25b6"),
            Item(N_("Who starts?"), lambda: Push(self._starts()), "…"),
            Item(N_("Last throws"), lambda: Push(last_throws(self.table)), "…"),
        ]

    def _line(self, title: str, values: Sequence[int], value: int, chosen: Callable[[int], Dice]) -> Item:
        """Return the line of a number that LEFT and RIGHT turn, and OK chooses from a list."""

        def done(number: int) -> Go:
            self.dice = chosen(number)
            return Pop()

        def turn(step: int) -> Go:
            self.dice = chosen(values[(values.index(value) + step) % len(values)])
            return Stay()

        options: list[tuple[Words, int]] = [(Name(str(number)), number) for number in values]
        return Item(title, lambda: Push(Choice(self.table, title, options, value, done)), Name(str(value)), turn=turn)

    def _throw(self, cast: Cast) -> Go:
        self.table.cup.cast = cast
        return Push(throw_dice(self.table, Pop))

    def _starts(self) -> Menu:
        """Return the list of who may start: the players of the last match, or a number of players."""
        known = [Start(len(names), names) for names in _last_players(self.table)]
        numbers = [Start(seats) for seats in range(FEWEST_SEATS, MOST_SEATS + 1)]

        def item(start: Start) -> Item:
            return Item(_label(start), lambda: self._throw(start), "\u25b6")

        return Menu(self.table, N_("Who starts?"), [item(start) for start in (*known, *numbers)])


def _last_players(table: Table) -> list[tuple[str, ...]]:
    """Return the players of the last match, where there were enough for one to start."""
    newest = table.newest_match()
    players = () if newest is None else newest.heading.players
    return [players] if FEWEST_SEATS <= len(players) <= MOST_SEATS else []


def _label(start: Start) -> Words:
    if start.names:
        return Name(", ".join(start.names))
    return lambda tongue: tongue._("{count} players").format(count=start.seats)
