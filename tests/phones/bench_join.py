"""How many presses four phones take at the box, from a running match of four and back into it."""

from __future__ import annotations

from companion.box import Call
from companion.match.session import Session
from companion.phones.feature import FEATURE
from companion.phones.port import Asker
from companion.ui.core.menu import Menu
from tests.phones.paper_phones import PaperPhones
from tests.support.flow import CATALOGUE, Flow, start
from tests.support.installing import install
from tests.support.paper import PaperArchive, environment

PEOPLE = ("Anna", "Ben", "Chloé", "David")


def join_presses_4() -> float:
    """Return the presses of the shortest way through the menus to four admitted phones, and back to the match."""
    archive, phones = PaperArchive(), PaperPhones()
    Session.begin(CATALOGUE["coda"], {}, PEOPLE, environment(archive))
    flow = start(archive, tables={"phones": {"on": True}})
    install(flow.context, additions=(FEATURE,))
    flow.context.running["phones"] = phones
    flow.press("OK")
    before = flow.screen
    presses = _pressed(flow, "BACK") + _chosen(flow, "Phones") + _chosen(flow, "All phones")
    askers = [Asker(name, name) for name in PEOPLE]
    _ask(flow, phones, *askers)
    presses += _pressed(flow, "OK")
    _ask(flow, phones, *(Asker(one.phone, one.name, f"100{place}") for place, one in enumerate(askers)))
    presses += _pressed(flow, "OK")
    if phones.asked[-1] != ("admit", sorted(PEOPLE)):
        raise RuntimeError(f"expected four phones to be admitted, got {phones.asked}")
    while flow.screen != before:
        presses += _pressed(flow, "BACK")
    return presses


def _ask(flow: Flow, phones: PaperPhones, *askers: Asker) -> None:
    """Let phones ask, or show their digits, and the box draw them."""
    phones.ask(*askers)
    flow.box.inputs.post(Call(lambda: None))
    flow.app.run()


def _pressed(flow: Flow, key: str) -> int:
    flow.press(key)
    return 1


def _chosen(flow: Flow, label: str) -> int:
    """Choose the line of a menu by the shorter way; return the presses."""
    menu = flow.top
    if not isinstance(menu, Menu):
        raise TypeError(f"expected a menu with {label!r}, got {flow.lines}")
    said = [flow.context.translator.say(item.label) for item in menu.items]
    down = (said.index(label) - menu.at) % len(said)
    way = ("DOWN", down) if down <= len(said) - down else ("UP", len(said) - down)
    flow.press(f"{way[0]} " * way[1], "OK")
    return way[1] + 1


if __name__ == "__main__":
    print(join_presses_4())
