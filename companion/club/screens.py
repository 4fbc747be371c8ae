"""The lines of an event on the first menu."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from companion.club.invitation import BYTES_MOST, FILE, ClubInvitation, read_invitations
from companion.club.offer import TITLE_MOST, ForgetRequest, Offer, SlipOffer
from companion.club.switch import ON
from companion.errors import N_, CompanionError, JournalFailed, TextUnreadable
from companion.features.seam import Later
from companion.i18n.translator import Text, Verbatim, filled
from companion.ui.core import tiles
from companion.ui.core.context import AppContext
from companion.ui.core.entry import NameEntry
from companion.ui.core.menu import TICK, Item, Menu
from companion.ui.core.notice import Notice, Question
from companion.ui.core.screen import Navigation, Pop, Push, Refuse, Replace, Stay
from companion.ui.home import stick
from companion.ui.home.play import ask_players
from companion.ui.home.preferences import setting_item

if TYPE_CHECKING:
    from companion.club import keys
    from companion.club.desk import ClubDesk
else:
    # It imports PyNaCl.
    keys = Later("companion.club.keys")

HELP = N_("All tables of the event break the same code.")
CLUB = N_("Club")
NO_BRIDGE = N_("No bridge runs: codemaker club run.")
SLIP_HELP = N_("The ten letters of the slip open it.")
PLAYED = N_("This table has begun this round before.")
FORGET_HELP = N_("The event is over, and its director asks for it.")

log = logging.getLogger(__name__)


def first_items(context: AppContext) -> Sequence[Item]:
    """Return the lines of the event: the round that may be played now, and the rounds that a slip opens.

    There is none for a round that the table has begun, or may have begun, as far as the matches can be read.
    """
    club = cast("ClubDesk | None", context.running.get("club"))
    if club is None:
        return []
    if club.to_forget is not None:
        return [_forget_item(context, club, club.to_forget)]
    slips = [
        _slip_item(context, club, slip)
        for slip in club.slips.values()
        if not _is_begun(club, club.opened.get(slip.envelope))
    ]
    if not isinstance(offer := club.offer, Offer) or _is_begun(club, offer.challenge):
        return slips

    def begin() -> Navigation:
        return ask_players(context, context.catalogue[offer.game], lambda: offer.challenge, dict(offer.options))

    title = _title(offer)
    # Where both do not fit into a line, the title of the round says more.
    has_room = len(offer.event) + len(context.translator.say(title)) < TITLE_MOST
    label, value = (Verbatim(offer.event), title) if has_room else (title, Verbatim(""))
    return [Item(label, begin, value, is_extra=True, picture=tiles.CLUB, help=HELP), *slips]


def _title(round_: Offer | SlipOffer) -> Text:
    return Verbatim(round_.title) if round_.title else filled(N_("Round {number}"), number=round_.round)


def _slip_item(context: AppContext, club: ClubDesk, slip: SlipOffer) -> Item:
    """Return the line that asks for the letters of the slip of a round."""

    def done(letters: str) -> Navigation:
        try:
            code = keys.unseal(keys.key_of_slip(letters, slip.salt), slip.envelope)
        except TextUnreadable:
            return context.refuse(N_("These letters do not open the round."))
        club.opened[slip.envelope] = code
        if _is_begun(club, code):
            return Replace(Notice(context, PLAYED, Pop(), title=_title(slip)))
        return ask_players(context, context.catalogue[slip.game], lambda: code, dict(slip.options))

    return Item(
        _title(slip),
        lambda: Push(SlipEntry(context, _title(slip), "", done, keys.SLIP)),
        "\u2026",
        is_extra=True,
        picture=tiles.CLUB,
        help=SLIP_HELP,
    )


class SlipEntry(NameEntry):
    """The entry of the letters of a slip."""

    @property
    def wheel(self) -> str:
        return TICK if len(self.name) == keys.SLIP else keys.SLIP_LETTERS

    @property
    def rest(self) -> str:
        return ""

    def type(self, text: str) -> Navigation | None:
        """Append the letters of *text*, without spaces."""
        letters = "".join(text.upper().split())
        if not set(letters) <= set(keys.SLIP_LETTERS):
            return Refuse(self.context.translator._("A slip has letters without I and O."))
        self.name = (self.name + letters)[: keys.SLIP]
        self._at = -1 if len(self.name) == keys.SLIP else 0
        return Stay()


def _forget_item(context: AppContext, club: ClubDesk, request: ForgetRequest) -> Item:
    """Return the line that deletes the matches of an event that its director forgets, after a question."""

    def delete() -> Navigation:
        try:
            club.forget(request)
        except CompanionError as error:
            return Replace(Notice(context, error.sentence, Pop()))
        return Pop()

    label = filled(N_("Delete {event}"), event=request.event)
    text = filled(N_("Delete all matches of {event} here, with the names?"), event=request.event)
    return Item(label, lambda: Push(Question(context, text, delete)), "\u2026", is_extra=True, help=FORGET_HELP)


def _is_begun(club: ClubDesk, challenge: str | None) -> bool:
    try:
        return challenge is not None and club.match_of(challenge) is not None
    except JournalFailed:
        return True


def home_items(context: AppContext) -> Sequence[Item]:
    """Return the line under *More* by which the box joins an event from a stick; none for a box without sticks."""
    club = cast("ClubDesk | None", context.running.get("club"))
    if club is None or context.installation.stick is None or not context.installation.has_network:
        return []
    return [Item(CLUB, lambda: stick.with_stick(context, partial(_tables, context, club)), "\u2026")]


def settings_items(context: AppContext) -> Sequence[Item]:
    """Return the line that switches the club on; none for a box without a network, such as the card image."""
    return [setting_item(context, ON)] if context.installation.has_network else []


def _tables(context: AppContext, club: ClubDesk, folder: Path) -> Navigation:
    """Let the players choose which table of the file in *folder* this box is."""
    try:
        invitations = read_invitations((folder / FILE).read_bytes()[:BYTES_MOST].decode())
    except FileNotFoundError:
        return Push(Notice(context, filled(N_("There is no {file} on this stick."), file=FILE), title=CLUB))
    except (OSError, ValueError, TextUnreadable) as error:
        log.warning("invitations refused: %s", error)
        return Push(Notice(context, filled(N_("{file} is wrong: make it anew."), file=FILE), title=CLUB))
    return Push(tables_menu(context, club, invitations))


def tables_menu(context: AppContext, club: ClubDesk, invitations: Sequence[ClubInvitation]) -> Menu:
    """Return the menu in which the players choose which of the tables of *invitations* this box is."""

    def join(invitation: ClubInvitation) -> Navigation:
        joined = filled(N_("This box is {table} now."), table=invitation.table)
        return Replace(Notice(context, joined if club.join(invitation) else NO_BRIDGE, title=CLUB))

    items = [Item(Verbatim(one.table), partial(join, one)) for one in invitations]
    return Menu(context, N_("Which table is this?"), items)
