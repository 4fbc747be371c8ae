"""Challenges on the box: the code of the day, its streak, and a line that somebody else sent."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from companion.doctor.host import is_clock_set
from companion.games.pegs.challenge import code_of, line_of
from companion.games.pegs.game import PegGame
from companion.match.archive import MatchHeader, MatchSummary
from companion.match.session import Session
from companion.match.streak import MATCHES_MOST, day_at, day_of, day_streak
from companion.ui.core.screen import Refuse
from companion.ui.home.preferences import preferences
from tests.fakes.host import FakeHost
from tests.support.flow import CATALOGUE, Flow, entering, start
from tests.support.installing import install
from tests.support.paper import NOON, PaperArchive, environment

FOUND = CATALOGUE["mastermind"]
assert isinstance(FOUND, PegGame)
GAME: PegGame = FOUND
EDITION = GAME.edition
NORMAL = EDITION.variants[0]


def today(flow: Flow) -> str:
    return flow.context.environment.stamp()[:10]


def found(flow: Flow, code: str) -> None:
    """Play the match that is on the screen to its end with *code* as its first row."""
    while flow.screen != "GuessScreen":
        flow.press("OK")
    flow.press(entering(code), "OK")


def test_code_of_the_day_is_played_once_by_each_player() -> None:
    flow = start()
    flow.choose("Play", "A challenge", "Mastermind", "Anna")
    code = code_of(EDITION, NORMAL, today(flow))
    assert code is not None
    assert flow.code() == EDITION.text(code)
    found(flow, EDITION.text(code))
    assert flow.session().outcome is not None
    again = start(flow.archive, names=("ANNA", "Ben"))
    again.choose("Play", "A challenge", "Mastermind", "ANNA")
    assert again.banner == "ANNA has played this code."
    again.choose("Ben")
    assert again.code() == EDITION.text(code)
    rematch = again.session(2).rematch()
    assert dict(rematch.header.options)["challenge"] == ""


def test_code_that_was_played_many_matches_ago_is_not_played_again() -> None:
    flow = start()
    flow.choose("Play", "A challenge", "Mastermind", "Anna")
    for _ in range(2 * MATCHES_MOST):
        flow.archive.begin(MatchHeader("mini", (), ("Anna",), NOON))
    again = start(flow.archive)
    again.choose("Play", "A challenge", "Mastermind", "Anna")
    assert again.banner == "Anna has played this code."


def test_streak_of_days_stands_on_the_first_menu() -> None:
    archive = PaperArchive()
    flow = start(archive)
    days = [(date.fromisoformat(today(flow)) - timedelta(back)).isoformat() for back in (2, 1)]
    for day in days:
        options = GAME.read_challenge(day)
        assert options is not None
        session = Session.begin(GAME, options, ("Anna",), environment(archive))
        session.draw()
        session.play(session.read("give up"))
        header, entries = archive.sheets[session.number or 0]
        archive.sheets[session.number or 0] = (
            MatchHeader(header.game, header.options, header.players, f"{day}T20:00:00"),
            entries,
        )
    flow = start(archive)
    assert "  Code of the day: 2 days" in flow.lines


def test_line_of_another_box_is_typed_and_played() -> None:
    flow = start()
    line = line_of(EDITION, EDITION.variants[1], (0, 1, 6, 3))
    flow.choose("Play", "A challenge", "Type a line")
    for letter in line:
        entry = flow.top
        wheel = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
        flow.press(*["DOWN"] * ((wheel.index(letter) - wheel.index(entry.choice)) % len(wheel)), "OK")  # type: ignore[attr-defined]
    flow.press("OK")
    flow.choose("Ben")
    assert flow.code() == "RO-G"
    assert dict(flow.archive.read(1)[0].header.options)["variant"] == "challenge"
    again = start(flow.archive)
    again.press("DOWN OK")
    again.choose("Play", "A challenge", "Type a line")
    again.top.type(line)
    again.press("OK")
    again.choose("Ben")
    assert again.banner == "Ben has played this code."


def test_line_with_a_slip_is_refused_and_can_be_put_right() -> None:
    flow = start()
    line = line_of(EDITION, NORMAL, (0, 1, 2, 3))
    flow.choose("Play", "A challenge", "Type a line")
    assert flow.top.type("9") == Refuse("Only letters, and digits from 2 to 7.")
    flow.top.type(line[:5] + "-" + line[5:10].lower() + "-" + line[10:12] + ("A" if line[-1] != "A" else "B"))
    flow.press("OK")
    assert flow.banner == "No such challenge. ◀ erases a letter."
    flow.press("BACK")
    flow.top.type(line[-1])
    flow.press("OK")
    flow.choose("Anna")
    assert flow.code() == "ROYG"


def test_box_without_a_network_does_not_know_the_day() -> None:
    flow = start()
    install(flow.context, has_network=False)
    flow.choose("Play", "A challenge", "Mastermind")
    assert flow.banner == "The box does not know the day. Set it in Settings, Date."
    assert not flow.archive.sheets


def at(flow: Flow, stamp: str) -> None:
    """Set the clock of the box."""
    flow.context.environment = replace(flow.context.environment, stamp=lambda: stamp)


@pytest.mark.parametrize("pages", [("Mastermind",), ()])
def test_page_that_stays_open_over_midnight_has_the_code_of_the_new_day(pages: tuple[str, ...]) -> None:
    flow = start()
    flow.choose("Play", "A challenge", *pages)
    at(flow, "2026-11-27T00:00:01Z")
    flow.choose(*("Mastermind", "Anna")[len(pages) :])
    assert dict(flow.session(1).header.options)["challenge"] == "2026-11-27"


@pytest.mark.parametrize(("zone", "day"), [("UTC0", "2026-11-26"), ("LINT-14", "2026-11-27"), ("SST11", "2026-11-25")])
def test_day_begins_at_midnight_of_the_box(monkeypatch: pytest.MonkeyPatch, zone: str, day: str) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        assert (day_at("2026-11-26T10:00:00Z"), day_of(played("2026-11-26", day))) == (day, day)
    time.tzset()


def test_clock_that_was_never_set_offers_no_code_of_a_day() -> None:
    flows, host = [start(), start()], FakeHost()
    at(flows[0], "1970-01-01T00:00:09Z")
    context, host.ran = flows[1].context, {}
    install(context, host_factory=lambda: host)
    for flow in flows:
        flow.choose("Play", "A challenge", "Mastermind")
        assert flow.banner == "The box does not know the day. Set it in Settings, Date."
    host.files["/dev/rtc0"] = b""
    assert is_clock_set(host)
    host.now = 0
    assert not is_clock_set(host)


def test_day_that_is_set_by_hand_is_that_of_the_code() -> None:
    flow = start()
    install(flow.context, has_network=False)
    at(flow, "1970-01-01T00:00:09Z")
    flow.choose("More", "Settings", "Date")
    assert flow.lines[1:4] == ["> Day: 1", "  Month: 1", "  Year: 2026"]
    flow.press("LEFT DOWN OK DOWN RIGHT RIGHT DOWN DOWN LEFT DOWN RIGHT")
    flow.choose("Done")
    flow.press("BACK BACK")
    flow.choose("Play", "A challenge", "Mastermind", "Anna")
    header = flow.session(1).header
    assert (dict(header.options)["challenge"], day_at(header.begun)) == ("2028-02-29", "2028-02-29")


def test_date_begins_at_the_day_that_a_phone_says() -> None:
    flow = start()
    install(flow.context, has_network=False)
    flow.context.offered_day = "2026-11-27"
    flow.choose("More", "Settings", "Date", "Done")
    assert datetime.fromisoformat(flow.context.environment.stamp()).astimezone().isoformat()[:13] == "2026-11-27T12"


def test_box_that_knows_the_day_has_no_date_to_set() -> None:
    menu = preferences(start().context)
    assert "Date" not in [item.label for item in menu.items]


def played(day: str, challenge: str, result: str | None = "Anna 4") -> MatchSummary:
    return MatchSummary(1, MatchHeader("super", (("challenge", challenge),), ("Anna",), f"{day}T10:00:00Z"), result, 9)


@pytest.mark.parametrize(
    ("days", "streak"),
    [
        ([], 0),
        (["2026-11-26"], 1),
        (["2026-11-25"], 1),
        (["2026-11-24"], 0),
        (["2026-11-26", "2026-11-25", "2026-11-23"], 2),
        (["2026-11-25", "2026-11-24", "2026-11-23", "2026-11-23"], 3),
        (["2026-11-26", "1970-01-01", "2026-11-25", "2150-01-01", "2026-11-24"], 3),
    ],
)
def test_streak_counts_days_in_a_row_up_to_today_or_yesterday(days: list[str], streak: int) -> None:
    assert day_streak([played(day, day) for day in days], "2026-11-26") == streak


def test_match_that_was_left_or_has_another_day_s_code_counts_for_no_streak() -> None:
    left, earlier = played("2026-11-26", "2026-11-26", None), played("2026-11-26", "2026-11-25")
    assert (day_of(left), day_of(earlier)) == ("2026-11-26", None)
    assert day_streak([left, earlier], "2026-11-26") == 0
