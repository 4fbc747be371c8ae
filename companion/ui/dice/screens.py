"""The screens of dice: the menu of what to roll, the roll, which tumbles and comes to rest, and earlier rolls."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from companion.box import Button, Cue
from companion.config.names import THROW_LENGTHS
from companion.dice.fairness import BIAS, Verdict, judge
from companion.dice.model import (
    FATE,
    FEWEST_SEATS,
    MOST_DICE,
    MOST_SEATS,
    SIDES,
    Coin,
    Dice,
    DiceRoll,
    DiceSpec,
    Own,
    Start,
    Sum,
    summed,
)
from companion.dice.own import more_to_find
from companion.dice.saved import saved_throws, with_throw, without_throw
from companion.errors import N_
from companion.i18n.default_names import names_words
from companion.i18n.translator import Text, Translator, Verbatim, counted, filled
from companion.match.throws import all_throws
from companion.ui.core.context import AppContext, looking_back
from companion.ui.core.entry import NameEntry
from companion.ui.core.menu import ChoiceMenu, Item, Menu, choice_item
from companion.ui.core.notice import Notice, TextScreen
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Pop, Push, Replace, Screen, Stay, WithSound
from companion.ui.dice.drawing import ThrowPicture, cast_words, throw_words
from companion.ui.dice.own import own_dice_menu

log = logging.getLogger(__name__)

FRAMES = 5
FRAME_S = 0.14
"""Seconds per frame: five frames of tumbling take 0.7 s; a slow display skips frames and ends no later."""

VERDICTS = {
    Verdict.TOO_FEW: N_("{dice}: too few throws to tell."),
    Verdict.FAIR: N_("{dice}: fair."),
    Verdict.ODD: N_("{dice}: odd. Throw more and look again."),
    Verdict.WRONG: N_("{dice}: not fair!"),
}
NOTHING = N_("Nothing has been thrown yet.")
KINDS = {
    Dice: N_("Die of {count}"),
    Coin: N_("Coin"),
    Start: N_("Who starts, of {count}"),
    type(None): N_("60,000 test throws"),
}
"""What was tested; without a kind, throws made for the test."""
FATE_DIE = N_("Fate die")
LISTED = 30
"""The number of rolls listed on the box; all rolls are in the ledger."""


def throw_dice(context: AppContext, choose: Callable[[], Navigation]) -> Screen:
    """Roll with the table's dice roller and return the screen that shows the roll; *choose* opens the dice menu."""
    return ThrowScreen(context, context.dice_roller.throw(), choose)


class ThrowScreen(Screen):
    """A roll that tumbles and comes to rest; its result was drawn and written to the ledger before the first frame."""

    takes_roll = True
    hold_repeats = frozenset()

    def __init__(self, context: AppContext, thrown: DiceRoll, choose: Callable[[], Navigation]) -> None:
        self.context = context
        self.thrown = thrown
        self._choose = choose
        self._began = context.now()
        self._frame = 0

    @property
    def is_settled(self) -> bool:
        """Whether the dice are at rest and the result is shown."""
        return self._frame >= FRAMES

    def draw(self, page: Page) -> None:
        page.add(ThrowPicture(self.thrown, FRAMES - self._frame))

    def settle(self) -> None:
        """Show the result."""
        self._frame = FRAMES

    def due(self) -> float | None:
        """Return when the next frame is due; None once the dice are at rest."""
        return None if self.is_settled else self._began + (self._frame + 1) * FRAME_S

    def tick(self, now: float) -> Navigation:
        """Go on to the frame of *now*; play a sound when the dice come to rest."""
        self._frame = min(FRAMES, max(self._frame + 1, int((now - self._began) / FRAME_S)))
        return WithSound(Cue.PRESS) if self.is_settled else Stay()

    def press(self, button: Button) -> Navigation:
        """Show the result at once; after that roll again, choose other dice, list the last rolls or go back."""
        if not self.is_settled:
            self.settle()
            return Stay()
        match button:
            case Button.OK | Button.ROLL:
                return Replace(throw_dice(self.context, self._choose))
            case Button.UP:
                return self._choose()
            case Button.DOWN:
                return Push(last_throws(self.context))
            case Button.BACK:
                return Pop()
        return Stay()


class PastThrow(Screen):
    """Shows an earlier roll."""

    def __init__(self, thrown: DiceRoll) -> None:
        self.thrown = thrown

    def draw(self, page: Page) -> None:
        page.add(ThrowPicture(self.thrown, is_past=True))

    def press(self, button: Button) -> Navigation:
        return Pop() if button in (Button.OK, Button.BACK) else Stay()


def last_throws(context: AppContext) -> Screen:
    """Return the list of the last rolls, the newest first; OK shows one."""
    throws = context.dice_roller.last(LISTED)
    if not throws:
        return Notice(context, NOTHING, title=N_("Last throws"))
    return Menu(context, N_("Last throws"), [_item(thrown) for thrown in throws])


def fairness_screen(context: AppContext) -> Screen:
    """Return what ``codemaker rolls --test`` says, in a few words; raises ``JournalFailed``."""
    world, damaged = context.environment, partial(log.warning, "throws of a match not tested: %s")
    with looking_back():
        kinds = judge(all_throws(world.archive.sound_throws(), world, context.catalogue, damaged), world.draw)

    def words(translator: Translator) -> Verbatim:
        said = [translator._(NOTHING)] if len(kinds) == 1 else []
        for kind, found in kinds.items():
            words = FATE_DIE if isinstance(kind, Dice) and kind.sides == FATE else KINDS.get(type(kind), "")
            dice = kind.name if isinstance(kind, Own) else translator._(words).format(count=kind and kind.sides)
            said.append(translator._(VERDICTS[found.verdict]).format(dice=dice))
            more = more_to_find(BIAS, kind.sides, sum(found.sides.counts)) if isinstance(kind, Own) else 0
            if more and found.verdict is not Verdict.WRONG:
                said.append(translator.say(_more(more)))
        return Verbatim("\n".join(said))

    return TextScreen(context, N_("Are they fair?"), words)


def _more(count: int) -> Text:
    """Return that *count* more throws of an own die find a ``BIAS``."""
    return counted(
        "{count} more throw finds a side that comes 5 times in 100 too often.",
        "{count} more throws find a side that comes 5 times in 100 too often.",
        count,
    )


def _item(thrown: DiceRoll) -> Item:
    # What is longer does not fit into a line.
    label, value = throw_words(thrown, most=3 if thrown.attitudes else 1)
    return Item(label, lambda: Push(PastThrow(thrown)), value)


COUNTS = range(1, MOST_DICE + 1)
ADDED = range(-20, 21)
"""The numbers that the menu offers to add to the dice."""


ROOM = 18
"""The characters of a name and a value in a line of the smallest display."""


def roll_dice(context: AppContext) -> Screen:
    """Roll again what was rolled last, and return the screen that shows it."""
    return throw_dice(context, lambda: Replace(DiceMenu(context)))


def throw_value(context: AppContext) -> Text:
    """Return what ``roll_dice`` throws, as the value of a line."""
    return _value(cast_words(context.dice_roller.cast), ROOM - 6)


class DiceMenu(Menu):
    """The menu of what to roll: saved throws, and *Throw*, which is what ROLL rolls wherever the cursor is."""

    context: AppContext
    takes_roll = True

    def __init__(self, context: AppContext) -> None:
        super().__init__(context, N_("Dice"), self._lines)
        cast = context.dice_roller.cast
        self.cast = cast if isinstance(cast, Dice | Sum) else Dice()

    def press(self, button: Button) -> Navigation:
        """Roll the dice for ROLL; handle the other buttons like any menu."""
        return self._throw(self.cast) if button is Button.ROLL else super().press(button)

    def _lines(self) -> list[Item]:
        dice, plus = self.cast.terms[0][1], self.cast.plus if isinstance(self.cast, Sum) else 0
        keeps = [*range(dice.count), *range(1 - dice.count, 0)]

        def use(new: Dice, added: int = plus) -> None:
            self.cast = summed([(1, new)], added)

        def use_count(count: int) -> None:
            use(replace(dice, count=count, keep=dice.keep if abs(dice.keep) < count else 0))

        saved = saved_throws(self.context.chosen.throws)
        return [
            *(self._saved(name, cast) for name, cast in saved.items()),
            Item(N_("Throw"), lambda: self._throw(self.cast), _value(cast_words(self.cast), ROOM - 6)),
            self._line(N_("How many"), COUNTS, dice.count, use_count),
            self._line(N_("Sides"), SIDES, dice.sides, lambda sides: use(replace(dice, sides=sides)), _side),
            self._line(N_("Keep"), keeps, dice.keep, lambda keep: use(replace(dice, keep=keep)), _kept),
            self._line(N_("Add"), ADDED, plus, lambda added: use(dice, added), _added),
            Item(N_("Save this throw"), self._save, "…"),
            *([Item(N_("Forget a throw"), lambda: self._forget(list(saved)), "…")] if saved else []),
            Item(N_("Coin"), lambda: self._throw(Coin()), "\u25b6"),
            Item(N_("Who starts?"), lambda: Push(self._starts()), "…"),
            Item(N_("Own dice"), lambda: Push(own_dice_menu(self.context)), "…"),
            Item(N_("Last throws"), lambda: Push(last_throws(self.context)), "…"),
            Item(N_("Are they fair?"), lambda: Push(fairness_screen(self.context)), "…"),
        ]

    def _saved(self, name: str, cast: DiceSpec) -> Item:
        return Item(Verbatim(name), lambda: self._throw(cast), _value(Verbatim(str(cast)), ROOM - len(name)))

    def _save(self) -> Navigation:
        def done(name: str) -> Navigation:
            self.context.change(throws=with_throw(self.context.chosen.throws, name, self.cast))
            self.at = 0
            return Pop()

        return Push(NameEntry(self.context, N_("Name of the throw"), "", done, limit=THROW_LENGTHS.stop - 1))

    def _forget(self, names: Sequence[str]) -> Navigation:
        def done(name: str) -> Navigation:
            self.context.change(throws=without_throw(self.context.chosen.throws, name))
            return Pop()

        return Push(
            ChoiceMenu(self.context, N_("Forget a throw"), [(Verbatim(name), name) for name in names], "", done)
        )

    def _line(
        self,
        title: str,
        values: Sequence[int],
        value: int,
        use: Callable[[int], None],
        words: Callable[[int], Text] = lambda number: Verbatim(str(number)),
    ) -> Item:
        """Return the item of a number that LEFT and RIGHT change and OK opens as a list; *words* say a number."""
        return choice_item(self.context, title, [(words(number), number) for number in values], value, use, "")

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


def _value(words: Text, most: int) -> Text:
    """Return *words* as the value of a line, a notation shortened to *most* characters."""
    if isinstance(words, Verbatim) and len(words.text) > most:
        return Verbatim(words.text[: most - 1] + "…")
    return words


def _side(sides: int) -> Text:
    return Verbatim("F" if sides == FATE else str(sides))


def _added(plus: int) -> Text:
    return Verbatim(f"{plus:+}" if plus else "0")


def _kept(keep: int) -> Text:
    """Return which dice count, by the sign and the amount of ``Dice.keep``."""
    if not keep:
        return N_("all")
    if keep > 0:
        return counted("{count} highest", "{count} highest", keep)
    return counted("{count} lowest", "{count} lowest", -keep)


def _last_players(context: AppContext) -> list[tuple[str, ...]]:
    """Return the players of the last match in a list, or an empty list if their number is out of range."""
    newest = context.newest_match()
    players = () if newest is None else newest.header.players
    return [players] if FEWEST_SEATS <= len(players) <= MOST_SEATS else []


def _label(start: Start) -> Text:
    return names_words(start.names) if start.names else filled(N_("{count} players"), count=start.seats)
