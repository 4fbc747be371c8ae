"""What the board page shows, read from its drawing, and what it has to show, read from a state message."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from companion.front_ends.messages import TableState, state_message
from companion.front_ends.views import pegs_coach
from companion.games.pegs.state import PegView
from tests.phones.web.browser import Browser, wait_for
from tests.support.front_end import Message

PEGS = """
const pegs = row => all(row, ".peg:not(.hidden)", peg => {
    const text = peg.querySelector("text");
    return text ? text.textContent : peg.querySelector("path") ? "-" : " ";
}).join("");
const count = (row, kinds) => row.querySelectorAll(kinds).length;
const keys = row => [count(row, ".keys .black, .keys .red"), count(row, ".keys .white")];
return all(document, ".board .row", row => [pegs(row), ...keys(row)]);
"""
CODA = """
const colour = panel => panel.classList.contains("dark") ? "dark" : "light";
return all(document, ".board .hand", hand => [text(hand, "h2"), all(hand, ".panel", panel => [
    colour(panel), text(panel, "text"), !panel.classList.contains("fallen")])]);
"""
PASSCODE = """
const count = (hand, kind) => hand.querySelectorAll(kind).length;
const fails = hand => Number((hand.querySelector(".fails") || {textContent: "FAIL 0"}).textContent[5]);
const digits = hand => all(hand, ".digit", digit => digit.textContent).join("");
return all(document, ".board .hand", hand => [text(hand, "h2"), digits(hand),
    count(hand, ".now .laid"), fails(hand), count(hand, ".card.back")]);
"""
SCORES = "return all(document, '.scores li', line => [text(line, '.name'), text(line, 'b')]);"
COMMON = """
const all = (within, selector, read) => Array.from(within.querySelectorAll(selector), read);
const text = (within, selector) => within.querySelector(selector).textContent;
"""


def message(told: TableState) -> Message:
    """Return *told* as front ends get it."""
    state: Message = json.loads(state_message(told, "", False))
    return state


def reviewed(told: TableState) -> TableState:
    """Return the end of a match with its review, where it has one."""
    assert told.match is not None
    assert told.position is not None
    view = told.position.view(None)
    rounds = list(pegs_coach.reviewing(view)) if isinstance(view, PegView) else [None]
    review = rounds[-1]
    return replace(told, review=review)


def wait_for_version(browser: Browser, told: TableState) -> None:
    """Wait until the page shows *told*."""
    wait_for(browser, "document.getElementById('main').dataset.version === arguments[0]", str(told.version))


def shown(browser: Browser, family: str) -> Any:
    """Return the rows that are drawn, and the scores."""
    script = {"pegs": PEGS, "coda": CODA, "passcode": PASSCODE}[family]
    return [browser.execute_script(COMMON + script), shown_scores(browser)]


def shown_scores(browser: Browser) -> Any:
    """Return the names and scores that are shown."""
    return browser.execute_script(COMMON + SCORES)


def expected(state: Message) -> Any:
    """Return the same of a *state* with a match."""
    match = state["match"]
    view = match["view"]
    scores = view["scores"] if "scores" in view else [player["score"] for player in view["players"]]
    rows = {"pegs": _pegs, "coda": _coda, "passcode": _passcode}[match["family"]](match["players"], view)
    return [rows, [[name, str(score)] for name, score in zip(match["players"], scores, strict=True)]]


def _round(view: Message) -> Message | None:
    """Return the round to be seen: until there is something of the next one, the reveal of the last one."""
    rounds = [*view["done"], *([view["round"]] if view["round"] else [])]
    waits = (
        len(rounds) > 1 and view["round"] and not any(rounds[-1]["rows"]) and view["phase"] not in ("guess", "keys")
    )
    return rounds[-2] if waits else rounds[-1] if rounds else None


def _pegs(players: list[str], view: Message) -> Any:
    edition, played = view["edition"], _round(view)
    rows = [] if played is None else played["rows"]
    wrong = {} if played is None else {one["row"]: one for one in played["wrong"]}
    drawn = [[row["guess"], *_answer(wrong.get(number, row))] for number, row in enumerate(rows)]
    free = [[" " * edition["pegs"], 0, 0]] * (edition["rows"] - len(rows))
    return [*drawn, *free, [(played and played["code"]) or "", 0, 0]]


def _answer(row: Message) -> list[int]:
    return [row["black"] or 0, row["white"] or 0]


def _coda(players: list[str], view: Message) -> Any:
    played = _round(view)
    rows = [[] for _ in players] if played is None else [list(row) for row in played["rows"]]
    if played is not None and played is view["round"] and played["drawn"]:
        rows[view["round"]["turn"]].append(view["round"]["drawn"])
    return [[name, [_panel(panel) for panel in row]] for name, row in zip(players, rows, strict=True)]


def _panel(panel: Message) -> list[Any]:
    unknown = "?" if panel["is_standing"] else ""
    return [panel["colour"], unknown if panel["number"] is None else panel["number"], panel["is_standing"]]


def _passcode(players: list[str], view: Message) -> Any:
    return [
        [name, "".join(map(str, one["board"])), len(one["laid"]), one["fails"], int(one["has_card"])]
        for name, one in zip(players, view["players"], strict=True)
    ]
