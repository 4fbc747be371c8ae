"""The words of Passcode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.errors import N_
from companion.games.die import Turn
from companion.games.passcode import moves
from companion.games.passcode.cards import Card
from companion.games.passcode.moves import NOTATION, Pile
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.words.phrase import GO, Level, Name, Part, Phrase, phrase, scores

ASKEW, DIE_SHOWS = N_("The die lies askew and shows {number}."), N_("The die shows {number}.")
ON_TOP, FAIL_DRAWN = N_("On the discards: {card}."), N_("A FAIL was drawn")
ASKED = {
    Phase.BOARD: N_("{name} rolls for the code boards."),
    Phase.SQUARE: N_("{name} turns the die square."),
    Phase.LEVEL: N_("{name} enters the level."),
    Phase.SCORE: N_("{name} enters the points."),
    Phase.DIGIT: N_("{name} enters the next digit."),
    Phase.FIRST: N_("{name} rolls: who begins?"),
    Phase.DEAL: N_("{name} deals the cards."),
    Phase.DRAW: N_("{name} draws a card."),
    Phase.PLAY: N_("{name} plays a card."),
    Phase.LOCK: N_("{name} may lay a lock-in card."),
    Phase.FREE: N_("{name} rolls to come free."),
    Phase.LOCK_IN: N_("{name} rolls to lock in."),
    Phase.NUMBER: N_("{name} rolls in the playoff."),
    Phase.PLAYOFF: N_("{name} rolls in the playoff."),
}
ENTRIES = {Phase.LEVEL: N_("Level {number}"), Phase.SCORE: N_("Points: {number}"), Phase.DIGIT: N_("Digit {number}")}
OFFERED: dict[type, Callable[[PasscodeView, Any, Sequence[str]], Phrase]] = {
    moves.Roll: lambda view, move, names: phrase(ASKEW, number=move.skew.attitude.top),
    moves.Square: lambda view, move, names: phrase(
        N_("Turn the die left") if move.turn is Turn.LEFT else N_("Turn the die right")
    ),
    moves.ReadDie: lambda view, move, names: phrase(
        N_("On top {top}, {name} sees {side}"), top=move.top, side=move.north, name=Name(names[0])
    ),
    moves.Enter: lambda view, move, names: phrase(ENTRIES[move.phase], number=move.number),
    moves.First: lambda view, move, names: phrase(N_("{name} begins."), name=Name(names[move.seat])),
    moves.Deal: lambda view, move, names: phrase(
        N_("Dealt. FAIL for: {names}"), names=tuple(Name(names[seat]) for seat in move.fails) or "\u2013"
    ),
    moves.TurnUp: lambda view, move, names: phrase(ON_TOP, card=card(move.card)),
    moves.Draw: lambda view, move, names: (
        phrase(N_("Draw a card"))
        if move.pile is Pile.DRAW or view.top is None
        else phrase(N_("Take from the discards: {card}"), card=card(view.top))
    ),
    moves.Give: lambda view, move, names: phrase(FAIL_DRAWN),
    moves.Fail: lambda view, move, names: phrase(FAIL_DRAWN),
    moves.Play: lambda view, move, names: phrase(N_("Play: {card}"), card=card(move.card)),
    moves.Discard: lambda view, move, names: (
        phrase(N_("Discard a card")) if move.card is None else phrase(N_("Discard: {card}"), card=card(move.card))
    ),
    moves.Keep: lambda view, move, names: phrase(N_("Keep the card")),
    moves.LayLock: lambda view, move, names: (
        phrase(N_("Lock in: KEY as {number}"), number=move.number)
        if move.card is Card.KEY
        else phrase(N_("Lock in: {card}"), card=card(move.card))
    ),
    moves.NoLock: lambda view, move, names: phrase(N_("Lay no lock-in card")),
    moves.Die: lambda view, move, names: phrase(DIE_SHOWS, number=move.number),
    moves.Hand: lambda view, move, names: phrase(N_("Card left: {card}"), card=card(move.card)),
}
DONE: dict[type, Callable[[PasscodeView, Any], Phrase]] = {
    moves.Give: lambda view, move: phrase("{card}", card=card(Card.FAIL)),
    moves.Play: lambda view, move: phrase(N_("plays {card}"), card=card(move.card)),
    moves.Discard: lambda view, move: phrase(N_("discards {card}"), card=card(move.card)),
    moves.LayLock: lambda view, move: phrase(N_("locks with {number}"), number=move.number),
    moves.Keep: lambda view, move: phrase(N_("keeps a card")),
    moves.Die: lambda view, move: phrase(
        (N_("locks in: {number}!") if view.phase is Phase.LOCK_IN else N_("rolls {number}!"))
        if view.is_hit(move.number)
        else N_("rolls {number}"),
        Level.ANSWERS,
        number=move.number,
    ),
}
QUIETLY_DONE: dict[type, Callable[[PasscodeView, Any], Phrase]] = {
    moves.Square: lambda view, move: phrase(
        N_("turns the die left") if move.turn is Turn.LEFT else N_("turns the die right")
    ),
    moves.Enter: lambda view, move: phrase(N_("enters {number}"), number=move.number),
    moves.ReadDie: lambda view, move: phrase(N_("rolls {number}"), number=move.top),
    moves.Draw: lambda view, move: (
        phrase(N_("draws a card"))
        if move.pile is Pile.DRAW or view.top is None
        else phrase(N_("takes {card} from the discards"), card=card(view.top))
    ),
    moves.Discard: lambda view, move: phrase(N_("discards a card")),
    moves.NoLock: lambda view, move: phrase(N_("lays no lock-in card")),
    moves.Hand: lambda view, move: phrase(N_("has {card} left"), card=card(move.card)),
}
"""What is told of the moves for which ``done`` returns None; the words of ``OFFERED`` are those of a button."""
UNDONE: dict[type, Callable[[Any], Phrase]] = {
    moves.Square: lambda move: phrase(N_("die turned")),
    moves.Enter: lambda move: phrase("{number}", number=move.number),
    moves.ReadDie: lambda move: phrase(N_("the die")),
    moves.Draw: lambda move: phrase(N_("drawing")),
    moves.Discard: lambda move: phrase(N_("discard")),
    moves.LayLock: lambda move: phrase(N_("lock-in {number}"), number=move.number),
    moves.Keep: lambda move: phrase(N_("keeping")),
    moves.NoLock: lambda move: phrase(N_("keeping")),
    moves.Hand: lambda move: phrase(N_("hand {card}"), card=card(move.card)),
    moves.Deal: lambda move: phrase(N_("the deal")),
    moves.Fail: lambda move: phrase("{card}", card=card(Card.FAIL)),
}
ROLLED = frozenset((Phase.BOARD, Phase.FIRST, Phase.FREE, Phase.LOCK_IN, Phase.PLAYOFF))
GIVEN = "card"
"""The text of a card that only the player who got it may know."""
FAIL_GIVEN = "card fail"
"""The text of a card that ends a turn; everybody sees it."""


def told(seat: int, text: str, before: PasscodeView, after: PasscodeView, names: Sequence[str]) -> list[Phrase]:
    """Return what the move did: a throw is told for the player who threw; a card that is given is not told."""
    if text == GIVEN:
        return []
    # A person may enter what was rolled for a seat of the box.
    name = Name(names[before.seat])
    if text == FAIL_GIVEN:
        what = phrase(N_("{name} draws a FAIL."), Level.ANSWERS, name=name)
    elif (deed := done(before, text) or _quietly_done(before, text)) is not None:
        what = phrase("{name} {what}", deed.level, name=name, what=deed)
    else:
        what = offered(before, text, names)
    return [what, *(won(after, names) if len(after.done) > len(before.done) else [])]


def done(view: PasscodeView, text: str) -> Phrase | None:
    """Return what the player to move in *view* did with a card or the die; None for a move that others need not see.

    The words follow the name of the player.
    """
    move = None if text == GIVEN else NOTATION.parse(text)
    if isinstance(move, moves.Discard) and move.card is None:
        return None
    found = DONE.get(type(move))
    return None if found is None else found(view, move)


def _quietly_done(view: PasscodeView, text: str) -> Phrase | None:
    move = NOTATION.parse(text)
    found = QUIETLY_DONE.get(type(move))
    return None if found is None else found(view, move)


def undone(view: PasscodeView, text: str) -> Phrase:
    """Return a name of a move without hidden cards, in at most ten letters."""
    move = None if text == GIVEN else NOTATION.parse(text)
    found = UNDONE.get(type(move))
    return (done(view, text) or phrase(N_("the move"))) if found is None else found(move)


def learned(text: str) -> Phrase:
    """Return what players saw by the move *text*: a throw of the die, or a card."""
    is_die = text != GIVEN and isinstance(NOTATION.parse(text), moves.Roll | moves.Die | moves.First)
    return phrase(N_("the die") if is_die else N_("the card"))


def typed(view: PasscodeView, text: str, names: Sequence[str]) -> list[Phrase]:
    """Return the lines that mean the move *text* of the player to move; other moves have menus and keys."""
    match NOTATION.parse(text):
        case moves.ReadDie(top, north):
            return [phrase("{top} {side}", top=top, side=north)]
        case moves.Die(number) | moves.Enter(_, number):
            return [phrase("{number}", number=number)]
        case moves.First(seat):
            return [phrase("{name}", name=Name(names[seat]))]
        case moves.Draw(pile):
            return [phrase(N_("draw") if pile is Pile.DRAW else N_("take"))]
        case moves.Play(of):
            return [phrase(N_("play {card}"), card=card(of)), phrase("{card}", card=card(of))]
        case moves.Discard(of) if of is not None:
            return [phrase(N_("discard {card}"), card=card(of))]
        case moves.LayLock(Card.KEY, number):
            return [phrase(N_("lock KEY {number}"), number=number)]
        case moves.LayLock(of):
            return [phrase(N_("lock {card}"), card=card(of))]
        case moves.Keep() | moves.NoLock():
            return [phrase(N_("keep"))]
    return []


def won(view: PasscodeView, names: Sequence[str]) -> list[Phrase]:
    """Return who has won the last round that is over, if there is one."""
    message, winners = N_("{name} has won round {number}."), [Name(names[each.winner]) for each in view.done[-1:]]
    return [phrase(message, Level.ANSWERS, name=winner, number=len(view.done)) for winner in winners]


def result(view: PasscodeView, names: Sequence[str]) -> Phrase:
    """Return who has won the last round that is over, and the winner's level; raises ``IndexError`` for no round."""
    seat, message = view.done[-1].winner, N_("{name} won round {number}: level {after}.")
    name, level = Name(names[seat]), view.players[seat].level
    return phrase(message, Level.ANSWERS, name=name, number=len(view.done), after=level)


def on_top(view: PasscodeView) -> list[Phrase]:
    """Return the top card of the discards, if there is one."""
    return [] if view.top is None else [phrase(ON_TOP, card=card(view.top))]


def cards_held(view: PasscodeView) -> Phrase:
    """Return the cards of the player to move, who sees *view*."""
    cards = tuple(card(each) for each in (view.player.hand, view.drawn) if each is not None)
    return phrase(N_("Cards: {cards}."), cards=cards or "\u2013")


def asked(view: PasscodeView, seat: int, names: Sequence[str]) -> Phrase:
    """Return what the player at *seat* is to do, or what is rolled for a seat of the box."""
    name = Name(names[seat if view.phase in (Phase.FIRST, Phase.DEAL) else view.seat])
    return phrase(ASKED.get(view.phase, N_("{name} is to move.")), name=name)


def offered(view: PasscodeView, text: str, names: Sequence[str]) -> Phrase:
    """Return a move in words."""
    if text == "go":
        return phrase(N_("Roll the die") if view.phase in ROLLED else GO)
    move = NOTATION.parse(text)
    return OFFERED[type(move)](view, move, names)


def read(view: PasscodeView, names: Sequence[str]) -> list[Phrase]:
    """Return each player's code and cards, the die and the discards, and how the match stands."""
    found = rows(view, names)
    if view.die is not None:
        found.append(phrase(DIE_SHOWS, number=view.die))
    if view.skew is not None:
        found.append(phrase(ASKEW, number=view.skew.attitude.top))
    found += on_top(view)
    if view.is_last and view.winner is not None:
        message = N_("{name} has won the round. Last attempt for the others.")
        found.append(phrase(message, name=Name(names[view.winner])))
    found += won(view, names)
    if view.playoff is not None and view.playoff.number is not None:
        found.append(phrase(N_("The playoff: match {number}."), number=view.playoff.number))
    return found


def rows(view: PasscodeView, names: Sequence[str]) -> list[Phrase]:
    """Return each player's code, and the cards before it."""
    return [_player(view, seat, names) for seat in range(len(names))]


def score(view: PasscodeView, names: Sequence[str]) -> list[Phrase]:
    """Return the score of each player."""
    return scores([player.score for player in view.players], names)


def _player(view: PasscodeView, seat: int, names: Sequence[str]) -> Phrase:
    player = view.players[seat]
    found = phrase(N_("{name}: code {code}."), name=Name(names[seat]), code=" ".join(map(str, player.code)) or "-")
    facts = []
    if player.laid:
        facts.append(phrase(N_("Laid: {cards}."), cards=tuple(card(laid) for laid in player.laid)))
    if player.fails:
        facts.append(phrase(N_("FAIL cards: {count}."), count=player.fails))
    if player.lock is not None:
        facts.append(phrase("{fact}.", fact=phrase(N_("Lock-in {number}"), number=player.lock.number)))
    if player.is_locked_out:
        facts.append(phrase("{fact}.", fact=phrase(N_("Locked out"))))
    for fact in facts:
        found = phrase("{before} {fact}", before=found, fact=fact)
    return found


def card(of: Card) -> Part:
    """Return what is printed on the card."""
    return phrase(N_("KEY")) if of is Card.KEY else phrase(N_("FAIL")) if of is Card.FAIL else of.value
