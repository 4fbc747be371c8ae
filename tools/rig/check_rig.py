"""The whole appliance on a virtual Pi: ``make rig``; see ``docs/rig.md``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest

from companion.box import Button
from companion.devices.pi.paged import DISPLAY_ON
from companion.devices.pi.panel import RETRY_MAX
from companion.errors import NO_PANEL, DeviceMissing
from tests.support.flow import entering
from tools.rig.rig_box import RigBox
from tools.rig.rig_bus import PANEL, UNPLUGGED, Message
from tools.rig.rig_cuts import ROWS, Cut, cut_once
from tools.rig.rig_image import PLACE, build, run
from tools.rig.rig_play import PRESS_S, START_S, Pair, buttons, first_row, kept, lines, same_as, twin
from tools.rig.rig_ports import Ports
from tools.rig.rig_real import FRESH, RealPi, Ssh
from tools.rig.rig_virtual import VirtualPi

CUTS = int(os.environ.get("CODEMAKER_CUTS", "30"))
LONGEST_PLAY_S = 6.0
SEED = int(os.environ.get("CODEMAKER_SEED", "1"))
RESULTS = PLACE / "cuts.json"
# What the results were got with, for docs/rig.md.
WITH = PLACE / "with.txt"
VERSIONS = "uname -rv; systemctl --version | head -n 1; python3 --version; codemaker --version"
# Asleep the watchdog waits two minutes; systemd waits three seconds more, and the program has to start.
BITTEN_S = 120.0 + START_S
ERRNOS = (5, 6, 110, 121)
# A press is a question whether the panel is on, where to draw, and what.
MESSAGES_OF_A_PRESS = 3
# To send a whole frame, in the time of a processor that somebody else may be using.
FRAME_S = 3.0


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


def of_service(box: RigBox, name: str) -> str:
    return box.run(f"systemctl show codemaker --property={name} --value").strip()


def lights(box: RigBox) -> dict[str, str]:
    """Return the doctor's lights; a red one makes it end with 1."""
    found = json.loads(box.run("codemaker doctor --json || test $? = 1"))
    return {name: check["light"] for name, check in found["checks"].items()}


def with_a_plug(box: RigBox) -> VirtualPi:
    """Return a box whose panel can be pulled off, with a journal in which nothing has been played."""
    if not isinstance(box, VirtualPi):
        pytest.skip("nobody can pull the panel off a real Pi, or disturb its bus, from here")
    box.run(FRESH)
    return box


def test_service_of_the_package_finds_all_its_parts(box: RigBox) -> None:
    Pair.at_start(box)
    assert of_service(box, "StatusText") == "all parts are there"


def test_doctor_finds_nothing_wrong(box: RigBox) -> None:
    found = lights(box)
    assert {name for name, light in found.items() if light == "grey"} == box.grey
    assert set(found.values()) == {"green", "grey"}


def test_round_is_played_dot_by_dot_as_on_the_fake_box(box: RigBox) -> None:
    pair = Pair.begun(box)
    row = wrong(pair)
    pair.press(*buttons(entering(row)), Button.OK)
    pair.press(*buttons(entering(pair.flow.code(), row)))
    assert lines(pair.entries()) == lines(tuple(kept(box).sheets[1][1]))


def is_sent_anew(messages: Sequence[Message]) -> bool:
    """Whether the panel was last told to be on, and then asked: so ends a frame after a loss, and no other."""
    told, asked = messages[-2:]
    return told.body[-1:] == bytes([DISPLAY_ON]) and asked.body == b""


def test_messages_that_fail_one_by_one_leave_no_trace(box: RigBox) -> None:
    pi = with_a_plug(box)
    pair = Pair.begun(pi)
    before = len(pi.messages)
    for well_before, code in product(range(MESSAGES_OF_A_PRESS), ERRNOS):
        pi.fail_after(well_before, code)
        pair.press(Button.UP)
        pi.wait_frame(lambda _: is_sent_anew(pi.messages), PRESS_S)
        pair.agree()
    failed = [message.error for message in pi.messages[before:] if message.error]
    assert failed == [*ERRNOS] * MESSAGES_OF_A_PRESS
    pair.press(*first_row(pair))
    assert len(pair.entries()) == 2
    assert lines(pair.entries()) == lines(tuple(kept(pi).sheets[1][1]))
    assert of_service(pi, "NRestarts") == "0"


def tries(pi: VirtualPi) -> list[float]:
    """Return when a panel that was pulled off has been set up in vain since, by the guest's clock."""
    pulled_at = max(message.at for message in pi.messages if message.address == UNPLUGGED)
    return [message.at for message in pi.messages if message.at > pulled_at and message.error and message.body]


def pauses_s(pi: VirtualPi) -> list[float]:
    """Return how long it was from one try to the next, up to the one that lit the panel."""
    return [after - before for before, after in pairwise([*tries(pi), pi.lit_at[-1]])]


def test_panel_pulled_off_in_play_comes_back_with_the_row_entered_meanwhile(box: RigBox) -> None:
    pi = with_a_plug(box)
    pair = Pair.begun(pi)
    pi.unplug()
    pair.press_unseen(*first_row(pair))
    assert lights(pi)["panel"] == "red"
    assert pi.frame().getbbox() is None
    pi.plug_back()
    pair.agree()
    assert max(pauses_s(pi)) < RETRY_MAX + FRAME_S
    assert lights(pi)["panel"] == "green"
    assert lines(pair.entries()) == lines(tuple(kept(pi).sheets[1][1]))
    pair.go_on()
    pi.unplug()
    pi.plug_back()
    # It was not missed until now: the next press does.
    pair.press(Button.UP)
    assert of_service(pi, "NRestarts") == "0"


def test_panel_plugged_in_after_the_start_says_so_and_shows_the_rest(box: RigBox) -> None:
    pi = with_a_plug(box)
    pi.unplug()
    pi.run("systemctl start codemaker", START_S)
    assert of_service(pi, "StatusText").startswith("expected a ssd1306 panel, got Device")
    # Its first try comes before the program is ready.
    pi.wait_frame(lambda _: len(tries(pi)) > 1, PRESS_S)
    assert pi.frame().getbbox() is None
    pi.plug_back()
    pair = Pair(pi, twin(kept(pi), (DeviceMissing("expected a panel, got none", NO_PANEL),)))
    pair.agree()
    assert pauses_s(pi)[-1] < RETRY_MAX + FRAME_S
    pair.press(Button.OK, Button.OK)
    assert lights(pi)["panel"] == "green"


def test_program_that_hangs_is_started_again_and_offers_the_match(box: RigBox) -> None:
    before = kept(box)
    box.run(f"kill -STOP {of_service(box, 'MainPID')}")
    box.frame()
    lit = box.times_lit()
    box.wait_frame(lambda _: box.times_lit() > lit, BITTEN_S)
    after = Pair.at_start(box)
    assert of_service(box, "NRestarts") == "1"
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
    # The trace that is read tells of no questions.
    carried = [message.body for message in box.messages[before:] if message.body]
    assert [message.body for message in pi.messages[seen_before:] if message.address == PANEL] == carried
    pi.leave()


def test_power_cut_at_any_moment_loses_nothing_that_was_shown(box: RigBox) -> None:
    random = Random(SEED)
    cuts: list[Cut] = []
    pair = None
    while len(cuts) < CUTS:
        if pair is None or len(pair.entries()) > ROWS - 3:
            box.run(FRESH)
            pair = Pair.begun(box)
        cut, pair = cut_once(pair, box, random.uniform(0.0, LONGEST_PLAY_S))
        cuts.append(cut)
        # What has lost lines cannot be played on.
        pair = None if cut.lost else pair
        RESULTS.write_text(json.dumps([asdict(cut) for cut in cuts], indent=1) + "\n")
    assert [cut for cut in cuts if cut.lost] == []
