"""The commands that print text: games, score, history, share, challenge, export.

Each returns the exit status, 0. Input that cannot be read raises an error, and the status is 2.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TextIO

from companion.cli import plots
from companion.config.names import is_among
from companion.config.text_file import LIMIT, read_stream
from companion.config.untrusted import INTEGERS, brief, visible, whole_number
from companion.errors import MatchDamaged, OptionRefused, TextUnreadable
from companion.games.contract import AnyGame, Challenging, Reviewable, RoundReview, Scorable, Shareable, help_words
from companion.i18n import SOURCE_LANGUAGE
from companion.i18n.default_names import shown_name
from companion.i18n.translator import Translator
from companion.match.archive import EntryKind, MatchSummary
from companion.match.catalogue import Catalogue, UnknownGame
from companion.match.environment import Environment
from companion.match.record import write_record
from companion.match.session import AnySession, Session
from companion.match.statistics import results_of
from companion.match.streak import UNSET, is_likely
from companion.match.thinking import TIME_OF, digits_of
from companion.words import words_of


def list_games(catalogue: Catalogue, as_json: bool, out: TextIO) -> int:
    """Print the games, one a line, or as the JSON list that ``docs/commands.md`` describes."""
    if as_json:
        print(json.dumps([describe(game) for game in catalogue], indent=2), file=out)
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


def text_of(name: str) -> str:
    """Return the text of the file *name*, which may be a pipe, ``-`` for standard input; raises ``TextUnreadable``."""
    try:
        if name == "-":
            return read_stream(sys.stdin, LIMIT)
        with Path(name).open(encoding="utf-8") as file:
            return read_stream(file, LIMIT)
    except (OSError, UnicodeDecodeError) as error:
        raise TextUnreadable(f"expected a text file in UTF-8, got {name}: {error}") from error


def history(
    catalogue: Catalogue, environment: Environment, out: TextIO, game: str | None = None, player: str | None = None
) -> int:
    """Print the matches, newest first, with the answers that were taken back and the hints.

    With *game* or *player* these are the matches of that game or player alone. Raises ``UnknownGame``.
    """
    key = None if game is None else catalogue[game].key
    numbers = environment.archive.played_numbers()
    is_none = True
    for number in numbers:
        try:
            match, entries = environment.archive.read(number)
        except MatchDamaged:
            print(f"{number:>4}  damaged: codemaker doctor", file=out)
            is_none = False
            continue
        if key not in (None, match.header.game) or not (player is None or is_among(player, match.header.players)):
            continue
        is_none = False
        is_helped = any(entry.deed is EntryKind.UNDO or entry.text.startswith("hint ") for entry in entries)
        help_words = _help_words(catalogue, environment, match) if is_helped else ""
        print(_match_line(match, environment.stamp()) + help_words, file=out)
    if is_none:
        print("no such match is in the journal" if numbers else "no match is in the journal", file=out)
    return 0


def _help_words(catalogue: Catalogue, environment: Environment, match: MatchSummary) -> str:
    """Return ``, 2 undone, 1 hint``; an empty text where the rules are not here or refuse the match."""
    try:
        results = results_of(Session.resume(catalogue[match.header.game], match.number, environment))
    except (MatchDamaged, UnknownGame):
        return ""
    return help_words(sum(result.undone for result in results), sum(result.hints for result in results))


def _match_line(match: MatchSummary, now: str) -> str:
    begun = match.header.begun if is_likely(match.header.begun, now) else UNSET
    return f"{match.number:>4}  {begun:<20}  {match.header.game:<12} {_state(match)}"


def _state(match: MatchSummary) -> str:
    players = visible(", ".join(match.header.players))
    if match.result is None:
        return f"{players}: goes on"
    return visible(match.result) or f"{players}: given up"


def resume_match(catalogue: Catalogue, environment: Environment, number: int) -> tuple[MatchSummary, AnySession]:
    """Return the summary of match *number*, and the match as it was left.

    Raises ``TextUnreadable`` if there is no such match.
    """
    try:
        summary, _ = environment.archive.read(number)
    except KeyError:
        raise TextUnreadable(f"expected the number of a match in 'codemaker history', got {number}") from None
    return summary, Session.resume(catalogue[summary.header.game], number, environment)


def challenge(catalogue: Catalogue, environment: Environment, text: str, out: TextIO) -> int:
    """Print the lines by which others get the codes of the match with the number *text*, or the game of such a line.

    Raises ``OptionRefused`` for a game that has none, and ``TextUnreadable`` for no match and no line.
    """
    if text.isascii() and text.isdigit():
        _, session = resume_match(catalogue, environment, whole_number(text, range(1, INTEGERS.stop)))
        if not isinstance(session.game, Challenging):
            raise OptionRefused(f"expected a match of a peg game, got number {text}, {session.game.key}")
        print("\n".join(session.game.challenges(session.view())) or "no round of this match has ended yet", file=out)
        return 0
    found = [game for game in catalogue if isinstance(game, Challenging) and not game.group]
    named = [(game, options) for game in found if (options := game.read_challenge(text)) is not None]
    if not named:
        raise TextUnreadable(f"expected the number of a match, or a line of 13 letters or a date, got {brief(text)}")
    for game, options in named:
        print(f"{game.key} {options['variant']}: on the box, Play, A challenge", file=out)
    return 0


def share(catalogue: Catalogue, environment: Environment, number: int, out: TextIO) -> int:
    """Print the results of the finished rounds of match *number* as texts of squares, which give no code away.

    Raises ``OptionRefused`` for a game that has none, and ``TextUnreadable`` if there is no such match.
    """
    _, session = resume_match(catalogue, environment, number)
    if not isinstance(session.game, Shareable):
        raise OptionRefused(f"expected a match of a peg game to share, got number {number}, {session.game.key}")
    # Where all had one code, the texts differ by the names alone.
    names = session.players if session.game.group else ()
    texts = session.game.share_texts(session.view(), session.undone_answers, names)
    print("\n\n".join(texts) or "no round of this match has ended yet", file=out)
    return 0


def in_words(catalogue: Catalogue, environment: Environment, number: int, translator: Translator, out: TextIO) -> int:
    """Print what was played in match *number*, a line for each move, and how long the players thought.

    A code that is still hidden stays hidden.

    Raises ``TextUnreadable`` if there is no such match.
    """
    _, session = resume_match(catalogue, environment, number)
    words = words_of(session.game.family)
    for move in reversed([*session.recent_viewer(most=None)()]):
        facts = words.told(move.seat, move.text, move.before(), move.after(), session.players)
        if facts:
            print(*(fact(translator) for fact in reversed(facts)), sep=" \u2013 ", file=out)
    for line in words.score(session.view(), session.players):
        print(line(translator), file=out)
    for name, seconds in zip(session.players, session.thought, strict=True):
        if seconds:
            print(translator._(TIME_OF).format(name=shown_name(name, translator)), digits_of(seconds), file=out)
    return 0


def export(catalogue: Catalogue, environment: Environment, number: int, out: TextIO, errors: TextIO) -> int:
    """Print match *number* as a record; a code that is still hidden stays hidden.

    Records write black for every edition; where its key pegs have another colour, a note on *errors* says so.

    Raises ``TextUnreadable`` if there is no such match.
    """
    _, session = resume_match(catalogue, environment, number)
    print(write_record(session.record()), end="", file=out)
    if isinstance(session.game, Scorable) and (word := session.game.kind_word("black")) != "black":
        print(f"note: what a record calls black is a {word} key peg in {session.game.title('en')}", file=errors)
    return 0


def review(catalogue: Catalogue, environment: Environment, number: int, plot: Path | None, out: TextIO) -> int:
    """Print a review of every row of the finished rounds of match *number*, and plot it to *plot* unless it is None.

    Raises ``OptionRefused`` for a game that cannot be reviewed, for an unfinished match without a coach, or if the
    plotting library is not installed. Raises ``TextUnreadable`` if there is no such match.
    """
    summary, session = resume_match(catalogue, environment, number)
    game, view = session.game, session.view()
    if not isinstance(game, Reviewable):
        raise OptionRefused(f"expected a match of a peg game to review, got number {number}, {game.key}")
    if summary.result is None and not game.allows_early_review(view):
        raise OptionRefused(f"expected a match that has ended, or one with a coach, got number {number} without")
    rounds = game.review(view, session.players)
    if not rounds:
        print("no round of this match has ended yet", file=out)
        return 0
    for round_ in rounds:
        print("\n".join([round_.title, *round_.lines]), end="\n\n", file=out)
    if plot is not None:
        plots.show([_plot(round_) for round_ in rounds if round_.left], plot, out)
    return 0


def _plot(shown: RoundReview) -> plots.Plot:
    left = plots.Series("codes left", shown.left)
    best = plots.Series("after the best row, on average", shown.best_left, first=1, is_line=False)
    return plots.Plot(shown.title, "row", (left, best), is_logarithmic=True)
