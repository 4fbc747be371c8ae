"""The options of the peg games, and the rules that follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.errors import N_, OptionRefused
from companion.games.contract import Option, Seats
from companion.games.pegs.edition import Edition
from companion.games.pegs.state import Coach, Mode, Rules, Strength

MOST_PLAYERS = 6

SCORING = Option("scoring", "", ("2",), ("",), "2", if_missing="2", earlier=("1",))
"""The version of the scoring. In version 1 a code that was not solved counted the edition's rows and its bonus against
the codebreaker, which made it as good as one solved in the last row of an edition without a bonus."""

FIVE_ROWS = (4, 6)
"""Pegs and colours of the space in which five rows are always enough (Knuth 1977)."""

_RULES_HELP = N_("Allows a colour twice, or empty holes.")
_WARN_HELP = N_("The box says if a row cannot be the code.")
_PICTURES_HELP = N_("Pictures and sounds instead of words in this match.")
_STRENGTH_HELP = N_("How well the box plays when it breaks your codes.")
_FIRST_HELP = N_("Who begins: a player, or who wins the flip of a coin.")
_ROUNDS_HELP = N_("How many codes are broken in this match.")
_COACH_HELP = N_("The box helps: never, after a round, or with hints.")
_BOX_MAKES = ("box", N_("by the box"))
_MODES = {
    1: (_BOX_MAKES,),
    2: (
        _BOX_MAKES,
        ("player", N_("entered")),
        ("keeps", N_("on the board")),
        ("match", N_("taking turns")),
        ("breaks", N_("box breaks")),
    ),
    3: (_BOX_MAKES, ("player", N_("entered")), ("keeps", N_("on the board"))),
}


def offered(edition: Edition, players: int) -> Iterator[Option]:
    """Yield the options in the order of the menu: variant, source of the code, first player, number of games, help.

    Raises ``OptionRefused`` for a number of players that is not offered.
    """
    if not 1 <= players <= MOST_PLAYERS:
        raise OptionRefused(
            f"expected 1 to {MOST_PLAYERS} players for {edition.key}, got {players}",
            N_("{game} is for 1 to {most} players."),
            game=edition.name.english,
            most=MOST_PLAYERS,
        )
    yield _variant_option(edition)
    yield _option("mode", N_("Code"), _MODES[min(players, 3)], N_("Who makes the hidden code: the box, or a player."))
    if players == 2:
        yield _strength_option(edition)
    if players > 1:
        yield from _first_options(players, edition.coin)
    if not edition.variants[0].repeats:
        yield _guess_repeats_option(edition)
    yield _games_option(edition, players)
    yield _coach_option(players)
    if edition.pictures:
        pictures = _option("pictures", N_("No reading"), (("no", N_("no")), ("yes", N_("yes"))), _PICTURES_HELP)
        yield replace(pictures, only_in=("mode", (Mode.BOX.value,)))
    yield SCORING
    marks = _option("marks", N_("Warn me"), (("no", N_("no")), ("yes", N_("yes"))), _WARN_HELP)
    yield replace(marks, only_in=("mode", tuple(mode.value for mode in Mode if mode is not Mode.BREAKS)))


def agreed(edition: Edition, chosen: Mapping[str, str], players: int) -> Rules:
    """Return the rules that the options in *chosen*, all of which are offered, give.

    Raises ``OptionRefused`` for the strength FIVE where five rows are not always enough.
    """
    coach = chosen["coach"]
    rules = Rules(
        edition=edition,
        variant=next(variant for variant in edition.variants if variant.key == chosen["variant"]),
        mode=Mode(chosen["mode"]),
        guess_repeats=chosen.get("guess-repeats", "yes") == "yes",
        games=None if chosen["games"] == "track" else int(chosen["games"]),
        players=players,
        coach=Coach.DURING if coach.isdigit() else Coach(coach),
        coached=int(coach) - 1 if coach.isdigit() else None,
        marks=chosen["marks"] == "yes",
        pictures=chosen.get("pictures") == "yes" and chosen["mode"] == Mode.BOX.value,
        strength=Strength(chosen.get("strength", "perfect")),
        failure_costs=chosen["scoring"] != "1",
    )
    is_plain = rules.variant.repeats and not rules.variant.holes
    if rules.strength is Strength.FIVE and rules.mode.has_box_seat and not is_plain:
        raise OptionRefused(
            f"expected a strength that {edition.key} {rules.variant.key} can have, got 'five'",
            N_("Max. 5 rows: only without holes."),
        )
    return rules


def _option(key: str, title: str, choices: tuple[tuple[str, str], ...], sentence: str) -> Option:
    values, labels = zip(*choices, strict=True)
    return Option(key, title, values, labels, values[0], help=sentence)


def _variant_option(edition: Edition) -> Option:
    keys = tuple(variant.key for variant in edition.variants)
    return Option(
        "variant", N_("Rules"), keys, tuple(variant.name for variant in edition.variants), keys[0], help=_RULES_HELP
    )


def _strength_option(edition: Edition) -> Option:
    choices = [("beginner", N_("as beginner")), ("club", N_("quite well")), ("perfect", N_("perfectly"))]
    if (edition.pegs, len(edition.colours)) == FIVE_ROWS and edition.variants[0].repeats:
        choices.append(("five", N_("max. 5 rows")))
    values, labels = zip(*choices, strict=True)
    boxed = tuple(mode.value for mode in Mode if mode.has_box_seat)
    return Option("strength", N_("Box"), values, labels, "perfect", only_in=("mode", boxed), help=_STRENGTH_HELP)


def _first_options(players: int, coin: bool) -> Iterator[Option]:
    """Yield the option of who begins, for two players under the name that says what it means in each mode.

    Its value names the first codemaker of two players, though the box makes the code, and of three or more players the
    first codebreaker. It has no effect where the box only breaks codes.
    """
    seats = tuple(str(seat + 1) for seat in range(players))
    default = "coin" if coin else "1"
    begins = Option(
        "first", N_("Begins"), ("coin", *seats), (N_("coin flip"), *seats), default, Seats.ALL, help=_FIRST_HELP
    )
    if players > 2:
        yield begins
        return
    makers = ("mode", (Mode.PLAYER.value, Mode.KEEPS.value, Mode.MATCH.value))
    yield replace(begins, seats=Seats.OTHER, only_in=("mode", (Mode.BOX.value,)), unused="1")
    yield replace(begins, title=N_("Codemaker"), only_in=makers, unused="1")


def _guess_repeats_option(edition: Edition) -> Option:
    once = tuple(variant.key for variant in edition.variants if not variant.repeats)
    default = "yes" if edition.guess_repeats else "no"
    labels = (N_("yes"), N_("no"))
    help_ = N_("Whether a row may have the same colour twice.")
    return Option(
        "guess-repeats", N_("Repeats in rows"), ("yes", "no"), labels, default, only_in=("variant", once), help=help_
    )


def _games_option(edition: Edition, players: int) -> Option:
    if edition.scoring.track is not None and players <= 2:
        return Option("games", N_("Rounds"), ("track",), (N_("to the end hole"),), "track", help=_ROUNDS_HELP)
    numbers = tuple(str(players * times) for times in ((1, 2, 3, 4, 5, 6) if players <= 2 else (1, 2, 3)))
    return Option("games", N_("Rounds"), numbers, numbers, numbers[0], help=_ROUNDS_HELP)


def _coach_option(players: int) -> Option:
    seats = tuple(str(seat + 1) for seat in range(players)) if players > 1 else ()
    labels = (N_("off"), N_("after"), N_("during"), *seats)
    return Option(
        "coach", N_("Coach"), ("off", "after", "during", *seats), labels, "after", Seats.PEOPLE, help=_COACH_HELP
    )
