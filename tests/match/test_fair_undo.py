"""Undo is fair: what was seen is asked about, is not dealt to another player, and no time comes back."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from companion.errors import JournalFailed, MoveRefused
from companion.games.coda.moves import Attack, Deal, Draw, TimeUp
from companion.games.coda.panels import Colour
from companion.games.coda.state import Phase, Round
from companion.games.contract import CHANCE, AnyGame, Signal
from companion.games.passcode.moves import Discard, Pile
from companion.games.passcode.moves import Draw as DrawCard
from companion.match.archive import EntryKind, LogEntry
from companion.match.clock import SAVE_S, Stage, TimeUsed
from companion.match.driver import AnyDriver, MatchDriver
from companion.match.session import AnySession, Session
from tests.front_ends.test_leaks import twin
from tests.games.test_conformance import CATALOGUE, every_table
from tests.support.paper import PaperArchive, environment

STEPS = 80
TWINS = 5


class Watch:
    """A clock of the inputs that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def coda(seed: int = 0, archive: PaperArchive | None = None, **options: str) -> AnySession:
    """Return a match of Coda in which all have their first panels."""
    chosen = {"deal": "chance", "clock": "on"} | {name.replace("_", "-"): value for name, value in options.items()}
    session = Session.begin(CATALOGUE["coda"], chosen, ("Anna", "Ben"), environment(archive, seed))
    while session.player_to_move == CHANCE:
        session.draw()
    return session


def round_of(session: AnySession) -> Round:
    now = session._state.now
    assert isinstance(now, Round)
    return now


def drawn(session: AnySession, colour: Colour) -> Deal:
    """Let the player to move draw a panel of *colour*."""
    session.play(Draw(colour))
    deal = session.draw()
    assert isinstance(deal, Deal)
    return deal


def attack(session: AnySession, *, is_right: bool) -> Attack:
    now = round_of(session)
    seat = 1 - now.turn
    place, panel = next((place, panel) for place, panel in enumerate(now.rows[seat]) if panel.is_standing)
    assert panel.value is not None
    return Attack(seat, place, panel.value if is_right else (panel.value + 1) % 12)


# Who has seen what


def test_panel_that_was_drawn_and_undone_was_seen_by_its_player() -> None:
    session = coda()
    deal = drawn(session, Colour.DARK)
    assert [(learned.move, learned.seats) for learned in session.learned] == [(deal, (0,))]


def test_panel_that_was_drawn_and_undone_is_drawn_again() -> None:
    session = coda()
    deal = drawn(session, Colour.DARK)
    session.undo()
    drawn(session, Colour.LIGHT)
    session.undo()
    assert drawn(session, Colour.DARK) == deal


@pytest.mark.parametrize("is_right", [False, True])
def test_attack_that_a_dealer_answered_is_final(is_right: bool) -> None:
    session = coda()
    drawn(session, Colour.DARK)
    session.play(attack(session, is_right=is_right))
    before = session._state
    assert session.undoable is None
    with pytest.raises(MoveRefused, match="got one that is final") as refused:
        session.undo()
    assert refused.value.sentence == session.why_final == "All know the answer. It stays."
    assert session._state is before


def test_attack_that_a_player_answered_to_a_referee_can_be_taken_back() -> None:
    session = Session.begin(CATALOGUE["coda"], {"role": "referee"}, ("Anna", "Ben"), environment())
    for text in ("take 2", "take 2", "draw dark", "miss"):
        session.play(session.read(text))
    session.undo()
    assert session.why_final == ""


@pytest.mark.parametrize("last", ["ROYG", "give up"])
def test_challenge_has_one_try(last: str) -> None:
    options = CATALOGUE["mastermind"].read_challenge("2026-11-23")  # type: ignore[attr-defined]
    session = Session.begin(CATALOGUE["mastermind"], options, ("Anna",), environment())
    session.draw()
    session.play(session.read(last))
    assert (session.undoable, session.why_final) == (None, "A challenge has one try. Nothing is undone.")


def test_answer_of_the_box_was_heard_by_all() -> None:
    session = Session.begin(CATALOGUE["mini"], {}, ("Anna", "Ben"), environment())
    session.draw()
    row = session.read("RRRR")
    session.play(row)
    assert [(learned.move, learned.seats) for learned in session.learned] == [(row, None)]


def test_code_that_was_set_and_undone_was_seen_by_none() -> None:
    session = Session.begin(CATALOGUE["mini"], {"mode": "player"}, ("Anna", "Ben"), environment())
    session.play(session.read("code RRRR"))
    assert session.learned == ()


def passcode(seed: int) -> AnySession:
    """Return a match of Passcode in which a player is to draw a card, and two cards are on the discards."""
    session = Session.begin(CATALOGUE["passcode"], {"first": "1"}, ("Anna", "Ben"), environment(seed=seed))
    while session._state.phase.name != "DRAW" or len(session._state.discards) < 2:
        if session.player_to_move == CHANCE:
            session.draw()
        else:
            moves = list(session.game.moves(session._state))
            session.play(next((move for move in moves if isinstance(move, Discard)), moves[0]))
    return session


def test_card_that_one_player_has_seen_is_not_dealt_to_another() -> None:
    same = tried = 0
    for seed in range(60):
        session = passcode(seed)
        session.play(DrawCard(Pile.DRAW))
        card, seat = session.draw(), session.player_to_move
        if session.player_to_move == CHANCE or session._state.phase.name != "PLAY":
            continue
        session.undo()
        session.play(DrawCard(Pile.DISCARD))
        while session.player_to_move == CHANCE:
            session.draw()
        if session.player_to_move != seat or session._state.phase.name != "PLAY":
            continue
        session.play(next(iter(session.game.moves(session._state))))
        if session._state.phase.name != "DRAW" or session.player_to_move == seat:
            continue
        session.play(DrawCard(Pile.DRAW))
        tried += 1
        same += session.draw() == card
    assert tried > 10
    # One card in about eight is of the same kind by chance.
    assert same < tried / 2


# The box


@pytest.mark.parametrize("strength", ["easy", "middle", "strong"])
def test_box_attacks_the_same_after_an_undo(strength: str) -> None:
    for seed in range(5):
        driver = MatchDriver(coda(seed, box_seats="1", strength=strength))
        session = driver.session
        row = attack_row(driver)
        first = [event.text for event in driver.events]
        assert first
        assert not session.is_reveal_undone
        driver.undo()
        driver.submit(0, row)
        assert [event.text for event in driver.events] == first


def attack_row(driver: AnyDriver) -> object:
    """Draw for seat 0 and stop after a right attack; return the last move, after which the box has moved."""
    driver.advance()
    driver.submit(0, Draw(Colour.DARK))
    driver.submit(0, attack(driver.session, is_right=True))
    stop = driver.session.read("stop")
    driver.submit(0, stop)
    return stop


# Nothing that all players saw is hidden again without a question


@every_table
def test_undo_that_asks_nothing_takes_back_nothing_that_was_hidden(
    game: AnyGame, options: dict[str, str], players: int
) -> None:
    random = Random(f"{options}")
    session: AnySession = Session.begin(game, options, tuple("ABCDEF"[:players]), environment())
    for _ in range(STEPS):
        if session.undoable is not None and not session.learned and not session.is_reveal_undone:
            assert_hides_nothing(session, random)
        if session.player_to_move is None:
            break
        if session.undoable is not None and random.random() < 0.2:
            session.undo()
        elif session.player_to_move == CHANCE:
            session.draw()
        elif session.box_to_act is not None:
            session.play_for_box()
        else:
            session.play(random.choice(list(islice(game.moves(session._state), 50))))


def assert_hides_nothing(session: AnySession, random: Random) -> None:
    """Assert that the moves to undo look the same to all players for other secrets of the position before, too."""
    first = len(session._line) - session._undo_length()
    for _ in range(TWINS):
        state = twin(session._state_at(first), random)
        for played in session._line[first:]:
            state = session.game.play(state, played.move)
        assert session.game.view(state, None) == session.view()


# The clock


def attacking(watch: Watch, archive: PaperArchive | None = None) -> AnyDriver:
    """Return a match in which Anna is to attack, and whose clock runs."""
    driver = MatchDriver(coda(archive=archive), watch)
    driver.submit(0, Draw(Colour.DARK))
    assert driver.clock is not None
    driver.clock.run()
    return driver


def resumed(archive: PaperArchive, watch: Watch) -> AnyDriver:
    driver = MatchDriver(Session.resume(CATALOGUE["coda"], 1, environment(archive)), watch)
    driver.advance()
    return driver


def used(driver: AnyDriver) -> TimeUsed:
    assert driver.clock is not None
    return driver.clock.used


def test_restart_gives_no_time_back() -> None:
    watch, archive = Watch(), PaperArchive()
    driver = attacking(watch, archive)
    watch.now = 75
    assert driver.clock is not None
    assert driver.clock.impose()
    watch.now = 83
    driver.pause_clock()
    again = resumed(archive, Watch())
    assert used(again) == TimeUsed(83, 75)
    assert again.clock is not None
    assert (again.clock.stage, again.clock.seconds) == (Stage.LIMIT, 12)


def test_power_cut_gives_back_no_more_than_the_bound() -> None:
    watch, archive = Watch(), PaperArchive()
    clock = attacking(watch, archive).clock
    assert clock is not None
    while (due := clock.due()) is not None and clock.stage is not Stage.UP:
        assert watch.now - used(resumed(archive, Watch())).seconds < SAVE_S + 0.001
        watch.now = due
        clock.tick()
        if clock.stage is Stage.OPEN:
            clock.impose()
    assert clock.stage is Stage.UP


def test_undo_gives_no_time_back() -> None:
    watch = Watch()
    driver = attacking(watch)
    watch.now = 40
    driver.undo()
    assert used(driver).seconds == 40
    driver.submit(0, Draw(Colour.LIGHT))
    assert used(driver).seconds == 40


def timed_out(watch: Watch, archive: PaperArchive | None = None) -> AnyDriver:
    driver = attacking(watch, archive)
    watch.now = 60
    assert driver.clock is not None
    driver.clock.impose()
    watch.now = 80
    driver.time_up()
    return driver


def test_undo_of_the_end_of_the_time_lifts_the_limit() -> None:
    archive = PaperArchive()
    driver = timed_out(Watch(), archive)
    driver.undo()
    assert used(driver) == TimeUsed(80)
    assert driver.clock is not None
    assert driver.clock.stage is Stage.OPEN
    assert round_of(driver.session).phase is Phase.ATTACK
    assert used(resumed(archive, Watch())) == TimeUsed(80)


@pytest.mark.parametrize("as_text", [False, True])
def test_front_end_cannot_say_that_the_time_is_up(as_text: bool) -> None:
    watch = Watch()
    driver = attacking(watch)
    watch.now = 60
    assert driver.clock is not None
    driver.clock.impose()
    watch.now = 90
    with pytest.raises(MoveRefused, match="expected a player's move, got 'time up' from seat 0"):
        driver.submit_text(0, "time up") if as_text else driver.submit(0, TimeUp())
    assert "time up" not in driver.position.moves(driver.position.player_to_move or 0)
    assert driver.time_up().text == "time up"


def test_time_is_not_up_before_the_limit_is_over() -> None:
    watch = Watch()
    driver = attacking(watch)
    watch.now = 3600
    with pytest.raises(MoveRefused, match="expected a limit that is over"):
        driver.time_up()


def test_next_turn_has_a_clock_of_its_own_and_undo_returns_to_the_one_before() -> None:
    watch = Watch()
    driver = attacking(watch)
    driver.submit(0, attack(driver.session, is_right=True))
    watch.now = 30
    driver.submit(0, driver.session.read("stop"))
    assert used(driver) == TimeUsed()
    watch.now = 500
    driver.undo()
    assert used(driver).seconds == 30


def test_match_without_a_clock_has_none() -> None:
    driver = MatchDriver(coda(clock="off"))
    assert driver.clock is None


def test_time_that_is_none_is_not_resumed() -> None:
    archive = PaperArchive()
    session = coda(archive=archive)
    archive.append(1, [LogEntry(EntryKind.CLOCK, "1.1.8.0 soon")], None)
    with pytest.raises(JournalFailed, match="expected lines that the rules of coda allow"):
        Session.resume(session.game, 1, environment(archive))


def test_clock_never_gains_time_in_a_random_match() -> None:
    for seed in range(6):
        random, watch, archive = Random(seed), Watch(), PaperArchive()
        driver = MatchDriver(coda(seed, archive), watch)
        most: dict[str, float] = {}
        for _ in range(STEPS):
            driver.advance()
            step(driver, random)
            if random.random() < 0.1:
                driver.pause_clock()
                driver = resumed(archive, watch)
            watch.now += random.random() * 9
            if driver.clock is not None:
                key = driver.clock.turn.key
                assert used(driver).seconds >= most.get(key, 0) - 0.001
                driver.clock.run()
                most[key] = used(driver).seconds


def step(driver: AnyDriver, random: Random) -> None:
    """Undo, redo or play something."""
    session, seat = driver.session, driver.position.player_to_move
    chance = random.random()
    if chance < 0.2 and session.undoable is not None:
        driver.undo()
    elif chance < 0.3 and session.redoable is not None:
        driver.redo()
    elif seat is not None and driver.position.is_prompted:
        driver.submit(seat, Signal.GO)
    elif seat is not None:
        driver.submit_text(seat, random.choice(list(islice(driver.position.moves(seat), 60))))
