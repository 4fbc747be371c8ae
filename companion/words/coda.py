"""The words of Coda."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.errors import N_
from companion.games.coda import moves
from companion.games.coda.moves import NOTATION
from companion.games.coda.panels import Colour, number_text
from companion.games.coda.state import Phase, Role
from companion.games.coda.view import CodaView, DoneView, RoundView, Seen
from companion.words.phrase import GO, Level, Name, Part, Phrase, counted, phrase, scores

ASKED = {
    Phase.TAKE: N_("{name} takes the first panels."),
    Phase.DRAW: N_("{name} draws a panel."),
    Phase.PANEL: N_("{name} looks at the panel."),
    Phase.PLACE: N_("{name} puts the panel into the row."),
    Phase.ATTACK: N_("{name} attacks."),
    Phase.FALL: N_("A panel of {name} falls."),
    Phase.STANDING: N_("{name} counts the standing panels."),
    Phase.DEAL: N_("{name} begins the next round."),
}
COLOURS = {Colour.DARK: N_("dark"), Colour.LIGHT: N_("light")}
DASH = N_("dash")
UNDONE = {
    moves.Draw: N_("the draw"),
    moves.Place: N_("a place"),
    moves.Attack: N_("an attack"),
    moves.Hit: N_("the hit"),
    moves.Miss: N_("the miss"),
    moves.Stop: N_("the stop"),
    moves.Fall: N_("the fall"),
    moves.TimeUp: N_("the time"),
}
LEARNED = {
    moves.Deal: N_("the panel drawn"),
    moves.Attack: N_("the answer"),
    moves.Stop: N_("its place"),
    moves.Place: N_("its place"),
}
OFFERED: dict[type, str | Callable[[Any], str]] = {
    moves.Take: N_("{darks} dark, {lights} light"),
    moves.Draw: lambda move: N_("Draw a dark panel") if move.colour is Colour.DARK else N_("Draw a light panel"),
    moves.Place: N_("Put it in place {place}"),
    moves.Fall: N_("Knock down panel {place}"),
    moves.Attack: N_("{name} no. {place} is {panel}?"),
    moves.Hit: N_("A panel of {name} fell: {colour}"),
    moves.Standing: N_("Sum of the standing panels: {sum}"),
    moves.Deal: lambda move: COLOURS[move.colour],
    moves.Miss: N_("The attack was wrong"),
    moves.Judge: lambda move: N_("Right.") if move.is_right else N_("Wrong."),
    moves.Stop: N_("Stop and end the turn"),
    moves.TimeUp: N_("Time is up."),
}
"""A move in words, in which ``name`` is the player whose panel it is about."""
DONE: dict[type, str | Callable[[Any], str]] = {
    moves.Take: N_("{name} takes {darks} dark, {lights} light"),
    moves.Draw: lambda move: (
        N_("{name} draws a dark panel") if move.colour is Colour.DARK else N_("{name} draws a light panel")
    ),
    moves.Place: N_("{name} puts it in place {place}"),
    moves.Fall: N_("{name} knocks down panel {place}"),
    moves.Attack: N_("{name} attacks {other} no. {place}: {panel}"),
    moves.Standing: N_("{name} counts the standing panels: {sum}"),
    moves.Miss: N_("{name} was wrong"),
    moves.Stop: N_("{name} stops"),
    moves.TimeUp: N_("{name} has no time left"),
}
"""What the player ``name`` did, in words of its own: those of ``OFFERED`` are the words of a button."""


def told(seat: int, text: str, before: CodaView, after: CodaView, names: Sequence[str]) -> list[Phrase]:
    """Return what the move did: of an attack first whether it was right, where that is known with it.

    Then come the panel that was put into a row or has fallen, or who has won the round. No move of chance is told.
    """
    if seat < 0:
        return []
    move, facts = NOTATION.parse(text), list[Phrase]()
    is_over = len(after.done) > len(before.done)
    is_judged = isinstance(move, moves.Attack) and after.rules.role is Role.DEALER
    if is_judged or isinstance(move, moves.Hit | moves.Miss | moves.TimeUp):
        is_right = is_over or _hits(after) > _hits(before)
        facts.append(phrase(N_("Right.") if is_right else N_("Wrong."), Level.ANSWERS))
    if is_over:
        facts.append(won(after.done[-1], names))
    elif (now := after.now) is not None and (place := _changed_place(seat, move, before, now)) is not None:
        message = N_("{panel}: place {place}.")
        facts.append(phrase(message, Level.ANSWERS, panel=_panel_face(now.rows[seat][place]), place=place + 1))
    # Who has made the move knows it.
    level = Level.EVERYTHING if facts and not isinstance(move, moves.TimeUp) else Level.GAME
    return [*facts, replace(_done(before, seat, move, names), level=level)]


def _done(view: CodaView, seat: int, move: moves.Move, names: Sequence[str]) -> Phrase:
    if type(move) not in DONE:
        return _offered(view, move, names)
    return Phrase(_message(DONE, move), {"name": Name(names[seat]), **_details(view, move, names)})


def _message(messages: Mapping[type, str | Callable[[Any], str]], move: moves.Move) -> str:
    message = messages[type(move)]
    return message(move) if callable(message) else message


def _details(view: CodaView, move: moves.Move, names: Sequence[str]) -> dict[str, Part]:
    """Return what the words of *move* have beside the player who makes it."""
    match move:
        case moves.Take(darks):
            return {"darks": darks, "lights": view.rules.panels - darks}
        case moves.Place(place) | moves.Fall(place):
            return {"place": place + 1}
        case moves.Attack(seat, place):
            return {"other": Name(names[seat]), "place": place + 1, "panel": _attacked_panel(view, move)}
        case moves.Hit(seat, colour):
            return {"other": Name(names[seat]), "colour": phrase(COLOURS[colour])}
        case moves.Standing(points):
            return {"sum": points}
    return {}


def _changed_place(seat: int, move: moves.Move, before: CodaView, now: RoundView) -> int | None:
    """Return the place in the row of *seat* where *move* put a panel or knocked one down; None for no such place."""
    if isinstance(move, moves.Fall):
        return move.place
    has_drawn = before.now is not None and before.now.drawn is not None
    return now.inserted if has_drawn and now.inserter == seat != now.turn else None


def typed(view: CodaView, text: str, names: Sequence[str]) -> list[Phrase]:
    """Return the lines that mean the move *text* of the player to move; other moves have menus."""
    match NOTATION.parse(text):
        case moves.Draw(colour):
            return [phrase(COLOURS[colour])]
        case moves.Attack(seat, place, number):
            panels = (_number(number), number_text(number))
            short = [phrase("{place} {panel}", place=place + 1, panel=panel) for panel in panels]
            return [*(phrase("{name} {short}", name=Name(names[seat]), short=each) for each in short), *short]
        case moves.Stop():
            return [phrase(N_("stop"))]
        case moves.Place(place) | moves.Fall(place):
            return [phrase("{place}", place=place + 1)]
        case moves.Standing(points):
            return [phrase("{sum}", sum=points)]
    return []


def asked(view: CodaView, seat: int, names: Sequence[str]) -> Phrase:
    """Return what the player at *seat* is to do."""
    return phrase(ASKED.get(view.phase, N_("{name} is to move.")), name=Name(names[seat]))


def offered(view: CodaView, text: str, names: Sequence[str]) -> Phrase:
    """Return a move in words; of a panel that chance turns up only its colour is in *text*."""
    if text == "go":
        return phrase(GO)
    return _offered(view, NOTATION.parse(text), names)


def _offered(view: CodaView, move: moves.Move, names: Sequence[str]) -> Phrase:
    values = _details(view, move, names)
    # The words of a button name only the player whose panel it is about.
    return Phrase(_message(OFFERED, move), {"name" if key == "other" else key: part for key, part in values.items()})


def undone(view: CodaView, text: str) -> Phrase:
    """Return the kind of a move without its details: players must remember attacks themselves."""
    return phrase(UNDONE.get(type(NOTATION.parse(text)), N_("the move")))


def learned(text: str) -> Phrase:
    """Return what players saw by the move *text*."""
    return phrase(LEARNED.get(type(NOTATION.parse(text)), N_("the panel")))


def read(view: CodaView, names: Sequence[str]) -> list[Phrase]:
    """Return the rows of all players, as far as *view* shows them, and how the round stands."""
    shown = _shown_round(view)
    if shown is None:
        return []
    found = rows(view, names)
    if isinstance(shown, DoneView):
        return [*found, won(shown, names)]
    if shown.drawn is not None:
        message = N_("{name} has drawn: {panel}.")
        found.append(phrase(message, name=Name(names[shown.turn]), panel=_panel(shown.drawn)))
    if shown.hits:
        found.append(phrase(N_("Right attacks in this turn: {count}."), count=shown.hits))
    return found


def rows(view: CodaView, names: Sequence[str]) -> list[Phrase]:
    """Return the panels of each player."""
    return [row(view, seat, names) for seat in range(len(names))]


def won(done: DoneView, names: Sequence[str]) -> Phrase:
    """Return who has won a round."""
    return phrase(N_("{name} has won the round."), Level.ANSWERS, name=Name(names[done.winner]))


def result(done: DoneView, names: Sequence[str]) -> Phrase:
    """Return who has won a round, and the points for it."""
    points = done.points[done.winner]
    return counted(
        "{name} wins the round: {points} point.",
        "{name} wins the round: {points} points.",
        points,
        Level.ANSWERS,
        name=Name(names[done.winner]),
        points=points,
    )


def score(view: CodaView, names: Sequence[str]) -> list[Phrase]:
    """Return the score of each player."""
    return scores(view.scores, names)


def row(view: CodaView, seat: int, names: Sequence[str]) -> Phrase:
    """Return the panels of the player at *seat*."""
    shown = _shown_round(view)
    panels: tuple[Part, ...] = () if shown is None else tuple(_panel(panel) for panel in shown.rows[seat])
    message = N_("{name}: {panels}.")
    return phrase(message, name=Name(names[seat]), panels=panels or phrase(N_("no panels")))


def _panel(panel: Seen) -> Phrase:
    return _panel_face(panel) if panel.is_standing else phrase(N_("{panel} fallen"), panel=_panel_face(panel))


def _panel_face(panel: Seen) -> Phrase:
    colour = phrase(COLOURS[panel.colour])
    return colour if panel.number is None else phrase("{colour} {number}", colour=colour, number=_number(panel.number))


def _attacked_panel(view: CodaView, attack: moves.Attack) -> Phrase:
    """Return the panel as *attack* names it, with its colour, which everybody sees."""
    shown = _shown_round(view)
    row = () if shown is None else shown.rows[attack.seat]
    if attack.place >= len(row):
        return phrase("{number}", number=_number(attack.number))
    return _panel_face(replace(row[attack.place], number=attack.number))


def _number(number: int) -> Part:
    text = number_text(number)
    return phrase(DASH) if text == "-" else text


def _hits(view: CodaView) -> int:
    return 0 if view.now is None else view.now.hits


def _shown_round(view: CodaView) -> RoundView | DoneView | None:
    """Return the round in play or, until its first panels are taken, the newest that is finished."""
    is_new = view.now is not None and not (view.done and not any(view.now.rows))
    return view.now if is_new else view.done[-1] if view.done else None
