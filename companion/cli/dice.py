"""The dice commands: roll, rolls, and the fairness test of the box's own dice.

Each returns the exit status: 0 for yes, 1 for dice that are not fair.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TextIO

from companion.config.names import cleaned, distinct
from companion.config.settings import SettingsFile
from companion.config.untrusted import brief, visible
from companion.dice.fairness import BIAS, LEAST_EXPECTED, ChiSquare, Fairness, Verdict, fairness, judge
from companion.dice.ledger import Ledger
from companion.dice.model import HEADS, Coin, Dice, DiceRoll, DiceSpec, Own, Start, ThrowRefused, read_cast
from companion.dice.own import more_to_find, own_dice, own_die, read_sides
from companion.dice.roller import DiceRoller
from companion.dice.saved import named, saved_throws, with_throw, without_throw
from companion.errors import CompanionError, OptionRefused
from companion.games.contract import AnyGame
from companion.games.die import Attitude
from companion.match.environment import Environment
from companion.match.throws import all_throws


def wished_cast(words: Sequence[str], saved: Sequence[str] = ()) -> DiceSpec:
    """Return the dice that *words* ask for: a *saved* throw, ``2d6``, ``coin``, ``start 3``, or ``start`` and names.

    Raises ``ThrowRefused`` for anything else, also for one player named twice, and ``NameRefused``.
    """
    if (cast := named(" ".join(words), saved)) is not None:
        return cast
    kind, *names = words or ["1d6"]
    if kind.lower() == "start" and names and not (len(names) == 1 and names[0].isdigit()):
        players = tuple(map(cleaned, names))
        if len(distinct(players)) < len(players):
            raise ThrowRefused(f"expected another name for each player, got {', '.join(players)}")
        return Start(len(names), players)
    return read_cast(" ".join(words or [kind]))


def roll(dice_roller: DiceRoller, as_json: bool, out: TextIO) -> int:
    """Throw the dice of *dice_roller* and print the result."""
    thrown = dice_roller.throw()
    print(json.dumps(facts(thrown)) if as_json else throw_line(thrown), file=out)
    return 0


def list_saved(texts: Sequence[str], as_json: bool, out: TextIO) -> int:
    """Print the saved throws."""
    found = {name: str(cast) for name, cast in saved_throws(texts).items()}
    lines = [json.dumps(found)] if as_json else [f"{name}: {cast}" for name, cast in found.items()]
    print("\n".join(lines) or "no throw is saved yet", file=out)
    return 0


def save_throw(file: SettingsFile, name: str, words: Sequence[str], out: TextIO) -> int:
    """Save what *words* ask for as *name* in the settings *file*; raises ``CompanionError`` for what cannot be saved.

    It is not thrown.
    """
    texts = with_throw(file.settings.throws, name, read_cast(" ".join(words)))
    file.save(replace(file.settings, throws=texts))
    print(f"saved {texts[0]}", file=out)
    return 0


def forget_throw(file: SettingsFile, name: str, out: TextIO) -> int:
    """Forget the throw that is saved as *name*; raises ``OptionRefused`` where there is none."""
    texts = file.settings.throws
    if (left := without_throw(texts, name)) == texts:
        known = ", ".join(saved_throws(texts)) or "none is saved"
        raise OptionRefused(f"expected the name of a saved throw ({known}), got {brief(name)}")
    file.save(replace(file.settings, throws=left))
    print(f"forgotten: {visible(name)}", file=out)
    return 0


def say_unsaved(trouble: CompanionError, errors: TextIO) -> None:
    """Print that the throw is not in the ledger, and why."""
    print(f"codemaker: this throw is not saved: {visible(str(trouble))}", file=errors)


def throw_line(thrown: DiceRoll) -> str:
    """Return a throw as one line of text.

    >>> throw_line(DiceRoll(Dice(2, 6), (3, 5))), throw_line(DiceRoll(Start(2, ("Ada", "Zoé")), (2,)))
    ('2d6: 3 5 = 8', 'start 2: Zoé')
    """
    return f"{thrown.cast}: {values_text(thrown)}"


def values_text(thrown: DiceRoll) -> str:
    """Return the values of a throw as text."""
    if isinstance(thrown.cast, Own):
        return f"{visible(thrown.cast.name)}: {' '.join(map(str, thrown.values))}"
    first, shown = thrown.values[0], thrown.numbers()
    match thrown.cast:
        case Coin():
            return "heads" if first == HEADS else "tails"
        case Start(names=names):
            return visible(names[first - 1]) if names else f"player {first}"
    return " ".join(shown) + (f" = {thrown.total}" if len(shown) > 1 else "")


def facts(thrown: DiceRoll) -> dict[str, object]:
    """Return a throw as the JSON object that ``docs/commands.md`` describes."""
    dice = list(thrown.dice())
    values = [die.number for die in dice]
    found: dict[str, object] = {"dice": str(thrown.cast), "values": values, "total": thrown.total}
    if not all(die.is_kept for die in dice):
        found["kept"] = [die.is_kept for die in dice]
    if isinstance(thrown.cast, Coin):
        found["side"] = values_text(thrown)
    if isinstance(thrown.cast, Start):
        found["starts"] = values_text(thrown)
    if thrown.attitudes:
        found["attitudes"] = [_faces(attitude) for attitude in thrown.attitudes]
    return found | {"at": thrown.at}


def _faces(lying: Attitude) -> dict[str, int]:
    north, east, south, west = lying.sides
    return {"top": lying.top, "bottom": lying.bottom, "north": north, "east": east, "south": south, "west": west}


def ledger(environment: Environment, games: Iterable[AnyGame], errors: TextIO) -> list[DiceRoll]:
    """Return every undamaged throw, of the dice roller and of matches, the oldest first; print what is damaged."""

    def say(damage: object) -> None:
        print(f"codemaker: {visible(str(damage))}", file=errors)

    throws = list(all_throws(reversed(environment.archive.throws()), environment, games, say))
    if notice := environment.archive.take_notice():
        say(notice)
    return throws


def list_rolls(throws: Sequence[DiceRoll], out: TextIO) -> int:
    """Print *throws*, given oldest first, the newest first, those of a match with its game and number."""
    for thrown in reversed(throws):
        where = f"  ({thrown.match})" if thrown.match else ""
        print(f"{thrown.at}  {thrown.cast!s:<8} {values_text(thrown)}{where}", file=out)
    if not throws:
        print("nothing has been thrown yet", file=out)
    return 0


def judge_own(
    ledger: Ledger, name: str, sides: int | None, text: str, bias: float, stamp: Callable[[], str], out: TextIO
) -> int:
    """Enter the throws in *text* of the own die *name* into *ledger*, and print the test of all its throws.

    Raises ``TextUnreadable`` for what is no side, ``OptionRefused`` where there is no throw, and ``NameRefused``.
    """
    known = own_dice(ledger.sound_throws())
    die = own_die(name, sides, known)
    if entered := read_sides(text, die.sides):
        ledger.enter([DiceRoll(replace(die, count=len(entered)), entered, at=stamp())])
    values = known.get(die, bytearray()) + bytes(entered)
    if not values:
        raise OptionRefused(f"expected throws of {die.name}, such as 3 4 1 6, got none")
    found = fairness(values, die.sides)
    _print_test(f"{die.name}, d{die.sides}", found, out, bias)
    return 1 if found.verdict is Verdict.WRONG else 0


def judge_rolls(throws: Sequence[DiceRoll], draw: Callable[[int], int], out: TextIO) -> int:
    """Print the tests and the verdict for every kind of dice among *throws* and for newly made throws."""
    if not throws:
        print("ledger: nothing has been thrown yet\n", file=out)
    kinds = judge(throws, draw)
    for kind, found in kinds.items():
        where = "ledger" if kind else "made now for this test and not kept"
        if isinstance(kind, Own):
            _print_test(f"{visible(kind.name)}, d{kind.sides}", found, out, BIAS)
        else:
            _print_test(f"{where}, {str(kind or Dice()).removeprefix('1')}", found, out)
    return 1 if any(found.verdict is Verdict.WRONG for found in kinds.values()) else 0


def _print_test(title: str, found: Fairness, out: TextIO, bias: float = 0.0) -> None:
    counts = found.sides.counts
    expected = [f"{found.sides.expected:.1f}"] * len(counts)
    width = max(map(len, map(str, (*counts, *expected)))) + 2
    print(f"{title}: {sum(counts):,} thrown", file=out)
    for name, row in (("side", range(1, len(counts) + 1)), ("count", counts), ("expected", expected)):
        print(f"  {name:<8}" + "".join(f"{value:>{width}}" for value in row), file=out)
    print(f"  sides: {_figures(found.sides)}", file=out)
    if found.pairs is not None:
        print(f"  pairs, {found.pairs.expected:.1f} expected of each: {_figures(found.pairs)}", file=out)
    print(f"  {meaning(found)}", file=out)
    if bias and found.verdict is not Verdict.WRONG:
        more = more_to_find(bias, len(counts), sum(counts))
        many = f"{more:,} more throws find" if more else "these throws find"
        print(f"  If one side comes {100 * bias:g} times in 100 too often, {many} 90 of 100 such dice.", file=out)
    print(file=out)


def _figures(test: ChiSquare) -> str:
    return f"chi-square {test.value:.3f}, degrees of freedom {len(test.counts) - 1}, p = {test.p:.4g}"


def meaning(found: Fairness) -> str:
    """Return the verdict of a test as a sentence for players."""
    match found.verdict:
        case Verdict.TOO_FEW:
            return f"Too few to tell: {LEAST_EXPECTED * len(found.sides.counts):.0f} throws are needed at least."
        case Verdict.WRONG:
            return "NOT FAIR: chance alone is this odd less than once in a million tests."
        case Verdict.ODD:
            once = round(1 / found.p)
            return f"Odd: chance alone is this odd only once in {once:,} tests. Throw on, and test again."
    return f"Fair: chance alone is at least this odd in {100 * found.p:.0f} of 100 tests."
