"""The statistics of the players on the box, over the newest matches; ``codemaker stats`` has them over all."""

from __future__ import annotations

from functools import partial
from itertools import islice

from companion.errors import N_
from companion.games.contract import AnyGame
from companion.i18n.default_names import names_words
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.match.statistics import REPLAYED, PlayerStatistics, collect, luck_and_skill, recent
from companion.match.thinking import digits_of
from companion.ui.core.context import AppContext, looking_back
from companion.ui.core.menu import Item, Menu
from companion.ui.core.notice import Notice
from companion.ui.core.screen import Navigation, Pop, Push, Screen, ShowMessage
from companion.ui.games.shared.luck import judge_luck
from companion.ui.home.setup import title_of, words_of

TITLE = N_("Statistics")


def statistics_menu(context: AppContext) -> Screen:
    """Return the players of the newest matches with the number of their matches; raises ``JournalFailed``."""
    with looking_back():
        players = collect(context.environment, context.catalogue, islice(recent(context.environment), REPLAYED))
    if not players:
        return Notice(context, N_("There are no matches here."), title=TITLE)

    is_all = len(context.environment.archive.played_numbers()) <= REPLAYED
    never = N_("Never played:") if is_all else N_("Not played lately:")

    def item(name: str) -> Item:
        return Item(names_words([name]), lambda: Push(_player_menu(context, name, players[name], never)), "…")

    return Menu(context, TITLE, [item(name) for name in sorted(players)])


def _player_menu(context: AppContext, name: str, player: PlayerStatistics, never: str) -> Menu:
    """Return the figures of one player, line by line, those of codes for each game and its rules apart.

    *never* is the heading of the games that the player has not played.
    """
    lines: list[tuple[Text, Text]] = [(N_("Newest matches"), _plain(player.matches))]
    lines += [(N_("Won"), _of(player.won, player.with_others))] if player.with_others else []
    lines += [(N_("Ties"), _of(player.tied, player.with_others))] if player.tied else []
    if player.codes:
        lines += [(N_("Found in a row"), _plain(player.streak)), (N_("Longest streak"), _plain(player.longest))]
        lines += [(N_("Hints"), _plain(player.hints))]
    lines += [(N_("Undone answers"), _plain(player.undone))] if player.undone else []
    for (key, kind), codes in player.codes.items():
        game = context.catalogue[key]
        lines += [(title_of(game), _rules(game, kind)), (N_("Solved"), _plain(codes.found))]
        lines.append((N_("Not solved"), _plain(codes.tried - codes.found)))
        if codes.average is not None:
            lines.append((N_("Rows, average"), partial(Translator.number, value=codes.average)))
        lines += [] if codes.best is None else [(N_("Fewest rows"), _plain(codes.best))]
        lines += [] if codes.row_seconds is None else [(N_("Time of a row"), Verbatim(digits_of(codes.row_seconds)))]
        lines += [] if codes.fastest is None else [(N_("Fastest code"), Verbatim(digits_of(codes.fastest)))]
    coded = {key for key, _ in player.codes}
    lines += [
        (title_of(context.catalogue[key]), _plain(count)) for key, count in player.games.items() if key not in coded
    ]
    untouched = [game for game in context.catalogue if game.key not in player.games and not game.group]
    lines += [(never, "")] * bool(untouched) + [(title_of(game), "\u2013") for game in untouched]
    items = [Item(label, Pop, value) for label, value in lines]
    bits = [Item(N_("Luck and skill"), lambda: Push(_luck_menu(context, player)), "…")] if player.newest else []
    return Menu(context, names_words([name]), [*items, *bits])


def _rules(game: AnyGame, kind: str) -> Text:
    """Return the name of the rules *kind* of *game*; an empty one for its normal rules."""
    options = [option for option in game.options(game.players[0]) if option.key == "variant"]
    return words_of(options[0].choices[kind]) if options and kind != options[0].default else ""


def _luck_menu(context: AppContext, player: PlayerStatistics) -> Menu:
    """Return the newest codes of *player*; OK computes the luck and the skill of the one under the cursor."""

    def compute(place: int) -> Navigation:
        bits = luck_and_skill(context.environment, context.catalogue, player.newest[place])
        translator = context.translator
        return ShowMessage(translator._("That cannot be read.") if bits is None else _judge(translator, *bits))

    items = [
        Item(filled(N_("Code {number}"), number=place + 1), partial(compute, place), "\u2026")
        for place in range(len(player.newest))
    ]
    return Menu(context, N_("Luck and skill"), items)


def _plain(count: int) -> Text:
    return Verbatim(str(count))


def _of(count: int, total: int) -> Text:
    return Verbatim(f"{count}/{total}")


STRONG, GOOD = -1.0, -3.0
"""The bits of skill down to which a round was played very well, and well."""


def _judge(translator: Translator, luck: float, skill: float) -> str:
    """Return a sentence about the luck and one about the skill of a round, both in bits."""
    play = (
        N_("Very well played!")
        if skill >= STRONG
        else N_("Well played.")
        if skill >= GOOD
        else N_("Play on and learn.")
    )
    return f"{judge_luck(luck)(translator)} {translator._(play)}"
