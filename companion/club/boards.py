"""The boards of the tables as a hall may see them once a round is over: rows and key pegs, without a name."""

from __future__ import annotations

import re

from companion.club.messages import TableBoard, TableRow
from companion.games.contract import AnyGame, TrayReadable
from companion.match.record import Record

# A hole is a dash.
_MOVE = re.compile(r"(?:[1-9] )?([\w-]+)")
_REPLY = re.compile(r"black (\d{1,2}) white (\d{1,2})")


def board_of(round_: int, record: Record, game: AnyGame) -> TableBoard:
    """Return the board of *record*, a match of *game* that was counted; where several played, that of the best."""
    boards: dict[str, list[TableRow]] = {}
    for ply in record.plies:
        move, reply = _MOVE.fullmatch(ply.text), _REPLY.fullmatch(ply.reply)
        if move is not None and reply is not None:
            row = TableRow(move[1], int(reply[1]), int(reply[2]))
            boards.setdefault(ply.text[: move.start(1)], []).append(row)
    rows = min(boards.values(), key=_rank, default=[])
    return TableBoard(round_, _colours(game), tuple(rows))


def _rank(rows: list[TableRow]) -> tuple[bool, int]:
    """Return what a board is compared by: whether its code was not found, and the number of its rows."""
    return rows[-1].black < len(rows[-1].row), len(rows)


def _colours(game: AnyGame) -> tuple[tuple[str, str], ...]:
    """Return the letters of the pegs of *game* with their colours, as in CSS; none for a game of digits or words."""
    if not isinstance(game, TrayReadable) or game.edition.has_signs:
        return ()
    pairs = zip(game.edition.letters, game.edition.colours, strict=True)
    return tuple((letter, "#{:02x}{:02x}{:02x}".format(*colour.rgb)) for letter, colour in pairs)
