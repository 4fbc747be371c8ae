"""The picture in docs/architecture.md shows the imports as they are."""

from __future__ import annotations

from tools.package_graph import PICTURE, imports, layers, reduced, svg


def test_picture_is_what_the_code_imports() -> None:
    assert PICTURE.read_text(encoding="utf-8") == svg(), "run: make screens"


def test_no_package_imports_one_of_its_own_layer_or_above() -> None:
    floor = {name: number for number, names in enumerate(layers()) for name in names}
    pairs = [(source, target) for source, targets in imports().items() for target in targets]
    assert [(source, target) for source, target in pairs if floor[source] >= floor[target]] == []


def test_arrow_that_a_longer_way_implies_is_left_out() -> None:
    edges = {"a": {"b", "c"}, "b": {"c"}, "c": set()}
    assert reduced(edges) == {"a": {"b"}, "b": {"c"}, "c": set()}
