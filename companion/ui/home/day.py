"""The day that the box says it is, and the menu that sets it where the clock cannot be right."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

from companion.doctor.host import is_clock_set
from companion.errors import N_
from companion.i18n.translator import Text, Verbatim
from companion.match.streak import FIRST_DAY, day_at, stamps_from
from companion.ui.core.context import AppContext
from companion.ui.core.menu import Item, Menu
from companion.ui.core.screen import Navigation, Pop, Stay

DATE_HELP = N_("The day of new matches, and of the code of the day.")


def today(context: AppContext) -> str:
    """Return the day that the clock says, in the time zone of the box."""
    return day_at(context.environment.stamp())


def no_day(context: AppContext) -> str | None:
    """Return why the box does not know the day, or None if it does."""
    host = context.installation.host_factory
    is_set = (
        context.installation.has_network and today(context) >= FIRST_DAY and (host is None or is_clock_set(host()))
    )
    return None if is_set or context.is_day_by_hand else N_("The box does not know the day. Set it in Settings, Date.")


def date_menu(context: AppContext) -> Menu:
    """Return the menu that sets the day until the box is switched off; it begins at a phone's day or the clock's."""
    shown = date.fromisoformat(max(context.offered_day or today(context), FIRST_DAY))

    def part(title: Text, value: int, turned: Callable[[int], date]) -> Item:
        def turn(step: int) -> Navigation:
            nonlocal shown
            shown = max(turned(step), date.fromisoformat(FIRST_DAY))
            return Stay()

        return Item(title, lambda: turn(1), Verbatim(str(value)), turn=turn)

    def done() -> Navigation:
        context.environment = replace(context.environment, stamp=stamps_from(shown, context.now))
        context.is_day_by_hand = True
        return Pop()

    def items() -> list[Item]:
        return [
            part(N_("Day"), shown.day, lambda step: shown + timedelta(step)),
            part(N_("Month"), shown.month, lambda step: _months_on(shown, step)),
            part(N_("Year"), shown.year, lambda step: _months_on(shown, 12 * step)),
            Item(N_("Done"), done),
        ]

    return Menu(context, N_("Date"), items)


def _months_on(day: date, months: int) -> date:
    """Return the same day *months* later, or the last day of a month that is shorter."""
    year, month = divmod(12 * day.year + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
