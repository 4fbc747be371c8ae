"""The player who sees nothing: what it imports, and how it counts key pegs."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

from tests.phones import hearing
from tests.phones.hearing import Listener, NotHeard, answer
from tests.support.oracle import naive_answer


def test_listener_imports_nothing_of_the_program() -> None:
    tree = ast.parse(Path(hearing.__file__).read_text("utf-8"))
    names = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    assert [name for name in names if name and name.split(".")[0] in ("companion", "tests")] == []


@pytest.mark.parametrize(("code", "row"), [("RGBY", "RBOO"), ("RRBG", "BRRR"), ("BTYO", "TTPP"), ("YBYG", "BYYP")])
def test_listener_counts_key_pegs_as_the_rules_do(code: str, row: str) -> None:
    assert answer(tuple(code), tuple(row)) == naive_answer(tuple(map(ord, row)), tuple(map(ord, code)))


def test_listener_that_heard_no_mark_of_its_turn_does_not_move() -> None:
    class Page:
        def execute_cdp_cmd(self, command: str, fields: object) -> dict[str, list[object]]:
            root = {"nodeId": "1", "role": {"value": "RootWebArea"}, "name": {"value": "Ben’s turn"}}
            return {"nodes": [root]}

    listener = Listener(Page(), Random(1))
    assert listener.listen() == ()
    with pytest.raises(NotHeard, match="own turn"):
        listener.move()
