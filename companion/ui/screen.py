"""A screen, and where to go from it: a screen is told of presses and answers with a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from companion.box import Button, Sound
from companion.ui.page import Page

if TYPE_CHECKING:
    from companion.box import Reading, RowCommitted


@dataclass(frozen=True, slots=True)
class Stay:
    """Stay on this screen; it is drawn anew."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Stay, play the refused cue and show *sentence*, already in the players' language, until the next press."""

    sentence: str


@dataclass(frozen=True, slots=True)
class ShowMessage:
    """Stay, and show *sentence*, already in the players' language, until the next press; an empty one ends it."""

    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Push:
    """Put *screen* on top; ``Pop`` leads back here."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Replace:
    """Put *screen* in the place of this one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Pop:
    """Go back *count* screens, at most to the bottom one."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class PopToRoot:
    """Go back to the bottom screen."""


@dataclass(frozen=True, slots=True)
class Exit:
    """End the program."""


@dataclass(frozen=True, slots=True)
class WithSound:
    """Play *sound* instead of the press's own cue, and go where *go* says."""

    sound: Sound
    go: Navigation = Stay()


Navigation = Stay | Refuse | ShowMessage | Push | Replace | Pop | PopToRoot | Exit | WithSound


class Owner(Protocol):
    """What a screen shows a part of, and what others may change while it is shown: a match."""

    def fresh_screen(self, shown: Screen) -> Screen | None:
        """Return what to show instead of *shown*, which somebody else has made out of date; None while it is not."""
        ...


class Screen:
    """Something to show and to press buttons on; all times are on the inputs' clock, in seconds.

    ROLL throws the dice over a screen, and comes to ``press`` only where ``takes_roll`` is true: of a screen that
    rolls for itself, and of one with something hidden on it, over which nothing may be laid.

    ``is_private``: it may show what only one player may see, so no other display may mirror it. ``owner`` is what
    replaces the screen when it is out of date; a screen that is swapped in inherits it.
    """

    hold_repeats: frozenset[Button] = frozenset({Button.UP, Button.DOWN})
    takes_roll = False
    is_private = False
    owner: Owner | None = None

    def draw(self, page: Page) -> None:
        """Draw everything onto *page*, which is empty."""
        raise NotImplementedError

    def press(self, button: Button) -> Navigation:
        """Take a press, or a repeat of one that is held; a ``CompanionError`` raised here is a refusal."""
        return Stay()

    def release(self, button: Button) -> Navigation:
        """Take the end of a press; a terminal never reports one."""
        return Stay()

    def cover(self) -> None:
        """Hide what only one player may see: a notice is about to be laid over this screen."""

    def take_row(self, row: RowCommitted) -> Navigation | None:
        """Take a row of pegs that was set in the tray; None where none is wanted."""
        return None

    def take_reading(self, reading: Reading) -> Navigation | None:
        """Take what lies in the tray, while it is watched; None where nobody wants it watched."""
        return None

    def take_over(self, before: Screen) -> None:
        """Take over what was half made on *before*, in whose place this screen comes, where it still fits."""

    def due(self) -> float | None:
        """Return when ``tick`` is wanted; None while nothing moves by itself."""
        return None

    def tick(self, now: float) -> Navigation:
        """Take note that the time of ``due`` has come; the next ``due`` must be later than *now*."""
        return Stay()
