"""The screens around a match, each brought to where it is worth looking at; names are as long as names may be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import accumulate, count

from companion.app.compose import loss_question
from companion.config.settings import Pegs
from companion.errors import EditionRefused
from companion.games.pegs import PegGame
from companion.match.catalogue import Catalogue
from companion.match.driver import MatchDriver
from companion.match.session import Session
from companion.strategy.pegs.breaker import Breaker
from companion.strategy.pegs.library import book_for
from companion.ui.core.context import AppContext
from companion.ui.core.screen import PopToRoot, Screen, Stay
from companion.ui.games.pegs.lesson import PegLesson
from companion.ui.games.shared.match import Match, OpenedScreen, SealScreen
from companion.ui.games.shared.private import HoldToReveal
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.ui.home.history import FILTERED_FROM, history_menu
from companion.ui.home.home import home_menu, offer_to_go_on
from companion.ui.home.people import players_menu
from companion.ui.home.play import LineEntry, challenges_menu, games_menu
from companion.ui.home.preferences import preferences
from companion.ui.home.setup import Setup, choices_menu, setup_menu
from companion.ui.home.statistics import statistics_menu
from companion.ui.home.welcome import first_screens, lessons_menu
from tests.support.installing import install
from tests.support.one_line import OneLine

TIMED_FROM = datetime(2026, 1, 2, 12, tzinfo=UTC)
PAIR = ("Maximilien", "Clémentine")
BREAK_ME = {"mastermind": "ROYG", "ambassador": "ROYGB", "super": "ROYGB", "mini": "ROYG", "words": "WATER"}
LINE = "BOX1 ROYGB AMBASSADOR 2601021200 ABCDEFGHIJKLM"


@dataclass(frozen=True, slots=True)
class MatchShot:
    """A screen at a table: how it is made, and which buttons are then pressed."""

    name: str
    make: Callable[[AppContext], Screen]
    presses: str = ""


def match(context: AppContext, key: str, rows: Sequence[str], players: Sequence[str] = PAIR, **options: str) -> Match:
    """Return a match in which *rows* are played, and players set the code that ``BREAK_ME`` names, or keep theirs."""
    chosen = {"mode": "player"} | options if len(players) > 1 else options
    session = Session.begin(context.catalogue[key], chosen, players, context.environment)
    code = "code" if chosen.get("mode") in ("keeps", "breaks") else f"code {BREAK_ME.get(key)}"
    for text in rows:
        session.play(session.game.parse(None, code if text == "code" else text))
    return Match(context, MatchDriver(session), GAME_SCREENS[session.game.family])


def waits_for(game: Match) -> Screen:
    """Return the screen for what the match waits for, once chance and the box have moved."""
    game.driver.advance()
    return game.face.next_screen(game)


def waiting(key: str, *rows: str, players: Sequence[str] = PAIR, **options: str) -> Callable[[AppContext], Screen]:
    def make(context: AppContext) -> Screen:
        game = match(context, key, rows, players, **options)
        return waits_for(game)

    return make


def resumed(key: str, *rows: str, players: Sequence[str] = PAIR, **options: str) -> Callable[[AppContext], Screen]:
    def make(context: AppContext) -> Screen:
        game = match(context, key, rows, players, **options)
        return game.enter()

    return make


def shapes(make: Callable[[AppContext], Screen]) -> Callable[[AppContext], Screen]:
    def with_shapes(context: AppContext) -> Screen:
        context.change(pegs=Pegs.SHAPES)
        return make(context)

    return with_shapes


def eight(*rows: str) -> Callable[[AppContext], Screen]:
    """Return what makes the screen of a match of an edition with eight pegs, after *rows*."""

    def make(context: AppContext) -> Screen:
        five = context.catalogue["super"]
        assert isinstance(five, PegGame)
        game = PegGame(replace(five.edition, key="eight", pegs=8), lambda: Breaker(book_for))
        context.catalogue = Catalogue((*context.catalogue, game))
        return waiting("eight", f"code {EIGHT}", *rows)(context)

    return make


def boards(*rows: str) -> Callable[[AppContext], Screen]:
    def make(context: AppContext) -> Screen:
        game = match(context, "mastermind", rows)
        return game.face.boards(game)

    return make


def sheet(
    *rows: str, key: str = "mastermind", players: Sequence[str] = PAIR, **options: str
) -> Callable[[AppContext], Screen]:
    def make(context: AppContext) -> Screen:
        game = match(context, key, rows, players, **options)
        return game.face.sheet(game)

    return make


def home_with_a_match(context: AppContext) -> Screen:
    match(context, "mastermind", ["code", "RRRR"])
    return home_menu(context)


def home_after_a_match(context: AppContext) -> Screen:
    match(context, "mastermind", ["code", "RRRR"]).session.give_up()
    return home_menu(context)


def offer(context: AppContext) -> Screen:
    match(context, "ambassador", ["code", "RRRRR"], first="1")
    summary = context.open_match()
    if summary is None:
        raise LookupError("expected an open match, got none")
    return offer_to_go_on(context, summary)


def taught(context: AppContext) -> Screen:
    game = context.catalogue["mastermind"]
    assert isinstance(game, PegGame)
    return PegLesson(context, game.edition, Stay).begin()


def taught_by(family: str) -> Callable[[AppContext], Screen]:
    """Return what makes the first screen of the lesson of another family."""
    lesson = GAME_SCREENS[family].lesson
    assert lesson is not None
    return lambda context: lesson(context, context.catalogue[family], Stay)


def history(context: AppContext) -> Screen:
    match(context, "mastermind", ["code", "ROYG", "code", "ROYG"])
    match(context, "ambassador", ["code", "ROYGB"], first="1").session.give_up()
    match(context, "super", ["code", "RRRRR"])
    return history_menu(context)


def history_timed(context: AppContext) -> Screen:
    """Matches in which each move takes 599 seconds."""
    stamps = (TIMED_FROM + timedelta(seconds=599 * number) for number in count())
    stamp = partial(next, (at.strftime("%Y-%m-%dT%H:%M:%SZ") for at in stamps))
    context.environment = replace(context.environment, stamp=stamp)
    match(context, "mastermind", ["code", "RRRR", "RRRR", "RRRR", "RRRR", "RRRR", "RRRR", "ROYG", "code", "ROYG"])
    return history_menu(context)


def statistics_timed(context: AppContext) -> Screen:
    history_timed(context)
    return statistics_menu(context)


def history_long(context: AppContext) -> Screen:
    for _ in range(FILTERED_FROM):
        match(context, "mini", ["code", "ROYG"])
    match(context, "mini", ["code"], (*PAIR, "Bartholome"), first="1").session.give_up()
    match(context, "ambassador", ["code", "RRRRR"], first="1").session.give_up()
    return history_menu(context)


def people(context: AppContext) -> Screen:
    history(context)
    return players_menu(context)


def history_taken_back(context: AppContext) -> Screen:
    match(context, "mastermind", ["code", "RRRR"]).session.undo()
    return history_menu(context)


def about_with_a_wrong_file(context: AppContext) -> Screen:
    refused = EditionRefused("/home/zoe/.config/codemaker/editions/own.toml: pegs: expected 2 to 8, got 9")
    context.catalogue = Catalogue(refused=(refused,))
    return home_menu(context)


def setup(key: str) -> Callable[[AppContext], Screen]:
    return lambda context: setup_menu(context, context.catalogue[key])


def remembered(context: AppContext) -> Screen:
    context.change(names=("Maximilien", "Clémentine", "Zoé"))
    return setup_menu(context, context.catalogue["mastermind"])


def alone(context: AppContext) -> Screen:
    return choices_menu(Setup(context, context.catalogue["mastermind"], ["Maximilien"]))


def private(context: AppContext) -> Screen:
    return HoldToReveal(
        context, PAIR[0], lambda page: page.add(OneLine("?", centred=True)), PopToRoot, lambda screen: PopToRoot()
    )


def private_once(context: AppContext) -> Screen:
    install(context, can_hold=False)
    return private(context)


FIRST_ROW = "OK UP OK UP OK UP OK OK"
OK_ONLY = "OK " * 33
# The presses from each sentence of a lesson to the next, and to the end.
PASSCODE_LESSON = ("", "OK", "LEFT", "DOWN OK", "RIGHT", "OK DOWN", "OK DOWN OK", "OK OK OK OK", "OK")
CODA_LESSON = ("", "OK", "OK", "LEFT", "OK DOWN", "OK OK", "OK LEFT OK OK OK OK", "OK")
TWELVE = ("code", *["RRRRR"] * 11)
BRAINIAC = ("BBPP", "RRBB", "OOPP", "YYBR", "GGRO", "RGOY", "ORGY", "YROG", "ROGY", "RYOG", "ROYB")
EIGHT = "ROYGBPTI"
EIGHT_ROWS = ("IIIIIIII", *(EIGHT[turn:] + EIGHT[:turn] for turn in range(1, 8)), "ROYGITPB", "ROYGIBPT", "OOYYBBTT")
ROWS = ("code", "RROO", "ORGG", "RBYP", "GYOR")
MATCH = (
    MatchShot("matches-missing", loss_question),
    MatchShot("home", home_menu),
    MatchShot("home-open-match", home_with_a_match),
    MatchShot("home-again", home_after_a_match),
    MatchShot("home-more", home_menu, "UP OK"),
    MatchShot("home-off", home_menu, "BACK"),
    MatchShot("offer", offer),
    MatchShot("first-language", lambda context: first_screens(context)[1]),
    MatchShot("first-offer", lambda context: first_screens(context)[0]),
    MatchShot("lessons", lessons_menu),
    MatchShot("lesson-begins", taught),
    MatchShot("lesson-row", taught, "OK"),
    MatchShot("lesson-row-onward", taught, "OK UP"),
    MatchShot("lesson-told", taught, "OK OK"),
    MatchShot("lesson-shown", taught, "OK OK OK OK OK OK"),
    MatchShot("lesson-black", taught, FIRST_ROW),
    MatchShot("lesson-white", taught, f"{FIRST_ROW} OK"),
    MatchShot("lesson-swap", taught, f"{FIRST_ROW} OK OK"),
    MatchShot("lesson-row-two", taught, f"{FIRST_ROW} OK OK OK"),
    MatchShot("lesson-code", taught, f"{FIRST_ROW} OK OK UP OK OK OK"),
    MatchShot("lesson-key-pegs", taught, f"{FIRST_ROW} OK OK UP OK OK OK OK"),
    *(
        MatchShot(f"lesson-passcode-{step}", taught_by("passcode"), keys)
        for step, keys in enumerate(accumulate(PASSCODE_LESSON, "{} {}".format))
    ),
    *(
        MatchShot(f"lesson-coda-{step}", taught_by("coda"), keys)
        for step, keys in enumerate(accumulate(CODA_LESSON, "{} {}".format))
    ),
    MatchShot("lesson-found", taught, f"{FIRST_ROW} OK OK UP OK OK OK OK OK OK"),
    MatchShot("lesson-helped", taught, OK_ONLY),
    MatchShot("games", games_menu),
    MatchShot("games-coda", games_menu, "DOWN DOWN"),
    MatchShot("games-bulls", games_menu, "UP UP UP"),
    MatchShot("games-help", games_menu, "ROLL"),
    MatchShot("challenges", challenges_menu),
    MatchShot("challenge-line", LineEntry, "DOWN OK UP UP OK"),
    MatchShot("setup", setup("mastermind")),
    MatchShot("setup-remembered", remembered),
    MatchShot("setup-ambassador", setup("ambassador"), "UP"),
    MatchShot("setup-rules", setup("ambassador"), "UP OK OK"),
    MatchShot("setup-code-by", setup("ambassador"), "DOWN DOWN OK"),
    MatchShot("setup-first", remembered, "UP OK DOWN OK"),
    MatchShot("setup-games", setup("mastermind"), "UP OK DOWN DOWN OK"),
    MatchShot("setup-coach", remembered, "UP OK UP UP UP UP UP OK"),
    MatchShot("setup-alone", alone),
    MatchShot("setup-alone-more", alone, "UP OK UP"),
    MatchShot("setup-alone-modes", alone, "DOWN DOWN DOWN OK"),
    MatchShot("setup-alone-box", alone, "UP OK DOWN OK"),
    MatchShot("setup-solitary", alone, "DOWN DOWN OK"),
    MatchShot("players", remembered, "DOWN OK"),
    MatchShot("players-one-more", remembered, "DOWN OK UP UP UP OK"),
    MatchShot("players-one-less", remembered, "DOWN OK DOWN DOWN OK UP OK"),
    MatchShot("coin", waiting("ambassador")),
    MatchShot("look-away", waiting("mastermind")),
    MatchShot("secret", waiting("mastermind"), "OK UP OK UP UP OK"),
    MatchShot("secret-hide", waiting("mastermind"), "OK UP OK UP OK UP OK UP OK"),
    MatchShot("secret-again", waiting("mastermind"), "OK UP OK UP OK UP OK UP OK OK"),
    MatchShot("secret-differs", waiting("mini"), f"OK {'UP OK ' * 4} OK {'DOWN OK ' * 4} OK"),
    MatchShot("secret-refused", waiting("ambassador", first="1"), f"OK {'UP OK ' * 5} OK"),
    MatchShot("private", private),
    MatchShot("private-looked", private, "OK UP"),
    MatchShot("private-once", private_once, "OK UP"),
    MatchShot("ready", waiting("mastermind", "code")),
    MatchShot("ready-track", waiting("ambassador", "code", first="1")),
    MatchShot("guess-first", waiting("mastermind", "code"), "OK"),
    MatchShot("guess", waiting("mastermind", *ROWS)),
    MatchShot("ready-words", waiting("words", "code")),
    MatchShot("guess-words", waiting("words", "code", "ABOUT"), "OK UP OK DOWN"),
    MatchShot("guess-words-first", waiting("words", "code"), "OK UP"),
    MatchShot("guess-shapes", shapes(waiting("mastermind", *ROWS))),
    MatchShot("guess-second-peg", waiting("mastermind", *ROWS), "OK UP"),
    MatchShot("guess-tick", waiting("mastermind", *ROWS), "OK OK OK OK"),
    MatchShot("guess-earlier-row", waiting("mastermind", *ROWS), "OK OK OK OK UP UP UP"),
    MatchShot("guess-hole", waiting("mastermind", "code", "RR--", variant="challenge"), "OK OK"),
    MatchShot("guess-not-full", waiting("mastermind", "code"), f"OK {'RIGHT ' * 4}OK"),
    MatchShot("guess-last-row", waiting("super", *TWELVE)),
    MatchShot("guess-last-row-shapes", shapes(waiting("super", *TWELVE))),
    MatchShot("guess-full", waiting("brainiac", "code ROYG", *BRAINIAC), "OK OK UP"),
    MatchShot("guess-full-eight", eight(*EIGHT_ROWS), "OK OK UP"),
    MatchShot("answer-eight", eight(*EIGHT_ROWS[:1], "ROYGITPB"), f"{'OK ' * 9} UP"),
    MatchShot("answer-first", waiting("mastermind", *ROWS), "OK OK OK OK OK"),
    MatchShot("answer", waiting("mastermind", *ROWS), "OK OK OK OK OK UP"),
    MatchShot("answer-none", waiting("mastermind", "code", "BBBB"), "OK OK OK OK OK"),
    MatchShot("answer-solved", waiting("ambassador", "code", "BROYG", first="1"), f"{'UP OK ' * 4} DOWN OK OK UP"),
    MatchShot("answer-five", waiting("super", "code", "BROYG"), f"{'OK ' * 6} UP"),
    MatchShot("reveal", resumed("mastermind", "code", "RRRR", "ROYG")),
    MatchShot("reveal-shapes", shapes(resumed("super", "code", "RRRRR", "ROYGB"))),
    MatchShot("reveal-track", resumed("ambassador", "code", "ROYGB", first="1")),
    MatchShot("track", sheet("code", "ROYGB", "code", *["RRRRR"] * 5, "ROYGB", key="ambassador", first="1")),
    MatchShot("track-level", sheet("code", key="ambassador", first="1")),
    MatchShot("track-alone", sheet(key="ambassador", players=("Clémentine",))),
    MatchShot("track-rounds", sheet("code", "ROYGB", key="ambassador", first="1"), "OK"),
    MatchShot("reveal-failed", resumed("mini", "code", *["RRRR"] * 6)),
    MatchShot("reveal-given-up", resumed("mini", "code", "give up", players=(*PAIR, "Zoé"))),
    MatchShot("seals", lambda context: SealScreen(["24NI-OJ5J-UWCI-7LBQ", "ZLMS-OWIK-4VRN-BWQD"]), "UP"),
    MatchShot("opened", lambda context: OpenedScreen(LINE)),
    MatchShot("pause", waiting("mastermind", *ROWS), "BACK"),
    MatchShot("pause-end", waiting("mastermind", *ROWS), "BACK UP"),
    MatchShot("pause-middle", waiting("mastermind", *ROWS), "BACK DOWN DOWN DOWN DOWN"),
    MatchShot("pause-refused", waiting("mastermind", *ROWS), "BACK DOWN DOWN OK"),
    MatchShot("pause-undo", waiting("mastermind", *ROWS), "BACK DOWN OK"),
    MatchShot("pause-by-shape", shapes(waiting("mastermind", *ROWS)), "BACK DOWN"),
    MatchShot("pause-undo-heard", waiting("mastermind", *ROWS), "BACK DOWN OK LEFT OK"),
    MatchShot("pause-undo-by-shape", shapes(waiting("mastermind", *ROWS)), "BACK DOWN OK"),
    MatchShot("pause-undo-shown", resumed("mastermind", "code", "RRRR", "ROYG"), "BACK DOWN OK"),
    MatchShot("pause-show-code", waiting("mastermind", *ROWS), "BACK DOWN DOWN DOWN OK"),
    MatchShot("pause-give-up", waiting("mastermind", *ROWS), "BACK UP OK"),
    MatchShot("pause-seal", waiting("mastermind", *ROWS), "BACK UP UP UP UP OK"),
    MatchShot("boards", boards(*ROWS), "UP"),
    MatchShot("boards-none", boards("code")),
    MatchShot("boards-two-rounds", boards("code", "RRRR", "ROYG", *ROWS), "LEFT"),
    MatchShot("sheet", sheet("code", "RRRR", "ROYG", "code", "give up")),
    MatchShot("end", waiting("mastermind", "code", "RROO", "BBPP", "ROYG", "code", *["RROO"] * 9, "ROYG")),
    MatchShot("final", waiting("mastermind", "code", "ROYG", "code", "give up"), "OK"),
    MatchShot("share", waiting("mastermind", "code", "RROO", "BBPP", "ROYG", "code", "BRRR", "ROYG"), "DOWN"),
    MatchShot("share-named", waiting("mastermind", "code", "RROO", "BBPP", "ROYG", "code", "BRRR", "ROYG"), "DOWN UP"),
    MatchShot("final-tie", waiting("mastermind", "code", "ROYG", "code", "ROYG"), "OK"),
    MatchShot("history-none", history_menu),
    MatchShot("history", history),
    MatchShot("history-open", history, "OK"),
    MatchShot("history-taken-back", history_taken_back, "OK UP UP"),
    MatchShot("history-finished", history, "DOWN DOWN OK"),
    MatchShot("history-times", history_timed, "OK DOWN DOWN DOWN"),
    MatchShot("statistics-times", statistics_timed, "OK" + 9 * " DOWN"),
    MatchShot("history-rematch", history, "DOWN DOWN OK DOWN DOWN OK"),
    MatchShot("history-long", history_long, "DOWN"),
    MatchShot("history-game", history_long, "UP UP OK DOWN DOWN"),
    MatchShot("history-player", history_long, "UP OK DOWN"),
    MatchShot("people", people),
    MatchShot("people-none", players_menu),
    MatchShot("people-one", people, "OK"),
    MatchShot("people-name", people, "OK OK"),
    MatchShot("people-same", people, "OK DOWN OK"),
    MatchShot("people-same-sure", people, "OK DOWN OK OK"),
    MatchShot("people-delete", people, "OK UP OK"),
    MatchShot("people-delete-sure", people, "OK UP OK LEFT OK"),
    MatchShot("correct", history, "DOWN DOWN OK UP UP UP OK"),
    MatchShot("correct-won", history, "DOWN DOWN OK UP UP UP OK OK"),
    MatchShot("correct-won-sure", history, "DOWN DOWN OK UP UP UP OK OK DOWN DOWN OK"),
    MatchShot("correct-played", history, "DOWN DOWN OK UP UP UP OK DOWN OK"),
    MatchShot("correct-played-sure", history, "DOWN DOWN OK UP UP UP OK DOWN OK OK"),
    MatchShot("correct-delete", history, "DOWN DOWN OK UP UP UP OK UP OK"),
    MatchShot("settings", preferences),
    MatchShot("settings-end", preferences, "UP"),
    MatchShot("settings-language", preferences, "OK"),
    MatchShot("settings-sound", preferences, "DOWN OK UP"),
    MatchShot("settings-dim", preferences, "DOWN DOWN DOWN OK"),
    MatchShot("settings-board", preferences, "UP UP OK"),
    MatchShot("settings-board-changed", preferences, "UP UP OK DOWN OK"),
    MatchShot("about", home_menu, "UP OK UP UP OK"),
    MatchShot("about-wrong-file", about_with_a_wrong_file, "UP OK UP UP OK DOWN DOWN DOWN DOWN"),
)
