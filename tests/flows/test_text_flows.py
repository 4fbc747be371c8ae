"""A box that writes its pages as lines of text: what typed lines do on its screens, and which pages are written."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from companion.box import TypedLine
from companion.games.pegs.codes import Answer
from companion.games.pegs.moves import Guess, SetCode
from companion.match.driver import MatchDriver
from companion.match.session import Session
from companion.ui.core.page import Page
from companion.ui.core.screen import Screen, Stay
from companion.ui.games.pegs.lesson import PegLesson
from tests.support.flow import CATALOGUE, Flow, start
from tests.support.installing import install
from tests.support.paper import PaperArchive, environment
from tests.support.paper_tray import edition_of
from tests.ui.test_private import look


class Pages:
    """A writer that keeps what it is given."""

    is_screen = False

    def __init__(self) -> None:
        self.written: list[tuple[str, ...]] = []
        self.private: list[bool] = []

    def write(self, lines: Sequence[str], *, is_private: bool) -> None:
        self.written.append(tuple(lines))
        self.private.append(is_private)

    @property
    def last(self) -> str:
        return "\n".join(self.written[-1])


class TextFlow:
    """A box that is played with typed lines."""

    def __init__(self, archive: PaperArchive | None = None, **settings: object) -> None:
        self.pages = Pages()
        self.flow: Flow = start(archive, writer=self.pages, **settings)  # type: ignore[arg-type]

    def type(self, *lines: str) -> str:
        """Type *lines*, an empty one for OK, and return the last page that is written."""
        for line in lines:
            if line:
                self.flow.box.inputs.post(TypedLine(line, self.flow.box.inputs.now()))
                self.flow.run()
            else:
                self.flow.press("OK")
        return self.pages.last


TO_ENTRY = ("1", "1", "1", "")
"""New match, the first game, Begin, and on from the seal to the first row."""


@pytest.fixture
def box() -> TextFlow:
    return TextFlow()


def test_number_chooses_a_line_and_writes_one_page(box: TextFlow) -> None:
    before = len(box.pages.written)
    assert "> 1. Throw" in box.type("4")
    assert len(box.pages.written) == before + 1


def test_number_answers_a_question(box: TextFlow) -> None:
    box.type(*TO_ENTRY)
    box.flow.press("BACK")
    assert "  1. Yes\n> 2. No" in box.type("4")
    assert "Player" not in box.type("1")
    assert box.flow.view().done


def test_row_is_typed_where_the_codebreaker_is_named(box: TextFlow) -> None:
    box.type(*TO_ENTRY[:-1])
    assert box.type("ROYG").endswith(" sets row 2.")


def test_row_is_typed_on_the_page_of_the_answer_before(box: TextFlow) -> None:
    box.type(*TO_ENTRY, "ROYG")
    assert box.flow.screen == "AnswerScreen"
    assert box.type("BBPP").endswith(" sets row 3.")


def test_page_before_a_row_says_what_to_type(box: TextFlow) -> None:
    box.type(*TO_ENTRY[:-1])
    assert box.pages.last.endswith("Type 4 letters, such as ROYG")


def test_result_of_a_round_is_a_line(box: TextFlow) -> None:
    box.type(*TO_ENTRY)
    assert box.type(box.flow.code()) == "Solved in row 1.\n4 red, 0 white\nOK: go on"
    assert re.fullmatch(r"\w+ (gets|needed) 1 \w+, 1 in all\nOK: go on", box.type(""))
    assert box.type("/?") == "\u25b2\u25bc more | OK: go on"


def test_rows_are_read_on_request(box: TextFlow) -> None:
    box.type(*TO_ENTRY, "ROYG", "BBPP")
    around, first, second = box.type("/b").split("\n")
    assert around == "Round 1: Ben looks for the code."
    assert first.startswith("Row 1: red, orange, yellow, green. ")
    assert second.startswith("Row 2: blue, blue, purple, purple. ")
    assert (box.type("/r 1"), box.type("/r 2")) == (first, second)
    assert box.type("/r").endswith(" sets row 3.")
    assert box.type("/p 2") == "Place 2: orange, blue"
    assert (box.type("/c Red"), box.type("/c blue")) == (first, second)
    assert box.type("/s").endswith(" sets row 3.\nAnna has 0 points.\nBen has 0 points.")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/r 3", "There is no row 3."),
        ("/r x", "There is no row x."),
        ("/p 5", "There is no place 5."),
        ("/p", "Say which: /p 2, /c red."),
        ("/c", "Say which: /p 2, /c red."),
        ("/c pink", "No row has pink."),
        ("/h", "Not in this game."),
        ("/x", "No row is being set."),
        ("/y", "/y is unknown: /help says what there is."),
    ],
)
def test_request_that_cannot_be_met_is_answered_with_the_reason(box: TextFlow, line: str, said: str) -> None:
    box.type(*TO_ENTRY, "ROYG")
    assert box.type(line) == said


def test_row_that_is_being_set_is_read(box: TextFlow) -> None:
    box.type(*TO_ENTRY)
    box.flow.press("UP RIGHT")
    assert box.type("/x") == "red, not set, not set, not set"


def test_undo_and_hint_are_asked_for_by_a_line() -> None:
    archive = PaperArchive()
    session = Session.begin(CATALOGUE["mastermind"], {"coach": "during"}, ("Anna", "Ben"), environment(archive))
    session.draw()
    box = TextFlow(archive)
    box.type("1", "ROYG")
    assert box.type("/u").startswith("All agree to undo ROYG?")
    box.type("1", "1")
    assert box.flow.view().now.rows == ()  # type: ignore[union-attr]
    box.type("/h")
    assert box.flow.screen == "HintScreen"


@pytest.mark.parametrize("line", ["/h red", "hint Red", "/h R", "/h  rED "])
def test_line_asks_whether_a_colour_is_in_the_code(line: str) -> None:
    archive = PaperArchive()
    Session.begin(CATALOGUE["mastermind"], {"coach": "during"}, ("Anna", "Ben"), environment(archive)).draw()
    box = TextFlow(archive)
    box.type("1", "2")
    assert "Not known yet: red (R)." in box.type(line)
    assert [hint.grade for hint in box.flow.view().now.hints] == [5]  # type: ignore[union-attr]


def test_line_about_a_colour_that_the_game_has_not_costs_nothing() -> None:
    archive = PaperArchive()
    Session.begin(CATALOGUE["mastermind"], {"coach": "during"}, ("Anna", "Ben"), environment(archive)).draw()
    box = TextFlow(archive)
    box.type("1", "2")
    assert box.type("/h pink").endswith("Not in this game.")
    assert box.flow.view().now.hints == ()  # type: ignore[union-attr]


def test_how_much_is_said_can_be_chosen(box: TextFlow) -> None:
    box.type(*TO_ENTRY, "/v 1")
    assert len(box.type("ROYG").split("\n")) == 1
    assert box.type("/v 3").endswith("\nWhole pages.")
    assert "OK: go on" in box.type("BBPP")
    assert box.type("/v 2") == "Answers, and whose turn it is."
    assert box.type("/v 4") == "Say which: /v 1, /v 2 or /v 3."


def test_words_ask_for_what_slashes_do_where_no_row_is_meant(box: TextFlow) -> None:
    box.type(*TO_ENTRY, "ROYG")
    for line, word in (("/s", "state"), ("/r", "Repeat"), ("/r 1", "repeat 1"), ("/c red", "/colour red")):
        assert box.type(word) == box.type(line)
    assert box.type("undo").startswith("All agree to undo ROYG?")
    french = TextFlow(language="fr")
    french.type(*TO_ENTRY, "ROJV")
    assert french.type("ETAT") == french.type("/s")


def test_one_letter_sets_one_peg(box: TextFlow) -> None:
    box.type(*TO_ENTRY)
    assert box.type("o") == "orange, not set, not set, not set"
    assert box.type("r", "y", "g") == "orange, red, yellow, green"
    assert box.type("").endswith(" sets row 2.")


def test_help_for_this_page_says_what_to_type(box: TextFlow) -> None:
    assert "Not understood" in box.type("/?")
    box.type(*TO_ENTRY)
    assert box.type("/?") == "Type 4 letters, such as ROYG"


def coda(*players: str, **options: str) -> TextFlow:
    """Return a box in a match of Coda whose first panels chance deals."""
    archive = PaperArchive()
    session = Session.begin(CATALOGUE["coda"], {"deal": "chance"} | options, players, environment(archive))
    MatchDriver(session).advance()
    box = TextFlow(archive)
    install(box.flow.context, can_hold=False)
    box.type("1")
    return box


def test_sum_and_result_of_a_round_with_real_panels_are_a_line_each() -> None:
    box = coda("Anna", "Ben", role="referee", deal="choose")
    winner = box.type("5", "1").split()[0]
    # The four panels of the other player fall: each time, the last line of the menu.
    assert box.type("d", "2", "3", "3", "3") == f"{winner} counts the standing panels."
    assert box.type("17") == f"{winner} wins the round: 29 points.\nOK: go on"
    assert box.type("", "/s").endswith(" has 0 points.")


def drawn(*players: str) -> TextFlow:
    """Return a box in a match of Coda whose first player has drawn a panel."""
    box = coda(*players)
    assert box.pages.last == "Anna draws a panel."
    box.type("d")
    return box


def test_panels_are_written_only_on_the_page_of_their_player() -> None:
    box = drawn("Anna", "Ben")
    assert box.pages.last == "Anna attacks.\nOK: look"
    assert box.type("/b").count(":") == 3
    assert not re.search("[0-9]", box.pages.last)
    assert re.search(r"Anna: (dark|light) \d", box.type(""))
    assert box.pages.private[-1]
    assert re.fullmatch(r"(Right|Wrong)\.\n.*", box.type("1 0"), re.DOTALL)
    assert len(box.pages.last.split()) <= 10
    assert not box.pages.private[-1]


def test_covered_page_takes_no_move_and_gives_no_reason() -> None:
    box = drawn("Anna", "Ben")
    assert box.type("1 0") == "1 0? OK: look"
    assert box.type("1 x") == "1 x? OK: look"
    assert box.type("/?") == "OK: look"


def test_attack_names_its_player_where_there_are_several() -> None:
    box = drawn("Anna", "Ben", "Cleo")
    box.type("")
    assert box.type("1 0") == "1 0? Such as: Ben 1 0"
    assert box.type("cleo 1 0").startswith(("Right.", "Wrong."))


def test_place_of_a_panel_is_chosen_by_its_number_on_the_private_page() -> None:
    box = coda("Anna", "Ben", variant="advanced")
    assert box.pages.last.startswith("Anna puts the panel into the row.")
    box.flow.press("DOWN")
    assert box.type("1") == "1? OK: look"
    assert box.type("").endswith("\nSuch as: 1")
    box.type("1")
    assert "no panels" not in box.type("/r 1")


def test_no_move_is_typed_in_a_menu() -> None:
    box = drawn("Anna", "Ben")
    box.flow.press("BACK")
    assert box.type("1 0").endswith("\n1 0? Not understood. Type ? for help.")


@pytest.mark.parametrize("text", ["ROYG", "r o y g"])
def test_letters_play_a_row(box: TextFlow, text: str) -> None:
    box.type(*TO_ENTRY)
    assert box.pages.last.endswith(" sets row 1.")
    answer, asked = box.type(text).split("\n")
    assert re.fullmatch("[0-4] (red|black), [0-4] white", answer)
    assert asked.endswith(" sets row 2.")
    assert box.flow.screen == "AnswerScreen"
    assert len(box.pages.last.split()) <= 10


@pytest.mark.parametrize("text", ["ROY", "ROYGG", "ROYX", "hello there"])
def test_letters_that_make_no_row_are_answered_with_those_there_are(box: TextFlow, text: str) -> None:
    box.type(*TO_ENTRY)
    assert box.type(text) == f"{text}? 4 letters: R red, O orange, Y yellow, G green, B blue, P purple"
    assert box.flow.screen == "GuessScreen"
    assert box.flow.view().now.rows == ()  # type: ignore[union-attr]


def test_hole_is_typed_where_the_game_has_holes_only(box: TextFlow) -> None:
    box.type(*TO_ENTRY)
    assert "4 letters:" in box.type("RO-Y")


def test_row_of_the_lesson_is_typed_too(box: TextFlow) -> None:
    lesson = PegLesson(box.flow.context, edition_of(box.flow.context, "mastermind"), Stay)
    box.flow.app._stack.append(lesson.begin())
    box.type("")
    assert "Nothing twice!" in box.type("YYB")
    assert "Yes, 1 red: green, right place." in box.type("GYB")


def test_line_that_means_nothing_is_told(box: TextFlow) -> None:
    assert "Not understood. Type ? for help." in box.type("99")
    assert "Not understood" not in box.type("1")


def test_key_pegs_are_typed_as_two_digits() -> None:
    archive = PaperArchive()
    session = Session.begin(CATALOGUE["mastermind"], {"mode": "keeps"}, ("Anna", "Ben"), environment(archive, 1))
    session.play(SetCode(None))
    session.play(Guess((0, 0, 1, 2)))
    box = TextFlow(archive)
    box.type("1")
    assert box.flow.screen == "KeysScreen"
    for wrong in ("9 9", "5 0", "1", "x y"):
        assert box.type(wrong).endswith(f"\n{wrong}? Two numbers, such as 1 2")
    box.type("2 1")
    assert box.flow.view().now.rows[0].answer == Answer(2, 1)  # type: ignore[union-attr]


def test_value_of_a_rule_is_chosen_from_its_list(box: TextFlow) -> None:
    assert "> 1. normal" in box.type("1", "1", "4", "1")
    assert "> 1. Rules: empty holes" in box.type("2")


def test_time_in_the_settings_is_chosen_from_its_list(box: TextFlow) -> None:
    assert "> 4. Dim after: never" in box.type("5", "4", "4", "")
    box.type("4")
    box.flow.press("DOWN OK")
    assert box.flow.context.chosen.dim_after_s > 0


def test_back_in_the_entry_of_a_code_asks_again_to_look_away(box: TextFlow) -> None:
    box.flow.press("OK OK DOWN DOWN RIGHT")
    box.type("1", "")
    assert box.flow.screen == "SecretScreen"
    assert box.flow.press("BACK")[-1] == "LookAwayScreen"


def test_hidden_code_is_typed_on_private_pages(box: TextFlow) -> None:
    box.flow.press("OK OK DOWN DOWN RIGHT")
    box.type("1")
    assert box.flow.screen == "LookAwayScreen"
    assert not any(box.pages.private)
    assert "> 1. [?]" not in box.type("")
    assert box.pages.private[-1]
    assert "R O Y G" not in box.type("ROYG")
    box.type("ROYG")
    assert box.flow.code() == "ROYG"
    assert not box.pages.private[-1]


def test_only_the_page_with_the_secret_is_private(box: TextFlow) -> None:
    box.flow.app._stack.append(look(can_hold=False))
    for is_private in (True, False, True):
        box.type("")
        assert (box.pages.private[-1], "SECRET" in box.pages.last) == (is_private, is_private)


def test_dice_are_at_rest_on_the_first_page_of_a_roll(box: TextFlow) -> None:
    before = len(box.pages.written)
    box.flow.press("ROLL")
    assert len(box.pages.written) == before + 1
    assert "\u2026" not in box.pages.last


class Clock(Screen):
    """A screen with a clock that shows every second until the third."""

    def __init__(self, flow: Flow) -> None:
        self.now = flow.box.inputs.now

    def draw(self, page: Page) -> None:
        page.paragraph(f"{self.now():.0f} s")

    def due(self) -> float | None:
        return self.now() + 1 if self.now() < 3 else None


def test_clock_that_runs_is_not_written_before_it_stands(box: TextFlow) -> None:
    box.flow.app._stack.append(Clock(box.flow))
    before = len(box.pages.written)
    box.flow.look()
    box.flow.box.inputs.pass_time(10)
    box.flow.run()
    assert box.pages.written[before:] == [("0 s",), ("3 s",)]


def test_text_never_goes_dark_so_no_key_is_lost() -> None:
    box = TextFlow(dim_after_s=60, dark_after_s=600)
    box.flow.box.inputs.pass_time(3600)
    box.flow.press("OK")
    assert "> 1. Mastermind" in box.pages.last


@pytest.mark.parametrize(
    ("key", "variant", "words"),
    [
        ("ambassador", "holes", "Type 5 letters, such as ROYGB; - is a hole"),
        ("ambassador", "normal", "Type 5 letters, such as ROYGB"),
        ("bulls", "normal", "Type 4 digits, such as 0123"),
    ],
)
def test_page_says_what_may_be_typed(key: str, variant: str, words: str) -> None:
    archive = PaperArchive()
    session = Session.begin(CATALOGUE[key], {"variant": variant}, ("Anna", "Ben"), environment(archive))
    session.draw()
    flow = start(archive)
    flow.press("OK OK")
    assert flow.top.typing() == words
