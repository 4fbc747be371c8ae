"""KiCad's bracketed text, read and written; and what is read out of it."""

from __future__ import annotations

import pytest
from circuit import netlist
from circuit.sexp import Sexp, Text, child, dump, parse, word
from hypothesis import given
from hypothesis import strategies as st

WORDS = st.text("abc-_.0123456789~", min_size=1)
TEXTS = st.text('ab ()\\"éΩ').map(Text)
LISTS = st.recursive(
    st.lists(WORDS | TEXTS, min_size=1), lambda inner: st.lists(WORDS | TEXTS | inner, min_size=1), max_leaves=20
)


@given(LISTS)
def test_what_is_written_is_read_again(tree: list[Sexp]) -> None:
    again = parse(dump(tree))
    assert again == tree
    assert _quoted(again) == _quoted(tree)


def _quoted(tree: Sexp) -> object:
    return [_quoted(item) for item in tree] if isinstance(tree, list) else isinstance(tree, Text)


def test_words_are_found_by_the_names_before_them() -> None:
    tree = parse('(a (b (c "one") (c two)) (d 3))')
    assert (word(tree, "b", "c"), word(tree, "d")) == ("one", "3")
    with pytest.raises(ValueError, match="expected a list 'x', got none"):
        child(tree, "b", "x")
    with pytest.raises(TypeError, match="expected a word"):
        word(tree, "b")


def test_a_circuit_is_the_same_however_its_nets_are_headed() -> None:
    plain, headed, other = (_netlist(name, pin) for name, pin in (("X", "1"), ("/X", "1"), ("X", "3")))
    assert plain.is_same(headed)
    assert not plain.is_same(other)


def _netlist(net: str, pin: str) -> netlist.Netlist:
    nodes = f'(node (ref "R1") (pin "{pin}")) (node (ref "R1") (pin "2"))'
    part = (
        '(comp (ref "R1") (value "1k") (footprint "F:R") (libsource (lib "Device") (part "R"))'
        '(fields (field (name "Kind") "base") (field (name "Datasheet"))))'
    )
    return netlist.read(f'(export (components {part}) (nets (net (name "{net}") {nodes})))')
