"""A clock for one turn: free time, then a limit that another player may impose; or a limit for a turn or a match.

The clock runs while a screen of the turn is shown. Its time is kept with the match, so leaving the match, a restart
and an undo give none back. It wakes the box only when the display changes or the time has to be written: once when
the free time is over, every second while the limit runs, and every ``SAVE_S`` seconds of both.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto

from companion.errors import N_, TextUnreadable
from companion.games.contract import TimedTurn

SAVE_S = 10.0
"""A power cut gives at most this much time back to a player, in seconds."""
AWAY_S = 30.0
"""For how long a turn waits, in all, for a player whose own screen has no connection, in seconds."""
COUNTED_S = 600.0
"""For how long a clock without a limit saves its time, in seconds: a turn that takes longer is not written on."""
WARNINGS_S = (60, 30, 10)
"""The seconds left of a limited turn at which players are warned."""
_SECOND = 1.0
# Floating-point times do not add up exactly; a remaining time up to this counts as zero, in seconds.
_GRAIN = 0.001
_SECONDS = r"([0-9]{1,9}\.[0-9]{3})"
_TEXT = re.compile(rf"([0-9.]{{1,40}}) {_SECONDS}(?: {_SECONDS})?")


class Stage(Enum):
    """The stage of the clock: free time, free time over and no limit imposed, limit running, limit over."""

    FREE = auto()
    OPEN = auto()
    LIMIT = auto()
    UP = auto()


@dataclass(frozen=True, slots=True)
class TimeUsed:
    """The seconds used in a turn, and how many they were when the limit was imposed; None without a limit."""

    seconds: float = 0.0
    imposed_at: float | None = None

    def text(self, key: str) -> str:
        """Return what the journal keeps of the turn *key*.

        >>> TimeUsed(71.5, 65).text("1.2.8.0")
        '1.2.8.0 71.500 65.000'
        """
        return " ".join([key, *(f"{each:.3f}" for each in (self.seconds, self.imposed_at) if each is not None)])


def read_time(text: str) -> tuple[str, TimeUsed]:
    """Return the turn's key and the time used in it; raises ``TextUnreadable`` for another *text*."""
    found = _TEXT.fullmatch(text)
    if found is None:
        raise TextUnreadable(f"expected the time of a turn such as '1.2.8.0 71.500 65.000', got {text!r}")
    return found[1], TimeUsed(float(found[2]), None if found[3] is None else float(found[3]))


class TurnTimes:
    """The time used in each turn of a match, by the turn's key; an undo takes no time back."""

    def __init__(self) -> None:
        self._used: dict[str, TimeUsed] = {}
        self._unwritten: set[str] = set()

    def used(self, key: str) -> TimeUsed:
        """Return the time used in the turn *key* so far."""
        return self._used.get(key, TimeUsed())

    def seconds(self, key: str) -> float:
        """Return the seconds used in the turn *key* so far, to the millisecond as the journal has them."""
        return round(self.used(key).seconds, 3)

    def note(self, key: str, used: TimeUsed) -> None:
        """Note the time *used* in the turn *key*; it is written with the next entry of the match."""
        if used != self.used(key):
            self._used[key] = used
            self._unwritten.add(key)

    def lift(self, key: str) -> None:
        """Lift the limit of the turn *key*; a replay of the undo that lifts it does the same."""
        self._used[key] = TimeUsed(self.used(key).seconds)

    def read(self, text: str) -> None:
        """Note the time that the journal has as *text*; raises ``TextUnreadable``."""
        key, used = read_time(text)
        self._used[key] = used

    def take_unwritten(self) -> list[str]:
        """Return the texts of the times noted since the last call."""
        texts = [self._used[key].text(key) for key in sorted(self._unwritten)]
        self._unwritten.clear()
        return texts


_NO_LIMIT = {
    Stage.FREE: N_("The limit comes after the first minute."),
    Stage.LIMIT: N_("The limit runs."),
    Stage.UP: N_("The limit runs."),
}


def why_no_limit(clock: TurnClock) -> str | None:
    """Return the message id of why no limit can be imposed now; None where one can."""
    return _NO_LIMIT.get(clock.stage)


def limited_turn(time: str, seat: int, key: str, before: int) -> TimedTurn:
    """Return the turn *key* of *seat*, which has had *before* turns, with the limit of the option's value *time*.

    Its key is that of the turn where *time* is for each turn, and the number of the player where it is for a match.
    Without a *time* the turn has no limit, and its clock only counts.

    >>> limited_turn("60", 1, "1.3", 2)
    TimedTurn(key='1.3', free_s=0.0, limit_s=60.0, part='')
    >>> limited_turn("300+5", 1, "1.3", 2)
    TimedTurn(key='2', free_s=0.0, limit_s=310.0, part='1.3')
    """
    if not time:
        return TimedTurn(key, COUNTED_S, 0.0)
    total, _, added = time.partition("+")
    if not added:
        return TimedTurn(key, 0.0, float(total))
    return TimedTurn(f"{seat + 1}", 0.0, float(total) + before * float(added), key)


class TurnClock:
    """The clock of *turn*, of which *used* has passed; *now* is the inputs' clock, *save* keeps the time used.

    A turn without free time has its limit from the start.
    """

    def __init__(
        self, turn: TimedTurn, used: TimeUsed, now: Callable[[], float], save: Callable[[TimeUsed], None]
    ) -> None:
        if not turn.free_s:
            used = replace(used, imposed_at=0.0)
        self.turn = turn
        self._used = self._saved = used
        self._now = now
        self._save = save
        self._since: float | None = None
        # Since when the clock waits for the player's own screen, and for how long it may.
        self._held: float | None = None
        self._wait_s = AWAY_S
        # The seconds that were left at the last tick: the next one is due when they change.
        self._told = self.seconds

    @property
    def used(self) -> TimeUsed:
        """The time used up to now."""
        if self._since is None:
            return self._used
        return replace(self._used, seconds=self._used.seconds + max(0.0, self._now() - self._since))

    @property
    def is_running(self) -> bool:
        """Whether the clock runs now."""
        return self._since is not None

    @property
    def has_begun(self) -> bool:
        """Whether the clock runs or has run."""
        return self.is_running or self.is_held or self._used.seconds > 0

    @property
    def is_held(self) -> bool:
        """Whether the clock waits for the player's own screen."""
        return self._held is not None

    @property
    def left_s(self) -> float:
        """The seconds of the free time or of the limit that are left, below 0 afterwards."""
        return self._left(self.used.seconds)

    @property
    def ends(self) -> float | None:
        """When the free time or the limit is over, the same time as long as the clock runs; None while paused."""
        return None if self._since is None else self._since + self._left(self._used.seconds)

    def _left(self, used_s: float) -> float:
        imposed_at = self._used.imposed_at
        return self.turn.free_s - used_s if imposed_at is None else self.turn.limit_s - (used_s - imposed_at)

    @property
    def stage(self) -> Stage:
        """The stage now."""
        is_over = self.left_s <= _GRAIN
        if self._used.imposed_at is None:
            return Stage.OPEN if is_over else Stage.FREE
        return Stage.UP if is_over else Stage.LIMIT

    @property
    def seconds(self) -> int:
        """The remaining free time or limit in whole seconds, rounded up."""
        return math.ceil(max(0.0, self.left_s - _GRAIN))

    @property
    def is_limited(self) -> bool:
        """Whether the turn has its limit from the start, by an option of the match."""
        return not self.turn.free_s

    @property
    def only_counts(self) -> bool:
        """Whether the turn has no limit, and none can be imposed."""
        return not self.turn.limit_s

    @property
    def is_of_own_screen(self) -> bool:
        """Whether the clock runs wherever its player plays: on the player's own page of the box, or own screen."""
        return self.is_limited or self.only_counts

    @property
    def digits(self) -> str:
        """The remaining time in minutes and seconds."""
        return f"{self.seconds // 60}:{self.seconds % 60:02}"

    def run(self) -> None:
        """Start or continue the clock; no effect on a running clock, and on one that waits for the player's screen."""
        if self._since is None and not self.is_held:
            self._since = self._now()
            self._told = self.seconds

    def pause(self) -> None:
        """Stop the clock until ``run`` is called, and save the time; no effect on a clock that does not run."""
        self._end_wait()
        if self._since is not None:
            self._used, self._since = self.used, None
            self._keep()

    def hold(self, is_away: bool) -> None:
        """Let a clock that runs wait while the player's own screen *is_away*, ``AWAY_S`` in all; else let it go on."""
        if not is_away and self.is_held:
            self._end_wait()
            self.run()
        elif is_away and self.is_running and self._wait_s > _GRAIN:
            self.pause()
            self._held = self._now()

    def _end_wait(self) -> None:
        if self._held is not None:
            self._wait_s, self._held = self._wait_s - (self._now() - self._held), None

    def impose(self) -> bool:
        """Start the limit; return False, without effect, in the free time, after an earlier one, or without one."""
        if self.only_counts or self.stage is not Stage.OPEN:
            return False
        used_s = self.used.seconds
        self._used, self._since = TimeUsed(used_s, imposed_at=used_s), self._now()
        self._told = self.seconds
        self._keep()
        return True

    def tick(self) -> None:
        """Save the time where that is due, and end a wait that is over."""
        if self._held is not None and self._now() - self._held >= self._wait_s - _GRAIN:
            self.hold(False)
        self._told = self.seconds
        if self._is_open_unsaved or (self._since is not None and self._unsaved_s >= SAVE_S - _GRAIN):
            self._keep()

    def due(self, has_end: bool = True) -> float | None:
        """Return when the display changes, the time is to be saved or a wait ends; None while paused or open.

        It is in the past from then until ``tick``, also where the limit is over and *has_end*; otherwise the time
        counts on.
        """
        stage, ends = self.stage, self.ends
        if self._held is not None:
            return self._held + self._wait_s
        if self._since is None or ends is None:
            return None
        if stage is Stage.OPEN:
            return ends if self._is_open_unsaved else None
        save = self._since + self._saved.seconds + SAVE_S - self._used.seconds
        if stage is Stage.UP:
            return ends if has_end else save
        return min(ends if stage is Stage.FREE else ends - (self._told - _SECOND), save)

    @property
    def _is_open_unsaved(self) -> bool:
        return self.stage is Stage.OPEN and self._saved.seconds < self.turn.free_s - _GRAIN

    @property
    def _unsaved_s(self) -> float:
        return self.used.seconds - self._saved.seconds

    def _keep(self) -> None:
        self._saved = self.used
        self._save(self._saved)
