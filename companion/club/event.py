"""An event as its organiser writes it: a file with the rounds, which docs/club.md describes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.club.address import is_key
from companion.club.errors import ClubFailed
from companion.config.untrusted import brief, is_plain, read_toml
from companion.errors import CompanionError, TextUnreadable
from companion.games.contract import AnyGame, Challenging

ROUNDS_MOST = 24
KEY_MOST = 32
HOME = "home"
"""The key that boxes name which belong to no event, but to Home Assistant."""
TITLE_MOST = 20
"""The most letters of a title: the smallest display has room for 20 in a line."""
DEFAULTS = {"coach": "off", "no-undo": "yes"}
"""The options of a round that the file does not name, where the game has them: no help, and nothing is taken back."""
_FILE_MOST = 65_536


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A round as it was planned; its fields are those of ``EventRound``."""

    number: int
    title: str
    game: str
    options: tuple[tuple[str, str], ...]
    opens: str
    ends: str
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventPlan:
    """An event as it was planned."""

    key: str
    title: str
    rounds: tuple[RoundPlan, ...]


def read_event(path: Path, games: Callable[[str], AnyGame]) -> EventPlan:
    """Return the event in the file *path*; *games* returns the game of a key.

    Raises ``ClubFailed`` with the file, the key and what is expected there.
    """
    try:
        with path.open("rb") as file:
            text = file.read(_FILE_MOST + 1).decode("utf-8")
        if len(text) > _FILE_MOST:
            raise TextUnreadable(f"expected at most {_FILE_MOST} characters, got more")
        table = read_toml(text)
        _only(table, "key", "title", "round")
        rounds = table.get("round")
        if not isinstance(rounds, list) or not 1 <= len(rounds) <= ROUNDS_MOST:
            raise TextUnreadable(f"expected 1 to {ROUNDS_MOST} tables [[round]], got another value")
        key = _text(table, "key")
        if not is_key(key):
            raise TextUnreadable(f"expected key of small letters, digits and dashes, got {brief(key)}")
        if key == HOME:
            # The broker lets a table write codemaker/1/home/TABLE, and no table is to write the news of an event.
            raise TextUnreadable(f"expected another key than {HOME}, which stands for no event, got it")
        return EventPlan(key, _text(table, "title"), tuple(_round(*one, games) for one in enumerate(rounds, 1)))
    except (OSError, ValueError, CompanionError) as failure:
        raise ClubFailed(f"{path}: {failure}") from failure


def _round(number: int, table: object, games: Callable[[str], AnyGame]) -> RoundPlan:
    where = f"round {number}"
    if not isinstance(table, dict):
        raise TextUnreadable(f"{where}: expected a table, got another value")
    try:
        _only(table, "title", "game", "options", "opens", "ends", "tables")
        game = games(_text(table, "game"))
        title = _text(table, "title") if "title" in table else ""
        opens, ends = _time(table, "opens"), _time(table, "ends")
        if opens and ends and ends <= opens:
            raise TextUnreadable(f"expected ends after opens, got {ends}")
        options, tables = _options(game, table.get("options", {})), _tables(table.get("tables", []))
        return RoundPlan(number, title, game.key, options, opens, ends, tables)
    except CompanionError as error:
        raise TextUnreadable(f"{where}: {error}") from error


def _options(game: AnyGame, found: object) -> tuple[tuple[str, str], ...]:
    """Return the options of a round of *game*; raises ``TextUnreadable`` and ``OptionRefused``."""
    if not isinstance(game, Challenging) or game.group:
        raise TextUnreadable(f"expected a game with challenges, got {game.key}")
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise TextUnreadable("expected options as texts, such as { coach = 'off' }, got another value")
    if "challenge" in found:
        raise TextUnreadable("expected no option challenge: the director draws the code")
    offered = {option.key for option in game.options(1)}
    chosen = {key: value for key, value in DEFAULTS.items() if key in offered} | found
    # It refuses what the game does not offer.
    game.start(chosen, 1)
    return tuple(sorted(chosen.items()))


def _tables(found: object) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(table, str) and is_key(table) for table in found):
        raise TextUnreadable(f"expected tables as names such as ['table-1', 'table-2'], got {brief(found)}")
    return tuple(found)


def _only(table: Mapping[str, object], *known: str) -> None:
    unknown = sorted(set(table) - set(known))
    if unknown:
        raise TextUnreadable(f"expected the keys {', '.join(known)}, got {brief(unknown[0])}")


def _text(table: Mapping[str, object], key: str) -> str:
    value, most = table.get(key), TITLE_MOST if key == "title" else KEY_MOST
    if not isinstance(value, str) or not 0 < len(value) <= most or not is_plain(value):
        raise TextUnreadable(f"expected {key} as a text of 1 to {most} characters, got {brief(value)}")
    return value


def _time(table: Mapping[str, object], key: str) -> str:
    value = table.get(key)
    if value is None:
        return ""
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise TextUnreadable(f"expected {key} as a time such as 2026-12-01T18:00:00Z, got {brief(value)}")
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
