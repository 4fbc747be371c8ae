"""Ways through Passcode where the players enter what they have rolled: by keys, typed lines and phones."""

from __future__ import annotations

import pytest

from companion.front_ends.views import ask_of
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Translator
from companion.match.archive import EntryKind, LogEntry
from companion.match.record import check_record, read_record, write_record
from companion.match.session import Session
from companion.words import passcode as words
from tests.flows.test_text_flows import TextFlow
from tests.support.flow import CATALOGUE, Flow, start
from tests.support.paper import PaperArchive, environment
from tests.support.passcode_shots import COMPLETE, OWN_BOARDS

PAIR = ("Anna", "Ben")


def begun(text: str = "", players: tuple[str, ...] = PAIR, **options: str) -> PaperArchive:
    """Return the archive of a match in which *text* was played."""
    archive, game = PaperArchive(), CATALOGUE["passcode"]
    named = {key.replace("_", "-"): value for key, value in options.items()}
    session = Session.begin(game, {"first": "1", "role": "referee"} | named, players, environment(archive))
    moves = [LogEntry(EntryKind.PLAY, move.strip()) for move in text.split(";") if move.strip()]
    archive.append(session._match, moves, None)
    return archive


def at(archive: PaperArchive) -> Flow:
    """Return a box that goes on with the match in *archive*."""
    flow = start(archive)
    flow.press("OK")
    return flow


def view(flow: Flow) -> PasscodeView:
    seen: PasscodeView = flow.session().view(None)
    return seen


def moves_of(flow: Flow) -> list[str]:
    return [entry.text for entry in flow.archive.sheets[1][1]]


# The players' own die


def test_own_die_is_entered_by_its_top_and_the_side_that_the_first_player_sees() -> None:
    flow = at(begun("shows 31", die="own"))
    assert (flow.screen, flow.lines[0]) == ("AttitudeScreen", "Ben rolls | 2/18")
    flow.press("UP UP LEFT OK RIGHT OK")
    assert moves_of(flow)[1:] == ["shows 31", "shows 13"]
    assert [player.board for player in view(flow).players] == [(1, 1, 3), (6, 6, 4)]
    assert (flow.screen, flow.lines[0]) == ("AttitudeScreen", "Ben rolls | 4/18")


def test_keys_reach_every_attitude_with_at_most_five_presses_and_ok() -> None:
    reached: dict[str, int] = {}
    for up in range(-2, 4):
        for right in range(-1, 3):
            flow = at(begun("shows 31", die="own"))
            flow.press("UP " * up + "DOWN " * -up + "RIGHT " * right + "LEFT " * -right + "OK")
            reached[moves_of(flow)[1]] = abs(up) + abs(right)
    assert len(reached) == 24
    assert max(reached.values()) == 5


def test_box_neither_asks_to_roll_all_codes_nor_throws_a_die() -> None:
    flow = at(begun(OWN_BOARDS, die="own", first="roll"))
    assert flow.lines[0] == "Who begins?"
    flow.press("DOWN OK")
    assert moves_of(flow)[-1] == "first 2"
    assert flow.screen == "DealMenu"


def test_roll_of_the_own_die_that_locks_in_is_announced() -> None:
    flow = at(begun(f"{OWN_BOARDS}; {COMPLETE}; lock 4; discard", die="own"))
    assert (flow.screen, flow.press("ROLL")) == ("OwnRollScreen", ["OwnRollScreen"])
    flow.press("UP UP UP OK")
    assert moves_of(flow)[-1] == "die 4"
    assert any("Locked in!" in line for line in flow.lines)
    assert flow.press("OK") == ["SayScreen"]
    assert view(flow).winner == 0


def test_number_of_the_own_die_that_misses_ends_the_turn() -> None:
    flow = at(begun(f"{OWN_BOARDS}; {COMPLETE}; lock 4; discard", die="own"))
    flow.press("DOWN OK")
    assert moves_of(flow)[-1] == "die 6"
    assert any("Not yet" in line for line in flow.lines)
    flow.press("OK")
    assert view(flow).seat == 1


def test_own_die_is_typed_as_its_two_numbers() -> None:
    box = TextFlow(begun("shows 31", die="own"))
    box.type("1")
    assert "Anna rolls for the code boards." in box.type("3 2")
    assert moves_of(box.flow) == ["shows 31", "shows 32"]


@pytest.mark.parametrize("line", ["3 3", "3 4", "61"])
def test_pair_that_no_die_shows_is_refused_with_a_sentence(line: str) -> None:
    top, side = list(line.replace(" ", ""))
    box = TextFlow(begun("shows 31", die="own"))
    box.type("1")
    assert f"No die shows {top} on top and {side} at a side." in box.type(line)
    assert moves_of(box.flow) == ["shows 31"]


def test_rolls_of_the_own_die_are_typed_as_a_number() -> None:
    box = TextFlow(begun(f"{OWN_BOARDS}; {COMPLETE}; lock 4; discard", die="own"))
    box.type("1")
    assert "Anna locks in: 4!" in box.type("4")


def test_phone_is_offered_every_attitude_in_words() -> None:
    flow = at(begun("shows 31", die="own"))
    position = flow.session().offerer()(1)
    ask = ask_of("passcode", view(flow), 1, position, PAIR)
    said = words.offered(view(flow), "shows 32", PAIR)(Translator("en"))
    assert (len(ask["choices"]), said) == (24, "On top 3, Anna sees 2")


def test_record_of_a_match_with_the_own_die_is_replayed() -> None:
    flow = at(begun(f"{OWN_BOARDS}; {COMPLETE}; lock 4; discard; die 4; fail", die="own", no_undo="yes"))
    text = write_record(flow.session().record())
    assert '[Option "die" "own"]' in text
    assert check_record(read_record(text), CATALOGUE["passcode"]).result == "*"
    assert flow.session().drawn == ()


def test_own_die_is_entered_by_a_person_for_a_seat_of_the_box() -> None:
    flow = at(begun("shows 31", die="own", role="dealer", box_seats="1"))
    assert (view(flow).seat, view(flow).phase) == (1, Phase.BOARD)
    assert flow.lines[0] == "Ben rolls | 2/18"
    before, english = view(flow), Translator("en")
    # What is said names the seat of the box, and the first player makes the move.
    assert words.asked(before, 0, PAIR)(english) == "Ben rolls for the code boards."
    flow.press("OK")
    assert view(flow).seat == 0
    last = flow.session().recent_viewer()()
    assert next(last).seat == 0
    told = words.told(0, moves_of(flow)[-1], before, view(flow), PAIR)
    assert [one(english) for one in told] == ["Ben rolls 1"]


# Written boards

ROUND = "deal; play 1; play 4; play 2; discard; play 3; lock 4; play 4; die 4; discard; hand 1"
CODES = "; ".join(f"digit {digit}" for digit in "123446")


def test_match_that_has_begun_is_joined_by_keys() -> None:
    flow = at(begun("level 3", boards="begun"))
    assert (flow.screen, flow.lines[0]) == ("NumberScreen", "Anna enters")
    flow.press("RIGHT UP UP OK", "UP OK", "DOWN OK")
    assert moves_of(flow)[1:] == ["score 12", "level 4", "score 99"]
    flow.press("OK UP OK DOWN OK")
    assert moves_of(flow)[4:] == ["digit 1", "digit 2", "digit 6"]
    assert flow.lines[0] == "Ben enters | \u25b6"
    flow.press("OK OK UP OK")
    assert flow.lines[0] == "Ben enters | 112\u25b6"


def test_result_of_a_round_stands_before_its_codes_and_once() -> None:
    flow = at(begun(f"{CODES}; {ROUND}", boards="written"))
    assert flow.lines[0].startswith("Anna won")
    assert flow.press("OK OK OK OK") == ["NumberScreen"] * 4
    assert flow.press("OK") == ["DealMenu"]


def test_dealer_deals_at_once_when_the_codes_are_entered() -> None:
    flow = at(begun("digit 1; digit 2; digit 3; digit 4; digit 4", boards="written", role="dealer"))
    assert flow.press("OK")[-1] in ("DrawScreen", "OnwardList")
    assert any(player.has_card or player.fails for player in view(flow).players)


def test_written_codes_are_typed_as_digits() -> None:
    box = TextFlow(begun("digit 1", boards="written"))
    box.type("1")
    assert box.type("2") == "Anna enters the next digit."
    assert box.type("7").startswith("7? Such as:")
    assert moves_of(box.flow) == ["digit 1", "digit 2"]


def test_phone_is_offered_levels_points_and_digits_in_words() -> None:
    said = {}
    for text, seat in (("level 4", 0), ("level 4; score 2", 1), ("level 4; score 2; level 3; score 0", 0)):
        flow = at(begun(text, boards="begun"))
        ask = ask_of("passcode", view(flow), seat, flow.session().offerer()(seat), PAIR)
        # Points are more than there may be choices.
        texts = [f"{ask['lead']}{ask[end]}" for end in ("least", "most")] if "lead" in ask else []
        texts += [one["text"] for one in ask.get("choices", ())]
        said[text] = [words.offered(view(flow), each, PAIR)(Translator("en")) for each in texts][:2]
    assert list(said.values()) == [["Points: 0", "Points: 99"], ["Level 3", "Level 4"], ["Digit 1", "Digit 2"]]


def test_record_of_a_match_that_was_joined_is_replayed() -> None:
    flow = at(begun(f"level 3; score 7; level 3; score 5; {CODES}; {ROUND}", boards="begun"))
    text = write_record(flow.session().record())
    assert '[Option "boards" "begun"]' in text
    assert check_record(read_record(text), CATALOGUE["passcode"]).result == "*"
