"""What the bridge of a club and the game say to each other at the table socket."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from companion.club.invitation import ClubInvitation
from companion.config.untrusted import is_plain, list_of, text_of
from companion.errors import TextUnreadable
from companion.front_ends.messages import SENT_MOST, Reader, encoded_message, number_in, text_in

TITLE_MOST = 20
"""The most letters of a title: the smallest display has room for 20 in a line."""
TEXT_MOST = 32
ENVELOPE_MOST = 200
OPTIONS_MOST = 24


@dataclass(frozen=True, slots=True)
class Offer:
    """The round that this table may play now: the event and the round in words, the game, its options, and its code.

    The code is a challenge, which names it, and has no place in a log.
    """

    event: str
    title: str
    round: int
    game: str
    options: tuple[tuple[str, str], ...]
    challenge: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SlipOffer:
    """A round that may be played once the letters of a slip have opened its ``envelope``, with ``salt``."""

    event: str
    title: str
    round: int
    game: str
    options: tuple[tuple[str, str], ...]
    envelope: str = field(repr=False)
    salt: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class NoOffer:
    """No round may be played now; ``event`` is the title of the event, or empty where the bridge knows of none."""

    event: str


@dataclass(frozen=True, slots=True)
class ResultsRequest:
    """The bridge asks for the first finished match of *challenge* whose number is above ``after``."""

    id: int
    after: int
    challenge: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """The event that is called ``event`` is to be forgotten: its matches are those of ``challenges``."""

    event: str
    challenges: tuple[str, ...] = field(repr=False)


def _club(fields: Mapping[str, object]) -> Offer | NoOffer:
    event, round_ = _title(fields, "event"), number_in(fields, "round")
    if not round_:
        return NoOffer(event)
    game, challenge = (text_in(fields, key, TEXT_MOST) for key in ("game", "challenge"))
    return Offer(event, _title(fields, "title"), round_, game, _options(fields), challenge)


def _slip(fields: Mapping[str, object]) -> SlipOffer:
    event, title, round_ = _title(fields, "event"), _title(fields, "title"), number_in(fields, "round")
    game, envelope, salt = (text_in(fields, key, ENVELOPE_MOST) for key in ("game", "envelope", "salt"))
    return SlipOffer(event, title, round_, game, _options(fields), envelope, salt)


def _options(fields: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    try:
        options = list_of(fields.get("options"), lambda pair: list_of(pair, text_of))
        return tuple((key, value) for key, value in options[:OPTIONS_MOST])
    except (TypeError, ValueError):
        raise TextUnreadable("expected options as pairs of texts, got another value") from None


def _title(fields: Mapping[str, object], key: str) -> str:
    text = text_in(fields, key, TITLE_MOST)
    if not is_plain(text):
        raise TextUnreadable(f"expected {key} without control characters, got another text")
    return text


def _results(fields: Mapping[str, object]) -> ResultsRequest:
    return ResultsRequest(number_in(fields, "id"), number_in(fields, "after"), text_in(fields, "challenge", TEXT_MOST))


def _forget(fields: Mapping[str, object]) -> ForgetRequest:
    try:
        challenges = list_of(fields.get("challenges"), text_of)
    except (TypeError, ValueError):
        raise TextUnreadable("expected challenges as a list of texts, got another value") from None
    return ForgetRequest(_title(fields, "event"), tuple(challenges[:OPTIONS_MOST]))


READERS: Mapping[str, Reader] = {"club": _club, "slip": _slip, "results": _results, "forget": _forget}
"""The readers of the messages of the bridge, by their types."""


def playing_message(match: int | None) -> bytes:
    """Return the message with the number of the match that plays the offered round; None where none does yet."""
    return encoded_message({"type": "club", "match": match})


def join_message(invitation: ClubInvitation) -> bytes:
    """Return the message by which the bridge joins as another table; it has a password."""
    return encoded_message({"type": "join", **asdict(invitation)})


def forgotten_message() -> bytes:
    """Return the message that no match of the event that was to be forgotten is here any more."""
    return encoded_message({"type": "forgotten"})


def result_message(id_: int, number: int | None, record: str | None, seconds: int) -> bytes:
    """Return the answer to a request: the match, its record, and how long its players thought.

    The number is None where there is no further match, and the record where the message would be too long.
    """
    fields = {"type": "result", "id": id_, "number": number, "record": record, "seconds": seconds}
    message = encoded_message(fields)
    return message if len(message) <= SENT_MOST else encoded_message({**fields, "record": None})
