"""Entry of a name, letter by letter with a joystick or by choice from known names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from companion.box import Button
from companion.config.names import JOINERS, NameRefused, composed, may_have
from companion.errors import N_
from companion.i18n.translator import Text, Verbatim
from companion.ui.core.elements import LetterWheel
from companion.ui.core.menu import TICK, Item, Menu
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Pop, Refuse, Replace, Screen, Stay, UiContext

# First names that are common in English- and French-speaking countries.
COMMON = """
Ada Adam Adrien Agathe Alex Alexandre Alexis Alice Alicia Amelia Amy Anaïs Andrew Anna Anne Antoine Arthur
Aurélie Ava Axel Baptiste Ben Benjamin Camille Caroline Céline Charles Charlie Charlotte Chloé Chris Claire
Clara Claude Clément Daniel David Denis Edward Élise Elizabeth Ella Ellie Eloise Emily Emma Enzo Eric Ethan
Étienne Eva Fanny Felix Florence François Gabriel George Grace Guillaume Hannah Harry Hélène Henry Hugo Inès
Isabelle Isla Jack Jacob James Jane Jean Jeanne Jessica Joe John Joseph Jules Julia Julie Julien Karen Kate
Kevin Laura Léa Leo Léo Liam Lily Lina Lisa Logan Lola Louis Louise Lucas Lucie Lucy Luke Manon Marc Margot
Maria Marie Mark Martin Mary Mathieu Mathis Mathilde Matthew Max Maxime Mia Michael Michel Mila Nathan Nicolas
Nina Noah Noé Nora Oliver Olivia Oscar Paul Peter Philippe Pierre Quentin Rachel Raphaël Rémi Robert Romain
Rose Ruby Ryan Sam Samuel Sarah Simon Sofia Sophie Steve Théo Thomas Tim Tom Valentin Victor Vincent William
Yann Zoé
""".split()  # noqa: SIM905
# Each weight exceeds all occurrences of the next kind together.
STARTS, FOLLOWS = 1_000_000, 1_000


def completion(before: str, known: Iterable[str], limit: int) -> str:
    """Return the rest of the shortest name of at most *limit* letters that begins with *before*, or an empty text.

    The *known* names come before the common ones.

    >>> completion("Emm", [], 10), completion("Emm", ["Emmanuelle"], 10), completion("Emma", [], 10)
    ('a', 'anuelle', '')
    """
    start = before.lower()
    for names in (known, COMMON):
        found = [name for name in names if name.lower().startswith(start) and len(start) < len(name) <= limit]
        if found:
            return min(found, key=len)[len(start) :]
    return ""


def is_listed(name: str, known: Iterable[str]) -> bool:
    """Whether *name* is one of the *known* or common names."""
    return name.lower() in {other.lower() for other in (*known, *COMMON)}


def both_ways(letters: str) -> str:
    """Return *letters*, likely ones first, in an order in which likely ones are near both ends.

    >>> both_ways("abcde")
    'abdec'
    """
    return letters[:1] + letters[1::2] + letters[2::2][::-1]


def likely_first(letters: str, before: str, known: Iterable[str] = ()) -> str:
    """Return *letters* with those that follow *before* in *known* and common names first.

    What follows *before* at the start of a name counts most, then what follows its last letter within one, then how
    often a letter occurs at all.

    >>> likely_first("abcdefghijklmnopqrstuvwxyz", "Emm")[:1]
    'a'
    """
    start, last = before.casefold(), before[-1:].casefold()
    counts: Counter[str] = Counter()
    for name in (*COMMON, *known):
        folded = name.casefold()
        if folded.startswith(start) and len(folded) > len(start):
            counts[folded[len(start)]] += STARTS
        if last:
            for letter, after in pairwise(folded):
                counts[after] += FOLLOWS * (letter == last)
        counts.update(folded)
    # sorted keeps the order of letters that are equally likely.
    return "".join(sorted(letters, key=lambda letter: -counts[letter.casefold()]))


LIMIT = 10
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÄÇÉÈÊËÎÏÑÔÖŒÙÛÜ"
DIGITS = "0123456789"


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
    def rest(self) -> str:
        """The rest of a likely name that begins with the name and the character under the cursor, or an empty text."""
        if self.choice == TICK:
            return ""
        return completion(self.name + self.choice, self._known, self._limit)

    def type(self, text: str) -> Navigation | None:
        """Append the letters, digits and joiners of *text*, as far as there is room; then OK ends the name."""
        # A keyboard may send a letter and its accent apart.
        whole = composed(self.name[-1:] + text)
        if self.name and may_have(whole[:1]):
            self.name, text = self.name[:-1] + whole[:1], whole[1:]
        for character in composed(text):
            is_joiner = character in JOINERS
            if not may_have(character):
                return Refuse(self.context.translator._(NameRefused.sentence))
            fits = self.name[-1:] not in JOINERS if is_joiner else bool(self.name) or character.isalnum()
            if fits and len(self.name) < self._limit:
                # Some letters have no capital, or one of two letters.
                is_small = self.name[-1:].isalpha() or not may_have(character.upper())
                self.name += character if is_small else character.upper()
                self._at = -1
        return Stay()

    def press(self, button: Button) -> Navigation:
        match button:
            case Button.UP | Button.DOWN:
                self._at = (self._at + (1 if button is Button.DOWN else -1)) % len(self.wheel)
            case Button.OK if self.choice == TICK:
                return self._done(self.name.strip(JOINERS))
            case Button.OK:
                self._set(self.choice)
            case Button.RIGHT if self.choice != TICK:
                self._set(self.choice + self.rest)
            case Button.BACK if not self.name:
                return self._back
            case Button.BACK | Button.LEFT if self.name:
                erased = self.name[-1]
                self.name = self.name[:-1]
                self._at = max(0, self.wheel.find(erased))
        return Stay()

    def _set(self, letters: str) -> None:
        self.name += letters
        self._at = -1 if is_listed(self.name, self._known) else 0

    def draw(self, page: Page) -> None:
        page.title(self.title, optional=True)
        last = page.translator._("OK ends") if self.choice == TICK else page.translator._("OK sets")
        page.hints(page.translator._("BACK erases"), last)
        above, below = (self._sign(-1), self._sign(1)) if len(self.wheel) > 1 else ("", "")
        page.add(LetterWheel(self.name, self._limit, above, self.choice, below, self.rest))


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
    more: Sequence[Item] = (),
) -> Screen:
    """Return the screen that asks for a name: a list of the *known* names, or the letters if there are none.

    The list ends with the lines *more*.
    """
    if not known:
        return NameEntry(context, title, start, done)

    def item(name: str) -> Item:
        return Item(Verbatim(name), lambda: done(name))

    def letters() -> NameEntry:
        return NameEntry(context, title, start, done, back=Replace(menu), known=known)

    # Replaced, not pushed, so that the navigation returned by *done* has the same effect from both screens.
    another = Item(N_("Another name"), lambda: Replace(letters()))
    menu = _NamesMenu(context, title, [*map(item, known), another, *more])
    menu.letters = letters
    return menu
