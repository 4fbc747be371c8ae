"""The settings menu: language, sound, brightness, dimming, text, pegs, board, tray and check-up."""

from __future__ import annotations

from collections.abc import Sequence

from companion.config.settings import LIMITS, BoardName, Language, Pegs, StartRow
from companion.errors import N_
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui import checkup
from companion.ui.context import AppContext
from companion.ui.menu import ChoiceMenu, Item, Menu, Slider
from companion.ui.notice import Notice
from companion.ui.screen import Navigation, Pop, Push, Replace, Stay
from companion.ui.tray import menu as tray_menu

_LANGUAGES: dict[str, Text] = {"auto": N_("as the system"), "en": Verbatim("English"), "fr": Verbatim("français")}
_TIMES = (0, 30, 60, 120, 300, 600, 1800, 3600)
_BOARDS: dict[str, Text] = {
    "auto": N_("automatic"),
    "bonnet": Verbatim("OLED Bonnet"),
    "waveshare-1in3": Verbatim("OLED HAT 1.3"),
    "waveshare-a": Verbatim("OLED HAT (A)"),
    "custom": N_("settings file"),
}
_AT_NEXT_START = N_("The board is changed at the next start.")
STEP = 5


def preferences(table: AppContext) -> Menu:
    """Return the menu of settings; every change applies at once and is saved."""

    def items() -> list[Item]:
        now = table.chosen
        return [
            _choice(table, "language", N_("Language"), _LANGUAGES, [*Language]),
            _dial(table, "volume", N_("Sound")),
            _dial(table, "brightness", N_("Brightness")),
            _time(table, "dim_after_s", N_("Dim after")),
            _time(table, "dark_after_s", N_("Dark after")),
            _switch(table, N_("Large text"), now.large_text),
            _choice(table, "pegs", N_("Pegs"), {"letters": N_("letters"), "shapes": N_("shapes")}, [*Pegs]),
            _choice(table, "start_row", N_("New row"), {"last": N_("as the last"), "empty": N_("empty")}, [*StartRow]),
            _choice(table, "board", N_("Board"), _BOARDS, [*BoardName], Replace(Notice(table, _AT_NEXT_START))),
            *_tray(table),
            *_checkup(table),
        ]

    return Menu(table, N_("Settings"), items)


def _tray(table: AppContext) -> list[Item]:
    desk = table.tray
    if desk is None or desk.found is None:
        return []

    return [Item(N_("Tray"), lambda: Push(tray_menu.tray_menu(table, desk)), "…")]


def _checkup(table: AppContext) -> list[Item]:
    patient = table.patient
    if patient is None:
        return []
    return [Item(N_("Check-up"), lambda: Push(checkup.Checkup(table, patient())))]


def _choice(
    table: AppContext,
    key: str,
    title: str,
    labels: dict[str, Text],
    values: Sequence[str],
    then: Navigation | None = None,
) -> Item:
    """Return the item of a setting with few values; *then* is followed after a choice instead of going back."""
    chosen = getattr(table.chosen, key)

    def done(value: str) -> Navigation:
        table.change(**{key: value})
        return then or Pop()

    def turn(step: int) -> Navigation:
        table.change(**{key: values[(values.index(chosen) + step) % len(values)]})
        return Stay()

    options = [(labels[value], value) for value in values]
    return Item(
        title,
        lambda: Push(ChoiceMenu(table, title, options, chosen, done)),
        labels[chosen],
        turn=None if then else turn,
    )


def _dial(table: AppContext, key: str, title: str) -> Item:
    limits, value = LIMITS[key], getattr(table.chosen, key)
    steps = range(limits.start if limits.start == 0 else STEP, limits.stop, STEP)

    def dial() -> Navigation:
        return Push(Slider(table, title, steps, value, lambda turned: table.change(**{key: turned})))

    return Item(title, dial, N_("off") if value == 0 else Verbatim(f"{value} %"))


def _time(table: AppContext, key: str, title: str) -> Item:
    chosen = getattr(table.chosen, key)
    values = sorted({*_TIMES, chosen})

    def done(value: int) -> Navigation:
        table.change(**{key: value})
        return Pop()

    options = [(_duration(value), value) for value in values]
    return Item(title, lambda: Push(ChoiceMenu(table, title, options, chosen, done)), _duration(chosen))


def _duration(seconds: int) -> Text:
    def words(tongue: Translator) -> str:
        if seconds == 0:
            return tongue._("never")
        return f"{seconds} s" if seconds % 60 else f"{seconds // 60} min"

    return words


def _switch(table: AppContext, title: str, is_on: bool) -> Item:
    def turn() -> Navigation:
        table.change(large_text=not is_on)
        return Stay()

    return Item(title, turn, N_("on") if is_on else N_("off"), turn=lambda step: turn())
