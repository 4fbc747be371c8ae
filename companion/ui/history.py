"""The matches played: looked back at, or gone on with."""

from __future__ import annotations

from companion.archive import Summary
from companion.errors import N_
from companion.ui.faces import FACES
from companion.ui.match import Match
from companion.ui.menu import Item, Menu
from companion.ui.notice import Notice
from companion.ui.screen import Go, Push, Screen
from companion.ui.table import Table
from companion.ui.tongue import Name, Tongue, Words


def history_menu(table: Table) -> Screen:
    """Return the list of matches, the newest first, with how each ended."""
    matches = [match for match in table.matches() if match.entries]
    if not matches:
        return Notice(table, N_("No match has been played yet."), title=N_("Matches"))
    return Menu(table, N_("Matches"), [_item(table, match) for match in matches])


def _item(table: Table, match: Summary) -> Item:
    def label(tongue: Tongue) -> Name:
        return Name(f"{match.number}. {table.game_title(match.heading.game, tongue)}")

    return Item(label, lambda: _look_back(table, match), _state(match))


def _state(match: Summary) -> Words:
    if match.result is None:
        return N_("open")
    return "\u2713" if match.result else N_("given up")


def _look_back(table: Table, summary: Summary) -> Go:
    """Show what can be seen of a match; one that goes on can be gone on with."""
    session = table.resume(summary)
    face = FACES[session.game.family]
    match = Match(table, session, face)

    def label(tongue: Tongue) -> Name:
        return Name(f"{summary.number}. {table.game_title(summary.heading.game, tongue)}")

    go_on = [Item(N_("Go on playing"), lambda: Push(face.resumed(match)))] if summary.result is None else []
    players = ", ".join(summary.heading.players)
    begun = summary.heading.begun.replace("T", " ")[:16]
    return Push(
        Menu(
            table,
            label,
            [
                *go_on,
                Item(N_("Score"), lambda: Push(face.sheet(match)), "…"),
                Item(face.boards_title, lambda: Push(face.boards(match)), "…"),
                Item(N_("Rematch"), match.rematch, "…"),
                Item(Name(players), lambda: Push(face.sheet(match))),
                Item(Name(begun), lambda: Push(face.sheet(match))),
            ],
        )
    )
