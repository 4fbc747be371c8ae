"""The journal, stored in SQLite; no other package imports ``sqlite3``."""
