"""What phones add to the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.errors import N_
from companion.features.seam import Command, Feature, Later
from companion.phones.switch import ON

if TYPE_CHECKING:
    from companion.features.running import Running, Surroundings
    from companion.phones import (
        command,
        desk,
        doctor,
        errors,
        phone_line,
        phone_store,
        phones_off,
        port,
        screens,
        web_process,
        wishes,
    )
else:
    NAMES = (
        "command",
        "desk",
        "doctor",
        "errors",
        "wishes",
        "phone_line",
        "phone_store",
        "phones_off",
        "port",
        "screens",
        "web_process",
    )
    command, desk, doctor, errors, wishes, phone_line, phone_store, phones_off, port, screens, web_process = (
        Later(f"companion.phones.{name}") for name in NAMES
    )


def _start(around: Surroundings) -> Running:
    if around.runtime is None:
        raise errors.PhonesFailed("expected a folder for sockets, got none")
    store = phone_store.PhoneStore(around.state / "phones.json", around.tell)
    # After a call, the loop shows the screen again.
    phones = desk.PhoneDesk(
        store,
        around.runtime,
        lambda: around.call(lambda: None),
        lambda name: around.call(lambda: screens.begin_again(around.context, phones, name, around.open)),
        lambda day: setattr(around.context, "offered_day", day),
        lambda name, wish, text, answer: around.call(
            lambda: phones.reply(answer, wishes.grant(around.context, phones, around.open, name, wish, text))
        ),
    )
    phones.request(port.NetworkRequest.ADDRESS)
    return phones


FEATURE = Feature(
    "phones",
    N_("Phones"),
    settings=(ON,),
    beside=lambda out: web_process.web_beside(out),
    commands=(
        Command(
            "web",
            "serve pages for phones and screens on the local network, beside a running game",
            "The game needs [phones] on = true in its settings. codemaker --phones plays and serves at once.",
            add_options=lambda parser: command.add_options(parser),
            run=lambda options: command.run(options),
            alone=lambda options: command.run_alone(options),
        ),
    ),
    checks=lambda: doctor.CHECKS,
    home_items=lambda context: screens.home_items(context),
    pause_items=lambda context, people: screens.pause_items(context, people),
    players=lambda context: screens.players(context),
    renamed=lambda context, old, new: screens.rename(context, old, new),
    own_screens=lambda context: screens.own_screens(context),
    start=_start,
    extension=lambda running: (
        phone_line.PhoneLine(running) if isinstance(running, desk.PhoneDesk) else phones_off.PhonesOff()
    ),
)
