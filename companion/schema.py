"""What the journal's database looks like, version by version; a box compares it with what it finds, word for word."""

from __future__ import annotations

from companion.archive import Deed

VERSION = 2
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
    deed TEXT NOT NULL CHECK (deed IN ({", ".join(f"'{deed.value}'" for deed in Deed)})),
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

# What a journal of each version has; a step from one to the next only adds.
TABLES = {1: MATCHES, 2: (*MATCHES, THROWS)}
MARKS = (f"PRAGMA application_id = {APPLICATION_ID}", f"PRAGMA user_version = {VERSION}")
SCHEMA = ";\n".join(("BEGIN", *TABLES[VERSION], *MARKS, "COMMIT"))
