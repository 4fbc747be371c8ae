"""Navigation for events of the tray."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from companion.box.tray import Reading, RowCommitted, RowMissed, TrayEvent, TrayFound, TrayLost, TrayTrouble
from companion.errors import N_
from companion.i18n.translator import Translator
from companion.ui.core.screen import Navigation, Refuse, Screen, ShowMessage, Stay

if TYPE_CHECKING:
    from companion.tray.service import TrayService

log = logging.getLogger(__name__)


def on_tray_event(tray: TrayService, event: TrayEvent, top: Screen, translator: Translator) -> Navigation:
    """Return the navigation for *event* while *top* is shown."""
    match event:
        case RowCommitted():
            go = top.take_row(event)
            return Refuse(translator._(N_("No row is wanted now."))) if go is None else go
        case Reading():
            go = top.take_reading(event)
            if go is None:
                # The screen that wanted readings is gone; more readings would keep waking the box.
                tray.tray.watch(False)
            return go or Stay()
        case TrayFound():
            return _say(tray.greet(event), translator)
        case TrayLost(reason=reason):
            log.info("tray lost: %s", reason)
            return _say(tray.miss(), translator)
        case RowMissed(presses=0):
            # The tray was disconnected or reset, and its button may not have been pressed.
            return Stay()
        case RowMissed():
            return Refuse(translator._(N_("The row was lost. Press the tray's button again.")))
        case TrayTrouble(error=error):
            log.warning("tray: %s", error)
            return ShowMessage(translator.tell(error))


def _say(sentence: str, translator: Translator) -> Navigation:
    return ShowMessage(translator._(sentence)) if sentence else Stay()
