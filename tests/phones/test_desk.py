"""Phones: invited, joined, confirmed, ended; what they are told, and the moves that they make."""

from __future__ import annotations

import base64
import json
import secrets
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from companion.box import Call
from companion.front_ends.service import FRONT_ENDS_MOST
from companion.games.coda.panels import number_text
from companion.match.driver import AnyDriver, MatchDriver
from companion.match.seal import fingerprint
from companion.phones import phone_line, sealed
from companion.phones.errors import PhonesDamaged
from companion.phones.phone_line import JOINED_MOST, WRONG_MOST
from companion.phones.phone_store import Kept, PhoneStore
from companion.phones.port import Addresses, Invitation, NetworkRequest
from companion.phones.private import Letter, PhoneStatus, phone_message
from tests.front_ends.random_matches import RandomMatch
from tests.games.test_conformance import CATALOGUE
from tests.phones.paper_phone import PaperPhone, secretbox, secretbox_open, x25519
from tests.phones.tables import Table
from tests.support.front_end import PATIENCE_S, Message, PaperFrontEnd
from tests.support.oracle import naive_answer
from tests.support.paper import PaperArchive
from tools.bench.measure import environment


class Line:
    """A front end that relays the messages of phones, as the web process does."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.front_end: PaperFrontEnd = table.front_end()
        self.front_end.hello()
        self.heard: list[Message] = []

    def hear(self, kind: str, phone: str | None = None) -> Message:
        """Return the next message of *kind*, for *phone* where it is given; others before it are dropped."""
        while True:
            message = self.front_end.hear()
            self.heard.append(message)
            if message["type"] == kind and phone in (None, message.get("phone")):
                return message

    def join(self, phone: PaperPhone) -> None:
        self.front_end.say(**phone.join())
        phone.joined(self.hear("joining"))

    def ask(self, phone: PaperPhone, do: str, **fields: object) -> Message:
        """Have *phone* ask for something, and return the answer; states that come before it are dropped."""
        self.front_end.say(**phone.says(do, **fields))
        return self.answer(phone)

    def leave(self, phone: PaperPhone) -> Message:
        """Have *phone* leave, and return what it is told."""
        self.front_end.say(**phone.says("leave"))
        return self.told(phone)

    def move(self, phone: PaperPhone, text: str) -> Message:
        """Have *phone* make a move, which the loop takes, and return the answer."""
        self.front_end.say(**phone.moves(text))
        self.table.take_call()
        return self.answer(phone)

    def answer(self, phone: PaperPhone) -> Message:
        while (said := self.told(phone))["id"] != phone.asked:
            pass
        return said

    def told(self, phone: PaperPhone) -> Message:
        return phone.opens(self.hear("sealed", phone.name))

    def admit(self, seat: int, *, letters: bool = False) -> PaperPhone:
        """Invite a phone for *seat*, and confirm it on the box."""
        invitation = self.table.desk.invite(seat)
        self.table.seen(invited=invitation.number)
        phone = PaperPhone(invitation.letters if letters else invitation.secret)
        self.join(phone)
        assert self.ask(phone, "enter")["status"] == "confirm"
        self.table.desk.confirm(invitation)
        assert self.told(phone)["status"] == "play"
        return phone


@pytest.fixture
def line(table: Table) -> Line:
    table.open_match()
    return Line(table)


def hiding(table: Table) -> tuple[Line, PaperPhone, AnyDriver]:
    """Return the phone of a codemaker who has hidden ROYG, and the driver of the match."""
    driver = table.open_match(mode="player", first="1")
    line = Line(table)
    maker = line.admit(driver.position.player_to_move or 0)
    assert line.move(maker, "code ROYG")["code"] == "ROYG"
    return line, maker, driver


def test_codemaker_can_look_at_the_code_after_a_start_of_the_box(table: Table) -> None:
    _, maker, driver = hiding(table)
    table.socket.close()
    table.begin()
    again = Line(table)
    said = again.ask(maker, "look")
    assert (said["status"], said["code"]) == ("menu", None)
    driver = MatchDriver(driver.session)
    table.watch.look(driver)
    assert again.told(maker)["code"] == "ROYG"
    seat = driver.position.player_to_move
    assert seat is not None
    driver.submit_text(seat, "ROYG")
    assert again.told(maker)["code"] is None


def test_code_that_is_hidden_in_place_of_one_that_was_taken_back_is_not_that_of_the_phone(table: Table) -> None:
    line, maker, driver = hiding(table)
    breaker = driver.position.player_to_move
    driver.undo()
    assert line.told(maker)["code"] is None
    driver.submit_text(1 - (breaker or 0), "code GGGG")
    assert line.told(maker)["code"] is None


def test_phone_of_the_tests_agrees_with_published_vectors() -> None:
    """RFC 7748, section 5.2, and "Cryptography in NaCl", section 10."""
    scalar = bytes.fromhex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4")
    point = bytes.fromhex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c")
    product = "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
    assert x25519(scalar, point).hex() == product
    key = bytes.fromhex("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389")
    nonce = bytes.fromhex("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37")
    plain = bytes.fromhex(
        "be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c6129"
        "6cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde"
        "048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705"
    )
    box = bytes.fromhex(
        "f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186a"
        "c0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae"
        "90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74e355a5"
    )
    assert secretbox(key, nonce, plain) == box
    assert secretbox_open(key, nonce, box) == plain


@pytest.mark.parametrize("letters", [False, True])
def test_phone_that_the_table_confirms_is_told_the_state(line: Line, letters: bool) -> None:
    phone = line.admit(1, letters=letters)
    said = line.ask(phone, "look")
    assert (said["status"], said["seat"], said["name"], said["refused"]) == ("play", 1, "Ben", None)
    public = line.table.front_end().hello()
    assert (said["boot"], said["version"]) == (public["boot"], public["version"])
    assert said["state"] == public["match"] | {"log": None}
    assert said["ask"]["kind"] == "row"


def test_phone_sees_and_does_nothing_before_it_is_confirmed(line: Line) -> None:
    invitation = line.table.desk.invite(1)
    line.table.seen(invited=invitation.number)
    phone = PaperPhone(invitation.secret)
    line.join(phone)
    assert line.ask(phone, "enter")["status"] == "confirm"
    assert line.table.seen(waiting=invitation.number).seats == frozenset()
    for said in (line.ask(phone, "look"), line.ask(phone, "move", version=phone.version, text="ROYG")):
        assert (said["status"], said["state"], said["ask"], said["hint"]) == ("confirm", None, None, None)
    assert line.table.events.empty()
    line.table.desk.withdraw()
    assert line.told(phone)["status"] == "ended"
    assert line.ask(phone, "look")["status"] == "ended"


def test_phone_that_leaves_before_it_is_confirmed_takes_its_invitation_with_it(line: Line) -> None:
    invitation = line.table.desk.invite(1)
    phone = PaperPhone(invitation.secret)
    line.join(phone)
    assert line.ask(phone, "enter")["status"] == "confirm"
    assert line.leave(phone)["status"] == "ended"
    assert line.table.seen(waiting=None).seats == frozenset()


def test_phone_moves_for_its_seat_and_its_refusals_are_for_it_alone(line: Line) -> None:
    anna, ben = line.admit(0), line.admit(1)
    other = line.table.front_end()
    other.hello()
    said = line.move(ben, "ROYB")
    assert (said["refused"], len(said["state"]["view"]["round"]["rows"])) == (None, 1)
    line.ask(anna, "look")
    assert line.ask(anna, "move", version=anna.version, text="BYOR")["refused"] == "turn"
    said = line.move(ben, "R---")
    holes = "No empty hole in this game. Put a peg in every place."
    assert (said["refused"], said["why"]) == ("rules", {"text": holes})
    said = line.move(ben, "?")
    assert (said["refused"], said["why"]) == ("unreadable", None)
    assert other.hear()["version"] == 2
    assert not other.has_news()


@pytest.mark.parametrize("older", [{"boot": "0" * 16}, {"version": 0}, {"version": None}, {"boot": None}])
def test_move_for_another_state_or_start_of_the_game_is_stale(line: Line, older: dict[str, object]) -> None:
    ben = line.admit(1)
    assert line.ask(ben, "move", **{"version": ben.version, "text": "ROYB"} | older)["refused"] == "stale"
    assert line.table.events.empty()


def test_move_that_is_sent_again_is_stale(line: Line) -> None:
    ben = line.admit(1)
    message = ben.moves("ROYB")
    line.front_end.say(**message)
    line.table.take_call()
    assert line.answer(ben)["refused"] is None
    line.front_end.say(**message)
    assert line.answer(ben)["refused"] == "stale"
    driver = line.table.driver
    assert driver is not None
    assert len(driver.session.view().now.rows) == 1


def test_message_of_the_game_that_is_sent_back_has_no_effect(line: Line) -> None:
    ben = line.admit(1)
    line.table.watch.look(None)
    # Short enough for a message to the game.
    back = line.hear("sealed")
    assert ben.opens(back)["status"] == "menu"
    line.front_end.say(**back)
    assert line.told(ben)["refused"] == "unreadable"


def test_new_phone_of_a_seat_ends_the_old_one(line: Line) -> None:
    old = line.admit(1)
    new = line.admit(1)
    assert (
        old.opens(next(heard for heard in reversed(line.heard) if heard.get("phone") == old.name))["status"] == "ended"
    )
    # What is not sealed, a page does not believe: so it is told again, as often as it asks.
    said = line.ask(old, "look")
    assert (said["status"], said["name"], said["state"], said["ask"]) == ("ended", "", None, None)
    assert line.ask(new, "look")["status"] == "play"


def test_ended_phone_ends_no_invitation(line: Line) -> None:
    old = line.admit(1)
    leave = old.says("leave")
    line.front_end.say(**leave)
    assert line.told(old)["status"] == "ended"
    invitation = line.table.desk.invite(1)
    line.table.seen(invited=invitation.number)
    # Somebody who listens sends it again.
    line.front_end.say(**leave)
    assert line.told(old)["status"] == "ended"
    phone = PaperPhone(invitation.secret)
    line.join(phone)
    assert line.ask(phone, "enter")["status"] == "confirm"


def test_place_is_kept_for_phones_that_play_and_for_no_others(line: Line) -> None:
    invitation = line.table.desk.invite(1)
    line.table.seen(invited=invitation.number)
    phone = PaperPhone(invitation.secret)
    line.join(phone)
    line.ask(phone, "enter")
    line.table.desk.confirm(invitation)
    line.told(phone)
    line.table.watch.look(None)
    line.told(phone)
    line.table.desk.end(1)
    line.told(phone)
    assert [heard["plays"] for heard in line.heard if heard["type"] == "sealed"] == [False, True, True, False]


def test_phone_that_the_table_ends_or_that_leaves_is_gone(line: Line) -> None:
    anna, ben = line.admit(0), line.admit(1)
    assert line.table.desk.seen.seats == {0, 1}
    line.table.desk.end(0)
    assert line.told(anna)["status"] == "ended"
    assert line.leave(ben)["status"] == "ended"
    assert line.table.desk.seen.seats == frozenset()
    assert line.table.store.read().phones == ()


def test_wrong_secrets_end_no_invitation_and_in_the_end_letters_count_no_longer(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_line, "WRONG_MOST", 5)
    invitation = line.table.desk.invite(1)
    line.table.seen(invited=invitation.number)
    stranger, typing, scanning = map(PaperPhone, ("A" * 20, invitation.letters, invitation.secret))
    line.join(stranger)
    for _ in range(5):
        line.front_end.say(**stranger.says("enter"))
        assert line.hear("refused")["reason"] == "phone"
    line.join(typing)
    line.front_end.say(**typing.says("enter"))
    assert line.hear("refused")["reason"] == "phone"
    line.join(scanning)
    assert line.ask(scanning, "enter")["status"] == "confirm"


def test_letters_count_after_as_many_wrong_ones_as_a_stranger_can_send(line: Line) -> None:
    """Of 113 million; within the limits of the web process that number takes longer than an invitation is open."""
    assert 500 < WRONG_MOST < len(sealed.TYPED) ** sealed.TYPED_LETTERS / 100_000


def test_phone_that_mistyped_its_letters_may_try_again(line: Line) -> None:
    invitation = line.table.desk.invite(1)
    line.table.seen(invited=invitation.number)
    phone = PaperPhone("ZZZZZZ")
    line.join(phone)
    line.front_end.say(**phone.says("enter"))
    line.hear("refused")
    phone.secret = invitation.letters
    phone.joined(next(heard for heard in line.heard if heard["type"] == "joining"))
    assert line.ask(phone, "enter")["status"] == "confirm"


def test_no_phone_joins_without_an_invitation(line: Line) -> None:
    phone = PaperPhone("A" * 20)
    line.front_end.say(**phone.join())
    assert line.hear("refused")["reason"] == "invitation"
    phone.name, phone.key = "x" * 22, bytes(32)
    line.front_end.say(**phone.says("enter"))
    assert line.hear("refused") == {"type": "refused", "phone": "x" * 22, "reason": "phone"}


@pytest.mark.parametrize("point", [bytes(32), (1).to_bytes(32, "little"), (2**255 - 19).to_bytes(32, "little")])
def test_weak_public_key_agrees_on_nothing(line: Line, point: bytes) -> None:
    """With a point of low order everybody would know the shared secret."""
    invitation = line.table.desk.invite(1)
    line.table.seen(invited=invitation.number)
    line.front_end.say(type="join", id=1, public=base64.b64encode(point).decode())
    answer = line.hear("joining")
    phone = PaperPhone(invitation.secret)
    game = base64.b64decode(answer["public"])
    phone.name, phone.key = answer["phone"], sealed.phone_key(bytes(32), point, game, invitation.secret)
    line.front_end.say(**phone.says("enter"))
    assert line.hear("refused")["reason"] == "phone"


def test_phone_of_one_seat_opens_no_message_of_another(line: Line) -> None:
    anna, ben = line.admit(0), line.admit(1)
    line.front_end.say(**ben.says("look"))
    message = line.hear("sealed", ben.name)
    with pytest.raises(ValueError, match="genuine"):
        anna.opens_bytes(message)
    forged = {**anna.says("look"), "phone": ben.name}
    line.front_end.say(**forged)
    assert line.hear("refused")["reason"] == "phone"


def test_phone_comes_back_after_a_power_cut_and_its_old_moves_do_not(line: Line) -> None:
    table = line.table
    ben = line.admit(1)
    old = ben.moves("ROYB")
    table.socket.close()
    assert stat.S_IMODE((table.folder / "state" / "phones.json").stat().st_mode) == 0o600
    table.begin()
    table.open_match()
    again = Line(table)
    again.front_end.say(**old)
    assert again.told(ben)["refused"] == "stale"
    assert again.move(ben, "ROYB")["refused"] is None


def test_phones_end_with_the_first_new_match_after_a_start(table: Table) -> None:
    archive = PaperArchive()
    table.open_match(archive=archive)
    line = Line(table)
    ben = line.admit(1)
    # A rematch, which phones stay for.
    table.open_match(archive=archive)
    while line.told(ben)["version"] < 2:
        pass
    assert table.store.read().match == 2
    table.socket.close()
    table.begin()
    table.open_match(archive=archive)
    again = Line(table)
    assert again.ask(ben, "look")["status"] == "ended"
    assert table.store.read() == Kept()


def test_phone_that_comes_late_sees_nothing_of_other_players(line: Line) -> None:
    ben = line.admit(1)
    line.table.socket.close()
    line.table.begin()
    # Without front ends a match wakes no thread.
    line.table.open_match(players=("Anna", "Cleo"))
    again = Line(line.table)
    assert again.ask(ben, "look")["status"] == "ended"


def test_phones_end_with_other_players_and_stay_for_a_rematch(line: Line) -> None:
    ben = line.admit(1)
    line.table.watch.look(None)
    assert line.told(ben)["status"] == "menu"
    line.table.open_match()
    assert line.told(ben)["status"] == "play"
    line.table.open_match(players=("Anna", "Cleo"))
    assert line.told(ben)["status"] == "ended"
    assert line.table.desk.seen.seats == frozenset()


def test_phone_follows_its_player_to_another_name(line: Line) -> None:
    ben = line.admit(1)
    line.table.watch.look(None)
    assert line.told(ben)["status"] == "menu"
    line.table.desk.rename("BEN", "Cleo")
    said = line.told(ben)
    assert (said["status"], said["name"]) == ("menu", "Cleo")
    line.table.open_match(players=("Anna", "Cleo"))
    assert line.told(ben)["status"] == "play"
    assert line.table.store.read().phones[0].name == "Cleo"


def test_phone_ends_when_its_player_is_one_with_another_who_has_a_phone(line: Line) -> None:
    anna, ben = line.admit(0), line.admit(1)
    line.table.desk.rename("Ben", "Anna")
    assert line.told(ben)["status"] == "ended"
    line.table.desk.rename("Dora", "Emil")
    assert line.ask(anna, "look")["status"] == "play"


def test_sealed_messages_go_to_the_front_end_that_relays_for_the_phone(line: Line) -> None:
    ben = line.admit(1)
    moved = Line(line.table)
    assert moved.ask(ben, "look")["status"] == "play"
    driver = line.table.driver
    assert driver is not None
    driver.submit_text(1, "ROYB")
    assert moved.told(ben)["version"] == driver.version
    assert line.front_end.hear()["type"] == "state"
    assert not line.front_end.has_news()


def test_ten_thousand_joins_hold_a_few_and_reach_no_loop(line: Line) -> None:
    invitation = line.table.desk.invite(1)
    line.table.seen(invited=invitation.number)
    for _ in range(10_000):
        join = line.front_end
        message = {"type": "join", "id": 1, "public": base64.b64encode(secrets.token_bytes(32)).decode()}
        join.socket.setblocking(False)
        try:
            join.say_bytes(json.dumps(message).encode())
        except BlockingIOError:
            continue
    joining = line.table.line._joining
    assert joining is not None
    assert len(joining.joined) <= JOINED_MOST
    assert line.table.events.empty()


def test_box_asks_for_one_more_invitation_than_it_holds(line: Line) -> None:
    first = line.table.desk.invite(0)
    second = line.table.desk.invite(1)
    line.table.seen(invited=second.number)
    phone = PaperPhone(first.secret)
    line.join(phone)
    line.front_end.say(**phone.says("enter"))
    assert line.hear("refused")["reason"] == "phone"


def test_hint_counts_as_on_the_box_and_is_told_to_its_phone(make: Callable[[bool], Table]) -> None:
    table = make(False)
    table.open_match(coach="during")
    line = Line(table)
    ben = line.admit(1)
    assert line.ask(ben, "look")["ask"]["hint"] is True
    line.move(ben, "RROO")
    line.front_end.say(**ben.says("hint", version=ben.version))
    table.take_call()
    first = line.answer(ben)["hint"]
    words = {"text": "Row {number} was a good row.", "values": {"number": 1}}
    assert first == {"grade": 1, "counted": 1, "words": words, "row": None}
    line.front_end.say(**ben.says("hint", version=ben.version))
    table.take_call()
    second = line.answer(ben)
    assert (second["hint"]["grade"], second["hint"]["counted"]) == (2, 2)
    assert second["hint"]["words"]["count"] == len(fitting(table))
    assert line.move(ben, "RROY")["hint"] is None


@pytest.mark.parametrize("text", ["R", "RR..", "...Y"])
def test_check_of_pegs_is_answered_by_the_codes_that_fit_for_its_phone_alone(
    make: Callable[[bool], Table], text: str
) -> None:
    table = make(False)
    table.open_match(coach="during")
    line = Line(table)
    anna, ben = line.admit(0), line.admit(1)
    line.move(ben, "RROO")
    letters = table.driver.session.view().rules.edition.letters  # type: ignore[union-attr]
    held = [
        letters.index(text) in code
        if len(text) == 1
        else all(letter in (".", letters[peg]) for letter, peg in zip(text, code, strict=True))
        for code in fitting(table)
    ]
    line.front_end.say(**ben.says("check", version=ben.version, text=text))
    table.take_call()
    answer = line.answer(ben)
    found = answer["checked"]["text"]
    if len(text) == 1:
        expected = "Yes, in every code" if all(held) else "Not known yet:" if any(held) else "No, in no code"
        assert found.startswith(expected)
    else:
        assert found.startswith("Yes: " if any(held) else "No: ")
    assert (answer["refused"], answer["hint"]) == (None, None)
    # Whom the answer is not for learns at most that a hint was counted.
    told = line.ask(anna, "look")
    assert (told["checked"], "Not known" in json.dumps(told)) == (None, False)
    assert line.ask(ben, "look")["checked"] is None


@pytest.mark.parametrize("text", ["", ".", "....", "RR", "RRRRR", "X", "R..x", "rr..", "-", "é"])
def test_check_of_what_is_no_peg_is_refused_and_costs_nothing(make: Callable[[bool], Table], text: str) -> None:
    table = make(False)
    table.open_match(coach="during")
    line = Line(table)
    ben = line.admit(1)
    told = line.ask(ben, "check", version=ben.version, text=text)
    assert (told["refused"], told["checked"]) == ("rules", None)
    assert table.driver.session.view().now.hints == ()  # type: ignore[union-attr]


def test_fifth_check_of_a_row_is_refused_in_words(make: Callable[[bool], Table]) -> None:
    table = make(False)
    table.open_match(coach="during")
    line = Line(table)
    ben = line.admit(1)
    for number in range(5):
        assert line.ask(ben, "look")["ask"]["check"] is (number < 4)
        line.front_end.say(**ben.says("check", version=ben.version, text="R"))
        table.take_call()
        told = line.answer(ben)
    assert (told["refused"], told["why"]["text"], told["checked"]) == ("rules", "Play a row first.", None)


def test_phone_checks_nothing_where_there_are_no_hints(make: Callable[[bool], Table]) -> None:
    table = make(False)
    table.open_match(coach="after")
    line = Line(table)
    ben = line.admit(1)
    assert line.ask(ben, "look")["ask"]["check"] is False
    assert line.ask(ben, "check", version=ben.version, text="R")["refused"] == "rules"


def fitting(table: Table) -> list[tuple[int, ...]]:
    """Return the codes that fit all rows, one by one."""
    assert table.driver is not None
    view = table.driver.session.view()
    told = [(row.guess, (row.answer.blacks, row.answer.whites)) for row in view.now.rows]
    return [code for code in view.rules.space if all(tuple(naive_answer(code, row)) == keys for row, keys in told)]


def test_nothing_of_a_phone_is_in_a_log_or_a_repr(line: Line, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    ben = line.admit(1)
    line.move(ben, "ROYQ")
    line.move(ben, "ROYB")
    invitation = Invitation(1, 0, "SECRETSECRETSECRETSE", "LETTER")
    kept = line.table.store.read()
    shown = f"{caplog.text}{invitation!r}{kept!r}{line.table.line!r}"
    assert [words for words in ("SECRET", "LETTER", "ROYB", "ROYQ") if words in shown] == []
    assert repr(ben.key) not in shown


@pytest.mark.parametrize("length", [0, 1, 23, 24, 39, 40, 41, 600])
def test_truncated_and_random_messages_of_a_phone_change_nothing(line: Line, length: int) -> None:
    ben = line.admit(1)
    for box in (secrets.token_bytes(length), base64.b64decode(ben.moves("ROYB")["sealed"])[:-1][:length]):
        line.front_end.say(type="sealed", phone=ben.name, sealed=base64.b64encode(box).decode())
        assert line.hear("refused")["reason"] == "phone"
    assert line.ask(ben, "look")["status"] == "play"
    assert line.table.events.empty()


@pytest.mark.parametrize(
    "plain",
    [
        b"",
        b"[]",
        b'{"to":"phone","id":1,"do":"look"}',
        b'{"to":"game","id":-1,"do":"look"}',
        b'{"to":"game","id":1,"do":"win"}',
        b'{"to":"game","id":1,"do":["look"]}',
        b'{"to":"game","id":true,"do":"look"}',
        b'{"to":"game","id":1,"do":"move","boot":7,"version":1,"text":"ROYB"}',
        b'{"to":"game","id":1,"do":"move","boot":null,"version":1,"text":["ROYB"]}',
        b'{"to":"game","id":1,"do":"move","boot":null,"version":1,"text":"' + b"R" * 201 + b'"}',
        b"[" * 700,
    ],
)
def test_unreadable_plain_text_is_refused_to_its_phone_alone(line: Line, plain: bytes) -> None:
    ben = line.admit(1)
    line.front_end.say(**ben.sealed(plain))
    said = line.told(ben)
    assert (said["id"], said["refused"]) == (None, "unreadable")


def test_floods_of_sealed_messages_keep_no_one_from_the_state_and_never_reach_the_loop(line: Line) -> None:
    ben = line.admit(1)
    hostile = [line.table.front_end() for _ in range(FRONT_ENDS_MOST - 1)]
    for front_end in hostile:
        front_end.hello()
        front_end.socket.setblocking(False)
    messages = [json.dumps(message).encode() for message in (ben.says("look"), ben.join(), ben.sealed(b"{"))]
    messages.append(json.dumps({"type": "sealed", "phone": "q" * 22, "sealed": "AAAA"}).encode())
    for count in range(10_000):
        with suppress(BlockingIOError):
            hostile[count % len(hostile)].say_bytes(messages[count % len(messages)])
    driver = line.table.driver
    assert driver is not None
    driver.submit_text(1, "ROYB")
    while line.hear("state")["version"] < driver.version:
        pass
    assert line.table.events.empty()


def test_front_end_that_does_not_read_gets_the_newest_of_its_phone_when_it_reads(line: Line) -> None:
    ben = line.admit(1)
    driver = line.table.driver
    assert driver is not None
    watching = line.table.front_end()
    watching.hello()
    for _ in range(20):
        driver.submit_text(1, "ROYB")
        driver.undo()
    assert watching.hear_of(driver.version)["version"] == driver.version
    while line.told(ben)["version"] < driver.version:
        pass


def test_addresses_are_taken_from_a_socket_without_an_address(line: Line) -> None:
    fields = {"addresses": ["http://10.42.0.1"], "hotspot": None, "failure": "no-wifi"}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as unbound:
        unbound.sendto(json.dumps({"type": "addresses", **fields}).encode(), str(line.table.path))
    while line.table.desk.addresses is None:
        line.table.seen()
    assert line.table.desk.addresses == Addresses(("http://10.42.0.1",), None, "no-wifi")


@pytest.mark.parametrize(
    "wrong",
    [
        {"addresses": "http://10.0.0.1"},
        {"addresses": ["javascript:alert(1)"]},
        {"addresses": ["http://a/b"]},
        {"addresses": ["http://10.0.0.1"] * 9},
        {"failure": "Anything at all"},
        {"hotspot": {"ssid": "\n", "password": "12345678", "address": "http://10.0.0.1"}},
        {"hotspot": {"ssid": "x", "password": "12345678", "address": 7}},
    ],
)
def test_what_does_not_look_like_an_address_is_not_shown(line: Line, wrong: dict[str, object]) -> None:
    line.front_end.say(**{"type": "addresses", "addresses": [], "hotspot": None, "failure": None} | wrong)
    assert line.hear("refused")["reason"] == "unreadable"
    assert line.table.desk.addresses is None


def test_request_to_the_network_is_a_word_in_a_file(line: Line) -> None:
    request = line.table.folder / "network-request"
    for wish in NetworkRequest:
        line.table.desk.request(wish)
        assert request.read_text("ascii") == f"{wish.value}\n"
    line.table.desk.stop()
    assert not request.exists()


TWO_ON_A_SEAT = json.dumps(
    {
        "match": 1,
        "players": ["Anna", "Ben"],
        "phones": [{"id": letter * 22, "seat": 1, "key": base64.b64encode(bytes(32)).decode()} for letter in "ab"],
    }
)


@pytest.mark.parametrize(
    "damage", ["", "[]", '{"players":["Anna"],"phones":[{"id":"x","seat":0,"key":""}]}', "\0", TWO_ON_A_SEAT]
)
def test_damaged_file_of_phones_is_set_aside_and_told_once(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "phones.json"
    path.write_text(damage, "utf-8")
    told: list[PhonesDamaged] = []
    store = PhoneStore(path, told.append)
    assert [store.read(), store.read()] == [Kept(), Kept()]
    assert [str(each).partition("; ")[2] for each in told] == [f"{path} is now phones.damaged-1"]
    assert path.with_name("phones.damaged-1").read_text("utf-8") == damage


def test_file_of_phones_whose_checksum_does_not_fit_is_not_used(line: Line) -> None:
    line.admit(1)
    path = line.table.folder / "state" / "phones.json"
    path.write_text(path.read_text("utf-8").replace('"seat": 1', '"seat": 0'), "utf-8")
    told: list[PhonesDamaged] = []
    assert PhoneStore(path, told.append).read() == Kept()
    assert "expected a text that fits its checksum" in str(told[0])


def test_file_of_phones_of_a_version_without_checksums_is_read(line: Line) -> None:
    line.admit(1)
    path = line.table.folder / "state" / "phones.json"
    fields = json.loads(path.read_text("utf-8"))
    kept = line.table.store.read()
    del fields["checksum"]
    path.write_text(json.dumps(fields), "utf-8")
    assert line.table.store.read() == kept


def test_file_of_phones_that_cannot_be_read_is_told_and_left(tmp_path: Path) -> None:
    path = tmp_path / "phones.json"
    path.mkdir()
    told: list[PhonesDamaged] = []
    assert PhoneStore(path, told.append).read() == Kept()
    assert "it is not a regular file" in str(told[0])
    assert path.is_dir()


def test_review_follows_the_end_of_a_match(line: Line) -> None:
    ben = line.admit(1)
    line.table.open_match(coach="after", mode="box")
    driver = line.table.driver
    assert driver is not None
    while (seat := driver.position.player_to_move) is not None:
        driver.submit_text(seat, "go" if driver.position.is_prompted else "ROYB")
    over = line.table.front_end().hello()
    line.table.take_call()
    reviewed = line.front_end.hear_of(over["version"] + 1)
    assert (over["match"]["review"], over["status"]) == (None, "over")
    assert len(reviewed["match"]["review"]) == len(reviewed["match"]["view"]["done"])
    # It is long, and everybody has it.
    assert line.ask(ben, "look")["state"]["review"] is None


def test_review_is_made_for_a_front_end_that_comes_after_the_end(table: Table) -> None:
    driver = table.open_match(coach="after", mode="box")
    while (seat := driver.position.player_to_move) is not None:
        driver.submit_text(seat, "go" if driver.position.is_prompted else "ROYB")
    front_end = table.front_end()
    over = front_end.hello()
    table.take_call()
    assert front_end.hear_of(over["version"] + 1)["match"]["review"]


def test_review_is_not_added_to_a_state_that_came_after_it(table: Table) -> None:
    driver = table.open_match(coach="after", mode="box")
    while (seat := driver.position.player_to_move) is not None:
        driver.submit_text(seat, "go" if driver.position.is_prompted else "ROYB")
    front_end = table.front_end()
    front_end.hello()
    call = table.events.get(timeout=PATIENCE_S)
    driver.undo()
    assert isinstance(call, Call)
    call.run()
    assert front_end.hear_of(driver.version)["match"]["review"] is None
    assert not front_end.has_news()


def test_seals_are_told_and_opened_at_the_reveal(line: Line) -> None:
    driver = line.table.open_match(games="2")
    state = line.front_end.hear_of(driver.version)
    assert state["match"]["seals"] == list(driver.session.seals)
    driver.submit_text(1, "give up")
    over = line.front_end.hear_of(driver.version)
    while not over["match"]["opened"]:
        over = line.front_end.hear()
    assert [fingerprint(opened) for opened in over["match"]["opened"]] == state["match"]["seals"]


def test_library_is_imported_only_when_a_phone_is_invited_or_was_kept() -> None:
    program = (
        "import sys, companion.app.beside, companion.phones.screens, companion.phones.phone_line; "
        "print([name for name in ('nacl', 'segno') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment(), timeout=60
    )
    assert done.stdout == "[]\n"


def test_phone_is_told_the_panels_of_its_own_seat_alone(line: Line) -> None:
    driver = line.table.open_match("coda", deal="chance")
    phones = [line.admit(seat) for seat in (0, 1)]
    while not all(driver.session._state.now.rows):
        seat = driver.position.player_to_move or 0
        text = "go" if driver.position.is_prompted else next(driver.position.moves(seat))
        driver.submit_text(seat, text)
    for seat, phone in enumerate(phones):
        rows = line.ask(phone, "look")["state"]["view"]["round"]["rows"]
        held = [[number_text(panel.value) for panel in row] for row in driver.session._state.now.rows]
        assert [[panel["number"] for panel in row] for row in rows] == [
            numbers if who == seat else [None] * len(numbers) for who, numbers in enumerate(held)
        ]


def test_phone_is_told_the_card_in_its_own_hand_alone(line: Line) -> None:
    match = RandomMatch(CATALOGUE["passcode"], {"role": "dealer"}, 2)
    seen = 0
    for driver in match.positions(60):
        hands = [None if held.hand is None else held.hand.reveal().value for held in driver.session._state.players]
        for seat in (0, 1):
            plain = phone_message(Letter(PhoneStatus.PLAY, seat, "A", "b", 1), match.told, 0)
            told = [player.get("hand") for player in json.loads(plain)["state"]["view"]["players"]]
            assert told == [hand if who == seat else None for who, hand in enumerate(hands)]
            seen += told[seat] is not None
    assert seen > 10


def test_box_knows_whose_phone_has_no_stream(table: Table, line: Line) -> None:
    phone = line.admit(0)
    line.front_end.say(type="stream", phone=phone.name, open=False)
    table.seen(away=frozenset({0}))
    line.front_end.say(type="stream", phone=phone.name, open=True)
    table.seen(away=frozenset())


def test_phone_that_says_something_is_not_away(table: Table, line: Line) -> None:
    phone = line.admit(0)
    line.front_end.say(type="stream", phone=phone.name, open=False)
    table.seen(away=frozenset({0}))
    line.ask(phone, "look")
    table.seen(away=frozenset())


def test_other_front_end_says_nothing_of_a_stream(table: Table, line: Line) -> None:
    phone = line.admit(0)
    stranger = Line(table)
    stranger.front_end.say(type="stream", phone=phone.name, open=False)
    line.ask(phone, "look")
    assert table.desk.seen.away == frozenset()
