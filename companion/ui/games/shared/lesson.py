"""A taught turn or round, which is always won.

A page before each step says what to do. A learner who does something else is told the key in large words, at most
``TELLINGS`` times for a step, and is then shown the move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.box import Button
from companion.errors import N_, CompanionError
from companion.games.contract import AnyGame
from companion.i18n.translator import Text, Translator, key_labels
from companion.match.driver import MatchDriver, MoveEvent
from companion.match.practice import Practice, Prepared
from companion.ui.core.context import AppContext
from companion.ui.core.elements import Numeral
from companion.ui.core.menu import Menu
from companion.ui.core.notice import draw_saying
from companion.ui.core.page import ARROWS, Page
from companion.ui.core.pictures import Picture, Pictures
from companion.ui.core.screen import Navigation, Onward, Owner, Pop, Refuse, Replace, Screen, ShowMessage, Stay
from companion.ui.games.shared.match import GameScreens, Match
from companion.ui.games.shared.match_screens import Celebration

TITLE = N_("Learn to play")
SHOWN = N_("Watch the box do it")
ALONE, HELPED = N_("You have won!"), N_("Won with the box!")
"""What the last page says of a learner who made each move, and of one for whom the box made some."""
TELLINGS = 2
STAYING = Stay | ShowMessage | Refuse

PlayNow: TypeAlias = Callable[[], Navigation]
"""Leads from the end of a lesson to a match of the game that was taught."""


class TaughtScreen(Screen):
    """A page of a lesson before *screen*; OK goes on to it, and keys that the page names act on it at once.

    BACK leaves the lesson. OK acts on the screen, too, where it *passes_ok*. Without a *screen*, OK leads to *then*,
    and so does each key that is one of the *onward* keys.
    """

    takes_roll = True

    def __init__(
        self,
        draw: Callable[[Page], None],
        screen: Screen | None = None,
        then: Callable[[], Navigation] = Pop,
        *,
        passes_ok: bool = False,
        onward: Collection[Button] = (),
    ) -> None:
        self.screen = screen
        self._draw = draw
        self._then = then
        self._passes_ok = passes_ok
        self._onward = {Button.OK, *onward}

    def draw(self, page: Page) -> None:
        self._draw(page)

    def press(self, button: Button) -> Navigation:
        if button in (Button.BACK, Button.ROLL):
            return Pop() if button is Button.BACK else Stay()
        if self.screen is None:
            return self._then() if button in self._onward else Stay()
        if button is Button.OK and not self._passes_ok:
            return Replace(self.screen)
        guided = None if self.owner is None else self.owner.guide(self.screen, button)
        go = guided or self.screen.press(button)
        return Replace(self.screen) if isinstance(go, STAYING) else go

    def type(self, text: str) -> Navigation | None:
        return None if self.screen is None or self.screen.type(text) is None else Replace(self.screen)

    def take_line(self, text: str) -> Navigation | None:
        return None if self.screen is None else self.screen.take_line(text)


def say(text: Text, screen: Screen | None, then: Callable[[], Navigation] = Pop, *, passes_ok: bool = False) -> Screen:
    """Return the page that says *text* before *screen*, or where there is none, before what *then* returns."""

    def draw(page: Page) -> None:
        draw_saying(page, TITLE, text, "", page.translator._("OK: go on"))

    return TaughtScreen(draw, screen, then, passes_ok=passes_ok)


def say_in_turn(texts: Sequence[Text], then: Callable[[], Screen]) -> Screen:
    """Return the page that says the first of *texts*, before those of the others and what *then* returns."""
    if not texts:
        return then()
    return say(texts[0], None, lambda: Replace(say_in_turn(texts[1:], then)))


class TaughtGame(Owner):
    """The owner of the screens of a lesson; ``tellings`` counts how often a key was told or a move shown."""

    def __init__(self) -> None:
        self.was_helped = False
        self.tellings = 0
        self._before_step = 0

    def guide(self, top: Screen, button: Button) -> Navigation:
        """Have *top* handle *button*; no dice are thrown over a lesson."""
        return Stay() if button is Button.ROLL and not top.takes_roll else top.press(button)

    def begin_step(self) -> None:
        """Count the tellings of another step."""
        self._before_step = self.tellings

    def tell(self, keys: Sequence[Button], does: str, screen: Screen, show: Callable[[], Navigation]) -> Navigation:
        """Say in large words what *keys* do on *screen*; after ``TELLINGS`` times make the move by *show* instead."""
        is_shown = self.tellings - self._before_step >= TELLINGS
        self.tellings += 1
        self.was_helped |= is_shown

        def signs(translator: Translator) -> str:
            return " ".join(ARROWS.get(key) or key_labels(translator)[key] for key in keys)

        def draw(page: Page) -> None:
            page.title(SHOWN if is_shown else TITLE, optional=True)
            page.hints("", page.translator._("OK: go on"))
            page.add(Numeral((signs(page.translator), page.translator._(does))))

        return Replace(TaughtScreen(draw, None if is_shown else screen, show, onward=keys))

    def end(self, context: AppContext, play: PlayNow) -> Screen:
        """Return the last page of the lesson: a cup, who has won, and the way to a match."""
        return LessonEnd(context, HELPED if self.was_helped else ALONE, play)


class LessonEnd(Onward):
    """The end of a lesson that was won, as *words* say; OK leads to a match, and BACK leaves the lesson."""

    takes_roll = True

    def __init__(self, context: AppContext, words: Text, play: PlayNow) -> None:
        self.words = words
        self.then = play
        self.over = Celebration(context.now(), TITLE, words)

    def draw(self, page: Page) -> None:
        page.title(TITLE, optional=True)
        page.hints("", page.translator._("OK: play now"))
        page.add(Pictures(((Picture.STAR, 1), (Picture.CUP, 2), (Picture.STAR, 1)), below=2))
        page.paragraph(self.words)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """What a lesson asks for on a *screen* of the game, after a page that says *sentence*.

    The *keys* make the move, and the words *does* say what they do. No other *move* is taken, a text; where it is
    empty, each one is. *oks* is how often OK belongs to the step. *again* returns the screen for another try where it
    is not the one that the match waits for.
    """

    screen: type[Screen]
    sentence: str
    keys: tuple[Button, ...]
    does: str
    move: str = ""
    oks: int = 0
    again: Callable[[Match], Screen] | None = None


@dataclass(frozen=True, slots=True)
class LessonPlan:
    """What a game teaches: a position, the steps from there, and the sentences *before* and *after* them.

    Each sentence has a page of its own.
    """

    prepared: Prepared
    before: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    after: tuple[str, ...]


class PracticeMatch(Match):
    """A match from a *prepared* position that is not kept; BACK leaves it, and so does the end of its round."""

    def __init__(self, context: AppContext, game: AnyGame, face: GameScreens, prepared: Prepared) -> None:
        super().__init__(context, MatchDriver(Practice(game, prepared, context.environment), context.now), face)

    def pause(self, behind: Screen) -> Navigation:
        """Leave the match."""
        return Pop()

    def next_round(self) -> Navigation:
        """Leave the match."""
        return Pop()


class OtherMove(CompanionError):
    """A lesson asks for another move."""


class LessonMatch(TaughtGame, PracticeMatch):
    """A match in which each step of a lesson is taken; BACK leaves it."""

    next_round = Match.next_round

    def __init__(
        self, context: AppContext, game: AnyGame, face: GameScreens, lesson: LessonPlan, play: PlayNow
    ) -> None:
        TaughtGame.__init__(self)
        PracticeMatch.__init__(self, context, game, face, lesson.prepared)
        self.lesson = lesson
        self.steps = list(lesson.steps)
        self._step: LessonStep | None = None
        self._oks = 0
        self._play = play

    def enter(self) -> Screen:
        """Return the first page."""
        first = super().enter()
        return self._own(say_in_turn(self.lesson.before, lambda: self._taught(first)))

    def show(self, screen: Screen) -> Navigation:
        """Go on to *screen*, after the sentence for it if it is that of the next step."""
        return super().show(self._taught(screen))

    def _taught(self, screen: Screen) -> Screen:
        if self.steps and type(screen) is self.steps[0].screen:
            self._step = step = self.steps.pop(0)
            self._oks = 0
            self.begin_step()
            return self._own(say(step.sentence, self._own(screen), passes_ok=step.oks > 0))
        if not self.steps and (type(screen) is self.lesson.steps[0].screen or type(screen) is Menu):
            return say_in_turn(self.lesson.after, lambda: self.end(self.context, self._play))
        return screen

    def submit(self, move: object) -> MoveEvent[Any, Any]:
        """Make *move* if it is the one asked for; raises ``OtherMove`` for another."""
        step = self._step
        if step is not None and step.move and move != self.session.read(step.move):
            raise OtherMove(f"expected {step.move!r}, got another move")
        self._step = None
        return super().submit(move)

    def guide(self, top: Screen, button: Button) -> Navigation:
        """Have *top* handle *button*, and answer what the step does not ask for."""
        step = self._step
        try:
            go = super().guide(top, button)
        except OtherMove:
            return self._answer()
        if button is Button.OK and step is not None and type(top) is step.screen and isinstance(go, STAYING):
            self._oks += 1
            return self._answer() if self._oks > step.oks else go
        return go

    def _answer(self) -> Navigation:
        step, self._oks = self._step, 0
        if step is None:
            return Stay()
        screen = self._own((step.again or self.face.next_screen)(self))
        return self.tell(step.keys, step.does, screen, lambda: _press(screen, step))


def _press(screen: Screen, step: LessonStep) -> Navigation:
    """Press the keys of *step* on *screen*, and return where the last one leads."""
    return [screen.press(key) for key in step.keys][-1]
