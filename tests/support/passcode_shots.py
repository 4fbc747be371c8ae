"""The screens of Passcode, each brought to where it is worth looking at; names are as long as names may be."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.contract import complete
from companion.match.archive import EntryKind, LogEntry, MatchHeader
from companion.match.driver import MatchDriver
from companion.match.session import Session
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Screen
from companion.ui.games.passcode import face
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from tests.support.paper import NOON
from tests.ui.match_shots import PAIR, MatchShot, setup

SIX = (*PAIR, "Jean-Louis", "Geneviève", "Élisabeth", "Anne-Marie")
BOARDS = "; ".join(face.BOARDS)
"""What sets the first board to 1 2 3, 4 5 6 1, 1 2 3 4 5, 6 5 4 3 2 1; who sits opposite has what is left to seven."""


def match(context: AppContext, text: str, players: tuple[str, ...] = PAIR, **options: str) -> Match:
    """Return a game in which *text* was played, moves of all players parted by ``;``."""
    game, archive = context.catalogue["passcode"], context.environment.archive
    named = {key.replace("_", "-"): value for key, value in options.items()}
    agreed = complete(game.options(len(players)), {"first": "1"} | named)
    number = archive.begin(MatchHeader("passcode", tuple(agreed.items()), players, NOON))
    moves = [one.strip() for one in text.split(";") if one.strip()]
    archive.append(number, [LogEntry(EntryKind.PLAY, move) for move in moves], None)
    session = Session.resume(game, number, context.environment)
    return Match(context, MatchDriver(session), GAME_SCREENS["passcode"])


def at_table(text: str = "", players: tuple[str, ...] = PAIR, **options: str) -> Callable[[AppContext], Screen]:
    """Return what makes the screen of a referee after *text*."""
    return dealt(text, players, role="referee", **options)


def dealt(text: str = "", players: tuple[str, ...] = PAIR, **options: str) -> Callable[[AppContext], Screen]:
    """Return what makes the screen of a dealer after *text*."""

    def make(context: AppContext) -> Screen:
        game = match(context, f"{BOARDS}; {text}", players, **options)
        return game.enter()

    return make


OWN_BOARDS = "; ".join(f"shows {1 if top in '34' else 3}{top}" for top in face.TOPS)
"""The same digits, as the players' own die shows them."""


def own_die(text: str, players: tuple[str, ...] = PAIR, **options: str) -> Callable[[AppContext], Screen]:
    """Return what makes the screen after *text* where the players roll their own die."""
    return begun(text, players, die="own", **options)


def begun(text: str, players: tuple[str, ...] = PAIR, **options: str) -> Callable[[AppContext], Screen]:
    """Return what makes the screen after *text*, which begins the match."""
    return lambda context: match(context, text, players, **options).enter()


JOINED = "; ".join(f"level {level}; score 88" for level in (6, 6, 6, 3, 4, 5))
BEGUN = {"boards": "begun", "role": "referee"}


def joined(context: AppContext) -> Screen:
    game = match(context, "level 5; score 7; level 3; score 7; digit 1; digit 3; digit 5; digit 2", PAIR, **BEGUN)
    return game.face.boards(game)


def setting(players: tuple[str, ...], rolls: int) -> Callable[[AppContext], Screen]:
    def make(context: AppContext) -> Screen:
        text = "; ".join(["roll 32 left; turn right"] * rolls)
        game = match(context, f"{text}; roll 32 right", players)
        return game.enter()

    return make


def looked_at(kind: str, text: str, players: tuple[str, ...] = PAIR) -> Callable[[AppContext], Screen]:
    def make(context: AppContext) -> Screen:
        game = match(context, f"{BOARDS}; {text}", players, role="referee")
        return game.face.boards(game) if kind == "boards" else game.face.sheet(game)

    return make


def beginning(context: AppContext) -> Screen:
    game = match(context, BOARDS, first="roll")
    return game.enter()


DEAL = "card 3; card 5; up 2"
LOCKING = (
    "card key; card 5; up 2; draw; card 1; play 1; draw; card fail; draw; card 2; play 2; draw; card fail;"
    "draw; card 3; play 3"
)
LOCKED_OUT = "deal; fail; fail; fail; fail; fail; discard"
COMPLETE = "deal; play 1; play 6; play 2; play 5; play 3"
SIX_TURNS = "play 1; play 5; play 6; play 2; play 3; play 4; play 2; fail; fail"
SIX_DEALT = "card 3; card 5; card 6; card 2; card 3; card 4; up 2"
SIX_OUT = (
    "deal; " + "fail; play 5; fail; fail; discard; fail; fail; discard; discard; fail; fail; discard; fail; fail; " * 1
)
WON = f"{COMPLETE}; lock 4; play key; lock 5; die 4"
LEVELS = (
    "deal; play 1; play 6; play 2; play 5; play 3; lock 1; play 4; lock 2; die 1;"
    "deal; play 4; play 3; play 5; play 2; play 6; play 1; play 1; lock 2; play 6; lock 3; die 5; die 3;"
    "deal; play 6; play 1; play 5; play 2; play 4; play 3; play 3; play 4; play 2; lock 4; play 5; lock 1; die 4"
)
TOP = f"{LEVELS}; deal; play 1; play 6; play 2; play 5; play 3; play 4; play 4; play 3; play 5; play 2; play 6"
TIE = f"{TOP}; lock 1; play 1; lock 6; die 3; die 6; die 1"
PASSCODE = (
    MatchShot("passcode-setup", setup("passcode")),
    MatchShot("passcode-setup-cards", setup("passcode"), "DOWN DOWN OK"),
    MatchShot("passcode-setup-end", setup("passcode"), "UP"),
    MatchShot("passcode-setup-more", setup("passcode"), "UP OK UP"),
    MatchShot("passcode-setup-refused", setup("passcode"), "DOWN DOWN RIGHT DOWN RIGHT UP UP UP OK"),
    MatchShot("passcode-square", setting(PAIR, 3)),
    MatchShot("passcode-square-six", setting(SIX, 10), "DOWN"),
    MatchShot("passcode-square-default-names", setting(tuple(f"Player {seat}" for seat in range(1, 7)), 10)),
    MatchShot("passcode-own-die", own_die("shows 31; shows 24", role="referee"), "UP RIGHT"),
    MatchShot("passcode-own-die-six", own_die("shows 31", SIX), "DOWN"),
    MatchShot("passcode-own-begins", own_die(OWN_BOARDS, SIX, first="roll")),
    MatchShot("passcode-own-roll", own_die(f"{OWN_BOARDS}; {COMPLETE}; lock 4; discard", role="referee"), "UP UP"),
    MatchShot("passcode-own-rolled", own_die(f"{OWN_BOARDS}; {COMPLETE}; lock 4; discard", role="referee"), "OK"),
    MatchShot("passcode-joined-level", begun("level 4; score 6", boards="begun"), "UP"),
    MatchShot("passcode-joined-points", begun("level 4; score 6; level 5", boards="begun"), "RIGHT UP"),
    MatchShot("passcode-joined-code", begun(f"{JOINED}; digit 1; digit 3; digit 5; digit 2; digit 6", SIX, **BEGUN)),
    MatchShot("passcode-joined-boards", joined, "OK"),
    MatchShot("passcode-begin", beginning),
    MatchShot("passcode-begin-rolled", beginning, "OK"),
    MatchShot("passcode-deal", at_table()),
    MatchShot("passcode-deal-fail", at_table(players=SIX), "DOWN OK DOWN OK"),
    MatchShot("passcode-turn", at_table("deal; play 1; fail")),
    MatchShot("passcode-turn-no-card", at_table("deal fail 1"), "UP"),
    MatchShot("passcode-turn-complete", at_table(f"{COMPLETE}; no lock; discard")),
    MatchShot("passcode-turn-six", at_table(f"deal; {SIX_TURNS}", SIX)),
    MatchShot("passcode-draw-six", dealt(f"{SIX_DEALT}; draw; card 1; play 1", SIX)),
    MatchShot("passcode-hand-six", dealt(f"{SIX_DEALT}; draw; card 1", SIX), "OK"),
    MatchShot("passcode-out-six", at_table(SIX_OUT, SIX), "OK"),
    MatchShot("passcode-lock", at_table(COMPLETE)),
    MatchShot("passcode-lock-key", at_table(COMPLETE), "DOWN DOWN DOWN DOWN DOWN DOWN OK"),
    MatchShot("passcode-lock-none", at_table(COMPLETE), "UP"),
    MatchShot("passcode-out", at_table(LOCKED_OUT)),
    MatchShot("passcode-out-rolled", at_table(LOCKED_OUT), "OK"),
    MatchShot("passcode-lock-in", at_table(f"{COMPLETE}; lock 4; discard")),
    MatchShot("passcode-lock-in-rolled", at_table(f"{COMPLETE}; lock 4; discard"), "ROLL"),
    MatchShot("passcode-hands", at_table(f"{COMPLETE}; lock 4; discard; die 4; discard")),
    MatchShot("passcode-round", at_table(WON)),
    MatchShot("passcode-top", at_table(TOP)),
    MatchShot("passcode-playoff", at_table(TIE)),
    MatchShot("passcode-playoff-number", at_table(TIE), "OK"),
    MatchShot("passcode-playoff-roll", at_table(f"{TIE}; die 4")),
    MatchShot("passcode-playoff-missed", at_table(f"{TIE}; die 5"), "OK"),
    MatchShot("passcode-over", at_table(f"{TIE}; die 4; die 2; die 4")),
    MatchShot("passcode-overview", looked_at("boards", f"{COMPLETE}; lock 4; fail; die 4")),
    MatchShot("passcode-overview-six", looked_at("boards", "deal fail 2; play 1; fail", SIX), "DOWN"),
    MatchShot("passcode-boards", looked_at("boards", "deal; play 1"), "OK"),
    MatchShot("passcode-boards-other", looked_at("boards", LEVELS), "OK RIGHT UP"),
    MatchShot("passcode-sheet", looked_at("sheet", LEVELS)),
    MatchShot("passcode-draw", dealt(DEAL)),
    MatchShot("passcode-draw-look", dealt(DEAL), "UP OK"),
    MatchShot("passcode-hand", dealt(f"{DEAL}; draw; card key")),
    MatchShot("passcode-hand-open", dealt(f"{DEAL}; draw; card key"), "OK"),
    MatchShot("passcode-hand-discard", dealt(f"{DEAL}; draw; card key"), "OK RIGHT"),
    MatchShot("passcode-hand-looked", dealt(f"{DEAL}; draw; card key"), "OK OK"),
    MatchShot("passcode-hand-lock", dealt(LOCKING), "OK LEFT"),
    MatchShot("passcode-hand-lock-key", dealt(LOCKING), "OK"),
    MatchShot("passcode-alone-draw", dealt(DEAL, box_seats="1")),
    MatchShot("passcode-alone-play", dealt(f"{DEAL}; draw; card key", box_seats="1")),
    MatchShot("passcode-alone-keep", dealt("card fail; card 5; up 2; draw; card 6", box_seats="1")),
    MatchShot("passcode-report", dealt(f"{DEAL}; draw; card 6; discard 6", box_seats="1")),
    MatchShot(
        "passcode-report-six",
        dealt("card 3; card 5; card 1; card 1; card 6; card fail; up 2; draw; card 6; discard 6", SIX, box_seats="5"),
    ),
    *(
        MatchShot(f"passcode-pause-{name}", make, "BACK")
        for name, make in {
            "play": at_table("deal; play key"),
            "discard": at_table("deal; discard"),
            "deal": at_table("deal"),
            "lock": at_table(f"{COMPLETE}; lock key 4"),
            "hand": at_table(f"{WON.replace('lock 5', 'no lock')}; hand key"),
            "keep": at_table("deal fail 1; keep"),
            "draw": dealt(f"{DEAL}; draw; card key"),
            "square": dealt(first="roll"),
        }.items()
    ),
    MatchShot("passcode-pause-undo", dealt(f"{DEAL}; draw; card key"), "BACK DOWN OK"),
)
