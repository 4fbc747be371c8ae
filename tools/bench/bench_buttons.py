"""Presses of 5 ms and more with bouncing edges, through the pins, the queue and ``wait``: none may be lost."""

from __future__ import annotations

import random
from collections import Counter

from companion.box import Event, Press, Release
from companion.devices.pi.boards import BOARDS
from companion.devices.pi.buttons import PiInputs
from tests.fakes.header import FakeHeader, ManualClock

BONNET = BOARDS["bonnet"]

SHORTEST = 0.005
# The longest bounces that Ganssle measured, but for one odd switch, are 6.2 ms.
BURST_MAX = 0.006
# Between two presses of one finger on one button; quick ones leave 40 ms and more.
PAUSE_MIN = 0.030

Edge = tuple[float, int, bool]


def lost_presses(presses: int = 10_000, seed: int = 1) -> int:
    """Return how many of *presses* were lost, doubled, or reported at another time than their first edge."""
    edges, expected = contacts(random.Random(seed), presses)
    wanted = Counter(event for event in expected if isinstance(event, Press))
    seen = Counter(event for event in events_of(random.Random(seed), edges) if isinstance(event, Press))
    return (wanted - seen).total() + (seen - wanted).total()


def contacts(rng: random.Random, presses: int) -> tuple[list[Edge], list[Event]]:
    """Return the edges of *presses* on the buttons of a bonnet at random times, and the events they should make."""
    edges: list[Edge] = []
    expected: list[Event] = []
    free_at = dict.fromkeys(BONNET.buttons, 1.0)
    now = 1.0
    for _ in range(presses):
        pin = rng.choice(list(BONNET.buttons))
        now += rng.expovariate(1 / 0.02)
        down = max(now, free_at[pin])
        length = SHORTEST if rng.random() < 0.7 else rng.uniform(SHORTEST, 0.3)
        pressed = _burst(rng, pin, True, down, min(BURST_MAX, 0.8 * length))
        released = _burst(rng, pin, False, down + length, BURST_MAX)
        edges += pressed + released
        expected += [
            Press(BONNET.buttons[pin], down),
            Release(BONNET.buttons[pin], released[-1][0]),
        ]
        free_at[pin] = released[-1][0] + PAUSE_MIN + rng.expovariate(1 / 0.05)
    return sorted(edges), expected


def _burst(rng: random.Random, pin: int, is_closed: bool, at: float, longest: float) -> list[Edge]:
    """Return the first edge, and an even number of bounces at random times, so that it ends as it began."""
    bounces = sorted(at + rng.random() * longest for _ in range(2 * rng.randint(0, 5)))
    return [(at, pin, is_closed), *((time, pin, is_closed ^ (i % 2 == 0)) for i, time in enumerate(bounces))]


def events_of(rng: random.Random, edges: list[Edge]) -> list[Event]:
    """Play *edges* on the header's pins while the program looks at random times, often late."""
    clock = ManualClock()
    header = FakeHeader(clock)
    inputs = PiInputs(clock)
    inputs.open(BONNET.buttons, header.pins)
    seen: list[Event] = []
    for at, pin, is_closed in edges:
        if rng.random() < 0.5:
            clock.time = rng.uniform(clock.time, at)
            seen += _arrived(inputs)
        clock.time = at
        (header.press if is_closed else header.release)(pin)
    clock.advance(1.0)
    seen += _arrived(inputs)
    inputs.close()
    return seen


def _arrived(inputs: PiInputs) -> list[Event]:
    events = []
    while (event := inputs.wait(inputs.now())) is not None:
        events.append(event)
    return events


if __name__ == "__main__":
    print(lost_presses())
