"""What the tests of the loop play on: a fake box that counts, and screens that write down what they are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PIL.Image import Image

from companion.box import Box, Button, Event, Sound
from companion.config.settings import DEFAULTS, Settings
from companion.devices.simulated_inputs import SimulatedInputs
from companion.i18n.translator import Translator
from companion.ui.core.app import App
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Screen, Stay, UiContext
from tests.fakes.box import FakeBox, FakeDisplay, FakeSpeaker
from tests.support.one_line import OneLine

ENGLISH = replace(DEFAULTS, language="en")
# Nothing but a button wakes the box.
SLEEPLESS = replace(ENGLISH, dim_after_s=0, dark_after_s=0)


class Panel(FakeDisplay):
    """A display that counts what it is handed, and remembers every brightness."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__((128, 64), now)
        self.handed: list[Image] = []
        self.lights: list[tuple[float, int]] = []
        self.clock = now

    def show(self, image: Image) -> None:
        self.handed.append(image)
        super().show(image)

    def light(self, percent: int) -> None:
        self.lights.append((round(self.clock(), 3), percent))
        super().light(percent)


class Finger(SimulatedInputs):
    """Inputs that count how often the program woke up."""

    wakes = 0

    def wait(self, until: float | None) -> Event | None:
        self.wakes += 1
        return super().wait(until)


class Listing(Screen):
    """A screen that writes down what it is told, and answers each button with what it was given for it."""

    def __init__(self, answers: dict[Button, Callable[[], Navigation]] | None = None, name: str = "a") -> None:
        self.name = name
        self.pressed: list[Button] = []
        self.released: list[Button] = []
        self.drawn = 0
        self.at_release: Navigation | None = None
        self.answers = answers or {}

    def draw(self, page: Page) -> None:
        self.drawn += 1
        page.add(OneLine(f"{self.name} {len(self.pressed)}"))

    def press(self, button: Button) -> Navigation:
        self.pressed.append(button)
        return self.answers.get(button, Stay)()

    def release(self, button: Button) -> Navigation | None:
        self.released.append(button)
        return self.at_release


class Still(Listing):
    """A screen that always looks the same."""

    def draw(self, page: Page) -> None:
        page.add(OneLine("still"))


class Broken(Screen):
    """A screen that cannot be drawn."""

    def draw(self, page: Page) -> None:
        raise ZeroDivisionError("expected a screen, got a hole")


class Clock(Listing):
    """A screen that wants to be told the time at each of *times*."""

    def __init__(self, *times: float, go: Callable[[], Navigation] = Stay) -> None:
        super().__init__()
        self.times = list(times)
        self.ticks: list[float] = []
        self.go = go

    def due(self) -> float | None:
        return self.times[0] if self.times else None

    def tick(self, now: float) -> Navigation:
        self.ticks.append(round(now, 3))
        self.times.pop(0)
        return self.go()


class Stuck(Clock):
    """A screen whose time never passes."""

    def tick(self, now: float) -> Navigation:
        return Stay()


def fake(has_roll: bool = True, has_release: bool = True) -> tuple[FakeBox, Panel, Finger]:
    finger = Finger(has_roll=has_roll, has_release=has_release)
    panel = Panel(finger.now)
    return FakeBox(panel, finger, FakeSpeaker()), panel, finger


def run(box: Box, first: Screen, settings: Settings = ENGLISH) -> App:
    app = App(box, UiContext(settings, box.inputs.now), first)
    app.run()
    return app


def after(first: Screen, *buttons: Button) -> tuple[App, list[Sound]]:
    """Return the app and the sounds after *buttons* were pressed on *first*."""
    box, _, finger = fake()
    finger.press(*buttons)
    return run(box, first), box.speaker.sounds


def banner_of(sentence: str, screen: Screen) -> bytes:
    page = DisplayPage((128, 64), Translator())
    screen.draw(page)
    page.banner(sentence)
    return page.image.tobytes()


def raising(error: Exception) -> Callable[[], Navigation]:
    def press() -> Navigation:
        raise error

    return press


class Timeless(Listing):
    """A screen that fails when it is asked for its time."""

    def due(self) -> float | None:
        raise ZeroDivisionError("oops")
