"""The club as the game sees it: the round that may be played now, and the results that the bridge asks for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice, takewhile
from math import fsum
from typing import TYPE_CHECKING

from companion.club.invitation import ClubInvitation
from companion.club.offer import (
    READERS,
    ForgetRequest,
    NoOffer,
    Offer,
    ResultsRequest,
    SlipOffer,
    forgotten_message,
    join_message,
    playing_message,
    result_message,
)
from companion.config.names import person
from companion.features.running import Running, Surroundings
from companion.front_ends.service import Extension, TableSocket
from companion.games.contract import Challenging
from companion.match.changes import delete_match
from companion.match.record import write_record
from companion.match.session import AnySession, Session
from companion.match.streak import challenge_of
from companion.match.thinking import BREAK_S

if TYPE_CHECKING:
    from companion.match.archive import MatchSummary
    from companion.match.driver import MatchPosition

MATCHES_MOST = 2_000
"""The most matches that are looked at, the newest first: the event loop waits for it."""


class ClubDesk(Running):
    """The club as the event loop and the screens see it."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self.offer: Offer | NoOffer = NoOffer("")
        self.slips: dict[int, SlipOffer] = {}
        self.to_forget: ForgetRequest | None = None
        self.opened: dict[str, str] = {}
        """The challenges of envelopes that the letters of a slip have opened since the start."""
        self.changed: Callable[[], None] = lambda: None
        self.join: Callable[[ClubInvitation], bool] = lambda invitation: False
        """Sends an invitation to the bridge; returns whether there is one."""
        # By challenge: the newest match of all when it was looked for, and the match that was found.
        self._begun: dict[str, tuple[int | None, int | None]] = {}

    def call(self, function: Callable[[], object]) -> None:
        """Have *function* called in the event loop's thread."""
        self._around.call(function)

    def take(self, offer: Offer | NoOffer) -> None:
        """Take which round may be played now; those that a slip opens are said after it."""
        self.offer = offer
        self.slips.clear()
        # A box that has joined another event plays that one.
        if self.to_forget is not None and (isinstance(offer, Offer) or offer.event not in ("", self.to_forget.event)):
            self.to_forget = None

    def take_slip(self, slip: SlipOffer) -> None:
        """Take a round that a slip opens."""
        self.slips[slip.round] = slip

    def take_forget(self, request: ForgetRequest) -> bool:
        """Take that an event is to be forgotten; return whether none of its matches is here.

        One that goes on can be deleted once it is over: until then there is nothing to ask.
        """
        found = [*self._matches(*request.challenges)]
        self.to_forget = request if any(match.result is not None for match in found) else None
        return not found

    def forget(self, request: ForgetRequest) -> None:
        """Delete the matches of an event that are over, and from the known players those without another match.

        Raises ``ChangeRefused``, ``JournalFailed`` or ``SettingsRefused``.
        """
        context = self._around.context
        archive = context.environment.archive
        deleted = {match.number: match for match in self._matches(*request.challenges) if match.result is not None}
        others = (match for match in archive.matches() if match.number not in deleted)
        gone = _people_of(deleted.values()) - _people_of(others)
        # First, because the bridge asks again for what a power cut leaves.
        context.change(names=tuple(name for name in context.chosen.names if person(name) not in gone))
        for number in deleted:
            delete_match(archive, number)
        self.to_forget = None
        self._begun.clear()

    def _matches(self, *challenges: str) -> Iterator[MatchSummary]:
        matches = islice(self._around.context.environment.archive.matches(), MATCHES_MOST)
        return (match for match in matches if match.is_sound and challenge_of(match) in challenges)

    def match_of(self, challenge: str) -> int | None:
        """Return the number of the newest match that was begun with *challenge*, None where there is none.

        Raises ``JournalFailed``.
        """
        # The first menu asks for each of its frames.
        newest = self._around.context.newest_match()
        newest_number = None if newest is None else newest.number
        if challenge not in self._begun or self._begun[challenge][0] != newest_number:
            found = next(self._matches(challenge), None)
            self._begun[challenge] = newest_number, None if found is None else found.number
        return self._begun[challenge][1]

    @property
    def playing(self) -> int | None:
        """The number of the match that plays the offered round, or has played it; None where none was begun.

        Raises ``JournalFailed``.
        """
        return self.match_of(self.offer.challenge) if isinstance(self.offer, Offer) else None

    def take_position(self, position: MatchPosition[object] | None) -> None:
        """Tell the bridge which match is played, where another one is open than before."""
        self.changed()

    def result_after(self, number: int, challenge: str) -> tuple[int | None, str | None, int]:
        """Return the first finished match of *challenge* above *number*, its record, and the seconds of its players.

        The number and the record are None where there is none.
        """
        context = self._around.context
        later = takewhile(lambda match: match.number > number, self._matches(challenge))
        over = [match for match in later if match.result]
        if not over:
            return None, None, 0
        found = min(over, key=lambda match: match.number)
        session = Session.resume(context.catalogue[found.header.game], found.number, context.environment)
        return found.number, write_record(session.record()), _seconds(session)


def _seconds(session: AnySession) -> int:
    """Return the seconds of the player whose rows count; a row of unknown time counts as the shortest break."""
    taken, seats = session.turn_seconds.items(), range(len(session.players))
    sums = [fsum(BREAK_S if time is None else time for (seat, _), time in taken if seat == who) for who in seats]
    times = session.seconds_used if session.header.time else [*map(round, sums)]
    results = session.game.results(session.view()) if isinstance(session.game, Challenging) else ()
    ranked = ((one.rows is None, one.rows or 0, times[one.seat]) for one in results)
    return min(ranked, default=(True, 0, 0))[-1]


def _people_of(matches: Iterable[MatchSummary]) -> set[str]:
    return {person(name) for match in matches for name in match.header.players}


class ClubLine(Extension):
    """The club as the thread of the table socket serves it; without a *desk* it takes no message."""

    def __init__(self, desk: ClubDesk | None) -> None:
        self._desk = desk
        self.readers = {} if desk is None else READERS
        self._answers: deque[tuple[str, bytes]] = deque()
        self._bridge: str | None = None
        self._told: tuple[str, bytes] | None = None
        self._wake: Callable[[], None] = lambda: None
        self._socket: TableSocket | None = None

    def attach(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        if self._desk is not None:
            self._desk.changed = self.tell_playing
            self._desk.join = self._join

    def begin(self, socket: TableSocket) -> None:
        self._socket = socket

    def take(self, request: object, sender: str | None) -> None:
        """Follow a message of the bridge, which is any front end that sends one after its hello.

        What the journal has to do with is done in the event loop's thread.
        """
        desk = self._desk
        if desk is None or sender is None:
            return
        match request:
            case Offer() | NoOffer():
                self._bridge = sender
                desk.call(partial(self._take_offer, desk, request))
            case SlipOffer():
                desk.call(partial(desk.take_slip, request))
            case ForgetRequest():
                desk.call(partial(self._take_forget, desk, request, sender))
            case ResultsRequest():
                desk.call(partial(self._answer_request, desk, request, sender))

    def _take_offer(self, desk: ClubDesk, offer: Offer | NoOffer) -> None:
        desk.take(offer)
        self._told = None
        self.tell_playing()

    def _answer_request(self, desk: ClubDesk, request: ResultsRequest, sender: str) -> None:
        result = desk.result_after(request.after, request.challenge)
        self._answer(sender, result_message(request.id, *result))

    def _take_forget(self, desk: ClubDesk, request: ForgetRequest, sender: str) -> None:
        if desk.take_forget(request):
            self._answer(sender, forgotten_message())

    def tell_playing(self) -> None:
        """Tell the bridge which match plays the round, if that is another one; called in the event loop's thread."""
        if self._desk is not None and self._bridge is not None:
            told = self._bridge, playing_message(self._desk.playing)
            if told != self._told:
                self._told = told
                self._answer(*told)

    def _join(self, invitation: ClubInvitation) -> bool:
        if self._bridge is not None:
            self._answer(self._bridge, join_message(invitation))
        return self._bridge is not None

    def _answer(self, address: str, message: bytes) -> None:
        self._answers.append((address, message))
        self._wake()

    def work(self) -> None:
        while self._answers and self._socket is not None:
            # A bridge that has no room asks again.
            self._socket.send_to(*self._answers.popleft())
