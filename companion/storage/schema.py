"""What the journal's database looks like, version by version; a box compares it with what it finds, word for word."""

from __future__ import annotations

from companion.match.archive import EntryKind

VERSION = 3
# "code" in ASCII: tells file(1), and us, whose database it is.
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
    f"""CREATE TABLE entries (
    match INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    deed TEXT NOT NULL CHECK (deed IN ({", ".join(f"'{deed.value}'" for deed in EntryKind)})),
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

# From version 3 on every row carries a proof of what is in it, see ``journal_chain``. It takes the place of checks on
# texts: those would make SQLite refuse the whole database for one damaged word.
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
    # Nearly every match has a line: with the few that have none, all others are known by their numbers.
    "CREATE INDEX unplayed ON matches (id) WHERE lines = 0",
)

# What a journal of each version has; a step from 1 to 2 only adds, one to 3 writes every row again.
TABLES = {1: MATCHES, 2: (*MATCHES, THROWS), 3: PROVEN}
MARKS = (f"PRAGMA application_id = {APPLICATION_ID}", f"PRAGMA user_version = {VERSION}")
SCHEMA = ";\n".join(("BEGIN", *TABLES[VERSION], *MARKS, "COMMIT"))

# How an older journal is read that must not be changed: views with the columns of today. They hide the tables.
AS_TODAY = (
    """CREATE TEMP VIEW matches AS
SELECT *, (SELECT count(*) FROM main.entries WHERE match = id) AS lines, NULL AS tip, NULL AS proof
FROM main.matches""",
    "CREATE TEMP VIEW entries AS SELECT *, NULL AS seal, NULL AS proof FROM main.entries",
)
THROWS_AS_TODAY = {
    1: "CREATE TEMP TABLE throws (id, dice, names, showed, norths, at, proof)",
    2: "CREATE TEMP VIEW throws AS SELECT *, NULL AS proof FROM main.throws",
}
