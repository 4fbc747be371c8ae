"""The strategy books: every code is found, in the rows the book says, by a scorer that is not the rules'."""

from __future__ import annotations

import lzma
import struct
import tracemalloc
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BookRefused
from companion.games.pegs.codes import Answer, Code, Space
from companion.games.pegs.state import Row
from companion.strategy.pegs.book import HEAD, NAMES, Book, possible_answers
from tests.support.book_replay import FOLDER, SPACES, TOTALS, game, keys, lengths, shipped, total
from tools.books.packing import Tree, pack

WHOLE = ["3x6", "4x6", "4x6-five", "4x6-holes", "4x10-once", "5x8-once", "5x8"]
SAMPLED = "5x8-holes"
SAMPLE = 3000

TINY = Space(2, 3, repeats=True, holes=False)


def tiny(total: int = 22, longest: int = 4) -> bytes:
    """Return a book for two pegs of three colours, made by hand."""
    only = {
        0: Tree((2, 2)),
        1: Tree((1, 2), {1: Tree((2, 0))}),
        2: Tree((1, 0)),
        3: Tree((0, 0), {0: Tree((1, 1), {3: Tree((2, 1))}), 3: Tree((0, 2))}),
    }
    return pack(TINY, True, total, longest, Tree((0, 1), only))


@pytest.mark.parametrize("name", WHOLE)
def test_every_code_is_found_in_the_rows_the_book_says(name: str) -> None:
    book = shipped(name)
    found = lengths(book, SPACES[name])
    assert (total(found), max(found), found.total()) == (book.total, book.longest, SPACES[name].size)


def test_codes_of_the_largest_book_are_found_within_its_longest() -> None:
    book, random = shipped(SAMPLED), Random(1)
    secrets = [book.space.code(random.randrange(book.space.size)) for _ in range(SAMPLE)]
    found = lengths(book, secrets)
    assert found.total() == SAMPLE
    assert max(found) <= book.longest
    assert abs(total(found) / SAMPLE - book.total / book.space.size) < 0.05


@pytest.mark.parametrize("name", TOTALS)
def test_a_book_takes_no_more_rows_than_is_known_to_do(name: str) -> None:
    assert shipped(name).total <= TOTALS[name]
    assert shipped(name).space == SPACES[name]


def test_a_book_of_four_pegs_never_takes_more_than_six_rows_or_five_where_asked() -> None:
    assert [shipped(name).longest for name in ("4x6", "4x6-five")] == [6, 5]


def test_there_is_a_file_for_every_name_and_a_name_for_every_file() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(NAMES.values())


def test_books_together_fit_in_half_a_mebibyte() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= 512 * 1024


def test_answers_are_numbered_as_the_files_have_them() -> None:
    assert possible_answers(4) == [
        Answer(0, 0), Answer(0, 1), Answer(0, 2), Answer(0, 3), Answer(0, 4),
        Answer(1, 0), Answer(1, 1), Answer(1, 2), Answer(1, 3),
        Answer(2, 0), Answer(2, 1), Answer(2, 2), Answer(3, 0), Answer(4, 0),
    ]  # fmt: skip


# Off the book.


def test_an_answer_that_cannot_be_leaves_the_book() -> None:
    book = shipped("4x6")
    first = book.row(())
    assert first is not None
    assert book.row([Row(first, Answer(3, 1))]) is None


def test_a_row_that_still_waits_for_its_answer_leaves_the_book() -> None:
    assert shipped("4x6").row([Row((0, 0, 1, 2), None)]) is None


def test_after_the_solution_the_book_is_at_its_end() -> None:
    assert shipped("4x6").row(game(shipped("4x6"), (3, 3, 1, 5))) is None


def test_a_first_row_of_another_shape_leaves_the_book() -> None:
    assert shipped("4x6").row([Row((0, 0, 0, 0), Answer(1, 0))]) is None


def test_a_second_row_of_another_kind_leaves_the_book() -> None:
    book = shipped("4x6")
    rows = game(book, (5, 4, 3, 2))
    assert book.row([rows[0], Row((0, 0, 0, 0), keys((5, 4, 3, 2), (0, 0, 0, 0)))]) is None


def test_rows_that_contradict_one_another_leave_the_book() -> None:
    rows = game(shipped("4x6"), (5, 4, 3, 2))
    assert shipped("4x6").row([rows[0], Row(rows[1].guess, Answer(4, 0)), rows[2]]) is None


# The names of the colours, and the places.


@given(st.data())
def test_under_other_names_the_game_is_the_same_game_renamed(data: st.DataObject) -> None:
    book = shipped(data.draw(st.sampled_from(sorted(set(NAMES.values())))))
    naming = tuple(data.draw(st.permutations(range(book.space.values))))
    secret = book.space.code(data.draw(st.integers(0, book.space.size - 1)))
    plain = game(book, secret)
    renamed = game(book, named(secret, naming), naming)
    assert renamed == tuple(Row(named(row.guess, naming), row.answer) for row in plain)


def named(code: Code, naming: tuple[int, ...]) -> Code:
    return tuple(naming[peg] for peg in code)


def test_a_colour_that_is_new_has_the_name_it_was_given() -> None:
    book = Book.read(pack(TINY, True, 0, 1, Tree((1, 0))))
    assert book.row((), naming=(2, 0, 1)) == (0, 2)


def test_a_name_that_is_taken_makes_way_for_the_first_that_is_free() -> None:
    book = Book.read(pack(TINY, True, 0, 2, Tree((0, 0), {0: Tree((0, 2))})))
    assert book.row([Row((2, 2), Answer(0, 0))], naming=(0, 1, 2)) == (2, 0)


@given(st.data())
def test_from_any_first_row_of_the_books_shape_every_code_is_found_within_its_longest(data: st.DataObject) -> None:
    book = shipped(data.draw(st.sampled_from(sorted(set(NAMES.values())))))
    own = book.row(())
    assert own is not None
    order = data.draw(st.permutations(range(book.space.pegs)))
    naming = tuple(data.draw(st.permutations(range(book.space.values))))
    first = tuple(naming[own[place]] for place in order)
    secret = book.space.code(data.draw(st.integers(0, book.space.size - 1)))
    rows: tuple[Row, ...] = (Row(first, keys(secret, first)),)
    while rows[-1].guess != secret:
        guess = book.row(rows)
        assert guess is not None
        assert guess in book.space
        rows = (*rows, Row(guess, keys(secret, guess)))
    assert len(rows) <= book.longest


def test_places_in_another_order_take_as_many_rows_over_all_codes() -> None:
    book = shipped("4x6")
    first = (3, 1, 3, 5)
    answers: dict[Answer, list[Code]] = {}
    for code in book.space:
        answers.setdefault(keys(code, first), []).append(code)
    rows = sum(rows_from(book, (Row(first, answer),), codes) for answer, codes in answers.items())
    assert rows == book.total


def rows_from(book: Book, rows: tuple[Row, ...], codes: list[Code]) -> int:
    """Return the rows that *codes* take in all, those played included."""
    if rows[-1].answer == Answer(4, 0):
        return len(rows)
    guess = book.row(rows)
    assert guess is not None
    answers: dict[Answer, list[Code]] = {}
    for code in codes:
        answers.setdefault(keys(code, guess), []).append(code)
    return sum(rows_from(book, (*rows, Row(guess, answer)), members) for answer, members in answers.items())


# The files.


def test_a_book_packed_is_the_book_read() -> None:
    book = Book.read(tiny())
    assert (book.space, book.total, book.longest, book.version, book.guess_repeats) == (TINY, 22, 4, 1, True)
    assert lengths(book, TINY) == {1: 1, 2: 4, 3: 3, 4: 1}


def test_a_book_taken_apart_is_packed_into_the_file_it_came_from() -> None:
    book = shipped("4x6")
    packed = pack(book.space, book.guess_repeats, book.total, book.longest, taken_apart(book, ()))
    assert packed == (FOLDER / "4x6.xz").read_bytes()


def taken_apart(book: Book, rows: tuple[Row, ...]) -> Tree:
    """Return the tree of *book* after *rows*, found by asking it for every answer."""
    guess = book.row(rows)
    assert guess is not None
    answers = possible_answers(book.space.pegs)
    after = {number: (*rows, Row(guess, answer)) for number, answer in enumerate(answers)}
    return Tree(guess, {number: taken_apart(book, on) for number, on in after.items() if book.row(on) is not None})


def test_the_same_tree_is_packed_into_the_same_bytes() -> None:
    assert tiny() == tiny()


def test_a_file_cut_short_is_refused() -> None:
    data = tiny()
    for length in range(len(data)):
        with pytest.raises(BookRefused, match="expected"):
            Book.read(data[:length])


def test_a_file_with_one_byte_changed_is_refused_or_still_right() -> None:
    data, right = tiny(), Book.read(tiny())
    for place in range(len(data)):
        for flip in (0x01, 0x80, 0xFF):
            damaged = bytearray(data)
            damaged[place] ^= flip
            try:
                assert Book.read(bytes(damaged)) == right
            except BookRefused:
                continue


def test_a_file_of_something_else_is_refused() -> None:
    for data in (b"", b"abc", lzma.compress(b""), lzma.compress(b"abc"), lzma.compress(bytes(100))):
        with pytest.raises(BookRefused, match="expected"):
            Book.read(data)


def test_a_byte_changed_under_a_sound_wrapping_is_refused() -> None:
    unpacked = lzma.decompress(tiny())
    for place in range(len(unpacked)):
        damaged = bytearray(unpacked)
        damaged[place] ^= 0x10
        with pytest.raises(BookRefused, match="expected"):
            Book.read(lzma.compress(bytes(damaged)))


def test_a_later_version_is_refused_by_its_number() -> None:
    unpacked = bytearray(lzma.decompress(tiny()))
    struct.pack_into("B", unpacked, 15, 2)
    with pytest.raises(BookRefused, match="version 2"):
        Book.read(lzma.compress(bytes(unpacked)))


def test_a_large_file_with_bytes_changed_is_refused() -> None:
    data, random = (FOLDER / "5x8.xz").read_bytes(), Random(2)
    for place in random.sample(range(len(data)), 20):
        damaged = bytearray(data)
        damaged[place] ^= 1 << random.randrange(8)
        with pytest.raises(BookRefused, match="expected"):
            Book.read(bytes(damaged))


def test_reading_the_largest_book_takes_less_than_two_mebibytes() -> None:
    data = (FOLDER / "5x8-holes.xz").read_bytes()
    tracemalloc.start()
    Book.read(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2 * 1024 * 1024


def test_the_head_is_as_long_as_the_page_on_books_says() -> None:
    assert HEAD.size == 35


# The scorer.


def test_the_scorer_knows_the_worked_answers() -> None:
    colours = "RGBYOTP"
    worked = [("RGBY", "RBOO", 1, 1), ("RGBY", "RRGG", 1, 1), ("RGBY", "GRYB", 0, 4), ("RRBG", "BRRR", 1, 2),
              ("BTYO", "TTPP", 1, 0), ("YBYG", "BYYP", 1, 2)]  # fmt: skip
    for code, guess, blacks, whites in worked:
        assert keys(tuple(map(colours.index, code)), tuple(map(colours.index, guess))) == Answer(blacks, whites)


def test_a_book_that_loses_a_code_is_caught() -> None:
    book = Book.read(pack(TINY, True, 22, 4, Tree((0, 1))))
    with pytest.raises(AssertionError, match="expected a row"):
        lengths(book, permutations(range(3), 2))
