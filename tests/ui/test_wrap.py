from hypothesis import given
from hypothesis import strategies as st

from companion.ui.core.pixel_page import is_whole, wrap

TEXTS = st.text(alphabet="ab- \u00a0\u202f\n", max_size=60)


def test_line_is_broken_at_a_space() -> None:
    assert wrap("one two three", 8) == ["one two", "three"]


def test_line_is_broken_behind_a_hyphen() -> None:
    assert wrap("code-breaking", 8) == ["code-", "breaking"]


def test_line_is_not_broken_at_a_no_break_space() -> None:
    assert wrap("aa bb\u00a0:", 5) == ["aa", "bb\u00a0:"]
    assert wrap("aa bb\u202f!", 5) == ["aa", "bb\u202f!"]


def test_minus_stays_with_its_number() -> None:
    assert wrap("score -3", 7) == ["score", "-3"]


def test_newline_begins_a_line() -> None:
    assert wrap("a\n\nb", 5) == ["a", "", "b"]


def test_word_longer_than_a_line_is_broken_where_the_line_ends() -> None:
    assert wrap("abcdefgh", 3) == ["abc", "def", "gh"]


def test_broken_word_is_noticed() -> None:
    assert not is_whole("abcdefgh", wrap("abcdefgh", 3))


def test_text_broken_at_spaces_is_whole() -> None:
    assert is_whole("one two", wrap("one two", 3))


@given(TEXTS, st.integers(1, 12))
def test_no_line_is_too_long(text: str, most: int) -> None:
    assert max(map(len, wrap(text, most))) <= most


@given(TEXTS, st.integers(1, 12))
def test_nothing_but_spaces_is_lost(text: str, most: int) -> None:
    assert "".join(wrap(text, most)).replace(" ", "") == text.replace(" ", "").replace("\n", "")
