"""Coda from the set-up to the end of a match, press by press."""

from __future__ import annotations

import re

import pytest

from companion.box import Button, Cue, Format
from companion.games.coda.moves import Attack, Stop, Take, TimeUp
from companion.games.coda.panels import Colour
from companion.games.coda.state import Phase, Round, State
from companion.games.coda.view import Seen
from companion.i18n.translator import Translator
from companion.match.driver import MatchDriver
from companion.match.record import check_record, read_record, write_record
from companion.match.session import Session
from companion.ui.core.canvas import Area
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.pixel_page import PixelPage
from companion.ui.core.screen import Replace
from companion.ui.core.text_page import TextPage
from companion.ui.games.coda import drawing
from companion.ui.games.coda.attack import AttackScreen, likely_number, possible_numbers
from companion.ui.games.coda.own_panels import DrawScreen, OwnLook
from companion.ui.games.shared.match import Match, SealScreen
from companion.ui.games.shared.match_screens import MatchMenu, SayScreen
from companion.ui.games.shared.screens import GAME_SCREENS
from tests.support.flow import CATALOGUE, LARGE, SMALL, Flow, start
from tests.support.paper import PaperArchive, environment

PLAYED_BY_BOX = 3
"""The line of the set-up that says how many seats the box plays."""
TAKE_TWO = "OK OK"
"""Both players take two dark panels and two light ones."""


def begun(archive: PaperArchive | None = None, seed: int = 1, display: Format = SMALL) -> Flow:
    """Return a box on which Coda is being set up, and on which time passes only when it is told to."""
    flow = start(archive, seed, display=display)
    flow.box.inputs._linger_s = 0.0
    flow.press("OK")
    while "coda" not in title(flow):
        flow.press("DOWN")
    flow.press("OK")
    return flow


def title(flow: Flow) -> str:
    """Return the key of the game under the cursor of the games menu."""
    menu = flow.top
    place: int = menu.at  # type: ignore[attr-defined]
    return flow.context.catalogue.games[place].key


def turned(flow: Flow, line: int, times: int = 1) -> None:
    """Turn a line of the set-up and go back to the first."""
    flow.press("DOWN " * line, "RIGHT " * times, "UP " * line)


def now(flow: Flow) -> Round:
    state: State = flow.session()._state
    assert state.now is not None
    return state.now


def look(flow: Flow) -> None:
    """Take a private look and go on; the box is taken first where it was passed on."""
    if flow.top.is_handover:  # type: ignore[attr-defined]
        flow.press("DOWN")
    flow.press("OK", "DOWN")


def keys_for(flow: Flow, attack: Attack) -> str:
    """Return the presses that attack from where the cursor is."""
    top = flow.top
    assert isinstance(top, AttackScreen)
    steps = (top.targets.index((attack.seat, attack.place)) - top.at) % (len(top.targets) + (top.now.hits > 0))
    numbers = possible_numbers(top.view.rules, top.now.rows, attack.seat, attack.place)
    first = likely_number(top.view.rules, top.now.rows, attack.seat, attack.place)
    ups = (numbers.index(attack.number) - numbers.index(first)) % len(numbers)
    return " ".join(["RIGHT"] * steps + ["OK"] + ["UP"] * ups + ["OK"])


def right(flow: Flow) -> Attack:
    seat = next(who for who in now(flow).alive if who != now(flow).turn)
    place, value = next((at, panel.value) for at, panel in enumerate(now(flow).rows[seat]) if panel.is_standing)
    return Attack(seat, place, value or 0)


def stop(flow: Flow) -> str:
    """Return the presses that lead from wherever the cursor is behind the last panel."""
    top = flow.top
    assert isinstance(top, AttackScreen)
    return "RIGHT " * (len(top.targets) - top.at)


def wrong(flow: Flow) -> Attack:
    top = flow.top
    assert isinstance(top, AttackScreen)
    return next(
        Attack(seat, place, number)
        for seat, place in top.targets
        for number in possible_numbers(top.view.rules, top.now.rows, seat, place)
        if number != now(flow).rows[seat][place].value
    )


def dealt(*, clock: bool = False) -> Flow:
    flow = begun()
    if clock:
        flow.choose("More rules", "Clock", "on", "Done")
    flow.choose("Begin")
    flow.press(TAKE_TWO)
    return flow


def attacking() -> Flow:
    """Return a box on which Anna has drawn, looked, and is to attack."""
    flow = dealt()
    flow.press("LEFT")
    look(flow)
    return flow


def test_first_screen_of_a_match_is_the_draw() -> None:
    flow = dealt()
    assert flow.screen == "DrawScreen"
    assert [len(row) for row in now(flow).rows] == [4, 4]


def test_draw_leads_to_a_private_look_and_then_to_the_attack() -> None:
    flow = dealt()
    assert flow.press("LEFT") == ["OwnLook"]
    assert flow.press("DOWN") == ["OwnLook"]
    look(flow)
    assert flow.screen == "AttackScreen"


def test_right_attack_sounds_solved_and_may_go_on() -> None:
    flow = attacking()
    flow.sounds()
    assert flow.press(keys_for(flow, right(flow)))[-1] == "AttackScreen"
    assert flow.sounds()[-1] is Cue.SOLVED
    assert now(flow).hits == 1


def test_wrong_attack_sounds_lost_and_ends_the_turn() -> None:
    flow = attacking()
    flow.sounds()
    flow.press(keys_for(flow, wrong(flow)))
    assert flow.sounds()[-1] is Cue.LOST
    assert (flow.screen, now(flow).turn, now(flow).phase) == ("DrawScreen", 1, Phase.DRAW)


def test_next_player_draws_on_the_page_that_shows_the_wrong_attack() -> None:
    flow = attacking()
    flow.press(keys_for(flow, wrong(flow)))
    place = now(flow).inserted
    assert place is not None
    shown = now(flow).rows[0][place].value
    page = TextPage(flow.context.translator)
    flow.top.draw(page)
    assert page.lines[0] == "Ben attacks"
    assert page.lines[1] == f"Anna wrong: {shown}"
    assert flow.press("OK RIGHT") == ["DrawScreen", "OwnLook"]


def test_ok_shows_how_many_panels_are_left_to_draw() -> None:
    flow = attacking()
    flow.press(keys_for(flow, wrong(flow)), "OK")
    page = TextPage(flow.context.translator)
    flow.top.draw(page)
    assert "Draw \u25c0 7  8 \u25b6" in page.lines


def test_stop_stands_behind_the_last_panel_after_a_right_attack() -> None:
    flow = attacking()
    flow.press(keys_for(flow, right(flow)))
    flow.press(stop(flow), "OK")
    assert now(flow).turn == 1
    assert len(now(flow).rows[0]) == 5


def test_back_goes_from_the_number_to_the_panel_and_then_into_the_pause() -> None:
    assert attacking().press("OK BACK BACK") == ["AttackScreen", "AttackScreen", "Menu"]


def test_round_that_is_won_is_told_and_the_next_one_dealt() -> None:
    flow = attacking()
    for _ in range(4):
        flow.press(keys_for(flow, right(flow)))
    assert flow.session()._state.done[0].winner == 0
    assert flow.press("OK", "OK") == ["RoundScreen", "PointsMenu"]


def won_match() -> Flow:
    """Play three rounds in which the first player exposes the other at once."""
    flow = dealt()
    for _ in range(3):
        while flow.screen != "DrawScreen":
            flow.press("OK")
        flow.press("LEFT")
        look(flow)
        for _ in range(4):
            flow.press(keys_for(flow, right(flow)))
        flow.press("OK OK")
    return flow


def test_whole_match_of_three_rounds_ends_with_the_scores_and_a_record_that_checks() -> None:
    flow = won_match()
    session = flow.session()
    assert flow.screen == "Menu"
    assert session.outcome is not None
    text = write_record(session.record())
    assert check_record(read_record(text), session.game).result == flow.archive.results[1]


def test_record_of_a_match_that_goes_on_hides_the_panels_and_checks() -> None:
    flow = attacking()
    flow.press(keys_for(flow, wrong(flow)), "OK", "RIGHT")
    look(flow)
    flow.press(keys_for(flow, right(flow)))
    flow.press(stop(flow), "OK")
    session = flow.session()
    text = write_record(session.record())
    assert check_record(read_record(text), session.game).result == "*"
    assert re.findall(r"^\d+\. (?:[DL][\d-]|dark|light)", text, re.MULTILINE) != []
    assert re.findall(r"^\d+\. [DL][\d-]", text, re.MULTILINE) == []


def test_box_plays_its_own_seat_and_says_what_it_attacks() -> None:
    flow = begun()
    turned(flow, PLAYED_BY_BOX)
    flow.press("OK", "OK", "LEFT")
    look(flow)
    flow.press(keys_for(flow, wrong(flow)))
    assert flow.press("OK") == ["ToldScreen"]
    assert flow.session().players == ("Anna", "Box 1")


def test_match_is_taken_up_again_where_it_was() -> None:
    flow = attacking()
    again = start(flow.archive)
    assert again.press("OK") == ["OwnLook"]
    assert now(again).phase is Phase.ATTACK


def timed() -> Flow:
    """Return a box with a clock on which Anna is to attack."""
    flow = dealt(clock=True)
    flow.press("LEFT")
    look(flow)
    return flow


def limit(flow: Flow) -> None:
    """Have another player limit the turn."""
    flow.press("BACK")
    flow.choose("Limit the turn")


def test_limit_comes_only_after_the_first_minute() -> None:
    flow = timed()
    flow.sounds()
    limit(flow)
    assert flow.sounds()[-1] is Cue.REFUSED


def pass_time(flow: Flow, seconds: float) -> None:
    flow.box.inputs.pass_time(seconds)
    flow.run()


def test_player_who_limits_a_turn_of_three_is_asked_for_by_name_and_told() -> None:
    archive = PaperArchive()
    Session.begin(CATALOGUE["coda"], {"clock": "on"}, ("Anna", "Ben", "Cleo"), environment(archive, 1))
    flow = start(archive)
    flow.box.inputs._linger_s = 0.0
    assert flow.press("OK OK OK OK OK")[-1] == "DrawScreen"
    flow.press("LEFT")
    look(flow)
    assert flow.context.driver is not None
    players = flow.context.driver.session.players
    turn = players.index(flow.lines[0].split()[0])
    others = [name for seat, name in enumerate(players) if seat != turn]
    pass_time(flow, 61)
    limit(flow)
    assert [line.strip("> ") for line in flow.lines] == ["Who limits the turn?", *others]
    flow.press("DOWN OK")
    assert f"{others[1]} gives {players[turn]} 20 s." in flow.lines
    assert flow.press("OK")[-1] == "AttackScreen"
    assert "20 s" in flow.lines[0]


def test_limit_of_20_s_imposed_after_the_minute_costs_the_drawn_panel() -> None:
    flow = timed()
    pass_time(flow, 61)
    limit(flow)
    pass_time(flow, 19)
    assert flow.screen == "AttackScreen"
    pass_time(flow, 2)
    assert flow.screen == "ToldScreen"
    assert [panel.is_standing for panel in now(flow).rows[0]].count(False) == 1


def test_clock_stands_still_in_the_pause() -> None:
    flow = timed()
    pass_time(flow, 61)
    limit(flow)
    flow.press("BACK")
    pass_time(flow, 100)
    assert flow.press("OK") == ["AttackScreen"]
    pass_time(flow, 19)
    assert flow.screen == "AttackScreen"
    pass_time(flow, 2)
    assert flow.screen == "ToldScreen"


def test_minute_starts_with_the_turn_and_counts_the_draw_and_the_look() -> None:
    flow = dealt(clock=True)
    flow.press("DOWN")
    pass_time(flow, 30)
    flow.press("LEFT")
    pass_time(flow, 20)
    look(flow)
    pass_time(flow, 11)
    flow.sounds()
    limit(flow)
    assert Cue.REFUSED not in flow.sounds()
    pass_time(flow, 21)
    assert flow.screen == "ToldScreen"


def test_taken_back_draw_does_not_restart_the_minute() -> None:
    flow = timed()
    pass_time(flow, 40)
    assert flow.press("BACK DOWN OK LEFT OK LEFT OK")[-1] == "DrawScreen"
    flow.press("LEFT")
    look(flow)
    pass_time(flow, 21)
    limit(flow)
    pass_time(flow, 21)
    assert flow.screen == "ToldScreen"


def test_match_that_was_left_goes_on_with_the_time_that_was_used() -> None:
    flow = timed()
    pass_time(flow, 61)
    flow.press("BACK", "UP UP", "OK", "OK")
    look(flow)
    assert flow.screen == "AttackScreen"
    flow.sounds()
    limit(flow)
    assert Cue.REFUSED not in flow.sounds()


def test_limit_that_runs_is_imposed_a_second_time_without_effect() -> None:
    flow = timed()
    pass_time(flow, 61)
    limit(flow)
    pass_time(flow, 8)
    flow.sounds()
    limit(flow)
    assert flow.sounds()[-1] is Cue.REFUSED
    flow.press("BACK")
    pass_time(flow, 10)
    assert flow.screen == "AttackScreen"
    pass_time(flow, 3)
    assert flow.screen == "ToldScreen"


def test_undo_of_the_end_of_the_time_leaves_the_player_time() -> None:
    flow = timed()
    pass_time(flow, 61)
    limit(flow)
    pass_time(flow, 21)
    assert flow.screen == "ToldScreen"
    flow.press("BACK DOWN OK LEFT OK")
    look(flow)
    pass_time(flow, 100)
    assert flow.screen == "AttackScreen"
    assert flow.lines[0].endswith("> 1 min")


def test_next_turn_has_a_minute_of_its_own() -> None:
    flow = timed()
    pass_time(flow, 61)
    flow.press(keys_for(flow, wrong(flow)), "OK", "LEFT")
    look(flow)
    flow.sounds()
    limit(flow)
    assert flow.sounds()[-1] is Cue.REFUSED


@pytest.mark.parametrize("keys", ["UP", "DOWN", "LEFT", "RIGHT", "OK LEFT", "OK RIGHT", "OK DOWN"])
def test_no_key_of_the_attacker_imposes_the_limit(keys: str) -> None:
    flow = timed()
    pass_time(flow, 61)
    flow.press(keys)
    pass_time(flow, 100)
    assert (flow.screen, flow.lines[0]) == ("AttackScreen", "Anna attacks | > 1 min")


def test_clock_is_off_until_it_is_switched_on() -> None:
    flow = attacking()
    pass_time(flow, 100)
    assert flow.lines[0] == "Anna attacks"
    flow.press("BACK")
    assert not any("Limit" in line for line in flow.lines)


@pytest.mark.parametrize("ending", ["wrong", "stop", "time"])
def test_quick_presses_of_ok_never_open_the_next_players_look(ending: str) -> None:
    flow = timed()
    if ending == "wrong":
        flow.press(keys_for(flow, wrong(flow)))
    elif ending == "stop":
        flow.press(keys_for(flow, right(flow)))
        flow.press(stop(flow), "OK")
    else:
        pass_time(flow, 61)
        limit(flow)
        pass_time(flow, 21)
    assert "OwnLook" not in flow.press("OK OK OK OK")
    assert now(flow).turn == 1


def test_look_in_the_pause_is_that_of_the_player_to_move_who_takes_the_box_first() -> None:
    flow = attacking()
    flow.press("BACK DOWN DOWN DOWN OK OK OK")
    top = flow.top
    assert isinstance(top, OwnLook)
    assert (top.seat, top.is_open) == (0, False)
    flow.press("DOWN")
    shut = flow.box.display.frames[-1].tobytes()
    assert held(flow) != shut


def test_stop_shows_where_the_panel_went() -> None:
    flow = attacking()
    flow.press(keys_for(flow, right(flow)))
    flow.press(stop(flow), "OK")
    top = flow.top
    assert isinstance(top, DrawScreen)
    page = TextPage(flow.context.translator)
    top.draw(page)
    place = now(flow).inserted
    assert place is not None
    row = page.lines[2].split(", ")
    assert [at for at, words in enumerate(row) if "[" in words] == [place]


@pytest.mark.parametrize("colour", Colour)
def test_gap_is_drawn_in_the_colour_of_the_panel_that_goes_in(colour: Colour) -> None:
    row = (Seen(Colour.DARK, 3, True), Seen(Colour.LIGHT, 4, True))
    pictures = []
    for element in (
        drawing.PanelRow("", "", row, 1, gap=colour),
        drawing.PanelRow("", "", (row[0], Seen(colour, None, False), row[1]), 1),
    ):
        page = DisplayPage((128, 64), Translator("en"))
        page.add(element)
        pictures.append(page.image.tobytes())
    assert pictures[0] == pictures[1]


def test_possible_numbers_are_those_that_the_shown_panels_leave() -> None:
    row = (Seen(Colour.DARK, None, True), Seen(Colour.LIGHT, 4, False), Seen(Colour.DARK, None, True))
    other = (Seen(Colour.DARK, 6, False), Seen(Colour.LIGHT, None, True))
    rules = CATALOGUE["coda"].start({}, 2).rules
    assert possible_numbers(rules, (row, other), 0, 0) == [0, 1, 2, 3, 4]
    assert possible_numbers(rules, (row, other), 0, 2) == [5, 7, 8, 9, 10, 11]
    assert likely_number(rules, (row, other), 0, 2) == 9
    assert likely_number(rules, (row, other), 0, 0) == 2


def test_after_a_hit_the_place_that_ends_the_turn_is_one_step_to_the_left() -> None:
    flow = attacking()
    top = flow.top
    assert isinstance(top, AttackScreen)
    seat, place = top.targets[1]
    flow.press(keys_for(flow, Attack(seat, place, now(flow).rows[seat][place].value or 0)))
    again = flow.top
    assert isinstance(again, AttackScreen)
    assert again.targets[again.at] > (seat, place)
    flow.press("LEFT OK")
    assert now(flow).turn == 1


def test_attack_starts_on_the_first_panel_of_the_first_opponent() -> None:
    flow = attacking()
    flow.press(keys_for(flow, wrong(flow)), "OK LEFT")
    look(flow)
    top = flow.top
    assert isinstance(top, AttackScreen)
    assert top.targets[top.at] == (0, [panel.is_standing for panel in now(flow).rows[0]].index(True))


def held(flow: Flow) -> bytes:
    """Return the frame while OK is held."""
    flow.box.inputs.hold(Button.OK)
    flow.run()
    frame = flow.box.display.frames[-1].tobytes()
    flow.box.inputs.release(Button.OK)
    flow.run()
    return frame


def long_code() -> Flow:
    """Return a box whose player to move has more panels than the display shows at once."""
    flow = dealt()
    while len(now(flow).rows[now(flow).turn]) < 9:
        flow.press("LEFT" if now(flow).turn else "RIGHT")
        if now(flow).phase is Phase.DRAW:
            flow.press("RIGHT LEFT")
        look(flow)
        flow.press(keys_for(flow, wrong(flow)), "OK")
    flow.press("LEFT RIGHT")
    return flow


def test_every_panel_of_a_long_code_can_be_seen_in_the_look(monkeypatch: pytest.MonkeyPatch) -> None:
    flow = long_code()
    top = flow.top
    assert isinstance(top, OwnLook)
    seen, original = set[tuple[object, int | None]](), drawing._draw_panel

    def note(page: PixelPage, area: Area, panel: Seen, number: int | None) -> None:
        assert area.x >= 0
        assert area.right <= page.width
        seen.add((panel.colour, number))
        original(page, area, panel, number)

    monkeypatch.setattr(drawing, "_draw_panel", note)
    for key in ("LEFT", "RIGHT"):
        flow.press(key)
        held(flow)
    assert seen >= {(panel.colour, panel.value) for panel in now(flow).rows[top.seat]}


def test_each_player_chooses_how_many_panels_of_the_dealer_are_dark() -> None:
    flow = begun()
    assert flow.press("OK", "DOWN OK", "UP UP OK")[-1] == "DrawScreen"
    assert [sum(panel.colour is Colour.DARK for panel in row) for row in now(flow).rows] == [3, 0]
    assert ("deal", "choose") in flow.session().header.options


def test_round_that_the_box_wins_is_told_before_the_next_choice_of_panels() -> None:
    flow = start()
    session = Session.begin(CATALOGUE["coda"], {"box-seats": "1"}, ("Anna", "Box 1"), environment(flow.archive))
    driver = MatchDriver(session)
    driver.advance()
    driver.submit(0, Take(2))
    while len(now(flow).rows[0]) < 20 and not session._state.done:
        move = next(move for move in session.game.moves(session._state) if not isinstance(move, TimeUp | Stop))
        if isinstance(move, Attack):
            panel = now(flow).rows[move.seat][move.place]
            move = Attack(move.seat, move.place, 0 if panel.value else 1)
        driver.submit(0, move)
    match = Match(flow.context, driver, GAME_SCREENS["coda"])
    screen, said = match.face.tell(match, driver.events, lambda: match.face.next_screen(match)), list[str]()
    while isinstance(screen, SayScreen):
        page = TextPage(flow.context.translator)
        screen.draw(page)
        said += page.lines
        go = screen.press(Button.OK)
        assert isinstance(go, Replace)
        screen = go.screen
    assert isinstance(screen, MatchMenu)
    assert len([line for line in said if "last one standing" in line]) == 1


def frames_of(seed: int, display: Format) -> list[bytes]:
    """Return what is shown of a first turn with other panels, but for the private look while it is open."""
    flow = begun(seed=seed, display=display)
    frames = []
    for key in ["OK", "OK", "OK", "LEFT", "OK", "DOWN", "RIGHT", "OK", "UP"]:
        flow.press(key)
        shown = flow.box.display.shown
        assert shown is not None
        frames.append(shown.tobytes())
    return frames


@pytest.mark.parametrize("display", [SMALL, LARGE], ids=["small", "large"])
def test_numbers_of_panels_are_in_no_frame_but_the_open_look(display: Format) -> None:
    """Matches whose panels have the same colours and other numbers show the same frames."""
    by_colours: dict[str, set[int]] = {}
    for seed in range(60):
        flow = begun(seed=seed)
        flow.press("OK", TAKE_TWO)
        colours = "".join(panel.colour.value for row in now(flow).rows for panel in row)
        by_colours.setdefault(colours, set()).add(seed)
    alike = max(by_colours.values(), key=len)
    assert len(alike) > 1
    assert len({tuple(frames_of(seed, display)) for seed in alike}) == 1


@pytest.mark.parametrize("presses", ["LEFT", "RIGHT"])
def test_referee_turn_takes_two_presses_where_the_attack_is_wrong(presses: str) -> None:
    flow = begun()
    turned(flow, 2)
    flow.press("OK", "OK", "OK")
    turn = now(flow).turn
    flow.press(presses, "OK")
    assert now(flow).turn != turn


def test_referee_beside_real_panels_sees_a_round_through() -> None:
    flow = begun()
    turned(flow, 2)
    flow.press("OK", "OK OK", "LEFT")
    for _ in range(2):
        flow.press("DOWN " * (1 + (now(flow).hits > 0)), "OK")
    for _ in range(2):
        flow.press("DOWN DOWN OK")
    assert flow.screen == "SumScreen"
    assert flow.press("RIGHT UP OK")[-1] == "RoundScreen"
    assert flow.session()._state.done[0].points == (4 + 3 + 5 + 11, 0)


def test_seal_screen_turns_through_the_seals_of_all_panels() -> None:
    flow = begun()
    flow.press("OK", TAKE_TWO)
    seals = flow.session().seals
    screen = SealScreen(seals)
    shown = []
    for _ in seals:
        page = TextPage(flow.context.translator)
        screen.draw(page)
        shown.append(page.lines[1].removeprefix("Seal "))
        screen.press(Button.UP)
    assert len(seals) == 2 * 4
    assert shown == [*reversed(seals)]


def test_first_look_of_the_first_match_says_that_numbers_rise() -> None:
    flow = start(explains_games=True)
    flow.box.inputs._linger_s = 0.0
    flow.choose("Play", "Coda", "Begin")
    flow.press("OK OK OK LEFT")
    assert any("Numbers rise" in line for line in flow.lines)
    flow.press("OK DOWN")
    flow.press(keys_for(flow, wrong(flow)), "LEFT")
    assert not any("Numbers rise" in line for line in flow.lines)


@pytest.mark.parametrize("key", ["UP", "DOWN", "LEFT", "RIGHT"])
def test_each_arrow_leads_from_the_stop_to_a_panel(key: str) -> None:
    flow = attacking()
    flow.press(keys_for(flow, right(flow)), "LEFT")
    top = flow.top
    assert isinstance(top, AttackScreen)
    assert top.is_at_stop
    flow.press(key)
    assert not top.is_at_stop
