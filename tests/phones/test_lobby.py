"""The lobby: phones that ask with a code that is no secret, digits that people compare, and what stands between."""

from __future__ import annotations

import base64
import secrets
from typing import Any

import pytest

from companion.phones import sealed
from companion.phones.phone_store import PHONES_MOST
from companion.phones.port import Asker
from companion.ui.core.elements import qr_modules
from tests.phones.paper_phone import PaperPhone
from tests.phones.tables import Table
from tests.phones.test_desk import Line
from tests.support.front_end import Message


@pytest.fixture
def line(table: Table) -> Line:
    table.open_match()
    return Line(table)


def opened(line: Line) -> int:
    """Open the lobby, and return its number."""
    number = line.table.desk.open_lobby(())
    line.table.seen(lobby=number)
    while (names := line.hear("lobby")["names"]) is None:
        pass
    assert names == ["Anna", "Ben"]
    return number


def asked(line: Line, name: str, client: str = "c") -> PaperPhone:
    phone = PaperPhone("")
    line.front_end.say(**phone.asks(name, client))
    phone.name = line.hear("asking")["phone"]
    return phone


def shown(line: Line, phone: PaperPhone) -> None:
    """Have *phone* take the key of the game and show its own."""
    line.front_end.say(**phone.shows(line.hear("key", phone.name)))


def digits(table: Table, count: int) -> list[str]:
    """Return the digits on the box, once it shows those of *count* phones."""
    while len(found := [one.digits for one in table.desk.seen.askers if one.digits]) < count:
        table.changes.get(timeout=10)
    return found


def compared(line: Line) -> tuple[PaperPhone, PaperPhone]:
    """Return the phones of Anna and Ben, which have asked and show their digits."""
    opened(line)
    anna, ben = asked(line, "Anna", "a"), asked(line, "Ben", "b")
    line.table.desk.compare()
    for phone in (anna, ben):
        shown(line, phone)
    return anna, ben


def test_all_phones_are_admitted_at_once_and_show_the_digits_of_the_box(line: Line) -> None:
    anna, ben = compared(line)
    assert digits(line.table, 2) == [anna.digits, ben.digits]
    line.table.desk.admit(frozenset({anna.name, ben.name}))
    assert line.told(anna)["seat"] == 0
    said = line.told(ben)
    assert (said["status"], said["seat"], said["name"]) == ("play", 1, "Ben")
    assert line.move(ben, "ROYB")["refused"] is None
    assert line.table.store.read().phones[1].key == ben.key


def test_phone_that_is_struck_out_is_refused_and_sees_nothing(line: Line) -> None:
    anna, ben = compared(line)
    line.front_end.say(**ben.says("look"))
    said = line.told(ben)
    assert (said["status"], said["state"], said["ask"]) == ("confirm", None, None)
    line.table.desk.admit(frozenset({anna.name}))
    line.told(anna)
    assert line.ask(ben, "look")["status"] == "confirm"
    line.table.desk.refuse(frozenset({ben.name}))
    assert line.told(ben)["status"] == "ended"
    assert line.table.seen(lobby=None).seats == {0}


def test_phone_whose_digits_come_late_is_admitted_after_the_others(line: Line) -> None:
    opened(line)
    anna, ben = asked(line, "Anna", "a"), asked(line, "Ben", "b")
    line.table.desk.compare()
    keys = {phone.name: line.hear("key", phone.name) for phone in (anna, ben)}
    line.front_end.say(**anna.shows(keys[anna.name]))
    digits(line.table, 1)
    line.table.desk.admit(frozenset({anna.name, ben.name}))
    assert line.told(anna)["status"] == "play"
    line.front_end.say(**ben.shows(keys[ben.name]))
    assert line.table.seen(askers=(Asker(ben.name, "Ben", ben.digits),)).seats == {0}
    line.table.desk.admit(frozenset({ben.name}))
    assert line.told(ben)["status"] == "play"
    assert line.table.desk.seen.seats == {0, 1}


def test_digits_follow_for_a_name_that_was_asked_for_again_also_once_one_is_left(line: Line) -> None:
    opened(line)
    first, second, ben = asked(line, "Anna", "a"), asked(line, "Anna", "b"), asked(line, "Ben", "c")
    line.table.desk.compare()
    line.table.desk.refuse(frozenset({first.name}))
    for phone in (second, ben):
        shown(line, phone)
    digits(line.table, 2)
    assert line.table.desk.seen.askers == (
        Asker(second.name, "Anna", second.digits, second.more),
        Asker(ben.name, "Ben", ben.digits),
    )


def test_phone_that_would_be_one_too_many_before_a_match_takes_nobodys_place(table: Table) -> None:
    line = Line(table)
    playing = [joined_early(line, f"P{number}")[0] for number in range(PHONES_MOST)]
    table.seen(lobby=table.desk.open_lobby(()))
    phone = asked(line, "Zoé")
    table.desk.compare()
    shown(line, phone)
    digits(table, 1)
    table.desk.admit(frozenset({phone.name}))
    assert line.told(phone)["status"] == "ended"
    assert table.desk.seen.names == tuple(f"P{number}" for number in range(PHONES_MOST))
    assert line.ask(playing[0], "look")["status"] == "menu"


def test_name_of_one_who_plays_by_phone_is_known_however_it_is_written(table: Table) -> None:
    line = Line(table)
    joined_early(line, "Zoé")
    table.seen(lobby=table.desk.open_lobby(()))
    line.front_end.say(**PaperPhone("").asks("ZOE\u0301"))
    line.hear("asking")
    while not table.desk.seen.askers:
        table.seen()
    assert [asker.name for asker in table.desk.seen.askers] == ["Zoé"]


def test_no_phone_asks_while_no_lobby_is_open_for_a_seat_of_none_or_while_digits_are_compared(line: Line) -> None:
    phone = PaperPhone("")
    refused = {"type": "refused", "id": 1, "reason": "lobby"}
    line.front_end.say(**phone.asks("Anna"))
    assert line.hear("refused") == refused
    opened(line)
    line.front_end.say(**phone.asks("Cleo"))
    assert line.hear("refused") == refused | {"reason": "name"}
    asked(line, "Anna")
    line.table.desk.compare()
    while line.hear("lobby")["names"] is not None:
        pass
    line.front_end.say(**phone.asks("Ben"))
    assert line.hear("refused") == refused


def test_no_key_is_shown_before_people_say_that_all_have_asked_and_each_phone_has_its_own(line: Line) -> None:
    opened(line)
    phones = [asked(line, "Anna", "a"), asked(line, "Ben", "b")]
    while line.hear("lobby")["asking"] != ["Anna", "Ben"]:
        pass
    assert "key" not in [message["type"] for message in line.heard]
    assert not line.front_end.has_news()
    line.table.desk.compare()
    keys = [line.hear("key", phone.name)["public"] for phone in phones]
    assert len(set(keys)) == 2


def test_phone_that_shows_another_key_or_another_name_than_it_was_bound_to_has_no_digits(line: Line) -> None:
    """Otherwise what stands between could search for a key that gives the digits of another phone."""
    opened(line)
    bound, moved, honest = asked(line, "Anna", "a"), asked(line, "Ben", "b"), asked(line, "Ben", "c")
    line.table.desk.compare()
    keys: dict[str, Message] = {phone.name: line.hear("key", phone.name) for phone in (bound, moved, honest)}
    bound.private = secrets.token_bytes(32)
    moved.player = "Anna"
    message = moved.shows(keys[moved.name])
    other = PaperPhone("", private=moved.private)
    other.asks("Anna")
    line.front_end.say(**bound.shows(keys[bound.name]))
    line.front_end.say(**message | {"public": base64.b64encode(other.public[::-1]).decode()})
    line.front_end.say(**honest.shows(keys[honest.name]))
    assert digits(line.table, 1) == [honest.digits]
    # A second key for a phone is none either.
    line.front_end.say(type="show", phone=honest.name, public=base64.b64encode(bound.public).decode())
    assert line.ask(honest, "look")["status"] == "confirm"
    assert [one.digits for one in line.table.desk.seen.askers] == [None, None, honest.digits]


def test_relay_that_stands_between_is_seen_by_other_digits(line: Line) -> None:
    """It has to bind itself towards the game before that shows its key, and to show a key before the phone does."""
    opened(line)
    middle = asked(line, "Anna")
    line.table.desk.compare()
    shown(line, middle)
    (on_the_box,) = digits(line.table, 1)
    victim = PaperPhone("", name="v" * 22)
    victim.asks("Anna")
    # The key of the middle, in place of that of the game; it cannot be chosen by what the victim shows only then.
    victim.shows({"public": base64.b64encode(PaperPhone("").public).decode()})
    assert middle.digits == on_the_box
    assert victim.key != middle.key


def test_digits_of_keys_are_spread_evenly() -> None:
    """A skew would help who guesses."""
    found = [sealed.lobby_key(secrets.token_bytes(32), b"p", b"g", "Anna")[1] for _ in range(20_000)]
    counts = [sum(one.startswith(first) for one in found) for first in "0123456789"]
    assert all(len(one) == 4 for one in found)
    assert all(1700 < count < 2300 for count in counts), counts


def test_stranger_cannot_fill_the_lobby_or_end_it(line: Line) -> None:
    opened(line)
    # One machine asks once for each seat.
    for number in range(3 * PHONES_MOST):
        asked(line, ("Anna", "Ben")[number % 2], f"stranger {number // 2 % 4}")
    assert len(line.table.desk.seen.askers) == PHONES_MOST
    anna = asked(line, "Anna", "anna")
    line.table.desk.compare()
    shown(line, anna)
    assert digits(line.table, 1) == [anna.digits]


def test_lobby_that_is_left_refuses_those_who_asked_and_another_match_ends_it(line: Line) -> None:
    number = opened(line)
    anna = asked(line, "Anna")
    line.table.desk.compare()
    shown(line, anna)
    digits(line.table, 1)
    line.table.desk.withdraw()
    assert line.told(anna)["status"] == "ended"
    line.table.seen(ended=number)
    number = opened(line)
    line.table.open_match(players=("Cleo", "Dan"))
    line.table.seen(ended=number)


def joined_early(line: Line, *names: str) -> list[PaperPhone]:
    """Let phones of *names* join before a match."""
    number = line.table.desk.open_lobby(("Anna", "Dan"))
    line.table.seen(lobby=number)
    while (told := line.hear("lobby"))["names"] is None:
        pass
    assert (told["names"], told["takes_others"]) == (["Anna", "Dan"], True)
    phones = [asked(line, name, name) for name in names]
    line.table.desk.compare()
    for phone in phones:
        shown(line, phone)
    assert digits(line.table, len(names)) == [phone.digits for phone in phones]
    line.table.desk.admit(frozenset(phone.name for phone in phones))
    assert [line.told(phone)["status"] for phone in phones] == ["menu"] * len(names)
    return phones


def test_phones_that_join_before_a_match_get_the_seats_of_their_names_when_it_begins(table: Table) -> None:
    line = Line(table)
    cleo, anna, zoe = joined_early(line, "Cleo", "Anna", "Zoé")
    assert table.desk.seen.names == ("Cleo", "Anna", "Zoé")
    table.open_match(players=("Anna", "Cleo"))
    assert line.told(zoe)["status"] == "ended"
    told = [line.told(cleo), line.told(anna)]
    assert [(said["seat"], said["name"]) for said in told] == [(1, "Cleo"), (0, "Anna")]


@pytest.mark.parametrize(
    "name", ["", " Anna", "Elizabeth I", "Player 1", "Box 1", "PLAYER 1", "joueur 2", "A\u202eB", "A\U0001f600"]
)
def test_phone_cannot_join_before_a_match_by_what_is_no_name_of_a_person(table: Table, name: str) -> None:
    line = Line(table)
    table.seen(lobby=table.desk.open_lobby(()))
    line.front_end.say(**PaperPhone("").asks(name))
    assert line.hear("refused") == {"type": "refused", "id": 1, "reason": "name"}


def test_phone_is_that_of_a_known_player_whose_name_is_typed_in_another_way(table: Table) -> None:
    joined_early(Line(table), "ANNA", "Zoe\u0301")
    assert table.desk.seen.names == ("Anna", "Zoé")


def test_phones_stay_for_a_rematch_in_which_players_change_seats(line: Line) -> None:
    anna, ben = line.admit(0), line.admit(1)
    line.table.open_match(players=("Ben", "Anna"))
    assert [(said["seat"], said["name"]) for said in (line.told(anna), line.told(ben))] == [(1, "Anna"), (0, "Ben")]


def test_new_phone_of_a_seat_takes_the_place_of_the_old_one(line: Line) -> None:
    old = line.admit(0)
    opened(line)
    new = asked(line, "Anna")
    line.table.seen(askers=(Asker(new.name, "Anna"),))
    line.table.desk.compare()
    shown(line, new)
    digits(line.table, 1)
    line.table.desk.admit(frozenset({new.name}))
    assert line.told(old)["status"] == "ended"
    assert line.ask(new, "look")["status"] == "play"


def test_front_ends_are_told_the_qr_code_that_the_box_shows(line: Line) -> None:
    address = "http://192.168.1.20"
    line.front_end.say(type="addresses", addresses=["http://[fd00::1234:5678:9abc:def0]:8080", address])
    line.table.desk.open_lobby(())
    while (told := line.hear("lobby")).get("address") is None:
        pass
    assert told["address"] == address
    assert [bytes(map(int, row)) for row in told["code"]] == [*qr_modules(address)]


def test_front_ends_are_told_who_asks_and_who_plays_and_no_digits(line: Line) -> None:
    line.admit(1)
    opened(line)
    asked(line, "Anna")
    while (told := line.hear("lobby"))["asking"] != ["Anna"]:
        pass
    assert (told["names"], told["playing"]) == (["Anna", "Ben"], ["Ben"])
    assert {*told} == {"type", "names", "takes_others", "address", "code", "asking", "playing", "tickets"}
    line.table.desk.compare()
    while line.hear("lobby")["names"] is not None:
        pass


def test_phones_that_were_admitted_before_a_match_are_kept_over_a_power_cut(table: Table) -> None:
    cleo, anna = joined_early(Line(table), "Cleo", "Anna")
    table.socket.close()
    table.begin()
    table.open_match(players=("Anna", "Ben"))
    again = Line(table)
    assert [again.ask(phone, "look")["status"] for phone in (anna, cleo)] == ["play", "ended"]


def finished(line: Line, phone: PaperPhone) -> None:
    """Play a match to its end, of which *phone* is told."""
    driver = line.table.open_match(mode="box")
    while (seat := driver.position.player_to_move) is not None:
        driver.submit_text(seat, "go" if driver.position.is_prompted else "ROYB")
    # Without a question: its answer would be lost where the socket is full of states.
    while line.told(phone)["state"]["outcome"] is None:
        pass
    # An answer needs room: the socket holds few messages.
    while line.front_end.has_news():
        line.front_end.hear()


def test_rematch_is_begun_for_a_phone_that_plays_after_the_match_alone(line: Line) -> None:
    asked_again: list[str] = []
    line.table.desk.ask_again = asked_again.append
    ben = line.admit(1)
    assert line.ask(ben, "again", version=ben.version)["refused"] == "stale"
    finished(line, ben)
    old = ben.version - 1
    assert line.ask(ben, "again", version=old)["refused"] == "stale"
    assert line.ask(ben, "again")["refused"] == "stale"
    assert asked_again == []
    assert line.ask(ben, "again", version=ben.version)["refused"] is None
    assert asked_again == ["Ben"]
    line.table.desk.end(1)
    line.told(ben)
    assert line.ask(ben, "again", version=ben.version)["status"] == "ended"
    assert asked_again == ["Ben"]


def test_rematch_waits_while_the_box_asks_about_phones(line: Line) -> None:
    asked_again: list[str] = []
    line.table.desk.ask_again = asked_again.append
    ben = line.admit(1)
    finished(line, ben)
    opened(line)
    assert line.ask(ben, "again", version=ben.version)["refused"] == "busy"
    line.table.desk.withdraw()
    invited = line.table.desk.invite(0)
    line.table.seen(invited=invited.number)
    assert line.ask(ben, "again", version=ben.version)["refused"] == "busy"
    assert asked_again == []


def test_phone_that_plays_offers_its_date(line: Line) -> None:
    days: list[str] = []
    line.table.desk.offer_day = days.append
    ben, _ = line.admit(1), line.table.open_match(mode="box")
    for text in ("2026-11-27", "2026-99-99", "tomorrow", ""):
        line.ask(ben, "look", text=text)
    assert days == ["2026-11-27"]


def scanned(line: Line, name: str, client: str = "s") -> PaperPhone:
    """Have a phone ask for *name* that has scanned the code of the lobby, and show its key."""
    phone = PaperPhone(line.table.desk.lobby_secret)
    line.front_end.say(**phone.asks(name, client))
    phone.name = line.hear("asking")["phone"]
    shown(line, phone)
    return phone


def wait_for_names(table: Table, *names: str) -> None:
    """Wait until phones ask for *names* on the box."""
    while [asker.name for asker in table.desk.seen.askers] != [*names]:
        table.changes.get(timeout=10)


def test_phone_that_has_scanned_the_code_is_known_at_once_and_has_no_digits(line: Line) -> None:
    opened(line)
    anna = scanned(line, "Anna")
    while (found := line.table.desk.seen.askers) != (Asker(anna.name, "Anna", "", "", True),):
        assert not found or found[0].is_scanned
        line.table.changes.get(timeout=10)
    line.table.desk.compare()
    line.table.desk.admit(frozenset({anna.name}))
    assert (line.told(anna)["status"], line.ask(anna, "look")["name"]) == ("play", "Anna")


def test_scanned_phone_takes_the_place_of_typed_ones_of_its_name_and_none_takes_its_own(line: Line) -> None:
    opened(line)
    typed = [asked(line, "Anna", client) for client in "ab"]
    anna = scanned(line, "Anna", "a")
    told = [message["phone"] for message in line.heard if message["type"] == "refused"]
    assert told == [phone.name for phone in typed]
    line.front_end.say(**PaperPhone("").asks("Anna", "s"))
    assert line.hear("refused") == {"type": "refused", "id": 1, "reason": "name"}
    # Another one at the table is seen beside it.
    other = scanned(line, "Anna", "c")
    line.table.desk.compare()
    line.table.seen(is_comparing=True)
    assert [asker.phone for asker in line.table.desk.seen.askers] == [anna.name, other.name]


def test_scanned_phones_have_room_in_a_lobby_that_strangers_fill(line: Line) -> None:
    opened(line)
    for number in range(PHONES_MOST):
        asked(line, "Ben", f"stranger {number}")
    scanned(line, "Anna")
    wait_for_names(line.table, *["Ben"] * (PHONES_MOST - 1), "Anna")


def test_phone_with_the_secret_of_another_lobby_is_refused(line: Line) -> None:
    opened(line)
    old = PaperPhone(line.table.desk.lobby_secret)
    line.table.desk.withdraw()
    opened(line)
    line.front_end.say(**old.asks("Anna"))
    assert line.hear("refused") == {"type": "refused", "id": 1, "reason": "secret"}
    assert line.table.desk.seen.askers == ()


def test_what_stands_between_shares_no_key_with_a_phone_that_has_scanned(line: Line) -> None:
    """It passes on the proof, which fits the phone's own key alone, and shows a key of its own as that of the game."""
    opened(line)
    middle, anna = PaperPhone(""), PaperPhone(line.table.desk.lobby_secret)
    message = anna.asks("Anna")
    line.front_end.say(**message | {"commitment": middle.asks("Anna")["commitment"]})
    assert line.hear("refused")["reason"] == "secret"
    line.front_end.say(**message)
    anna.name = middle.name = line.hear("asking")["phone"]
    own = line.hear("key", anna.name)
    line.front_end.say(**middle.shows(own))
    anna.shows({"public": base64.b64encode(middle.public).decode()})
    middle.shows({"public": base64.b64encode(anna.public).decode()})
    assert middle.key != anna.key
    line.front_end.say(**anna.shows(own))
    line.table.desk.compare()
    line.table.desk.admit(frozenset({anna.name}))
    assert line.told(anna)["status"] == "play"


def test_phone_that_is_struck_out_before_it_has_a_key_is_told(line: Line) -> None:
    opened(line)
    anna = asked(line, "Anna")
    line.table.desk.refuse(frozenset({anna.name}))
    assert line.hear("refused", anna.name)["reason"] == "phone"


def test_machines_of_one_network_share_places_and_are_two_for_one_name(line: Line) -> None:
    opened(line)
    for number in range(PHONES_MOST - 1):
        asked(line, "Anna", f"network {number}")
    asked(line, "Ben", "network 1")
    ben = asked(line, "Ben", "ben ben")
    wait_for_names(line.table, *["Anna"] * (PHONES_MOST - 2), "Ben", "Ben")
    assert line.table.desk.seen.askers[-1].phone == ben.name


def test_what_was_heard_of_a_scanned_phone_takes_no_place_when_it_is_sent_again(line: Line) -> None:
    opened(line)
    anna = PaperPhone(line.table.desk.lobby_secret)
    heard = anna.asks("Anna", "a")
    line.front_end.say(**heard)
    anna.name = line.hear("asking")["phone"]
    show = anna.shows(line.hear("key", anna.name))
    line.front_end.say(**show)
    line.front_end.say(**heard | {"client": "evil"})
    assert line.hear("refused")["reason"] == "name"
    # Garbage in its name is no reason for its page to give up.
    line.front_end.say(type="sealed", phone=anna.name, sealed=base64.b64encode(bytes(60)).decode())
    assert line.ask(anna, "look")["status"] == "confirm"
    assert not any(message["type"] == "refused" and message.get("phone") for message in line.heard)


def test_phones_of_players_without_names_stay_where_the_box_leaves_the_table(table: Table) -> None:
    options: dict[str, Any] = {"box-seats": "1"}
    table.open_match(players=("Player 1", "Player 2", "Box 1"), key="coda", **options)
    line = Line(table)
    phones = [line.admit(seat) for seat in (0, 1)]
    table.open_match(players=("Player 1", "Player 2"), mode="box")
    assert [line.told(phone)["status"] for phone in phones] == ["play", "play"]
