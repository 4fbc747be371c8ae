"""The card image, started on an emulated Raspberry Pi 3: ``make image-test``; see ``docs/card-test.md``."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import closing
from mmap import ACCESS_READ, mmap
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from companion.config.card import DATA_SENTENCES
from companion.errors import JournalFailed
from companion.match.backup import Saved, backups_in, check, finish, load
from companion.ui.core.notice import Notice
from companion.ui.home.stick import NOT_READY, PULLED_OUT, SAVE, TITLE, Copying, saved_words
from tests.support.flow import start
from tests.support.match_lines import CODE, GUESS, HEADING, opened
from tests.support.paper import PaperArchive
from tools.card.card import DATA, Part, data_of, files_of, partitions, put_in, run, superblock
from tools.card.cuts import TAKEN_UP, cut_all, cut_in_growth
from tools.card.played import TAKE_UP, drawn, entries, first_page, notice, refused, seen, twin, used
from tools.card.table import (
    SAID,
    SAYING,
    SERIAL,
    SWITCHING_OFF,
    Table,
    frame,
    is_dark,
    same_as,
    table,
    units,
    with_finger,
    with_unit,
)
from tools.rig.rig_play import kept_in

CUTS = int(os.environ.get("CODEMAKER_CUTS", "20"))
GROWTH_CUTS = 6
SEED = int(os.environ.get("CODEMAKER_SEED", "1"))
STARTS = 20
# Less than this is not worth growing for.
REST = 16 << 20
SPLASH_G, FRAME_G = 1.6, 5.2
SAYS = f"{units('units')} {SERIAL}"
TOLD = ("data", "last", "ActiveState", "StatusText", "NRestarts")
# Of the blocks, some tens among them with files and tables of the small file system.
OVERWRITTEN = 0.05
# The first partition's file with a word in it that is none, below one that decides.
WRONG = "language = fr\nbord = bonnet\n"
# From the offer to go on to the copy on the stick, slowly: the stick is looked for after the first picture.
TO_STICK, STICK_PAUSE_S, STICK_MIB = "BACK UP UP UP OK OK", 4.0, 96
# Enough of them that saving takes a while.
MATCHES = 2000
# EFI system partition, and basic data.
GPT = """\
label: gpt
start=1MiB, size=32MiB, type=C12A7328-F81F-11D2-BA4B-00A0C93EC93B
start=33MiB, size=32MiB, type=EBD0A0A2-B9E5-4433-87C0-68B6B72699C7
"""
# Below what the start of the image finds enough, and above what a journal needs to be opened; and the 4096 blocks of
# 4 KiB that ext4 keeps for itself ("reserved_clusters" in the kernel's Documentation/admin-guide/ext4.rst).
ALMOST_NOTHING_KIB = 512 + 4096 * 4


@pytest.fixture(scope="module")
def at() -> Table:
    return table()


def said(told: str) -> dict[str, str]:
    """Return what the service and the first program of the image have said of the start."""
    pairs = [line.replace(": ", "=", 1).strip().partition("=") for line in told.splitlines()]
    return {
        name: value for name, _, value in pairs if name in ("data", "last", "ActiveState", "StatusText", "NRestarts")
    }


def test_new_card_shows_a_light_and_then_the_first_question_in_time(at: Table) -> None:
    start = at.first_start()
    assert start.splash_g <= SPLASH_G
    assert start.frame_g <= FRAME_G


def test_service_has_all_its_parts_and_only_the_data_can_be_written(at: Table) -> None:
    card = at.card("new", with_unit(at.folder("new"), SAYING))
    with at.started(card, SAYS) as pi:
        told = pi.wait_told(SAID)
    parts = {"ActiveState": "active", "StatusText": "all parts are there", "NRestarts": "0"}
    assert said(told) == {"data": "ok", "last": "clean"} | parts
    mounted = [line.split() for line in told.splitlines() if line.startswith("/dev/mmcblk0")]
    assert [(words[1], words[3].split(",")[0]) for words in mounted] == [("/", "ro"), ("/var/lib/codemaker", "rw")]


def test_data_partition_takes_the_rest_of_the_card(at: Table) -> None:
    card = at.card("grown")
    with at.started(card) as pi:
        pi.wait(same_as(first_page()), "the first question")
    raw = at.raw(card)
    part = partitions(raw)[DATA]
    assert part.start + part.size > raw.stat().st_size - REST


def test_match_that_was_begun_is_offered_and_then_taken_up(at: Table) -> None:
    folder = with_finger(used(at.folder("offer")), TAKE_UP, "look")
    flow = twin(kept_in(folder))
    with at.started(at.card("offer", folder), TAKEN_UP) as pi:
        pi.wait(same_as(seen(flow)), "the offer to go on")
        flow.press(TAKE_UP)
        pi.wait(same_as(seen(flow)), "the row to enter")


def test_box_says_goodbye_when_it_is_switched_off_and_leaves_its_card_in_order(at: Table) -> None:
    folder = with_unit(used(at.folder("off")), SWITCHING_OFF, "off")
    card = at.card("off", with_unit(folder, SAYING))
    with at.started(card, f"{units('off')} {SERIAL}") as pi:
        pi.wait(same_as(frame("goodbye-en-normal-128x64")), "the goodbye")
        pi.wait(is_dark, "a dark panel")
        pi.wait_told("reboot: ")
    with at.started(card, SAYS) as pi:
        assert said(pi.wait_told(SAID))["last"] == "clean"


def test_box_whose_plug_is_pulled_says_at_the_next_start_that_it_was_cut(at: Table) -> None:
    card = at.card("pulled", with_unit(used(at.folder("pulled")), SAYING))
    for last in ("clean", "cut"):
        with at.started(card, SAYS) as pi:
            assert said(pi.wait_told(SAID))["last"] == last


def test_box_without_a_panel_starts_and_says_what_is_missing(at: Table) -> None:
    card = at.card("no-panel", with_unit(used(at.folder("no-panel")), SAYING))
    with at.started(card, SAYS, has_panel=False) as pi:
        found = said(pi.wait_told(SAID))
        assert pi.panel.messages == 0
    assert (found["ActiveState"], found["NRestarts"]) == ("active", "0")
    assert found["StatusText"].startswith("expected a ssd1306 panel, got Device")


def wipe_superblock(data: Path) -> None:
    with data.open("r+b") as file:
        file.write(bytes(4096))


def overwrite_blocks(data: Path) -> None:
    random, size = Random(SEED), 1024
    blocks = data.stat().st_size // size
    with data.open("r+b") as file:
        for block in random.sample(range(blocks), int(blocks * OVERWRITTEN)):
            file.seek(block * size)
            file.write(random.randbytes(size))


def break_journal(data: Path) -> None:
    found = run("debugfs", "-R", "blocks <8>", data).split()
    numbers, size = [int(word) for word in found if word.isdigit()], superblock(data, "Block size")
    random = Random(SEED)
    with data.open("r+b") as file:
        for number in numbers:
            file.seek(number * size)
            file.write(random.randbytes(size))
    run("debugfs", "-w", "-R", "feature needs_recovery", data)


@pytest.mark.parametrize("damage", [wipe_superblock, overwrite_blocks, break_journal])
def test_box_with_a_damaged_data_partition_still_plays(at: Table, damage: Callable[[Path], None]) -> None:
    folder = used(at.folder(damage.__name__))
    card = at.card(damage.__name__, folder, damage)
    # What was done is said; or the match, if it could be repaired; else a box that is new, or has its settings left.
    notes = [notice(DATA_SENTENCES[word]) for word in ("repaired", "new")]
    pages = (*notes, seen(twin(kept_in(folder))), first_page(), frame("home-en-normal-128x64"))
    with at.started(card) as pi:
        pi.wait(same_as(*pages), "a page to play from")
    # Raises for a partition that e2fsck would ask about.
    files_of(card, at.image.place)


def full(at: Table, name: str, presses: str, left_kib: int) -> Path:
    """Return a used card on which *left_kib* are free, and whose box presses *presses* by itself."""
    folder = with_finger(used(at.folder(name)), presses)
    card = at.card(name, folder)
    with at.started(card) as pi:
        # It has grown by then.
        pi.wait(same_as(seen(twin(kept_in(folder)))), "the offer to go on")
    return at.filled(card, left_kib)


def test_box_with_a_full_card_says_so_and_goes_on(at: Table) -> None:
    card = full(at, "full", f"OK {TAKE_UP}", ALMOST_NOTHING_KIB)
    flow = twin(kept_in(at.image.place / "put/full"))
    flow.press(TAKE_UP)
    with at.started(card, units("units")) as pi:
        pi.wait(same_as(notice(DATA_SENTENCES["full"])), "the note that the card is full")
        pi.wait(same_as(seen(flow)), "the row to enter")


def test_box_whose_card_has_no_block_left_says_that_nothing_is_saved_and_goes_on(at: Table) -> None:
    # Two notes before the offer.
    card = full(at, "no-block", f"OK OK {TAKE_UP}", 0)
    flow = twin(kept_in(at.image.place / "put/no-block"))
    flow.press(TAKE_UP)
    with at.started(card, units("units")) as pi:
        pi.wait(same_as(seen(flow)), "the row to enter")
        notes = {notice(text).tobytes() for text in (DATA_SENTENCES["full"], JournalFailed.sentence)}
        assert notes <= set(pi.panel.history)


def test_wrong_line_of_the_file_on_the_card_is_shown_and_the_others_count(at: Table) -> None:
    with at.started(at.written_on("wrong-line", WRONG)) as pi:
        pi.wait(same_as(refused(WRONG, at.folder("wrong-line"), "fr")), "the line that is wrong, in French")


def test_matches_are_saved_to_the_partition_of_a_stick_that_people_see(at: Table) -> None:
    folder = with_finger(used(at.folder("stick")), TO_STICK, pause_s=STICK_PAUSE_S)
    stick, copies = at.image.place / "usb.img", at.folder("copies")
    hidden, seen_by_people = new_stick(stick)
    saved = Saved(Path(), 1, 0)
    with at.started(at.card("stick", folder), units("units"), stick=stick) as pi:
        pi.wait(same_as(notice(lambda translator: saved_words(translator, saved), SAVE)), "the match on the stick")
    run("mcopy", "-i", seen_by_people, "::*", copies)
    archive = PaperArchive()
    (copy,) = backups_in(copies)
    finish(load(archive, finish(check(copy))))
    assert entries(archive) == entries(kept_in(folder))
    assert run("mdir", "-b", "-i", hidden, "::") == ""


def formatted(stick: Path, *make: str) -> Part:
    """Make a USB stick with one partition that the command *make* formats, and return its place."""
    data, part = stick.with_suffix(".part"), Part(1 << 20, (STICK_MIB - 1) << 20)
    stick.unlink(missing_ok=True)
    for file, size in ((stick, STICK_MIB << 20), (data, part.size)):
        file.touch()
        os.truncate(file, size)
    run("sfdisk", "-q", stick, given="label: dos\nstart=1MiB, type=7\n")
    run(*make, data)
    put_in(data, stick, part)
    data.unlink()
    return part


@pytest.mark.parametrize("make", [("mkfs.exfat",), ("mke2fs", "-q", "-t", "ext4")], ids=["exfat", "ext4"])
def test_matches_are_saved_to_a_stick_of_another_format(at: Table, make: tuple[str, ...]) -> None:
    name = f"stick-{make[0]}"
    folder = with_finger(used(at.folder(name)), TO_STICK, pause_s=STICK_PAUSE_S)
    stick, copies = at.image.place / "usb.img", at.folder("copies")
    part = formatted(stick, *make)
    with at.started(at.card(name, folder), units("units"), stick=stick) as pi:
        pi.wait(same_as(notice(lambda translator: saved_words(translator, Saved(Path(), 1, 0)), SAVE)), "the match")
    # No tool here lists the files of exFAT; what was written to a new stick is in one piece.
    with stick.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
        start = content.find(b'{"codemaker":"backup"', part.start)
        end = content.find(b"\n", content.find(b'{"sha256": "', start))
        (copies / "codemaker-1.backup").write_bytes(content[start : end + 1])
    archive = PaperArchive()
    (copy,) = backups_in(copies)
    finish(load(archive, finish(check(copy))))
    assert entries(archive) == entries(kept_in(folder))


def test_stick_of_an_unknown_format_is_told_from_none(at: Table) -> None:
    folder = with_finger(used(at.folder("stick-unknown")), TO_STICK, pause_s=STICK_PAUSE_S)
    stick = at.image.place / "usb.img"
    formatted(stick, "mke2fs", "-q", "-t", "ext2")
    with at.started(at.card("stick-unknown", folder), units("units"), stick=stick) as pi:
        pi.wait(same_as(notice(NOT_READY, TITLE)), "the formats that the box can use")


def test_stick_that_is_pulled_while_the_box_writes_to_it_is_told(at: Table) -> None:
    folder = with_finger(used(at.folder("stick-pulled")), TO_STICK, pause_s=STICK_PAUSE_S)
    with closing(opened(folder / "journal.db")) as journal, journal.together() as together:
        for _ in range(MATCHES):
            together.append(together.begin(HEADING), (CODE, GUESS), "")
    stick, copies = at.image.place / "usb.img", at.folder("copies")
    _, seen_by_people = new_stick(stick)
    with at.started(at.card("stick-pulled", folder), units("units"), stick=stick) as pi:
        pi.wait(same_as(*map(copying, range(10, 80))), "the copying under way")
        pi.pull_stick()
        pi.wait(same_as(notice(PULLED_OUT, SAVE)), "that the stick is gone")
    run("mcopy", "-n", "-i", seen_by_people, "::*", copies, codes=(0, 1))
    assert backups_in(copies) == ()


def copying(percent: int) -> Image.Image:
    """Return the page of a copy of which *percent* are done."""

    def steps() -> Generator[float, None, None]:
        yield percent / 100

    context = start().context
    screen = Copying(context, SAVE, steps(), lambda result: Notice(context, TITLE))
    screen.tick(0.0)
    return drawn(screen)


def new_stick(stick: Path) -> list[str]:
    """Make a USB stick in a file as computers do, and return its two partitions, one of them hidden, for mtools."""
    stick.unlink(missing_ok=True)
    with stick.open("wb") as file:
        file.truncate(STICK_MIB << 20)
    run("sfdisk", "-q", stick, given=GPT)
    parts = [f"{stick}@@{start}M" for start in (1, 33)]
    for part in parts:
        run("mformat", "-T", str(31 << 11), "-h", "64", "-s", "32", "-i", part, "::")
    return parts


def test_power_cut_in_a_boot_or_a_match_loses_nothing_that_was_shown(at: Table) -> None:
    cuts = cut_all(at, CUTS // 2, CUTS - CUTS // 2, SEED)
    assert [cut for cut in cuts if cut.trouble] == []


def test_power_cut_while_the_file_system_grows_loses_nothing_and_it_grows_at_the_next_start(at: Table) -> None:
    folder = with_finger(used(at.folder("growth")), TAKE_UP, "look")
    flow = twin(kept_in(folder))
    flow.press(TAKE_UP)
    cards = cut_in_growth(at, folder, GROWTH_CUTS)
    assert len(cards) == GROWTH_CUTS
    for card in cards:
        with at.started(card, TAKEN_UP) as pi:
            pi.wait(same_as(seen(flow)), "the match that was on the card, taken up")
        data = data_of(card, at.image.place)
        assert superblock(data, "Block count") * superblock(data, "Block size") > data.stat().st_size - REST


def test_card_that_is_started_twenty_times_keeps_its_first_partitions(at: Table) -> None:
    folder = used(at.folder("starts"))
    card, offer = at.card("starts", folder), same_as(seen(twin(kept_in(folder))))
    before = at.sums(at.raw(card))
    for _ in range(STARTS):
        with at.started(card) as pi:
            pi.wait(offer, "the offer to go on")
    assert at.sums(at.raw(card)) == before == at.sums(at.image.raw)


def test_nothing_but_the_data_was_written_in_all_these_starts(at: Table) -> None:
    assert at.starts
    assert at.written == []
