"""The guide: a page of HTML that needs no other file, with a picture for each step drawn from board and case."""

from __future__ import annotations

import base64
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from circuit.analog import RESISTOR_TOLERANCE, SUPPLIES
from circuit.limits import FULL_SCALE, WHITE_STEPS
from circuit.netlist import Netlist
from circuit.parts import Kinds
from circuit.places import HARDWARE

GUIDE = HARDWARE / "guide.toml"
_TYPES = {".png": "image/png", ".svg": "image/svg+xml"}
_LIT_SHARE = 3 / 4
"""Of the four slots of a cycle three are lit; a multimeter shows the mean."""

STYLE = """
body { font: 18px/1.5 sans-serif; max-width: 52em; margin: 1em auto; padding: 0 1em; color: #111; }
img { max-width: 100%; max-height: 30em; display: block; margin: .5em 0; }
li { margin: .3em 0; } label { display: block; padding-left: 1.8em; text-indent: -1.8em; margin: .4em 0; }
input { width: 1.1em; height: 1.1em; margin-right: .5em; }
table { border-collapse: collapse; } td, th { border: 1px solid #888; padding: .3em .6em; text-align: left; }
.care { border: 3px solid #b00; padding: 0 1em; }
@media print { section { break-inside: avoid; } }
"""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the guide; *mounts* are the kinds of part that it adds, *picture* a file for a step without."""

    title: str
    minutes: int
    do: Sequence[str]
    mounts: Sequence[str]
    picture: str


@dataclass(frozen=True, slots=True)
class Guide:
    """The whole table."""

    tools: Sequence[str]
    safety: Sequence[str]
    steps: Sequence[Step]


def load(path: Path = GUIDE) -> Guide:
    """Read the table."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    steps = [
        Step(step["title"], step["minutes"], step["do"], step.get("mounts", ()), step.get("picture", ""))
        for step in table["step"]
    ]
    return Guide(table["tools"], table["safety"], steps)


def mounted(guide: Guide, circuit: Netlist) -> Iterator[tuple[int, set[str]]]:
    """For each step that mounts parts its number, and all parts that are on the board after it."""
    kinds: set[str] = set()
    for number, step in enumerate(guide.steps):
        if step.mounts:
            kinds |= set(step.mounts)
            yield number, {part.ref for part in circuit.parts.values() if part.kind in kinds}


def readings(kinds: Kinds, pin: str) -> list[tuple[str, str, str]]:
    """What a multimeter shows on a sound board: between what, when, how much; *pin* is the button's."""
    low, high = SUPPLIES
    load = kinds["load"].ohms / 1000
    dim, bright = (steps / FULL_SCALE * 5.0 * _LIT_SHARE for steps in WHITE_STEPS)
    return [
        ("+5V and GND", "no cable", "no beep"),
        ("SEEN0 to SEEN4 and +5V", "no cable", "no beep"),
        ("SEEN0 to SEEN4 and GND", "no cable, the holes dark", f"{_spread(load)} kohm each"),
        (f"{pin} and GND", "no cable, button pressed", f"{_spread(kinds['guard'].ohms / 1000)} kohm"),
        (f"{pin} and GND", "no cable, button not pressed", "open circuit"),
        ("+5V and GND", "cable plugged in", f"{low:.2f} to {high:.2f} V"),
        (
            "SEEN0 to SEEN4 and GND",
            "cable plugged in, a white peg in the hole, no lamp",
            f"{dim:.1f} to {bright:.1f} V",
        ),
    ]


def _spread(value: float) -> str:
    return f"{value * (1 - RESISTOR_TOLERANCE):.1f} to {value * (1 + RESISTOR_TOLERANCE):.1f}"


def write(guide: Guide, kinds: Kinds, pin: str, pictures: Path, target: Path) -> None:
    """Write the page; the pictures of steps that mount parts are ``step-N.png`` in *pictures*."""
    total = sum(step.minutes for step in guide.steps)
    text = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Build the Codemaker tray</title>',
        '<meta name="viewport" content="width=device-width">',
        f"<style>{STYLE}</style></head><body><h1>Build the Codemaker tray</h1>",
        f"<p>About {total} minutes in {len(guide.steps)} steps, without printing. No board of this revision has been "
        "built yet: what is said here follows from the drawings.</p>",
        f"<h2>Tools</h2>{_list(guide.tools)}",
        f'<div class="care"><h2>Before you solder</h2>{_list(guide.safety)}</div>',
        *(_step(number, step, pictures) for number, step in enumerate(guide.steps)),
        "<h2>What the multimeter shows</h2><table><tr><th>between</th><th>when</th><th>expect</th></tr>",
        *(f"<tr><td>{'</td><td>'.join(map(escape, row))}</td></tr>" for row in readings(kinds, pin)),
        "</table><p>If something differs, look for a bridge of solder, a part in the wrong row, a part the wrong way "
        "round. Smoke or something too hot to touch: pull the cable.</p></body></html>",
    ]
    target.write_text("\n".join(text) + "\n", encoding="utf-8")


def _list(items: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"


def _step(number: int, step: Step, pictures: Path) -> str:
    picture = pictures / f"step-{number}.png" if step.mounts else HARDWARE / step.picture
    boxes = "".join(f'<label><input type="checkbox">{escape(item)}</label>' for item in step.do)
    return (
        f"<section><h2>{number + 1}. {escape(step.title)} <small>({step.minutes} minutes)</small></h2>"
        f'<img alt="{escape(step.title)}" src="{_embedded(picture)}">{boxes}</section>'
    )


def _embedded(picture: Path) -> str:
    content = base64.b64encode(picture.read_bytes()).decode("ascii")
    return f"data:{_TYPES[picture.suffix]};base64,{content}"
