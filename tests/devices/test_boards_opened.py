from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import replace

import pytest
from PIL import Image

from companion.box import Box, Button, Cue, Press
from companion.devices.debounce import HOLD
from companion.devices.headless import SilentSpeaker
from companion.devices.pi import open_box
from companion.devices.pi.boards import BOARDS, Board
from tests.fakes.boards import FakeBoard
from tests.fakes.header import FakeHeader, ManualClock

BONNET = BOARDS["bonnet"]
WAVESHARE_1IN3 = BOARDS["waveshare-1in3"]

BUZZER = 18


class Workshop(FakeBoard):
    """A board with everything plugged in, and its clock."""

    def __init__(self, board: Board) -> None:
        self.clock = ManualClock()
        super().__init__(board, FakeHeader(self.clock))

    def opened(self) -> Box:
        """Open all parts; ``missing`` lists those that do not answer."""
        box = self.open(self.clock)
        return replace(box, missing=(*box.missing, *box.open_rest()))


@pytest.fixture(params=BOARDS.values(), ids=lambda board: board.name)
def workshop(request: pytest.FixtureRequest) -> Workshop:
    return Workshop(request.param)


def test_box_with_everything_misses_nothing(workshop: Workshop) -> None:
    assert workshop.opened().missing == ()


def test_box_hears_every_button(workshop: Workshop) -> None:
    box = workshop.opened()
    heard = []
    for pin in workshop.board.buttons:
        workshop.clock.advance(1.0)
        workshop.header.press(pin)
        workshop.clock.advance(HOLD)
        heard.append(box.inputs.wait(workshop.clock()))
        workshop.header.release(pin)
        workshop.clock.advance(1.0)
        box.inputs.wait(workshop.clock())
    pressed = workshop.board.buttons.values()
    at = [(2.0 + HOLD) * number + 1.0 for number in range(len(pressed))]
    assert [event.button for event in heard if isinstance(event, Press)] == [*pressed]
    assert [event.at for event in heard if isinstance(event, Press)] == pytest.approx(at)


def test_closed_box_can_be_opened_again(workshop: Workshop) -> None:
    workshop.opened().close()
    assert workshop.opened().missing == ()


def test_board_without_a_buzzer_is_silent(workshop: Workshop) -> None:
    workshop.opened().speaker.play(Cue.SOLVED)
    assert "buzzer" not in [thread.name for thread in threading.enumerate()]


def test_silent_speaker_takes_everything() -> None:
    speaker = SilentSpeaker()
    speaker.volume(50)
    speaker.play(Cue.SOLVED)
    speaker.close()


def test_board_with_a_buzzer_sounds() -> None:
    workshop = Workshop(replace(BONNET, buzzer=BUZZER))
    box = workshop.opened()
    box.speaker.play(Cue.SOLVED)
    assert workshop.header.heard(BUZZER, timeout=5.0)
    box.close()


def test_loudness_set_before_the_buzzer_was_opened_holds() -> None:
    workshop = Workshop(replace(BONNET, buzzer=BUZZER))
    box = open_box(workshop.board, bus=workshop.bus, pin_factory=lambda: workshop.header.factory)
    box.speaker.volume(0)
    assert box.open_rest() == ()
    box.speaker.play(Cue.SOLVED)
    box.close()
    assert workshop.header.tones(BUZZER) == []


def test_panel_on_i2c_is_opened_without_the_pins() -> None:
    workshop = Workshop(BONNET)
    opened = list[str]()

    def pin_factory() -> object:
        opened.append("pins")
        return workshop.header.factory

    box = open_box(BONNET, bus=workshop.bus, pin_factory=pin_factory)
    box.display.show(Image.new("1", (128, 64), 1))
    assert (workshop.chip.is_on, opened) == (True, [])
    assert (box.open_rest(), opened) == ((), ["pins"])


def test_all_that_is_missing_is_told() -> None:
    workshop = Workshop(replace(BONNET, buzzer=BUZZER))
    workshop.bus.unplug()
    workshop.header.occupy(17)
    workshop.header.occupy(BUZZER)
    told = [str(missing).split(", got")[0] for missing in workshop.opened().missing]
    assert told == ["expected a ssd1306 panel", "expected a free pin for UP", "expected a free pin for the buzzer"]


def test_box_plays_on_with_what_is_there() -> None:
    workshop = Workshop(BONNET)
    workshop.bus.unplug()
    box = workshop.opened()
    box.display.show(Image.new("1", (128, 64)))
    workshop.header.press(4)
    workshop.clock.advance(HOLD)
    assert box.inputs.wait(HOLD) == Press(Button.OK, 0.0)


def test_box_on_a_machine_without_pins_opens() -> None:
    # A Raspberry Pi that runs this has pins; a chip that is not there is asked for its panel all the same.
    board = replace(WAVESHARE_1IN3, screen=replace(WAVESHARE_1IN3.screen, port=6), buttons={})
    box = open_box(board)
    told = [str(missing).split(", got")[0] for missing in (*box.missing, *box.open_rest())]
    box.close()
    assert told[0] == "expected a sh1106 panel"
    # On Python 3.13 without the distribution's lgpio, its module is missing.
    assert told[1:] in ([], ["expected the pins of a Raspberry Pi"], ["expected the module lgpio"])


@pytest.mark.parametrize(
    ("imported", "heavy"),
    [
        ("companion.devices.pi.boards, companion.devices.pi.custom", ("gpiozero", "luma", "lgpio", "smbus2")),
        ("companion.devices.pi.open", ("numpy", "pygame", "lgpio", "gpiozero.pins.mock")),
    ],
)
def test_what_is_heavy_is_not_imported_early(imported: str, heavy: tuple[str, ...]) -> None:
    script = f"import sys, {imported}; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
