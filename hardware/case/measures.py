"""The measures of the cases, as their table has them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from circuit.places import HARDWARE

CASE = HARDWARE / "case.toml"

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Printing:
    """What the printer and the fingers want."""

    wall: float
    floor: float
    least_wall: float
    most_overhang: float
    most_bridge: float
    gap: float
    slide: float


@dataclass(frozen=True, slots=True)
class Screw:
    """The holes for a screw: one it goes through, one it cuts its thread in."""

    through: float
    bite: float


@dataclass(frozen=True, slots=True)
class Opening:
    """A hole in a lid: its middle, how wide, how long from rear to front."""

    middle: Point
    wide: float
    long: float


@dataclass(frozen=True, slots=True)
class Plug:
    """A plug's grip: the middle along the wall and above the board, how wide and how high it is."""

    middle: float
    above: float
    wide: float
    high: float


@dataclass(frozen=True, slots=True)
class Joystick:
    """A stick: its diameter, how far it leans to each side, and its height above the board."""

    middle: Point
    across: float
    lean: float
    high: float


@dataclass(frozen=True, slots=True)
class Face:
    """What is on a HAT: the panel with its picture, the joystick, the keys."""

    glass: Opening
    glass_high: float
    picture: Opening
    joystick: Joystick
    keys: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Pi:
    """A Pi's outline, holes and sockets."""

    models: str
    size: Point
    holes: tuple[Point, ...]
    ports: tuple[Point, ...]
    card: Point
    card_below: bool
    right_open: bool
    plugs: tuple[Plug, ...]


@dataclass(frozen=True, slots=True)
class Hat:
    """A HAT's outline and holes, the openings over it, and what they are for; None if that is not known."""

    name: str
    size: Point
    holes: tuple[Point, ...]
    window: Opening
    fingers: tuple[Opening, ...]
    face: Face | None


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand-wired box: a perforated board over a Pi Zero."""

    board: Point
    thickness: float
    holes: tuple[Point, ...]
    pi_at: Point
    above_pi: float
    lid_above: float
    window: Opening
    display: Opening
    display_high: float
    picture: Opening
    key_across: float
    keys: Mapping[str, Point]


@dataclass(frozen=True, slots=True)
class Tray:
    """What the tray's body adds to the measures of its board."""

    peg: float
    sink: float
    bore: float
    lamp_bore: float
    block_foot: float
    dome: float
    below_board: float
    usb_middle: float
    usb_wide: float
    usb_high: float
    plug_middle: float
    plug_wide: float
    plug_high: float
    button_stem: float
    button_top: float
    lid_high: float
    lid_wall: float


@dataclass(frozen=True, slots=True)
class Probe:
    """The well of one hole on a breadboard: what is below it, and what is beside it."""

    pocket_high: float
    pocket_wide: float
    pocket_deep: float
    led_leads: int
    pitch: float
    rows: float
    free_row: int


@dataclass(frozen=True, slots=True)
class Measures:
    """All of it."""

    printing: Printing
    m25: Screw
    m3: Screw
    pis: Mapping[str, Pi]
    hats: Mapping[str, Hat]
    hat_above_pi: float
    hat_thickness: float
    lid_above_hat: float
    glass_gap: float
    finger: float
    port: Point
    hand: Hand
    tray: Tray
    probe: Probe


# A table of TOML is of no type that we could name; what is read from it is.
Table = Mapping[str, Any]


def load(path: Path = CASE) -> Measures:
    """Read the table."""
    return read(tomllib.loads(path.read_text(encoding="utf-8")))


def read(table: Table) -> Measures:
    """Make the measures of a table that was read."""
    screws, hat = table["screws"], table["hat"]
    return Measures(
        printing=Printing(**table["print"]),
        m25=Screw(**screws["m25"]),
        m3=Screw(**screws["m3"]),
        pis={name: _pi(entry) for name, entry in table["pi"].items()},
        hats={name: _hat(entry) for name, entry in hat.items() if isinstance(entry, dict)},
        hat_above_pi=hat["above_pi"],
        hat_thickness=hat["thickness"],
        lid_above_hat=table["lid"]["above_hat"],
        glass_gap=table["lid"]["glass_gap"],
        finger=table["lid"]["finger"],
        port=(table["port"]["low"], table["port"]["high"]),
        hand=_hand(table["hand"]),
        tray=_tray(table["tray"]),
        probe=Probe(**{name: value for name, value in table["probe"].items() if name != "source"}),
    )


def _pi(entry: Table) -> Pi:
    return Pi(
        models=entry["models"],
        size=_point(entry["size"]),
        holes=_points(entry["holes"]),
        ports=_points(entry["ports"]),
        card=_point(entry["card"]),
        card_below=entry["card_below"],
        right_open=entry.get("right_wall") == "open",
        plugs=tuple(Plug(*plug) for plug in entry["plugs"]),
    )


def _hat(entry: Table) -> Hat:
    return Hat(
        name=entry["name"],
        size=_point(entry["size"]),
        holes=_points(entry["holes"]),
        window=_window(entry["window"]),
        fingers=tuple(
            Opening(_point(finger["middle"]), finger["across"], finger.get("long", finger["across"]))
            for finger in entry["fingers"]
        ),
        face=_face(entry) if "glass" in entry else None,
    )


def _face(entry: Table) -> Face:
    stick = entry["joystick"]
    return Face(
        glass=_window(entry["glass"]),
        glass_high=entry["glass"]["high"],
        picture=_window(entry["picture"]),
        joystick=Joystick(_point(stick["middle"]), stick["across"], stick["lean"], stick["high"]),
        keys=_points(entry["keys"]),
    )


def _hand(entry: Table) -> Hand:
    return Hand(
        board=_point(entry["board"]),
        thickness=entry["thickness"],
        holes=_points(entry["holes"]),
        pi_at=_point(entry["pi_at"]),
        above_pi=entry["above_pi"],
        lid_above=entry["lid_above"],
        window=_window(entry["window"]),
        display=_window(entry["display"]),
        display_high=entry["display"]["high"],
        picture=_window(entry["picture"]),
        key_across=entry["key_across"],
        keys={name: _point(at) for name, at in entry["keys"].items()},
    )


def _tray(entry: Table) -> Tray:
    own = {name: value for name, value in entry.items() if name not in ("usb", "plug", "lid", "source")}
    nested = {f"{name}_{key}": value for name in ("usb", "plug", "lid") for key, value in entry[name].items()}
    return Tray(**own, **nested)


def _window(entry: Table) -> Opening:
    wide, long = _point(entry["size"])
    return Opening(_point(entry["middle"]), wide, long)


def _point(pair: list[float]) -> Point:
    x, y = pair
    return float(x), float(y)


def _points(pairs: list[list[float]]) -> tuple[Point, ...]:
    return tuple(_point(pair) for pair in pairs)
