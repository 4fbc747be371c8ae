"""The settings menu: language, sound, brightness, dimming, text, pegs, board, tray and check-up."""

from __future__ import annotations

from functools import partial

from companion.config.settings import LIMITS, BoardName, Pegs, StartRow, Theme, Turned
from companion.errors import N_
from companion.i18n import AUTO
from companion.i18n.translator import Text, Translator, Verbatim, languages, own_name
from companion.ui.core.context import AppContext
from companion.ui.core.menu import Item, Menu, Slider, choice_item, switch_item
from companion.ui.core.notice import Notice
from companion.ui.core.screen import Navigation, Pop, Push, Replace
from companion.ui.home import checkup, day
from companion.ui.tray import wizard

_TIMES = (0, 30, 60, 120, 300, 600, 1800, 3600)
_BOARDS: dict[str, Text] = {
    BoardName.AUTO: N_("automatic"),
    BoardName.BONNET: Verbatim("OLED Bonnet"),
    BoardName.WAVESHARE_1IN3: Verbatim("OLED HAT 1.3"),
    BoardName.WAVESHARE_A: Verbatim("OLED HAT (A)"),
    BoardName.WAVESHARE_LCD_1IN3: Verbatim("LCD HAT 1.3"),
    BoardName.WAVESHARE_LCD_1IN44: Verbatim("LCD HAT 1.44"),
    BoardName.ADAFRUIT_TFT_1IN3: Verbatim("TFT Bonnet"),
    BoardName.DISPLAY_HAT_MINI: Verbatim("HAT Mini"),
    BoardName.PIRATE_AUDIO: Verbatim("Pirate Audio"),
    BoardName.SSD1309: Verbatim("SSD1309"),
    BoardName.SSD1327: Verbatim("SSD1327"),
    BoardName.SSD1351: Verbatim("SSD1351"),
    BoardName.CUSTOM: N_("from a file"),
}
_THEMES: dict[str, Text] = {
    Theme.DARK: N_("dark colours"),
    Theme.LIGHT: N_("light colours"),
    Theme.CONTRAST: N_("high contrast"),
}
_TURNS: dict[str, Text] = {
    Turned.NO: N_("no"),
    Turned.RIGHT: N_("to the right"),
    Turned.HALF: N_("upside down"),
    Turned.LEFT: N_("to the left"),
}
_PEGS: dict[str, Text] = {Pegs.LETTERS: N_("letters"), Pegs.SHAPES: N_("shapes")}
_START_ROWS: dict[str, Text] = {StartRow.LAST: N_("as the last"), StartRow.EMPTY: N_("empty")}
_AT_NEXT_START = N_("The display is changed at the next start.")
_FIXED = N_("The card's codemaker.txt sets this. Change it there.")
STEP = 5
_HELP: dict[str, Text] = {
    "language": N_("The language of all screens."),
    "volume": N_("How loud the box is. At 0 it makes no sound."),
    "brightness": N_("How bright the display is."),
    "dim_after_s": N_("The display gets darker after this time."),
    "dark_after_s": N_("The display goes dark. Any key wakes it."),
    "large_text": N_("Bigger letters, fewer lines."),
    "theme": N_("Dark or light colours of the display."),
    "pegs": N_("Shows pegs as letters or as shapes."),
    "start_row": N_("A new row begins as a copy of the last one, or empty."),
    "turned": N_("For a display whose top is not on top."),
    "board": N_("The display plugged in. Automatic finds only some."),
    "tray": N_("Teaches the tray your pegs."),
    "checkup": N_("Tests display, keys, sound and card."),
}


def preferences(context: AppContext) -> Menu:
    """Return the menu of settings; every change applies at once and is saved."""

    has_no_day = day.no_day(context) is not None or context.is_day_by_hand

    def items() -> list[Item]:
        is_large = context.chosen.large_text
        after = Replace(Notice(context, _AT_NEXT_START))
        return [
            _choice(context, "language", N_("Language"), _languages()),
            _dial(context, "volume", N_("Sound")),
            _dial(context, "brightness", N_("Brightness")),
            _time(context, "dim_after_s", N_("Dim after")),
            _time(context, "dark_after_s", N_("Dark after")),
            switch_item(
                N_("Large text"), is_large, lambda: context.change(large_text=not is_large), _HELP["large_text"]
            ),
            *([_choice(context, "theme", N_("Theme"), _THEMES)] if context.has_themes else []),
            _choice(context, "pegs", N_("Pegs"), _PEGS),
            _choice(context, "start_row", N_("New row"), _START_ROWS),
            _choice(context, "board", N_("Display"), _BOARDS, after),
            *([_choice(context, "turned", N_("Turned"), _TURNS, after)] if context.is_square else []),
            *([_date(context)] if has_no_day else []),
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
    return [Item(N_("Tray"), lambda: Push(wizard.tray_menu(context, service)), "…", help=_HELP["tray"])]


def _checkup(context: AppContext) -> list[Item]:
    host_factory = context.host_factory
    if host_factory is None:
        return []
    return [Item(N_("Check-up"), lambda: Push(checkup.Checkup(context, host_factory())), help=_HELP["checkup"])]


def _languages() -> dict[str, Text]:
    """Return the name of each language that has a catalogue, in that language."""

    def name(language: str) -> Text:
        return lambda translator: Verbatim(own_name(language))

    return {AUTO: N_("automatic"), **{language: name(language) for language in languages()}}


def _choice(
    context: AppContext, key: str, title: str, labels: dict[str, Text], then: Navigation | None = None
) -> Item:
    """Return the item of a setting with few values; *then* is followed after a choice instead of going back."""
    chosen = getattr(context.chosen, key)
    if key in context.fixed:
        # The card's file would set it again at the next start.
        return Item(title, lambda: Push(Notice(context, _FIXED)), labels[chosen], help=_HELP[key])

    options = [(label, value) for value, label in labels.items()]
    return choice_item(context, title, options, chosen, partial(_change, context, key), after=then, help_=_HELP[key])


def _change(context: AppContext, key: str, value: object) -> None:
    context.change(**{key: value})


def _dial(context: AppContext, key: str, title: str) -> Item:
    limits, value = LIMITS[key], getattr(context.chosen, key)
    steps = range(limits.start if limits.start == 0 else STEP, limits.stop, STEP)

    def dial() -> Navigation:
        return Push(Slider(context, title, steps, value, partial(_change, context, key)))

    return Item(title, dial, N_("off") if value == 0 else Verbatim(f"{value} %"), help=_HELP[key])


def _time(context: AppContext, key: str, title: str) -> Item:
    chosen = getattr(context.chosen, key)
    options = [(_duration(value), value) for value in sorted({*_TIMES, chosen})]
    return choice_item(context, title, options, chosen, partial(_change, context, key), after=Pop(), help_=_HELP[key])


def _duration(seconds: int) -> Text:
    def words(translator: Translator) -> str:
        if seconds == 0:
            return translator._("never")
        return f"{seconds} s" if seconds % 60 else f"{seconds // 60} min"

    return words
