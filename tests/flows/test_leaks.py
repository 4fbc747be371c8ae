"""A hidden code is nowhere to be seen: not in a log, an error, a view, a frame, or the record of a running match.

Frames are pictures, so they are compared: two matches whose codes differ, and whose rows were answered alike, must
look alike on every screen but those that show the seal.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from itertools import product

import pytest

from companion.box import Button, Format, Sound
from companion.config.settings import StartRow
from companion.games.pegs import PegGame
from companion.games.pegs.codes import Code
from companion.games.pegs.moves import SetCode
from companion.match.driver import MatchDriver
from companion.match.record import write_record
from companion.match.session import Session
from tests.support.effort import slow
from tests.support.flow import CATALOGUE, LARGE, SMALL, Flow, entering, start
from tests.support.oracle import naive_answer
from tests.support.paper import PaperArchive, environment

GAMES = [game for game in CATALOGUE if isinstance(game, PegGame)]
# One game of each number of pegs; the other editions have the same screens.
FIRST = {game.edition.pegs: game for game in reversed(GAMES)}.values()
every_game = pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.key, marks=() if game in FIRST else slow) for game in GAMES]
)
ROWS = 2


def twins(game: PegGame) -> tuple[Code, Code, list[Code]]:
    """Return two codes and rows that answer both alike."""
    space = game.edition.space(game.edition.variants[0])
    codes = [space.code(number) for number in range(space.size - 1, 0, -max(1, space.size // 200))]
    rows = [space.code(0), space.code(space.size // 3)]
    for one, other in product(codes, codes):
        if one != other and all(naive_answer(one, row) == naive_answer(other, row) for row in rows):
            return one, other, rows
    raise LookupError(f"expected two codes of {game.key} that are answered alike, got none")


def begin(game: PegGame, mode: str, code: Code) -> Flow:
    """Begin a match of *game* whose first code is *code*, by the keys; the log is seen whole."""
    flow = start()
    number = next(place for place, known in enumerate(game.edition.space(game.edition.variants[0])) if known == code)
    flow.context.environment = replace(flow.context.environment, draw=lambda outcomes: number if outcomes > 2 else 0)
    place = [known.key for known in CATALOGUE].index(game.key)
    flow.press("OK", "DOWN " * place, "OK")
    if mode == "player":
        flow.press("DOWN DOWN RIGHT UP UP")
    flow.press("OK")
    if flow.screen == "CoinScreen":
        flow.press("OK OK")
    if mode == "player":
        text = game.edition.text(code)
        flow.press("OK", *[entering(text, letters=game.edition.letters)] * 2)
    return flow


def play_rows(flow: Flow, game: PegGame, rows: list[Code]) -> list[bytes]:
    """Play *rows*, look into every corner of the pause, and return the frames; those with the seal are left out."""
    assert flow.screen == "ReadyScreen"
    flow.press("OK")
    flow.box.display.frames.clear()
    before = ""
    for row in rows:
        text = game.edition.text(row)
        assert flow.press(entering(text, before, game.edition.letters))[-1] == "AnswerScreen"
        flow.press("OK")
        before = text
    flow.press("BACK", "DOWN DOWN DOWN DOWN OK BACK DOWN OK BACK", "UP " * 5, "OK")
    return [frame.tobytes() for frame in flow.box.display.frames]


@pytest.mark.parametrize("mode", ["box", "player"])
@every_game
def test_frames_of_two_codes_answered_alike_are_the_same(game: PegGame, mode: str) -> None:
    one, other, rows = twins(game)
    frames = [play_rows(begin(game, mode, code), game, rows) for code in (one, other)]
    assert len(frames[0]) > 10
    assert frames[0] == frames[1]


def test_frames_of_two_codes_answered_differently_are_not() -> None:
    """The comparison above can fail."""
    game = GAMES[0]
    one, _, rows = twins(game)
    different = (0, 1, 2, 3)
    assert naive_answer(one, rows[0]) != naive_answer(different, rows[0])
    frames = [play_rows(begin(game, "box", code), game, rows) for code in (one, different)]
    assert frames[0] != frames[1]


@pytest.mark.parametrize("mode", ["box", "player"])
@every_game
def test_code_is_in_no_log_view_error_or_running_record(
    game: PegGame, mode: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    code, _, rows = twins(game)
    flow = begin(game, mode, code)
    play_rows(flow, game, rows)
    session = flow.session()
    secrets = (game.edition.text(code), str(code), repr(code), str(list(code)))
    said = [caplog.text, write_record(session.record()), repr(session.record()), repr(vars(session))]
    said += [repr(session.view(seat)) for seat in (None, 0, 1)]
    for wrong in ("code QQQQQQQQ", "first 9", "?"):
        with pytest.raises(ValueError, match="expected") as refused:
            session.play(game.parse(session.game.start({}, 2), wrong))
        said.append(repr(refused.value))
    assert flow.code() == secrets[0]
    assert [text for text in said for secret in secrets if secret in text] == []


def challenge(code: Code) -> Flow:
    """Answer two rows by hand, the second wrongly, and let a challenge have *code* entered."""
    game = GAMES[0]
    archive = PaperArchive()
    Session.begin(game, {"mode": "keeps"}, ("Anna", "Ben"), environment(archive, 1)).play(SetCode(None))
    flow = start(archive, start_row=StartRow.EMPTY)
    flow.press("OK OK")
    for row in twins(game)[2]:
        keys = naive_answer(code, row)
        flow.press(entering(game.edition.text(row)), "UP " * keys[0], "OK", "UP " * keys[1], "OK")
    flow.press("BACK", "DOWN DOWN DOWN DOWN OK OK", "OK", "UP OK", "LEFT OK")
    while flow.screen == "DoubtScreen":
        flow.press("OK UP OK")
    assert flow.press("BACK", "DOWN DOWN DOWN DOWN DOWN OK", "LEFT OK")[-1] == "LookAwayScreen"
    assert flow.press("OK", *[entering(game.edition.text(code))] * 2)[-1] == "WrongScreen"
    return flow


def test_challenge_shows_nothing_of_the_code_but_the_right_answers() -> None:
    one, other, _ = twins(GAMES[0])
    frames = []
    for code in (one, other):
        flow = challenge(code)
        flow.box.display.frames.clear()
        flow.press("DOWN UP OK BACK BACK", "DOWN DOWN DOWN DOWN DOWN DOWN OK BACK", "UP " * 6, "OK", "OK OK")
        assert flow.screen == "GuessScreen"
        frames.append([frame.tobytes() for frame in flow.box.display.frames])
    assert len(frames[0]) > 10
    assert frames[0] == frames[1]


def test_code_of_a_challenge_is_in_no_log_view_or_running_record(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    game = GAMES[0]
    code = twins(game)[0]
    flow = challenge(code)
    for _ in range(2):
        session = flow.session()
        said = [caplog.text, write_record(session.record()), repr(session.record()), repr(vars(session))]
        said += [repr(session.view(seat)) for seat in (None, 0, 1)]
        secrets = (game.edition.text(code), str(code), str(list(code)))
        assert flow.code() == secrets[0]
        assert [text for text in said for secret in secrets if secret in text] == []
        flow.press("OK OK")


def test_screen_that_fails_tells_the_log_no_code(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[0]
    code, _, _ = twins(game)
    flow = begin(game, "box", code)

    def fail(page: object) -> None:
        raise RuntimeError(f"the screen broke: {vars(flow.session())!r}")

    monkeypatch.setattr(flow.top, "draw", fail)
    assert flow.look() == "ErrorScreen"
    assert "the screen broke" in caplog.text
    assert game.edition.text(code) not in caplog.text
    assert str(code) not in caplog.text


every_display = pytest.mark.parametrize("display", [SMALL, LARGE], ids=["small", "large"])
PLACING = "RIGHT LEFT UP RIGHT RIGHT ROLL"
"""Presses that move a cursor, where the others may watch."""


def placing(seed: int, display: Format, is_open: bool = False) -> tuple[list[bytes], list[Sound]]:
    """Return the frames and sounds of Coda with dashes where Anna has a dark panel and is to place another.

    The frames of the look are among them if it *is_open*.
    """
    archive = PaperArchive()
    coda = next(game for game in CATALOGUE if game.key == "coda")
    session = Session.begin(coda, {"variant": "advanced"}, ("Anna", "Ben"), environment(archive, seed))
    driver = MatchDriver(session)
    driver.submit_text(0, "take 2")
    driver.submit_text(0, "place 1")
    flow = start(archive, display=display)
    flow.press("OK OK")
    shown = flow.box.display.shown
    assert shown is not None
    flow.box.display.frames.clear()
    flow.sounds()
    if is_open:
        flow.box.inputs.hold(Button.OK)
    flow.press(PLACING)
    return [frame.tobytes() for frame in (shown, *flow.box.display.frames)], flow.sounds()


@every_display
def test_cursor_and_refusals_while_a_panel_is_placed_do_not_depend_on_its_number(display: Format) -> None:
    """Of all panels, dashes among them, the presses of the owner show and sound the same."""
    first, *others = (placing(seed, display) for seed in range(20))
    assert len(first[0]) > 0
    assert all(other == first for other in others)


@every_display
def test_place_of_a_panel_is_seen_in_the_open_look(display: Format) -> None:
    """The comparison above can fail."""
    first, *others = (placing(seed, display, is_open=True) for seed in range(5))
    assert any(other != first for other in others)
