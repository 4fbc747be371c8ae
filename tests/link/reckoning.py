"""What became of every press of the tray's button: the account that a box is held to.

A press is read exactly once, with what lay in the tray then, or it is covered: between the reads before and after it
the table was told of as many misses, or that the tray was reset, gone or back, or the box itself was restarted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.box.tray import RowCommitted, RowMissed, TrayEvent, TrayFound, TrayLost
from companion.link.press_ledger import UNKNOWN


@dataclass(frozen=True, slots=True)
class Account:
    """What was found wrong, by the numbers of the presses."""

    read: int = 0
    lost: tuple[int, ...] = ()
    doubled: tuple[int, ...] = ()
    said_in_vain: int = 0


def reckon(
    presses: Sequence[int],
    news: Sequence[TrayEvent],
    mark_of: Callable[[RowCommitted], int],
    box_starts: Sequence[int] = (),
) -> Account:
    """Return the account of *presses*, by growing marks that *mark_of* reads; *box_starts* are places in *news*."""
    read: list[int] = []
    doubled: list[int] = []
    # Until a tray is found, the box says that it has none.
    told = {-1: float("inf")}
    last = -1
    for at, said in enumerate(news):
        if at in box_starts:
            told[last] = float("inf")
        if isinstance(said, RowCommitted):
            mark = mark_of(said)
            (read if mark > last else doubled).append(mark)
            last = max(last, mark)
        elif isinstance(said, TrayFound | TrayLost) or said == RowMissed(UNKNOWN):
            told[last] = float("inf")
        elif isinstance(said, RowMissed):
            told[last] = told.get(last, 0) + said.presses
    if len(news) in box_starts:
        told[last] = float("inf")
    return _balance(presses, read, doubled, told)


def _balance(presses: Sequence[int], read: list[int], doubled: list[int], told: dict[int, float]) -> Account:
    lost: list[int] = []
    in_vain = 0
    for start, end in zip([-1, *read], [*read, max([*presses, *read, -1]) + 1], strict=True):
        missing = [mark for mark in presses if start < mark < end]
        said = told.get(start, 0)
        if len(missing) > said:
            lost += missing
        elif said != float("inf"):
            in_vain += int(said) - len(missing)
    phantoms = [mark for mark in read if mark not in set(presses)]
    return Account(len(read), tuple(lost), tuple(doubled + phantoms), in_vain)
