"""The SQL schema of the journal's database, by version; a journal is valid if its tables have exactly this text."""

from __future__ import annotations

VERSION = 4
# "code" in ASCII: identifies the database as ours, also for file(1).
APPLICATION_ID = 0x636F6465

MATCHES = (
    """CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    players TEXT NOT NULL CHECK (json_valid(players)),
    begun TEXT NOT NULL,
    result TEXT
) STRICT""",
    """CREATE TABLE entries (
    match INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    deed TEXT NOT NULL CHECK (deed IN ('play', 'undo', 'redo')),
    text TEXT NOT NULL,
    hidden TEXT,
    nonce TEXT,
    at TEXT NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID""",
)
THROWS = """CREATE TABLE throws (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    dice TEXT NOT NULL,
    names TEXT NOT NULL CHECK (json_valid(names)),
    showed TEXT NOT NULL CHECK (json_valid(showed)),
    norths TEXT NOT NULL CHECK (json_valid(norths)),
    at TEXT NOT NULL
) STRICT"""

# From version 3 on every row has a proof of its contents, see ``companion.storage.rows``. The proofs replace CHECK
# constraints on texts: with those, SQLite would refuse the whole database for one damaged word.
PROVEN = (
    """CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    players TEXT NOT NULL,
    begun TEXT NOT NULL,
    result TEXT,
    lines INTEGER NOT NULL,
    tip BLOB NOT NULL,
    proof BLOB NOT NULL
) STRICT""",
    """CREATE TABLE entries (
    match INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    deed TEXT NOT NULL,
    text TEXT NOT NULL,
    hidden TEXT,
    nonce TEXT,
    at TEXT NOT NULL,
    seal TEXT,
    proof BLOB NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE throws (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    dice TEXT NOT NULL,
    names TEXT NOT NULL,
    showed TEXT NOT NULL,
    norths TEXT NOT NULL,
    at TEXT NOT NULL,
    proof BLOB NOT NULL
) STRICT""",
    # Nearly every match has lines: the numbers of the played matches are all numbers except these few.
    "CREATE INDEX unplayed ON matches (id) WHERE lines = 0",
)

# Who played and who won, where the players changed it afterwards: see ``companion.match.changes``.
CHANGES = """CREATE TABLE changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    match INTEGER NOT NULL,
    old TEXT NOT NULL,
    new TEXT NOT NULL,
    proof BLOB NOT NULL
) STRICT"""

# The tables of each version. The upgrades from 1 to 2 and from 3 to 4 only add tables; that to 3 rewrites every row.
TABLES = {1: MATCHES, 2: (*MATCHES, THROWS), 3: PROVEN, 4: (*PROVEN, CHANGES)}
FIRST_PROVEN = 3
MARKS = (f"PRAGMA application_id = {APPLICATION_ID}", f"PRAGMA user_version = {VERSION}")
SCHEMA = ";\n".join(("BEGIN", *TABLES[VERSION], *MARKS, "COMMIT"))

# Views for reading an older journal without changing it. They have the current columns and hide the old tables.
AS_TODAY = (
    """CREATE TEMP VIEW matches AS
SELECT *, (SELECT count(*) FROM main.entries WHERE match = id) AS lines, NULL AS tip, NULL AS proof
FROM main.matches""",
    "CREATE TEMP VIEW entries AS SELECT *, NULL AS seal, NULL AS proof FROM main.entries",
)
CHANGES_AS_TODAY = "CREATE TEMP TABLE changes (id, kind, match, old, new, proof)"
THROWS_AS_TODAY = {
    1: "CREATE TEMP TABLE throws (id, dice, names, showed, norths, at, proof)",
    2: "CREATE TEMP VIEW throws AS SELECT *, NULL AS proof FROM main.throws",
}
