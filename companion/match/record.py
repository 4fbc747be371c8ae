"""The game record: a whole match as text, written and read; ``docs/record.md`` specifies the format.

The record of a match whose code is still hidden contains the seal, not the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.config.untrusted import brief, is_plain
from companion.errors import N_, CompanionError
from companion.games.contract import CHANCE, AnyGame, Outcome
from companion.match.archive import MatchHeader
from companion.match.randomness import NONCE_LETTERS
from companion.match.result import scores_in, words_of_scores
from companion.match.seal import CODE_NONCE, COLON_NONCE, Seal, fingerprint, seal_line

FORMAT = "1"
GOES_ON = "*"

_HEADER = r'\[([A-Z][a-z]*)((?: "(?:[^"\\]|\\.)*")+)\]'
_VALUE = r'"((?:[^"\\]|\\.)*)"'
_TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
_COUNT = r"[1-9][0-9]{0,5}"
_NONCE = "|".join(f"[A-Z2-7]{{{letters}}}" for letters in (NONCE_LETTERS, CODE_NONCE, COLON_NONCE))
_PLY = rf"({_COUNT})\. ([^={{]*?)(?: \{{seal ([A-Z2-7-]{{19}})(?: nonce ({_NONCE}))?\}})?(?: = (.+))?"


class RecordRefused(CompanionError, ValueError):
    """A record has a wrong format or breaks the rules; ``line`` is the first wrong line, from 1."""

    sentence = N_("The rules refuse this record.")

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Ply:
    """One numbered move: its text, the seal on its secret, the nonce once the secret is open, and the game's reply."""

    text: str
    seal: str = ""
    nonce: str = ""
    reply: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Moves that the players took back: the number, from 1, that the first of them had, and how many they were."""

    first: int
    moves: int


@dataclass(frozen=True, slots=True)
class Record:
    """The contents of a game record; ``result`` is ``*`` while the match goes on.

    ``undone`` tells what was taken back. ``lines`` gives the line, from 1, of the first header of each kind; it is
    empty in a record not read from text.
    """

    header: MatchHeader
    plies: tuple[Ply, ...]
    result: str
    lines: Mapping[str, int] = field(default_factory=dict)
    undone: tuple[TakenBack, ...] = ()
    corrected: str = ""
    """The result as the players corrected it; empty where they did not."""
    times: tuple[str, ...] = ()
    """The seconds that each player has used, by seat, in a match with a time limit; else empty."""

    def line(self, *headers: str) -> int:
        """Return the line of the first of *headers* that the record has, or 1 where it has none of them."""
        return next((self.lines[name] for name in headers if name in self.lines), 1)


@dataclass(frozen=True, slots=True)
class CheckedRecord:
    """What a record that the rules accept tells and proves.

    ``seals`` are those of the secrets that the box kept, in order, empty for a secret without a seal. ``closed`` and
    ``unsealed`` number these secrets from 1: those whose seal the record does not open, so that they may be others
    than the sealed ones, and those that have no seal. ``view`` is what all players see at the end, and ``is_over``
    whether that is the end of the match.
    """

    result: str
    seals: tuple[str, ...] = ()
    closed: tuple[int, ...] = ()
    view: object = None
    is_over: bool = False

    @property
    def unsealed(self) -> tuple[int, ...]:
        """The numbers of the secrets without a seal."""
        return tuple(number for number, seal in enumerate(self.seals, 1) if not seal)


def result_words(players: Sequence[str], outcome: Outcome | None) -> str:
    """Return the result text of a match, as it is written in records and in the journal.

    >>> result_words(("Anna", "Ben"), Outcome((11, 7), (0,)))
    'Anna 11, Ben 7: Anna wins'
    """
    if outcome is None:
        return GOES_ON
    return words_of_scores(players, outcome.scores, outcome.winners)


def decided_by_time(outcome: Outcome, seconds: Sequence[int]) -> Outcome:
    """Return *outcome* with the one who took the fewest *seconds* of those who tie; 0 is a time that is not known.

    The tie stays where one of these times is not known.

    >>> decided_by_time(Outcome((5, 5, 7), (0, 1)), (60, 45, 20)).winners
    (1,)
    """
    least = min((seconds[seat] for seat in outcome.winners), default=0)
    return replace(outcome, winners=tuple(seat for seat in outcome.winners if not least or seconds[seat] == least))


def write_record(record: Record) -> str:
    """Return the text of *record*."""
    header = record.header
    headers: list[tuple[str, ...]] = [("Codemaker", FORMAT), ("Game", header.game), ("Begun", header.begun)]
    headers += [("Player", name) for name in header.players]
    headers += [("Option", key, value) for key, value in header.options]
    headers += [("Undone", str(back.first), str(back.moves)) for back in record.undone]
    headers += [("Time", seconds) for seconds in record.times]
    headers.append(("Result", record.result))
    headers += [("Corrected", record.corrected)] if record.corrected else []
    lines = ["[" + " ".join([name, *map(_quoted, values)]) + "]" for name, *values in headers]
    lines += ["", *(f"{number}. {_ply_text(ply)}" for number, ply in enumerate(record.plies, 1))]
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _ply_text(ply: Ply) -> str:
    nonce = f" nonce {ply.nonce}" if ply.nonce else ""
    seal = f" {{seal {ply.seal}{nonce}}}" if ply.seal else ""
    reply = f" = {ply.reply}" if ply.reply else ""
    return f"{ply.text}{seal}{reply}"


def read_record(text: str) -> Record:
    """Parse a record; raises ``RecordRefused`` with the first line that has a wrong format."""
    headers: dict[str, list[tuple[str, ...]]] = {}
    plies: list[Ply] = []
    lines: dict[str, int] = {}
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not is_plain(line):
            raise RecordRefused(number, f"expected characters that can be seen, got {brief(line)}")
        if line.startswith("[") and not plies:
            name, values = _header(number, line)
            headers.setdefault(name, []).append(values)
            lines.setdefault(name, number)
        elif line:
            plies.append(_ply(number, line, len(plies) + 1))
    if ("Codemaker", [(FORMAT,)]) not in headers.items():
        raise RecordRefused(1, f'expected a record that begins with [Codemaker "{FORMAT}"]')
    header = MatchHeader(
        game=_only(headers, "Game"),
        options=tuple((key, value) for key, value in headers.get("Option", [])),
        players=tuple(name for (name,) in headers.get("Player", [])),
        begun=_only(headers, "Begun"),
    )
    undone = tuple(_read_taken_back(lines["Undone"], *values) for values in headers.get("Undone", []))
    corrected = _only(headers, "Corrected") if "Corrected" in headers else ""
    times = tuple(seconds for (seconds,) in headers.get("Time", []))
    record = Record(header, tuple(plies), _only(headers, "Result"), lines, undone, corrected, times)
    _check_heading(record)
    return record


def split_records(text: str) -> list[str]:
    """Return the records in *text*, which stand one after the other; text that is no record is one that is wrong."""
    parts: list[list[str]] = [[]]
    has_moves = False
    for line in text.splitlines(keepends=True):
        if has_moves and line.lstrip().startswith("[Codemaker "):
            parts.append([])
            has_moves = False
        has_moves |= not line.lstrip().startswith("[") and not line.isspace()
        parts[-1].append(line)
    return ["".join(part) for part in parts]


def _check_heading(record: Record) -> None:
    """Raise ``RecordRefused`` for a time that is none, and for a player or an option named twice."""
    header = record.header
    if not re.fullmatch(_TIME, header.begun) or not _is_time(header.begun):
        expected = "a time such as 2026-01-02T12:00:00Z"
        raise RecordRefused(record.line("Begun"), f"expected {expected}, got {brief(header.begun)}")
    for kind, names in (("Player", header.players), ("Option", tuple(key for key, _ in header.options))):
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise RecordRefused(record.line(kind), f"expected every {kind.lower()} once, got {brief(twice)} twice")
    scores = scores_in(record.result, header.players)
    if record.corrected and not (scores and scores == scores_in(record.corrected, header.players)):
        expected = "a result with the scores of the other one"
        raise RecordRefused(record.line("Corrected"), f"expected {expected}, got {brief(record.corrected)}")
    if record.undone and not header.has_undo:
        raise RecordRefused(record.line("Undone"), "expected no Undone in a match with the option no-undo")
    is_counted = len(record.times) in {0, len(header.players)}
    if not is_counted or not all(re.fullmatch(f"0|{_COUNT}", seconds) for seconds in record.times):
        expected = "the whole seconds of each player"
        raise RecordRefused(record.line("Time"), f"expected {expected}, got {brief(' '.join(record.times))}")
    length = len(record.plies)
    for back in reversed(record.undone):
        # Since this was taken back the match has only become longer, apart from what was taken back later.
        if back.first > length + 1:
            expected = f"moves from at most {length + 1} on that were taken back"
            raise RecordRefused(record.line("Undone"), f"expected {expected}, got {back.first}")
        length = back.first - 1 + back.moves


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _read_taken_back(line: int, first: str, moves: str) -> TakenBack:
    if not re.fullmatch(_COUNT, first) or not re.fullmatch(_COUNT, moves):
        raise RecordRefused(line, f"expected two numbers for Undone, got {brief(first)} and {brief(moves)}")
    return TakenBack(int(first), int(moves))


_VALUES = {
    "Codemaker": 1,
    "Game": 1,
    "Begun": 1,
    "Player": 1,
    "Option": 2,
    "Undone": 2,
    "Time": 1,
    "Result": 1,
    "Corrected": 1,
}


def _header(number: int, line: str) -> tuple[str, tuple[str, ...]]:
    found = re.fullmatch(_HEADER, line)
    if found is None or found[1] not in _VALUES:
        raise RecordRefused(number, f'expected a header such as [Game "mastermind"], got {line!r}')
    values = tuple(re.sub(r"\\(.)", r"\1", value) for value in re.findall(_VALUE, found[2]))
    if len(values) != _VALUES[found[1]]:
        raise RecordRefused(number, f"expected {_VALUES[found[1]]} values for {found[1]}, got {len(values)}")
    return found[1], values


def _ply(number: int, line: str, expected: int) -> Ply:
    found = re.fullmatch(_PLY, line)
    if found is None:
        raise RecordRefused(number, f"expected a numbered move such as '{expected}. RGBY', got {brief(line)}")
    if int(found[1]) != expected:
        raise RecordRefused(number, f"expected move number {expected}, got {found[1]}")
    return Ply(found[2].strip(), found[3] or "", found[4] or "", found[5] or "", number)


def _only(headers: dict[str, list[tuple[str, ...]]], name: str) -> str:
    values = headers.get(name, [])
    if len(values) != 1:
        raise RecordRefused(1, f"expected one header [{name}], got {len(values)}")
    return values[0][0]


def check_record(record: Record, game: AnyGame) -> CheckedRecord:
    """Replay *record* by the rules of *game* and return what it proves.

    Raises ``RecordRefused`` with the first line that the rules refuse, or whose seal or reply is wrong.
    """
    *earlier, options = _options(record, game)
    for older in earlier:
        with suppress(RecordRefused):
            return _check_record(record, game, older)
    return _check_record(record, game, options)


def _options(record: Record, game: AnyGame) -> Iterator[dict[str, str]]:
    """Yield what the options of *record* may mean, the newest meaning last.

    A record that does not name the version of a rule was written before versions had names, and may be of any.
    """
    written = dict(record.header.options)
    try:
        offered = game.options(len(record.header.players))
    except CompanionError as error:
        raise RecordRefused(record.line("Player"), str(error)) from error
    for option in offered:
        if option.key not in written:
            yield from ({**written, option.key: value} for value in option.earlier)
    yield written


def _check_record(record: Record, game: AnyGame, options: Mapping[str, str]) -> CheckedRecord:
    try:
        state = game.start(options, len(record.header.players))
    except CompanionError as error:
        raise RecordRefused(record.line("Option", "Player"), str(error)) from error
    if record.times and not (record.header.time or game.less_time_wins):
        expected = "no Time in a match without the option time"
        raise RecordRefused(record.line("Time"), f"expected {expected}, got {brief(' '.join(record.times))}")
    replay = _Replay(game, record.header, state)
    for ply in record.plies:
        try:
            replay.play(ply)
        except RecordRefused:
            raise
        except CompanionError as error:
            raise RecordRefused(ply.line, f"{ply.text!r}: {error}") from error
    players, outcome = record.header.players, game.outcome(replay.state)
    if outcome is not None and record.times and game.less_time_wins:
        outcome = decided_by_time(outcome, [*map(int, record.times)])
    result = result_words(players, outcome)
    # Up to version 0.2.0 a single player always won.
    results = [result]
    if outcome is not None and len(players) == 1 and not outcome.winners:
        results.append(result_words(players, replace(outcome, winners=(0,))))
    if record.result not in results:
        raise RecordRefused(record.line("Result"), f"expected the result {result!r}, got {record.result!r}")
    closed = (number for number, ply in enumerate(replay.secrets, 1) if ply.seal and not ply.nonce)
    seals = tuple(ply.seal for ply in replay.secrets)
    return CheckedRecord(result, seals, tuple(closed), game.view(replay.state, None), outcome is not None)


@dataclass(slots=True)
class _Replay:
    """A record being replayed: the state reached, and the moves in which the box kept a secret.

    ``proofs`` are the lines of their seals and nonces. The methods raise ``RecordRefused`` where a move, a seal or a
    reply is wrong.
    """

    game: AnyGame
    header: MatchHeader
    state: object
    secrets: list[Ply] = field(default_factory=list)
    proofs: dict[str, int] = field(default_factory=dict)

    def play(self, ply: Ply) -> None:
        """Play the move of *ply*, and the reply beside it where its secret is still sealed."""
        game, seats = self.game, self.game.seats_to_move(self.state)
        if not seats:
            raise RecordRefused(ply.line, f"expected no move after the end of the match, got {ply.text!r}")
        move = self._read(self.state, ply.text, ply.line)
        is_closed, secret = game.is_closed(self.state, move), game.secret_of(move)
        if is_closed and not ply.seal:
            raise RecordRefused(ply.line, "expected the seal of a secret that the box keeps")
        if is_closed or secret is not None:
            self._take_secret(ply, secret, CHANCE in seats)
        elif ply.seal:
            raise RecordRefused(ply.line, "expected a seal only beside a secret that the box keeps")
        self.state = game.play(self.state, move)
        reply = game.public_reply(self.state, move)
        if reply == ply.reply:
            return
        if reply:
            raise RecordRefused(ply.line, f"expected the answer {reply!r} to {ply.text!r}, got {ply.reply!r}")
        # The code is still sealed, so the rules cannot answer: the recorded reply is played as the codemaker's move.
        self.state = game.play(self.state, self._read(self.state, ply.reply, ply.line))

    def _read(self, state: object, text: str, line: int) -> object:
        """Return the move that *text* describes, which has to be in the form that the box writes, but for its case."""
        move = self.game.parse(state, text)
        if (right := self.game.text(move)).upper() != text.upper():
            raise RecordRefused(line, f"expected the move as {right!r}, got {text!r}")
        return move

    def _take_secret(self, ply: Ply, secret: str | None, is_drawn: bool) -> None:
        """Add *ply* to the secrets if its seal is that of *secret*, None where the record leaves it out."""
        number = len(self.secrets) + 1
        for proof in filter(None, (ply.seal, ply.nonce)):
            if (line := self.proofs.setdefault(proof, ply.line)) != ply.line:
                raise RecordRefused(ply.line, f"expected a seal and a nonce of its own, got that of line {line} again")
        self.secrets.append(ply)
        if secret is None:
            if ply.nonce:
                raise RecordRefused(ply.line, "expected a nonce only beside an open code")
            return
        if ply.seal and not ply.nonce:
            raise RecordRefused(ply.line, "expected the nonce of the seal beside an open code")
        if ply.seal:
            seal = Seal(self.game.family, self.game.key, secret, ply.nonce, number, self.header.begun, is_drawn)
            if (found := fingerprint(seal_line(seal))) != ply.seal:
                raise RecordRefused(ply.line, f"expected the seal {found} for this code and nonce, got {ply.seal}")
