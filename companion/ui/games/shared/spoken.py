"""What the players of a match ask for by a line of text, such as ``/r 3``: rows, the score, a hint, an undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from companion.errors import N_
from companion.i18n.translator import Translator
from companion.match.driver import AnyDriver
from companion.match.session import AnySession
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Navigation, Refuse, Screen, ShowMessage
from companion.words import words_of
from companion.words.phrase import PegName, Phrase, said

HELP = N_(
    "/r: the last answer. /r 3: row 3. /b: the whole table.\n"
    "/p 2: place 2 of all rows. /c red: rows with red.\n"
    "/s: whose turn, and the score. /x: the row as set.\n"
    "/h: a hint. /u: undo. /v 1, 2 or 3: how much is said.\n"
    "/q: end; every match is kept."
)


class SpokenMatch(Protocol):
    """What is needed of a match to speak of it."""

    context: AppContext
    driver: AnyDriver

    @property
    def session(self) -> AnySession:
        """The session with the moves so far."""

    def hint(self) -> Navigation | None:
        """Return the way to the first hint; None where there is none."""

    def undo_asked(self, behind: Screen) -> Navigation:
        """Ask for an undo, with the way back to *behind*."""


NO_ROW = N_("There is no row {number}.")
WHICH = N_("Say which: /p 2, /c red.")
NOT_HERE = N_("Not in this game.")
NOTHING_SET = N_("No row is being set.")


def news(match: SpokenMatch) -> list[Phrase]:
    """Return what the newest move did, the newest fact first, and what is asked then."""
    session, position = match.session, match.driver.position
    words, names = words_of(session.game.family), session.players
    last = next(session.recent_viewer()(), None)
    facts = [] if last is None else words.told(last.seat, last.text, last.before(), last.after(), names)
    return [*facts, *asked(match)] if position.outcome is None else facts


def asked(match: SpokenMatch) -> list[Phrase]:
    """Return what the player to move is to do; empty where no player is to move."""
    position, names = match.driver.position, match.session.players
    seat, words = position.player_to_move, words_of(match.session.game.family)
    return [] if seat is None else [words.asked(position.view(None), seat, names)]


def command(match: SpokenMatch, top: Screen, text: str) -> Navigation:
    """Do what the line *text* asks for on the screen *top*; a refusal says what is not understood."""
    translator = match.context.translator
    name, _, argument = text.removeprefix("/").partition(" ")
    if name in ACTS:
        return ACTS[name](match, top)
    reader = READERS.get(name)
    if reader is None:
        return Refuse(translator._("/{name} is unknown: /help says what there is.").format(name=name))
    found = reader(match, argument.strip(), translator)
    if isinstance(found, str):
        return Refuse(translator._(found).format(number=argument, name=argument))
    return ShowMessage("\n".join(phrase(translator) for phrase in found))


def _rows(match: SpokenMatch, argument: str, translator: Translator) -> Sequence[Phrase] | str:
    rows = words_of(match.session.game.family).rows(match.session.view(), match.session.players)
    if not argument:
        return news(match)
    if not argument.isdecimal() or not 0 < int(argument) <= len(rows):
        return NO_ROW
    return [rows[int(argument) - 1]]


def _table(match: SpokenMatch, argument: str, translator: Translator) -> Sequence[Phrase] | str:
    found = words_of(match.session.game.family).read(match.session.view(), match.session.players)
    return found or N_("Nothing lies on the table yet.")


def _place(match: SpokenMatch, argument: str, translator: Translator) -> Sequence[Phrase] | str:
    words = words_of(match.session.game.family)
    if not hasattr(words, "place"):
        return NOT_HERE
    if not argument.isdecimal():
        return WHICH
    found: list[Phrase] = words.place(match.session.view(), int(argument))
    return found or N_("There is no place {number}.")


def _coloured(match: SpokenMatch, argument: str, translator: Translator) -> Sequence[Phrase] | str:
    words = words_of(match.session.game.family)
    if not hasattr(words, "with_colour"):
        return NOT_HERE
    if not argument:
        return WHICH

    def is_meant(name: PegName) -> bool:
        return said(name, translator).casefold() == argument.casefold()

    found: list[Phrase] = words.with_colour(match.session.view(), is_meant)
    return found or N_("No row has {name}.")


def _state(match: SpokenMatch, argument: str, translator: Translator) -> Sequence[Phrase] | str:
    words, view = words_of(match.session.game.family), match.session.view()
    return [*asked(match), *words.score(view, match.session.players)]


READERS: Mapping[str, Callable[[SpokenMatch, str, Translator], Sequence[Phrase] | str]] = {
    "r": _rows,
    "b": _table,
    "p": _place,
    "c": _coloured,
    "s": _state,
}


def _set_row(match: SpokenMatch, top: Screen) -> Navigation:
    translator = match.context.translator
    row = top.row_as_set(translator)
    return ShowMessage(row) if row else Refuse(translator._(NOTHING_SET))


def _hint(match: SpokenMatch, top: Screen) -> Navigation:
    hint = match.hint()
    return Refuse(match.context.translator._(NOT_HERE)) if hint is None else hint


def _help(match: SpokenMatch, top: Screen) -> Navigation:
    return ShowMessage(match.context.translator._(HELP))


ACTS: Mapping[str, Callable[[SpokenMatch, Screen], Navigation]] = {
    "x": _set_row,
    "h": _hint,
    "u": lambda match, top: match.undo_asked(top),
    "help": _help,
    "?": _help,
}
