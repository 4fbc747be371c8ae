"""Random matches of Passcode with all of its options: the rules and the second referee say the same at every move."""

from __future__ import annotations

from random import Random

import pytest

from companion.errors import CompanionError
from companion.games.contract import Outcome
from companion.games.passcode import game as rules
from companion.games.passcode import play
from companion.games.passcode.boards import facing
from companion.games.passcode.state import State
from tests.games.passcode_referee import Referee
from tests.games.passcode_table import GAME
from tests.support.effort import slow

EAGER = 0.8
"""How often a card is played, or laid as the lock-in card, where that is possible: else matches are long."""


def chosen(random: Random, players: int) -> dict[str, str]:
    """Return random options for *players* players."""
    options = {option.key: random.choice(option.values) for option in GAME.options(players)}
    return options | ({"box-seats": "0"} if options["role"] == "referee" else {})


def picked(random: Random, texts: list[str]) -> str:
    useful = [text for text in texts if text.startswith(("play", "lock"))]
    return random.choice(useful if useful and random.random() < EAGER else texts)


def seen(state: State) -> list[tuple[int, int, int, list[int]]]:
    return [(player.level, player.score, player.fails, list(player.code)) for player in state.players]


def differences(seed: int, line: list[str] | None = None) -> list[str]:
    """Play a random match, and return the first thing that the rules and the referee do not agree on.

    The texts of the moves are added to *line*.
    """
    random = Random(f"passcode {seed}")
    players = random.randint(2, 6)
    options = chosen(random, players)
    referee, state = Referee(options, players), GAME.start(options, players)
    match, text = referee.match(), None
    where = f"match {seed}, {players} players, {options}"
    while True:
        try:
            seat, allowed = match.send(text) if text is not None else next(match)
        except StopIteration:
            break
        offered = {GAME.text(move) for move in GAME.moves(state)}
        told = [(referee.levels[at], referee.scores[at], referee.fails[at], referee.code(at)) for at in range(players)]
        pairs = [({seat}, set(GAME.seats_to_move(state))), (told, seen(state)), (allowed, offered)]
        if wrong := [f"expected {theirs}, got {ours}" for theirs, ours in pairs if theirs != ours]:
            return [f"{wrong[0]} in {where}"]
        text = picked(random, sorted(allowed))
        (line if line is not None else []).append(text)
        state = GAME.play(state, GAME.parse(state, text))
    assert referee.outcome is not None
    scores, winner = referee.outcome
    same = GAME.outcome(state) == Outcome(scores, (winner,))
    return [] if same else [f"{where}: expected {referee.outcome}, got {GAME.outcome(state)}"]


@pytest.mark.parametrize("seed", range(12))
def test_rules_and_second_referee_agree(seed: int) -> None:
    assert differences(seed) == []


@slow
@pytest.mark.parametrize("part", range(20))
def test_rules_and_second_referee_agree_in_many_matches(part: int) -> None:
    assert [found for seed in range(100 + 20 * part, 120 + 20 * part) for found in differences(seed)] == []


def without_attempts(player: object) -> bool:
    return False


@pytest.mark.parametrize(
    ("place", "name", "instead"),
    [
        (play, "_has_an_attempt", without_attempts),
        (play, "FAILS_OUT", 2),
        (play, "facing", lambda lying, players, sitting: facing(lying, players)[::-1]),
        (play, "seats_from", lambda state, seat: tuple(range(state.rules.players))),
        (play, "points", lambda state, seat: 1),
        (rules, "ROLLED", rules.DIE_PHASES),
    ],
    ids=["attempts", "lock-outs", "sides", "order", "points", "die"],
)
def test_referee_finds_each_rule_that_is_changed(
    monkeypatch: pytest.MonkeyPatch, place: object, name: str, instead: object
) -> None:
    monkeypatch.setattr(place, name, instead)
    assert any(fails(seed) for seed in range(12))


def fails(seed: int) -> bool:
    """Whether the referee does not agree, or a move of the changed rules cannot be played."""
    try:
        return differences(seed) != []
    except (CompanionError, ValueError, IndexError):
        return True


def test_matches_have_every_kind_of_move() -> None:
    line: list[str] = []
    for seed in range(12):
        differences(seed, line)
    heads = {text.split()[0] for text in line}
    forms = "roll turn shows level score digit first deal card up draw take play discard keep lock no die fail hand"
    assert heads == set(forms.split())
