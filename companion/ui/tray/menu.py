"""The tray in the settings: the editions whose pegs can be calibrated."""

from __future__ import annotations

from companion.box.tray import HOLES
from companion.errors import N_
from companion.games.contract import TrayReadable
from companion.games.pegs.edition import Edition
from companion.i18n.translator import Verbatim
from companion.tray.service import TrayService
from companion.ui.context import AppContext
from companion.ui.menu import TICK, Item, Menu
from companion.ui.screen import Navigation, Push
from companion.ui.tray.wizard import CalibrationScreen


def tray_menu(context: AppContext, service: TrayService) -> Menu:
    """Return the list of the editions whose pegs fit into the tray; the calibrated ones are ticked."""
    readable = [game for game in context.catalogue if isinstance(game, TrayReadable)]
    editions = [game.edition for game in readable if game.edition.pegs <= HOLES]

    def item(edition: Edition) -> Item:
        def show() -> Navigation:
            return Push(CalibrationScreen(context, service, edition))

        value = TICK if service.is_calibrated(edition) else "…"
        return Item(lambda translator: Verbatim(edition.name(translator.language)), show, value)

    return Menu(context, N_("Show the pegs of"), lambda: [item(edition) for edition in editions])
