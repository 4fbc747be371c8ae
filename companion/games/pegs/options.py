"""The options of the peg games, and the rules that follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from companion.errors import N_, OptionRefused
from companion.games.challenge import FORM
from companion.games.contract import NO_UNDO, TIME, Label, Option, Seats, numbers, require_players
from companion.games.pegs.edition import Edition
from companion.games.pegs.state import Coach, Mode, Rules, Strength

MOST_PLAYERS = 6

SCORING = Option("scoring", "", {"2": ""}, "2", if_missing="2", earlier=("1",))
"""The version of the scoring. In version 1 a code that was not solved counted the edition's rows and its bonus against
the codebreaker, which made it as good as one solved in the last row of an edition without a bonus."""

LATE = Option(
    "late",
    N_("Late costs"),
    {"round": N_("the round"), "row": N_("the row")},
    "round",
    # Without more time for each turn, every further row would be lost at once.
    only_in=("time", tuple(value for value in TIME.values if value != "off" and not value.endswith("+0"))),
    help=N_("What a player loses whose time is over."),
)
"""The option of what a time limit that is over costs."""

FIVE_ROWS = (4, 6)
"""Pegs and colours of the space in which five rows are always enough (Knuth 1977)."""

RULES_HELP = N_("Allows a colour twice, or empty holes.")
_WARN_HELP = N_("The box says if a row cannot be the code.")
_ROWS_HELP = N_("Whether a row is a word of the list, or any letters.")
_HARD_HELP = N_("The box refuses a row that cannot be the code.")
_PICTURES_HELP = N_("Pictures and sounds instead of words in this match.")
_STRENGTH_HELP = N_("How well the box plays when it breaks your codes.")
_FIRST_HELP = N_("Who begins: a player, or who wins the flip of a coin.")
ROUNDS_HELP = N_("How many codes are broken in this match.")
_COACH_HELP = N_("The box helps: never, after a round, or with hints.")
_MODES: dict[str, Label] = {
    "box": N_("by the box"),
    "player": N_("entered"),
    "keeps": N_("on the board"),
    "match": N_("taking turns"),
    "breaks": N_("box breaks"),
}
_MODES_OF = {1: 1, 2: 5}
"""How many of the modes there are for a number of players, if not three of them."""
_NO_YES: dict[str, Label] = {"no": N_("no"), "yes": N_("yes")}
ROWS = Option("rows", N_("Rows"), {"words": N_("words"), "any": N_("any letters")}, "words", help=_ROWS_HELP)
"""Whether a row of an edition of words is a word of the list."""
CHALLENGE = Option("challenge", "", {"": ""}, "", form=FORM)
"""The line or the day that names the only code of the match."""


def offered_options(edition: Edition, players: int) -> Iterator[Option]:
    """Yield the options in the order of the menu: variant, source of the code, first player, number of games, help.

    Raises ``OptionRefused`` for a number of players that is not offered.
    """
    require_players(edition.name.english, (1, MOST_PLAYERS), players, N_("{game} is for 1 to {most} players."))
    variants = {variant.key: variant.name for variant in edition.variants}
    yield Option("variant", N_("Rules"), variants, edition.variants[0].key, help=RULES_HELP)
    named = _MODES | {"keeps": N_("on paper")} if edition.has_signs else _MODES
    modes = dict(islice(named.items(), _MODES_OF.get(players, 3)))
    sentence = N_("Who makes the hidden code: the box, or a player.")
    yield Option("mode", N_("Code"), modes, "box", help=sentence, is_asked=True)
    if players == 2:
        yield strength_option(edition)
    if players > 1:
        yield from _first_options(players, edition.coin)
    if not edition.variants[0].repeats:
        yield guess_repeats_option(edition)
    if edition.has_words:
        yield ROWS
    yield _games_option(edition, players)
    during: dict[str, Label] = {"off": N_("off"), "after": N_("after"), "during": N_("during")}
    seats = numbers(range(1, players + 1)) if players > 1 else {}
    yield Option("coach", N_("Coach"), {**during, **seats}, "after", Seats.PEOPLE, help=_COACH_HELP)
    if edition.pictures:
        by_box = ("mode", (Mode.BOX.value,))
        yield Option("pictures", N_("No reading"), _NO_YES, "no", only_in=by_box, help=_PICTURES_HELP)
    yield SCORING
    if players == 1:
        yield CHALLENGE
    by_people = ("mode", tuple(mode.value for mode in Mode if mode not in (Mode.BREAKS, Mode.TOGETHER)))
    yield Option("marks", N_("Warn me"), _NO_YES, "no", only_in=by_people, help=_WARN_HELP)
    answered = ("mode", (Mode.BOX.value, Mode.PLAYER.value, Mode.MATCH.value))
    yield Option("hard", N_("Hard mode"), _NO_YES, "no", only_in=answered, help=_HARD_HELP)
    yield replace(TIME, only_in=("pictures", ("no",)) if edition.pictures else by_people)
    yield LATE
    yield NO_UNDO


def read_rules(edition: Edition, chosen: Mapping[str, str], players: int) -> Rules:
    """Return the rules that the options in *chosen*, all of which are offered, give.

    Raises ``OptionRefused`` for the strength FIVE where five rows are not always enough.
    """
    coach, challenge = chosen["coach"], chosen.get("challenge", "")
    rules = Rules(
        edition=edition,
        variant=next(variant for variant in edition.variants if variant.key == chosen["variant"]),
        mode=Mode(chosen["mode"]),
        guess_repeats=chosen.get("guess-repeats", "yes") == "yes",
        games=1 if challenge else None if chosen["games"] == "track" else int(chosen["games"]),
        players=players,
        coach=Coach.DURING if coach.isdigit() else Coach(coach),
        coached=int(coach) - 1 if coach.isdigit() else None,
        marks=chosen["marks"] == "yes",
        loses_rows=chosen["late"] == "row" and LATE.applies(chosen),
        any_rows=chosen.get("rows") == "any",
        is_hard=chosen["hard"] == "yes",
        pictures=chosen.get("pictures") == "yes" and chosen["mode"] == Mode.BOX.value,
        strength=Strength(chosen.get("strength", "perfect")),
        failure_costs=chosen["scoring"] != "1",
        challenge=challenge,
    )
    check_challenge(rules)
    is_plain = rules.variant.repeats and not rules.variant.holes
    if rules.strength is Strength.FIVE and rules.mode.has_box_seat and not is_plain:
        raise OptionRefused(
            f"expected a strength that {edition.key} {rules.variant.key} can have, got 'five'",
            N_("Max. 5 rows: only without holes."),
        )
    return rules


def check_challenge(rules: Rules) -> None:
    """Raise ``OptionRefused`` for a challenge that names no code of these rules."""
    if rules.challenge and rules.only_code is None:
        expected = f"a challenge of {rules.edition.key} {rules.variant.key}"
        raise OptionRefused(f"expected {expected}, got {rules.challenge!r}")


def strength_option(edition: Edition) -> Option:
    """Return the option of how well the box breaks codes of *edition*, in the modes in which it does."""
    strengths: dict[str, Label] = {
        "beginner": N_("as beginner"),
        "club": N_("quite well"),
        "perfect": N_("perfectly"),
    }
    if (edition.pegs, len(edition.colours)) == FIVE_ROWS and edition.variants[0].repeats:
        strengths["five"] = N_("max. 5 rows")
    boxed = tuple(mode.value for mode in Mode if mode.has_box_seat)
    return Option("strength", N_("Box"), strengths, "perfect", only_in=("mode", boxed), help=_STRENGTH_HELP)


def _first_options(players: int, coin: bool) -> Iterator[Option]:
    """Yield the option of who begins, for two players under the name that says what it means in each mode.

    Its value names the first codemaker of two players, though the box makes the code, and of three or more players the
    first codebreaker. It has no effect where the box only breaks codes.
    """
    seats: dict[str, Label] = {"coin": N_("coin flip"), **numbers(range(1, players + 1))}
    begins = Option("first", N_("Begins"), seats, "coin" if coin else "1", Seats.ALL, help=_FIRST_HELP)
    if players > 2:
        yield begins
        return
    makers = ("mode", (Mode.PLAYER.value, Mode.KEEPS.value, Mode.MATCH.value))
    yield replace(begins, seats=Seats.OTHER, only_in=("mode", (Mode.BOX.value,)), unused="1")
    yield replace(begins, title=N_("Codemaker"), only_in=makers, unused="1")


def guess_repeats_option(edition: Edition) -> Option:
    """Return the option whether rows may repeat a colour, where the codes of *edition* have none."""
    once = tuple(variant.key for variant in edition.variants if not variant.repeats)
    return Option(
        "guess-repeats",
        N_("Repeats in rows"),
        {"yes": N_("yes"), "no": N_("no")},
        "yes" if edition.guess_repeats else "no",
        only_in=("variant", once),
        help=N_("Whether a row may have the same colour twice."),
    )


def _games_option(edition: Edition, players: int) -> Option:
    if edition.scoring.track is not None and players <= 2:
        return Option("games", N_("Rounds"), {"track": N_("to the end hole")}, "track", help=ROUNDS_HELP)
    counts = numbers(players * times for times in range(1, 7 if players <= 2 else 4))
    return Option("games", N_("Rounds"), counts, str(players), help=ROUNDS_HELP)
