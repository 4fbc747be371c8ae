"""Bad input ends in one of the project's own errors; a longer search is ``make fuzz``."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tools.fuzz.fuzz_mutations import corpus, mutated
from tools.fuzz.fuzz_targets import TARGETS, Target

CASES = 300


BY_NAME = {target.name: target for target in TARGETS}


@pytest.mark.parametrize(("name", "file"), [(name, file) for name in BY_NAME for file in corpus(name)])
def test_input_of_the_corpus_is_read_or_refused(name: str, file: str) -> None:
    BY_NAME[name].run(corpus(name)[file])


@pytest.mark.parametrize("name", BY_NAME)
def test_input_made_of_the_corpus_is_read_or_refused(name: str) -> None:
    for data in islice(mutated(list(corpus(name).values()), Random(name)), CASES):
        BY_NAME[name].run(data)


def test_exception_of_another_kind_is_a_defect() -> None:
    with pytest.raises(ZeroDivisionError):
        Target("broken", lambda path: [str(1 // len(path.read_bytes()))]).run(b"")


def test_printed_escape_code_is_a_defect() -> None:
    with pytest.raises(AssertionError, match="expected letters that can be seen"):
        Target("loud", lambda path: [path.read_text("utf-8")]).run(b"\x1b[2J")


def test_mutations_are_the_same_at_every_run() -> None:
    first, second = (list(islice(mutated([b"one 1", b"two"], Random(5)), 50)) for _ in range(2))
    assert first == second
    assert len(set(first)) > 40
