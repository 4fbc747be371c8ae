"""The commands that print text: games, score, check, verify, history, export.

Each returns the exit status: 0 for yes, 1 for a record or a seal that is wrong. Input that cannot be read
at all raises an error, and the status is 2.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from companion.config.text_file import LIMIT, read_stream
from companion.config.untrusted import visible
from companion.errors import OptionRefused, SealBroken, TextUnreadable
from companion.games.contract import AnyGame, Scorable
from companion.i18n import SOURCE_LANGUAGE
from companion.match.archive import Archive, MatchSummary
from companion.match.catalogue import Catalogue, UnknownGame
from companion.match.environment import Environment
from companion.match.record import CheckedRecord, RecordRefused, check_record, read_record, write_record
from companion.match.seal import fingerprint, read_seal_line, seal_line, verify
from companion.match.session import Session


def list_games(catalogue: Catalogue, as_json: bool, out: TextIO) -> int:
    """Print the games, one a line, or as the JSON list that ``docs/commands.md`` describes."""
    if as_json:
        print(json.dumps([describe(game) for game in catalogue], ensure_ascii=False, indent=2), file=out)
        return 0
    for game in catalogue:
        print(f"{game.key:<12} {game.title('en'):<16} {game.summary()}", file=out)
    return 0


def describe(game: AnyGame) -> dict[str, object]:
    """Return a game's data for the list."""
    return {"key": game.key, "title": game.title(SOURCE_LANGUAGE), "players": list(game.players), **game.facts()}


def score(catalogue: Catalogue, key: str, code: str, guess: str, as_json: bool, out: TextIO) -> int:
    """Print the key pegs of *guess* against *code*; raises ``OptionRefused`` for a game without pegs."""
    game = catalogue[key]
    if not isinstance(game, Scorable):
        raise OptionRefused(f"expected a peg game, got {key!r}")
    keys = game.score(code, guess)
    words = "  ".join(f"{game.kind_word(kind)} {count}" for kind, count in keys.items())
    print(json.dumps(keys) if as_json else words, file=out)
    return 0


def check(catalogue: Catalogue, name: str, out: TextIO, errors: TextIO) -> int:
    """Replay the record in the file *name*, ``-`` for standard input, and print its result; 1 if it is wrong."""
    try:
        verdict = _checked(catalogue, text_of(name))
    except RecordRefused as refused:
        print(visible(f"{name}: {refused}"), file=errors)
        return 1
    print("the match goes on" if verdict.result == "*" else verdict.result, file=out)
    for numbers, lack in ((verdict.closed, "not opened"), (verdict.unsealed, "not sealed")):
        if numbers:
            print(f"valid, but {_named(numbers)} {lack}: no proof of fair play", file=out)
    return 0


def _named(numbers: Sequence[int]) -> str:
    """Return what the secrets with these numbers are called.

    >>> _named((2,)), _named((1, 2, 5))
    ('secret 2 was', 'secrets 1, 2, 5 were')
    """
    words = ", ".join(map(str, numbers))
    return f"secret {words} was" if len(numbers) == 1 else f"secrets {words} were"


def _checked(catalogue: Catalogue, text: str) -> CheckedRecord:
    record = read_record(text)
    try:
        game = catalogue[record.header.game]
    except UnknownGame as error:
        raise RecordRefused(record.line("Game"), str(error)) from error
    return check_record(record, game)


def text_of(name: str) -> str:
    """Return the text of the file *name*, which may be a pipe, ``-`` for standard input; raises ``TextUnreadable``."""
    try:
        if name == "-":
            return read_stream(sys.stdin, LIMIT)
        with Path(name).open(encoding="utf-8") as file:
            return read_stream(file, LIMIT)
    except (OSError, UnicodeDecodeError) as error:
        raise TextUnreadable(f"expected a text file in UTF-8, got {name}: {error}") from error


def verify_seal(line: str, shown: str | None, out: TextIO, errors: TextIO) -> int:
    """Print whether the seal *line* matches the fingerprint that the box showed; without one, print the line's own."""
    if shown is None:
        print(fingerprint(seal_line(read_seal_line(line))), file=out)
        return 0
    try:
        seal = verify(line, shown)
    except SealBroken as broken:
        print(f"NOT the code that was sealed: {broken}", file=errors)
        return 1
    print(f"genuine: {seal.edition}, code {seal.secret}", file=out)
    return 0


def history(archive: Archive, out: TextIO) -> int:
    """Print the matches, newest first."""
    is_empty = True
    for match in archive.matches():
        if match.entries or not match.is_sound:
            print(_told(match), file=out)
            is_empty = False
    if is_empty:
        print("no match has been played yet", file=out)
    return 0


def _told(match: MatchSummary) -> str:
    if not match.is_sound:
        return f"{match.number:>4}  damaged: codemaker doctor"
    return f"{match.number:>4}  {match.header.begun}  {match.header.game:<12} {_state(match)}"


def _state(match: MatchSummary) -> str:
    players = visible(", ".join(match.header.players))
    if match.result is None:
        return f"{players}: goes on"
    return visible(match.result) or f"{players}: given up"


def export(catalogue: Catalogue, environment: Environment, number: int, out: TextIO, errors: TextIO) -> int:
    """Print match *number* as a record; a code that is still hidden stays hidden.

    Records write black for every edition; where its key pegs have another colour, a note on *errors* says so.

    Raises ``TextUnreadable`` if there is no such match.
    """
    try:
        summary, _ = environment.archive.read(number)
    except KeyError:
        raise TextUnreadable(f"expected the number of a match in 'codemaker history', got {number}") from None
    session = Session.resume(catalogue[summary.header.game], number, environment)
    print(write_record(session.record()), end="", file=out)
    if isinstance(session.game, Scorable) and (word := session.game.kind_word("black")) != "black":
        print(f"note: what a record calls black is a {word} key peg in {session.game.title('en')}", file=errors)
    return 0
