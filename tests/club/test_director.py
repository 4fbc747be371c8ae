"""The director of an event, against tables that count their own rows, and against what a table may not say."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.club.boards import board_of
from companion.club.director import LINES_MOST, Director, ToPublish
from companion.club.director_store import KeptResult
from companion.club.errors import ClubFailed
from companion.club.event import RoundPlan
from companion.club.keys import key_of_slip, salt_of_slip, unseal
from companion.club.messages import (
    EventNews,
    Receipts,
    RoundKey,
    RoundSlip,
    TableBoards,
    TableForgotten,
    TableRow,
    decode,
)
from companion.club.standings import TablePlayed
from companion.errors import TextUnreadable
from companion.games.contract import Challenging
from companion.games.pegs.edition_game import EditionGame
from companion.match.archive import MatchHeader
from companion.match.record import Ply, Record, read_record
from tests.club.tables import (
    CATALOGUE,
    CODES,
    EVENT,
    PLAN,
    ROWS,
    TOPICS,
    WRONG,
    Table,
    challenge,
    directing,
    killed,
    news,
    opened,
    own_count,
    prepared,
    record,
    revived,
    shown,
    told,
    verdicts,
)
from tests.support.effort import seeds

TABLES = 40


# Forty tables


def evening(random: Random, tables: list[Table]) -> list[tuple[str, bytes]]:
    """Play the three open rounds at most tables, and return what they send: in any order, some of it twice or more."""
    sent: list[tuple[str, bytes]] = []
    for table in tables:
        for round_ in (1, 2, 3):
            if random.random() < 0.85:
                sent.append(table.plays(round_, random.randrange(ROWS + 1), random.randrange(400)))
        sent += [table.state(), table.online(random.random() < 0.5)]
    sent += random.choices(sent, k=len(sent) // 2)
    random.shuffle(sent)
    return sent


def batches(random: Random, sent: list[tuple[str, bytes]]) -> Iterator[list[tuple[str, bytes]]]:
    while sent:
        size = random.choice((1, 1, 2, 7, 60))
        yield sent[:size]
        sent = sent[size:]


@pytest.mark.parametrize("seed", seeds(3, 40))
def test_standings_are_what_the_tables_count_after_any_kill(path: Path, seed: int) -> None:
    random = Random(seed)
    tables = [Table(f"table-{number}") for number in range(TABLES)]
    director, lives = directing(path, opened=3), 0
    said: set[tuple[str, int]] = set()
    for batch in batches(random, evening(random, tables)):
        answered = director.take(batch)
        for one in answered:
            if "/receipt/" in one.topic:
                said |= {(one.topic, each.round) for each in decode(Receipts, one.payload).receipts}
        if not lives or random.random() < 0.1:
            before, lives = list(director.everything()), lives + 1
            path = killed(path, lives)
            director = revived(path)
            assert list(director.everything()) == before
    assert told(director) == own_count(tables)
    assert said == {(TOPICS.receipt(table.name), round_) for table in tables for round_ in table.played}
    missing = {(table.name, round_) for table in tables for round_ in (1, 2, 3) if round_ not in table.played}
    assert set(director.out()) == missing


def test_own_count_shares_places_and_leaves_out_the_next() -> None:
    tables = [Table(name) for name in "abcd"]
    for table, wrong in zip(tables, (2, 1, 2, ROWS), strict=True):
        table.plays(1, wrong)
    assert [line[:2] for line in own_count(tables)] == [(1, "b"), (2, "a"), (2, "c"), (4, "d")]


def test_result_killed_before_its_receipt_is_counted_when_it_comes_again(path: Path) -> None:
    director, table = directing(path, opened=1), Table("a")
    sent = table.plays(1, 3)
    with director._store.together():
        director._take(*sent)
        unsaved = killed(path, 1)
    again = revived(unsaved)
    assert told(again) == []
    assert verdicts(again.take([sent]), "a") == [(1, "counted")]
    assert told(again) == own_count([table])


def test_result_killed_after_its_receipt_is_counted_once(path: Path) -> None:
    director, table = directing(path, opened=1), Table("a")
    sent = table.plays(1, 3)
    first = director.take([sent])
    again = revived(killed(path, 1))
    assert again.take([sent]) == first
    assert told(again) == own_count([table])


def test_late_joiner_counts_and_is_out_until_then(path: Path) -> None:
    director = directing(path, opened=1)
    director.end_round(1)
    late = Table("late")
    director.take([late.state()])
    assert director.out() == [("late", 1)]
    director.take([late.plays(1, 4)])
    assert (director.out(), told(director)) == ([], own_count([late]))


def test_round_of_some_tables_is_not_counted_for_others_nor_waited_for(path: Path) -> None:
    first, *others = PLAN.rounds
    director = directing(path, replace(PLAN, rounds=(replace(first, tables=("a", "b")), *others)), opened=1)
    tables = [Table("a"), Table("b"), Table("c")]
    director.take([table.state() for table in tables])
    assert director.out() == [("a", 1), ("b", 1)]
    director.take([tables[2].plays(1, 2)])
    assert "expected a round of the table that was opened, got round 1" in director.warnings[0]
    with pytest.raises(TextUnreadable, match="expected a table of the round that is connected"):
        director.slip(1, "c")
    director.take([table.plays(1, 2) for table in tables[:2]])
    assert (director.out(), told(director)) == ([], own_count(tables[:2]))
    assert [one.tables for one in news(director).rounds] == [("a", "b"), (), ()]


# The journal


def test_second_director_of_one_journal_is_refused(path: Path) -> None:
    directing(path)
    with pytest.raises(ClubFailed, match="another director uses"):
        opened(path)


def test_round_that_is_planned_in_another_way_is_refused(path: Path) -> None:
    directing(path)._store.close()
    first, *others = PLAN.rounds
    changed = replace(PLAN, rounds=(replace(first, options=(("coach", "during"),)), *others))
    with pytest.raises(ClubFailed, match="expected round 1 as its code was drawn for it, mastermind coach=off"):
        Director(changed, opened(path), CATALOGUE.__getitem__)


def test_round_that_is_no_longer_planned_is_refused(path: Path) -> None:
    directing(path)._store.close()
    with pytest.raises(ClubFailed, match=r"expected round 3 .* got none"):
        Director(replace(PLAN, rounds=PLAN.rounds[:2]), opened(path), CATALOGUE.__getitem__)


def test_round_may_be_added_and_have_another_title_and_time(path: Path) -> None:
    directing(path, opened=1)._store.close()
    first, *others = PLAN.rounds
    more = RoundPlan(4, "Extra", "mini", (), "", "")
    changed = replace(PLAN, rounds=(replace(first, title="Warm-up", ends="2026-12-01T18:00:00Z"), *others, more))
    director = Director(changed, opened(path), CATALOGUE.__getitem__)
    assert [(one.title, one.status) for one in news(director).rounds] == [
        ("Warm-up", "open"), ("Round 2", "ahead"), ("Round 3", "ahead"), ("Extra", "ahead"),
    ]  # fmt: skip


def test_codes_are_drawn_once(path: Path) -> None:
    director = Director(PLAN, opened(path), CATALOGUE.__getitem__)
    codes = [(kept.code, kept.envelope) for kept in director._store.rounds().values()]
    assert len(set(codes)) == len(PLAN.rounds)
    again = revived(killed(path, 1))
    assert [(kept.code, kept.envelope) for kept in again._store.rounds().values()] == codes


# Rounds and their codes


def test_open_round_has_its_key_and_the_others_have_none(path: Path) -> None:
    director = directing(path)
    assert [one for one in director.everything() if "/key/" in one.topic] == []
    told_news, key = director.open_round(2)
    assert [one.status for one in decode(EventNews, told_news.payload).rounds] == ["ahead", "open", "ahead"]
    found = decode(RoundKey, key.payload)
    envelope = news(director).rounds[1].envelope
    assert (key.topic, unseal(found.key, envelope)) == (TOPICS.key(2), challenge(CODES[1]))
    with pytest.raises(TextUnreadable):
        unseal(found.key, news(director).rounds[0].envelope)


def test_secrets_of_rounds_ahead_are_in_no_message_log_or_repr(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    director, table = directing(path, opened=1), Table("a")
    ahead = [kept for number, kept in director._store.rounds().items() if number > 1]
    # A table that knows the code of a round ahead is answered no word of it.
    said = director.take([table.plays(1, 3), table.plays(2, 1), table.state()])
    said += [*director.everything(), *director.close(is_complete=False)]
    shown_text = repr(said) + repr(ahead) + repr(director) + repr(director.seen) + caplog.text + str(director.warnings)
    secrets = {kept.code for kept in ahead} | {kept.key for kept in ahead} | {*CODES[1:]}
    assert not [secret for secret in secrets if secret in shown_text]
    assert any("expected a round of the table that was opened" in warning for warning in director.warnings)


@pytest.mark.parametrize("round_", [0, 4, 2**40])
def test_round_that_there_is_not_cannot_be_opened(path: Path, round_: int) -> None:
    with pytest.raises(TextUnreadable, match="expected a round that is ahead, got no such round"):
        directing(path).open_round(round_)


def test_round_is_opened_once_and_ended_once(path: Path) -> None:
    director = directing(path, opened=1)
    with pytest.raises(TextUnreadable, match="expected a round that is ahead, got one that is open"):
        director.open_round(1)
    director.end_round(1)
    with pytest.raises(TextUnreadable, match="expected a round that is open, got one that is over"):
        director.end_round(1)


def test_rounds_open_and_end_at_their_times(path: Path) -> None:
    first, second, third = PLAN.rounds
    plan = replace(
        PLAN,
        rounds=(
            replace(first, opens="2026-12-01T18:00:00Z", ends="2026-12-01T19:00:00Z"),
            replace(second, opens="2026-12-01T18:30:00Z"),
            third,
        ),
    )
    director = directing(path, plan)
    seen = []
    for now in ("2026-12-01T17:59:59Z", "2026-12-01T18:00:00Z", "2026-12-01T18:45:00Z", "2026-12-09T00:00:00Z"):
        seen.append((director.next_time()[11:16], [one.topic for one in director.due(now)]))
        assert director.due(now) == []
    assert seen == [
        ("18:00", []),
        ("18:00", [TOPICS.news, TOPICS.key(1)]),
        ("18:30", [TOPICS.news, TOPICS.key(2)]),
        ("19:00", [TOPICS.news, TOPICS.standings]),
    ]
    assert (director.next_time(), [one.status for one in news(director).rounds]) == ("", ["over", "open", "ahead"])


def test_closed_event_opens_no_round(path: Path) -> None:
    first, *others = PLAN.rounds
    director = directing(path, replace(PLAN, rounds=(replace(first, opens="2026-12-01T18:00:00Z"), *others)))
    director.close()
    assert (director.next_time(), director.due("2027-01-01T00:00:00Z")) == ("", [])
    with pytest.raises(TextUnreadable, match="expected an event that is open"):
        director.open_round(1)


def test_event_is_closed_with_the_tables_that_are_out_named(path: Path) -> None:
    director, tables = directing(path, opened=1), [Table("a"), Table("b")]
    director.take([tables[0].plays(1, 2), tables[1].state()])
    with pytest.raises(TextUnreadable, match=r"got none of b \(round 1\): close anyway closes"):
        director.close()
    assert news(director).status == "open"
    director.take([tables[1].plays(1, 2)])
    assert shown(director.close()).is_final
    assert news(director).status == "closed"


def test_result_after_the_close_is_not_counted(path: Path) -> None:
    director, table = directing(path, opened=1), Table("a")
    director.take([table.state()])
    director.close(is_complete=False)
    answer = verdicts(director.take([table.plays(1, 2)]), "a")
    assert answer == [(1, "refused: expected an event that is open, got one that is closed")]
    assert told(director) == []


def test_standings_are_final_once_all_rounds_are_begun_and_all_tables_are_done(path: Path) -> None:
    director, table = directing(path), Table("a")
    assert not shown(list(director.everything())).is_final
    for round_ in (1, 2, 3):
        director.open_round(round_)
        assert not shown(list(director.everything())).is_final
        final = shown(director.take([table.plays(round_, 2)]))
        assert final.is_final == (round_ == 3)


def test_each_result_makes_the_standings_newer(path: Path) -> None:
    director = directing(path, opened=3)
    revisions = [shown([director.standings()]).revision]
    for table in (Table("a"), Table("b")):
        revisions += [shown(director.take([table.plays(round_, 2)])).revision for round_ in (1, 2, 3)]
    assert revisions == sorted(set(revisions))


def test_standings_of_many_tables_have_room_in_a_message(path: Path) -> None:
    store = prepared(path)
    for number in range(LINES_MOST + 1):
        played = TablePlayed(str(number).zfill(32), 1, 5, True, 10**9)
        store.add_result(KeptResult(played, "", "counted"), "")
    director = Director(PLAN, store, CATALOGUE.__getitem__)
    assert len(shown([director.standings()]).lines) == LINES_MOST


def test_event_is_forgotten_after_its_close_here_and_at_each_table(path: Path) -> None:
    director, tables = directing(path, opened=1), [Table("a"), Table("b")]
    said = [table.plays(1, 2) for table in tables]
    director.take(said)
    with pytest.raises(TextUnreadable, match="expected an event that is closed, got one that is open"):
        director.forget()
    director.close()
    published = director.forget()
    assert news(director).status == "forgotten"
    assert (verdicts(published, "a"), shown(published).lines) == ([], ())
    # The records had the names of the players.
    assert [found for found in path.parent.glob(f"{path.name}*") if b"Anna" in found.read_bytes()] == []
    assert director.forgotten == set()
    director.take([tables[1].signed("forgotten", TableForgotten(EVENT))])
    assert (director.tables, director.forgotten) == (["a", "b"], {"b"})
    # What a table sends again is not kept, also after another start.
    director._store.close()
    again = revived(path)
    assert again.take(said) == []
    assert (again.played(), again._store.results()) == ([], [])


def test_forgotten_event_is_said_again_in_full_after_a_kill(path: Path) -> None:
    """The keys of rounds that were not opened, too: a slip may have opened one, and its matches are to be deleted."""
    director, tables = directing(path, opened=1), [Table("a"), Table("b")]
    director.take([tables[0].plays(1, 2), tables[1].state()])
    director.end_round(1)
    director.close(is_complete=False)
    said = {one.topic: one for one in director.forget()}
    wanted = {TOPICS.news, TOPICS.standings, *(TOPICS.key(one.number) for one in PLAN.rounds)}
    wanted |= {topic(one.name) for topic in (TOPICS.receipt, TOPICS.board) for one in tables}
    assert said.keys() == wanted
    # Killed before any of it was published; what earlier messages have is retained at the broker.
    again = revived(killed(path, 1))
    assert {one.topic: one for one in again.everything()} == said
    again.take([tables[1].signed("forgotten", TableForgotten(EVENT))])
    assert (again.tables, again.forgotten) == (["a", "b"], {"b"})


def test_forgotten_event_is_not_closed_again(path: Path) -> None:
    director = directing(path)
    director.close()
    director.forget()
    with pytest.raises(TextUnreadable, match="expected an event that is kept, got one that is forgotten"):
        director.close(is_complete=False)
    assert news(director).status == "forgotten"


def test_word_that_another_event_is_forgotten_is_refused(path: Path) -> None:
    director, table = directing(path), Table("a")
    director.close()
    director.forget()
    director.take([table.signed("forgotten", TableForgotten("other"))])
    assert (director.forgotten, len(director.warnings)) == (set(), 1)


def test_table_has_forgotten_nothing_that_is_not_forgotten(path: Path) -> None:
    director, table = directing(path, opened=1), Table("a")
    director.take([table.signed("forgotten", TableForgotten(EVENT))])
    assert director.forgotten == set()


def boards(said: Iterable[ToPublish], table: str) -> list[tuple[int, int]]:
    """Return the rounds of the boards of *table* that *said* publishes last, each with its number of rows."""
    found = [decode(TableBoards, one.payload) for one in said if one.topic == TOPICS.board(table)]
    return [(board.round, len(board.rows)) for board in found[-1].boards] if found else []


def test_boards_are_told_once_a_round_is_over_and_no_table_plays_it(path: Path) -> None:
    director, one, two = directing(path, opened=2), Table("a"), Table("b")
    said = director.take([one.plays(1, 2), one.plays(2, 3), two.state(round=1, rows=4)])
    assert boards(said, "a") == []
    # Table b still breaks the code of round 1.
    assert boards(director.end_round(1), "a") == []
    assert boards(director.end_round(2), "a") == [(2, 4)]
    said = director.take([two.state(count=2), two.plays(1, 5)])
    assert (boards(said, "a"), boards(said, "b")) == ([(1, 3), (2, 4)], [(1, 6)])
    # What was told is not said again, but after a start.
    assert boards(director.take([one.online(is_online=True)]), "a") == []
    assert boards(director.everything(), "a") == [(1, 3), (2, 4)]
    director.close(is_complete=False)
    assert [one.topic for one in director.forget() if "/board/" in one.topic] == [TOPICS.board("a"), TOPICS.board("b")]
    assert boards(director.everything(), "a") == []


def test_director_that_has_started_tells_no_board_before_it_has_heard_who_still_plays(path: Path) -> None:
    director, one, two = directing(path, opened=1), Table("a"), Table("b")
    director.take([one.plays(1, 2), two.state(round=1, rows=4)])
    assert boards(director.end_round(1), "a") == []
    again = revived(killed(path, 1))
    assert boards(again.everything(), "a") == []
    assert boards(again.take([two.state(round=1, rows=4)]), "a") == []
    # Table a has its result: it plays this round no longer, and need not be heard.
    assert boards(again.take([two.state(count=2)]), "a") == [(1, 3)]


def test_revoked_table_keeps_no_board_from_the_hall_and_its_box_may_be_another_one(path: Path) -> None:
    director, one, two = directing(path, opened=1), Table("a"), Table("b", boot=9)
    director.take([one.plays(1, 2), two.state(round=1, rows=4)])
    assert boards(director.end_round(1), "a") == []
    assert boards(director.revoke("b"), "a") == [(1, 3)]
    with pytest.raises(TextUnreadable, match="expected a table of the round that is connected, got 'b'"):
        director.slip(2, "b")
    director.take([Table("b", boot=1).state()])
    assert (director.warnings, director.seen["b"].shown.boot) == ([], 1)


def test_board_has_rows_and_key_pegs_and_colours(path: Path) -> None:
    director = directing(path, opened=1)
    director.take([Table("a").plays(1, 1)])
    (said,) = (one for one in director.end_round(1) if one.topic == TOPICS.board("a"))
    (board,) = decode(TableBoards, said.payload).boards
    assert board.rows[-1] == TableRow(CODES[0], 4, 0)
    letters = dict(board.letters)
    green = [letter for letter, _ in board.colours].index("G")
    assert (letters["en"][green], letters["de"][green], {len(own) for own in letters.values()}) == ("G", "N", {6})
    assert (board.rows[0].row, dict(board.colours)["R"], b"Anna" in said.payload) == (WRONG[0], "#d63028", False)


@pytest.mark.parametrize("rows", ["GGBB G-BB", "---- G-BB", "1023 4567", "CRANE SLATE", "ÉTÉ ÉCU"])
def test_board_has_rows_with_holes_and_of_digits_and_words(rows: str) -> None:
    first, last = rows.split()
    plies = Ply("give up"), Ply(first, reply="black 1 white 0"), Ply(last, reply=f"black {len(last)} white 0")
    found = Record(MatchHeader("mastermind", (), ("Anna",), "2026-01-02T12:00:00Z"), plies, "")
    board = board_of(1, found, CATALOGUE["mastermind"])
    assert board.rows == (TableRow(first, 1, 0), TableRow(last, len(last), 0))


@pytest.mark.parametrize(
    "key", [game.key for game in CATALOGUE.games if isinstance(game, Challenging) and not game.group]
)
def test_board_of_every_game_has_the_row_that_is_the_code(key: str) -> None:
    game = CATALOGUE[key]
    assert isinstance(game, EditionGame)
    code = game.edition.text(game.edition.space(game.edition.variants[0]).code(7))
    board = board_of(1, read_record(record(code, 0, key, options=())), game)
    assert board.rows == (TableRow(code, len(code), 0),)


def test_board_of_several_players_is_that_of_the_best() -> None:
    replies = "1 RRRR = black 1 white 0", "2 OOOO = black 0 white 0", "1 ROYG = black 4 white 0"
    plies = [Ply(text, reply=reply) for text, reply in (line.split(" = ") for line in replies)]
    found = Record(MatchHeader("mastermind-together", (), ("Anna", "Ben"), "2026-01-02T12:00:00Z"), tuple(plies), "")
    board = board_of(3, found, CATALOGUE["bulls"])
    assert (board.round, board.colours) == (3, ())
    assert board.rows == (TableRow("RRRR", 1, 0), TableRow("ROYG", 4, 0))


def test_slip_opens_the_round_at_its_table_alone(path: Path) -> None:
    director = directing(path)
    director.take([Table("a").state(), Table("b").state()])
    letters, said = director.slip(2, "a")
    slip = decode(RoundSlip, said.payload)
    assert (said.topic, said.is_retained, slip.round, slip.title) == (TOPICS.slip("a"), False, 2, "Round 2")
    key = key_of_slip(f" {letters[:5].lower()} {letters[5:]}", salt_of_slip(EVENT, 2, "a"))
    code = unseal(key, slip.envelope)
    assert code == director._store.rounds()[2].code
    assert code.encode() not in said.payload
    assert letters.encode() not in said.payload
    for salt in (salt_of_slip(EVENT, 2, "b"), salt_of_slip(EVENT, 1, "a")):
        with pytest.raises(TextUnreadable, match="expected an envelope and its key"):
            unseal(key_of_slip(letters, salt), slip.envelope)


def test_slip_is_for_a_table_that_is_connected_and_a_round_that_is_not_over(path: Path) -> None:
    director, table = directing(path, opened=1), Table("a")
    with pytest.raises(TextUnreadable, match="expected a table of the round that is connected, got 'a'"):
        director.slip(2, "a")
    director.take([table.state(), table.online(is_online=False)])
    with pytest.raises(TextUnreadable, match="expected a table of the round that is connected"):
        director.slip(2, "a")
    director.take([table.online(is_online=True)])
    director.end_round(1)
    for number in (1, 9):
        with pytest.raises(TextUnreadable, match="expected a round that is not over"):
            director.slip(number, "a")
    director.close(is_complete=False)
    with pytest.raises(TextUnreadable, match="expected an event that is open, got one that is closed"):
        director.slip(2, "a")
