"""The settings menu: language, sound, brightness, dimming, text, pegs, board, tray and check-up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
    absent = {"theme": not context.has_themes, "turned": not context.is_square}

    def items() -> list[Item]:
        return [
            *_lines(context, [each for each in OWN.values() if not absent.get(each.key)]),
            *([_date(context)] if has_no_day else []),
            *_lines(context, context.declared),
            *(item for addition in context.additions for item in addition.settings_items(context)),
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

    return [
        Item(
            N_("Tray"),
            lambda: Push(wizard.tray_menu(context, service)),
            "…",
            help=N_("Teaches the tray your pegs."),
        )
    ]


def _checkup(context: AppContext) -> list[Item]:
    host_factory = context.host_factory
    if host_factory is None:
        return []
    return [
        Item(
            N_("Check-up"),
            lambda: Push(checkup.Checkup(context, host_factory())),
            help=N_("Tests display, keys, sound and card."),
        )
    ]


def _lines(context: AppContext, settings: Iterable[Setting]) -> list[Item]:
    return [setting_item(context, each) for each in settings if each.title and each.is_listed]


def setting_item(context: AppContext, setting: Setting) -> Item:
    """Return the item of a menu that shows *setting* and changes it, as its declaration says."""
    value = context.chosen.get(setting)
    title, words, limits = setting.title, setting.help, setting.limits

    def change(new: object) -> None:
        context.change(**context.chosen.changes(setting, new))

    if setting.name in context.fixed:
        # The card's file would set it again at the next start.
        return Item(title, lambda: Push(Notice(context, _FIXED)), setting.labels.get(value, ""), help=words)
    if isinstance(setting.default, bool):
        return _switch(title, words, value, change)
    if limits is None:
        return _choice(context, setting, setting.labels, change)
    if setting.unit == "s":
        times = (each for each in _TIMES if each in limits)
        return _choice(context, setting, {each: _duration(each) for each in sorted({*times, value})}, change)
    if setting.unit == "%":
        steps = range(limits.start if limits.start == 0 else STEP, limits.stop, STEP)
        shown = N_("off") if value == 0 else Verbatim(f"{value} %")
        return Item(title, lambda: Push(Slider(context, title, steps, value, change)), shown, help=words)
    return _choice(context, setting, {each: Verbatim(str(each)) for each in limits}, change)


def _switch(title: Text, words: Text, is_on: bool, change: Callable[[bool], None]) -> Item:
    def turn() -> Navigation:
        change(not is_on)
        return Stay()

    return Item(title, turn, N_("on") if is_on else N_("off"), turn=lambda step: turn(), help=words)


def _choice(
    context: AppContext, setting: Setting, labels: Mapping[Any, Text], change: Callable[[object], None]
) -> Item:
    """Return the item of a setting with few values; LEFT and RIGHT turn one that is no time and applies at once."""
    chosen, values = context.chosen.get(setting), list(labels)

    def done(value: object) -> Navigation:
        change(value)
        return Replace(Notice(context, setting.after)) if setting.after else Pop()

    def turn(step: int) -> Navigation:
        change(values[(values.index(chosen) + step) % len(values)])
        return Stay()

    options = [(label, value) for value, label in labels.items()]
    return Item(
        setting.title,
        lambda: Push(ChoiceMenu(context, setting.title, options, chosen, done)),
        labels[chosen],
        turn=None if setting.after or setting.unit else turn,
        help=setting.help,
    )


def _duration(seconds: int) -> Text:
    def words(translator: Translator) -> str:
        if seconds == 0:
            return translator._("never")
        return f"{seconds} s" if seconds % 60 else f"{seconds // 60} min"

    return words
