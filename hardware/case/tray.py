"""The tray's body: a tub, a deck with five holes, a button, a lid for a hidden code.

Origin: as in tray.toml, the rear left corner of the board; z from the board's upper face.
"""

from __future__ import annotations

from circuit.measures import Measures as Board

from case import builds, screws
from case.measures import Measures
from case.parts import Assembly, Bridge, Fit, Grip, Part
from case.solids import Solid, box, funnel, joined, post, slot

PLATE = 3.0  # the deck's, with a groove of GROOVE in it
GROOVE = 1.2
COLUMN = 7.0  # posts and columns for M3
LIP = 2.0  # how far the deck reaches into the tub
BITE = 5.5  # how deep a screw's hole is
WEB = 1.0  # how far the wall between light and phototransistor rises above both
FLANGE = (8.0, 1.6)  # of the button: across, high
LED_HIGH = 8.6  # of a light or phototransistor, from its foot to its dome
COLLAR = (5.8, 1.0)  # at its foot: across, high
SPARE = 0.1  # half the play between a screw's column and the board


def assemble(measures: Measures, board: Board) -> Assembly:
    """The tray, put together."""
    _is_wide_enough(measures, board)
    parts = (_tub(measures, board), _deck(measures, board), _button(measures, board), _lid(measures, board))
    gap, slide = measures.printing.gap, measures.printing.slide
    fits = (
        Fit("tub", "board", 0.0),
        Fit("tub", "deck", 0.0),
        Fit("tub", "nano", gap),
        Fit("tub", "plug", 0.3),
        Fit("tub", "cores", 0.0),
        Fit("deck", "board", 0.0),
        Fit("deck", "lights", 0.15),
        Fit("deck", "phototransistors", 0.15),
        Fit("deck", "lamps", 0.15),
        Fit("deck", "nano", gap),
        Fit("deck", "tall parts", gap),
        Fit("deck", "pegs", 0.0),
        Fit("deck", "button", slide - 0.01),
        Fit("deck", "lid", 0.0),
        Fit("button", "switch", 0.0),
        Fit("lid", "button", gap),
        Fit("lid", "heads", gap),
    )
    screw = builds.screw("with-tray", "screw")
    place = board.screws, screw, top(measures, board), -board.thickness
    all_things = things(measures, board) | {"threads": screws.threads(*place), "cores": screws.cores(*place)}
    return Assembly(
        "tray", parts, all_things, fits, (Grip("tub", "threads", screws.least_grip(screw, len(board.screws))),)
    )


def face(measures: Measures, board: Board) -> float:
    """How high the face of a peg stands above the board: the optics' depth above lights and phototransistors."""
    return measures.tray.dome + board.optics.depth


def _rim(measures: Measures, board: Board) -> float:
    """How far the rim that a peg rests on juts out below it, all around."""
    optics, peg = board.optics, measures.tray.peg
    if not optics.least_peg <= peg <= optics.most_peg:
        raise ValueError(f"expected a peg of {optics.least_peg} to {optics.most_peg} mm, got {peg!r}")
    return (peg - optics.open) / 2


def top(measures: Measures, board: Board) -> float:
    """How high the deck's upper face is."""
    return face(measures, board) + measures.tray.sink


def _is_wide_enough(measures: Measures, board: Board) -> None:
    """The lid's groove has to be between the last hole and the button."""
    right = _groove(measures, board)[2]
    stem = board.button[0] - measures.tray.button_stem / 2 - measures.printing.slide
    if stem - right < measures.printing.least_wall:
        raise ValueError(
            f"expected holes that leave room for the lid beside the button, got a pitch of {board.pitch!r}"
        )


def _groove(measures: Measures, board: Board) -> tuple[float, float, float, float]:
    """The lid's groove, its outer edge: left, rear, right, front."""
    wide = measures.tray.lid_wall + 2 * measures.printing.slide
    left, _ = board.hole(0)
    right, row = board.hole(board.holes - 1)
    aside, rear, front = 5.6 + wide, 12.2 + wide, 9.0 + wide
    return left - aside, row - rear, right + aside, row + front


def _tub(measures: Measures, board: Board) -> Part:
    printing, tray = measures.printing, measures.tray
    foot = -board.thickness - tray.below_board - printing.floor
    rim = top(measures, board) - PLATE
    out = printing.gap + printing.wall
    solid = box(-out, -out, foot, board.width + 2 * out, board.height + 2 * out, rim - foot)
    gap = printing.gap
    solid -= box(-gap, -gap, foot + printing.floor, board.width + 2 * gap, board.height + 2 * gap, rim - foot)
    posts = [post(x, y, foot + 1.0, COLUMN, -board.thickness - foot - 1.0) for x, y in board.screws]
    solid = joined([solid, *posts])
    low = tray.usb_middle - tray.usb_high / 2
    holes = [post(x, y, -board.thickness - BITE, measures.m3.bite, BITE) for x, y in board.screws]
    # Open up to the deck, so that nothing hangs in the air.
    holes.append(box(-out - 1, board.usb - tray.usb_wide / 2, low, printing.wall + 2, tray.usb_wide, rim - low))
    return Part("tub", solid - joined(holes))


def _deck(measures: Measures, board: Board) -> Part:
    high, least = top(measures, board), measures.printing.least_wall
    out = measures.printing.gap + measures.printing.wall
    solid = box(-out, -out, high - PLATE, board.width + 2 * out, board.height + 2 * out, PLATE)
    solid = joined([solid, _lip(measures, board), _block(measures, board)])
    columns = [post(x, y, 0.0, COLUMN, high - PLATE + 1.0) for x, y in board.screws]
    x, y = board.button
    guide = post(x, y, high - PLATE - 4.0, measures.tray.button_stem + 4 * least, 4.5)
    solid = joined([solid, *columns, guide])
    holes = [post(x, y, -1.0, measures.m3.through, high + 2) for x, y in board.screws]
    for x, y in map(board.hole, range(board.holes)):
        holes += [well(measures, board, x, y), post(x, y + board.lamp, 0.0, measures.tray.lamp_bore, high + 1.0)]
    stem = measures.tray.button_stem + 2 * measures.printing.slide
    holes += [post(*board.button, 0.0, stem, high + 1.0), _ring(measures, board)]
    return Part("deck", solid - joined(holes), _bridges(measures, board), face_down=True)


def _lip(measures: Measures, board: Board) -> Solid:
    """What keeps the deck in its place and light out of the gap; the board's columns stand inside of it."""
    slack = 0.2 - measures.printing.gap
    wide, deep = board.width - 2 * slack, board.height - 2 * slack
    low = top(measures, board) - PLATE - LIP
    frame = box(slack, slack, low, wide, deep, LIP + 0.5)
    thick = 1.6
    return frame - box(slack + thick, slack + thick, low - 1, wide - 2 * thick, deep - 2 * thick, LIP + 3)


def _block(measures: Measures, board: Board) -> Solid:
    """The block around the wells of all five."""
    left, row = board.hole(0)
    foot = measures.tray.block_foot
    rear, front = row + board.lamp - measures.tray.lamp_bore / 2 - 1.5, row + 8.0
    aside = measures.tray.peg / 2 + 3.0
    wide = (board.holes - 1) * board.pitch + 2 * aside
    return box(left - aside, rear, foot, wide, front - rear, top(measures, board) - PLATE - foot + 0.5)


def well(measures: Measures, board: Board, x: float, y: float) -> Solid:
    """What is hollow at the hole at x, y: for the peg, for the light's way, for light and phototransistor."""
    tray, slide = measures.tray, measures.printing.slide
    high, at = top(measures, board), face(measures, board)
    wide = tray.peg + 2 * slide
    # The rim is a funnel, on which the edge of the peg's face comes to rest.
    drop = (wide - board.optics.open) / 2
    rim = at - _rim(measures, board)
    roof = rim - measures.printing.least_wall
    floor = tray.dome + WEB
    middle, long = y + (board.light + board.eye) / 2, board.eye - board.light + tray.bore
    return joined(
        [
            post(x, y, rim + drop, wide, high - rim),
            funnel(x, y, rim, board.optics.open, wide, drop),
            post(x, y, roof - 0.5, board.optics.open, rim - roof + 0.5),
            slot(x, middle, floor, tray.bore, long, roof - floor),
            post(x, y + board.light, 0.0, tray.bore, floor + 0.5),
            post(x, y + board.eye, 0.0, tray.bore, floor + 0.5),
        ]
    )


def webs(measures: Measures, board: Board, first: float, last: float, row: float) -> Bridge:
    """The webs between light and phototransistor of all holes of that row, from the *first* to the *last*."""
    floor, bore = measures.tray.dome + WEB, measures.tray.bore
    rear, front = row + board.light - bore / 2, row + board.eye + bore / 2
    return Bridge("the webs", bore, (first - bore, rear, floor), (last + bore, front, floor))


def _ring(measures: Measures, board: Board) -> Solid:
    """The groove that the lid stands in."""
    left, rear, right, front = _groove(measures, board)
    wide = measures.tray.lid_wall + 2 * measures.printing.slide
    low = top(measures, board) - GROOVE
    outer = box(left, rear, low, right - left, front - rear, GROOVE + 1)
    return outer - box(left + wide, rear + wide, low - 1, right - left - 2 * wide, front - rear - 2 * wide, 9.0)


def _bridges(measures: Measures, board: Board) -> tuple[Bridge, ...]:
    """The groove's ground, and the webs between light and phototransistor."""
    left, rear, right, front = _groove(measures, board)
    high, wide = top(measures, board), measures.tray.lid_wall + 2 * measures.printing.slide
    groove = Bridge("the groove", wide, (left, rear, high - GROOVE), (right, front, high - GROOVE))
    first, row = board.hole(0)
    last, _ = board.hole(board.holes - 1)
    return groove, webs(measures, board, first, last, row)


def _button(measures: Measures, board: Board) -> Part:
    x, y = board.button
    across, thick = FLANGE
    foot = measures.tray.button_top
    high = top(measures, board) + 1.5 - foot
    return Part("button", joined([post(x, y, foot, measures.tray.button_stem, high), post(x, y, foot, across, thick)]))


def _lid(measures: Measures, board: Board) -> Part:
    """It stands in the deck's groove, open below."""
    slide, wall, high = measures.printing.slide, measures.tray.lid_wall, measures.tray.lid_high
    left, rear, right, front = _groove(measures, board)
    left, rear, wide, deep = left + slide, rear + slide, right - left - 2 * slide, front - rear - 2 * slide
    foot = top(measures, board) - GROOVE
    solid = box(left, rear, foot, wide, deep, GROOVE + high + wall)
    solid -= box(left + wall, rear + wall, foot - 1, wide - 2 * wall, deep - 2 * wall, 1 + GROOVE + high)
    return Part("lid", solid, face_down=True)


def things(measures: Measures, board: Board) -> dict[str, Solid]:
    """What is on the board, as rough shapes: heights of lights and lamps by their data sheets, the rest guessed."""
    tray = measures.tray
    holes = [board.hole(number) for number in range(board.holes)]
    rest = face(measures, board)
    return {
        "board": box(0, 0, -board.thickness, board.width, board.height, board.thickness),
        "lights": joined(led(x, y + board.light, tray.dome) for x, y in holes),
        "phototransistors": joined(led(x, y + board.eye, tray.dome) for x, y in holes),
        "lamps": joined(_lamp(x, y + board.lamp) for x, y in holes),
        "nano": _nano(board),
        "plug": box(
            -40.0,
            board.usb - tray.plug_wide / 2,
            tray.plug_middle - tray.plug_high / 2,
            40.0 - measures.printing.gap,
            tray.plug_wide,
            tray.plug_high,
        ),
        # The capacitor, and the shift registers in sockets.
        "tall parts": joined([post(82.25, 14.0, 0, 6.3, 12.0), box(54, 7, 0, 10, 20, 9), box(65, 7, 0, 10, 20, 9)]),
        "switch": box(board.button[0] - 3, board.button[1] - 3, 0, 6, 6, 3.6)
        + post(*board.button, 3.0, 3.5, tray.button_top - 3.0),
        "pegs": joined(post(x, y, rest, tray.peg, tray.sink + 8.0) for x, y in holes),
        "heads": joined(post(x, y, rest + tray.sink, 10.0, 24.0) for x, y in holes),
    }


def led(x: float, y: float, high: float) -> Solid:
    """A round light or phototransistor of 5 mm: dome, body, and the collar it has at its foot."""
    return post(x, y, high - LED_HIGH, *COLLAR) + post(x, y, high - LED_HIGH, 5.0, LED_HIGH)


def _lamp(x: float, y: float) -> Solid:
    return post(x, y, 0.0, 3.8, 1.0) + post(x, y, 0.0, 3.0, 5.3)


def _nano(board: Board) -> Solid:
    """On sockets of 8.5 mm, 2.5 mm of its pins' plastic between; its plug looks over the left edge."""
    y = board.usb
    return box(4.0, y - 9.2, 0, 44.0, 18.4, 13.0) + box(2.0, y - 4.0, 12.6, 9.0, 8.0, 4.0)
