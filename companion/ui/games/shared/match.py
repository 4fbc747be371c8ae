"""The screens of a match, as far as they are the same for every game.

``GameScreens`` chooses the screens of one family of games. ``Match`` goes from one screen to the next and opens the
pause menu with undo, seal, score and leaving. The screens of a match replace each other, so they use one place on
the stack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, TypeAlias

from companion.box import Button
from companion.errors import N_, JournalFailed
from companion.games.contract import AnyGame, Signal
from companion.i18n.default_names import shown_name
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.match import statistics
from companion.match.driver import AnyDriver, MoveEvent
from companion.match.seal import fingerprint
from companion.match.session import AnySession
from companion.ui.core import tiles
from companion.ui.core.context import AppContext
from companion.ui.core.elements import Pattern, Sealed, qr_modules
from companion.ui.core.menu import Item, Menu
from companion.ui.core.notice import Notice, Question
from companion.ui.core.page import Doing, Page
from companion.ui.core.screen import STEPS, Navigation, Owner, Pop, PopToRoot, Push, Refuse, Replace, Screen, Stay
from companion.ui.games.shared import spoken
from companion.ui.games.shared.digits import abbreviations
from companion.ui.games.shared.seats import signed
from companion.ui.games.shared.turn import TurnOverlay, TurnSign
from companion.words import words_of

SHOWN_CODE = N_("The code was shown. All agree to play this round again with a new code?")
"""The question before a code that everybody has seen is replaced by a new one, in games with one code a round."""
ALL_SAW = N_("All saw {what}. Undo all the same?")
SOME_SAW = N_("{names} saw {what}. Undo all the same?")

YOUR_TURN = N_("your turn")

Back: TypeAlias = Callable[[], Navigation]
"""Returns to where a question was asked."""
BOARDS_HELP = N_("Shows what has been played.")
SEAL_HELP = N_("Note these letters: they prove the code stays.")
HOME_HELP = N_("Goes to the first menu. The match can go on later.")
END_HELP = N_("Stops this match for good. There is no winner.")
END = N_("End the match for good? It cannot go on.")
RECENT = 100
"""The matches among which another one of the same game is looked for, so that a long archive delays no start."""


def play(match: Match, move: object) -> Navigation:
    """Play *move* and go on."""
    match.submit(move)
    return match.onward()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScreens:
    """The screens of one family of games, each made by a function; choosing a screen never changes the match.

    ``next_screen`` returns the screen for the move that the match waits for, and ``resume`` the one for players who
    have not seen the last moves; it shows the end of a round first. ``tell`` returns a screen that reports the moves
    of chance and the box before another screen, or only that one if there are none. ``sheet`` returns the score sheet
    and ``boards``, whose label in menus is ``boards_title``, the screen to look through what has been played; BACK
    pops both. ``summary`` returns a few words about what a game is played with, and a sentence that says what players
    do. ``verb`` says in a few words what the player to move does in the position of a view, and ``news`` what that
    player has to know before. An empty verb leaves the sign alone, and None leaves out the page with it: where the
    first press plays a move that depends on what is seen.

    ``row_words`` returns a move that can be undone or redone as the screens draw it, or an empty text for a move that
    has a name only. ``pause_items`` returns the items that the pause menu has for this game only, with the screen to
    which that menu returns and the way back to the menu from a question; ``own_pause`` returns the pause menu of a
    match, which returns to the given screen, or None for the one that all games share. ``keep`` returns the screen to
    show instead of the given one, whose player goes on with it though another has moved elsewhere, or None.

    ``lesson`` returns the first screen of the lesson of a game, which pops one screen when it is left, and whose end
    offers to play the game. With a function that draws a random number below another, ``demonstrator`` returns what
    chooses the button to press on a screen when the box plays a round by itself. ``hint`` shows the first hint
    or, with the name of a colour, whether it is in the code; it returns None where this match has none now or no
    colour of this name. Each of them is None for a family without it.

    ``play`` plays a move that was typed as a line and goes on; the words of such a family have ``typed``.
    ``picture`` stands for the family in menus of tiles.
    """

    next_screen: Callable[[Match], Screen]
    resume: Callable[[Match], Screen]
    tell: Callable[[Match, Sequence[MoveEvent[Any, Any]], Callable[[], Screen]], Screen]
    sheet: Callable[[Match], Screen]
    boards: Callable[[Match], Screen]
    boards_title: str
    summary: Callable[[AnyGame, Translator], tuple[str, str]]
    verb: Callable[[Any], str | None] = lambda view: YOUR_TURN
    news: Callable[[Match], Sequence[Text]] = spoken.turn_news
    row_words: Callable[[Match, object, Translator], str] = lambda match, move, translator: ""
    pause_items: Callable[[Match, Screen, Back], Sequence[Item]] = lambda match, behind, back: ()
    own_pause: Callable[[Match, Screen], Screen | None] = lambda match, behind: None
    keep: Callable[[Match, Screen], Screen | None] = lambda match, shown: None
    lesson: Callable[[AppContext, AnyGame, Callable[[], Navigation]], Screen] | None = None
    demonstrator: Callable[[Callable[[int], int]], Callable[[Screen], Button]] | None = None
    hint: Callable[[Match, str], Navigation | None] | None = None
    play: Callable[[Match, Any], Navigation] = play
    picture: str = tiles.LIST


class Match(Owner):
    """The front end that shows a match on the box's own display with the screens of its game.

    The players pass the box round, so every press counts for the player to move.
    """

    def __init__(self, context: AppContext, driver: AnyDriver, face: GameScreens) -> None:
        self.context: AppContext = context
        self.driver = driver
        self.face = face
        self._shown = driver.version
        self._untold: tuple[MoveEvent[Any, Any], ...] = ()
        self._turn: int | None = None
        # The seats whose clocks run because their players have screens of their own.
        self._elsewhere = frozenset[int]()
        # The screen to which the pause menu returns, until it is shown again or the match goes on.
        self._behind: Screen | None = None

    @property
    def session(self) -> AnySession:
        """The session with the moves so far, to read only."""
        return self.driver.session

    @cached_property
    def personal_best(self) -> statistics.PersonalBest:
        """Tells whether a finished round is the best of its player."""
        return statistics.PersonalBest(self.session, self.context.environment)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players by seat, in the language of the screens."""
        return tuple(shown_name(name, self.context.translator) for name in self.session.players)

    @property
    def people(self) -> tuple[str, ...]:
        """Those of the ``players`` who are not the box, whose seats are the last ones."""
        boxes = self.session.game.box_seats(dict(self.session.header.options))
        return self.players[: len(self.players) - boxes]

    @cached_property
    def is_first(self) -> bool:
        """Whether this is the first match of its game, as far as the archive can be read; no lesson is one."""
        number, archive = self.session.number, self.context.environment.archive
        is_told = number is not None and self.context.installation.explains_games
        with suppress(JournalFailed):
            games = (one.header.game for one in islice(archive.matches(), RECENT) if one.number != number)
            return is_told and self.session.game.key not in games
        return False

    def enter(self) -> Screen:
        """Let chance and the box make the moves that are due, and return the first screen.

        The first match of a game begins with the sentence about what players do, unless the screen says that.
        """
        self.driver.advance()
        self._turn = self.driver.position.player_to_move
        screen = self._renew()
        if screen.says_goal or self.session.is_played or not self.is_first:
            return screen
        game, translator = self.session.game, self.context.translator
        title, goal = game.title(translator.language), self.face.summary(game, translator)[1]
        return self._own(Notice(self.context, Verbatim(goal), Replace(screen), Verbatim(title)))

    def fresh_screen(self, shown: Screen) -> Screen | None:
        """Return the screen to show instead of *shown* if another front end has moved, or None.

        That move is told first, as those of the box are: here is where the table sees what was played elsewhere.
        """
        if self._behind in (None, shown):
            self._run_clocks_elsewhere()
        if self.driver.version == self._shown:
            return None
        if (kept := self.face.keep(self, shown)) is not None:
            self._note_change()
            return self._own(kept)
        fresh = self._renew(*filter(None, [self.driver.submitted]))
        fresh.take_over(shown)
        return fresh

    def _renew(self, *moves: MoveEvent[Any, Any]) -> Screen:
        self._note_change()
        self._untold = (*moves, *self._untold)
        return self._own(self._tell(lambda: self.face.resume(self)))

    def _note_change(self) -> None:
        self._shown, self._untold = self.driver.version, self.driver.events
        self._run_clocks_elsewhere()

    def _run_clocks_elsewhere(self) -> None:
        """Run the clocks of players with screens of their own, who do not wait for this one.

        Those of players whose screens have no connection wait as long as they may; that of a player whose screen is
        gone stops.
        """
        clocks = {seat: clock for seat, clock in self.driver.clocks.items() if clock.is_of_own_screen}
        screens = {seat: own for seat in clocks if (own := self.context.own_screen(self.players[seat])) is not None}
        for seat, own in screens.items():
            clocks[seat].run()
            clocks[seat].hold(own.is_away)
        for seat in clocks.keys() & self._elsewhere - screens.keys():
            clocks[seat].pause()
        self._elsewhere, self._behind = frozenset(screens), None

    def time_due(self, top: Screen) -> float | None:
        """Return when the clock that runs has to be written, or its time is over, while *top* does not show it."""
        clocks = [
            clock for clock in self.driver.clocks.values() if clock.is_of_own_screen and clock is not top.own_clock
        ]
        times = (clock.due(self._late(top) is not None) for clock in clocks)
        return min((at for at in times if at is not None), default=None)

    def _late(self, top: Screen) -> int | None:
        """Return the seat whose time is over; None where it counts on, under a page of no match."""
        late = self.driver.late
        return late[0] if late is not None and (top.owner is self or late[0] in self._elsewhere) else None

    def time_passed(self, top: Screen) -> Navigation:
        """Write the time where that is due; where it is over, show the screen that says so.

        Of players who move at once, one who plays elsewhere is told there, and *top* stays.
        """
        for clock in self.driver.clocks.values():
            clock.tick()
        late = self._late(top)
        if late is None:
            return Stay()
        screen = self.face.next_screen(self)
        if top.owner is self and screen.own_clock is self.driver.clocks[late]:
            return self.show(screen)
        self.driver.time_up()
        return Stay()

    def _tell(self, then: Callable[[], Screen]) -> Screen:
        events, self._untold = self._untold, ()
        return self.face.tell(self, events, then)

    def _own(self, screen: Screen) -> Screen:
        screen.owner = self
        return screen

    def submit(self, move: object) -> MoveEvent[Any, Any]:
        """Make *move* for the player whose turn it is; raises ``MoveRefused``."""
        is_shared = len(self.driver.position.seats_to_move) > 1 and not isinstance(move, Signal)
        seat = self.session.seat_of(move) if is_shared else self._seat
        event = self.driver.submit(seat, move)
        self._note_change()
        return event

    def call(self) -> MoveEvent[Any, Any]:
        """Let chance or the box make the move that waits for a player, and return it."""
        return self.submit(Signal.GO)

    def time_up(self) -> MoveEvent[Any, Any]:
        """Make the move for a limit that is over."""
        event = self.driver.time_up()
        self._note_change()
        return event

    @property
    def _seat(self) -> int:
        return min(self.driver.position.seats_to_move, default=0)

    def undo(self) -> Navigation:
        """Undo the last move and continue from there."""
        self.driver.undo()
        self._note_change()
        return self.onward()

    def redo(self) -> Navigation:
        """Redo the move that was undone last and continue from there."""
        self.driver.redo()
        self._note_change()
        return self.onward()

    def show(self, screen: Screen) -> Navigation:
        """Go on to *screen*."""
        return Replace(self._own(screen))

    def give_up(self) -> Navigation:
        """End the match for good and go back to the main menu."""
        self.session.give_up()
        return PopToRoot()

    def onward(self) -> Navigation:
        """Show the screen for the next move; moves of chance and the box are reported first, once."""
        return self.onward_to(lambda: self.begin_turn(self.face.next_screen(self)))

    def begin_turn(self, screen: Screen) -> Screen:
        """Return *screen*, with the sign of the player to move over it if another person has acted before."""
        position, before = self.driver.position, self._turn
        seat = position.player_to_move
        verb = None if seat is None or position.is_prompted else self.face.verb(position.view(None))
        if seat is None or verb is None:
            return screen
        self._turn = seat
        if seat != before is not None and screen.over is None:
            screen.over = TurnOverlay(TurnSign(seat, self.players[seat] if verb else "", verb, self.face.news(self)))
            # A limit runs only from the first press: the box may still be on its way to the player.
            if self.driver.clock is not None and not self.driver.clock.is_of_own_screen:
                self.driver.clock.run()
        return screen

    def onward_to(self, then: Callable[[], Screen]) -> Navigation:
        """Show the screen made by *then*; moves of chance and the box are reported first, once."""
        return self.show(self._tell(then))

    def next_round(self) -> Navigation:
        """Go on after the players have seen the end of a round."""
        if self.driver.position.is_prompted:
            self.call()
        return self.onward()

    def doing(self, pattern: str, seat: int, number: int = 0, beside: int = 0) -> Doing:
        """Return the title that says what the player at *seat* does, from a *pattern* with ``{name}``."""
        label = signed(seat, abbreviations(self.players)[seat])
        return Doing(pattern, self.players[seat], label, number, beside, signed(seat, ""))

    def take_line(self, top: Screen, text: str) -> Navigation:
        """Do what the line *text* asks for on the screen *top*."""
        return spoken.take_line(self, top, text)

    def play(self, text: str) -> Navigation:
        """Play the move *text* as the screens of the game do."""
        return self.face.play(self, self.session.read(text))

    def hint(self, name: str = "") -> Navigation | None:
        """Return the way to the first hint, or to one about the colour called *name*; None where there is none."""
        return None if self.face.hint is None else self.face.hint(self, name)

    def ask_undo(self, behind: Screen) -> Navigation:
        """Ask for an undo as the pause menu does, with the way back to *behind*."""
        item = _undo_item(self, lambda: Replace(behind))
        return item.act() if item.closed is None else Refuse(self.context.translator.say(item.closed))

    def pause(self, behind: Screen) -> Navigation:
        """Open the pause menu in place of *behind*, which returns unchanged afterwards; it stops the clock."""
        self.driver.pause_clock()
        self._behind = behind
        return Replace(self.face.own_pause(self, behind) or pause_menu(self, behind))

    def rematch(self) -> Navigation:
        """Begin a new match with the same game, options and players, of whom another begins."""
        return Replace(first_screen(self.context, self.session.rematch(), self.face))


def first_screen(context: AppContext, session: AnySession, face: GameScreens) -> Screen:
    """Return the screen at which the match of *session* begins or goes on."""
    return Match(context, context.drive(session), face).enter()


def pause_menu(match: Match, behind: Screen) -> Menu:
    """Return the pause menu, which BACK opens during a match."""
    context, session = match.context, match.session
    people = match.people

    def back() -> Navigation:
        return Replace(menu)

    def items() -> list[Item]:
        no_seal = None if session.seals else N_("No code is sealed now.")
        return [
            Item(N_("Go on playing"), lambda: Replace(behind), help=N_("Closes this menu. BACK does the same.")),
            *([_undo_item(match, back), _redo_item(match, menu)] if session.header.has_undo else []),
            *match.face.pause_items(match, behind, back),
            Item(match.face.boards_title, lambda: Push(match.face.boards(match)), help=BOARDS_HELP),
            Item(
                N_("Score"),
                lambda: Push(match.face.sheet(match)),
                help=N_("The score of each player and of each round."),
            ),
            Item(N_("Seal"), lambda: Push(SealScreen(session.seals)), closed=no_seal, help=SEAL_HELP),
            *(item for addition in context.installation.additions for item in addition.pause_items(context, people)),
            *_settings(context),
            Item(N_("Home, keep match"), PopToRoot, help=HOME_HELP),
            Item(N_("End match"), lambda: Replace(Question(context, END, match.give_up, back)), "…", help=END_HELP),
        ]

    menu = Menu(context, N_("Pause"), items, back=Replace(behind), has_help=True)
    return menu


def _undo_item(match: Match, back: Back) -> Item:
    move = match.session.undoable
    words = _undone_words(match, move)

    def ask() -> Navigation:
        if match.session.is_reveal_undone:
            return Replace(Question(match.context, SHOWN_CODE, match.undo, back))
        text = filled(N_("All agree to undo {move}?"), move=words)
        return Replace(Question(match.context, text, lambda: _ask_learners(match, _learners(match), back), back))

    closed = None if move is not None else match.session.why_final or N_("There is nothing to undo.")
    return Item(N_("Undo"), ask, words, closed, help=N_("Takes the last move back, if all agree."))


_Learners: TypeAlias = list[tuple[tuple[int, ...] | None, list[object]]]


def _learners(match: Match) -> _Learners:
    """Return who saw or heard something that an undo takes back, and by which moves."""
    found: dict[tuple[int, ...] | None, list[object]] = {}
    for learned in match.session.learned:
        found.setdefault(learned.seats, []).append(learned.move)
    return list(found.items())


def _ask_learners(match: Match, learners: _Learners, back: Back) -> Navigation:
    """Ask once more for each of *learners*, naming who saw what, and then undo."""
    if not learners:
        return match.undo()
    (seats, moves), *others = learners

    def text(translator: Translator) -> str:
        words, game = words_of(match.session.game.family), match.session.game
        what = ", ".join(dict.fromkeys(words.learned(game.public_text(move))(translator) for move in moves))
        if seats is None:
            return translator._(ALL_SAW).format(what=what)
        return translator._(SOME_SAW).format(names=", ".join(match.players[seat] for seat in seats), what=what)

    return Replace(Question(match.context, text, lambda: _ask_learners(match, others, back), back))


def _redo_item(match: Match, menu: Menu) -> Item:
    move = match.session.redoable
    closed = N_("There is nothing to redo.") if move is None else None
    return Item(
        N_("Redo"), match.redo, _undone_words(match, move), closed, help=N_("Plays the move again that was undone.")
    )


def _undone_words(match: Match, move: object) -> Text:
    if move is None:
        return ""
    session = match.session
    named = words_of(session.game.family).undone(session.view(), session.game.public_text(move))
    return lambda translator: match.face.row_words(match, move, translator) or named(translator)


def _settings(context: AppContext) -> list[Item]:
    if (menu := context.installation.settings_menu) is None:
        return []
    return [Item(N_("Settings"), lambda: Push(menu(context)), help=N_("Language, sound, brightness and more."))]


class SealScreen(Screen):
    """Shows the seals of the codes in play one by one, the newest first, so that the players can write them down."""

    def __init__(self, seals: Sequence[str]) -> None:
        self.seals = seals
        self._at = len(seals) - 1

    def draw(self, page: Page) -> None:
        page.title(N_("Seal of this code"), optional=True)
        if len(self.seals) > 1:
            page.hints(page.translator._("\u25b2\u25bc more"), f"{self._at + 1}/{len(self.seals)}")
        page.add(Sealed("", self.seals[self._at], is_scanned=True))

    def press(self, button: Button) -> Navigation:
        self._at = (self._at + STEPS.get(button, 0)) % len(self.seals)
        return Pop() if button in (Button.OK, Button.BACK) else Stay()


class OpenedScreen(Screen):
    """Shows the sealed line as a QR code, and the seal beside it."""

    def __init__(self, line: str) -> None:
        self.line = line
        self._modules = qr_modules(line)

    def draw(self, page: Page) -> None:
        groups = fingerprint(self.line).split("-")
        page.add(Pattern(self._modules, N_("QR code"), (page.translator._("Seal"), *groups)))

    def press(self, button: Button) -> Navigation:
        return Stay() if button is Button.ROLL else Pop()
