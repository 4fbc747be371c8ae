"""The fields of a peg match that all players may see."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.pegs.codes import Code
from companion.games.pegs.edition import Edition
from companion.games.pegs.scoring import Line
from companion.games.pegs.state import Mode, Phase, Proof, Row, Rules
from companion.games.pegs.view import PegView, RoundView
from companion.table.views import ROUNDS_MOST, Fields, choices_of, pegs_coach

COACH = pegs_coach


def encode(view: PegView) -> Fields:
    """Return the fields of *view*, the view of all players."""
    edition = view.rules.edition
    return {
        "edition": _edition(edition),
        "rules": _rules(view.rules),
        "phase": view.phase.name.lower(),
        "count": view.count.name.lower(),
        "scores": list(view.scores),
        "sheet": [_line(line) for line in view.sheet[-ROUNDS_MOST:]],
        "round": None if view.now is None else _round(edition, view.now),
        "done": [_round(edition, done) for done in view.done[-ROUNDS_MOST:]],
    }


def encode_seat(view: PegView, seat: int) -> Fields:
    """Return the fields of *view*; no seat sees more than the others, not even that of the codemaker."""
    return encode(view)


def ask(view: PegView, seat: int, moves: Iterator[str]) -> Fields:
    """Return what the player at *seat* is asked for; there are too many *moves* to list those of a row."""
    now, rules = view.now, view.rules
    match view.phase:
        case Phase.GUESS if now is not None:
            doubts = ["challenge"] if now.kept and now.proof is Proof.NONE and now.rows else []
            return _row_ask(view, "guess", "", rules.guesses.repeats, choices_of(["give up", *doubts]))
        case Phase.KEYS:
            return {"kind": "keys", "pegs": rules.edition.pegs}
        case Phase.REVEAL:
            return _row_ask(view, "reveal", "reveal ", rules.variant.repeats, [])
        case Phase.CODE if rules.mode is Mode.PLAYER or (now is not None and now.proof is Proof.ASKED):
            return _row_ask(view, "code", "code ", rules.variant.repeats, [])
    # Who begins, that the code is set on the real board, or what follows wrong answers.
    return {"kind": "choice", "choices": choices_of(moves)}


def _row_ask(view: PegView, purpose: str, lead: str, repeats: bool, also: list[Fields]) -> Fields:
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
        "repeats": rules.variant.repeats,
        "holes": rules.variant.holes,
        "guess_repeats": rules.guess_repeats,
        "mode": rules.mode.value,
        "games": rules.games,
    }


def _line(line: Line) -> Fields:
    return {
        "round": line.round,
        "seat": line.seat,
        "points": line.points,
        "before": line.before,
        "after": line.after,
        "ending": line.ending.name.lower(),
        "hints": line.hints,
    }


def _round(edition: Edition, shown: RoundView) -> Fields:
    return {
        "number": shown.number,
        "game": shown.game,
        "is_replay": shown.is_replay,
        "maker": shown.maker,
        "breaker": shown.breaker,
        "kept": shown.kept,
        "proof": shown.proof.name.lower(),
        "rows": [_row(edition, row) for row in shown.rows],
        "hints": [{"rows": hint.rows, "grade": hint.grade} for hint in shown.hints],
        "wrong": [
            {"row": wrong.row, "black": wrong.right.blacks, "white": wrong.right.whites} for wrong in shown.wrong
        ],
        "ending": None if shown.ending is None else shown.ending.name.lower(),
        "code": None if shown.code is None else _code(edition, shown.code),
    }


def _row(edition: Edition, row: Row) -> Fields:
    keys = row.answer
    return {
        "guess": _code(edition, row.guess),
        "black": None if keys is None else keys.blacks,
        "white": None if keys is None else keys.whites,
    }


def _code(edition: Edition, code: Code) -> str:
    return edition.text(code)
