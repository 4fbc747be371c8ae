"""Players who are renamed, merged or deleted, and finished matches that are corrected or deleted; all asked twice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from companion.config.names import distinct, is_among
from companion.errors import N_, JournalFailed
from companion.i18n.default_names import is_of_the_box, names_words, shown_name, stored_name
from companion.i18n.translator import Text, filled
from companion.match import changes
from companion.match.archive import MatchSummary
from companion.match.statistics import recent
from companion.ui.core.context import AppContext, looking_back
from companion.ui.core.entry import NameEntry, choose_name
from companion.ui.core.menu import ChoiceMenu, Item, Menu
from companion.ui.core.notice import Notice, Question
from companion.ui.core.screen import Navigation, PopToRoot, Push, Replace, Screen

TITLE = N_("Players")
REALLY = N_("Are you sure? It cannot be undone.")


def players_menu(context: AppContext) -> Screen:
    """Return the players of the newest matches; raises ``JournalFailed``."""
    with looking_back():
        names = changes.people_in(recent(context.environment))
    if not names:
        return Notice(context, N_("There are no matches here."), title=TITLE)

    def item(name: str) -> Item:
        return Item(names_words([name]), lambda: Push(_player_menu(context, name, names)), "…")

    return Menu(context, TITLE, [item(name) for name in names])


def name_question(context: AppContext, name: str, new: str) -> Question:
    """Return the question, asked twice, whether the player *name* is called *new*, or is the player of that name."""
    archive = context.environment.archive
    is_known = is_among(new, changes.people_in(recent(context.environment)))

    def rename() -> None:
        now = changes.rename(archive, name, new)
        for addition in context.installation.additions:
            addition.renamed(context, name, now)

    words = N_("Are {name} and {other} one player?") if is_known else N_("Call {name} {other}?")
    called, other = (shown_name(each, context.translator) for each in (name, new))
    return _asked_twice(context, filled(words, name=called, other=other), _changing(context, rename))


def _changing(context: AppContext, do: Callable[[], object]) -> Callable[[], Navigation]:
    """Return what has *do* change the players, and leads to the first menu."""

    def changed() -> Navigation:
        do()
        # An open match goes on with the new names.
        context.driver = None
        follow(context)
        return PopToRoot()

    return changed


def _player_menu(context: AppContext, name: str, names: list[str]) -> Menu:
    archive = context.environment.archive
    called = shown_name(name, context.translator)

    def become(new: str) -> Navigation:
        return Push(name_question(context, name, new))

    def merge() -> Navigation:
        others: list[tuple[Text, str]] = [(names_words([other]), other) for other in names if other != name]
        return Push(ChoiceMenu(context, N_("Is the same as"), others, "", become))

    def delete() -> Navigation:
        words = filled(N_("Delete {name}? Statistics go, matches stay."), name=called)
        return Push(_asked_twice(context, words, _changing(context, lambda: changes.delete_player(archive, name))))

    items = [
        Item(N_("Another name"), lambda: Push(NameEntry(context, N_("Player's name"), "", become)), "…"),
        *([Item(N_("Is the same as"), merge, "…")] if len(names) > 1 else []),
        Item(N_("Delete"), delete, "…"),
    ]
    return Menu(context, names_words([name]), items)


def follow(context: AppContext) -> None:
    """Let the names of the next set-up follow the changes since the newest match began, where they can be read."""
    archive, names = context.environment.archive, context.chosen.names
    now = names
    with suppress(JournalFailed):
        now = tuple(changes.names_now(names, archive.changes(), max(archive.played_numbers(), default=0)))
    if now != names:
        context.try_to_change(names=now)


def corrections_menu(context: AppContext, match: MatchSummary) -> Menu:
    """Return what can be corrected of a finished *match*: who won, who played, and that it is shown."""
    archive, players, number = context.environment.archive, match.header.players, match.number

    def ask(words: Text, do: Callable[[], object]) -> Navigation:
        def done() -> Navigation:
            do()
            return PopToRoot()

        return Push(_asked_twice(context, words, done))

    def won(seats: tuple[int, ...]) -> Navigation:
        names = names_words([players[seat] for seat in seats]) if seats else N_("no player")
        return ask(
            filled(N_("The winner is {name}?"), name=lambda translator: translator.say(names)),
            lambda: changes.correct_winners(archive, number, seats),
        )

    def choose_winner() -> Navigation:
        options: list[tuple[Text, tuple[int, ...]]] = [(names_words([name]), (at,)) for at, name in enumerate(players)]
        shared = [(names_words(players), tuple(range(len(players))))] if len(players) == 2 else []
        return Push(ChoiceMenu(context, N_("Who won"), [*options, *shared, (N_("no player"), ())], (-1,), won))

    def seat(at: int) -> Navigation:
        def use(typed: str) -> Navigation:
            name = stored_name(typed, context.translator)
            words = filled(N_("Not {name} played but {other}?"), name=players[at], other=name)
            return ask(words, lambda: changes.correct_player(archive, number, at, name))

        known = distinct([*(name for _, name in people), *context.chosen.names])
        shown = [shown_name(name, context.translator) for name in known if name != players[at]]
        return Push(choose_name(context, N_("Who played"), "", use, shown))

    deleting = partial(ask, N_("Delete this match?"), lambda: changes.delete_match(archive, number))
    people = [(at, name) for at, name in enumerate(players) if not is_of_the_box(name)]
    winner = [Item(N_("Who won"), choose_winner, "…")] if match.result else []
    seats = [Item(names_words([name]), partial(seat, at), "…") for at, name in people]
    return Menu(context, N_("Correct"), [*winner, *seats, Item(N_("Delete"), deleting, "…")])


def _asked_twice(context: AppContext, words: Text, yes: Callable[[], Navigation]) -> Question:
    return Question(context, words, lambda: Replace(Question(context, REALLY, yes)))
