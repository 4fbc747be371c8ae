"""The program with a web process that lets everybody ask a thousand times as often.

Two phones of the tests have one address, and play faster than people.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from companion.__main__ import main
from companion.phones.web import server
from companion.phones.web.guard import Limit

TIMES = 1000


def _limit(rate: float, burst: int, times: int, now: Callable[[], float]) -> Limit:
    return Limit(TIMES * rate, TIMES * burst, times, now)


if __name__ == "__main__":
    setattr(server, "Limit", _limit)  # noqa: B010
    sys.exit(main())
