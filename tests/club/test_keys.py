"""Signatures and envelopes, against published vectors, changed bytes and other keys."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import scrypt, sha256
from random import Random

import pytest

from companion.club.keys import (
    SLIP,
    SLIP_LETTERS,
    TableKey,
    bytes_of,
    key_of_slip,
    new_key,
    new_slip,
    opened,
    salt_of_slip,
    seal,
    unseal,
)
from companion.errors import TextUnreadable

# RFC 8032, section 7.1, test 1.
SEED = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
PUBLIC = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
TOPIC = "codemaker/1/cup/table/a/state"


def test_public_key_is_that_of_the_published_vector() -> None:
    assert TableKey(SEED).public == b64encode(PUBLIC).decode()


def test_signed_message_is_opened_with_its_key() -> None:
    key = TableKey(SEED)
    assert opened(TOPIC, key.sign(TOPIC, '{"é": 1}'.encode())) == ('{"é": 1}'.encode(), key.public)


def test_message_for_another_topic_is_refused() -> None:
    signed = TableKey(SEED).sign(TOPIC, b"{}")
    with pytest.raises(TextUnreadable, match="expected a message signed for codemaker/1/cup/table/b/state"):
        opened(TOPIC.replace("/a/", "/b/"), signed)


def test_topic_and_message_cannot_be_shifted_into_each_other() -> None:
    signed = json.loads(TableKey(SEED).sign("codemaker/1/cup/table/a", b"/state\0{}"))
    with pytest.raises(TextUnreadable):
        opened("codemaker/1/cup/table/a/state", json.dumps({**signed, "said": "{}"}).encode())


@pytest.mark.parametrize("part", ["said", "key", "signature"])
def test_message_with_another_part_is_refused(part: str) -> None:
    one, other = (json.loads(TableKey(seed).sign(TOPIC, text)) for seed, text in ((SEED, b"{}"), (bytes(32), b"[]")))
    with pytest.raises(TextUnreadable, match="expected a message signed"):
        opened(TOPIC, json.dumps({**one, part: other[part]}).encode())


@pytest.mark.parametrize(
    "text",
    [b"", b"[]", b"{}", b"\xff", b'{"said": 1, "key": 2, "signature": 3}', b'{"said": "", "key": "", "signature": ""}',
     b'{"said": "\\ud800", "key": "", "signature": ""}', b"[" * 5000],
)  # fmt: skip
def test_text_that_is_no_signed_message_is_refused(text: bytes) -> None:
    with pytest.raises(TextUnreadable):
        opened(TOPIC, text)


def test_key_has_one_spelling() -> None:
    # Another spelling of a revoked key would be a new one.
    signed = json.loads(TableKey(SEED).sign(TOPIC, b"{}"))
    assert signed["key"].endswith("Ro=")
    for last in "pqr":
        with pytest.raises(TextUnreadable, match="expected a message signed"):
            opened(TOPIC, json.dumps({**signed, "key": f"{signed['key'][:-2]}{last}="}).encode())


def test_no_changed_byte_of_a_signed_message_is_taken() -> None:
    random, signed = Random(1), TableKey(SEED).sign(TOPIC, b'{"boot":1}')
    whole = opened(TOPIC, signed)
    for place in range(len(signed)):
        changed = bytearray(signed)
        changed[place] ^= random.randrange(1, 128)
        try:
            found = opened(TOPIC, bytes(changed))
        except TextUnreadable:
            continue
        # The space between two parts says nothing.
        assert found == whole


def test_envelope_is_opened_by_its_key_alone() -> None:
    key, text = new_key(), "V3A42GVHGQVAA"
    envelope = seal(key, text)
    assert unseal(key, envelope) == text
    assert text not in envelope
    assert seal(key, text) != envelope
    with pytest.raises(TextUnreadable, match="expected an envelope and its key, got others"):
        unseal(new_key(), envelope)


@pytest.mark.parametrize("envelope", ["", "A", "AAAA", "é", "A" * 32, "A" * 80])
def test_text_that_is_no_envelope_is_refused(envelope: str) -> None:
    with pytest.raises(TextUnreadable, match="expected an envelope and its key, got others"):
        unseal(new_key(), envelope)


@pytest.mark.parametrize("key", ["", "A", "AAAA", "é", b64encode(bytes(31)).decode()])
def test_text_that_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(TextUnreadable, match="expected an envelope and its key, got others"):
        unseal(key, seal(new_key(), "x"))


def test_envelope_with_a_changed_letter_is_refused() -> None:
    key = new_key()
    envelope = seal(key, "V3A42GVHGQVAA")
    for place in range(0, len(envelope) - 4, 7):
        changed = envelope[:place] + ("A" if envelope[place] != "A" else "B") + envelope[place + 1 :]
        with pytest.raises(TextUnreadable):
            unseal(key, changed)


def test_bytes_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 4 bytes, got 3"):
        bytes_of("AAAA", 4)


def test_slip_opens_the_envelope_of_one_table_and_round() -> None:
    slip = new_slip()
    assert len(slip) == SLIP
    assert set(slip) <= set(SLIP_LETTERS)
    key = key_of_slip(slip, salt_of_slip("cup", 1, "a"))
    salt = sha256(b"cup 1 a").digest()
    expected = scrypt(slip.encode(), salt=salt, n=65_536, r=8, p=1, maxmem=2**27, dklen=32)
    assert key == b64encode(expected).decode()
    spaced = f" {slip[:5]} {slip[5:]} ".lower()
    assert key_of_slip(spaced, "cup 1 a") == key
    others = {key_of_slip(slip, salt_of_slip(*place)) for place in (("cup", 2, "a"), ("cup", 1, "b"), ("cap", 1, "a"))}
    assert len(others | {key}) == 4


@pytest.mark.parametrize("slip", ["", "ABCDEFGHJ", "ABCDEFGHJKL", "ABCDEFGHIJ", "ABCDEFGHJ1", "ÄBCDEFGHJK"])
def test_letters_that_are_no_slip_are_refused(slip: str) -> None:
    with pytest.raises(TextUnreadable, match="expected 10 letters without I and O, got another text"):
        key_of_slip(slip, salt_of_slip("cup", 1, "a"))
