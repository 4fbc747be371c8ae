"""A family of games is known to its own modules alone: all others ask a game for its abilities."""

from __future__ import annotations

from collections.abc import Iterable

import grimp

from companion.match.families import FAMILIES

PEGS_OF_THE_TRAY = {
    "companion.games.pegs.edition",
    "companion.ui.games.pegs.drawing",
    "companion.ui.games.pegs.elements",
}
"""The pegs of an edition as data, and how they look: the tray reads, names and shows them too."""


RESERVED = {"shared"}
"""No name of a family: the modules that the screens of several families use."""


def foreign(imports: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return those of *imports*, pairs of module names, by which a module outside a family knows the family."""
    return {
        (importer, imported)
        for importer, imported in imports
        for family in FAMILIES
        if _belongs(imported, family) and not _belongs(importer, family) and imported not in PEGS_OF_THE_TRAY
    }


def _belongs(module: str, family: str) -> bool:
    rooms = ("games", "ui.games", "match.families", "strategy", "front_ends.views", "words")
    return any(f"{module}.".startswith(f"companion.{room}.{family}") for room in rooms)


def imports_of_the_package() -> set[tuple[str, str]]:
    graph = grimp.build_graph("companion", cache_dir=None)
    return {(name, imported) for name in graph.modules for imported in graph.find_modules_directly_imported_by(name)}


def test_no_module_outside_a_family_imports_from_it() -> None:
    assert foreign(imports_of_the_package()) == {
        # The cached candidates and books are dropped while the display is off.
        ("companion.app.idle", "companion.strategy.pegs.candidates"),
        ("companion.app.idle", "companion.strategy.pegs.library"),
        # The players' own edition files.
        ("companion.match.catalogue", "companion.match.families.pegs"),
        ("companion.match.catalogue", "companion.match.families.pegs_together"),
    }


def test_import_of_a_family_from_outside_is_found() -> None:
    inside = [("companion.ui.games.coda.x", "companion.games.coda.view"), ("companion.cli.x", "companion.games.die")]
    environment = [
        ("companion.cli.x", "companion.games.coda.game"),
        ("companion.games.pegs.y", "companion.games.coda"),
    ]
    assert foreign([*inside, *environment]) == set(environment)


def test_no_family_has_the_name_of_what_families_share() -> None:
    package = "companion.ui.games"
    found = {
        name.removeprefix(f"{package}.")
        for name in grimp.build_graph("companion", cache_dir=None).find_children(package)
    }
    assert RESERVED.isdisjoint(FAMILIES), f"expected another name than {RESERVED & {*FAMILIES}}, see docs/games.md"
    assert found - {*FAMILIES} == RESERVED
