"""The screens of players' own dice: the list of them, and the entry of what a die shows."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button
from companion.config.names import THROW_LENGTHS
from companion.config.settings import BoardName
from companion.dice.model import FATE, SIDES, DiceRoll, Own
from companion.dice.own import ONE_DIGIT, own_dice, own_die
from companion.errors import N_
from companion.i18n.translator import Text, Verbatim
from companion.ui.core.context import AppContext, looking_back
from companion.ui.core.entry import NameEntry
from companion.ui.core.menu import ChoiceMenu, Item, Menu
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Pop, Push, Replace, Screen, Stay
from companion.ui.dice.drawing import CUBE, SIDE_KEYS, SideKeys

Known = dict[Own, bytearray]


def enter_own(context: AppContext, die: Own, side: int) -> None:
    """Enter a throw of *die* that showed *side* into the ledger; raises ``JournalFailed``."""
    world = context.environment
    world.archive.enter([DiceRoll(die, (side,), at=world.stamp())])


class OwnDieScreen(Screen):
    """The entry of throws of a six-sided die, each with one key; each is in the ledger before it is shown."""

    takes_roll = True
    hold_repeats = frozenset()

    def __init__(self, context: AppContext, die: Own, known: Known) -> None:
        self.context = context
        self.die = die
        self.values = known.setdefault(die, bytearray())
        self.last = 0

    def draw(self, page: Page) -> None:
        page.title(Verbatim(self.die.name), str(len(self.values)))
        page.hints(page.translator._("BACK ends"))
        page.add(SideKeys(self.last))

    def press(self, button: Button) -> Navigation:
        return self.enter(SIDE_KEYS.index(button) + 1) if button in SIDE_KEYS else Pop()

    def type(self, text: str) -> Navigation | None:
        """Enter the side that is typed as a digit."""
        is_side = text.isascii() and text.isdigit() and len(text) == 1 and 1 <= int(text) <= self.die.sides
        return self.enter(int(text)) if is_side and self.die.sides <= ONE_DIGIT else None

    def enter(self, side: int) -> Navigation:
        """Enter a throw that showed *side*."""
        enter_own(self.context, self.die, side)
        self.values.append(side)
        self.last = side
        return Stay()


class OwnSidesMenu(Menu):
    """The entry of throws of any die: a list of its sides, of which OK enters the one under the cursor."""

    takes_roll = True

    def __init__(self, entry: OwnDieScreen) -> None:
        def item(side: int) -> Item:
            return Item(Verbatim(str(side)), lambda: entry.enter(side), Verbatim(str(entry.values.count(side))))

        super().__init__(entry.context, Verbatim(entry.die.name), lambda: [*map(item, range(1, entry.die.sides + 1))])
        self._entry = entry

    def type(self, text: str) -> Navigation | None:
        """Enter the side that is typed as a digit."""
        return self._entry.type(text)


def entry_screen(context: AppContext, die: Own, known: Known) -> Screen:
    """Return the screen that enters throws of *die*: with one key each where the board has a key for every side."""
    entry = OwnDieScreen(context, die, known)
    has_keys = context.installation.has_roll() and context.chosen.board is not BoardName.CUSTOM
    return entry if die.sides == CUBE and has_keys else OwnSidesMenu(entry)


def own_dice_menu(context: AppContext) -> Screen:
    """Return the list of the players' own dice, each with the number of its throws; raises ``JournalFailed``."""
    with looking_back():
        known = own_dice(context.environment.archive.sound_throws())

    def enter(die: Own, go: Callable[[Screen], Navigation]) -> Navigation:
        return go(entry_screen(context, die, known))

    def named(name: str) -> Navigation:
        die = own_die(name, None, known)
        if die in known:
            return enter(die, Replace)
        kinds: list[tuple[Text, int]] = [(Verbatim(str(sides)), sides) for sides in SIDES if sides != FATE]
        return Replace(
            ChoiceMenu(context, N_("Sides"), kinds, CUBE, lambda sides: enter(own_die(name, sides, known), Replace))
        )

    def item(die: Own) -> Item:
        return Item(Verbatim(die.name), lambda: enter(die, Push), str(len(known[die])))

    def another() -> Navigation:
        return Push(NameEntry(context, N_("Name of the die"), "", named, limit=THROW_LENGTHS.stop - 1))

    another_die = Item(N_("Another die"), another, "…")
    return Menu(context, N_("Own dice"), lambda: [*map(item, known), another_die])
