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
    edition = game.edition if isinstance(game, TrayReadable) and not game.edition.has_signs else None
    if edition is None:
        # Digits and words are the same in each language, and have no colours.
        return TableBoard(round_, (), tuple(rows))
    colours = [(letter, colour.rgb) for letter, colour in zip(edition.letters, edition.colours, strict=True)]
    languages = sorted({language for colour in edition.colours for language in colour.letter.texts})
    letters = [(language, "".join(colour.letter(language) for colour in edition.colours)) for language in languages]
    in_css = tuple((letter, "#{:02x}{:02x}{:02x}".format(*rgb)) for letter, rgb in colours)
    return TableBoard(round_, in_css, tuple(rows), tuple(letters))


def _rank(rows: list[TableRow]) -> tuple[bool, int]:
    """Return what a board is compared by: whether its code was not found, and the number of its rows."""
    return rows[-1].black < len(rows[-1].row), len(rows)
