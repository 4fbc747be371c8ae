"""Phones in a real match: is the focus lost, how soon do all show a move, and how many taps does it take?"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path
from random import Random
from statistics import quantiles

from tests.phones.web.browser import Browser, network, wait_for
from tests.phones.web.test_phones import IS_ASKED, IS_NEW, TAPS, Evening, evening_in, wish
from tests.support.front_end import Message
from tests.support.oracle import naive_answer

MOVES = 20
LETTERS, PLACES = "ROYGBP", 4
REST_S = 0.2
"""So that what a move before has caused is over."""
TO_SEND = TAPS.replace("send.click();", "send.focus();")
# All browsers are on one machine, so they have one clock.
SEEN = """
window.seen = [];
addEventListener("keydown", event => { window.pressed = performance.timeOrigin + event.timeStamp; }, true);
const main = document.getElementById("main");
new MutationObserver(() => seen.push([+main.dataset.version, performance.timeOrigin + performance.now()]))
    .observe(main, {attributes: true});
"""
WHEN = "(seen.find(([version]) => version >= arguments[0]) || [])[1]"
COUNT = "window.taps = 0; addEventListener('click', () => { window.taps += 1; }, true);"
MATCHES = 3
FOCUS = "return document.activeElement === document.body"


@contextmanager
def evening(game: str = "Passcode") -> Iterator[Evening]:
    """Open an evening in which two phones play *game*."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="e", dir="/tmp")))
        (folder / "network").mkdir()
        net = stack.enter_context(network(folder / "network"))
        browsers = tuple(stack.enter_context(net.browser("en", (360, 640))) for _ in range(3))
        made = stack.enter_context(evening_in(net, browsers, folder))
        made.box.new_match(game)
        made.join()
        yield made


def moves(made: Evening) -> Iterator[tuple[Browser, Message]]:
    """Make ``MOVES`` moves by keys; yield the phone and the state after it."""
    from selenium.webdriver import ActionChains, Keys

    state = made.listen()
    assert made.front_end is not None
    for _ in range(MOVES):
        while state["status"] not in ("move", "prompt"):
            state = made.front_end.hear_of(state["version"] + 1)
        phone = made.phones[state["match"]["to_move"]]
        wait_for(phone, IS_ASKED, state["version"])
        phone.execute_script(TO_SEND, wish(state["match"]), made.random.randrange(1, 2**30))
        time.sleep(REST_S)
        ActionChains(phone, duration=0).send_keys(Keys.ENTER).perform()
        state = made.front_end.hear_of(state["version"] + 1)
        yield phone, state


def focus_lost() -> float:
    """Return after how many of ``MOVES`` moves by keys the focus is at the page as a whole."""
    lost = 0
    with evening() as made:
        for phone, state in moves(made):
            wait_for(phone, IS_NEW, state["version"])
            lost += bool(phone.execute_script(FOCUS))
    return lost


def send_latency_ms() -> float:
    """Return the 95th percentile of the time from the key on *Send* to the changed page of a phone, in milliseconds.

    It is the greater one of the phone that moved and of the other.
    """
    own, other = list[float](), list[float]()
    with evening() as made:
        for phone in made.phones:
            phone.execute_script(SEEN)
        for phone, state in moves(made):
            pressed_ms = float(phone.execute_script("return pressed"))
            for page in made.phones:
                took = float(wait_for(page, WHEN, state["version"])) - pressed_ms
                (own if page is phone else other).append(took)
    return max(quantiles(own, n=20)[-1], quantiles(other, n=20)[-1])


def sensible(view: Message, random: Random) -> str:
    """Return a row that agrees with every answer of the round in *view*, drawn from all of them."""
    rows = [] if view["round"] is None else view["round"]["rows"]
    codes = product(LETTERS, repeat=PLACES)
    agreeing = [code for code in map("".join, codes) if all(_agrees(code, row) for row in rows)]
    return random.choice(agreeing)


def _agrees(code: str, row: Message) -> bool:
    blacks, whites = naive_answer(tuple(map(ord, row["guess"])), tuple(map(ord, code)))
    return (blacks, whites) == (row["black"], row["white"])


def match_taps() -> float:
    """Return the mean number of taps on both phones in a match of Mastermind, from the first row to the winner."""
    taps = 0
    with ExitStack() as stack:
        for seed in range(MATCHES):
            made, random = stack.enter_context(evening("Mastermind")), Random(seed)
            for phone in made.phones:
                phone.execute_script(COUNT)
            state = made.listen()
            assert made.front_end is not None
            while state["status"] != "over":
                if state["status"] in ("move", "prompt"):
                    match = state["match"]
                    phone = made.phones[match["to_move"]]
                    wait_for(phone, IS_ASKED, state["version"])
                    row = sensible(match["view"], random)
                    phone.execute_script(TAPS, wish(match) | {"row": row}, random.randrange(1, 2**30))
                state = made.front_end.hear_of(state["version"] + 1)
            taps += sum(int(phone.execute_script("return taps")) for phone in made.phones)
            stack.pop_all().close()
    return taps / MATCHES


if __name__ == "__main__":
    print("focus_lost", focus_lost())
    print("send_latency_ms", send_latency_ms())
    print("match_taps", match_taps())
