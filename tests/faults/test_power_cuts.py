"""The power is cut while the box writes: what it had told is there, and nothing is there by halves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest

from companion.config.settings import Settings
from tests.faults.card import Act, Cut, FolderSynced, Named, Renamed, Synced, Told, Unnamed, Written, after
from tests.faults.cuts import Tally, cut_everywhere, record
from tests.faults.traced import acts

recorded = cache(record)

# The long tale has more acts than are worth cutting at in every run; the benchmark cuts at all.
EVERY = {"played": 1, "written": 4, "upgraded": 1}


@pytest.mark.parametrize("tale", EVERY)
def test_nothing_that_was_told_is_lost_or_torn(tale: str) -> None:
    done = recorded(tale)
    total = cut_everywhere(done, samples=2, random=Random(tale), every=EVERY[tale])
    assert (total.lost, total.torn) == (0, 0)
    assert total.states > len(done) // EVERY[tale]


def test_recording_holds_what_the_cuts_are_about() -> None:
    told = [act.words for act in recorded("played") if isinstance(act, Told)]
    assert told[-1] == "match 1 13 Player 1 6, Player 2 5: Player 1 wins"
    # The first box died and left its log; the second found both.
    assert sum(act == Unnamed("journal.db-wal") for act in recorded("played")) == 1
    assert Renamed in map(type, recorded("written"))


# --- a box that kept its promises worse would be found out


def broken(done: Sequence[Act], without: type[Act], before: str = "match 1 6 ") -> Tally:
    """Judge a recording from which one kind of act is gone, as if the program had not done it, up to some words."""
    end = done.index(Told(before))
    begun = done.index(FolderSynced()) + 1
    kept = [act for act in done[begun:end] if not isinstance(act, without)]
    return cut_everywhere([*done[:begun], *kept, *done[end:]], samples=1, random=Random(1), every=2)


def test_box_that_does_not_sync_its_files_is_found_out() -> None:
    assert broken(recorded("played"), Synced).lost > 0


def test_box_that_does_not_sync_its_folder_is_found_out() -> None:
    assert broken(recorded("written"), FolderSynced, before=f"volume {Settings().volume + 3}").lost > 0


def test_box_that_tells_a_line_before_it_is_kept_is_found_out() -> None:
    done = [*recorded("played")]
    told = done.index(Told("match 1 6 "))
    done.insert(done.index(Told("match 1 5 ")) + 1, done.pop(told))
    assert cut_everywhere(done, samples=0, random=Random(1)).lost > 0


def test_settings_that_are_written_over_are_found_torn() -> None:
    done = [*recorded("written")]
    # Instead of a new file that takes the name of the old: the old one is cut and written.
    place = next(place for place, act in enumerate(done) if isinstance(act, Renamed))
    file = next(act.file for act in done[:place] if isinstance(act, Named) and "settings.toml" in act.name)
    done.insert(place + 1, Written(file, 0, b"volume = \xff"))
    assert cut_everywhere(done[: place + 2], 2, Random(1)).torn > 0


# --- the card


def test_what_was_not_synced_may_be_there_or_not() -> None:
    done: list[Act] = [Named("a", 0), FolderSynced(), Written(0, 0, b"old"), Synced(0), Written(0, 0, b"new")]
    card = after(done)
    assert card.with_nothing() == {"a": b"old"}
    assert card.with_all() == {"a": b"new"}
    assert {card.with_some(Random(seed))["a"] for seed in range(20)} == {b"old", b"new"}


def test_write_is_torn_where_the_sectors_meet_and_nowhere_else() -> None:
    card = after([Named("a", 0), FolderSynced(), Written(0, 510, b"12345")])
    outcomes = {card.with_some(Random(seed))["a"] for seed in range(50)}
    hole = bytes(510)
    assert outcomes == {b"", hole + b"12", hole + b"\0\0" + b"345", hole + b"12345"}


def test_later_of_two_writes_may_be_the_one_that_is_lost() -> None:
    card = after([Named("a", 0), FolderSynced(), Written(0, 0, b"1"), Written(0, 0, b"2"), Cut(0, 1)])
    assert {card.with_some(Random(seed))["a"] for seed in range(50)} >= {b"1", b"2"}


def test_synced_file_whose_folder_was_not_synced_may_have_no_name() -> None:
    done: list[Act] = [Named("a", 0), Written(0, 0, b"x"), Synced(0), Renamed("a", "b"), Unnamed("b")]
    assert after(done).with_nothing() == {}
    assert after([*done[:3], FolderSynced()]).with_nothing() == {"a": b"x"}
    assert after([*done[:4], FolderSynced()]).with_nothing() == {"b": b"x"}
    assert after([*done[:4], FolderSynced(), done[4]]).with_all() == {}


# --- what strace writes


def escaped(text: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in text.encode())


def test_trace_is_read_act_by_act() -> None:
    file, folder = f"3<{escaped('/s/a')}>", f"4<{escaped('/s')}>"
    trace = [
        f'7 openat(AT_FDCWD<{escaped("/")}>, "{escaped("/s/a")}", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = {file}',
        f'7 pwrite64({file}, "{escaped("data")}", 4, 512) = 4',
        f"7 ftruncate({file}, 3 <unfinished ...>",
        f'8 write(1<pipe:[9]>, "{escaped("match 1")}\\x0a", 8) = 8',
        "7 <... ftruncate resumed>)              = 0",
        f"7 fdatasync({file}) = 0",
        f"7 fsync({folder}) = 0",
        f'7 write({file}, "{escaped("x")}", 1) = 1',
        f'7 rename("{escaped("/s/a")}", "{escaped("/s/b")}") = 0',
        f'7 unlink("{escaped("/s/b")}") = 0',
        f'7 unlink("{escaped("/s/c")}") = -1 ENOENT (No such file or directory)',
        f'7 openat(AT_FDCWD<{escaped("/")}>, "{escaped("/etc/x")}", O_RDONLY) = 5<{escaped("/etc/x")}>',
        "7 +++ exited with 0 +++",
    ]
    assert [*acts(trace, Path("/s"))] == [
        Named("a", 0),
        Written(0, 512, b"data"),
        Told("match 1"),
        Cut(0, 3),
        Synced(0),
        FolderSynced(),
        Written(0, 3, b"x"),
        Renamed("a", "b"),
        Unnamed("b"),
    ]


def test_call_that_no_card_here_can_do_is_refused() -> None:
    call = f'7 link("{escaped("/s/a")}", "{escaped("/s/b")}") = 0'
    with pytest.raises(ValueError, match="expected a call that is understood, got link"):
        list(acts([call], Path("/s")))
