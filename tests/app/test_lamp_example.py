"""The example of a feature: a package, its name in the table, and the lamp of the seat to move is lit."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from tools.bench.measure import environment

ROOT = Path(__file__).parents[2]
BEGIN, ROW = "OK OK OK OK", "UP OK UP OK UP OK UP OK OK"


def with_lamp(folder: Path) -> Path:
    """Return a copy of the program in *folder* with the example as a feature, whose LEDs are in *folder* too."""
    package = folder / "companion"
    shutil.copytree(ROOT / "companion", package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "docs/examples/lamp", package / "lamp")
    (package / "lamp/__init__.py").write_text("")
    feature, table = package / "lamp/feature.py", package / "features/__init__.py"
    feature.write_text(feature.read_text("utf-8").replace("/sys/class/leds", str(folder)), "utf-8")
    text = table.read_text("utf-8")
    # The one line of the program that is changed.
    table.write_text(text.replace("NAMES = (", 'NAMES = ("lamp", '), "utf-8")
    for seat in range(2):
        (folder / f"seat-{seat}").mkdir()
        (folder / f"seat-{seat}" / "brightness").write_text("9")
    return folder


def lit(folder: Path) -> list[str]:
    return [(folder / f"seat-{seat}" / "brightness").read_text() for seat in range(2)]


def program(folder: Path, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "companion", *options, "--device", "headless", "--lang", "en"]
    return subprocess.Popen(
        [*command, "--state", str(folder / "state"), "--keys", "-"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment() | {"PYTHONPATH": str(folder), "XDG_RUNTIME_DIR": ""},
    )


def wait_until(is_so: Callable[[], bool], game: subprocess.Popen[bytes]) -> None:
    end = monotonic() + 60
    while not is_so():
        assert game.poll() is None
        if monotonic() > end:
            game.kill()
            pytest.fail("expected the lamp to be lit, waited for a minute")


def test_lamp_of_the_player_to_move_is_lit_while_the_match_is_open(tmp_path: Path) -> None:
    folder = with_lamp(tmp_path)
    with program(folder, "--lamp") as game:
        assert game.stdin is not None
        game.stdin.write(f"{BEGIN} {ROW}\n".encode())
        game.stdin.flush()
        wait_until(lambda: lit(folder) == ["0", "1"], game)
        _, said = game.communicate(timeout=60)
    assert (lit(folder), said) == (["0", "0"], b"")


def test_lamp_is_lit_as_its_table_in_the_settings_says_and_a_wrong_value_costs_itself_alone(tmp_path: Path) -> None:
    folder = with_lamp(tmp_path)
    (folder / "state").mkdir(mode=0o700)
    (folder / "state/settings.toml").write_text("[lamp]\non = true\nlevel = 7\ncolour = 1\n")
    with program(folder) as game:
        assert game.stdin is not None
        # The first press closes the notice that the lamp has no colour.
        game.stdin.write(f"OK {BEGIN} {ROW}\n".encode())
        game.stdin.flush()
        wait_until(lambda: lit(folder) == ["0", "7"], game)
        game.communicate(timeout=60)
    assert lit(folder) == ["0", "0"]


def test_lamp_that_is_missing_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    folder = with_lamp(tmp_path)
    for seat in range(2):
        (folder / f"seat-{seat}" / "brightness").unlink()
    (folder / "state").mkdir(mode=0o700)
    (folder / "state/settings.toml").write_text("[lamp]\non = true\n")
    with program(folder) as game:
        # The first press closes the notice.
        _, said = game.communicate(f"OK {BEGIN} {ROW}\n".encode(), timeout=60)
    assert b"feature lamp failed" in said
    assert game.returncode == 0


def test_table_with_the_lamp_is_read_without_screens(tmp_path: Path) -> None:
    keys = "from companion.features.seam import installed; print(*(feature.key for feature in installed()))"
    program = f"import sys; {keys}; print(*sys.modules)"
    around = environment() | {"PYTHONPATH": str(with_lamp(tmp_path))}
    command = [sys.executable, "-c", program]
    said = subprocess.run(command, cwd=tmp_path, env=around, capture_output=True, text=True, check=True, timeout=60)
    loaded = said.stdout.split()
    assert ("lamp" in loaded, [name for name in loaded if name.startswith("companion.ui")]) == (True, [])
