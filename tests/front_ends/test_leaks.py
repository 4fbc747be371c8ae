"""What other programs get is the same, byte by byte, for two states that differ only in a secret.

The other state is made of the real one: each ``Secret`` in it that no one was shown gets another value, and the rest
stays as it is. So it need not be one that could be dealt, as long as what all players see is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from functools import partial
from random import Random

import pytest

from companion.front_ends.messages import MoveRequest, Refusal, TableState, refused_message, state_message
from companion.front_ends.views import last_of
from companion.front_ends.watch import TableWatch
from companion.games import pegs_together as together
from companion.games.coda import state as coda
from companion.games.coda.panels import Panel
from companion.games.contract import AnyGame
from companion.games.passcode.cards import HELD, Card, CardCounts
from companion.games.pegs import state as pegs
from companion.games.secret import Secret
from companion.match.driver import AnyDriver, MatchDriver
from companion.match.session import PlayedMove
from tests.front_ends.random_matches import WHOLE_MOST, RandomMatch, refused_texts
from tests.games.test_conformance import CATALOGUE, every_table
from tests.support.oracle import naive_answer
from tests.support.paper import environment

BOOT = "0" * 16
CODES_TRIED = 300


def twin(state: object, random: Random) -> object:
    """Return *state* with other secrets, where it has any that not all players know."""
    if state is None or isinstance(state, int | str):
        # Most of what a state is made of.
        return state
    match state:
        case together.TogetherState():
            return turned(state, random)
        case pegs.State(now=pegs.Round(code=Secret(), ending=None) as now, rules=rules):
            return replace(state, now=replace(now, code=other_code(rules, now, random)))
        case pegs.State() | pegs.Round() | coda.Finished():
            # The rounds that are over, and a code that is shown.
            return state
        case Panel(is_standing=False):
            return state
        case Secret():
            return Secret(other(state.reveal(), random))
        case tuple():
            return tuple(twin(part, random) for part in state)
    names = getattr(state, "__dataclass_fields__", ())
    parts = {name: (part := getattr(state, name), twin(part, random)) for name in names}
    changed = {name: other for name, (part, other) in parts.items() if other is not part and other != part}
    return replace(state, **changed) if changed else state  # type: ignore[type-var]


def turned(state: together.TogetherState, random: Random) -> together.TogetherState:
    """Return *state* with other colours in other places of its code and rows, which leaves every answer as it is."""
    edition = state.rules.edition
    count = len(edition.colours)
    colours = (*random.sample(range(count), count), edition.hole)
    places = random.sample(range(edition.pegs), edition.pegs)

    def other(code: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(colours[code[place]] for place in places)

    def board(old: pegs.Round) -> pegs.Round:
        rows = tuple(replace(row, guess=other(row.guess)) for row in old.rows)
        return replace(old, code=None if old.code is None else Secret(other(old.code.reveal())), rows=rows)

    return replace(state, now=tuple(map(board, state.now)))


def other_code(rules: pegs.Rules, now: pegs.Round, random: Random) -> Secret[tuple[int, ...]]:
    """Return another code that answers all rows alike, or the same one where few do."""
    assert now.code is not None
    code, space = now.code.reveal(), rules.space
    for _ in range(CODES_TRIED):
        found = space.code(random.randrange(space.size))
        if found != code and all(naive_answer(found, row.guess) == naive_answer(code, row.guess) for row in now.rows):
            return Secret(found)
    return now.code


def other(value: object, random: Random) -> object:
    """Return another value of the kind of *value*."""
    match value:
        case int():
            return (value + random.randrange(1, 11)) % 12
        case Card():
            return random.choice([card for card in HELD if card is not value])
        case CardCounts(counts=counts):
            return CardCounts(tuple(random.sample(counts, len(counts))))
    # A card that the box, as referee, does not know.
    assert value is None
    return value


def with_state(driver: AnyDriver, state: object) -> AnyDriver:
    """Return a driver of the same match at *state*, with an archive of its own."""
    session, world = driver.session, environment()
    copied = type(session)(session.game, session.header, world.archive.begin(session.header), world)
    copied._line = list(session._line)
    if copied._line:
        last: PlayedMove[object, object] = replace(copied._line[-1], after=state)
        copied._line[-1] = last
    else:
        copied._start = state
    return MatchDriver(copied)


def message_of(snapshot: TableState, state: object, game: AnyGame) -> bytes:
    """Return the message of *snapshot* as if its state were *state*."""
    assert snapshot.position is not None
    return state_message(
        replace(snapshot, position=replace(snapshot.position, view=partial(game.view, state))), BOOT, may_move=True
    )


@every_table
def test_states_that_differ_in_a_secret_give_equal_messages(
    game: AnyGame, options: dict[str, str], players: int
) -> None:
    match = RandomMatch(game, options, players)
    for driver in match.positions():
        state = driver.session._state
        changed = twin(state, match.random)
        assert message_of(match.told, changed, game) == state_message(match.told, BOOT, may_move=True)
        recent = with_state(driver, changed).session.recent_viewer()
        names = ["Anna"] * players
        assert last_of(game.family, recent(), names) == last_of(game.family, match.driver.position.recent(), names)


@pytest.mark.parametrize("game", CATALOGUE.games, ids=lambda game: game.key)
def test_match_of_every_game_is_compared_to_its_end(game: AnyGame) -> None:
    match = RandomMatch(game, {}, 2, "whole")
    for driver in match.positions(WHOLE_MOST):
        changed = twin(driver.session._state, match.random)
        assert message_of(match.told, changed, game) == state_message(match.told, BOOT, may_move=True)
    assert match.driver.position.outcome is not None


def refusals(driver: AnyDriver, state: object, seat: int, texts: Iterable[str]) -> list[bytes | None]:
    """Return the answers to the moves *texts* at *state*, on copies of *driver*; None for one that is made."""
    answers: list[bytes | None] = []
    for text in texts:
        # A refused move changes nothing, so the next one is made on the same copy.
        if not answers or answers[-1] is None:
            watch = TableWatch(lambda snapshot: None)
            watch.look(with_state(driver, state))
        result = watch.make(MoveRequest(1, 1, seat, text))
        answers.append(None if isinstance(result, int) else refused_message(result, 1))
    return answers


@every_table
def test_refusals_of_states_that_differ_in_a_secret_are_equal(
    game: AnyGame, options: dict[str, str], players: int
) -> None:
    match = RandomMatch(game, options, players, "refused")
    for count, driver in enumerate(match.positions()):
        seat = driver.position.player_to_move
        if count > 40 or seat is None:
            break
        state, texts = driver.session._state, refused_texts(match)
        changed = twin(state, match.random)
        assert refusals(driver, changed, seat, texts) == refusals(driver, state, seat, texts)


def secrets_changed(game: AnyGame, options: dict[str, str]) -> tuple[int, int]:
    """Return in how many positions of two matches a secret could be changed, and of how many."""
    changed = positions = 0
    for seed in "ab":
        match = RandomMatch(game, options, 2, seed)
        for driver in match.positions():
            state = driver.session._state
            other = twin(state, match.random)
            positions += 1
            changed += game.view(state, None) == game.view(other, None) and hidden_text(state) != hidden_text(other)
    return changed, positions


def hidden_text(value: object) -> str:
    """Return *value* with its secrets, as a text."""
    if isinstance(value, Secret):
        return f"!{value.reveal()!r}"
    if isinstance(value, tuple):
        return "".join(map(hidden_text, value))
    if is_dataclass(value) and not isinstance(value, type):
        return "".join(hidden_text(getattr(value, field.name)) for field in fields(value))
    return ""


@pytest.mark.parametrize(
    ("key", "options"),
    [("mastermind", {}), ("mini", {"mode": "player"}), ("coda", {}), ("passcode", {}), ("mini-together", {})],
)
def test_most_positions_have_a_secret_that_is_changed(key: str, options: dict[str, str]) -> None:
    """The comparisons above have something to compare."""
    changed, positions = secrets_changed(CATALOGUE[key], options)
    assert changed > positions // 3


@pytest.mark.parametrize(("key", "options"), [("coda", {}), ("passcode", {}), ("mini-together", {})])
def test_message_made_of_the_view_of_a_seat_is_found(key: str, options: dict[str, str]) -> None:
    """The comparison can fail: what one player sees differs."""
    match = RandomMatch(CATALOGUE[key], options, 2)

    def is_equal(driver: AnyDriver) -> bool:
        game, seat = driver.session.game, min(driver.position.seats_to_move, default=None)
        seen: Callable[[object], str] = lambda state: repr(game.view(state, seat))  # noqa: E731
        state = driver.session._state
        return seen(state) == seen(twin(state, match.random))

    assert not all(is_equal(driver) for driver in match.positions())


def test_no_error_of_reading_or_moving_quotes_a_code(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    match = RandomMatch(CATALOGUE["mini"], {"mode": "player"}, 2)
    request = MoveRequest(1, match.told.version, 0, "code ROYQ")
    assert "ROYQ" not in repr(request)
    assert match.watch.make(request) is Refusal.UNREADABLE
    assert "ROYQ" not in caplog.text
