"""The whole appliance on a virtual Pi: ``make rig``; see ``docs/rig.md``."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import pytest
from flow import entering
from rig_box import NothingShown, RigBox
from rig_bus import PANEL
from rig_image import PLACE, build, run
from rig_play import PRESS_S, START_S, Pair, kept, lines, same_as
from rig_ports import Ports
from rig_real import RealPi, Ssh
from rig_virtual import VirtualPi

from companion.box import Button

CUTS = int(os.environ.get("CODEMAKER_CUTS", "30"))
LONGEST_PLAY_S = 6.0
# Of the twelve that a game has: with the last the code would be shown, and the box draws another.
ROWS = 9
NEXT_ROW = "UP OK OK OK OK OK OK"
SEED = int(os.environ.get("CODEMAKER_SEED", "1"))
RESULTS = PLACE / "cuts.json"
# What the results were got with, for docs/rig.md.
WITH = PLACE / "with.txt"
VERSIONS = "uname -rv; systemctl --version | head -n 1; python3 --version; codemaker --version"
# Asleep the watchdog waits two minutes; systemd waits three seconds more, and the program has to start.
BITTEN_S = 120.0 + START_S


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RigBox]:
    place = tmp_path_factory.mktemp("pi")
    pi = RealPi(Ssh(), place) if os.environ.get("CODEMAKER_RIG") == "pi" else VirtualPi(build(), place)
    pi.switch_on()
    PLACE.mkdir(parents=True, exist_ok=True)
    WITH.write_text(pi.run(VERSIONS))
    if isinstance(pi, VirtualPi):
        WITH.write_text(f"{WITH.read_text()}{pi.accel}\n{run('qemu-system-x86_64', '--version')}")
    # By now it may not yet have made its journal.
    pi.run("systemctl start codemaker", START_S)
    yield pi
    pi.leave()


def wrong(pair: Pair) -> str:
    """Return a row that is not the code."""
    return next(row for row in ("ROYG", "BPRO") if row != pair.flow.code())


def buttons(presses: str) -> list[Button]:
    return [Button[name] for name in presses.split()]


def test_service_of_the_package_finds_all_its_parts(box: RigBox) -> None:
    Pair.at_start(box)
    assert box.run("systemctl show codemaker --property=StatusText --value").strip() == "all parts are there"


def test_doctor_finds_nothing_wrong(box: RigBox) -> None:
    found = json.loads(box.run("codemaker doctor --json"))
    lights = {name: check["light"] for name, check in found["checks"].items()}
    assert {name for name, light in lights.items() if light == "grey"} == box.grey
    assert set(lights.values()) == {"green", "grey"}


def test_round_is_played_dot_by_dot_as_on_the_fake_box(box: RigBox) -> None:
    pair = Pair.begun(box)
    row = wrong(pair)
    pair.press(*buttons(entering(row)), Button.OK)
    pair.press(*buttons(entering(pair.flow.code(), row)))
    assert lines(pair.entries()) == lines(tuple(kept(box).sheets[1][1]))


def test_program_that_hangs_is_started_again_and_offers_the_match(box: RigBox) -> None:
    before = kept(box)
    box.run("kill -STOP $(systemctl show codemaker --property=MainPID --value)")
    box.frame()
    lit = box.times_lit()
    box.wait_frame(lambda _: box.times_lit() > lit, BITTEN_S)
    after = Pair.at_start(box)
    assert box.run("systemctl show codemaker --property=NRestarts --value").strip() == "1"
    assert after.flow.archive.sheets == before.sheets


def test_pi_reached_as_a_real_one_is_seen_and_pressed_the_same(box: RigBox, tmp_path: Path) -> None:
    if not isinstance(box, VirtualPi):
        pytest.skip("a real Pi keeps no record of its own to compare with")
    pi = RealPi(Ports(box), tmp_path)
    pi.switch_on()
    box.frame()
    before, seen_before = len(box.messages), len(pi.messages)
    pair = Pair.begun(pi)
    pair.press(*buttons(entering(wrong(pair))), Button.OK)
    box.wait_frame(same_as(pi.frame()), PRESS_S)
    carried = [message.body for message in box.messages[before:]]
    assert [message.body for message in pi.messages[seen_before:] if message.address == PANEL] == carried
    pi.leave()


@dataclass(frozen=True, slots=True)
class Cut:
    """What became of a match when the power was cut while it was played: counts of lines in the journal."""

    after_s: float
    acknowledged: int
    pressed: int
    found: int
    is_same: bool

    @property
    def lost(self) -> int:
        """How many lines had been shown and are gone, or have changed."""
        return max(0, self.acknowledged - self.found) if self.is_same else self.acknowledged


def play_until_the_cut(pair: Pair, box: RigBox, after_s: float) -> int:
    """Play rows until the power is cut, and return how many lines the box had shown by then."""
    acknowledged = len(pair.entries())
    cut = threading.Timer(after_s, box.kill)
    cut.start()
    try:
        for button in [*first_row(pair), *[Button[name] for name in NEXT_ROW.split()] * (ROWS - acknowledged)]:
            pair.press(button)
            acknowledged = len(pair.entries())
    except (NothingShown, OSError):
        if cut.is_alive():
            cut.cancel()
            raise
    cut.join()
    box.cut_power()
    return acknowledged


def first_row(pair: Pair) -> list[Button]:
    """Return the presses for a first row whose last peg is wrong, as all that come of it then are."""
    if len(pair.entries()) > 1:
        return []
    last = "R" if pair.flow.code()[-1] != "R" else "O"
    return buttons(f"{entering('RRR' + last)} OK")


def cut_once(pair: Pair, box: RigBox, after_s: float) -> tuple[Cut, Pair]:
    """Play, cut the power, switch on and compare; return what was found, and the match taken up."""
    acknowledged = play_until_the_cut(pair, box, after_s)
    expected = lines(pair.entries())
    box.switch_on()
    after = Pair.at_start(box)
    # The question is on both; behind it lie the same rows.
    after.press(Button.OK)
    after.go_on()
    found = lines(after.entries())
    return Cut(after_s, acknowledged, len(expected), len(found), found == expected[: len(found)]), after


def test_power_cut_at_any_moment_loses_nothing_that_was_shown(box: RigBox) -> None:
    random = Random(SEED)
    cuts: list[Cut] = []
    pair = None if kept(box).sheets else Pair.begun(box)
    while len(cuts) < CUTS:
        if pair is None or len(pair.entries()) > ROWS - 3:
            box.cut_power()
            box.renew()
            box.switch_on()
            pair = Pair.begun(box)
        cut, pair = cut_once(pair, box, random.uniform(0.0, LONGEST_PLAY_S))
        cuts.append(cut)
        # What has lost lines cannot be played on.
        pair = None if cut.lost else pair
        RESULTS.write_text(json.dumps([asdict(cut) for cut in cuts], indent=1) + "\n")
    assert [cut for cut in cuts if cut.lost] == []
