"""What the players of a match type as a line of text: a move such as ``Ben 3 7``, or a request such as ``/r 3``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, Protocol

from companion.errors import N_
from companion.i18n.translator import Translator, as_typed
from companion.match.driver import AnyDriver, MoveEvent
from companion.match.session import AnySession
from companion.ui.core.context import AppContext
from companion.ui.core.screen import NOT_UNDERSTOOD, Navigation, Refuse, Screen, ShowMessage
from companion.words import words_of
from companion.words.phrase import Level, PegName, Phrase, phrase, said

HELP = N_(
    "/r: the last answer. /r 3: row 3. /b: the whole table.\n"
    "/p 2: place 2 of all rows. /c red: rows with red.\n"
    "/s: whose turn, and the score. /x: the row as set.\n"
    "/h: a hint. /h red: is it in the code? /u: undo.\n"
    "/v 1, 2 or 3: how much is said. /q: end; every match is kept."
)


class SpokenMatch(Protocol):
    """What is needed of a match to speak of it."""

    context: AppContext
    driver: AnyDriver

    @property
    def session(self) -> AnySession:
        """The session with the moves so far."""

    def hint(self, name: str = "") -> Navigation | None:
        """Return the way to the first hint, or to one about the colour called *name*; None where there is none."""

    def ask_undo(self, behind: Screen) -> Navigation:
        """Ask for an undo, with the way back to *behind*."""

    def play(self, text: str) -> Navigation:
        """Play the move *text* and go on."""


NO_ROW = N_("There is no row {number}.")
WHICH = N_("Say which: /p 2, /c red.")
NOT_HERE = N_("Not in this game.")
NOTHING_SET = N_("No row is being set.")
MOST_FORMS = 10
"""The most moves that are all named where the player asks what to type; of more, one of each kind is."""


def news(match: SpokenMatch, *others: MoveEvent[Any, Any]) -> list[Phrase]:
    """Return ``facts``, then what is asked."""
    return [*facts(match, *others), *(asked(match) if match.driver.position.outcome is None else ())]


def facts(match: SpokenMatch, *others: MoveEvent[Any, Any]) -> list[Phrase]:
    """Return what *others* did or, without them, what came of the newest move of a person.

    Of each move the newest fact comes first. The person who has made a move knows it; of others it is told, too.
    """
    session = match.session
    words, names = words_of(session.game.family), session.players
    found: list[Phrase] = []
    for event in others or _newest(match):
        told = words.told(event.seat, event.text, event.before.view(None), event.after.view(None), names)
        is_own = event is match.driver.submitted and not others
        found += told if is_own else [replace(fact, level=min(fact.level, Level.GAME)) for fact in told]
    if not found and (last := next(session.recent_viewer()(), None)) is not None:
        return words.told(last.seat, last.text, last.before(), last.after(), names)
    return found


def _newest(match: SpokenMatch) -> tuple[MoveEvent[Any, Any], ...]:
    return tuple(filter(None, (match.driver.submitted, *match.driver.events)))


def turn_news(match: SpokenMatch) -> Sequence[Phrase]:
    """Return what the person who acted last did in that turn, the newest fact first.

    What the box did has a page of its own.
    """
    session = match.session
    words, names, game = words_of(session.game.family), session.players, session.game
    recent = [*session.recent_viewer()()]
    if not recent or recent[0].seat >= len(names) - game.box_seats(dict(session.header.options)):
        return ()
    turn = takewhile(lambda move: move.seat == recent[0].seat, recent)
    told = (fact for move in turn for fact in words.told(move.seat, move.text, move.before(), move.after(), names))
    return [fact for fact in told if fact.level < Level.EVERYTHING]


GO_ON = phrase(N_("OK: go on"))


def news_to_leave(match: SpokenMatch, *others: MoveEvent[Any, Any]) -> list[Phrase]:
    """Return ``news`` or, where no player is asked for a move or the result of a round follows, that OK goes on."""
    views = [(event.before.view(None), event.after.view(None)) for event in others or _newest(match)]
    is_over = any(len(after.done) > len(before.done) for before, after in views)
    return [*facts(match, *others), GO_ON] if is_over or not asked(match) else news(match, *others)


def asked(match: SpokenMatch) -> list[Phrase]:
    """Return what the player to move is to do; empty where no player is to move."""
    position, names = match.driver.position, match.session.players
    seat, words = position.player_to_move, words_of(match.session.game.family)
    return [] if seat is None else [words.asked(position.view(None), seat, names)]


def take_line(match: SpokenMatch, top: Screen, text: str) -> Navigation:
    """Do what the line *text* means on the screen *top*: a request, a move, or else the word of a request.

    A line that means nothing is read back with what was expected.
    """
    if text.startswith("/"):
        return _act_on(match, top, text.removeprefix("/"))
    go = top.take_line(text)
    if go is None and top.spoken() and not _is_covered(top) and (move := _meant(match, as_typed(text))):
        return match.play(move)
    if go is not None and not isinstance(go, Refuse):
        return go
    translator = match.context.translator
    if _short(text.partition(" ")[0], translator):
        return _act_on(match, top, text)
    expected = _may_be_typed(match, top) or translator._(NOT_UNDERSTOOD) if go is None else go.sentence
    return Refuse(translator._("{line}? {expected}").format(line=text, expected=expected))


def _act_on(match: SpokenMatch, top: Screen, text: str) -> Navigation:
    translator = match.context.translator
    name, _, argument = text.partition(" ")
    short = _short(name, translator) or name
    if short in ACTS:
        return ACTS[short](match, top, argument.strip())
    reader = READERS.get(short)
    if reader is None:
        return Refuse(translator._("/{name} is unknown: /help says what there is.").format(name=name))
    view = match.session.view(top.reader if top.shows_secret else None)
    found = reader(match, view, argument.strip(), translator)
    if isinstance(found, str):
        return Refuse(translator._(found).format(number=argument, name=argument))
    return ShowMessage("\n".join(phrase(translator) for phrase in found))


def _short(word: str, translator: Translator) -> str | None:
    """Return the letter of the request that *word* names in the players' language or in English."""
    known = {as_typed(form): short for name, short in WORDS.items() for form in (name, translator._(name))}
    return known.get(as_typed(word))


def _is_covered(top: Screen) -> bool:
    """Whether *top* hides what one player may see: there, no reply may depend on it."""
    return top.is_private and not top.shows_secret


def _lines_by_move(match: SpokenMatch) -> dict[str, list[Phrase]]:
    """Return for each move that the player to move may make the lines that mean it."""
    words, position = words_of(match.session.game.family), match.driver.position
    seat = position.player_to_move
    if seat is None or position.is_prompted or not hasattr(words, "typed"):
        return {}
    view, names = position.view(None), match.session.players
    return {text: words.typed(view, text, names) for text in position.moves(seat)}


def _meant(match: SpokenMatch, line: str) -> str | None:
    """Return the one move that *line* means or, if it means none, the one whose line begins so."""
    translator = match.context.translator
    lines = {text: [as_typed(form(translator)) for form in forms] for text, forms in _lines_by_move(match).items()}
    found = [text for text, forms in lines.items() if line in (text, *forms)]
    found = found or [text for text, forms in lines.items() if any(form.startswith(line) for form in forms)]
    return found[0] if len(found) == 1 else None


def examples(match: SpokenMatch) -> list[Phrase]:
    """Return the lines that mean moves of the player to move, or if they are many, one of each kind."""
    forms = [forms[0] for forms in _lines_by_move(match).values() if forms]
    if len(forms) > MOST_FORMS:
        forms = [*{form.message: form for form in reversed(forms)}.values()]
    return [phrase(N_("Such as: {forms}"), forms=tuple(forms))] if forms else []


def _may_be_typed(match: SpokenMatch, top: Screen) -> str:
    """Return what may be typed on the screen *top*; empty where only keys and numbers of lines are."""
    translator, spoken = match.context.translator, top.spoken()
    known = spoken[-1:] if _is_covered(top) else examples(match) if spoken else ()
    return "".join(said(each, translator) for each in known) or top.typing()


def _rows(match: SpokenMatch, view: object, argument: str, translator: Translator) -> Sequence[Phrase] | str:
    rows = words_of(match.session.game.family).rows(view, match.session.players)
    if not argument:
        return news(match)
    if not argument.isdecimal() or not 0 < int(argument) <= len(rows):
        return NO_ROW
    return [rows[int(argument) - 1]]


def _table(match: SpokenMatch, view: object, argument: str, translator: Translator) -> Sequence[Phrase] | str:
    found = words_of(match.session.game.family).read(view, match.session.players)
    return found or N_("Nothing lies on the table yet.")


def _place(match: SpokenMatch, view: object, argument: str, translator: Translator) -> Sequence[Phrase] | str:
    words = words_of(match.session.game.family)
    if not hasattr(words, "place"):
        return NOT_HERE
    if not argument.isdecimal():
        return WHICH
    found: list[Phrase] = words.place(view, int(argument))
    return found or N_("There is no place {number}.")


def _rows_with_colour(
    match: SpokenMatch, view: object, argument: str, translator: Translator
) -> Sequence[Phrase] | str:
    words = words_of(match.session.game.family)
    if not hasattr(words, "with_colour"):
        return NOT_HERE
    if not argument:
        return WHICH

    def is_meant(name: PegName) -> bool:
        return said(name, translator).casefold() == argument.casefold()

    found: list[Phrase] = words.with_colour(view, is_meant)
    return found or N_("No row has {name}.")


def _state(match: SpokenMatch, view: object, argument: str, translator: Translator) -> Sequence[Phrase] | str:
    words = words_of(match.session.game.family)
    return [*asked(match), *words.score(view, match.session.players)]


READERS: Mapping[str, Callable[[SpokenMatch, object, str, Translator], Sequence[Phrase] | str]] = {
    "r": _rows,
    "b": _table,
    "p": _place,
    "c": _rows_with_colour,
    "s": _state,
}


def _set_row(match: SpokenMatch, top: Screen, argument: str) -> Navigation:
    translator = match.context.translator
    row = top.row_as_set(translator)
    return ShowMessage(row) if row else Refuse(translator._(NOTHING_SET))


def _hint(match: SpokenMatch, top: Screen, argument: str) -> Navigation:
    hint = match.hint(argument)
    return Refuse(match.context.translator._(NOT_HERE)) if hint is None else hint


ACTS: Mapping[str, Callable[[SpokenMatch, Screen, str], Navigation]] = {
    "x": _set_row,
    "h": _hint,
    "u": lambda match, top, argument: match.ask_undo(top),
    "?": lambda match, top, argument: ShowMessage(_may_be_typed(match, top) or match.context.translator._(HELP)),
    "help": lambda match, top, argument: ShowMessage(match.context.translator._(HELP)),
}
WORDS = {
    N_("repeat"): "r",
    N_("table"): "b",
    N_("place"): "p",
    N_("colour"): "c",
    N_("state"): "s",
    N_("row"): "x",
    N_("hint"): "h",
    N_("undo"): "u",
}
"""The words of requests: a line of them is one where it means no row, move or name."""
