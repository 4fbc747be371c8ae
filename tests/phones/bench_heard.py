"""Whether two players who see nothing play a whole match of each family by what their phones say."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

from tests.phones.hearing import Listener, NotHeard
from tests.phones.web.browser import network, wait_for
from tests.phones.web.test_phones import IS_ASKED, IS_NEW, MOVES_MOST, Evening, evening_in

MATCHES = (("Mini", (("Code", "entered"),)), ("Coda", (("Play", "1 round"), ("Clock", "off"))), ("Passcode", ()))


def heard(made: Evening) -> bool:
    """Play the match that is open by two listeners; return whether it ended.

    Raises ``NotHeard`` where one of them did not hear what the other has done.
    """
    listeners = [Listener(phone, Random(seed)) for seed, phone in enumerate(made.phones)]
    state = made.listen()
    assert made.front_end is not None
    for _ in range(MOVES_MOST):
        if state["status"] == "over":
            return True
        before = state["match"]["last"]
        if state["status"] in ("move", "prompt"):
            # The state says when to listen, and nothing else.
            player = listeners[state["match"]["to_move"]]
            wait_for(player.page, IS_ASKED, state["version"])
            player.listen()
            player.move()
        state = made.front_end.hear_of(state["version"] + 1)
        last = state["match"]["last"]
        for seat, listener in enumerate(listeners):
            wait_for(listener.page, IS_NEW, state["version"])
            news = listener.listen()
            if last not in (None, before) and seat != last["seat"] and made.names[last["seat"]] not in " ".join(news):
                raise NotHeard(f"expected {last}, got {news}")
    return False


def heard_match() -> float:
    """Return the share of the families of which a whole match was played by hearing alone."""
    played = 0
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="h", dir="/tmp")))
        (folder / "network").mkdir()
        net = stack.enter_context(network(folder / "network"))
        first, second, third = (stack.enter_context(net.browser("en", (360, 640))) for _ in range(3))
        for number, (game, choices) in enumerate(MATCHES):
            own = folder / str(number)
            own.mkdir()
            with evening_in(net, (first, second, third), own) as made:
                made.box.new_match(game, *choices)
                made.join()
                with suppress(NotHeard):
                    played += heard(made)
    return played / len(MATCHES)


if __name__ == "__main__":
    print("heard_match", heard_match())
