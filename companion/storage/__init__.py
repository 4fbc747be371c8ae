"""The journal in SQLite; no other package imports SQLite."""
