"""The line in the Pi's boot configuration: asked for, made once, and what was there is kept."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "systemd/boot-config"
LINE = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"
AS_DELIVERED = "# For more options see the documentation\n#dtparam=i2c_arm=on\ndtparam=audio=on\n"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "config.txt"
    file.write_text(AS_DELIVERED)
    return file


def edit(config: Path, **variables: str) -> str:
    environment = {"PATH": os.environ["PATH"], "ROOT": str(config.parent / "root"), **variables}
    done = subprocess.run(
        [SCRIPT, config], check=True, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    return done.stderr


def answer(config: Path, typed: str) -> None:
    """Run it on a terminal at which *typed* is typed."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"ROOT": str(config.parent / "root")}
    with subprocess.Popen([SCRIPT, config], stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.write(ours, typed.encode())
        process.wait(10)
    os.close(ours)
    os.close(theirs)


def test_yes_beforehand_sets_the_speed_and_keeps_what_was_there(config: Path) -> None:
    assert "from the next start on" in edit(config, YES="1")
    assert config.read_text().startswith(AS_DELIVERED)
    assert config.read_text().splitlines()[-2:] == ["[all]", LINE]
    assert (config.parent / "config.txt.before-codemaker").read_text() == AS_DELIVERED


def test_second_time_nothing_is_done(config: Path) -> None:
    edit(config, YES="1")
    once = config.read_text()
    assert edit(config, YES="1") == ""
    assert config.read_text() == once


def test_without_anybody_to_ask_nothing_is_done(config: Path) -> None:
    assert "YES=1 sets it" in edit(config)
    assert config.read_text() == AS_DELIVERED
    assert [file.name for file in config.parent.iterdir()] == ["config.txt"]


@pytest.mark.parametrize("typed", ["\n", "n\n", "what\n"])
def test_anything_but_yes_is_no(config: Path, typed: str) -> None:
    answer(config, typed)
    assert config.read_text() == AS_DELIVERED


def test_yes_at_the_terminal_is_yes(config: Path) -> None:
    answer(config, "y\n")
    assert LINE in config.read_text()


@pytest.mark.parametrize(
    "text",
    [
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n",
        "[all]\ndtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=1000000\n",
        "[pi4]\narm_boost=1\n[all]\ndtparam=i2c_arm_baudrate=400000\n",
    ],
)
def test_bus_that_is_fast_enough_is_left(config: Path, text: str) -> None:
    config.write_text(text)
    assert edit(config, YES="1") == ""
    assert config.read_text() == text


@pytest.mark.parametrize(
    "text",
    [
        "dtparam=i2c_arm=on,i2c_arm_baudrate=100000\n",
        "#dtparam=i2c_arm_baudrate=400000\n",
        "[pi4]\ndtparam=i2c_arm_baudrate=400000\n",
        "dtparam=i2c_arm_baudrate=400000\ndtparam=i2c_arm_baudrate=50000\n",
        "",
    ],
)
def test_bus_that_is_slow_on_some_pi_is_set(config: Path, text: str) -> None:
    config.write_text(text)
    edit(config, YES="1")
    assert config.read_text().splitlines()[-1] == LINE


def test_first_copy_is_the_one_that_is_kept(config: Path) -> None:
    edit(config, YES="1")
    config.write_text("dtparam=i2c_arm_baudrate=1000\n")
    edit(config, YES="1")
    assert (config.parent / "config.txt.before-codemaker").read_text() == AS_DELIVERED


def test_machine_without_such_a_file_is_left_alone(tmp_path: Path) -> None:
    assert edit(tmp_path / "config.txt", YES="1") == ""
    assert list(tmp_path.iterdir()) == []


# --- which device trees


def tree(config: Path, *folders: str) -> None:
    """Let the machine run with a device tree that has *folders*."""
    for folder in ("chosen", *folders):
        (config.parent / "root/proc/device-tree" / folder).mkdir(parents=True)


def test_tree_of_raspberry_pi_os_is_edited_whatever_the_file_says(config: Path) -> None:
    tree(config, "__overrides__")
    config.write_text("upstream_kernel=1\n")
    edit(config, YES="1")
    assert config.read_text().splitlines()[-1] == LINE


@pytest.mark.parametrize("variables", [{}, {"YES": "1"}])
def test_tree_of_debian_is_left_and_it_is_said(config: Path, variables: dict[str, str]) -> None:
    tree(config)
    said = edit(config, **variables)
    assert "stays at 100 kHz" in said
    assert said.count("\n") == 1
    assert config.read_text() == AS_DELIVERED


@pytest.mark.parametrize("line", ["upstream_kernel=1", " upstream_kernel = 1"])
def test_without_a_running_kernel_the_file_tells(config: Path, line: str) -> None:
    config.write_text(f"arm_64bit=1\n{line}\n")
    assert "stays at 100 kHz" in edit(config, YES="1")
    assert LINE not in config.read_text()


@pytest.mark.parametrize("line", ["#upstream_kernel=1", "upstream_kernel=0", "kernel=kernel8.img"])
def test_file_that_does_not_ask_for_the_trees_of_debian_is_edited(config: Path, line: str) -> None:
    config.write_text(f"{line}\n")
    edit(config, YES="1")
    assert config.read_text().splitlines()[-1] == LINE


def test_card_image_needs_no_line_and_says_nothing(config: Path) -> None:
    tree(config)
    (config.parent / "root/etc").mkdir()
    (config.parent / "root/etc/codemaker-image.json").write_text("{}")
    assert edit(config, YES="1") == ""
    assert config.read_text() == AS_DELIVERED
