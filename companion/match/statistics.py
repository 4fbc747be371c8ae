"""The statistics of players, computed from the archive one match at a time: rows, streaks, hints, luck, skill.

Matches are read as a stream, so the memory needed does not grow with their number. Replaying a match takes about a
millisecond on a PC and ten on a Pi; the screens therefore look only at the newest matches of a player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from companion.errors import CompanionError
from companion.games.contract import AnyGame, CodeBreaking, CodeResult
from companion.match.environment import Environment
from companion.match.session import AnySession, Session

LOOKED_THROUGH = 300
"""The number of matches, the newest ones, in which a screen looks for those of a player."""
REPLAYED = 30
"""The most matches of a player that a screen replays."""


class PersonalBest:
    """Tells whether a round of *session* is the best of its player so far; the answer is computed once."""

    def __init__(self, session: AnySession, environment: Environment) -> None:
        self._session = session
        self._environment = environment
        self._known: dict[CodeResult, bool] = {}

    def is_last(self) -> bool:
        """Whether the last finished round took fewer rows than every earlier one of its kind by the same player.

        A round with hints is no personal best, and neither is the first round, which has none to compare with.
        """
        *_, last = [None, *_results(self._session)]
        if last is None or last.rows is None or last.hints:
            return False
        if last not in self._known:
            self._known[last] = self._is_best(last, last.rows)
        return self._known[last]

    def _is_best(self, last: CodeResult, rows: int) -> bool:
        name, has_earlier = self._session.players[last.seat], False
        matches = newest(self._environment, self._session.game, name)
        others = (session for session in matches if session.number != self._session.number)
        for session in chain([self._session], others):
            for result in _comparable(session, name, last.kind):
                if session is self._session and result == last:
                    continue
                # Most rounds are no record, and one of the newest matches shows it: the others are not read.
                if result.rows is not None and result.rows <= rows:
                    return False
                has_earlier = True
        return has_earlier


def _results(session: AnySession) -> Sequence[CodeResult]:
    """Return the results of the finished rounds of *session*; there are none in a game without codes to break."""
    return session.game.results(session.view()) if isinstance(session.game, CodeBreaking) else ()


def _comparable(session: AnySession, name: str, kind: str) -> Iterator[CodeResult]:
    """Yield the results of this *kind* in which the player *name* found the code without a hint."""
    for result in _results(session):
        is_theirs = session.players[result.seat] == name and result.kind == kind
        if is_theirs and result.rows is not None and not result.hints:
            yield result


def newest(environment: Environment, game: AnyGame, name: str) -> Iterator[AnySession]:
    """Yield the newest matches of *game* with the player *name*, at most ``REPLAYED`` of them.

    Matches that cannot be read or replayed, or are not saved yet, are left out.
    """
    return islice(_matches_with(environment, game, name), REPLAYED)


def _matches_with(environment: Environment, game: AnyGame, name: str) -> Iterator[AnySession]:
    try:
        for number in environment.archive.played()[:LOOKED_THROUGH]:
            summary = environment.archive.summary(number)
            if number > 0 and summary.is_sound and summary.header.game == game.key and name in summary.header.players:
                session = _resumed(environment, game, number)
                if session is not None:
                    yield session
    except CompanionError:
        # There is nothing to compare with in an archive that cannot be read now, as on a card that was pulled out.
        return


def _resumed(environment: Environment, game: AnyGame, number: int) -> AnySession | None:
    try:
        return Session.resume(game, number, environment)
    except CompanionError:
        return None
