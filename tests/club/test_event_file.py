"""The file of an event: what it may say, and what is said of what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.club.errors import ClubFailed
from companion.club.event import ROUNDS_MOST, TITLE_MOST, EventPlan, RoundPlan, read_event
from tests.club.tables import CATALOGUE, OPTIONS

HEAD = 'key = "cup"\ntitle = "Cup"\n'
ROUND = '[[round]]\ngame = "mastermind"\n'


def plan(tmp_path: Path, text: str | bytes) -> EventPlan:
    """Return the event in a file with *text*."""
    path = tmp_path / "event.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_event(path, CATALOGUE.__getitem__)


def test_shortest_event_has_the_defaults_of_a_club(tmp_path: Path) -> None:
    rounds = (RoundPlan(1, "", "mastermind", OPTIONS, "", ""),)
    assert plan(tmp_path, HEAD + ROUND) == EventPlan("cup", "Cup", rounds)


def test_all_that_a_round_may_say(tmp_path: Path) -> None:
    text = (
        f'{HEAD}[[round]]\ntitle = "Final"\ngame = "bulls"\nopens = 2026-12-01T18:00:00Z\n'
        'ends = 2026-12-08T19:00:00+01:00\noptions = { coach = "during", time = "60", variant = "repeats" }\n'
        'tables = ["table-1", "table-3"]\n'
    )
    options = (("coach", "during"), ("no-undo", "yes"), ("time", "60"), ("variant", "repeats"))
    final = RoundPlan(
        1, "Final", "bulls", options, "2026-12-01T18:00:00Z", "2026-12-08T18:00:00Z", ("table-1", "table-3")
    )
    assert plan(tmp_path, text).rounds == (final,)


def test_rounds_are_numbered_in_their_order(tmp_path: Path) -> None:
    found = plan(tmp_path, HEAD + ROUND * ROUNDS_MOST)
    assert [one.number for one in found.rounds] == list(range(1, ROUNDS_MOST + 1))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "expected 1 to 24 tables [[round]], got another value"),
        (HEAD, "expected 1 to 24 tables [[round]], got another value"),
        (HEAD + "round = 1", "expected 1 to 24 tables [[round]], got another value"),
        (HEAD + "round = [1]", "round 1: expected a table, got another value"),
        (HEAD + ROUND * (ROUNDS_MOST + 1), "expected 1 to 24 tables [[round]], got another value"),
        (HEAD + "[[round", "expected a TOML text"),
        (b"\xff", "can't decode byte"),
        ("#" * 70_000, "expected at most 65536 characters, got more"),
        (HEAD.replace("cup", "Autumn Cup") + ROUND, "expected key of small letters, digits and dashes"),
        (HEAD.replace('"cup"', '"home"') + ROUND, "expected another key than home, which stands for no event"),
        (HEAD.replace('"cup"', "7") + ROUND, "expected key as a text of 1 to 32 characters, got 7"),
        (HEAD.replace("Cup", "x" * (TITLE_MOST + 1)) + ROUND, "expected title as a text of 1 to 20 characters"),
        (f'key = "cup"\ntitle = "a\\nb"\n{ROUND}', "expected title as a text of 1 to 20 characters"),
        (f"{HEAD}place = 1\n{ROUND}", "expected the keys key, title, round, got 'place'"),
        (HEAD + ROUND + 'rows = "7"', "round 1: expected the keys title, game, options, opens, ends, tables, got"),
        (HEAD + ROUND + '[[round]]\ngame = "masterm"', "round 2: expected a game out of "),
        (HEAD + "[[round]]", "round 1: expected game as a text"),
        (HEAD + '[[round]]\ngame = "passcode"', "round 1: expected a game with challenges, got passcode"),
        (
            HEAD + '[[round]]\ngame = "mastermind-together"',
            "round 1: expected a game with challenges, got mastermind-together",
        ),
        (HEAD + ROUND + "options = { coach = 1 }", "round 1: expected options as texts, such as"),
        (HEAD + ROUND + 'options = "off"', "round 1: expected options as texts, such as"),
        (HEAD + ROUND + 'options = { coach = "loud" }', "round 1: expected coach out of "),
        (HEAD + ROUND + 'options = { luck = "yes" }', "round 1: expected an option out of "),
        (HEAD + ROUND + 'options = { challenge = "V3A42GVHGQVAA" }', "round 1: expected no option challenge"),
        (HEAD + ROUND + 'tables = "table-1"', "round 1: expected tables as names such as ['table-1', 'table-2'], got"),
        (HEAD + ROUND + 'tables = ["Table 1"]', "round 1: expected tables as names such as"),
        (HEAD + ROUND + "tables = [1]", "round 1: expected tables as names such as"),
        (HEAD + ROUND + "opens = 2026-12-01T18:00:00", "round 1: expected opens as a time such as"),
        (HEAD + ROUND + "opens = 2026-12-01", "round 1: expected opens as a time such as"),
        (HEAD + ROUND + 'ends = "noon"', "round 1: expected ends as a time such as 2026-12-01T18:00:00Z, got 'noon'"),
        (
            HEAD + ROUND + "opens = 2026-12-01T18:00:00Z\nends = 2026-12-01T18:00:00Z",
            "round 1: expected ends after opens, got 2026-12-01T18:00:00Z",
        ),
    ],
)  # fmt: skip
def test_wrong_file_is_told_with_its_place(tmp_path: Path, text: str | bytes, says: str) -> None:
    with pytest.raises(ClubFailed) as failure:
        plan(tmp_path, text)
    assert str(failure.value).startswith(f"{tmp_path / 'event.toml'}: ")
    assert says in str(failure.value)


def test_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ClubFailed, match=r"none\.toml"):
        read_event(tmp_path / "none.toml", CATALOGUE.__getitem__)
