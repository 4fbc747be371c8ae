"""The statistics of the players on the box, over the newest matches; ``codemaker stats`` has them over all."""

from __future__ import annotations

from functools import partial
from itertools import islice

from companion.errors import N_, JournalFailed
from companion.i18n.default_names import names_words
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.match.statistics import REPLAYED, PlayerStatistics, collected, luck_and_skill, saved
from companion.ui.core.context import AppContext, unreadable
from companion.ui.core.menu import Item, Menu
from companion.ui.core.notice import Notice
from companion.ui.core.screen import Navigation, Push, Screen, Stay

TITLE = N_("Statistics")


def statistics_menu(context: AppContext) -> Screen:
    """Return the players of the newest matches with the number of their matches; raises ``JournalFailed``."""
    try:
        players = collected(context.environment, context.catalogue, islice(saved(context.environment), REPLAYED))
    except JournalFailed as failure:
        raise unreadable(failure) from failure
    if not players:
        return Notice(context, N_("There are no matches here."), title=TITLE)

    def item(name: str) -> Item:
        return Item(names_words([name]), lambda: Push(_player_menu(context, name, players[name])), "…")

    return Menu(context, TITLE, [item(name) for name in sorted(players)])


def _player_menu(context: AppContext, name: str, player: PlayerStatistics) -> Menu:
    """Return the figures of one player, line by line."""
    codes = player.codes.values()
    tried, found, rows = (sum(getattr(one, key) for one in codes) for key in ("tried", "found", "rows"))
    best = min((one.best for one in codes if one.best is not None), default=0)
    lines: list[tuple[str, Text]] = [(N_("Newest matches"), _plain(player.matches))]
    if player.with_others:
        lines.append((N_("Won"), _of(player.won, player.with_others)))
    if tried:
        lines.append((N_("Codes found"), _of(found, tried)))
    if found:
        lines += [(N_("Rows, average"), lambda translator: translator.number(rows / found))]
        lines += [(N_("Fewest rows"), _plain(best))] if best else []
    if tried:
        lines += [(N_("Found in a row"), _plain(player.streak)), (N_("Longest streak"), _plain(player.longest))]
        lines += [(N_("Hints"), _plain(player.hints))]
    if player.undone:
        lines.append((N_("Undone answers"), _plain(player.undone)))
    items = [Item(label, Stay, value) for label, value in lines]
    bits = [Item(N_("Luck and skill"), lambda: Push(_luck_menu(context, player)), "…")] if player.newest else []
    return Menu(context, names_words([name]), [*items, *bits])


def _luck_menu(context: AppContext, player: PlayerStatistics) -> Menu:
    """Return the newest codes of *player*; OK computes the luck and the skill of the one under the cursor."""
    known: dict[int, Text] = {}

    def compute(place: int) -> Navigation:
        bits = luck_and_skill(context.environment, context.catalogue, player.newest[place])
        known[place] = "?" if bits is None else _bits(*bits)
        return Stay()

    def items() -> list[Item]:
        return [
            Item(filled(N_("{number}. code"), number=place + 1), partial(compute, place), known.get(place, "\u2026"))
            for place in range(len(player.newest))
        ]

    return Menu(context, N_("Luck and skill"), items)


def _plain(count: int) -> Text:
    return Verbatim(str(count))


def _of(count: int, total: int) -> Text:
    return Verbatim(f"{count}/{total}")


def _bits(luck: float, skill: float) -> Text:
    def words(translator: Translator) -> Verbatim:
        return Verbatim(f"{translator.number(luck, signed=True)} {translator.number(skill, signed=True)}")

    return words
