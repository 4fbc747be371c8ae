"""The phones as the thread of the table socket serves them: invitations, keys, and what one player alone may read."""

from __future__ import annotations

import logging
import secrets
from collections import deque
from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.config import installation
from companion.config.names import person
from companion.errors import TextUnreadable
from companion.front_ends.messages import MoveRequest, OpenMatch, Refusal, TableState, Why
from companion.front_ends.service import TableSocket
from companion.front_ends.views import Fields
from companion.games.challenge import is_day
from companion.i18n.default_names import is_default, is_of_the_box
from companion.phones import messages, private, sealed
from companion.phones.lobby import Lobby
from companion.phones.lobby_news import LobbyNews, lobby_told
from companion.phones.phone_store import PHONES_MOST, Kept, Phone
from companion.phones.phones_off import PhonesOff
from companion.phones.port import Addresses, Invitation, PhonesSeen
from companion.phones.private import Letter, PhoneRequest, PhoneStatus, Wish, WishAnswer
from companion.words.phrase import Phrase

if TYPE_CHECKING:
    from companion.phones.desk import PhoneDesk
    from companion.phones.secretbox import SecretBox

WRONG_MOST = 1000
"""After how many messages that no secret opens the letters, of 113 million, count no longer; the QR code does.

A stranger who stays within the limits of the web process takes twenty minutes to send as many.
"""
JOINED_MOST = 32
"""How many phones may have joined an invitation before one has proved that it knows the secret; the oldest go."""
CODE = "code "
"""How the move begins that sets a hidden code."""
GONE_MOST = 16
"""How many phones that were ended are remembered."""
log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Joining:
    """An open invitation: the game's pair of keys, the public keys of phones that joined, and wrong proofs."""

    invitation: Invitation
    public: bytes
    private: bytes = field(repr=False)
    joined: dict[str, bytes] = field(default_factory=dict)
    wrong: int = 0


class PhoneLine(PhonesOff):
    """The phones as the thread of the table socket serves them."""

    def __init__(self, desk: PhoneDesk) -> None:
        self._desk = desk
        self._lacks: str | None = None
        self._box: SecretBox | None = None
        self._players: tuple[str, ...] = ()
        self._match: int | None = None
        self._has_played = False
        # The state that the phones are told; it changes in "work" alone, together with them.
        self._newest = TableState(0)
        self._phones: dict[int, Phone] = {}
        self._joining: _Joining | None = None
        self._lobby: Lobby | None = None
        # The phone that has proved that it knows the secret, and waits for the answer of the table.
        self._waiting: tuple[Invitation, Phone] | None = None
        # They are told so when they ask: what is not sealed they do not believe.
        self._gone: deque[Phone] = deque(maxlen=GONE_MOST)
        self._ended = 0
        self._acts = {Wish.AGAIN: self._ask_again} | dict.fromkeys((Wish.MOVE, Wish.HINT, Wish.CHECK), self._move)
        self._acts |= dict.fromkeys((Wish.GAMES, Wish.BEGIN, Wish.NAME, Wish.LIMIT, Wish.DIE), self._wish)
        # The phones that play and have no stream of events open.
        self._away: set[str] = set()
        self._count = 0  # Of the sealed messages of this boot.

    def attach(self, wake: Callable[[], None]) -> None:
        """Have the screens call *wake* after they have asked for something."""
        self._desk.wake = wake

    def begin(self, socket: TableSocket) -> None:
        """Read the phones that play, and serve them."""
        super().begin(socket)
        self._lobby_news = LobbyNews(socket.send_to)
        kept = self._desk.store.read()
        if not kept.phones or self._load_box() is not None:
            self._players, self._match = kept.players, kept.match
            self._phones = {phone.seat: phone for phone in kept.phones}
        self._publish()

    def work(self) -> None:
        """Take the newest state, end the phones that are not for its match, and do what the screens asked for."""
        self._newest = self._socket.newest
        if self._newest.match is not None:
            self._follow_match(self._newest.match)
        while self._desk.commands:
            self._desk.commands.popleft()(self)

    def _follow_match(self, match: OpenMatch) -> None:
        """Keep the phones for a match of the same players; after a start, only for the match that goes on."""
        # Players without names of their own have the same names every evening.
        goes_on = match.number is not None and match.number == self._match
        if self._lobby is not None and self._lobby.takes_others:
            self.withdraw()
        if match.players != self._players or not (self._has_played or goes_on):
            self.withdraw()
            # Phones that were admitted before a match have none; their players are known by their names.
            self._reseat(match.players, self._has_played or self._match is None)
        is_kept = (match.players, match.number) == (self._players, self._match)
        self._has_played, self._players, self._match = True, match.players, match.number
        if self._phones and not is_kept:
            self._keep()

    def _reseat(self, players: tuple[str, ...], keeps: bool) -> None:
        """Give the phones the seats of *players* with their names, and end those of others; all unless *keeps*."""
        before, now = ({name for name in names if not is_of_the_box(name)} for names in (self._players, players))
        is_same = before == now
        staying = {
            players.index(phone.name): phone
            for phone in self._phones.values()
            # A name that the program gave may be that of somebody else among other players.
            if keeps and phone.name in players and (is_same or not is_default(phone.name))
        }
        gone = [phone for phone in self._phones.values() if phone not in staying.values()]
        self._players, self._phones = players, staying
        for seat, phone in staying.items():
            phone.seat = seat
        self._keep()
        self._publish()
        for phone in gone:
            self._dismiss(phone)

    def _publish(self) -> None:
        invited = None if self._joining is None else self._joining.invitation.number
        waiting = None if self._waiting is None else self._waiting[0].number
        lobby = self._lobby
        number, askers, compares = (
            (None, (), False) if lobby is None else (lobby.number, lobby.askers, lobby.is_comparing)
        )
        leader = next((phone.seat for phone in self._phones.values() if phone.leads), None)
        playing = frozenset(self._phones), self._players, self._lacks
        self._away &= {phone.id for phone in self._phones.values()}
        away = frozenset(phone.seat for phone in self._phones.values() if phone.id in self._away)
        self._desk.tell(PhonesSeen(invited, waiting, self._ended, *playing, number, askers, compares, leader, away))
        for address in self._socket.addresses:
            self._tell_lobby(address)

    def _load_box(self) -> SecretBox | None:
        """Return what seals messages; None where its library is missing."""
        if self._box is None:
            try:
                # It takes a while to load, and only phones need it.
                from companion.phones.secretbox import SecretBox
            except ModuleNotFoundError as failure:
                self._lacks = failure.name
                log.warning("phones cannot play: %s", installation.missing(failure))
            else:
                self._box = SecretBox()
        return self._box

    # What the screens ask for

    def invite(self, invitation: Invitation) -> None:
        """Let phones join *invitation*."""
        self.withdraw()
        match = self._newest.match
        can_play = match is not None and invitation.seat < len(match.players) - match.box_seats
        box = self._load_box() if can_play else None
        if box is None:
            self._ended = invitation.number
        else:
            self._joining = _Joining(invitation, *box.new_pair())
        self._publish()

    def open_lobby(self, number: int, secret: str, known: Sequence[str]) -> None:
        """Let phones ask for the people in the match; before a match for any name, such as those *known*."""
        self.withdraw()
        match, box = self._newest.match, self._load_box()
        if box is None:
            self._ended = number
        else:
            names = known if match is None else match.players[: len(match.players) - match.box_seats]
            playing = [phone.name for phone in self._phones.values()]
            self._lobby = Lobby(number, secret, names, match is None, box, self._socket.send_to, playing)
        self._publish()

    def compare(self) -> None:
        """Let no further phone ask, and show all that did their keys."""
        if self._lobby is not None:
            self._lobby.compare()
            self._publish()

    def admit(self, phones: frozenset[str]) -> None:
        """Let those of *phones* play that show digits; the others in the lobby wait."""
        lobby = self._lobby
        if lobby is None:
            return
        admitted = lobby.remove({phone.id for phone in lobby.phones} & phones)
        self._close_empty(lobby)
        if lobby.takes_others and admitted:
            # The players of the next match; it gives them other seats.
            self._has_played, self._match = True, None
            names = tuple(dict.fromkeys(phone.name for phone in admitted))
            others = tuple(phone.name for _, phone in sorted(self._phones.items()) if phone.name not in names)
            # Those who play keep their places.
            self._reseat((*others, *names)[:PHONES_MOST], True)
        for phone in admitted:
            if phone.name in self._players:
                phone.seat = self._players.index(phone.name)
                self._seat(phone)
            else:
                self._dismiss(phone)
        self._publish()

    def refuse(self, phones: Container[str]) -> None:
        """Refuse *phones* of the lobby."""
        if self._lobby is not None:
            for phone in self._lobby.remove(phones):
                self._dismiss(phone)
            self._close_empty(self._lobby)
            self._publish()

    def _close_empty(self, lobby: Lobby) -> None:
        """End *lobby* if no phone is in it any more."""
        if not lobby.askers:
            self._lobby, self._ended = None, lobby.number

    def withdraw(self) -> None:
        """End the invitation or the lobby, and refuse the phones that wait for the answer."""
        if self._lobby is not None:
            self.refuse([asker.phone for asker in self._lobby.askers])
        if self._joining is not None:
            self._ended, self._joining = self._joining.invitation.number, None
        if self._waiting is not None:
            (invitation, phone), self._waiting = self._waiting, None
            self._ended = invitation.number
            self._dismiss(phone)
        self._publish()

    def confirm(self, invitation: Invitation) -> None:
        """Let the phone that waits for *invitation* play."""
        if self._waiting is None or self._waiting[0] != invitation:
            return
        (_, phone), self._waiting = self._waiting, None
        self._ended = invitation.number
        self._seat(phone)

    def _seat(self, phone: Phone) -> None:
        self.end(phone.seat)
        if len(self._phones) < PHONES_MOST:
            self._phones[phone.seat] = phone
            self._keep()
            self._publish()
            phone.version = -1
            self._send(phone, self._status(phone))

    def rename(self, old: str, new: str) -> None:
        """Have the phone of the player *old* play for *new*; it ends if that player has a phone."""
        named = {person(phone.name): phone for phone in self._phones.values()}
        phone = named.get(person(old))
        if phone is not None and named.get(person(new), phone) is not phone:
            self.end(phone.seat)
        elif phone is not None:
            self._players = tuple(new if seat == phone.seat else name for seat, name in enumerate(self._players))
            phone.name = new
            self._send(phone, self._status(phone))
            self._keep()
            self._publish()

    def end(self, seat: int) -> None:
        """End the phone of *seat*, if it has one."""
        phone = self._phones.pop(seat, None)
        if phone is not None:
            self._keep()
            self._publish()
            self._dismiss(phone)

    def lead(self, seat: int | None) -> None:
        """Have the phone of *seat* lead, and no other; None for none."""
        for phone in self._phones.values():
            if phone.leads != (phone.seat == seat):
                phone.leads = not phone.leads
                self._send(phone, self._status(phone))
        self._keep()
        self._publish()

    def _dismiss(self, phone: Phone) -> None:
        self._gone.append(phone)
        self._send(phone, PhoneStatus.ENDED)

    def _keep(self) -> None:
        self._desk.store.write(Kept(self._players, tuple(self._phones.values()), self._match))

    # What front ends send

    def take(self, request: object, sender: str | None) -> None:
        """Follow a message about phones, or refuse it."""
        match request:
            case Addresses():
                self._desk.tell_addresses(request)
                self._publish()
            case messages.Join() if sender is not None:
                self._take_join(request, sender)
            case messages.FromPhone() if sender is not None:
                self._take_sealed(request, sender)
            case messages.Stream() if sender is not None:
                self._note_stream(request, sender)
            case messages.Ask() if sender is not None:
                self._take_ask(request, sender)
            case messages.Shown() if self._lobby is not None and self._lobby.show(request) is not None:
                self._publish()

    def _note_stream(self, stream: messages.Stream, sender: str) -> None:
        """Note whether a phone has a stream open at the front end *sender*, through which it was heard last."""
        if stream.is_open:
            self._away.discard(stream.phone)
        elif any(phone.id == stream.phone and phone.route == sender for phone in self._phones.values()):
            self._away.add(stream.phone)
        self._publish()

    def _take_ask(self, ask: messages.Ask, sender: str) -> None:
        self.work()
        if self._lobby is None:
            super().take(ask, sender)
        elif (reason := self._lobby.ask(ask, sender)) is not None:
            self._socket.send_to(sender, messages.refused_message(ask.id, reason))
        self._publish()

    def _take_join(self, join: messages.Join, sender: str) -> None:
        """Answer a phone that wants to be the one that is invited."""
        self.work()
        joining = self._joining
        if joining is None:
            super().take(join, sender)
            return
        if len(joining.joined) == JOINED_MOST:
            del joining.joined[next(iter(joining.joined))]
        name = secrets.token_urlsafe(16)
        joining.joined[name] = join.public
        self._socket.send_to(sender, messages.joining_message(join.id, name, joining.public))

    def _take_sealed(self, message: messages.FromPhone, sender: str) -> None:
        """Follow a sealed message, or say that the game does not know the phone."""
        self.work()
        joining = self._joining
        if joining is not None and (public := joining.joined.get(message.phone)) is not None:
            found = self._proof(joining, public, message, sender)
        else:
            found = self._find_sender(message)
        if found is None:
            # Of a phone in the lobby it would not be true, and its page has no key yet with which to ask.
            if self._lobby is None or message.phone not in self._lobby:
                super().take(message, sender)
            return
        phone, plain = found
        phone.route = sender
        if phone.id in self._away:
            self._note_stream(messages.Stream(phone.id, is_open=True), sender)
        try:
            self._follow(phone, private.read_phone(plain))
        except TextUnreadable as unreadable:
            log.info("message of a phone refused: %s", unreadable)
            self._send(phone, self._status(phone), refused=Refusal.UNREADABLE)

    def _open(self, key: bytes, message: messages.FromPhone) -> bytes | None:
        return None if self._box is None else self._box.open(key, message.sealed)

    def _find_sender(self, message: messages.FromPhone) -> tuple[Phone, bytes] | None:
        waiting = () if self._waiting is None else (self._waiting[1],)
        asking = () if self._lobby is None else self._lobby.phones
        for phone in (*self._phones.values(), *waiting, *asking, *self._gone):
            if phone.id == message.phone and (plain := self._open(phone.key, message)) is not None:
                return phone, plain
        return None

    def _proof(
        self, joining: _Joining, public: bytes, message: messages.FromPhone, sender: str
    ) -> tuple[Phone, bytes] | None:
        """Return the phone whose first message is sealed with one of the secrets that the box shows."""
        invitation = joining.invitation
        with suppress(TextUnreadable):
            agreed = b"" if self._box is None else self._box.shared_key(joining.private, public)
            letters = (invitation.letters,) if joining.wrong < WRONG_MOST else ()
            for secret in (invitation.secret, *letters):
                key = sealed.phone_key(agreed, public, joining.public, secret)
                if (plain := self._open(key, message)) is not None:
                    phone = Phone(message.phone, invitation.seat, key, sender, name=self._players[invitation.seat])
                    self._joining, self._waiting = None, (invitation, phone)
                    self._publish()
                    return phone, plain
        joining.wrong += 1
        if joining.wrong == WRONG_MOST:
            log.info("%d phones did not know the letters of the invitation, which count no longer", WRONG_MOST)
        return None

    def _follow(self, phone: Phone, request: PhoneRequest) -> None:
        if request.wish is Wish.LEAVE and phone not in self._gone:
            if self._phones.get(phone.seat) is phone:
                self.end(phone.seat)
            elif self._waiting is not None and self._waiting[1] is phone:
                self.withdraw()
            return
        is_current = request.boot == self._socket.boot and self._newest.takes(request.version, phone.seat)
        if request.wish is Wish.LOOK and self._phones.get(phone.seat) is phone and is_day(request.text):
            self._desk.offer_day(request.text)
        act, refused = self._acts.get(request.wish), None
        if act is not None and self._phones.get(phone.seat) is phone:
            refused = act(phone, request) if is_current else Refusal.STALE
            if refused is None and request.wish is not Wish.AGAIN:
                # The answer comes when the event loop has done it.
                return
        self._send(phone, self._status(phone), request.id, refused)

    def _ask_again(self, phone: Phone, request: PhoneRequest) -> Refusal | None:
        """Have the box begin a rematch for the player of *phone*; return why it cannot, or None."""
        position = self._newest.position
        if position is None or position.outcome is None:
            return Refusal.STALE
        if self._is_asking:
            return Refusal.BUSY
        self._desk.ask_again(phone.name)
        return None

    @property
    def _is_asking(self) -> bool:
        """Whether the box asks about phones: such a question stays."""
        return self._lobby is not None or self._joining is not None or self._waiting is not None

    def _wish(self, phone: Phone, request: PhoneRequest) -> Refusal | None:
        """Return why a phone gets nothing that is no move; None after asking the event loop."""
        position = self._newest.position
        is_under_way = position is not None and position.outcome is None
        if request.wish is Wish.LIMIT:
            # The turn is that of another player.
            may = position is not None and is_under_way and phone.seat not in position.seats_to_move
        else:
            may = not is_under_way and (phone.leads or request.wish in (Wish.NAME, Wish.DIE))
        if not may:
            return Refusal.TURN
        if self._is_asking:
            return Refusal.BUSY

        def answer(result: WishAnswer) -> None:
            self.work()
            if self._phones.get(phone.seat) is phone:
                games, refused = (result, None) if isinstance(result, list) else (None, result)
                self._send(phone, self._status(phone), request.id, refused, games)

        self._desk.wish(phone.name, request.wish, request.text, answer)
        return None

    def _move(self, phone: Phone, request: PhoneRequest) -> Refusal | None:
        """Return why the move cannot be made; None after asking the event loop to make it.

        The answer to a check goes to *phone* alone, once the check counts.
        """
        newest = self._newest
        if newest.position is None or phone.seat not in newest.position.seats_to_move:
            return Refusal.TURN
        text, checked = self._asked_move(phone, request)
        if text is None:
            return Refusal.RULES

        def answer(result: Why | int) -> None:
            # The phone may have been ended meanwhile.
            self.work()
            if isinstance(result, int) and text.startswith(CODE):
                seals, _ = self._newest.seals()
                phone.code = (seals[-1], text.removeprefix(CODE)) if seals else None
                self._keep()
            if self._phones.get(phone.seat) is phone:
                why, said = (None, checked) if isinstance(result, int) else (result, None)
                self._send(phone, PhoneStatus.PLAY, request.id, why, checked=said)

        move = MoveRequest(request.id, newest.version, phone.seat, text, is_sealed=True)
        return None if self._socket.ask(move, answer) else Refusal.BUSY

    def _asked_move(self, phone: Phone, request: PhoneRequest) -> tuple[str | None, Phrase | None]:
        """Return the move that *request* means, or None, and the answer if it is a check."""
        match request.wish:
            case Wish.HINT:
                return private.next_hint(self._newest, phone.seat), None
            case Wish.CHECK:
                return private.check(self._newest, phone.seat, request.text) or (None, None)
        return request.text, None

    # What phones are told

    def tell(self, address: str) -> bool:
        """Tell the newest state to the phones behind the front end at *address*; return whether there was room."""
        self.work()
        if not self._tell_lobby(address):
            return False
        behind = [phone for phone in self._phones.values() if phone.route == address]
        return all(phone.version >= self._newest.version or self._send(phone, self._status(phone)) for phone in behind)

    def forget_told(self, address: str) -> None:
        """Tell everything again to the phones behind the front end at *address*, which was started again."""
        self._lobby_news.forget(address)
        for phone in self._phones.values():
            if phone.route == address:
                phone.version = -1

    def _tell_lobby(self, address: str) -> bool:
        """Tell the front end at *address* whether phones may ask; return whether there was room."""
        playing = (phone.name for _, phone in sorted(self._phones.items()))
        invitation = None if self._joining is None else self._joining.invitation
        return self._lobby_news.tell(address, lobby_told(self._lobby, invitation, self._desk.addresses, playing))

    def _status(self, phone: Phone) -> PhoneStatus:
        if self._phones.get(phone.seat) is not phone:
            return PhoneStatus.ENDED if phone in self._gone else PhoneStatus.CONFIRM
        return PhoneStatus.MENU if self._newest.match is None else PhoneStatus.PLAY

    def _send(
        self,
        phone: Phone,
        status: PhoneStatus,
        id_: int | None = None,
        refused: Why | None = None,
        games: list[Fields] | None = None,
        checked: Phrase | None = None,
    ) -> bool:
        """Send *phone* what it may know now; return whether there was room."""
        if phone.route is None or self._box is None:
            return True
        newest = self._newest
        self._count += 1
        name = "" if status is PhoneStatus.ENDED else phone.name
        # A code that was taken back, and set once more, has another seal.
        is_hidden = phone.code is not None and phone.code[0] in newest.seals()[0]
        code = phone.code[1] if phone.code is not None and is_hidden else None
        letter = Letter(
            status, phone.seat, name, self._socket.boot, self._count, id_, refused, phone.leads, games, checked, code
        )
        plain = private.phone_message(letter, newest, len(self._socket.public(newest)))
        plays = status in (PhoneStatus.PLAY, PhoneStatus.MENU)
        message = messages.sealed_message(phone.id, self._box.seal(phone.key, plain), plays)
        is_sent = self._socket.send_to(phone.route, message)
        if status is not PhoneStatus.CONFIRM:
            # Where there was no room, it is told when there is.
            phone.version = newest.version if is_sent else -1
        return is_sent
