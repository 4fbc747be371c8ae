"""The screens of a roll: the dice tumble and come to rest, and earlier rolls can be viewed."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button, Cue
from companion.dice.fairness import Verdict, fairness, values_by_kind
from companion.dice.model import DiceRoll
from companion.errors import N_
from companion.i18n.translator import Translator, Verbatim
from companion.ui.context import AppContext
from companion.ui.dice.drawing import ThrowPicture, throw_words
from companion.ui.menu import Item, Menu
from companion.ui.notice import Notice, TextScreen
from companion.ui.page import Page
from companion.ui.screen import Navigation, Pop, Push, Replace, Screen, Stay, WithSound

FRAMES = 5
FRAME_S = 0.14
"""Seconds per frame: five frames of tumbling take 0.7 s; a slow display skips frames and ends no later."""

VERDICTS = {
    Verdict.TOO_FEW: N_("{dice}: too few throws to tell."),
    Verdict.FAIR: N_("{dice}: like fair ones."),
    Verdict.ODD: N_("{dice}: odd. Throw more and look again."),
    Verdict.WRONG: N_("{dice}: not fair!"),
}
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
        """Draw the dice in the current frame."""
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
        """Draw the result of the roll."""
        page.add(ThrowPicture(self.thrown))

    def press(self, button: Button) -> Navigation:
        """Go back."""
        return Pop() if button in (Button.OK, Button.BACK) else Stay()


def last_throws(context: AppContext) -> Screen:
    """Return the list of the last rolls, the newest first; OK shows one."""
    throws = context.dice_roller.last(LISTED)
    if not throws:
        return Notice(context, N_("Nothing has been thrown yet."), title=N_("Last throws"))
    return Menu(context, N_("Last throws"), [_item(thrown) for thrown in throws])


def fairness_screen(context: AppContext) -> Screen:
    """Return what the tests of fairness say of each kind of dice that was thrown with the dice roller."""
    kinds = values_by_kind(reversed(context.dice_roller.last()))
    if not kinds:
        return Notice(context, N_("Nothing has been thrown yet."), title=N_("Are they fair?"))

    def words(translator: Translator) -> Verbatim:
        names = {"coin": translator._("Coin")}
        lines = [
            translator._(VERDICTS[fairness(values, sides).verdict]).format(dice=names.get(kind, kind))
            for kind, (sides, values) in kinds.items()
            if kind in names or kind.startswith("d")
        ]
        return Verbatim("\n".join(lines))

    return TextScreen(context, N_("Are they fair?"), words)


def _item(thrown: DiceRoll) -> Item:
    label, value = throw_words(thrown)
    return Item(label, lambda: Push(PastThrow(thrown)), value)
