"""Two front ends of one match: the box, whose buttons are pressed, and one without a screen that plays by text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from random import Random
from threading import Thread

import pytest

from companion.app.event_queue import call_queue
from companion.box import Box, Button, Call, Press, Quit
from companion.errors import MoveRefused
from companion.games.coda.state import Phase
from companion.games.contract import CHANCE
from companion.match.driver import AnyDriver, MatchPosition
from companion.match.session import Session
from companion.ui.core.app import App
from companion.ui.games.pegs.guess import GuessScreen
from companion.ui.games.shared.match import Match
from companion.ui.home.home import home_menu
from tests.fakes.box import FakeSpeaker
from tests.support.flow import CATALOGUE, Flow, entering, start
from tests.support.live import PATIENCE_S, LiveDisplay, LiveInputs
from tests.support.mailbox import Mailbox
from tests.support.paper import PaperArchive, environment

FINGER = (Button.OK, Button.OK, Button.OK, Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT)
MOST_PRESSES = 3000


def playing(key: str, options: dict[str, str]) -> Flow:
    """Return a box on which a match is taken up."""
    archive, game = PaperArchive(), CATALOGUE[key]
    session = Session.begin(game, options, ("Anna", "Ben"), environment(archive))
    # A match that the box offers to go on with has a move.
    if session.player_to_move == CHANCE:
        session.draw()
    else:
        session.play(next(game.moves(session._state)))
    flow = start(archive, dim_after_s=0)
    flow.press("OK")
    return flow


def driver_of(flow: Flow) -> AnyDriver:
    """Return the driver of the match on the screen."""
    match = flow.top.owner
    assert isinstance(match, Match)
    return match.driver


@dataclass
class Remote:
    """A front end without a screen; in ``heard`` are the positions that it was told."""

    driver: AnyDriver
    random: Random
    heard: list[MatchPosition[object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.driver.subscribe(self.heard.append)

    def move(self) -> None:
        """Play something for the player to move."""
        position = self.driver.position
        assert position.player_to_move is not None
        if position.is_prompted:
            self.driver.submit_text(position.player_to_move, "go")
            return
        moves = list(islice(position.moves(position.player_to_move or 0), 200))
        self.driver.submit_text(position.player_to_move, self.random.choice(moves))


def press_until_moved(flow: Flow, driver: AnyDriver, random: Random) -> None:
    """Press buttons of the box at random until a move comes of it."""
    version = driver.version
    for _ in range(MOST_PRESSES):
        flow.press(random.choice(FINGER).name)
        if driver.version > version:
            return
    pytest.fail(f"expected a move after {MOST_PRESSES} presses, got none on {flow.screen}")


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("mini", {"mode": "player", "games": "2"}),
        ("mini", {"mode": "box", "games": "2", "first": "coin"}),
        ("coda", {}),
        ("coda", {"box-seats": "1"}),
        ("passcode", {"role": "referee", "first": "roll"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value.values()),
)
def test_both_see_every_position_of_a_whole_match(key: str, options: dict[str, str]) -> None:
    flow, random = playing(key, options), Random(5)
    driver = driver_of(flow)
    remote, first, on_box = Remote(driver, random), driver.version, {driver.version}
    is_remotes_turn = True
    while driver.position.player_to_move is not None:
        if is_remotes_turn:
            remote.move()
            flow.look()
        else:
            press_until_moved(flow, driver, random)
        # The screen is of the newest version; what came before it is told from the events.
        assert flow.top.owner is not None
        assert flow.top.owner.fresh_screen(flow.top) is None
        on_box |= set(range(driver.version - len(driver.events), driver.version + 1))
        is_remotes_turn = not is_remotes_turn
    versions = range(first, driver.version + 1)
    assert [position.version for position in remote.heard] == list(versions[1:])
    assert on_box == set(versions)
    assert flow.session().view() == remote.heard[-1].view(None)
    assert flow.archive.results[1]


def guessing() -> Flow:
    """Return a box with a row half set."""
    flow = playing("mini", {"mode": "box"})
    assert flow.press("OK UP OK")[-1] == "GuessScreen"
    return flow


def test_screen_of_a_match_that_another_front_end_moved_is_replaced() -> None:
    flow = guessing()
    driver_of(flow).submit_text(1, "ROYB")
    flow.look()
    assert isinstance(flow.top, GuessScreen)
    assert [row.guess for row in flow.top.now.rows] == [(0, 1, 2, 4)]
    assert flow.press(entering("BYOR", "ROYB"))[-1] == "AnswerScreen"


def test_what_lies_on_a_replaced_screen_goes_with_it() -> None:
    flow = guessing()
    driver = driver_of(flow)
    assert flow.press("LEFT BACK", "DOWN DOWN DOWN DOWN OK")[-1] == "BoardsScreen"
    driver.submit_text(1, "ROYB")
    assert flow.look() == "GuessScreen"


def test_press_made_before_the_fresh_screen_was_seen_does_nothing() -> None:
    flow = guessing()
    driver = driver_of(flow)
    flow.box.inputs.post(Call(lambda: driver.submit_text(1, "BYOR")))
    flow.box.inputs.post(Press(Button.OK, flow.box.inputs.now() - 0.01))
    flow.run()
    assert driver.version == 1
    assert isinstance(flow.top, GuessScreen)
    assert flow.top.entry.cursor == 0
    assert flow.press("OK") == ["GuessScreen"]
    assert flow.top.entry.cursor == 1


def test_half_made_row_stays_where_the_rows_above_it_are_the_same() -> None:
    flow = playing("mini", {"mode": "box", "coach": "during"})
    driver_of(flow).submit_text(1, "ROYB")
    flow.look()
    flow.press("UP OK UP OK")
    driver_of(flow).submit_text(1, "hint 1")
    flow.look()
    assert isinstance(flow.top, GuessScreen)
    assert flow.top.entry.pegs == [1, 2, 2, 4]


def test_own_moves_of_the_box_replace_nothing() -> None:
    flow = guessing()
    assert flow.press("UP OK UP OK UP OK OK")[-1] == "AnswerScreen"
    assert flow.look() == "AnswerScreen"


def test_end_of_a_round_is_seen_on_the_box_when_another_front_end_ends_it() -> None:
    flow = guessing()
    driver_of(flow).submit_text(1, flow.code())
    assert flow.look() == "RevealScreen"
    assert flow.press("OK")[-1] == "ReadyScreen"


@pytest.fixture
def coda() -> tuple[Flow, AnyDriver]:
    """A box that deals Coda, on which a player is about to attack."""
    flow = playing("coda", {"clock": "off", "rounds": "3"})
    driver = driver_of(flow)
    remote = Remote(driver, Random(1))
    while driver.position.view(None).phase is not Phase.ATTACK:
        remote.move()
    flow.look()
    return flow, driver


@pytest.mark.parametrize("is_right", [False, True])
def test_attack_by_another_front_end_is_told_to_the_table(coda: tuple[Flow, AnyDriver], is_right: bool) -> None:
    flow, driver = coda
    seat = driver.position.player_to_move
    assert seat is not None
    panel = driver.session._state.now.rows[1 - seat][0].value
    assert panel is not None
    number = panel if is_right else (panel + 1) % 12
    driver.submit_text(seat, f"attack {2 - seat}.1 {number}")
    flow.look()
    said = " ".join(flow.lines)
    assert re.search(rf"no\. 1 is \w+ {number}\? {'Right' if is_right else 'Wrong'}\.", said)
    flow.press("OK")
    assert flow.top.owner is not None
    assert "no. 1 is" not in " ".join(flow.lines)


def test_round_of_coda_that_another_front_end_ends_is_told_once(coda: tuple[Flow, AnyDriver]) -> None:
    flow, driver = coda
    while not driver.position.view(None).done:
        seat = driver.position.player_to_move
        assert seat is not None
        state = driver.session._state
        place = next(at for at, one in enumerate(state.now.rows[1 - seat]) if one.is_standing)
        driver.submit_text(seat, f"attack {2 - seat}.{place + 1} {state.now.rows[1 - seat][place].value}")
        flow.look()
    assert [flow.screen, *flow.press("OK OK")] == ["ToldScreen", "RoundScreen", "PointsMenu"]


def test_match_that_was_left_goes_on_with_the_driver_that_other_front_ends_have() -> None:
    flow = guessing()
    driver = driver_of(flow)
    assert flow.press("LEFT BACK", "UP UP OK")[-1] == "Menu"
    driver.submit_text(1, "ROYB")
    assert flow.press("UP DOWN OK")[-1] == "GuessScreen"
    assert driver_of(flow) is driver


def test_call_of_another_thread_that_fails_leaves_the_match_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    flow = guessing()

    def fail() -> None:
        raise ZeroDivisionError("the phone broke")

    flow.box.inputs.post(Call(fail))
    flow.run()
    assert flow.screen == "GuessScreen"
    assert "the phone broke" in caplog.text


@dataclass
class Phone:
    """A front end in a thread of its own: it takes positions out of a mailbox and posts its moves into the loop."""

    driver: AnyDriver
    inputs: LiveInputs
    mailbox: Mailbox[object] = field(default_factory=Mailbox)
    random: Random = field(default_factory=lambda: Random(3))

    def play(self) -> None:
        """Play for whichever seat is to move until the match is over, then close the box."""
        calls = call_queue(self.inputs.post)
        while (position := self.mailbox.take(PATIENCE_S)) is not None:
            if position.outcome is not None:
                break
            if position.player_to_move is not None:
                calls.put(partial(self._submit, position.player_to_move, self._text(position)))
        self.inputs.post(Quit())

    def _text(self, position: MatchPosition[object]) -> str:
        return "go" if position.is_prompted else "".join(self.random.sample("ROYGBP", 4))

    def _submit(self, seat: int, text: str) -> None:
        try:
            self.driver.submit_text(seat, text)
        except MoveRefused:
            # It had taken an older position, or a row that may not be played: it is shown this one again.
            self.mailbox.put(self.driver.position)


def test_front_end_in_another_thread_plays_a_whole_match_while_the_box_shows_it() -> None:
    inputs, display, flow = LiveInputs(), LiveDisplay(), playing("mini", {"mode": "box", "games": "2"})
    match = flow.top.owner
    assert isinstance(match, Match)
    phone = Phone(match.driver, inputs)
    match.driver.subscribe(phone.mailbox.put)
    phone.mailbox.put(match.driver.position)
    app = App(Box(display, inputs, FakeSpeaker()), flow.context, home_menu(flow.context), [flow.top])
    thread = Thread(target=phone.play, daemon=True)
    thread.start()
    app.run()
    thread.join(PATIENCE_S)
    assert flow.archive.results[1]
    app.show()
    assert type(app.top).__name__ == "RevealScreen"


def test_front_end_that_floods_the_box_delays_a_press_by_one_call() -> None:
    flow = guessing()
    driver, refused = driver_of(flow), []
    calls = call_queue(flow.box.inputs.post)

    def submit() -> None:
        try:
            driver.submit_text(0, "ROYG")
        except MoveRefused as refusal:
            refused.append(refusal)

    taken = [calls.put(submit) for _ in range(100)]
    flow.press("UP")
    assert sum(taken) == len(refused)
    assert len(refused) < 20
    assert isinstance(flow.top, GuessScreen)
    assert flow.top.entry.pegs[1] == 0
