"""The tray's board in KiCad's form: footprints placed, tracks laid, ground poured.

Runs in the Python that KiCad's own module is installed for, which is the system's.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pcbnew

from circuit import layout, measures, netlist
from circuit.measures import Measures
from circuit.netlist import Netlist
from circuit.places import FOOTPRINTS
from circuit.route import Area, Pad, Router, Rules, Track, Via

# As KiCad names the nets of a drawing's first sheet.
GROUND = "/GND"
# What is printed besides the parts: what it is, its revision, where it is from, and values too long for their parts.
REVISION = "B"
_PRINTED = (
    f"Codemaker tray, rev. {REVISION}",
    "codemaker-box: hardware/README.md",
    "D1-D5 RGB LED, Q1-Q5 TEPT5600",
    "Q6-Q8 2N3904, U1 U2 74HC595",
)
# Lights of one colour draw up to 90 mA together.
WIDE = frozenset({"/+5V", "/RED_SINK", "/GREEN_SINK", "/BLUE_SINK"})
RULES = Rules(wide_nets=WIDE)
VIA_DRILL = 0.35
_MM = pcbnew.FromMM


def draw(circuit: Netlist, size: Measures) -> Any:
    """Draw the whole board."""
    board = pcbnew.CreateEmptyBoard()
    board.GetDesignSettings().SetBoardThickness(_MM(size.thickness))
    _outline(board, size)
    nets = _nets(board, circuit)
    _parts(board, circuit, size, nets)
    tracks, vias = _routed(board, size)
    for track in tracks:
        _track(board, track, nets)
    for via in vias:
        _via(board, via, nets)
    for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
        _pour(board, size, nets[GROUND], layer)
    _print(board, size)
    return board


def _at(x: float, y: float) -> Any:
    return pcbnew.VECTOR2I(_MM(x), _MM(y))


def _outline(board: Any, size: Measures) -> None:
    corners = [(0.0, 0.0), (size.width, 0.0), (size.width, size.height), (0.0, size.height)]
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        line = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_SEGMENT)
        line.SetLayer(pcbnew.Edge_Cuts)
        line.SetWidth(_MM(0.1))
        line.SetStart(_at(*start))
        line.SetEnd(_at(*end))
        board.Add(line)


def _nets(board: Any, circuit: Netlist) -> dict[str, Any]:
    nets = {}
    for name in sorted(circuit.nets):
        nets[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(nets[name])
    return nets


def _parts(board: Any, circuit: Netlist, size: Measures, nets: dict[str, Any]) -> None:
    places = layout.place(size)
    for part in circuit.parts.values():
        footprint = _footprint(part)
        place = places[part.ref]
        footprint.SetPosition(_at(place.x, place.y))
        footprint.SetOrientationDegrees(place.turned)
        for pad in footprint.Pads():
            net = circuit.net_of(part.ref, pad.GetNumber())
            if net is not None:
                pad.SetNet(nets[net])
        _name(footprint, place)
        _value(footprint, place, part, circuit)
        board.Add(footprint)


def _footprint(part: netlist.Part) -> Any:
    library, name = part.footprint.split(":")
    footprint = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), name)
    footprint.SetFPID(pcbnew.LIB_ID(library, name))
    footprint.SetReference(part.ref)
    footprint.SetValue(part.value)
    return footprint


def _name(footprint: Any, place: layout.Place) -> None:
    text = footprint.Reference()
    text.SetTextSize(pcbnew.VECTOR2I(_MM(0.8), _MM(0.8)))
    text.SetTextThickness(_MM(0.12))
    text.SetTextAngleDegrees(0)
    if place.name is layout.UNPRINTED:
        text.SetVisible(False)
    elif place.name is not None:
        dx, dy = place.name
        text.SetPosition(_at(place.x + dx, place.y + dy))


def _value(footprint: Any, place: layout.Place, part: netlist.Part, circuit: Netlist) -> None:
    """Print the part's value, and at a test point the name of its net."""
    if place.value is None:
        return
    text = footprint.Value()
    if part.kind == "test":
        net = circuit.net_of(part.ref, "1") or ""
        text = pcbnew.PCB_TEXT(footprint)
        text.SetText(net.removeprefix("/"))
        footprint.Add(text)
    text.SetLayer(pcbnew.F_SilkS)
    text.SetVisible(True)
    text.SetTextSize(pcbnew.VECTOR2I(_MM(0.8), _MM(0.8)))
    text.SetTextThickness(_MM(0.12))
    text.SetTextAngleDegrees(0)
    dx, dy = place.value
    text.SetPosition(_at(place.x + dx, place.y + dy))


def _routed(board: Any, size: Measures) -> tuple[list[Track], list[Via]]:
    pads = list(_pads(board))
    keep_out = [(screw, 1.6 + 0.4) for screw in size.screws]
    router = Router(Area(size.width, size.height, pads, keep_out), RULES)
    # The ground has its own tracks too, lest what is poured falls apart.
    return router.route({pad.net for pad in pads if pad.net})


def _pads(board: Any) -> Iterator[Pad]:
    for footprint in board.GetFootprints():
        for pad in footprint.Pads():
            box = pad.GetBoundingBox()
            middle = pad.GetPosition()
            x, y = pcbnew.ToMM(middle.x), pcbnew.ToMM(middle.y)
            half = pcbnew.ToMM(box.GetWidth()) / 2, pcbnew.ToMM(box.GetHeight()) / 2
            yield Pad(pad.GetNetname(), x, y, *half)


def _track(board: Any, track: Track, nets: dict[str, Any]) -> None:
    item = pcbnew.PCB_TRACK(board)
    item.SetStart(_at(*track.start))
    item.SetEnd(_at(*track.end))
    item.SetWidth(_MM(track.width))
    item.SetLayer((pcbnew.F_Cu, pcbnew.B_Cu)[track.layer])
    item.SetNet(nets[track.net])
    board.Add(item)


def _via(board: Any, via: Via, nets: dict[str, Any]) -> None:
    item = pcbnew.PCB_VIA(board)
    item.SetPosition(_at(*via.at))
    item.SetWidth(_MM(RULES.via))
    item.SetDrill(_MM(VIA_DRILL))
    item.SetNet(nets[via.net])
    board.Add(item)


def _pour(board: Any, size: Measures, net: Any, layer: int) -> None:
    zone = pcbnew.ZONE(board)
    zone.SetLayer(layer)
    zone.SetNet(net)
    zone.SetLocalClearance(_MM(0.25))
    zone.SetMinThickness(_MM(0.25))
    zone.SetThermalReliefGap(_MM(0.3))
    zone.SetThermalReliefSpokeWidth(_MM(0.4))
    zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
    rim = RULES.edge
    outline = zone.Outline()
    outline.NewOutline()
    for x, y in ((rim, rim), (size.width - rim, rim), (size.width - rim, size.height - rim), (rim, size.height - rim)):
        outline.Append(_MM(x), _MM(y))
    board.Add(zone)


def _print(board: Any, size: Measures) -> None:
    """What is printed on the board besides the parts."""
    for line, text in enumerate(_PRINTED):
        item = pcbnew.PCB_TEXT(board)
        item.SetText(text)
        item.SetPosition(_at(23.0, 58.6 + 1.7 * line))
        item.SetTextSize(pcbnew.VECTOR2I(_MM(1.0), _MM(1.0)))
        item.SetTextThickness(_MM(0.15))
        item.SetLayer(pcbnew.F_SilkS)
        board.Add(item)


def main(drawn_file: str, drafted_file: str, board_file: str) -> None:
    """Write the board of a drawing's netlist, if that is the circuit that was drafted."""
    drawn = netlist.load(Path(drawn_file))
    if not drawn.is_same(netlist.load(Path(drafted_file))):
        raise SystemExit(f"expected the circuit of {drafted_file}, got another one in {drawn_file}")
    # KiCad gives every item a random name and sorts by it: the same ones every time, then.
    pcbnew.KIID.SeedGenerator(1)
    board = draw(drawn, measures.load())
    pcbnew.SaveBoard(board_file, board)
    # Only a board that was loaded knows what hangs together, which pouring needs.
    board = pcbnew.LoadBoard(board_file)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(board_file, board)
    Path(board_file).with_suffix(".kicad_prl").unlink(missing_ok=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
