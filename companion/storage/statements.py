"""The statements of the journal about matches, lines and dice rolls, and the columns of a roll."""

from __future__ import annotations

import json

from companion.dice import model

MATCH = "id, game, options, players, begun, result, lines, tip, matches.proof"
LINE = "seq, deed, text, hidden, nonce, at, seal, entries.proof"
ALL_MATCHES = f"SELECT {MATCH} FROM matches ORDER BY id DESC"  # noqa: S608 - both parts are ours
MATCH_OF = f"SELECT {MATCH} FROM matches WHERE id = ?"  # noqa: S608
NEWEST_NUMBER = "SELECT coalesce(max(id), 0) FROM matches"
UNPLAYED = "SELECT id FROM matches WHERE lines = 0 ORDER BY id DESC"
NUMBER_AFTER = "SELECT min(id) FROM matches WHERE id > ?"
# One statement, so that the row and the lines of a match in play are read at one instant.
LINES_OF = f"SELECT {MATCH}, {LINE} FROM matches LEFT JOIN entries ON match = id WHERE id = ? ORDER BY seq"  # noqa: S608

# The proof covers the number, so it is set once the number is known.
ADD_MATCH = """
INSERT INTO matches (game, options, players, begun, lines, tip, proof) VALUES (?, ?, ?, ?, 0, x'', x'') RETURNING id
"""
SET_MATCH = "UPDATE matches SET result = ?, lines = ?, tip = ?, proof = ? WHERE id = ?"
TAKE_COPY = "REPLACE INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
ADD_LINE = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

TAKE = {
    # Of two rows of a match the older one has fewer lines: lines are only ever added.
    "matches": "REPLACE INTO matches SELECT ?1, ?, ?, ?, ?, ?, ?, ?, ? "
    "WHERE ?7 > ifnull((SELECT lines FROM matches WHERE id = ?1), -1)",
    "entries": "INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "throws": "INSERT OR IGNORE INTO throws VALUES (?, ?, ?, ?, ?, ?, ?)",
    "changes": "INSERT OR IGNORE INTO changes VALUES (?, ?, ?, ?, ?, ?)",
}
DROP_STRAY_LINES = "DELETE FROM entries WHERE seq > ifnull((SELECT lines FROM matches WHERE id = match), 0)"

# The numbers of the matches have no gaps, so that a lost match is noticed: the next one gets the number again.
REMOVE_NEWEST = (
    "DELETE FROM entries WHERE match = :number",
    "DELETE FROM matches WHERE id = :number",
    "UPDATE sqlite_sequence SET seq = :number - 1 WHERE name = 'matches'",
)

# SQLite keeps the highest number ever given in a table of its own. The comparison shows whether the last rows are
# missing.
HIGHEST = """
SELECT coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = ?1), 0), (SELECT coalesce(max(id), 0) FROM {table})
"""

NEWEST_THROW = "SELECT coalesce(max(id), 0) FROM throws"
ADD_THROW = "INSERT INTO throws (dice, names, showed, norths, at, proof) VALUES (?, ?, ?, ?, ?, x'') RETURNING id"
SET_THROW = "UPDATE throws SET proof = ? WHERE id = ?"
THROW = "id, dice, names, showed, norths, at, proof"
# A negative LIMIT means no limit in SQLite.
LAST_THROWS = f"SELECT {THROW} FROM throws ORDER BY id DESC LIMIT coalesce(?, -1)"  # noqa: S608
THROW_AFTER = f"SELECT {THROW} FROM throws WHERE id > ? ORDER BY id LIMIT 1"  # noqa: S608


def throw_columns(throw: model.DiceRoll) -> tuple[str, ...]:
    """Return the columns of *throw* that a row has beside its number and its proof."""
    dice, names, values, norths, at = throw.columns()
    return dice, json.dumps(names), json.dumps(values), json.dumps(norths), at


def throw_of(dice: str, names: str, showed: str, norths: str, at: str) -> model.DiceRoll:
    """Return the roll with these ``throw_columns``."""
    # Earlier versions took names that UTF-8 cannot have from the command line.
    return model.roll_of((dice, json.loads(names), json.loads(showed), json.loads(norths), at), name_of=str)
