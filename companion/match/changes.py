"""Changes of who played and who won: kept beside the moves, which stay as they were written, and applied when read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from companion.config.names import NameRefused, cleaned, distinct, is_among, person
from companion.config.untrusted import brief, list_of, text_of, text_or_none
from companion.errors import N_, CompanionError
from companion.i18n.default_names import PLAYER, is_default_anywhere, is_of_the_box, stored_default
from companion.match.archive import Archive, Change, ChangeKind, MatchSummary, change_of
from companion.match.result import scores_in, winners_in, words_of_scores


class ChangeRefused(CompanionError, ValueError):
    """A change of names, of a result or of a match that is not possible."""

    sentence = N_("That cannot be changed.")


def changed(summary: MatchSummary, changes: Iterable[Change]) -> MatchSummary:
    """Return *summary* with *changes*, the oldest first. A seat that is ``gone`` has a name that the program gives."""
    recorded, number = summary.header.players, summary.number
    seats: list[str | None] = [*recorded]
    won: list[int] | None = None
    for change in changes:
        if change.kind is ChangeKind.NAME and number <= change.match:
            old = person(change.old)
            seats = [change.new or None if name is not None and person(name) == old else name for name in seats]
        elif change.match == number and change.kind is ChangeKind.SEATS:
            seats = json.loads(change.new)
        elif change.match == number and change.kind is ChangeKind.WON:
            won = json.loads(change.new)
    players = _named(seats)
    result, scores = summary.result, scores_in(summary.result or "", recorded)
    if scores:
        winners = winners_in(result or "", recorded)
        places = [seat for seat, name in enumerate(recorded) if name in winners] if won is None else won
        result = words_of_scores(players, scores, places)
    return replace(
        summary,
        header=replace(summary.header, players=players),
        result=result,
        gone=frozenset(seat for seat, name in enumerate(seats) if name is None),
        is_corrected=won is not None,
    )


def _named(seats: Sequence[str | None]) -> tuple[str, ...]:
    """Return *seats* with a default name for each player who was deleted, other than those of the other seats."""
    names = list(filter(None, seats))
    for seat, name in enumerate(seats):
        if name is None:
            free = (stored_default(PLAYER, number) for number in count(seat + 1))
            names.insert(seat, next(each for each in free if not is_among(each, names)))
    return tuple(names)


def changes_between(recorded: MatchSummary, now: MatchSummary, number: int) -> Iterator[Change]:
    """Yield the changes that make *now* of *recorded*, for the same match under another *number*."""
    if now.header != recorded.header or now.gone:
        seats = [None if seat in now.gone else name for seat, name in enumerate(now.header.players)]
        yield Change(ChangeKind.SEATS, number, new=json.dumps(seats))
    if now.is_corrected:
        winners = winners_in(now.result or "", now.header.players)
        places = [seat for seat, name in enumerate(now.header.players) if name in winners]
        yield Change(ChangeKind.WON, number, new=json.dumps(places))


def change_in_backup(columns: object, players: int) -> Change:
    """Return a change of a match with this number of *players*; raises ``TypeError`` or ``ValueError`` for another."""
    kind, number, old, new = list_of(columns, lambda value: value)
    change, values = change_of(text_of(kind), 0, text_of(old), text_of(new)), json.loads(text_of(new))
    if number != 0 or change.kind not in (ChangeKind.SEATS, ChangeKind.WON):
        raise ValueError("expected who played or who won")
    if change.kind is ChangeKind.WON and not set(list_of(values, lambda seat: seat)) <= {*range(players)}:
        raise ValueError("expected the seats of the match")
    if change.kind is ChangeKind.SEATS and len(list_of(values, text_or_none)) != players:
        raise ValueError("expected a name for each seat")
    return change


def people(archive: Archive) -> list[str]:
    """Return the ``people_in`` all matches."""
    return people_in(archive.matches())


def people_in(matches: Iterable[MatchSummary]) -> list[str]:
    """Return the players of *matches*, the newest first, without seats of the box and players who were deleted."""
    found = distinct(name for match in matches for name in match.people)
    return [name for name in found if not is_of_the_box(name)]


def names_now(names: Iterable[str], changes: Iterable[Change], newest: int) -> list[str]:
    """Return the *names* of known players with the changes of names since match *newest*, the newest one, began."""
    found = [*names]
    for change in changes:
        if change.kind is ChangeKind.NAME and change.match >= newest:
            found = [change.new if person(name) == person(change.old) else name for name in found]
    return distinct(filter(None, found))


def rename(archive: Archive, old: str, new: str) -> str:
    """Call the player *old* in all matches *new*, also where that is another player, and return the name.

    Raises ``ChangeRefused`` where both played in one match, ``NameRefused`` for what is no name, and
    ``JournalFailed`` where it cannot be written.
    """
    name = cleaned(new)
    if is_default_anywhere(name):
        raise NameRefused(f"expected a name of a person, got {name}", N_("The box gives this name itself."))
    for match in archive.matches() if person(old) != person(name) else ():
        if is_among(old, match.people) and is_among(name, match.people):
            raise ChangeRefused(
                f"expected one player under two names, got {old} and {name} in the same match, {match.number}",
                N_("They are two: both played in match {number}."),
                number=match.number,
            )
    _change_name(archive, old, name)
    return name


def delete_player(archive: Archive, name: str) -> None:
    """Take the name and the statistics of a player out of all matches; raises ``JournalFailed``."""
    _change_name(archive, name, "")


def _change_name(archive: Archive, old: str, new: str) -> None:
    archive.change([Change(ChangeKind.NAME, max(archive.played_numbers(), default=0), old, new)])


def correct_player(archive: Archive, number: int, seat: int, name: str) -> None:
    """Say that *name* played at *seat* of match *number*; who played there under that name changes places.

    Raises ``ChangeRefused``, ``NameRefused`` or ``JournalFailed``.
    """
    match, name = finished(archive, number), cleaned(name)
    seats = [None if place in match.gone else player for place, player in enumerate(match.header.players)]
    other = next((place for place, player in enumerate(seats) if player and person(player) == person(name)), seat)
    seats[other], seats[seat] = seats[seat], name
    archive.change([Change(ChangeKind.SEATS, number, "corrected", json.dumps(seats))])


def correct_winners(archive: Archive, number: int, seats: Sequence[int]) -> None:
    """Say that *seats* won match *number*; raises ``ChangeRefused`` or ``JournalFailed``."""
    match = finished(archive, number)
    if not scores_in(match.result or "", match.header.players):
        raise ChangeRefused(f"expected a match with scores, got match {number}", N_("This match has no scores."))
    archive.change([Change(ChangeKind.WON, number, new=json.dumps([*seats]))])


def delete_match(archive: Archive, number: int) -> None:
    """Show match *number* no longer; raises ``ChangeRefused`` or ``JournalFailed``."""
    finished(archive, number)
    archive.change([Change(ChangeKind.DELETED, number)])


def finished(archive: Archive, number: int) -> MatchSummary:
    """Return match *number*, which can be corrected; raises ``ChangeRefused`` for one that goes on or is damaged."""
    try:
        match = archive.summary(number)
    except KeyError:
        raise ChangeRefused(f"expected the number of a match in 'codemaker history', got {brief(number)}") from None
    if match.result is None or not match.is_sound:
        sentence = N_("Only a match that has ended can be changed.")
        raise ChangeRefused(f"expected a match that has ended, got match {number}", sentence)
    return match
