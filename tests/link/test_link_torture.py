"""Thousands of presses over lines that lose, cut, flip, double and delay, with resets of either side at any moment."""

from __future__ import annotations

import pytest
from reckoning import Account, reckon
from world import World

from companion.link.faults import BAD, FAIR
from companion.link.messages import Cause
from companion.tray.news import RowMissed, TrayFound, TrayLost

PRESSES = 600


def torture(world: World, presses: int, resets: float = 0.0) -> Account:
    """Press *presses* times, with something reset about every so many presses, and return the account."""
    starts: list[int] = []
    world.run(3)
    for mark in range(presses):
        is_upset = world.draw.random() < resets
        if is_upset:
            upset(world, starts)
        world.press(mark, world.draw.uniform(0.001, 0.08))
        if is_upset:
            # After a boot a press waits for a steady reading, and the pegs must lie still for it.
            world.run(0.5)
        world.run(world.draw.choice((0.0, 0.02, 0.2, 1.0)))
    # Whatever the last pushes were: once a minute a silent tray is asked.
    world.run(70)
    return reckon(range(presses), world.news, starts)


def upset(world: World, starts: list[int]) -> None:
    """Reset one side or the other, in the middle of whatever it does."""
    world.run(world.draw.uniform(0, 0.1))
    what = world.draw.randrange(5)
    if what == 0:
        starts.append(len(world.news))
        world.restart_box()
    elif what == 1:
        world.replug()
    elif what == 2:
        world.reopen()
    else:
        world.twin.reset(Cause.WATCHDOG)
    world.run(world.draw.choice((0.0, 0.01, 0.05, 0.5)))


def test_a_fair_line_brings_every_press_and_says_nothing_else() -> None:
    world = World()
    assert torture(world, PRESSES) == Account(read=PRESSES)
    assert world.told(RowMissed, TrayLost) == []
    assert len(world.told(TrayFound)) == 1


@pytest.mark.parametrize("seed", range(4))
def test_a_bad_line_brings_every_press_once_or_says_that_it_was_missed(seed: int) -> None:
    world = World(weather=BAD, seed=seed)
    account = torture(world, PRESSES)
    assert (account.lost, account.doubled, account.said_in_vain) == ((), (), 0)
    assert account.read > PRESSES / 2
    assert world.client.counts.crc_errors > 0


@pytest.mark.parametrize("seed", range(8))
def test_resets_of_either_side_lose_no_press_without_a_word(seed: int) -> None:
    account = torture(World(weather=BAD, seed=seed), PRESSES, resets=0.1)
    assert (account.lost, account.doubled) == ((), ())
    assert account.read > PRESSES / 4


@pytest.mark.parametrize("seed", range(4))
def test_resets_on_a_fair_line_lose_no_press_without_a_word(seed: int) -> None:
    account = torture(World(weather=FAIR, seed=seed), PRESSES, resets=0.2)
    assert (account.lost, account.doubled) == ((), ())
    assert account.read > PRESSES / 2
