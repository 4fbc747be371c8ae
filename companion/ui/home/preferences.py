"""The settings menu: language, sound, brightness, dimming, text, pegs, board, tray and check-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.config.declared import Setting
from companion.config.settings import OWN
from companion.errors import N_
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.core.context import AppContext
from companion.ui.core.menu import ChoiceMenu, Item, Menu, Slider
from companion.ui.core.notice import Notice
from companion.ui.core.screen import Navigation, Pop, Push, Replace, Stay
from companion.ui.home import checkup, day
from companion.ui.tray import wizard

_TIMES = (0, 30, 60, 120, 300, 600, 1800, 3600)
_FIXED = N_("The card's codemaker.txt sets this. Change it there.")
STEP = 5


def preferences(context: AppContext) -> Menu:
    """Return the menu of settings; every change applies at once and is saved."""
    has_no_day = day.no_day(context) is not None or context.is_day_by_hand
    absent = {"theme": not context.installation.has_themes, "turned": not context.installation.is_square}

    def items() -> list[Item]:
        return [
            *_lines(context, [each for each in OWN.values() if not absent.get(each.key)]),
            *([_date(context)] if has_no_day else []),
            *_lines(context, context.declared),
            *(item for addition in context.installation.additions for item in addition.settings_items(context)),
            *_tray(context),
            *_checkup(context),
        ]

    return Menu(context, N_("Settings"), items, has_help=True)


def _date(context: AppContext) -> Item:
    return Item(N_("Date"), lambda: Push(day.date_menu(context)), Verbatim(day.today(context)), help=day.DATE_HELP)


def _tray(context: AppContext) -> list[Item]:
    service = context.tray
    if service is None or service.found is None:
        return []
    words = N_("Teaches the tray your pegs.")
    return [Item(N_("Tray"), lambda: Push(wizard.tray_menu(context, service)), "…", help=words)]


def _checkup(context: AppContext) -> list[Item]:
    host_factory = context.installation.host_factory
    if host_factory is None:
        return []
    words = N_("Tests display, keys, sound and card.")
    return [Item(N_("Check-up"), lambda: Push(checkup.Checkup(context, host_factory())), help=words)]


def _lines(context: AppContext, settings: Iterable[Setting]) -> list[Item]:
    return [setting_item(context, each) for each in settings if each.title and each.is_listed]


def setting_item(context: AppContext, setting: Setting) -> Item:
    """Return the item of a menu that shows *setting* and changes it, as its declaration says.

    LEFT and RIGHT turn a choice that is no time and applies at once.
    """
    title, limits, chosen = setting.title, setting.limits, context.chosen.get(setting)
    labels = _labels(setting, chosen)

    def change(value: object) -> Navigation:
        context.change(**context.chosen.changes(setting, value))
        return Replace(Notice(context, setting.after)) if setting.after else Pop()

    def turn(step: int) -> Navigation:
        values = list(labels)
        change(values[(values.index(chosen) + step) % len(values)])
        return Stay()

    def choose() -> Navigation:
        if setting.name in context.installation.fixed:
            # The card's file would set it again at the next start.
            return Push(Notice(context, _FIXED))
        if isinstance(chosen, bool):
            return turn(1)
        if limits is not None and setting.unit == "%":
            steps = range(limits.start if limits.start == 0 else STEP, limits.stop, STEP)
            return Push(Slider(context, title, steps, chosen, change))
        return Push(ChoiceMenu(context, title, [(label, value) for value, label in labels.items()], chosen, change))

    is_turned = not (setting.after or setting.unit or setting.name in context.installation.fixed)
    return Item(title, choose, labels[chosen], turn=turn if is_turned else None, help=setting.help)


def _labels(setting: Setting, chosen: Any) -> Mapping[Any, Text]:
    """Return the words for the values that a menu offers for *setting*, and for the *chosen* one."""
    if isinstance(chosen, bool):
        return {False: N_("off"), True: N_("on")}
    if setting.limits is None:
        return setting.labels or {chosen: Verbatim(chosen)}
    if setting.unit == "%":
        return {chosen: N_("off") if chosen == 0 else Verbatim(f"{chosen} %")}
    if setting.unit == "s":
        return {each: _duration(each) for each in sorted({*_TIMES, chosen}) if each in setting.limits}
    return {each: Verbatim(str(each)) for each in setting.limits}


def _duration(seconds: int) -> Text:
    def words(translator: Translator) -> str:
        if seconds == 0:
            return translator._("never")
        return f"{seconds} s" if seconds % 60 else f"{seconds // 60} min"

    return words
