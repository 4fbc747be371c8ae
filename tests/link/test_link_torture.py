"""Presses over lines that lose, cut, flip, double and delay, with resets of either side: on the twin and on the chip.

The twin takes a millisecond for a press, the simulated chip fifty: it gets the smaller share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager

import pytest

from companion.box.tray import RowMissed, TrayFound, TrayLost
from tests.fakes.lossy_line import BAD, FAIR, FaultProfile
from tests.link.reckoning import Account
from tests.support.chip_world import ChipWorld
from tests.support.effort import slow
from tests.support.torture import Rig, torture
from tests.support.world import World

TWIN_PRESSES, CHIP_PRESSES = 500, 16


@contextmanager
def twin(weather: FaultProfile, seed: int) -> Iterator[Rig]:
    yield World(weather=weather, seed=seed)


@contextmanager
def chip(weather: FaultProfile, seed: int) -> Iterator[Rig]:
    with closing(ChipWorld(weather=weather, seed=seed)) as world:
        yield world


Opener = Callable[[FaultProfile, int], AbstractContextManager[Rig]]
TWINS = [
    pytest.param(twin, TWIN_PRESSES, seed, id=f"twin-{seed}", marks=slow if seed >= 2 else ()) for seed in range(6)
]
RIGS = [*TWINS, pytest.param(chip, CHIP_PRESSES, 1, id="chip")]


@pytest.mark.parametrize(("opened", "presses", "seed"), [TWINS[0], RIGS[-1]])
def test_a_fair_line_brings_every_press_and_says_nothing_else(opened: Opener, presses: int, seed: int) -> None:
    with opened(FAIR, seed) as rig:
        assert torture(rig, presses) == Account(read=presses)
        assert rig.told(RowMissed, TrayLost) == []
        assert len(rig.told(TrayFound)) == 1


@pytest.mark.parametrize(("opened", "presses", "seed"), RIGS)
def test_a_bad_line_brings_every_press_once_or_says_that_it_was_missed(
    opened: Opener, presses: int, seed: int
) -> None:
    with opened(BAD, seed) as rig:
        account = torture(rig, presses)
        assert (account.lost, account.doubled, account.said_in_vain) == ((), (), 0)
        assert account.read > presses / 2
        assert rig.client.counts.crc_errors > 0


@pytest.mark.parametrize(("opened", "presses", "seed"), RIGS)
def test_resets_of_either_side_lose_no_press_without_a_word(opened: Opener, presses: int, seed: int) -> None:
    with opened(BAD, seed) as rig:
        account = torture(rig, presses, resets=0.1)
        assert (account.lost, account.doubled) == ((), ())
        assert account.read > presses / 4


@pytest.mark.parametrize(("opened", "presses", "seed"), RIGS)
def test_resets_on_a_fair_line_lose_no_press_without_a_word(opened: Opener, presses: int, seed: int) -> None:
    with opened(FAIR, seed) as rig:
        account = torture(rig, presses, resets=0.2)
        assert (account.lost, account.doubled) == ((), ())
        assert account.read > presses / 2
