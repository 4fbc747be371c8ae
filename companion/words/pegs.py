"""The words of peg games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from companion.errors import N_
from companion.games.pegs import moves
from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.edition import Colour, Edition, KeyColour
from companion.games.pegs.state import Count, Ending, Mode, PegView, Phase, RoundView
from companion.words.phrase import GO, Level, Name, Part, PegName, Phrase, counted, phrase, scores

_notation = cache(moves.notation)

ASKED = {
    Phase.CODE: N_("{name} makes the code."),
    Phase.GUESS: N_("{name} sets row {row}."),
    Phase.KEYS: N_("{name} answers row {row}."),
    Phase.REVEAL: N_("{name} shows the code."),
    Phase.WRONG: N_("The code shows wrong answers."),
}
OFFERED: dict[type, str] = {
    moves.GiveUp: N_("Give up this round"),
    moves.LoseRow: N_("Lose the row"),
    moves.Challenge: N_("Doubt the answers"),
    moves.PlayAgain: N_("Play the round again"),
    moves.SetCode: N_("My code is hidden"),
    moves.Hint: N_("Hint"),
}
DONE: dict[type, str] = {
    moves.GiveUp: N_("{name} gives up the round"),
    moves.LoseRow: N_("{name} loses the row by time"),
    moves.Challenge: N_("{name} doubts the answers"),
    moves.PlayAgain: N_("{name} plays the round again"),
    moves.SetCode: N_("{name} has hidden a code"),
    moves.Hint: N_("{name} asks for a hint"),
}
"""What a player did, in words of its own: those of ``OFFERED`` are the words of a button."""
UNDONE = {
    moves.SetCode: N_("the code"),
    moves.GiveUp: N_("giving up"),
    moves.LoseRow: N_("the lost row"),
    moves.GiveKeys: N_("an answer"),
    moves.Amend: N_("a change"),
    moves.Challenge: N_("a doubt"),
    moves.Reveal: N_("the entered code"),
    moves.PlayAgain: N_("a replay"),
    moves.Hint: N_("a hint"),
    moves.Guess: N_("the row"),
}
ENDED = {
    Ending.FAILED: N_("The code was not found."),
    Ending.GIVEN_UP: N_("The round was given up."),
    Ending.VOID: N_("The round does not count."),
}


def told(seat: int, text: str, before: PegView, after: PegView, names: Sequence[str]) -> list[Phrase]:
    """Return what the move did: for a row that is answered at once, first the answer; a move of chance is not told."""
    if seat < 0:
        return []
    edition, move = after.rules.edition, _notation(after.rules.edition).parse(text)
    shown = _shown_round(after)
    facts = [] if len(after.done) == len(before.done) or shown is None else [*_ending(edition, shown)]
    if isinstance(move, moves.Guess) and shown is not None and (keys := shown.rows[-1].answer) is not None:
        facts.append(keys_phrase(edition, keys))
    return [*facts, _done(edition, Name(names[seat]), move, offered(after, text, names))]


def _done(edition: Edition, name: Name, move: moves.Move, words: Phrase) -> Phrase:
    """Return what the player *name* did with *move*, whose *words* are those of a choice."""
    match move:
        case moves.GiveKeys() | moves.First():
            return words
        case moves.Amend(row, keys):
            message = N_("{name} corrects row {row}: {keys}")
            return phrase(message, name=name, row=row + 1, keys=keys_phrase(edition, keys))
        case moves.Guess() | moves.Reveal():
            # Who has set the row knows it.
            level = Level.EVERYTHING if isinstance(move, moves.Guess) else Level.GAME
            return phrase(N_("{name}: {what}"), level, name=name, what=words)
    return phrase(DONE[type(move)], name=name)


def asked(view: PegView, seat: int, names: Sequence[str]) -> Phrase:
    """Return what the player at *seat* is to do."""
    rows = 0 if view.now is None else view.now.used
    message = ASKED.get(view.phase, N_("{name} is to move."))
    return phrase(message, name=Name(names[seat]), row=rows + (view.phase is Phase.GUESS))


def offered(view: PegView, text: str, names: Sequence[str]) -> Phrase:
    """Return a move in words: a row is its colours."""
    if text == "go":
        return phrase(GO)
    edition = view.rules.edition
    match move := _notation(edition).parse(text):
        case moves.First(seat):
            return phrase(N_("{name} begins."), name=Name(names[seat]))
        case moves.GiveKeys(keys):
            return keys_phrase(edition, keys)
        case moves.Amend(row, keys):
            return phrase(N_("Row {row}: {keys}"), row=row + 1, keys=keys_phrase(edition, keys))
        case moves.Guess(code) | moves.Reveal(code):
            return phrase("{colours}", colours=colours(edition, code))
    return phrase(OFFERED[type(move)])


def undone(view: PegView, text: str) -> Phrase:
    """Return the kind of a move."""
    return phrase(UNDONE.get(type(_notation(view.rules.edition).parse(text)), N_("the move")))


def learned(text: str) -> Phrase:
    """Return what players saw by the move *text*: the code that was shown, or the answer to a row."""
    return phrase(N_("the code") if text.startswith("reveal ") else N_("the answer"))


def read(view: PegView, names: Sequence[str]) -> list[Phrase]:
    """Return the rows of the round that is shown, each with its answer, and its code and end."""
    edition, shown = view.rules.edition, _shown_round(view)
    if shown is None:
        return []
    breaker = Name(names[shown.breaker])
    if shown.maker is not None and view.rules.mode is not Mode.BOX:
        message = N_("Round {number}: {maker} makes the code, {breaker} looks for it.")
        found = [phrase(message, number=shown.number, maker=Name(names[shown.maker]), breaker=breaker)]
    else:
        found = [phrase(N_("Round {number}: {breaker} looks for the code."), number=shown.number, breaker=breaker)]
    found += rows(view, names)
    for wrong in shown.wrong:
        message = N_("Row {row} was answered wrongly. {keys}.")
        found.append(phrase(message, row=shown.numbers([wrong.row])[0] + 1, keys=counts(edition, wrong.right)))
    return [*found, *reversed(_ending(edition, shown))]


def rows(view: PegView, names: Sequence[str]) -> list[Phrase]:
    """Return the rows of the round that is shown, with their answers."""
    shown = _shown_round(view)
    return [] if shown is None else [row(view, number) for number in range(1, shown.used + 1)]


def place(view: PegView, number: int) -> list[Phrase]:
    """Return the pegs in place *number*, from 1, of all rows; empty where there is no such place."""
    shown, edition = _shown_round(view), view.rules.edition
    if shown is None or not 0 < number <= edition.pegs:
        return []
    pegs = tuple(colour(edition, played.guess[number - 1]) for played in shown.rows)
    return [phrase(N_("Place {place}: {colour}"), place=number, colour=pegs)]


def with_colour(view: PegView, is_meant: Callable[[PegName], bool]) -> list[Phrase]:
    """Return the rows that have a peg of the colour whose name *is_meant*."""
    shown, edition = _shown_round(view), view.rules.edition
    meant = {peg for peg, each in enumerate(edition.colours) if is_meant(peg_name(each))}
    played = () if shown is None else shown.board
    return [row(view, number) for number, each in enumerate(played, 1) if each is not None and meant & {*each.guess}]


def score(view: PegView, names: Sequence[str]) -> list[Phrase]:
    """Return the score of each player: rows where the fewest win, else points."""
    if view.count is not Count.ROWS_AGAINST:
        return scores(view.scores, names)
    return [
        phrase(N_("{label}: {value}"), label=Name(name), value=counted("{count} row", "{count} rows", rows))
        for name, rows in zip(names, view.scores, strict=True)
    ]


def row(view: PegView, number: int) -> Phrase:
    """Return row *number* of the round that is shown, from 1, with its answer.

    Raises ``IndexError`` where there is none.
    """
    edition, shown = view.rules.edition, _shown_round(view)
    if shown is None or number < 1:
        raise IndexError(number)
    played = shown.board[number - 1]
    if played is None:
        return phrase(N_("Row {row}: lost."), row=number)
    pegs = colours(edition, played.guess)
    if played.answer is None:
        return phrase(N_("Row {row}: {colours}."), row=number, colours=pegs)
    message = N_("Row {row}: {colours}. {keys}.")
    return phrase(message, row=number, colours=pegs, keys=counts(edition, played.answer))


def keys_phrase(edition: Edition, keys: Answer) -> Phrase:
    """Return the numbers of both kinds of key pegs."""
    return phrase("{keys}", Level.ANSWERS, keys=counts(edition, keys))


def counts(edition: Edition, keys: Answer) -> tuple[Phrase, Phrase]:
    """Return the number of key pegs for the right place, and of those for another place."""
    first, second = keys.blacks, keys.whites
    if edition.has_signs:
        return counted("{count} bull", "{count} bulls", first), counted("{count} cow", "{count} cows", second)
    whites = counted("{count} white", "{count} white", second)
    if edition.key_colour is KeyColour.RED:
        return counted("{count} red", "{count} red", first), whites
    return counted("{count} black", "{count} black", first), whites


def colours(edition: Edition, code: Code) -> tuple[Part, ...]:
    """Return the names of the colours of *code*."""
    return tuple(colour(edition, peg) for peg in code)


def colour(edition: Edition, peg: int) -> Part:
    """Return the name of the colour of *peg*."""
    return phrase(N_("empty hole")) if peg == edition.hole else peg_name(edition.colours[peg])


def peg_name(colour: Colour) -> PegName:
    """Return *colour* by its letter and its names."""
    return PegName(colour.letter.english, colour.name.texts)


def _ending(edition: Edition, shown: RoundView) -> list[Phrase]:
    """Return how a round has ended, and before that its code."""
    if shown.ending is None:
        return []
    if shown.ending is Ending.SOLVED:
        ended = phrase(N_("Solved in row {row}."), Level.ANSWERS, row=shown.used)
    else:
        ended = phrase(ENDED[shown.ending], Level.ANSWERS)
    if shown.code is None:
        return [ended]
    # Who has found the code knows it.
    level = Level.EVERYTHING if shown.ending is Ending.SOLVED else Level.GAME
    return [ended, phrase(N_("The code is {colours}."), level, colours=colours(edition, shown.code))]


def _shown_round(view: PegView) -> RoundView | None:
    """Return the round in play or, until it has its code, the newest that is finished."""
    is_new = view.now is not None and not (view.done and view.phase is Phase.CODE)
    return view.now if is_new else view.done[-1] if view.done else None
