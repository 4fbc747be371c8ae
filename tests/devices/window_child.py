"""A tiny program around a window, for the tests: it says every event on stdout and does what stdin says."""

from __future__ import annotations

import sys
from collections import deque
from contextlib import closing
from threading import Thread

from PIL.Image import Image, new

from companion.app.shutdown import shutdown_signals
from companion.box import Answered, Box, Button, Clicked, Cue, Format, Press, Quit, Redraw, Release, Typed
from companion.devices.window import open_window
from companion.errors import DeviceMissing
from companion.match.catalogue import peg_colours
from companion.tray.controls import PlayedTray
from tests.support.paper_hands import PaperHands

SIZE = (128, 64)
LABELS = {button: button.name for button in Button}


def frame(name: str) -> Image:
    """Return a frame by its name; ``steps`` has a pixel lit in every row and column and is like no mirror of it."""
    image = new("1", SIZE, 1 if name == "bright" else 0)
    if name == "steps":
        for x in range(SIZE[0]):
            for y in range(x * SIZE[1] // SIZE[0] + 1):
                image.putpixel((x, y), (x * y + x) % 3 == 0)
    return image


def say(*words: object) -> None:
    print(*words, flush=True)


def obey(box: Box, hands: PaperHands | None, line: str) -> None:
    verb, _, what = line.partition(" ")
    match verb:
        case "show":
            box.display.show(frame(what))
        case "light":
            box.display.light(int(what))
        case "sound":
            box.speaker.play(Cue.LOST)
        case "answer":
            box.speaker.play(Answered(int(what), 0))
        case "volume":
            box.speaker.volume(int(what))
        case "lamps" if hands is not None:
            hands.lamps = int(what)
        case "nap":
            rest(box, float(what))
    say("done", line)


def rest(box: Box, seconds: float) -> None:
    until = box.inputs.now() + seconds
    before = wake_ups()
    event = box.inputs.wait(until)
    say("rested", event, "woken", wake_ups() - before, "early", box.inputs.now() < until)


def wake_ups() -> int:
    with open("/proc/self/status") as status:
        return sum(int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt"))


def listen(box: Box, orders: deque[str]) -> None:
    for line in sys.stdin:
        orders.append(line.strip())
        box.inputs.post(Redraw())


def run(box: Box, hands: PaperHands | None) -> None:
    orders: deque[str] = deque()
    Thread(target=listen, args=(box, orders), daemon=True).start()
    while True:
        match box.inputs.wait(None):
            case Press(button=button):
                say("press", button.name)
            case Typed(text=text, button=button):
                say("typed", repr(text), button and button.name)
            case Clicked(x=x, y=y):
                say("click", x, y)
            case Release(button=button):
                say("release", button.name)
            case Redraw():
                obey(box, hands, orders.popleft())
            case Quit():
                say("quit")
                return


def main() -> None:
    try:
        hands = PaperHands(lambda done: say("tray", done)) if "tray" in sys.argv else None
        box = open_window(Format(SIZE), LABELS, None if hands is None else PlayedTray(hands, peg_colours()))
    except DeviceMissing as missing:
        say("missing", missing)
        return
    with closing(box), shutdown_signals(lambda: box.inputs.post(Quit())):
        say("open", *box.missing)
        run(box, hands)
    say("closed")


if __name__ == "__main__":
    main()
