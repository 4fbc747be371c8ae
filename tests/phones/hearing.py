"""A player who sees nothing: hears the live regions of a phone, and finds controls by their names.

It knows docs/phones.md and the rules of the games, and imports nothing of the program. What it hears and presses is
in the accessibility tree, as a screen reader has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

Node = dict[str, Any]


class NotHeard(Exception):
    """What a player must know to go on was not said."""


@dataclass
class Control:
    """A button as it is read out; *pressed* is None for one that does not toggle."""

    name: str
    place: int
    pressed: bool | None
    is_enabled: bool


@dataclass
class Listener:
    """A player at the phone *page*, in a browser of selenium; ``heard`` has every announcement, in order."""

    page: Any
    random: Random
    heard: list[str] = field(default_factory=list)
    rows: list[tuple[tuple[str, ...], tuple[int, int]]] = field(default_factory=list)
    _last: tuple[str, ...] = ()
    _nodes: dict[str, Node] = field(default_factory=dict)

    def listen(self) -> tuple[str, ...]:
        """Read the tree again; return what its live regions say now, if that is new."""
        nodes = self.page.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        self._nodes = {node["nodeId"]: node for node in nodes}
        said = tuple(
            text
            for node in nodes
            if _property(node, "live") in ("polite", "assertive") and _property(node, "busy") is not True
            for text in self._texts(node)
        )
        # Words that are said again differ in a space that is not heard.
        news = tuple(text.replace("\u00a0", " ").strip() for text in said if text not in self._last)
        self._last = said
        self.heard.extend(news)
        self._note_rows(news)
        return news

    def _texts(self, node: Node) -> Iterator[str]:
        if node.get("role", {}).get("value") == "StaticText":
            yield str(node["name"]["value"])
            return
        for child in node.get("childIds", ()):
            if child in self._nodes:
                yield from self._texts(self._nodes[child])

    @property
    def is_my_turn(self) -> bool:
        """Whether the title, which a screen reader says, has the mark of one's own turn."""
        root = next(node for node in self._nodes.values() if node.get("role", {}).get("value") == "RootWebArea")
        return str(root["name"]["value"]).startswith("●")

    def controls(self) -> list[Control]:
        """Return the buttons of the page."""
        return [
            Control(
                str(node.get("name", {}).get("value", "")),
                node["backendDOMNodeId"],
                None if (pressed := _property(node, "pressed")) is None else pressed == "true",
                _property(node, "disabled") is not True,
            )
            for node in self._nodes.values()
            if node.get("role", {}).get("value") == "button" and not node.get("ignored")
        ]

    def press(self, control: Control) -> None:
        """Press *control*, and read the tree again."""
        found = self.page.execute_cdp_cmd("DOM.resolveNode", {"backendNodeId": control.place})
        call = {"objectId": found["object"]["objectId"], "functionDeclaration": "function () { this.click(); }"}
        self.page.execute_cdp_cmd("Runtime.callFunctionOn", call)
        self.listen()

    def named(self, pattern: str) -> list[Control]:
        """Return the controls that may be pressed and whose whole names fit *pattern*."""
        return [one for one in self.controls() if one.is_enabled and re.fullmatch(pattern, one.name)]

    def move(self) -> str:
        """Enter a move by what was heard, send it, and return its words."""
        if not self.is_my_turn:
            raise NotHeard("expected the mark of one's own turn in the title")
        if places := self.named(r"Place \d: .*"):
            words = self._row(len(places))
        elif targets := self.named(r".+ no\. \d+ is (dark|light)\?"):
            words = self._attack(targets)
        else:
            words = self._choice()
        sent = [one for one in self.named(words) if one.pressed is None]
        self.press(sent[-1])
        return sent[-1].name

    def _row(self, length: int) -> str:
        """Enter the first row that gives all that was heard since the last code was told."""
        colours = [one for one in self.named("[a-z]+") if one.pressed is None]
        fits = [row for row in product(range(len(colours)), repeat=length) if self._fits(row, colours)]
        if not fits:
            raise NotHeard(f"expected an answer to each row, got {self.rows}")
        row = self.random.choice(fits)
        for at in row:
            self.press(self.named(colours[at].name)[0])
        if self.named("Play this row"):
            self.rows.append((tuple(colours[at].name for at in row), (-1, -1)))
        return "Play this row|Hide this code"

    def _fits(self, row: tuple[int, ...], colours: list[Control]) -> bool:
        names = tuple(colours[at].name for at in row)
        return all(answer(names, played) == told for played, told in self.rows)

    def _note_rows(self, news: tuple[str, ...]) -> None:
        """Note the answer to the row, and forget all rows when a code is told; the newest fact comes first."""
        for text in reversed(news):
            told = re.fullmatch(r"(\d) black, (\d) white", text)
            if told and self.rows and self.rows[-1][1] == (-1, -1):
                self.rows[-1] = self.rows[-1][0], (int(told[1]), int(told[2]))
            if text.startswith(("The code is", "Solved", "The code was not found")):
                self.rows.clear()

    def _attack(self, targets: list[Control]) -> str:
        """Ask for a panel and a number that no attack of this round was heard to be wrong for."""
        numbers = self.named(r"\d+|dash")
        tried = {(found[1], found[2]) for text in self.heard for found in re.findall(WRONG, text)}
        pairs = [(target, number) for target in targets for number in numbers]
        new = [one for one in pairs if (one[0].name.split(" is ")[0], one[1].name) not in tried]
        target, number = self.random.choice(new or pairs)
        self.press(target)
        self.press(next(one for one in self.named(number.name) if one.pressed is not None))
        return re.escape(f"{target.name.rsplit(' ', 1)[0]} {number.name}?")

    def _choice(self) -> str:
        """Choose at random; what is covered is looked at first."""
        toggles = self._toggles()
        if not toggles and (looks := self.named("Look at .*")):
            self.press(looks[0])
            toggles = self._toggles()
        if not toggles:
            return ".+"
        best = [one for one in toggles if one.name.startswith(("Play", "Lay", "Draw", "Lock"))]
        chosen = self.random.choice(best or toggles)
        self.press(chosen)
        return re.escape(chosen.name)

    def _toggles(self) -> list[Control]:
        return [one for one in self.named(".+") if one.pressed is not None and not one.name.startswith(BESIDE)]


WRONG = r"(.+) (no\. \d+): (?:dark|light) (\S+)"
BESIDE = ("Look at", "Cover", "Sound", "Give up")


def answer(code: tuple[str, ...], row: tuple[str, ...]) -> tuple[int, int]:
    """Return the key pegs for *row*: black for the right colour and place, white for the right colour."""
    black = sum(one == two for one, two in zip(code, row, strict=True))
    return black, sum(min(code.count(colour), row.count(colour)) for colour in set(code)) - black


def _property(node: Node, name: str) -> object:
    return next((one["value"].get("value") for one in node.get("properties", ()) if one["name"] == name), None)
