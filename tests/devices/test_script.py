import os
import threading
from pathlib import Path

import pytest
from PIL import Image

from companion.box import Button, Event, Format, Press, Quit, Redraw, Release
from companion.devices.script import FrameFolder, LineReader, ScriptInputs, open_headless, read_steps
from companion.devices.simulated_inputs import PRESS_S, SimulatedInputs
from companion.errors import DeviceMissing, TextUnreadable

SIZE = (128, 64)


def played(script: str, until: float | None = None) -> list[Event]:
    """Return every event of *script* up to the end."""
    inputs = ScriptInputs(iter(script.splitlines()))
    events: list[Event] = []
    while not events or not isinstance(events[-1], Quit):
        event = inputs.wait(until)
        assert event is not None
        events.append(event)
    return events


def test_key_is_pressed_and_released() -> None:
    assert played("OK") == [Press(Button.OK, 0.0), Release(Button.OK, PRESS_S), Quit()]


def test_key_with_a_count_is_pressed_so_often() -> None:
    presses = [event for event in played("UP*3") if isinstance(event, Press)]
    assert [press.button for press in presses] == [Button.UP] * 3
    assert [press.at for press in presses] == pytest.approx([0, 2 * PRESS_S, 4 * PRESS_S])


def test_held_key_is_released_after_its_time() -> None:
    assert played("HOLD:DOWN:1.5s")[:2] == [Press(Button.DOWN, 0.0), Release(Button.DOWN, 1.5)]


def test_wait_passes_simulated_time() -> None:
    assert played("2.5s OK")[0] == Press(Button.OK, 2.5)


def test_deadline_inside_a_wait_comes_first() -> None:
    inputs = ScriptInputs(iter(["10s OK"]))
    assert inputs.wait(4.0) is None
    assert inputs.now() == 4.0


def test_comment_is_no_key() -> None:
    assert played("# OK\nUP # DOWN")[0] == Press(Button.UP, 0.0)


@pytest.mark.parametrize("token", ["NO", "ok", "UP*", "UP*x", "HOLD:UP", "HOLD:NO:1s", "2.5", "-1s", "UP,DOWN"])
def test_unknown_key_is_refused_with_its_place(token: str) -> None:
    with pytest.raises(TextUnreadable, match=r"got .*, key 2 of line 2"):
        list(read_steps(iter(["OK", f"OK {token}"])))


def test_unknown_key_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(TextUnreadable, match="got 'NO', key 3"):
        open_headless("OK OK NO", tmp_path / "frames", Format(SIZE))


def test_keys_are_read_from_a_pipe_only_when_their_turn_comes() -> None:
    reader, writer = os.pipe()
    inputs = ScriptInputs(LineReader(reader))
    os.write(writer, b"OK\n")
    assert inputs.wait(None) == Press(Button.OK, 0.0)
    assert inputs.wait(None) == Release(Button.OK, PRESS_S)
    os.write(writer, b"UP")
    os.close(writer)
    assert isinstance(inputs.wait(None), Press)
    assert isinstance(inputs.wait(None), Release)
    assert inputs.wait(None) == Quit()


def test_post_wakes_a_box_that_waits_for_its_pipe() -> None:
    reader, _writer = os.pipe()
    inputs = ScriptInputs(LineReader(reader))
    threading.Timer(0, inputs.post, [Quit()]).start()
    assert inputs.wait(None) == Quit()


def test_event_of_another_part_does_not_end_the_script() -> None:
    reader, writer = os.pipe()
    inputs = ScriptInputs(LineReader(reader))
    for _ in range(2):
        inputs.post(Redraw())
        assert inputs.wait(None) == Redraw()
    os.write(writer, b"OK\nNO\n")
    assert isinstance(inputs.wait(None), Press)
    assert isinstance(inputs.wait(None), Release)
    with pytest.raises(TextUnreadable, match="key 1 of line 2"):
        inputs.wait(None)


def test_posting_never_waits_however_much_was_posted() -> None:
    reader, _writer = os.pipe()
    inputs = ScriptInputs(LineReader(reader))
    for _ in range(70_000):
        inputs.post(Redraw())
    assert inputs.wait(None) == Redraw()


@pytest.mark.parametrize("token", ["OK*٣", "OK*0", "²s", "9" * 400 + "s", "HOLD:UP:100000s"])
def test_number_that_no_script_needs_is_refused(token: str) -> None:
    with pytest.raises(TextUnreadable, match="expected a key out of"):
        list(read_steps(iter([token])))


def test_each_new_frame_becomes_a_file_and_an_equal_one_none(tmp_path: Path) -> None:
    folder = FrameFolder(tmp_path / "a" / "b", Format(SIZE))
    dark, lit = Image.new("1", SIZE), Image.new("1", SIZE, 1)
    for image in (dark, dark, lit, dark):
        folder.show(image)
    assert sorted(path.name for path in (tmp_path / "a" / "b").iterdir()) == ["0001.png", "0002.png", "0003.png"]
    assert Image.open(tmp_path / "a" / "b" / "0002.png").convert("1").tobytes() == lit.tobytes()


def test_second_run_counts_on(tmp_path: Path) -> None:
    for _ in range(2):
        FrameFolder(tmp_path, Format(SIZE)).show(Image.new("1", SIZE))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0001.png", "0002.png"]


def test_folder_that_is_a_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "frames").write_text("")
    with pytest.raises(DeviceMissing, match="expected a folder for frames"):
        FrameFolder(tmp_path / "frames", Format(SIZE))


@pytest.mark.parametrize("has_roll", [True, False])
def test_fake_refuses_what_metal_refuses(has_roll: bool) -> None:
    inputs = SimulatedInputs(has_roll=has_roll)
    inputs.hold(Button.OK)
    with pytest.raises(ValueError, match="expected a button that is up"):
        inputs.hold(Button.OK)
    with pytest.raises(ValueError, match="expected a button that is down"):
        inputs.release(Button.UP)
    if not has_roll:
        with pytest.raises(ValueError, match="expected a button of this board"):
            inputs.press(Button.ROLL)
