"""The statistics of players, computed from the archive one match at a time: rows, streaks, hints, luck, skill.

Matches are read as a stream, so the memory needed does not grow with their number. Each match has to be replayed; so
that no player waits for it, the screens look only at the newest matches of a player.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, compress, islice

from companion.config.names import is_among, person
from companion.errors import CompanionError, JournalFailed
from companion.games.contract import AnyGame, CodeBreaking, CodeResult
from companion.match.archive import MatchSummary, summary_after_check
from companion.match.catalogue import Catalogue
from companion.match.environment import Environment
from companion.match.kept_results import KeptResults
from companion.match.result import winners_in
from companion.match.session import AnySession, Session
from companion.match.thinking import known_sum

LOOKED_THROUGH = 300
"""The number of matches, the newest ones, in which a screen looks for those of a player."""
REPLAYED = 30
"""The most matches of a player that a screen replays."""
REVIEWED = 20
"""The most codes of a player, the newest ones, whose luck and skill are computed."""


class PersonalBest:
    """Tells whether a round of *session* is the best of its player so far; the answer is computed once."""

    def __init__(self, session: AnySession, environment: Environment) -> None:
        self._session = session
        self._environment = environment
        self._known: dict[CodeResult, bool] = {}

    def is_last(self) -> bool:
        """Whether the last finished round took fewer rows than every earlier one of its kind by the same player.

        Of two rounds of as many rows the one that took less time is better, if both times are known.
        A round with hints or undone answers is no personal best, and neither is the first round, which has none to
        compare with.
        """
        *_, last = [None, *results_of(self._session)]
        if last is None or last.rows is None or last.is_helped:
            return False
        if last not in self._known:
            try:
                self._known[last] = self._is_best(last)
            except JournalFailed:
                # There is nothing to compare with in an archive that cannot be read now.
                self._known[last] = False
        return self._known[last]

    def _is_best(self, last: CodeResult) -> bool:
        name, has_earlier = self._session.players[last.seat], False
        matches = newest(self._environment, self._session.game, name)
        others = (session for session in matches if session.number != self._session.number)
        for session in chain([self._session], others):
            for result in _comparable(session, name, last.kind):
                if session is self._session and result == last:
                    continue
                # Most rounds are no record, and one of the newest matches shows it: the others are not read.
                if not _is_better(last, result):
                    return False
                has_earlier = True
        return has_earlier


def results_of(session: AnySession) -> Sequence[CodeResult]:
    """Return the results of the finished rounds of *session*; there are none in a game without codes to break."""
    if not isinstance(session.game, CodeBreaking):
        return ()
    undone, turns = session.undone_answers, session.turn_seconds
    return [
        replace(result, undone=undone.get(result.round, 0), seconds=_seconds_of(turns, result))
        for result in session.game.results(session.view())
    ]


def _seconds_of(turns: Mapping[tuple[int, str], float | None], result: CodeResult) -> int | None:
    """Return the seconds of the *turns* of the player in the round of *result*."""
    own = ((seat, key.partition(".")[0]) == (result.seat, f"{result.round + 1}") for seat, key in turns)
    return known_sum(compress(turns.values(), own))


def _is_better(result: CodeResult, other: CodeResult) -> bool:
    """Whether *result* is better than *other*; both codes were found."""
    rows, others = result.rows or 0, other.rows or 0
    is_faster = None not in (result.seconds, other.seconds) and (result.seconds or 0) < (other.seconds or 0)
    return rows < others or (rows == others and is_faster)


def _comparable(session: AnySession, name: str, kind: str) -> Iterator[CodeResult]:
    """Yield the results of this *kind* in which the player *name* found the code without help."""
    for result in results_of(session):
        is_theirs = person(session.players[result.seat]) == person(name) and result.kind == kind
        if is_theirs and result.rows is not None and not result.is_helped:
            yield result


def newest(environment: Environment, game: AnyGame, name: str) -> Iterator[AnySession]:
    """Yield the newest matches of *game* with the player *name*, at most ``REPLAYED`` of them.

    Matches that cannot be replayed, or are not saved yet, are left out. Raises ``JournalFailed`` as ``recent`` does.
    """
    found = (one for one in recent(environment) if one.header.game == game.key and is_among(name, one.header.players))
    sessions = (_resume(environment, game, summary.number) for summary in found)
    return islice((session for session in sessions if session is not None), REPLAYED)


def recent(environment: Environment, most: int | None = LOOKED_THROUGH) -> Iterator[MatchSummary]:
    """Yield the newest *most* matches that have moves, are saved and are sound, or with None all of them.

    Raises ``JournalFailed`` where the archive cannot be read.
    """
    numbers = environment.archive.played_numbers()
    # One statement for each match: a statement over all of them would block checkpoints of the write-ahead log.
    for place in range(len(numbers) if most is None else min(most, len(numbers))):
        summary = environment.archive.summary(numbers[place])
        if summary.number > 0 and summary.is_sound:
            yield summary


def _resume(environment: Environment, game: AnyGame, number: int) -> AnySession | None:
    try:
        return Session.resume(game, number, environment)
    except CompanionError:
        return None


def _least(*values: int | None) -> int | None:
    return min((value for value in values if value is not None), default=None)


@dataclass(slots=True)
class CodesBroken:
    """The codes of one game and kind that a player tried to break; ``rows`` is the sum of those that were found.

    ``timed_rows`` is the sum of those whose ``seconds`` are known, and ``fastest`` is the shortest time of a code.
    """

    tried: int = 0
    found: int = 0
    rows: int = 0
    best: int | None = None
    timed_rows: int = 0
    seconds: int = 0
    fastest: int | None = None

    @property
    def average(self) -> float | None:
        """The rows needed on average; None while no code was found."""
        return self.rows / self.found if self.found else None

    @property
    def row_seconds(self) -> int | None:
        """The seconds for a row on average; None while no time is known."""
        return round(self.seconds / self.timed_rows) if self.timed_rows else None

    def add(self, result: CodeResult) -> None:
        """Add a code that was found or was not; with help it is no best one."""
        self.tried += 1
        if result.rows is None:
            return
        self.found += 1
        self.rows += result.rows
        if result.seconds is not None:
            self.timed_rows += result.rows
            self.seconds += result.seconds
        if not result.is_helped:
            self.best = _least(result.rows, self.best)
            self.fastest = _least(result.seconds, self.fastest)


@dataclass(slots=True)
class PlayerStatistics:
    """What one player did; rounds are added the newest first.

    ``streak`` counts the codes found one after another up to the newest, ``longest`` those of the longest such run.
    ``hints`` and ``undone``, the answers taken back, are what helped.
    ``with_others`` counts the finished matches with more than one player, ``won`` those of them that the player won
    alone, and ``tied`` those that others won, too.
    ``games`` counts the matches of each game. ``newest`` names the newest codes, as the number of the match and the
    place of the round.
    """

    matches: int = 0
    with_others: int = 0
    won: int = 0
    tied: int = 0
    hints: int = 0
    undone: int = 0
    streak: int = 0
    longest: int = 0
    games: Counter[str] = field(default_factory=Counter)
    codes: dict[tuple[str, str], CodesBroken] = field(default_factory=dict)
    newest: list[tuple[str, int, int]] = field(default_factory=list)
    _run: int = 0
    _is_broken: bool = False

    def add_match(self, name: str, summary: MatchSummary) -> None:
        """Add a match that the player took part in."""
        players = summary.header.players
        self.matches += 1
        self.games[summary.header.game] += 1
        if summary.result and len(players) > 1:
            self.with_others += 1
            winners = winners_in(summary.result, players)
            self.won += winners == {name}
            self.tied += name in winners and len(winners) > 1

    def add_code(self, game: str, number: int, result: CodeResult) -> None:
        """Add a round that is older than the rounds added before."""
        self.codes.setdefault((game, result.kind), CodesBroken()).add(result)
        self.hints += result.hints
        self.undone += result.undone
        # A code that was found with answers taken back continues no streak.
        is_broken = result.rows is None or result.undone > 0
        self._run = 0 if is_broken else self._run + 1
        self._is_broken |= is_broken
        self.longest = max(self.longest, self._run)
        self.streak = self.streak if self._is_broken else self._run
        if len(self.newest) < REVIEWED:
            self.newest.append((game, number, result.round))


def collect(
    environment: Environment,
    catalogue: Catalogue,
    summaries: Iterable[MatchSummary],
    only: str | None = None,
    kept: KeptResults | None = None,
) -> dict[str, PlayerStatistics]:
    """Return the statistics of every person in *summaries*, the newest match first; only one match is in memory.

    With *only* the name of a player, the matches of others are not replayed: their codes are not counted. A match
    whose results are *kept* is not replayed again. Raises ``JournalFailed`` where *summaries* do.
    """
    kept = KeptResults() if kept is None else kept
    players: defaultdict[str, PlayerStatistics] = defaultdict(PlayerStatistics)
    # Names of older matches may differ in case alone: the newest way to write one counts.
    known: dict[str, str] = {}
    for summary in summaries:
        if not summary_after_check(environment.archive, summary.number).is_sound:
            continue
        try:
            game = catalogue[summary.header.game]
        except CompanionError:
            # The edition's file is gone, and with it the rules of the match.
            continue
        names = summary.header.players
        people = names[: len(names) - game.box_seats(dict(summary.header.options))]
        for name in (name for name in people if name in summary.people):
            players[known.setdefault(person(name), name)].add_match(name, summary)
        is_replayed = isinstance(game, CodeBreaking) and (only is None or is_among(only, people))
        for result in reversed(_results_of(environment, game, summary, kept)) if is_replayed else ():
            if result.seat < len(people) and result.seat not in summary.gone:
                players[known[person(names[result.seat])]].add_code(game.key, summary.number, result)
    return dict(players)


def _results_of(
    environment: Environment, game: AnyGame, summary: MatchSummary, kept: KeptResults
) -> Sequence[CodeResult]:
    results = kept.results(summary)
    if results is None:
        session = _resume(environment, game, summary.number)
        results = () if session is None else results_of(session)
        # What a match that cannot be replayed gives is not kept: it may be readable another time.
        if session is not None:
            kept.keep_results(summary, results)
    return results


def luck_and_skill(
    environment: Environment, catalogue: Catalogue, code: tuple[str, int, int], kept: KeptResults | None = None
) -> tuple[float, float] | None:
    """Return luck and skill, in bits, of one of the ``newest`` codes of a player; None if it cannot be read now.

    This searches for the best row in place of each row, which takes up to a tenth of a second on a PC.
    """
    key, number, place = code
    game, summary = catalogue[key], environment.archive.summary(number)
    kept = KeptResults() if kept is None else kept
    bits = kept.luck_and_skill(summary, place)
    if bits is None:
        session = _resume(environment, game, number)
        if session is None or not isinstance(game, CodeBreaking):
            return None
        bits = game.luck_and_skill(session.view(), place)
        if bits is not None:
            kept.keep_luck_and_skill(summary, place, bits)
    return bits
