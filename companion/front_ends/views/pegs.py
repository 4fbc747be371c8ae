"""The fields of a peg match that all players may see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

from companion.front_ends.views import (
    ROUNDS_MOST,
    Fields,
    LastMove,
    Shown,
    choices_of,
    encoded,
    pegs_coach,
    picked,
    word,
)
from companion.games.pegs.codes import Answer
from companion.games.pegs.edition import Edition
from companion.games.pegs.moves import CHECK
from companion.games.pegs.state import (
    AskedHint,
    Count,
    Ending,
    Line,
    Mode,
    PegView,
    Phase,
    Proof,
    RoundView,
    Row,
    Rules,
    WrongRow,
)
from companion.match.kept import ToldMove

COACH = pegs_coach


def encode(view: PegView) -> Fields:
    """Return the fields of *view*, the view of all players."""
    shown = _shown_fields(view.rules.edition)
    return {
        "edition": encoded(view.rules.edition, shown),
        **picked(view, "rules phase count scores", shown),
        "sheet": encoded(view.sheet[-ROUNDS_MOST:], shown),
        "round": encoded(view.now, shown),
        "done": encoded(view.done[-ROUNDS_MOST:], shown),
    }


def encode_seat(view: PegView, seat: int) -> Fields:
    """Return the fields of *view*; no seat sees more than the others, not even that of the codemaker."""
    return encode(view)


def last(recent: Iterator[ToldMove[PegView]]) -> LastMove | None:
    """Return the last move but hints, for a row with its answer where that is known at once."""
    for told in recent:
        if told.text.startswith("hint "):
            continue
        played = told.after()
        shown = played.now or (played.done[-1] if played.done else None)
        rows = () if shown is None or told.text.startswith(NO_ROWS) else shown.rows
        answer = rows[-1].answer if rows else None
        return told, None if answer is None else f"black {answer.blacks} white {answer.whites}"
    return None


NO_ROWS = ("black ", "challenge", "code", "first ", "give up", "play again", "reveal ", "row ")
"""How moves begin that are no row."""


def ask(view: PegView, seat: int, moves: Iterator[str]) -> Fields:
    """Return what the player at *seat* is asked for; there are too many *moves* to list those of a row."""
    now, rules = view.now, view.rules
    match view.phase:
        case Phase.GUESS if now is not None:
            doubts = ["challenge"] if now.kept and now.proof is Proof.NONE and now.rows else []
            return row_ask(view, "guess", "", rules.guesses.repeats, choices_of(["give up", *doubts]))
        case Phase.KEYS:
            return {"kind": "keys", "pegs": rules.edition.pegs}
        case Phase.REVEAL:
            return row_ask(view, "reveal", "reveal ", rules.variant.repeats, [])
        case Phase.CODE if rules.mode is Mode.PLAYER or (now is not None and now.proof is Proof.ASKED):
            return row_ask(view, "code", "code ", rules.variant.repeats, [])
    # Who begins, that the code is set on the real board, or what follows wrong answers.
    return {"kind": "choice", "choices": choices_of(moves)}


def row_ask(view: PegView, purpose: str, lead: str, repeats: bool, also: list[Fields]) -> Fields:
    """Return that a row is asked for; its move is the letters after *lead*, and *also* are other moves."""
    return {
        "kind": "row",
        "for": purpose,
        "lead": lead,
        "pegs": view.rules.edition.pegs,
        "letters": view.rules.edition.letters,
        "repeats": repeats,
        "holes": view.rules.variant.holes,
        "also": also,
    }


# Every message tells it, and it never changes.
@cache
def _edition(edition: Edition) -> Fields:
    return {
        "names": [{"language": code, "name": text} for code, text in edition.name.texts.items()],
        "pegs": edition.pegs,
        "rows": edition.rows,
        "key_colour": edition.key_colour.value,
        "colours": [
            {
                "letter": colour.letter.english,
                "name": colour.name.english,
                "words": [
                    {"language": code, "name": colour.name(code), "letter": colour.letter(code)}
                    for code in dict.fromkeys((*colour.name.texts, *colour.letter.texts))
                ],
                "shape": colour.shape.value,
                "rgb": list(colour.rgb),
            }
            for colour in edition.colours
        ],
        "track": edition.scoring.track,
        "track_pegs": [{"name": peg.name.english, "rgb": list(peg.rgb)} for peg in edition.scoring.track_pegs],
    }


def _rules(rules: Rules) -> Fields:
    return {
        "variant": rules.variant.key,
        **picked(rules.variant, "repeats holes", {}),
        **picked(rules, "guess_repeats mode games", {}),
    }


def _row(edition: Edition, row: Row) -> Fields:
    return {"guess": edition.text(row.guess)} | _keys(row.answer)


def _keys(keys: Answer | None) -> Fields:
    return {"black": None if keys is None else keys.blacks, "white": None if keys is None else keys.whites}


def _round(edition: Edition, shown: RoundView) -> Fields:
    names = "number game is_replay maker breaker kept proof rows hints wrong ending lost"
    code = None if shown.code is None else edition.text(shown.code)
    # A check depends on pegs that are not played; without it, a message is never too long.
    shown = replace(shown, hints=tuple(hint for hint in shown.hints if hint.grade != CHECK))
    return picked(shown, names, _shown_fields(edition)) | {"code": code}


@cache
def _shown_fields(edition: Edition) -> Shown:
    return {
        Edition: _edition,
        Rules: _rules,
        **dict.fromkeys((Phase, Count, Ending, Proof), word),
        Line: "round seat points before after ending hints",
        RoundView: partial(_round, edition),
        Row: partial(_row, edition),
        AskedHint: "rows grade",
        WrongRow: lambda wrong: {"row": wrong.row} | _keys(wrong.right),
    }
