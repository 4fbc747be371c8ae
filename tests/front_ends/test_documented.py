"""docs/table-socket.md names every field that is sent, and its kind, and no other; it is read as the oracle."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.front_ends import messages
from companion.front_ends.allowance import A_SECOND, BURST_MOST
from companion.front_ends.service import FRONT_ENDS_MOST
from companion.front_ends.views import encoder_of
from companion.front_ends.views.pegs_coach import REVIEW_MOST, reviewing
from companion.games.passcode.state import Playoff
from companion.games.passcode.view import PasscodeView
from companion.games.pegs import PegGame, parse_edition
from companion.games.pegs.codes import Answer
from companion.games.pegs.moves import CHECK, CHECKS_MOST
from companion.games.pegs.state import AskedHint, PegView, Row, WrongRow
from companion.match.clock import Stage
from companion.match.driver import MatchPosition
from tests.front_ends.random_matches import STEPS_MOST, RandomMatch
from tests.games.test_conformance import CATALOGUE, TABLES

PAGE = (Path(__file__).parents[2] / "docs" / "table-socket.md").read_text(encoding="utf-8")
SECTIONS = {
    "The state": "The state",
    "pegs": "The view of a peg game",
    "coda": "The view of Coda",
    "passcode": "The view of Passcode",
}
KINDS = {
    "number": "number", "decimal": "decimal", "text": "text", "bool": "boolean", "object": "object",
    "[number]": "numbers", "[text]": "texts", "[object]": "objects", "[[object]]": "objects",
}  # fmt: skip


def documented(section: str) -> dict[str, set[str]]:
    """Return field -> kinds of the list below the heading *section*; fields of an object are indented below it."""
    text = re.split(r"^#+ ", PAGE.split(f"# {section}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    said: dict[str, set[str]] = {}
    above: list[str] = []
    for indent, name, kind, null in re.findall(r"^    ( *)(\w+) +([\w\[\]]+)(\??)(?:  .*)?$", text, re.MULTILINE):
        path = "".join([*above[: len(indent) // 2], name])
        assert path not in said
        said[path] = {KINDS[kind]} | ({"null"} if null else set())
        above[len(indent) // 2 :] = [f"{name}[]." if kind.startswith("[") else f"{name}."]
    return said


def kind_of(value: object) -> str:
    """Return the kind of a JSON value; an empty list has any kind of items."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "number"
        case float():
            return "decimal"
        case str():
            return "text"
        case []:
            return "empty"
        case [first, *_]:
            kind = kind_of(first)
            return kind if kind in ("objects", "empty") else f"{kind}s"
    return "object"


def found(value: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every field in *value* with its kind; the items of lists, and of lists in them, are one field ``[]``."""
    for key, part in value.items():
        yield f"{path}{key}", kind_of(part)
        if isinstance(part, dict):
            yield from found(part, f"{path}{key}.")
        for item in flat(part):
            if isinstance(item, dict):
                yield from found(item, f"{path}{key}[].")


def flat(value: object) -> Iterator[object]:
    """Yield the items of a list, or of the lists in it."""
    for item in value if isinstance(value, list) else ():
        yield from flat(item) if isinstance(item, list) else (item,)


@cache
def sent(family: str) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Return field -> kinds in random matches of *family*: of the view, and of what is sent beside it."""
    kinds = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for table in TABLES:
        game, options, players = table.values
        assert isinstance(options, dict)
        if table.marks or family != game.family:  # type: ignore[union-attr]
            continue
        match = RandomMatch(game, options, players)  # type: ignore[arg-type]
        for _ in match.positions():
            state = json.loads(messages.state_message(match.told, "b", may_move=False))
            for known, part in zip(kinds, (state["match"].pop("view"), state), strict=True):
                for name, kind in found(part):
                    known[name].add(kind)
    view, beside = ({name: seen - {"empty"} for name, seen in known.items()} for known in kinds)
    return view, beside


def tied() -> dict[str, Any]:
    """Return the fields of a playoff, which random matches seldom reach."""
    game = CATALOGUE["passcode"]
    view: PasscodeView = game.view(game.start({}, 2), None)
    return encoder_of("passcode")(replace(view, playoff=Playoff((0, 1), 4)))


def hinted() -> dict[str, Any]:
    """Return the fields of a round with a hint, which random matches seldom ask for."""
    game = CATALOGUE["mastermind"]
    state = game.start({"coach": "during"}, 1)
    for text in ("code RGBY", "ROYG", "hint 1"):
        state = game.play(state, game.parse(state, text))
    return encoder_of("pegs")(game.view(state, None))


@pytest.mark.parametrize("family", ["pegs", "coda", "passcode"])
def test_view_has_the_fields_that_are_documented(family: str) -> None:
    said, (seen, _) = documented(SECTIONS[family]), sent(family)
    if family == "pegs":
        # A finished round has the fields of "round".
        seen = {name: kinds for name, kinds in seen.items() if not name.startswith("done[].")}
        seen = seen | {name: {kind} for name, kind in found(hinted()) if name.startswith("round.hints")}
    if family == "passcode":
        seen = seen | {name: {kind} for name, kind in found(tied()) if name.startswith("playoff.")}
    assert sorted(seen) == sorted(said)
    assert {name: kinds for name, kinds in seen.items() if not kinds <= said[name]} == {}


def test_state_has_the_fields_that_are_documented() -> None:
    said, seen = documented("The state"), {name: {*kinds} for name, kinds in sent("coda")[1].items()}
    menu = json.loads(messages.state_message(messages.TableState(3), "b", may_move=True))
    assert menu.pop("type") == "state"
    del seen["type"]
    for name, kind in found(menu):
        seen[name].add(kind)
    # Without a box whose screens run it, no turn is timed.
    match = RandomMatch(CATALOGUE["coda"], {}, 2)
    for clock in (messages.Clock(Stage.LIMIT, True, ends_ms=9), messages.Clock(Stage.LIMIT, False, left_ms=9)):
        timed = json.loads(messages.state_message(replace(match.told, clock=clock), "b", may_move=False))
        for name, kind in found({"match.clock": timed["match"]["clock"]}):
            seen.setdefault(name, set()).add(kind)
    # Popped before.
    seen["match.view"] = {"object"}
    said = {name: kinds for name, kinds in said.items() if not name.startswith("match.review[")}
    seen["match.review"].add("objects")
    # The archive of the tests numbers each match at once; without rolling dice, chance waits for no one.
    for name in ("match.number", "match.to_move", "match.last.outcome"):
        seen[name] |= {"null"}
    # A phrase has no fields of its own.
    seen = {
        name: kinds
        for name, kinds in seen.items()
        if not name.startswith(("match.asked.", "match.read[", "match.last.words[", "match.log[].words["))
    }
    assert seen == said


def test_every_stage_of_a_clock_is_documented() -> None:
    [said] = re.findall(r"^ +stage +text +(.*)$", PAGE, re.MULTILINE)
    assert re.findall(r"\b(?!or\b)[a-z]+", said) == [stage.name.lower() for stage in Stage]


def test_review_has_the_fields_that_are_documented() -> None:
    match = RandomMatch(CATALOGUE["mini"], {}, 2)
    assert len(list(match.positions())) < STEPS_MOST
    *_, review = reviewing(match.driver.position.view(None))
    state = json.loads(messages.state_message(replace(match.told, review=review), "b", may_move=False))
    said = {name: kinds for name, kinds in documented("The state").items() if name.startswith("match.review[")}
    seen: defaultdict[str, set[str]] = defaultdict(set)
    for name, kind in found({"match.review": state["match"]["review"]}):
        seen[name].add(kind)
    del seen["match.review"]
    assert sorted(seen) == sorted(said)
    assert {name: kinds for name, kinds in seen.items() if not kinds - {"empty"} <= said[name] | {"numbers"}} == {}


def test_finished_round_of_pegs_has_the_fields_of_one_in_play() -> None:
    seen, _ = sent("pegs")
    rounds = {name.removeprefix("round.") for name in seen if name.startswith("round.")}
    assert {name.removeprefix("done[].") for name in seen if name.startswith("done[].")} == rounds


def test_every_reason_and_limit_is_documented() -> None:
    reasons = re.findall(r"^\| `([a-z-]+)` \| ", PAGE.split("| `reason` | why |\n")[1].split("\n\n")[0], re.MULTILINE)
    # The others are those of features.
    assert reasons[: len(messages.Refusal)] == [reason.value for reason in messages.Refusal]
    said = (
        f"{messages.RECEIVED_MOST:,} bytes",
        f"{messages.SENT_MOST:,}",
        f"{messages.TEXT_MOST} characters",
        f"{FRONT_ENDS_MOST} front ends",
    )
    assert [words for words in said if words not in PAGE] == []
    assert f"{BURST_MOST} messages of each user at once and then {A_SECOND} a second" in " ".join(PAGE.split())


LARGEST = """
key = "abcdefghij"
name = "{long}"
pegs = 8
rows = 20
key_pegs = "red"
scoring = {{ scorer = "codebreaker", table = [[20, 1]], track = 999 }}
variants = [{{ key = "normal", name = "normal", repeats = true }}]
colours = [
{colours}
]
"""


def largest_view() -> PegView:
    """Return a view in which everything is as large as the limits of an edition allow."""
    shapes = (
        "heart", "square", "triangle", "diamond", "cross", "plus", "moon", "star", "wedge", "bars", "frame",
        "hourglass",
    )  # fmt: skip
    colours = "\n".join(
        f'{{ name = "{"é" * 11}{letter}", letter = "{letter}", shape = "{shape}", rgb = "#ffffff" }},'
        for letter, shape in zip("ABCDEFGHIJKL", shapes, strict=True)
    )
    edition = parse_edition(LARGEST.format(long="é" * 20, colours=colours), "largest.toml")
    game = PegGame(edition, lambda: pytest.fail("expected no strategy"))
    options = {"mode": "box"}
    view = game.view(game.start(options, 2), None)
    assert view.now is not None
    rows = (Row((11,) * 8, Answer(10, 10)),) * 20
    hints = tuple(AskedHint(place, grade) for place in range(20) for grade in (1, 2, 3, 4, *[CHECK] * CHECKS_MOST))
    wrong = tuple(WrongRow(place, Answer(10, 10), Answer(10, 10)) for place in range(20))
    shown = replace(view.now, number=10_000, game=10_000, rows=rows, hints=hints, wrong=wrong, code=(11,) * 8)
    return replace(view, now=shown, done=(shown,) * 20)


def largest_state() -> messages.TableState:
    """Return a state whose message is as long as one can be."""
    match = RandomMatch(CATALOGUE["mini"], {}, 2)
    assert match.told.match is not None
    review = [{"round": 1, "rows": "r" * (REVIEW_MOST - 40)}]
    names = replace(match.told.match, players=("é" * 10,) * 6, game="abcdefghij")
    position: MatchPosition[object] = MatchPosition(1, frozenset({0}), False, None, lambda seat: largest_view())
    return messages.TableState(2**40, names, position, review=review)


def test_largest_state_fits_into_a_message() -> None:
    message = messages.state_message(largest_state(), "0" * 16, may_move=True)
    assert 16_000 < len(message) <= messages.SENT_MOST
