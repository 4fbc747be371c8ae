"""The main loop: show a frame, wait for an event, pass it to the screen, follow the screen's answer.

Between two events the program sleeps in ``Inputs.wait``. Besides events, a deadline wakes it: a key repeat, a screen's
own clock, dimming, or a retry of a missing panel or of the journal. ``KeyRepeat`` and ``IdleTimer`` count the time of
the presses.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from companion.box import (
    Box,
    Button,
    Call,
    Clicked,
    Cue,
    Event,
    FromTray,
    Inputs,
    Press,
    Quit,
    Redraw,
    Release,
    Sound,
    Typed,
    TypedLine,
)
from companion.errors import CompanionError
from companion.ui.core import screen as screens
from companion.ui.core.notice import ErrorScreen, Notice
from companion.ui.core.output import Frame, LineOutput, Output, PictureOutput, ScreenOutput
from companion.ui.core.screen import NOT_UNDERSTOOD, Navigation, Screen, UiContext

if TYPE_CHECKING:
    from companion.config.settings import Settings

FIRST_REPEAT_S = 0.45
NEXT_REPEAT_S = 0.12
LONG_S = 0.8
STUCK_S = 30.0
"""After this time a held button counts as stuck and stops repeating, so that the display can dim again."""


class _Held(NamedTuple):
    button: Button
    due: float
    again_s: float | None
    since: float


class KeyRepeat:
    """Tracks the one button that is held, and when it repeats.

    Where *inputs* report no releases, no button is ever held. Where they have no ROLL button, a long press of OK
    means ROLL.
    """

    def __init__(self, inputs: Inputs) -> None:
        self._inputs = inputs
        self._held: _Held | None = None

    def press(self, press: Press, repeats: frozenset[Button]) -> None:
        """Record *press* on a screen that wants *repeats*; a button held before no longer counts as held."""
        self._held = None
        if not self._inputs.has_release:
            return
        if press.button in repeats:
            self._held = _Held(press.button, press.at + FIRST_REPEAT_S, NEXT_REPEAT_S, press.at)
        elif press.button is Button.OK and not self._inputs.has_roll:
            self._held = _Held(Button.ROLL, press.at + LONG_S, None, press.at)

    @property
    def is_undecided(self) -> bool:
        """Whether OK is held and may yet become a long press, which means ROLL."""
        return self._held is not None and self._held.button is Button.ROLL

    def release(self, button: Button) -> None:
        """Record that *button* is up."""
        if self._held and (button is self._held.button or (button is Button.OK and self.is_undecided)):
            self._held = None

    def drop(self) -> None:
        """Forget the held button, because the screen has changed or has refused a press."""
        self._held = None

    def due(self) -> float | None:
        """Return when the held button repeats next; None if it does not."""
        return self._held.due if self._held else None

    def take(self, now: float) -> Button | None:
        """Return the button if its repeat is due at *now*, else None; repeats missed in a slow frame are dropped."""
        held = self._held
        if held is None or now < held.due:
            return None
        if held.again_s is None or now - held.since > STUCK_S:
            self._held = None
        else:
            self._held = held._replace(due=now + held.again_s)
        return held.button


T = TypeVar("T")
log = logging.getLogger(__name__)


def _output(box: Box, context: UiContext) -> Output:
    """Return what turns screens into frames for *box*."""
    if box.writer is None:
        return PictureOutput(box.display, context)
    return ScreenOutput(box.writer, context) if box.writer.is_screen else LineOutput(box.writer, context)


class App:
    """Runs the stack of screens on *box*; *first* is at the bottom and is left only when the program ends.

    The stack starts with *first*, then the screens of *opening*, then a notice for each missing part of the box.
    *roll* makes the screen that ROLL puts on top of screens that do not handle ROLL themselves; without it, every
    screen gets ROLL. *rested* is called when the display has gone dark, for housekeeping. ``was_left`` is true only if
    a player chose to end the program on a screen.
    """

    def __init__(
        self,
        box: Box,
        context: UiContext,
        first: Screen,
        opening: Sequence[Screen] = (),
        roll: Callable[[], Screen] | None = None,
        rested: Callable[[], None] = lambda: None,
    ) -> None:
        self._box = box
        self._context = context
        self._roll = roll
        self._rested = rested
        self._stack: list[Screen] = [first, *opening]
        self.tell(box.missing)
        self._hold = KeyRepeat(box.inputs)
        self._rest = IdleTimer(box.inputs.now(), has_lamp=box.writer is None and box.dims)
        self.banner = ""
        # What is shown over the screen on top until it ends or a button is pressed.
        self.over: screens.Overlay | None = None
        self._output = _output(box, context)
        # Whether only time has passed since the last frame, and whether the page may differ from it.
        self._is_by_time = False
        self._is_stale = True
        self._light: int | None = None
        self._volume: int | None = None
        # Whether the last frame could be drawn, and whether the screen is unseen and must ignore one press.
        self._was_seen = True
        self._is_unseen = False
        # The index in the stack of the roll screen that ROLL has put on top, or None.
        self._roll_at: int | None = None
        # The last notice that the context requested.
        self._notice: Notice | None = None
        # When another front end's move replaced the screen: earlier presses were not meant for the new screen.
        self._fresh_at: float | None = None
        self.was_left = False

    @property
    def top(self) -> Screen:
        """The screen on top of the stack, which is shown."""
        return self._stack[-1]

    def tell(self, missing: tuple[CompanionError, ...]) -> None:
        """Put a notice on top of the stack for each part of *missing*, but below what asks for the language."""
        waiting = [place for place, screen in enumerate(self._stack) if screen.asks_language]
        place = min(waiting, default=len(self._stack))
        self._stack[place:place] = _notices(self._context, missing)

    def run(self, look: Callable[[], None] = lambda: None) -> None:
        """Show frames and handle events until a screen exits or the inputs quit; may be called again.

        *look* is called each time before the loop sleeps: what an event changed is shown by then. After the inputs
        quit, the next run first draws at an event: what changes without one needs ``show``.
        """
        self._runs = True
        while self._runs:
            if self._is_stale:
                self.show()
            self._is_stale = True
            look()
            self._take(self._box.inputs.wait(self._deadline()))

    # Output

    def wake(self) -> None:
        """Light the display as after a press, and send the whole frame again."""
        self._rest.reset(self._box.inputs.now())
        self._take(Redraw())

    def show(self) -> None:
        """Draw the current screen and send the frame to the display if it has changed."""
        self._try(self._replace_outdated)
        self._apply_settings()
        frame = self._frame()
        if (words := self._context.take_notice()) is not None:
            self._lay_notice(Notice(self._context, words))
            frame = self._frame()
        is_sent = frame is not None and self._try(lambda: self._send(frame)) is not None
        self._is_unseen = not is_sent and (self._is_unseen or self._was_seen)
        self._was_seen = is_sent

    def _send(self, frame: Frame) -> Frame:
        self._output.send(frame, self.top, is_by_time=self._is_by_time)
        return frame

    def _lay_notice(self, notice: Notice) -> None:
        """Put *notice* on top of the stack, or replace the last notice if it has not been read yet."""
        if self._notice in self._stack:
            self._stack[self._stack.index(self._notice)] = notice
        else:
            self._hold.drop()
            self.top.cover()
            self._stack.append(notice)
        self._notice = notice

    def _replace_outdated(self) -> None:
        """Replace a screen that another front end has made out of date, and drop the screens above that may go."""
        for place, screen in enumerate(self._stack):
            fresh = None if screen.owner is None else screen.owner.fresh_screen(screen)
            if fresh is not None:
                self._stack[place:] = [fresh, *(up for up in self._stack[place + 1 :] if up.outlasts_moves)]
                self._start_over()
                return

    def open(self, make: Callable[[], Screen], sentence: str, is_first: bool = False) -> bool:
        """Show the screen that *make* returns on top of the first one alone, and *sentence* over it; return True.

        A player has asked for it elsewhere. With *is_first*, return False unless the first screen is shown.
        """
        if is_first and len(self._stack) > 1:
            return False
        self._stack[1:] = [make()]
        self._start_over()
        self.banner = sentence
        return True

    def _start_over(self) -> None:
        """Drop what was meant for another screen, and light the display."""
        self._forget_roll()
        self._hold.drop()
        self._uncover()
        self._fresh_at = self._box.inputs.now()
        self._rest.reset(self._fresh_at)

    def _apply_settings(self) -> None:
        look, now = self._context.settings, self._box.inputs.now()
        if self._volume != look.volume:
            self._volume = look.volume
            self._box.speaker.volume(look.volume)
        percent = self._rest.light(look, now)
        if self._light != percent:
            self._light = percent
            self._box.display.light(percent)
            if percent == 0:
                self._try(self._rested)

    def _frame(self) -> Frame | None:
        # A first failure puts up the error screen; if drawing that fails too, the last frame stays.
        return self._try(self._draw) or self._try(self._draw)

    def _draw(self) -> Frame:
        return self._output.frame(self.top, self.over, self.banner)

    # Input

    def _deadline(self) -> float | None:
        look, now = self._context.settings, self._box.inputs.now()
        over = None if self.over is None else self.over.due()
        times = [
            self._rest.due(look, now),
            self._hold.due(),
            self._top_due(),
            self._owner_due(),
            over,
            self._box.display.retry_at(),
            self._context.retry_at(),
        ]
        return min((at for at in times if at is not None), default=None)

    def _top_due(self) -> float | None:
        top = self.top
        due = self._try(top.due)
        # If due() failed, the error screen is on top now and has to be shown at once.
        return due if self.top is top else self._box.inputs.now()

    @property
    def _owner(self) -> screens.Owner | None:
        """The owner of the uppermost screen that has one: what is laid over a match stops no time."""
        return next((screen.owner for screen in reversed(self._stack) if screen.owner is not None), None)

    def _owner_due(self) -> float | None:
        owner = self._owner
        return None if owner is None else owner.time_due(self.top)

    def _take(self, event: Event | None) -> None:
        self._is_by_time = event is None
        match event:
            case Press() | Typed() | Clicked() | TypedLine():
                self._take_press(event)
            case Release(button=button):
                is_short = button is Button.OK and self._hold.is_undecided and self.top.waits_for_release
                self._hold.release(button)
                if is_short:
                    self._ask(lambda: self._press(button), Cue.PRESS)
                else:
                    self._is_stale = self._try(lambda: self._release(button)) is not False
            case FromTray():
                self._take_news(event)
            case Call():
                self._take_call(event)
            case Redraw():
                self._output.forget()
                self._light = None
            case Quit():
                self._runs = self._is_stale = False
            case None:
                self._take_time()

    def _take_press(self, press: Press | Typed | Clicked | TypedLine) -> None:
        if self._fresh_at is not None and press.at < self._fresh_at:
            return
        was_dark = self._rest.light(self._context.settings, press.at) == 0
        self._rest.reset(press.at)
        if was_dark:
            return
        if self._is_unseen:
            # The player cannot see the screen, so its first press is ignored; later presses let them leave it.
            self._is_unseen = False
            return
        if isinstance(press, Clicked | TypedLine):
            self._follow(press)
            return
        # None after an exception: the button must not leave the error screen at once.
        if isinstance(press, Typed) and self._try(lambda: self._type(press.text)) is not False:
            return
        if (button := press.button) is not None:
            self._hold.press(Press(button, press.at), self.top.hold_repeats)
            self._uncover()
            if not (self._hold.is_undecided and self.top.waits_for_release):
                self._ask(lambda: self._press(button), Cue.PRESS)

    def _follow(self, event: Clicked | TypedLine) -> None:
        """Make the presses that *event* means on the last frame, or let the screen on top handle a line."""
        self._uncover()
        for button in (buttons := self._output.meant(event)):
            self._ask(partial(self._press, button), Cue.PRESS)
        if isinstance(event, TypedLine):
            # Each line has a reply, even if it equals the one before.
            self._output.forget()
            if not buttons:
                self._ask(lambda: self._take_line(self.top, event.text))

    def _take_line(self, top: Screen, text: str) -> Navigation:
        if said := self._output.take_level(text):
            return screens.ShowMessage(said)
        go = top.take_line(text) if top.owner is None else top.owner.take_line(top, text)
        return go or screens.Refuse(self._context.translator._(NOT_UNDERSTOOD))

    def _type(self, text: str) -> bool:
        """Let the screen on top handle typed *text*; return whether it takes such text."""
        go = self.top.type(text)
        if go is not None:
            self._uncover()
            self._go(go, Cue.PRESS)
        return go is not None

    def _release(self, button: Button) -> bool:
        """Let the screen on top handle the end of a press; return whether that changes anything."""
        go = self.top.release(button)
        if go is not None:
            self._go(go, None)
        return go is not None

    def _take_news(self, event: FromTray) -> None:
        go = self._try(lambda: self._answer(lambda: self._context.on_tray_event(event.news, self.top)))
        event.taken()
        if go is None or isinstance(go, screens.Stay):
            return
        # The screen changes: wake the display and remove the old banner.
        self._rest.reset(self._box.inputs.now())
        self._uncover()
        self._go(go, None)

    def _take_call(self, call: Call) -> None:
        try:
            call.run()
        except Exception:
            # An error of another front end must not disturb the players at this one.
            log.exception("call from outside failed")
        call.taken()

    def _press(self, button: Button) -> Navigation:
        owner = self.top.owner
        if owner is not None and (go := owner.guide(self.top, button)) is not None:
            return go
        if button is Button.ROLL and self._roll is not None and not self.top.takes_roll:
            screen = self._roll()
            # In place of an earlier roll screen and everything above it, or the stack would grow with every roll.
            if self._roll_at is not None:
                del self._stack[self._roll_at :]
            self._roll_at = len(self._stack)
            return screens.Push(screen)
        return self.top.press(button)

    def _take_time(self) -> None:
        now = self._box.inputs.now()
        if (retry := self._box.display.retry_at()) is not None and retry <= now:
            self._output.forget()
        if (retry := self._context.retry_at()) is not None and retry <= now:
            self._try(self._context.retry)
        if (button := self._hold.take(now)) is not None:
            self._rest.reset(now)
            self._ask(lambda: self._press(button), Cue.PRESS if button is Button.ROLL else None)
        if self.over is not None and (due := self.over.due()) is not None and due <= now:
            self.over = None if isinstance(self.over.tick(now), screens.Pop) else self.over
        owner = self._owner
        if owner is not None and (due := owner.time_due(self.top)) is not None and due <= now:
            self._ask(lambda: owner.time_passed(self.top))
        if (due := self._top_due()) is not None and due <= now:
            self._ask(lambda: self._tick(now))

    def _uncover(self) -> None:
        """Remove the banner, and what is shown over the screen on top."""
        self.banner = ""
        self.over = None

    def _tick(self, now: float) -> Navigation:
        screen = self.top
        go = screen.tick(now)
        due = screen.due()
        if isinstance(go, screens.Stay) and due is not None and due <= now:
            raise RuntimeError(f"expected a time after {now!r}, got {due!r}, from due of {type(screen).__name__}")
        return go

    # Navigation

    def _ask(self, action: Callable[[], Navigation], cue: Sound | None = None) -> None:
        go = self._try(lambda: self._answer(action))
        if go is not None:
            self._go(go, cue)

    def _answer(self, action: Callable[[], Navigation]) -> Navigation:
        try:
            return action()
        except CompanionError as refusal:
            log.info("refused on %s: %s", type(self.top).__name__, refusal)
            return screens.Refuse(self._context.translator.tell(refusal))

    def _try(self, action: Callable[[], T]) -> T | None:
        """Return the result of *action*, or None after an exception, which is logged and shown as the error screen."""
        try:
            return action()
        except Exception:
            # Without free memory, logging fails too.
            with suppress(MemoryError):
                log.exception("screen %s failed", type(self.top).__name__)
            self._uncover()
            self._hold.drop()
            self._stack[1:] = [ErrorScreen(self._context)]
            self._roll_at = None
            return None

    def _go(self, go: Navigation, cue: Sound | None) -> None:
        match go:
            case screens.WithSound(sound=sound, go=then):
                cue, go = sound, then
        top = self.top
        match go:
            case screens.Refuse(sentence=sentence):
                cue = Cue.REFUSED
                self.banner = sentence
                self._hold.drop()
            case screens.ShowMessage(sentence=sentence):
                self.banner = sentence
            case screens.Exit():
                self._runs = False
                self.was_left = True
            case _:
                self._move(go)
        if self.top is not top:
            self._hold.drop()
        if self.top.over is not None:
            self.over, self.top.over = self.top.over, None
            cue = self.over.sound or cue
        if cue is not None:
            self._box.speaker.play(cue)

    def _move(self, go: Navigation) -> None:
        match go:
            case screens.Push(screen=screen):
                self._stack.append(screen)
            case screens.Replace(screen=screen):
                screen.owner = screen.owner or self.top.owner
                self._stack[-1] = screen
            case screens.Pop():
                del self._stack[max(1, len(self._stack) - 1) :]
            case screens.PopToRoot():
                del self._stack[1:]
        self._forget_roll()

    def _forget_roll(self) -> None:
        if self._roll_at is not None and len(self._stack) <= self._roll_at:
            self._roll_at = None


def _notices(context: UiContext, missing: tuple[CompanionError, ...]) -> list[Screen]:
    """Return a notice for each different sentence of *missing*, the first one last, which is the top."""
    for error in missing:
        log.warning("missing: %s", error)
    said = {context.translator.tell(error): error for error in reversed(missing)}
    return [_notice(context, error) for error in said.values()]


def _notice(context: UiContext, error: CompanionError) -> Screen:
    return Notice(context, lambda translator: translator.tell(error))


# The share of the set brightness: low enough to spare the panel, high enough to find the box on the table.
DIM_SHARE = 0.2


class IdleTimer:
    """Measures the time since the last press; ``reset`` restarts it. Without *has_lamp* it never dims the display."""

    def __init__(self, now: float, *, has_lamp: bool = True) -> None:
        self._stirred = now
        self._has_lamp = has_lamp

    def reset(self, now: float) -> None:
        """Restart at *now*."""
        self._stirred = now

    def light(self, look: Settings, now: float) -> int:
        """Return the brightness that the display should have at *now*, in percent; 0 is dark."""
        if self._is_past(look.dark_after_s, now):
            return 0
        dimmed = max(1, round(look.brightness * DIM_SHARE))
        return dimmed if self._is_past(look.dim_after_s, now) else look.brightness

    def due(self, look: Settings, now: float) -> float | None:
        """Return when the brightness changes next; None if it stays until a press."""
        if self._is_past(look.dark_after_s, now) or not self._has_lamp:
            return None
        lengths = (look.dim_after_s, look.dark_after_s)
        ahead = [after for after in lengths if after > 0 and not self._is_past(after, now)]
        return self._stirred + min(ahead) if ahead else None

    def _is_past(self, after_s: float, now: float) -> bool:
        # Exactly the sum that due() returns: with other rounding, due() could return a past time again and again.
        return self._has_lamp and after_s > 0 and self._stirred + after_s <= now
