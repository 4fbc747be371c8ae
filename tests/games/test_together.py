"""Together: matches against a referee that keeps its own books, with other orders, power cuts and attempts to undo."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from companion.errors import MoveRefused, OptionRefused, TextUnreadable
from companion.games.contract import Signal
from companion.games.pegs_together import TogetherGame, TogetherState, TogetherView
from companion.match.catalogue import load_catalogue
from companion.match.driver import AnyDriver, MatchDriver
from companion.match.record import check_record, read_record, write_record
from companion.match.session import Session
from tests.support.effort import slow
from tests.support.oracle import naive_answer
from tests.support.paper import PaperArchive, environment

CATALOGUE = {game.key: game for game in load_catalogue(None) if isinstance(game, TogetherGame)}
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fynn")
SIZES = {"mini": (4, 6, "ROYGBP"), "mastermind": (4, 10, "ROYGBP"), "junior": (3, 10, ""), "bulls": (4, 10, "")}
"""Pegs and rows of the editions, as the boxes say, and the letters where they are known."""
QUICK = 10
MATCHES = 400


@dataclass
class Referee:
    """Keeps the books of a match as a person would: the rows of each player, their key pegs, and the points."""

    players: int
    pegs: int
    most: int
    points: list[int] = field(default_factory=list)
    code: str = ""
    rows: list[list[tuple[str, tuple[int, int]]]] = field(default_factory=list)
    left: set[int] = field(default_factory=set)
    hints: list[list[tuple[int, int]]] = field(default_factory=list)
    results: list[tuple[int, int | None]] = field(default_factory=list)

    def begin(self, code: str) -> None:
        """Note that a round begins."""
        self.points = self.points or [0] * self.players
        self.code, self.rows, self.left = code, [[] for _ in range(self.players)], set()
        self.hints = [[] for _ in range(self.players)]

    def is_done(self, seat: int) -> bool:
        """Whether a player has found the code, has no row left, or has given up."""
        rows = self.rows[seat]
        return seat in self.left or len(rows) == self.most or (bool(rows) and rows[-1][1][0] == self.pegs)

    @property
    def playing(self) -> set[int]:
        """The seats that may still play."""
        return {seat for seat in range(self.players) if not self.is_done(seat)}

    def play(self, seat: int, row: str) -> tuple[int, int]:
        """Answer a row; points are noted when all have finished."""
        keys = naive_answer([*map(ord, self.code)], [*map(ord, row)])
        self.rows[seat].append((row, keys))
        self.count()
        return keys

    def give_up(self, seat: int) -> None:
        """Note that a player gives up."""
        self.left.add(seat)
        self.count()

    def may_hint(self, seat: int, grade: int) -> bool:
        """Whether a player may have a hint: each of the first four once a row, the fifth four times."""
        return self.hints[seat].count((len(self.rows[seat]), grade)) < (4 if grade == 5 else 1)

    def count(self) -> None:
        """Add the rows of a round that is over: one more than there are for a code that was not found.

        A hint is a row, but a code that was found never counts more than one that was not.
        """
        if self.playing:
            return
        for seat, rows in enumerate(self.rows):
            is_found = bool(rows) and rows[-1][1][0] == self.pegs
            self.points[seat] += min(len(rows) + len(self.hints[seat]), self.most + 1) if is_found else self.most + 1
            self.results.append((seat, len(rows) if is_found else None))


class PlayedMatch:
    """A match of *key* at random, and its referee."""

    def __init__(self, key: str, players: int, rounds: int, seed: int) -> None:
        self.random = Random(f"{key}{players}{rounds}{seed}")
        self.archive = PaperArchive()
        self.world = environment(self.archive, seed)
        self.game = CATALOGUE[f"{key}-together"]
        options = {"games": str(rounds), "hints": self.random.choice(("no", "yes"))}
        self.has_hints = options["hints"] == "yes"
        session = Session.begin(self.game, options, NAMES[:players], self.world)
        self.driver: AnyDriver = MatchDriver(session)
        self.driver.advance()
        self.letters = self.game.edition.letters
        pegs, rows, _ = SIZES[key]
        self.referee = Referee(players, pegs, rows)
        self.referee.begin(self.hidden_code())

    def hidden_code(self) -> str:
        """Return the newest code, which only the journal holds."""
        hidden = [entry.hidden.reveal() for entry in self.archive.read(1)[1] if entry.hidden is not None]
        return next(text for text in reversed(hidden) if text.startswith("code ")).removeprefix("code ")

    def cut(self) -> None:
        """Take up the match as after a power cut."""
        self.driver = MatchDriver(Session.resume(self.game, 1, self.world))
        self.driver.advance()

    def row(self) -> str:
        """Return a row at random: now and then the code itself."""
        if self.random.random() < 0.2:
            return self.referee.code
        return "".join(self.random.sample(self.letters, self.referee.pegs))

    def step(self) -> None:
        """Let one player act."""
        referee, position = self.referee, self.driver.position
        if position.is_prompted:
            self.driver.submit(0, Signal.GO)
            referee.begin(self.hidden_code())
            return
        assert position.seats_to_move == referee.playing
        seat = self.random.choice(sorted(referee.playing))
        if self.random.random() < 0.05:
            self.driver.submit_text(seat, f"{seat + 1} gives up")
            referee.give_up(seat)
            return
        if self.random.random() < 0.2:
            self.ask_for_hint(seat)
            return
        row = self.row()
        event = self.driver.submit_text(seat, f"{seat + 1} {row}")
        black, white = referee.play(seat, row)
        assert event.text == f"{seat + 1} ?"
        assert self.game.public_reply(self.driver.session._state, event.move) == f"black {black} white {white}"

    def ask_for_hint(self, seat: int) -> None:
        """Ask for a hint, which is refused where there are none, or where the player has had it."""
        grade = self.random.randrange(1, 6)
        if self.has_hints and self.referee.may_hint(seat, grade):
            self.driver.submit_text(seat, f"{seat + 1} hint {grade}")
            self.referee.hints[seat].append((len(self.referee.rows[seat]), grade))
        else:
            with pytest.raises(MoveRefused):
                self.driver.submit_text(seat, f"{seat + 1} hint {grade}")

    def check(self) -> None:
        """Compare what each player and all see with the books of the referee."""
        referee = self.referee
        for viewer in (None, *range(referee.players)):
            view: TogetherView = self.driver.position.view(viewer)
            assert list(view.scores) == referee.points
            if not referee.playing:
                assert view.now is None
                continue
            seen = [[(keys.blacks, keys.whites) for keys in board.keys] for board in view.boards]
            assert seen == [[keys for _, keys in rows] for rows in referee.rows]
            assert [board.is_done for board in view.boards] == [*map(referee.is_done, range(referee.players))]
            own = [] if view.now is None else [self.game.edition.text(row.guess) for row in view.now.rows]
            assert own == ([] if viewer is None else [row for row, _ in referee.rows[viewer]])
            assert view.now is None or view.now.code is None

    def refuse_undo(self) -> None:
        """Try to take a move back."""
        before = self.driver.position.view(None)
        with pytest.raises(MoveRefused):
            self.driver.undo()
        assert self.driver.position.view(None) == before


def whole_match(key: str, seed: int) -> PlayedMatch:
    """Play a match to its end, and compare every position."""
    random = Random(seed)
    match = PlayedMatch(key, random.randrange(2, 7), random.randrange(1, 4), seed)
    while match.driver.position.outcome is None:
        match.check()
        if match.random.random() < 0.1:
            match.cut()
            match.check()
        if match.random.random() < 0.1:
            match.refuse_undo()
        match.step()
    match.check()
    return match


@pytest.mark.parametrize("seed", [pytest.param(n, marks=() if n < QUICK else slow) for n in range(MATCHES)])
def test_match_is_as_the_referee_says(seed: int) -> None:
    match = whole_match([*SIZES][seed % len(SIZES)], seed)
    session, points = match.driver.session, match.referee.points
    assert session.outcome is not None
    assert list(session.outcome.scores) == points
    assert list(session.outcome.winners) == [seat for seat, each in enumerate(points) if each == min(points)]
    view = session.view()
    assert [(each.seat, each.rows) for each in match.game.results(view)] == match.referee.results
    assert len(match.game.share_texts(view, {})) == len(match.referee.results)
    record = read_record(write_record(session.record()))
    assert check_record(record, match.game).closed == ()
    assert write_record(record) == write_record(Session.resume(match.game, 1, match.world).record())


def running(seed: int = 3) -> PlayedMatch:
    """Return a match in which each of two players has a row."""
    match = PlayedMatch("mini", 2, 2, seed)
    for seat, row in enumerate(("ROYG", "BPRO")):
        match.driver.submit_text(seat, f"{seat + 1} {row}")
    return match


def test_record_of_a_running_round_holds_no_row_and_no_code() -> None:
    match = running()
    text = write_record(match.driver.session.record())
    assert "ROYG" not in text
    assert "BPRO" not in text
    assert match.hidden_code() not in text
    with pytest.raises(Exception, match="does not hold it yet"):
        check_record(read_record(text), match.game)


def test_player_who_has_found_the_code_does_not_move_again_and_the_others_do_not_see_it() -> None:
    match = running()
    code = match.hidden_code()
    match.driver.submit_text(0, f"1 {code}")
    assert match.driver.position.seats_to_move == {1}
    with pytest.raises(MoveRefused):
        match.driver.submit_text(0, "1 ROYG")
    for viewer in (None, 1):
        view = match.driver.position.view(viewer)
        assert view.done == ()
        assert view.now is None or view.now.code is None
        assert repr(match.game.edition.code(code)) not in repr(view)


def test_no_row_is_played_for_another_seat() -> None:
    match = running()
    with pytest.raises(MoveRefused, match="expected a move of seat 0 or 1, got one of seat 0"):
        match.driver.submit_text(0, "2 ROYG")
    assert [len(board.keys) for board in match.driver.position.view(None).boards] == [1, 1]


@pytest.mark.parametrize("text", ["ROYG", "1 ROYX", "1 ROY", "1", "0 ROYG", "1  ROYG", "1 ?", "7 gives up ", "code"])
def test_text_that_is_no_move_is_refused_without_a_quote_of_the_row(text: str) -> None:
    match = running()
    with pytest.raises((TextUnreadable, MoveRefused)) as found:
        match.driver.submit_text(0, text)
    assert "ROY" not in str(found.value).replace("'2 ROYG'", "")


def test_the_others_go_on_when_one_gives_up() -> None:
    match = running()
    match.driver.submit_text(0, "1 gives up")
    assert match.driver.position.seats_to_move == {1}
    match.driver.submit_text(1, f"2 {match.hidden_code()}")
    assert match.driver.position.view(None).scores == (7, 2)


def test_box_plays_no_row_before_a_person_and_finishes_by_itself() -> None:
    world = environment(PaperArchive(), 4)
    game = CATALOGUE["mini-together"]
    driver: AnyDriver = MatchDriver(Session.begin(game, {"box-seats": "1", "games": "1"}, ("Anna", "Box"), world))
    driver.advance()
    assert [len(board.keys) for board in driver.position.view(None).boards] == [0, 0]
    driver.submit_text(0, "1 RRRR")
    assert [len(board.keys) for board in driver.position.view(None).boards] == [1, 1]
    driver.submit_text(0, "1 gives up")
    outcome = driver.position.outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.scores[0] == 7


def test_options_are_those_of_the_edition() -> None:
    game = CATALOGUE["ambassador-together"]
    state = game.start({"variant": "advanced", "guess-repeats": "no"}, 3)
    assert isinstance(state, TogetherState)
    assert (state.rules.variant.key, state.rules.guess_repeats, state.rules.games) == ("advanced", False, 3)
    with pytest.raises(OptionRefused):
        game.start({"games": "7"}, 3)
    with pytest.raises(OptionRefused):
        game.start({"strength": "five"}, 2)


def test_hint_is_refused_to_a_seat_of_the_box_and_an_empty_option_to_all() -> None:
    game = CATALOGUE["mini-together"]
    driver: AnyDriver = MatchDriver(
        Session.begin(game, {"box-seats": "1", "hints": "yes"}, ("Anna", "Box"), environment(PaperArchive(), 4))
    )
    driver.advance()
    state = driver.session._state
    state = game.play(state, game.parse(state, "1 RRRR"))
    with pytest.raises(MoveRefused, match="expected a hint for a person"):
        game.play(state, game.parse(state, "2 hint 2"))
    with pytest.raises(OptionRefused):
        game.start({"games": ""}, 2)
