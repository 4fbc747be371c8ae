"""The box: a tub for a Pi, and a lid for the HAT on it or for a board of one's own.

Origin: the Pi's rear left corner, z from its upper face. The hand-wired box counts from its perforated board's corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from case import builds, screws
from case.measures import Face, Measures, Opening, Pi, Plug, Point
from case.parts import Assembly, Bridge, Fit, Grip, Part
from case.solids import Solid, box, joined, post, slot

PI = 1.4  # a Pi's board is so thick
POST = 5.0  # room below the Pi
BITE, LONG_BITE = 5.8, 8.0  # how deep a screw's hole is; in the long posts of the hand-wired box
COLUMN = 6.0  # posts and columns for M2.5
PLATE = 2.0
SOCKETS = 16.0  # two USB sockets, one above the other, are so high; measured on none
# The header: the height of its plastic and of its pins, and the depth of a HAT's socket. Usual parts, not measured.
PLASTIC, PINS, SOCKET = 2.5, 8.5, 8.5
# The least volume of the forty pins, 0.8 mm across, that the socket must hold: four millimetres of each.
PINS_HELD = 40 * 4.0 * math.pi * 0.4**2
VIEW = 1.0  # the least margin of the window around the picture, for players who look at it from the side
CARD_ABOVE, CARD_BELOW = (-1.0, 4.0), (-5.0, 1.0)
# Raspberry Pi's drawings, not the table: the first hole from both edges, the others from the first, by the Pi's size.
EDGE, ACROSS, DOWN = 3.5, 58.0, {(65.0, 30.0): 23.0, (85.0, 56.0): 49.0}


@dataclass(frozen=True, slots=True)
class Shell:
    """What the walls stand around: the outline inside of them, and its floor and rim."""

    least: Point
    most: Point
    foot: float
    rim: float


def of_hat(measures: Measures, pi_name: str, hat_name: str) -> Assembly:
    """A Pi with a HAT: tub, lid, and both boards."""
    pi, hat = measures.pis[pi_name], measures.hats[hat_name]
    gap = measures.printing.gap
    face = measures.hat_above_pi + measures.hat_thickness
    rim = face + measures.lid_above_hat
    wide, deep = max(pi.size[0], hat.size[0]), max(pi.size[1], hat.size[1])
    shell = Shell((-gap, -gap), (wide + gap, deep + gap), -PI - POST, rim)
    lid = _lid(measures, shell, _columns(pi.holes, hat.holes, face), [hat.window], hat.fingers)
    screw = builds.screw("no-solder", "screw")
    things = {
        "pi": _pierced(box(0, 0, -PI, *pi.size, PI), pi.holes),
        "header": _header(0.0, 0.0),
        "pins": _pins(0.0, 0.0),
        "socket": box(7.1, 0.96, measures.hat_above_pi - SOCKET, 50.8, 5.08, SOCKET),
        "hat": _pierced(box(0, 0, measures.hat_above_pi, *hat.size, measures.hat_thickness), hat.holes),
        "screws": joined(post(*at, -PI, screw.across, rim + PI + 9) for at in _standard_holes(pi)),
        "threads": screws.threads(_standard_holes(pi), screw, rim + PLATE, -PI),
        "cores": screws.cores(_standard_holes(pi), screw, rim + PLATE, -PI),
        "card": _card(pi),
        "plugs": _plugs(pi.plugs, shell.most[1]),
    }
    fits = (
        *(Fit("tub", name, 0.0) for name in ("pi", "hat", "lid", "screws", "cores")),
        Fit("tub", "card", 0.3),
        Fit("tub", "plugs", 0.1),
        *_sockets_fits(things, pi),
        *_face_fits(things, measures, hat.face, face),
        *(Fit("lid", name, 0.0) for name in ("pi", "hat")),
        *(Fit("header", name, 0.0) for name in ("hat", "socket")),
        *(Fit(name, "screws", 0.05) for name in ("lid", "pi", "hat")),
    )
    grips = (Grip("tub", "threads", screws.least_grip(screw, 4)), Grip("socket", "pins", PINS_HELD))
    parts = (_tub(measures, shell, pi, (0.0, 0.0), pi.holes), lid)
    return Assembly(f"{pi_name}-{hat_name}", parts, things, fits, grips)


def _face_fits(things: dict[str, Solid], measures: Measures, on: Face | None, face: float) -> tuple[Fit, ...]:
    """Add the panel, joystick and keys of a HAT to *things*, and return what the lid must keep from them."""
    if on is None:
        return ()
    stick, finger = on.joystick, measures.finger
    things |= {
        "glass": _block(on.glass, face, on.glass_high),
        "picture": _block(on.picture, face, 40.0, beside=VIEW),
        "joystick": post(*stick.middle, face, stick.across, stick.high),
        "leaning joystick": post(*stick.middle, face, stick.across + 2 * stick.lean, stick.high),
        "keys": joined(box(x - 3, y - 3, face, 6, 6, 3.4) + post(x, y, face + 3.0, 3.5, 1.3) for x, y in on.keys),
        "fingers": joined(post(*at, face + 4.3, finger, 12.0) for at in on.keys),
    }
    gap = measures.printing.slide / 2
    return Fit("lid", "glass", measures.glass_gap), *(
        Fit("lid", name, least)
        for name, least in (("picture", 0.0), ("leaning joystick", 0.5), ("keys", 0.0), ("fingers", gap))
    )


def _block(around: Opening, low: float, high: float, beside: float = 0.0) -> Solid:
    """Return a block over that place, wider by *beside* on each side."""
    (x, y), wide, long = around.middle, around.wide + 2 * beside, around.long + 2 * beside
    return box(x - wide / 2, y - long / 2, low, wide, long, high)


def _plugs(plugs: Iterable[Plug], wall: float) -> Solid:
    """Return the grips of all plugs, beginning at the inside of the front wall."""
    return joined(
        box(plug.middle - plug.wide / 2, wall, plug.above - plug.high / 2, plug.wide, 30.0, plug.high)
        for plug in plugs
    )


def _card(pi: Pi) -> Solid:
    """Return a microSD card, 11 mm wide, that stands out of the left wall."""
    return box(-6.0, pi.card[0] - 5.5, -PI - 1.5 if pi.card_below else 0.2, 15.0, 11.0, 1.0)


def _sockets_fits(things: dict[str, Solid], pi: Pi) -> tuple[Fit, ...]:
    """A large Pi's sockets for USB and network, which stand out on the right; adds them to the *things*."""
    if not pi.right_open:
        return ()
    wide, deep = pi.size
    things["sockets"] = box(wide - 19.0, 2.4, 0.0, 21.5, deep - 4.8, SOCKETS)
    return tuple(Fit(name, "sockets", 0.05) for name in ("tub", "lid", "hat"))


def _columns(pi: Iterable[Point], hat: Iterable[Point], face: float) -> list[tuple[Point, float]]:
    """Return the columns of the lid: they end on the HAT where it has a hole over the Pi's, else on the Pi."""
    return [(at, face if at in hat else 0.0) for at in pi]


def by_hand(measures: Measures) -> Assembly:
    """A Pi Zero below a perforated board."""
    hand, pi, gap = measures.hand, measures.pis["zero"], measures.printing.gap
    under, screw = hand.above_pi, builds.screw("hand-wired", "screw-lid")
    face = under + hand.thickness
    shell = Shell((-gap, -gap), (hand.board[0] + gap, hand.board[1] + gap), -PI - POST, face + hand.lid_above)
    x, y = hand.pi_at
    tub = _tub(measures, shell, pi, hand.pi_at, [(x + dx, y + dy) for dx, dy in pi.holes])
    foot = shell.foot - 1.0
    posts = joined(post(*at, foot, COLUMN + 1, under - foot) for at in hand.holes)
    bites = joined(post(*at, under - LONG_BITE, measures.m25.bite, LONG_BITE) for at in hand.holes)
    tub = Part(tub.name, tub.solid + posts - bites, tub.bridges)
    keys = [Opening(at, hand.key_across, hand.key_across) for at in hand.keys.values()]
    lid = _lid(measures, shell, [(at, face) for at in hand.holes], [hand.window], keys)
    things = {
        "pi": _pierced(box(x, y, -PI, *pi.size, PI), [(x + dx, y + dy) for dx, dy in pi.holes]),
        "header": _header(x, y),
        "pins": _pins(x, y),
        "board": _pierced(box(0, 0, under, *hand.board, hand.thickness), hand.holes),
        "keys": joined(_key(at, face) for at in hand.keys.values()),
        "display": _block(hand.display, face, hand.display_high),
        "picture": _block(hand.picture, face, 40.0, beside=VIEW),
        "threads": screws.threads(hand.holes, screw, shell.rim + PLATE, under),
        "cores": screws.cores(hand.holes, screw, shell.rim + PLATE, under),
        "plugs": _plugs([replace(plug, middle=x + plug.middle) for plug in pi.plugs], shell.most[1]),
    }
    fits = (
        *(Fit("tub", name, 0.0) for name in ("pi", "board", "lid", "cores")),
        Fit("tub", "plugs", 0.1),
        Fit("board", "pins", 2.0),
        Fit("lid", "picture", 0.0),
        Fit("lid", "board", 0.0),
        Fit("lid", "keys", 0.5),
        Fit("lid", "display", 0.15),
    )
    grips = (Grip("tub", "threads", screws.least_grip(screw, len(hand.holes))),)
    return Assembly("hand-wired", (tub, lid), things, fits, grips)


def _header(x: float, y: float) -> Solid:
    """The plastic of the forty pins, at the rear edge of a Pi at that place."""
    return box(x + 7.1, y + 0.96, 0, 50.8, 5.08, PLASTIC)


def _pins(x: float, y: float) -> Solid:
    return joined(
        post(x + 8.37 + 2.54 * column, y + 2.23 + 2.54 * row, 0, 0.8, PINS) for column in range(20) for row in (0, 1)
    )


def _standard_holes(pi: Pi) -> list[Point]:
    """Return where Raspberry Pi's drawings have holes."""
    return [(x, y) for x in (EDGE, EDGE + ACROSS) for y in (EDGE, EDGE + DOWN[pi.size])]


def _key(at: Point, face: float) -> Solid:
    """A key of 6 mm with a stem that ends 9.5 mm above the board."""
    return box(at[0] - 3, at[1] - 3, face, 6, 6, 3.6) + post(*at, face + 3, 3.5, 6.5)


def _pierced(board: Solid, holes: Iterable[Point]) -> Solid:
    """With its holes of 2.7 mm."""
    return board - joined(post(*at, -50.0, 2.7, 100.0) for at in holes)


def _tub(measures: Measures, shell: Shell, pi: Pi, at: Point, holes: Iterable[Point]) -> Part:
    printing = measures.printing
    (left, rear), (right, front), wall = shell.least, shell.most, printing.wall
    base = shell.foot - printing.floor
    solid = box(left - wall, rear - wall, base, right - left + 2 * wall, front - rear + 2 * wall, shell.rim - base)
    solid -= box(left, rear, shell.foot, right - left, front - rear, 99.0)
    holes = list(holes)
    solid += joined(post(*hole, shell.foot - 1, COLUMN, -PI - shell.foot + 1) for hole in holes)
    solid -= joined(post(*hole, -PI - BITE, measures.m25.bite, BITE) for hole in holes)
    cuts, bridges = _openings(shell, pi, at, measures)
    return Part("tub", solid - joined(cuts), tuple(bridges))


def _openings(shell: Shell, pi: Pi, at: Point, measures: Measures) -> tuple[list[Solid], list[Bridge]]:
    """For plugs in front, the card on the left, and what a large Pi has on its right."""
    front, (low, high), wall = shell.most[1], measures.port, measures.printing.wall
    cuts, bridges = [], []
    for number, (middle, wide) in enumerate(pi.ports, start=1):
        x = at[0] + middle - wide / 2
        cuts.append(box(x, front - 0.5, low, wide, wall + 1, high - low))
        bridges.append(Bridge(f"opening {number} in front", wide, (x, front, high), (x + wide, front + wall, high)))
    middle, wide = pi.card
    low, high = CARD_BELOW if pi.card_below else CARD_ABOVE
    # A hand-wired box has its Pi far from the left wall: there the card is put in before the box is closed.
    if at[0] == 0:
        left, y = shell.least[0], at[1] + middle - wide / 2
        cuts.append(box(left - wall - 0.5, y, low, wall + 1, wide, high - low))
        bridges.append(Bridge("the card's opening", wide, (left - wall, y, high), (left, y + wide, high)))
    if pi.right_open:
        cuts.append(box(shell.most[0] - 0.5, 2.0, -1.6, wall + 1, pi.size[1] - 4.0, shell.rim + 2.6))
    return cuts, bridges


def _lid(
    measures: Measures,
    shell: Shell,
    columns: Iterable[tuple[Point, float]],
    windows: Iterable[Opening],
    fingers: Iterable[Opening],
) -> Part:
    printing, rim = measures.printing, shell.rim
    (left, rear), (right, front), wall = shell.least, shell.most, printing.wall
    columns = list(columns)
    solid = box(left - wall, rear - wall, rim, right - left + 2 * wall, front - rear + 2 * wall, PLATE)
    solid += joined(post(*at, low, COLUMN, rim - low + 0.5) for at, low in columns)
    cuts = [post(*at, -50.0, measures.m25.through, 150.0) for at, _ in columns]
    cuts += [_square(window, rim) for window in windows]
    cuts += [slot(*finger.middle, rim - 9, finger.wide, finger.long, 19.0) for finger in fingers]
    return Part("lid", solid - joined(cuts), face_down=True)


def _square(window: Opening, rim: float) -> Solid:
    (x, y), wide, long = window.middle, window.wide, window.long
    return box(x - wide / 2, y - long / 2, rim - 9, wide, long, 19.0)
