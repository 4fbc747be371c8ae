from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.devices.pi.pages import Pages, changes, pack

PAGES = st.tuples(*[st.lists(st.sampled_from([0, 0, 0, 1, 255]), min_size=128, max_size=128).map(bytes)] * 2)


def patched(old: Pages, new: Pages) -> Pages:
    """What the memory holds when *old* has been sent the changes to *new*."""
    memory = [bytearray(page) for page in old]
    for page, first, run in changes(old, new):
        memory[page][first : first + len(run)] = run
    return tuple(bytes(page) for page in memory)


def page(**bytes_at: int) -> bytes:
    """A page of zeros but for ``c5=1``: column 5."""
    return bytes(bytes_at.get(f"c{column}", 0) for column in range(128))


@given(st.integers(0, 127), st.integers(0, 63))
def test_dot_lies_in_its_page_column_and_bit(x: int, y: int) -> None:
    image = Image.new("1", (128, 64))
    image.putpixel((x, y), 1)
    expected = [[0] * 128 for _ in range(8)]
    expected[y // 8][x] = 1 << y % 8
    assert pack(image) == tuple(map(bytes, expected))


def test_low_glass_has_fewer_pages() -> None:
    assert pack(Image.new("1", (128, 32), 1)) == (b"\xff" * 128,) * 4


@given(PAGES, PAGES)
def test_changes_make_the_new_picture(old: Pages, new: Pages) -> None:
    assert patched(old, new) == new


@given(PAGES)
def test_nothing_changed_is_nothing_sent(pages: Pages) -> None:
    assert list(changes(pages, pages)) == []


def test_nothing_known_is_all_sent() -> None:
    assert list(changes(None, (page(c1=1), page()))) == [(0, 0, page(c1=1)), (1, 0, page())]


def test_gap_as_long_as_a_new_window_is_sent_along() -> None:
    assert list(changes((page(),), (page(c5=1, c10=1),))) == [(0, 5, b"\1" + bytes(4) + b"\1")]


def test_longer_gap_opens_a_new_window() -> None:
    assert list(changes((page(),), (page(c5=1, c11=1),))) == [(0, 5, b"\1"), (0, 11, b"\1")]


def test_change_to_a_line_feed_is_a_change() -> None:
    assert list(changes((page(),), (page(c5=10, c7=10),))) == [(0, 5, b"\n\0\n")]
