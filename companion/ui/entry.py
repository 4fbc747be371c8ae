"""Entry of a name, letter by letter with a joystick or by choice from known names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.box import Button
from companion.errors import N_
from companion.i18n.translator import Text, Verbatim
from companion.ui.elements import LetterWheel, can_show
from companion.ui.letter_order import both_ways, completion, is_listed, likely_first
from companion.ui.menu import TICK, Item, Menu
from companion.ui.page import Page
from companion.ui.screen import Navigation, Pop, Refuse, Replace, Screen, Stay
from companion.ui.ui_context import UiContext

LIMIT = 10
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÄÇÉÈÊËÎÏÑÔÖŒÙÛÜ"
DIGITS = "0123456789"
JOINERS = "'- "


class NameEntry(Screen):
    """A wheel of letters turned with UP and DOWN; OK appends a letter, BACK erases one, OK on the tick ends.

    The wheel starts at the letter that most often follows the letters chosen so far, in the *known* names and in
    common ones, and likely letters are few steps away from it in both directions. RIGHT also appends the rest of a
    known or common name that is offered after the letter. The tick is one step before the first letter, so UP and OK
    end the name after any letter; after a name of the lists the wheel is at the tick. A keyboard types letters.
    Words get a capital automatically. BACK before the first letter goes *back*; *done* is called with the name.
    """

    def __init__(
        self,
        context: UiContext,
        title: Text,
        start: str,
        done: Callable[[str], Navigation],
        limit: int = LIMIT,
        back: Navigation | None = None,
        known: Sequence[str] = (),
    ) -> None:
        self.context = context
        self.title = title
        self.name = start[:limit]
        self._done = done
        self._limit = limit
        self._back = back or Pop()
        self._known = known
        # With a start name the cursor is on the tick, because players mostly keep the name.
        self._at = -1 if start else 0

    @property
    def wheel(self) -> str:
        """The characters that can follow the present name; the last is the tick if the name is not empty."""
        if len(self.name) >= self._limit:
            return TICK
        letters = LETTERS.lower() if self.name[-1:].isalpha() else LETTERS
        letters = likely_first(letters, self.name, self._known) + DIGITS
        if not self.name:
            return both_ways(letters)
        return both_ways(letters if self.name[-1] in JOINERS else letters + JOINERS) + TICK

    @property
    def choice(self) -> str:
        """The character under the cursor."""
        return self._sign(0)

    def _sign(self, way: int) -> str:
        return self.wheel[(self._at + way) % len(self.wheel)]

    @property
    def offered(self) -> str:
        """The rest of a likely name that begins with the name and the character under the cursor, or an empty text."""
        if self.choice == TICK:
            return ""
        return completion(self.name + self.choice, self._known, self._limit)

    def type(self, text: str) -> Navigation | None:
        """Append the letters, digits and joiners of *text*, as far as there is room; then OK ends the name."""
        for character in text:
            is_joiner = character in JOINERS
            if not (character.isalnum() or is_joiner) or not can_show(character):
                return Refuse(self.context.translator._("A name cannot have this character."))
            if len(self.name) < self._limit and not (is_joiner and self.name[-1:] in JOINERS):
                # Some letters have no capital, or one of two letters.
                is_small = self.name[-1:].isalpha() or not can_show(character.upper())
                self.name += character if is_small else character.upper()
                self._at = -1
        return Stay()

    def press(self, button: Button) -> Navigation:
        """Turn the wheel, append, erase or end."""
        match button:
            case Button.UP | Button.DOWN:
                self._at = (self._at + (1 if button is Button.DOWN else -1)) % len(self.wheel)
            case Button.OK if self.choice == TICK:
                return self._done(self.name.strip(JOINERS))
            case Button.OK:
                self._set(self.choice)
            case Button.RIGHT if self.choice != TICK:
                self._set(self.choice + self.offered)
            case Button.BACK if not self.name:
                return self._back
            case Button.BACK | Button.LEFT:
                self._erase()
        return Stay()

    def _set(self, letters: str) -> None:
        self.name += letters
        self._at = -1 if is_listed(self.name, self._known) else 0

    def _erase(self) -> None:
        if self.name:
            erased = self.name[-1]
            self.name = self.name[:-1]
            self._at = max(0, self.wheel.find(erased))

    def draw(self, page: Page) -> None:
        """Draw the name with the wheel at the position of its next letter."""
        page.title(self.title, optional=True)
        last = page.translator._("OK ends") if self.choice == TICK else page.translator._("OK sets")
        page.hints(page.translator._("BACK erases"), last)
        above, below = (self._sign(-1), self._sign(1)) if len(self.wheel) > 1 else ("", "")
        page.add(LetterWheel(self.name, self._limit, above, self.choice, below, self.offered))


class _NamesMenu(Menu):
    """A list of known names; a typed letter begins another name on the screen that ``letters`` makes."""

    letters: Callable[[], NameEntry]

    def type(self, text: str) -> Navigation | None:
        """Begin another name with *text*; what no name begins with is no text for this screen."""
        entry = self.letters()
        entry.type(text)
        return Replace(entry) if entry.name else None


def choose_name(
    context: UiContext,
    title: Text,
    start: str,
    done: Callable[[str], Navigation],
    known: Sequence[str] = (),
    limit: int = LIMIT,
) -> Screen:
    """Return the screen that asks for a name: a list of the *known* names, or the letters if there are none."""
    if not known:
        return NameEntry(context, title, start, done, limit)

    def item(name: str) -> Item:
        return Item(Verbatim(name), lambda: done(name))

    def letters() -> NameEntry:
        return NameEntry(context, title, start, done, limit, back=Replace(menu), known=known)

    # Replaced, not pushed, so that the navigation returned by *done* has the same effect from both screens.
    menu = _NamesMenu(context, title, [*map(item, known), Item(N_("Another name"), lambda: Replace(letters()))])
    menu.letters = letters
    return menu
