"""The words of Coda."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.errors import N_
from companion.games.coda import moves
from companion.games.coda.moves import NOTATION
from companion.games.coda.panels import Colour, number_text
from companion.games.coda.state import Phase, Role
from companion.games.coda.view import CodaView, DoneView, RoundView, Seen
from companion.words.phrase import GO, Level, Name, Part, Phrase, phrase, scores

ASKED = {
    Phase.TAKE: N_("{name} takes the first panels."),
    Phase.DRAW: N_("{name} draws a panel."),
    Phase.PANEL: N_("{name} looks at the panel."),
    Phase.PLACE: N_("{name} puts the panel into the row."),
    Phase.ATTACK: N_("{name} attacks."),
    Phase.FALL: N_("A panel of {name} falls."),
    Phase.STANDING: N_("{name} counts the standing panels."),
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
OFFERED: dict[type, Callable[[CodaView, Any, Sequence[str]], Phrase]] = {
    moves.Take: lambda view, move, names: phrase(
        N_("{darks} dark, {lights} light"), darks=move.darks, lights=view.rules.panels - move.darks
    ),
    moves.Draw: lambda view, move, names: phrase(
        N_("Draw a dark panel") if move.colour is Colour.DARK else N_("Draw a light panel")
    ),
    moves.Place: lambda view, move, names: phrase(N_("Put it in place {place}"), place=move.place + 1),
    moves.Fall: lambda view, move, names: phrase(N_("Knock down panel {place}"), place=move.place + 1),
    moves.Attack: lambda view, move, names: phrase(
        N_("{name} no. {place} is {panel}?"),
        name=Name(names[move.seat]),
        place=move.place + 1,
        panel=_attacked(view, move),
    ),
    moves.Hit: lambda view, move, names: phrase(
        N_("A panel of {name} fell: {colour}"), name=Name(names[move.seat]), colour=phrase(COLOURS[move.colour])
    ),
    moves.Standing: lambda view, move, names: phrase(N_("Sum of the standing panels: {sum}"), sum=move.points),
    moves.Deal: lambda view, move, names: phrase(COLOURS[move.colour]),
    moves.Miss: lambda view, move, names: phrase(N_("The attack was wrong")),
    moves.Judge: lambda view, move, names: phrase(N_("Right.") if move.is_right else N_("Wrong.")),
    moves.Stop: lambda view, move, names: phrase(N_("Stop and end the turn")),
    moves.TimeUp: lambda view, move, names: phrase(N_("Time is up.")),
}


def told(seat: int, text: str, before: CodaView, after: CodaView, names: Sequence[str]) -> list[Phrase]:
    """Return what the move did; of an attack first whether it was right, where that is known with it."""
    move = NOTATION.parse(text)
    what = phrase(N_("{name}: {what}"), name=Name(names[seat]), what=offered(before, text, names))
    is_known = after.rules.role is Role.DEALER if isinstance(move, moves.Attack) else False
    if not is_known and not isinstance(move, moves.Hit | moves.Miss | moves.TimeUp):
        return [what]
    is_right = len(after.done) > len(before.done) or _hits(after) > _hits(before)
    return [phrase(N_("Right.") if is_right else N_("Wrong."), Level.ANSWERS), what]


def asked(view: CodaView, seat: int, names: Sequence[str]) -> Phrase:
    """Return what the player at *seat* is to do."""
    return phrase(ASKED.get(view.phase, N_("{name} is to move.")), name=Name(names[seat]))


def offered(view: CodaView, text: str, names: Sequence[str]) -> Phrase:
    """Return a move in words; of a panel that chance turns up only its colour is in *text*."""
    if text == "go":
        return phrase(GO)
    move = NOTATION.parse(text)
    return OFFERED[type(move)](view, move, names)


def undone(view: CodaView, text: str) -> Phrase:
    """Return the kind of a move without its details: players must remember attacks themselves."""
    return phrase(UNDONE.get(type(NOTATION.parse(text)), N_("the move")))


def learned(text: str) -> Phrase:
    """Return what players saw by the move *text*."""
    return phrase(LEARNED.get(type(NOTATION.parse(text)), N_("the panel")))


def read(view: CodaView, names: Sequence[str]) -> list[Phrase]:
    """Return the rows of all players, as far as *view* shows them, and how the round stands."""
    shown = _shown(view)
    if shown is None:
        return []
    found = rows(view, names)
    if isinstance(shown, DoneView):
        return [*found, phrase(N_("{name} has won the round."), name=Name(names[shown.winner]))]
    if shown.drawn is not None:
        message = N_("{name} has drawn: {panel}.")
        found.append(phrase(message, name=Name(names[shown.turn]), panel=_panel(shown.drawn)))
    if shown.hits:
        found.append(phrase(N_("Right attacks in this turn: {count}."), count=shown.hits))
    return found


def rows(view: CodaView, names: Sequence[str]) -> list[Phrase]:
    """Return the panels of each player."""
    return [row(view, seat, names) for seat in range(len(names))]


def score(view: CodaView, names: Sequence[str]) -> list[Phrase]:
    """Return the score of each player."""
    return scores(view.scores, names)


def row(view: CodaView, seat: int, names: Sequence[str]) -> Phrase:
    """Return the panels of the player at *seat*."""
    shown = _shown(view)
    panels: tuple[Part, ...] = () if shown is None else tuple(_panel(panel) for panel in shown.rows[seat])
    message = N_("{name}: {panels}.")
    return phrase(message, name=Name(names[seat]), panels=panels or phrase(N_("no panels")))


def _panel(panel: Seen) -> Phrase:
    colour = phrase(COLOURS[panel.colour])
    whole = (
        colour if panel.number is None else phrase("{colour} {number}", colour=colour, number=_number(panel.number))
    )
    return whole if panel.is_standing else phrase(N_("{panel} fallen"), panel=whole)


def _attacked(view: CodaView, attack: moves.Attack) -> Phrase:
    """Return the panel as *attack* names it, with its colour, which everybody sees."""
    shown = _shown(view)
    row = () if shown is None else shown.rows[attack.seat]
    if attack.place >= len(row):
        return phrase("{number}", number=_number(attack.number))
    return _panel(replace(row[attack.place], number=attack.number, is_standing=True))


def _number(number: int) -> Part:
    text = number_text(number)
    return phrase(DASH) if text == "-" else text


def _hits(view: CodaView) -> int:
    return 0 if view.now is None else view.now.hits


def _shown(view: CodaView) -> RoundView | DoneView | None:
    """Return the round in play or, until its first panels are taken, the newest that is finished."""
    is_new = view.now is not None and not (view.done and not any(view.now.rows))
    return view.now if is_new else view.done[-1] if view.done else None
