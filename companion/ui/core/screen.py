"""The base class of screens, the navigation values that a screen returns, and the context that every screen has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.box import Button, Cue, Sound
from companion.errors import N_
from companion.i18n.translator import Text, Translator
from companion.ui.core.page import Page

if TYPE_CHECKING:
    from companion.box.tray import Reading, RowCommitted, TrayEvent
    from companion.config.settings import Settings
    from companion.words.phrase import Phrase

NOT_UNDERSTOOD = N_("Not understood. Type ? for help.")
STEPS = {Button.UP: -1, Button.DOWN: 1}
"""How far a button moves a cursor along a list."""
TURNS = {Button.LEFT: -1, Button.RIGHT: 1}
"""How far a button goes through pages, or changes a value."""


@dataclass(frozen=True, slots=True)
class Stay:
    """Stay on this screen; it is drawn again."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Stay, play the refused cue and show *sentence*, already in the players' language, until the next press."""

    sentence: str


@dataclass(frozen=True, slots=True)
class ShowMessage:
    """Stay and show *sentence*, already in the players' language, until the next press; an empty one removes it."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Push:
    """Put *screen* on top; ``Pop`` returns to this screen."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace this screen with *screen*."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Pop:
    """Go back to the screen below; at the bottom one, stay."""


@dataclass(frozen=True, slots=True)
class PopToRoot:
    """Go back to the bottom screen."""


@dataclass(frozen=True, slots=True)
class Exit:
    """End the program."""


@dataclass(frozen=True, slots=True)
class WithSound:
    """Play *sound* instead of the cue of the press, and follow *go*."""

    sound: Sound
    go: Navigation = field(default_factory=Stay)


Navigation = Stay | Refuse | ShowMessage | Push | Replace | Pop | PopToRoot | Exit | WithSound


class Owner:
    """What a screen belongs to, such as a match; other front ends may change it while the screen is shown."""

    def fresh_screen(self, shown: Screen) -> Screen | None:
        """Return the screen to show instead of *shown* if another front end has changed the match, or None."""
        return None

    def take_line(self, top: Screen, text: str) -> Navigation | None:
        """Do what the typed line *text* asks for on the screen *top*; None where it is not understood."""
        return top.take_line(text)

    def time_due(self, top: Screen) -> float | None:
        """Return when to call ``time_passed`` while the screen *top* is shown; None for never."""
        return None

    def time_passed(self, top: Screen) -> Navigation:
        """Handle the time of ``time_due``, as ``Screen.tick`` does."""
        return Stay()

    def guide(self, top: Screen, button: Button) -> Navigation | None:
        """Answer a press on the screen *top*, also of ROLL; None where the screen itself takes it."""
        return None


class Screen:
    """A screen that draws a page and takes presses; all times are in seconds on the inputs' clock.

    ROLL opens the dice on top of a screen. It is passed to ``press`` only if ``takes_roll`` is true: for a screen that
    handles rolls itself, and for one that hides something and must not be covered.

    ``outlasts_moves`` means that the screen stays on top when another front end's move replaces a screen below.
    ``says_goal`` means that the first match of a game needs no page before the screen that says what players do.
    ``is_private`` means that the screen may show what only one player may see, so no other display may mirror it.
    ``asks_language`` means that notices, which are in words, wait below until the screen is left.
    ``owner`` replaces the screen when it is out of date; a screen shown by ``Replace`` inherits the owner.
    ``waits_for_release`` means that a short OK comes when it ends, where a long one means ROLL and throws the dice.
    ``over`` is shown over the screen once, from the next frame on.
    """

    hold_repeats: frozenset[Button] = frozenset({Button.UP, Button.DOWN})
    is_private = False
    outlasts_moves = False
    says_goal = False
    asks_language = False
    waits_for_release = False
    owner: Owner | None = None
    over: Overlay | None = None

    @property
    def own_clock(self) -> object | None:
        """The clock of the match that the screen shows and whose time it handles; None where it handles none."""
        return None

    @property
    def takes_roll(self) -> bool:
        """Whether ROLL is passed to ``press`` and opens no dice."""
        return False

    def draw(self, page: Page) -> None:
        """Draw everything onto *page*, which is empty."""
        raise NotImplementedError

    def press(self, button: Button) -> Navigation:
        """Handle a press, or a repeat of a held button; a ``CompanionError`` raised here is shown as a refusal."""
        return Stay()

    def type(self, text: str) -> Navigation | None:
        """Handle typed *text*; return None if this screen takes no such text, so that the key is a button."""
        return None

    def release(self, button: Button) -> Navigation | None:
        """Handle the end of a press, None where it changes nothing on the page; a terminal never reports one."""
        return None

    def cover(self) -> None:
        """Hide what only one player may see, because a notice is about to cover this screen."""

    @property
    def shows_secret(self) -> bool:
        """Whether the screen shows now what only one player may see."""
        return self.is_private

    def settle(self) -> None:
        """Show at once what appears little by little: a page of text has no animation."""

    @property
    def reader(self) -> int | None:
        """The seat whose view is read aloud on this screen; None for what all players see."""
        return None

    def typing(self) -> str:
        """Return what may be typed on this screen as a line, in the players' language; empty if only keys are."""
        return ""

    def take_line(self, text: str) -> Navigation | None:
        """Handle a typed line that is no number of a list; return None if it means nothing on this screen."""
        return self.type(text)

    def spoken(self) -> Sequence[Phrase]:
        """Return what is written of this screen on a box with lines of text; empty for the whole page."""
        return ()

    def row_as_set(self, translator: Translator) -> str:
        """Return the row that is being set, in words; empty on a screen without one."""
        return ""

    def take_row(self, row: RowCommitted) -> Navigation | None:
        """Handle a row of pegs that was set in the tray; return None if this screen takes no row."""
        return None

    def take_reading(self, reading: Reading) -> Navigation | None:
        """Handle the present content of the tray; return None if this screen does not watch the tray."""
        return None

    def take_over(self, before: Screen) -> None:
        """Take over unfinished input from *before*, which this screen replaces, as far as it still fits."""

    def due(self) -> float | None:
        """Return when to call ``tick``; None if the screen does not change by itself."""
        return None

    def told_by_time(self, translator: Translator) -> str:
        """Return what lines of text say where ``tick`` changes the page, which is not written; empty for nothing."""
        return ""

    def tick(self, now: float) -> Navigation:
        """Handle the time of ``due``; the next ``due`` must be later than *now* unless the screen is left."""
        return Stay()


class Onward(Screen):
    """A screen from which OK goes on to what ``then`` returns, and BACK goes back."""

    then: Callable[[], Navigation]

    def press(self, button: Button) -> Navigation:
        if button is Button.OK:
            return self.then()
        return Pop() if button is Button.BACK else Stay()


class Overlay(Screen):
    """A screen shown over another one until ``tick`` returns ``Pop`` or a button is pressed.

    ``sound`` opens it; for None, that is the sound of what led here.

    The press counts for the screen below, so that an overlay costs no press.
    """

    sound: Sound | None = Cue.SOLVED
    is_in_lines = True
    """Whether lines of text have it, too; where not, the screen below says the same there."""


class UiContext:
    """The context shared by all screens; changed ``settings`` apply to the next frame, sound and dimming."""

    def __init__(self, settings: Settings, now: Callable[[], float]) -> None:
        self.now = now
        self._settings = settings
        self.translator = Translator(settings.language)

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self._settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        if settings.language != self._settings.language:
            self.translator = Translator(settings.language)
        self._settings = settings

    def take_notice(self) -> Text | None:
        """Return a text to show the players on top of any screen, once; None if there is none."""
        return None

    def retry_at(self) -> float | None:
        """Return when to call ``retry`` after a failure, on the inputs' clock; None while nothing has failed."""
        return None

    def retry(self) -> None:
        """Retry what has failed."""

    def on_tray_event(self, news: TrayEvent, top: Screen) -> Navigation:
        """Handle an event of the tray while *top* is shown; without a tray service it is ignored."""
        return Stay()
