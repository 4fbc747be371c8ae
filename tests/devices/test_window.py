from __future__ import annotations

import os
import select
import signal
from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import ImageChops

from companion.box import Button, Format
from companion.devices.window import DRIVERS, open_window
from companion.devices.window.glass import glow_of
from companion.devices.window.plan import minimum, plan
from companion.devices.window.speaker import PEAK, RATE
from companion.errors import DeviceMissing
from tests.devices.window_child import LABELS, SIZE, frame
from tests.devices.window_desktop import SCREEN, Desktop, Shown, click_close, frame_seen

KEYS = {
    "Up": Button.UP,
    "Down": Button.DOWN,
    "Left": Button.LEFT,
    "Right": Button.RIGHT,
    "Return": Button.OK,
    "KP_Enter": Button.OK,
    "BackSpace": Button.BACK,
    "Escape": Button.BACK,
}
TYPED = {"space": "' ' OK", "r": "'r' ROLL", "R": "'R' ROLL", "x": "'x' None", "eacute": "'é' None", "2": "'2' None"}


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    with Desktop() as desktop:
        yield desktop


@pytest.fixture
def window(desktop: Desktop) -> Iterator[Shown]:
    shown = Shown(desktop)
    yield shown
    shown.kill()


# Keys and mouse


def test_every_key_of_the_mapping_is_pressed_and_released(window: Shown) -> None:
    said = []
    for key in KEYS:
        window.desktop.hand("keydown", key)
        window.desktop.hand("keyup", key)
        said += [window.line(), window.line()]
    assert said == [f"{what} {button.name}" for button in KEYS.values() for what in ("press", "release")]


@pytest.mark.parametrize(("key", "typed"), TYPED.items())
def test_key_with_a_letter_types_it_and_names_its_button(window: Shown, key: str, typed: str) -> None:
    window.desktop.hand("key", key, "key", "Up")
    said = [window.line() for _ in range(2 + ("None" not in typed))]
    assert said == [f"typed {typed}", *([f"release {typed.split()[-1]}"] if "None" not in typed else []), "press UP"]


def test_every_drawn_button_is_pressed_and_released_with_the_mouse(window: Shown) -> None:
    said = []
    for button in Button:
        window.point_at(button)
        window.desktop.hand("mousedown", 1)
        said.append(window.line())
        window.desktop.hand("mouseup", 1)
        said.append(window.line())
    assert said == [f"{what} {button.name}" for button in Button for what in ("press", "release")]


def test_button_stays_down_until_the_mouse_button_is_up_wherever_that_is(window: Shown) -> None:
    window.point_at(Button.ROLL)
    window.desktop.hand("mousedown", 1)
    window.point_at(Button.UP)
    window.desktop.hand("mouseup", 1)
    assert [window.line(), window.line()] == ["press ROLL", "release ROLL"]


def test_right_mouse_button_presses_nothing(window: Shown) -> None:
    window.point_at(Button.ROLL)
    window.desktop.hand("click", 3)
    window.desktop.hand("key", "Up")
    assert window.line() == "press UP"


@pytest.mark.parametrize("pixel", [(0, 0), (127, 63), (40, 20)])
def test_click_on_the_display_names_its_pixel(window: Shown, pixel: tuple[int, int]) -> None:
    layout = window.layout()
    at = [round(edge + (place + 0.5) * layout.pitch) for edge, place in zip(layout.lit[:2], pixel, strict=True)]
    window.desktop.hand("mousemove", "--window", window.number, *at, "click", 1)
    assert window.line() == f"click {pixel[0]} {pixel[1]}"


def test_click_beside_the_display_is_no_click_on_it(window: Shown) -> None:
    left, top = window.layout().lit[:2]
    window.desktop.hand("mousemove", "--window", window.number, left - 4, top - 4, "click", 1, "key", "Up")
    assert window.line() == "press UP"


def test_mouse_wheel_presses_up_and_down(window: Shown) -> None:
    window.desktop.hand("click", 4, "click", 5)
    assert [window.line() for _ in range(4)] == ["press UP", "release UP", "press DOWN", "release DOWN"]


def test_f11_fills_the_screen_and_escape_leaves_it_before_it_is_back(window: Shown) -> None:
    before = window.place()[2:]
    window.desktop.hand("key", "F11")
    window.order("show bright")
    full = window.place()[2:]
    window.desktop.hand("key", "Escape", "key", "Escape")
    assert [window.line(), window.line()] == ["press BACK", "release BACK"]
    assert [full, window.place()[2:]] == [SCREEN, before]


def test_held_key_is_pressed_once(window: Shown) -> None:
    window.desktop.hand("keydown", "Down")
    # The server repeats the key every hundredth of a second meanwhile.
    said = [window.line(), window.order("nap 0.3").partition(" woken")[0]]
    assert said == ["press DOWN", "rested None"]


def test_key_and_mouse_on_one_button_are_one_press(window: Shown) -> None:
    window.point_at(Button.OK)
    window.desktop.hand("keydown", "Return", "mousedown", 1, "keyup", "Return", "mouseup", 1, "key", "Up")
    assert [window.line() for _ in range(3)] == ["press OK", "release OK", "press UP"]


def test_losing_the_keyboard_releases_what_is_held(window: Shown) -> None:
    window.desktop.hand("keydown", "Down")
    pressed = window.line()
    window.desktop.hand("windowfocus", window.desktop.root())
    assert [pressed, window.line()] == ["press DOWN", "release DOWN"]
    window.desktop.hand("keyup", "Down")


def test_losing_the_keyboard_releases_what_the_mouse_holds(window: Shown) -> None:
    window.point_at(Button.ROLL)
    window.desktop.hand("mousedown", 1)
    pressed = window.line()
    window.desktop.hand("windowfocus", window.desktop.root())
    assert [pressed, window.line()] == ["press ROLL", "release ROLL"]
    window.desktop.hand("mouseup", 1)


def test_closing_the_window_quits(window: Shown) -> None:
    click_close(window.desktop.display, int(window.number))
    assert [window.line(), window.line(), window.end()] == ["quit", "closed", (0, "")]


# Waiting


def test_wait_returns_none_at_its_time_and_not_before(window: Shown) -> None:
    said = window.order("nap 0.2")
    assert said.startswith("rested None")
    assert "early False" in said


def test_wait_sleeps_and_does_not_look(window: Shown) -> None:
    window.order("nap 0.1")
    woken = int(window.order("nap 0.5").split()[3])
    # Looking every millisecond it would be hundreds.
    assert woken < 20


def test_signal_wakes_the_wait(window: Shown) -> None:
    os.kill(window.pid, signal.SIGTERM)
    assert [window.line(), window.line(), window.end()] == ["quit", "closed", (0, "")]


def test_event_from_another_thread_wakes_the_wait(window: Shown) -> None:
    # Orders come from a thread that reads stdin, as Redraw.
    assert window.order("light 50") == "done light 50"


# What is seen


def test_frame_is_seen_pixel_for_pixel(window: Shown) -> None:
    window.order("show steps")
    assert frame_seen(window.picture(), window.layout()).tobytes() == frame("steps").tobytes()


def test_only_the_display_changes_with_the_frame(window: Shown) -> None:
    window.order("show dark")
    before = window.picture()
    window.order("show bright")
    changed = ImageChops.difference(before, window.picture()).getbbox()
    assert changed is not None
    left, top, right, bottom = glow_of(window.layout().lit, SIZE)
    assert left <= changed[0] < changed[2] <= right
    assert top <= changed[1] < changed[3] <= bottom


def test_light_dims_and_darkens_the_display(window: Shown) -> None:
    seen = []
    window.order("show bright")
    for percent in (100, 10, 0):
        window.order(f"light {percent}")
        left, top, right, bottom = window.layout().lit
        grey = window.picture().convert("L").crop((left, top, right, bottom))
        seen.append(sum(grey.histogram()[value] * value for value in range(256)) / (grey.width * grey.height))
    assert seen[0] > 2 * seen[1] > 4 * seen[2]


def test_dark_display_keeps_its_picture(window: Shown) -> None:
    for order in ("show steps", "light 0", "light 100"):
        window.order(order)
    assert frame_seen(window.picture(), window.layout()).tobytes() == frame("steps").tobytes()


def test_pressed_button_is_seen_down_and_up_again(window: Shown) -> None:
    window.order("show dark")
    up = window.picture()
    window.desktop.hand("keydown", "r")
    window.line()
    down = window.picture()
    window.desktop.hand("keyup", "r")
    window.line()
    key = window.layout().placed(window.layout().plan.area_of(Button.ROLL)).rounded()
    changed = ImageChops.difference(up, down).getbbox()
    assert changed is not None
    assert key[0] <= changed[0] < changed[2] <= key[2]
    assert key[1] <= changed[1] < changed[3] <= key[3]
    assert window.picture().tobytes() == up.tobytes()


def test_button_pressed_again_is_seen_down_again(window: Shown) -> None:
    seen = []
    for _ in range(2):
        window.desktop.hand("keydown", "Left")
        window.line()
        seen.append(window.picture().tobytes())
        window.desktop.hand("keyup", "Left")
        window.line()
    assert seen[0] == seen[1]


def resize(window: Shown, width: int, height: int) -> None:
    window.desktop.hand("windowsize", "--sync", window.number, width, height)
    # What the window does about it is done before the next order.
    window.order("light 100")


def test_resized_window_shows_the_frame_in_its_new_place(window: Shown) -> None:
    window.order("show steps")
    resize(window, 800, 620)
    assert window.place()[2:] == (800, 620)
    assert frame_seen(window.picture(), window.layout()).tobytes() == frame("steps").tobytes()


def test_buttons_are_clicked_where_they_are_after_a_resize(window: Shown) -> None:
    resize(window, 800, 620)
    window.point_at(Button.BACK)
    window.desktop.hand("click", 1)
    assert window.line() == "press BACK"


def test_window_does_not_become_too_small_to_read(window: Shown) -> None:
    resize(window, 300, 200)
    assert window.place()[2:] == minimum(plan(SIZE), SIZE)


def test_window_that_was_covered_is_whole_again(window: Shown) -> None:
    window.order("show steps")
    window.desktop.hand("windowmove", "--sync", window.number, SCREEN[0] - 100, SCREEN[1] - 100)
    window.desktop.hand("windowmove", "--sync", window.number, 10, 20)
    window.order("nap 0.05")
    assert frame_seen(window.picture(), window.layout()).tobytes() == frame("steps").tobytes()


# Sound


class Ear:
    """A pipe in the place of a loudspeaker: what SDL's disk driver would write to a file."""

    def __init__(self, folder: Path) -> None:
        path = folder / "ear"
        os.mkfifo(path)
        self._pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.environment = {
            "SDL_AUDIODRIVER": "disk",
            "SDL_DISKAUDIOFILE": str(path),
            # Ten times as fast as it would be heard.
            "SDL_DISKAUDIODELAY": "2",
        }

    def heard(self, seconds: float, above: int = 0) -> array[int]:
        """Return *seconds* of sound from its first sample that is louder than *above*."""
        sound = array("h")
        for _ in range(2000):
            sound.extend(self._next())
            first = next((at for at, sample in enumerate(sound) if sample > above), len(sound))
            del sound[:first]
            if len(sound) >= seconds * RATE:
                return sound[: round(seconds * RATE)]
        pytest.fail(f"expected a sound louder than {above}, got none")

    def _next(self) -> array[int]:
        ready, _, _ = select.select([self._pipe], [], [], 20)
        assert ready, "expected the sound device to run, got nothing for 20 s"
        return array("h", os.read(self._pipe, 1024))

    def close(self) -> None:
        os.close(self._pipe)


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    ear = Ear(tmp_path)
    yield ear
    ear.close()


@pytest.fixture
def sounding(desktop: Desktop, ear: Ear) -> Iterator[Shown]:
    shown = Shown(desktop, ear.environment)
    yield shown
    shown.kill()


def test_black_is_heard_at_its_pitch(sounding: Shown, ear: Ear) -> None:
    sounding.order("answer 1")
    rising = sum(1 for before, after in pairwise(ear.heard(0.1)) if before < 0 <= after)
    assert rising == pytest.approx(52.3, abs=1.5)


def test_volume_of_a_quarter_is_a_sixteenth_of_the_swing(sounding: Shown, ear: Ear) -> None:
    sounding.order("volume 25")
    sounding.order("answer 1")
    quiet = max(ear.heard(0.05))
    sounding.order("volume 100")
    sounding.order("answer 1")
    assert max(ear.heard(0.05, above=2 * quiet)) == pytest.approx(16 * quiet, rel=0.1)


def test_sound_is_cut_short_by_the_next(sounding: Shown, ear: Ear) -> None:
    sounding.order("sound")
    ear.heard(0.05)
    sounding.order("answer 1")
    # Together they would swing further than one alone can.
    assert max(ear.heard(0.5)) <= PEAK * 1.1


def test_switched_off_speaker_is_silent(sounding: Shown, ear: Ear) -> None:
    sounding.order("volume 0")
    sounding.order("sound")
    sounding.order("volume 25")
    sounding.order("answer 1")
    assert max(ear.heard(0.1)) < PEAK / 10


def test_missing_sound_device_is_told_and_silent(desktop: Desktop) -> None:
    shown = Shown(desktop, {"SDL_AUDIODRIVER": "none-such"})
    said = [shown.first_line, shown.order("sound"), shown.order("volume 10")]
    shown.kill()
    assert said == [
        "open expected a sound device, got Audio target 'none-such' not available, from SDL",
        "done sound",
        "done volume 10",
    ]


# No window


def test_no_display_is_a_missing_device(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(DeviceMissing, match="expected a display for a window, got none, in DISPLAY"):
        open_window(Format(SIZE), LABELS)


@pytest.mark.parametrize(("name", "driver"), DRIVERS.items())
def test_display_that_does_not_answer_is_a_missing_device(
    monkeypatch: pytest.MonkeyPatch, desktop: Desktop, name: str, driver: str
) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    shown = Shown(desktop, {"DISPLAY": "", "WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": "/nowhere", name: ":4321"})
    assert shown.first_line == f"missing expected a display for a window, got {driver} not available, from SDL"
    assert shown.end() == (0, "")


def test_driver_that_is_chosen_is_used(desktop: Desktop) -> None:
    shown = Shown(desktop, {"DISPLAY": "", "SDL_VIDEODRIVER": "nonesuch"})
    assert shown.first_line == "missing expected a display for a window, got nonesuch not available, from SDL"
    assert shown.end() == (0, "")
