"""The box: a tub for a Pi, and a lid for the HAT on it or for a board of one's own.

Origin: the Pi's rear left corner, z from its upper face. The hand-wired box counts from its perforated board's corner.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from case.measures import Hat, Measures, Opening, Pi, Point
from case.parts import Assembly, Bridge, Fit, Part
from case.solids import Solid, box, joined, post, slot

PI = 1.4  # a Pi's board is so thick
POST = 5.0  # room below the Pi
BITE, LONG_BITE = 5.8, 8.0  # how deep a screw's hole is; in the long posts of the hand-wired box
COLUMN = 6.0  # posts and columns for M2.5
PLATE = 2.0
SOCKETS = 16.0  # two USB sockets, one above the other, are so high; measured on none
PORT = (-1.6, 8.5)  # from where to where an opening in the front wall reaches
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
    lid = _hat_lid(measures, shell, pi, hat, face)
    things = {
        "pi": _pierced(box(0, 0, -PI, *pi.size, PI), pi.holes),
        "header": _header(0.0, 0.0),
        "hat": _pierced(box(0, 0, measures.hat_above_pi, *hat.size, measures.hat_thickness), hat.holes),
        "face": _face(hat, face, measures.lid_above_hat),
        "screws": _screws(pi, rim),
    }
    fits = (
        *(Fit("tub", name, 0.0) for name in ("pi", "hat", "lid", "screws")),
        *_sockets_fits(things, pi),
        *(Fit("lid", name, 0.0) for name in ("pi", "hat", "face")),
        *(Fit(name, "screws", 0.05) for name in ("lid", "pi", "hat")),
    )
    return Assembly(f"{pi_name}-{hat_name}", (_tub(measures, shell, pi, (0.0, 0.0), pi.holes), lid), things, fits)


def _sockets_fits(things: dict[str, Solid], pi: Pi) -> tuple[Fit, ...]:
    """A large Pi's sockets for USB and network, which stand out on the right; adds them to the *things*."""
    if not pi.right_open:
        return ()
    wide, deep = pi.size
    things["sockets"] = box(wide - 19.0, 2.4, 0.0, 21.5, deep - 4.8, SOCKETS)
    return tuple(Fit(name, "sockets", 0.05) for name in ("tub", "lid", "hat"))


def by_hand(measures: Measures) -> Assembly:
    """A Pi Zero below a perforated board."""
    hand, pi, gap = measures.hand, measures.pis["zero"], measures.printing.gap
    under = hand.above_pi
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
        "board": _pierced(box(0, 0, under, *hand.board, hand.thickness), hand.holes),
        "keys": joined(_key(at, face) for at in hand.keys.values()),
        "display": box(hand.window.middle[0] - 13.7, hand.window.middle[1] - 12, face, 27.4, 27.8, 6.3),
    }
    fits = (
        *(Fit("tub", name, 0.0) for name in ("pi", "board", "lid")),
        Fit("lid", "board", 0.0),
        Fit("lid", "keys", 0.5),
        Fit("lid", "display", 0.15),
    )
    return Assembly("hand-wired", (tub, lid), things, fits)


def _header(x: float, y: float) -> Solid:
    """The forty pins, at the rear edge of a Pi at that place."""
    rows = [
        post(x + 8.37 + 2.54 * column, y + 2.23 + 2.54 * row, 0, 0.8, 8.5) for column in range(20) for row in (0, 1)
    ]
    return joined([box(x + 7.1, y + 0.96, 0, 50.8, 5.08, 2.5), *rows])


def _face(hat: Hat, face: float, room: float) -> Solid:
    """What is seen and reached of a HAT, to be drawn: as wide as its openings, less a millimetre all around."""
    (x, y), wide, long = hat.window.middle, hat.window.wide - 2.0, hat.window.long - 2.0
    keys = [post(*finger.middle, face, finger.wide - 6.0, room + 3.0) for finger in hat.fingers]
    return joined([box(x - wide / 2, y - long / 2, face, wide, long, min(room, 2.5)), *keys])


def _screws(pi: Pi, rim: float) -> Solid:
    """Where the standards have screws, from above the lid to below the Pi."""
    spots = [(x, y) for x in (EDGE, EDGE + ACROSS) for y in (EDGE, EDGE + DOWN[pi.size])]
    return joined(post(*at, -PI, 2.5, rim + PI + 9) for at in spots)


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
    cuts, bridges = _openings(shell, pi, at, wall)
    return Part("tub", solid - joined(cuts), tuple(bridges))


def _openings(shell: Shell, pi: Pi, at: Point, wall: float) -> tuple[list[Solid], list[Bridge]]:
    """For plugs in front, the card on the left, and what a large Pi has on its right."""
    front, (low, high) = shell.most[1], PORT
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


def _hat_lid(measures: Measures, shell: Shell, pi: Pi, hat: Hat, face: float) -> Part:
    """Columns stand on the HAT where the Pi has a hole below it, else on the Pi."""
    ends = [(at, face if at in hat.holes else 0.0) for at in pi.holes]
    return _lid(measures, shell, ends, [hat.window], hat.fingers)


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
