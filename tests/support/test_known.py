import pytest

from tests.support.known import LIST, differences, known

TEXT = """# finding, harness, seeds, failure

B1 match 17,42 the box stops
new-1 flows 3 the page is cut
"""


def test_failures_of_the_list_are_no_difference() -> None:
    found = {17: "the box stops", 42: "the box stops", 43: "the box stops", 44: None}
    assert list(differences("match", found, TEXT)) == []


def test_new_failure_is_told() -> None:
    assert list(differences("match", {3: "the page is cut", 4: None}, TEXT)) == [
        "seed 3, a new failure: the page is cut"
    ]


@pytest.mark.parametrize("failure", [None, "the page is cut"])
def test_cured_failure_is_told_of_each_seed_that_was_tried(failure: str | None) -> None:
    told = list(differences("flows", {3: failure}, TEXT.replace("is cut", "is dark")))
    assert f"seed 3, cured: take new-1 out of {LIST.name}: the page is dark" in told
    assert len(told) == (1 if failure is None else 2)


def test_seed_that_was_not_tried_is_not_cured() -> None:
    assert list(differences("match", {17: "the box stops"}, TEXT)) == []


def test_line_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="unpack"):
        known("B1 match 17")


def test_list_of_the_project_can_be_read_and_names_each_failure_of_a_harness_once() -> None:
    failures = [(one.harness, one.failure) for one in known(LIST.read_text("utf-8"))]
    assert len(set(failures)) == len(failures)
