"""Requests that are nearly right: bytes are changed, left out, repeated and swapped at random."""

from __future__ import annotations

import asyncio
import logging
import re
from random import Random

import pytest

from tests.phones.web.site import PATIENCE_S, PHONE, PUBLIC, SEALED, PaperGame, Site, at_site
from tests.support.effort import seeds

REQUESTS = 100
JSON = "Content-Type: application/json\r\n"


def sound(host: str) -> list[bytes]:
    """Return requests that are answered."""
    bodies = {"/sealed": f'{{"phone":"{PHONE}","sealed":"{SEALED}"}}', "/join": f'{{"public":"{PUBLIC}"}}'}
    posts = [
        f"POST {path} HTTP/1.1\r\nHost: {host}\r\n{JSON}Content-Length: {len(body)}\r\n\r\n{body}"
        for path, body in bodies.items()
    ]
    paths = ("/", "/p", f"/events?phone={PHONE}", "/w/fr.json", "/s/000000000000/board.js")
    gets = [f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n\r\n" for path in paths]
    return [request.encode() for request in (*posts, *gets)]


def changed(request: bytes, random: Random) -> bytes:
    """Return *request* with some changes."""
    made = bytearray(request)
    for _ in range(random.randint(1, 4)):
        start = random.randrange(len(made) + 1)
        end = min(len(made), start + random.randrange(20))
        match random.randrange(4):
            case 0:
                made[start:end] = random.randbytes(end - start)
            case 1:
                del made[start:end]
            case 2:
                made[start:start] = made[start:end] * random.randrange(1, 50)
            case 3:
                made[start:end] = random.choice((b"\r\n", b"\0", b"\n\n", b"9" * 30, b'"', b"{", b"\xff", b": "))
    return bytes(made)


async def answered(site: Site, request: bytes) -> bytes:
    """Return the first bytes of the answer to *request*, or none where the connection is ended."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    try:
        writer.write(request)
        writer.write_eof()
        async with asyncio.timeout(PATIENCE_S):
            return await reader.read(500)
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize("seed", seeds(1, 20))
def test_each_is_answered_or_ended_and_the_next_client_is_served(
    seed: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.phones.web.relay.JOIN_S", 0.01)
    random = Random(seed)

    async def scenario(site: Site, game: PaperGame) -> None:
        for _ in range(REQUESTS):
            request = changed(random.choice(sound(site.host)), random)
            answer = await answered(site, request)
            # A line without its version is one of HTTP/0.9 to aiohttp.
            assert not answer or re.match(rb"HTTP/(0\.9|1\.[01]) (200|202|304|4\d\d|503) ", answer), (request, answer)
            assert b"Traceback" not in answer
        assert (await site.get("/", client="127.0.0.2")).status == 200

    with caplog.at_level(logging.INFO):
        at_site(scenario)
    assert caplog.messages == []
