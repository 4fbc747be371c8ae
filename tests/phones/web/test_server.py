"""The HTTP side of the web process: what it serves, what it refuses, and what a slow reader costs."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import html
import json
import logging
import re
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from companion.phones.web import door, server
from companion.phones.web.serve import WebOptions
from companion.phones.web.static import MARK, PAGES, load_pages
from tests.phones.paper_phone import PaperPhone
from tests.phones.web.site import PATIENCE_S, PHONE, PUBLIC, SEALED, PaperGame, Site, at_site

STREAMS = 8
OTHER = "127.0.0.2"
"""Another machine, as far as the server can tell."""
POST = b"POST /sealed HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"


def run(scenario: Callable[[Site], Awaitable[None]], options: WebOptions | None = None) -> None:
    """Run *scenario* at a site whose game says nothing."""

    async def alone(site: Site, game: PaperGame) -> None:
        await scenario(site)

    at_site(alone, options)


def test_pages_and_their_files_are_served_and_allow_only_our_own_scripts() -> None:
    async def scenario(site: Site) -> None:
        for path, name in (("/", "board.html"), ("/p", "private.html")):
            page = await site.get(path)
            assert page.status == 200
            assert page.headers["Content-Type"] == "text/html; charset=utf-8"
            policy = page.headers["Content-Security-Policy"].split("; ")
            assert {"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"} <= set(policy)
            text = page.body.decode()
            assert MARK not in text
            for file in re.findall(r'"(/s/[^"]+)"', text):
                answer = await site.get(file)
                assert (answer.status, answer.body) == (200, load_pages().files[file.rpartition("/")[2]].plain), name
                assert "immutable" in answer.headers["Cache-Control"]

    run(scenario)


def test_compressed_file_is_the_plain_one_and_an_unchanged_page_is_not_sent_again() -> None:
    async def scenario(site: Site) -> None:
        plain = await site.get("/")
        zipped = await site.get("/", Accept_Encoding="gzip, deflate")
        assert zipped.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(zipped.body) == plain.body
        again = await site.get("/", If_None_Match=plain.headers["ETag"])
        assert (again.status, again.body) == (304, b"")

    run(scenario)


@pytest.mark.parametrize(
    "path", ["/s/000000000000/board.js", "/s/../board.html", "/s/%2e%2e/%2e%2e", "/w/xx.json", "/w/../words.py", "/x"]
)
def test_what_is_not_ours_to_serve_is_not_found(path: str) -> None:
    async def scenario(site: Site) -> None:
        answer = await site.get(path)
        assert answer.status == 404
        assert "immutable" not in answer.headers.get("Cache-Control", "")

    run(scenario)


def test_words_of_each_language_are_served() -> None:
    async def scenario(site: Site) -> None:
        page = html.unescape((await site.get("/")).body.decode())
        assert '"fr": "fran\\u00e7ais"' in page
        assert json.loads((await site.get("/w/en.json")).body)["texts"] == {}
        assert (await site.get("/w/fr.json")).status == 200

    run(scenario)


@pytest.mark.parametrize(
    ("wishes", "link"),
    [
        ("fr-FR,fr;q=0.9,en;q=0.8", "</w/fr.json>; rel=preload; as=fetch; crossorigin"),
        ("xx,fr;q=0.5", "</w/fr.json>; rel=preload; as=fetch; crossorigin"),
        ("en-GB,fr;q=0.5", None),
        ("*", None),
    ],
)
def test_page_has_the_browser_load_the_words_of_its_language_beside_the_script(wishes: str, link: str | None) -> None:
    async def looked(site: Site) -> None:
        for path in ("/", "/p"):
            assert (await site.get(path, Accept_Language=wishes)).headers.get("Link") == link

    run(looked)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:{port}", 200),
        ("localhost:{port}", 200),
        ("codemaker.local:{port}", 200),
        ("[::ffff:127.0.0.1]:{port}", 200),
        ("127.0.0.1", 421),
        ("127.0.0.1:1", 421),
        ("127.0.0.2:{port}", 421),
        ("games.example:{port}", 421),
        ("127.0.0.1.games.example:{port}", 421),
        ("codemaker.local.games.example:{port}", 421),
        ("2130706433:{port}", 421),
        ("user@127.0.0.1:{port}", 421),
        ("", 421),
    ],
)
def test_only_requests_for_an_address_of_this_machine_are_answered(host: str, status: int) -> None:
    """With DNS rebinding, the name of another site leads here."""

    async def scenario(site: Site) -> None:
        answer = await site.get("/", Host=host.format(port=site.port))
        assert answer.status == status

    run(scenario)


@pytest.mark.parametrize("target", ["http://games.example/", "http://127.0.0.1:{port}/", "//games.example/"])
def test_request_that_names_a_server_before_the_path_is_refused(target: str) -> None:
    async def scenario(site: Site) -> None:
        answer = await site.get(target.format(port=site.port), Host=site.host)
        assert 400 <= answer.status < 500

    run(scenario)


@pytest.mark.parametrize(
    ("origin", "is_ours"),
    [
        (None, True),
        ("http://127.0.0.1:{port}", True),
        ("https://127.0.0.1:{port}", False),
        ("http://127.0.0.1", False),
        ("http://games.example", False),
        ("null", False),
    ],
)
def test_pages_of_other_sites_can_neither_watch_nor_send(origin: str | None, is_ours: bool) -> None:
    async def scenario(site: Site) -> None:
        headers = {} if origin is None else {"Origin": origin.format(port=site.port)}
        post = await site.ask("POST", "/sealed", b"{}", headers | {"Content-Type": "application/json"})
        assert post.status == (400 if is_ours else 403)
        if not is_ours:
            assert (await site.get("/events", **headers)).status == 403

    run(scenario)


@pytest.mark.parametrize(
    ("path", "body", "kind", "status"),
    [
        ("/sealed", b"{}", "text/plain", 415),
        ("/sealed", b"a=b", "application/x-www-form-urlencoded", 415),
        ("/sealed", b"{}", "application/json", 400),
        ("/sealed", b"\xff", "application/json", 400),
        ("/sealed", b"[" * 2000, "application/json", 400),
        ("/sealed", b"x" * 2049, "application/json", 413),
        ("/sealed", b'{"phone":"%s","sealed":"A A"}' % PHONE.encode(), "application/json", 400),
        ("/join", b'{"public":7}', "application/json", 400),
        ("/join", b'{"public":"AAAA"}', "application/json", 400),
        ("/ask", b'{"name":true,"commitment":"%s"}' % PUBLIC.encode(), "application/json", 400),
        ("/ask", b'{"name":"Anna","commitment":"AAAA"}', "application/json", 400),
        ("/show", b'{"phone":"a","public":"%s"}' % PUBLIC.encode(), "application/json", 400),
        ("/show", b'{"phone":"%s","public":7}' % PHONE.encode(), "application/json", 400),
        ("/", b"{}", "application/json", 405),
    ],
)
def test_message_in_another_form_is_refused(path: str, body: bytes, kind: str, status: int) -> None:
    async def scenario(site: Site) -> None:
        assert (await site.ask("POST", path, body, {"Content-Type": kind})).status == status

    run(scenario)


def test_client_that_asks_too_often_is_refused_and_others_are_not() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        statuses: list[int] = []
        while 429 not in statuses and len(statuses) < 40:
            statuses.append((await site.post("/sealed", phone=PHONE, sealed=SEALED)).status)
            if statuses[-1] == 202:
                await game.hear_type("sealed")
        assert statuses[:12] == [202] * 12
        assert statuses[-1] == 429
        assert (await site.post("/sealed", client=OTHER, phone=PHONE, sealed=SEALED)).status == 202

    at_site(scenario)


def test_six_phones_behind_one_address_ask_at_once() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        for name in ("Anna", "Ben", "Chloé", "David", "Emma", "Farid"):
            sent = asyncio.ensure_future(site.post("/ask", name=name, commitment=PUBLIC))
            asked = await game.hear_type("ask")
            game.say(type="asking", id=asked["id"], phone=PHONE)
            assert (await sent).status == 200

    at_site(scenario)


def test_one_stream_too_many_is_told_so() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        streams = [await site.stream(client=f"127.0.0.{number}") for number in (1, 2, 3, 4)]
        await game.hear_type("hello")
        game.state(1)
        refused = await site.stream(client="127.0.0.5")
        assert (await refused.hear()).type == "full"
        assert refused.retry == server.FULL_AGAIN_MS
        await refused.hear_end()
        streams[0].close()
        # The end of the first one is seen when a new one asks.
        while (await (again := await site.stream(client="127.0.0.5")).hear()).type == "full":
            pass
        assert again.retry == server.AGAIN_MS

    at_site(scenario, WebOptions(streams_most=4))


def test_two_hostile_addresses_cannot_keep_a_third_one_out() -> None:
    """With all streams and with all connections, half of which have sent half of a request."""

    async def scenario(site: Site, game: PaperGame) -> None:
        for number in range(STREAMS):
            await site.stream(client=f"127.0.0.{2 + number % 2}")
        await game.hear_type("hello")
        game.state(1)
        for number in range(4 * STREAMS + 32):
            connection = site.connection(f"127.0.0.{2 + number % 2}")
            await asyncio.to_thread(connection.connect)
            connection.sock.send(b"GET / HTTP/1.1\r\nHost: "[: 30 * (number % 2)])
        assert (await site.get("/")).status == 200
        phone = await site.stream()
        assert (await phone.hear()).type == "state"
        # They come again at once, and take nothing from it.
        for number in range(STREAMS):
            await site.stream(client=f"127.0.0.{2 + number % 2}")
        game.state(2)
        assert (await phone.hear()).fields["version"] == 2

    at_site(scenario, WebOptions(streams_most=STREAMS))


def test_phone_that_plays_has_a_place_however_many_others_watch() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        await site.post("/sealed", phone=PHONE, sealed=SEALED)
        await game.hear_type("sealed")
        game.say(type="sealed", phone=PHONE, plays=True, sealed=SEALED)
        game.state(1)
        for number in range(STREAMS):
            assert (await (await site.stream(client=f"127.0.1.{1 + number}")).hear()).type == "state"
        assert (await (await site.stream("B" * 22)).hear()).type == "full"
        phone = await site.stream(PHONE)
        assert (await phone.hear()).type == "state"
        # Who has heard its name takes none of its places.
        for number in range(2 * server.PAGES_MOST):
            await site.stream(PHONE, client=f"127.0.0.{2 + number % 2}")
        game.say(type="sealed", phone=PHONE, plays=True, sealed="mine")
        assert (await phone.hear()).fields["sealed"] == "mine"
        # Once it is ended, it is as all others.
        game.say(type="sealed", phone=PHONE, plays=False, sealed="ended")
        assert (await phone.hear()).fields["sealed"] == "ended"
        phone.close()
        assert (await (await site.stream(PHONE)).hear()).type == "full"

    at_site(scenario, WebOptions(streams_most=STREAMS))


def test_phone_with_a_ticket_has_places_however_many_others_ask_and_one_stream() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        first = await site.stream()
        await game.hear_type("hello")
        secret = PaperPhone("abcdefghij234567klmn")
        key = hashlib.sha512(b"codemaker tickets 1" + secret.secret.encode()).digest()[:32]
        game.say(type="lobby", names=["Anna"], takes_others=False, tickets=base64.b64encode(key).decode())
        assert (await first.hear()).type == "lobby"
        strangers = [await site.stream(client=f"127.0.0.{2 + number}") for number in range(3 * STREAMS)]
        assert (await strangers[-1].hear()).type == "full"
        answers = [
            (await site.post("/ask", client=f"127.0.0.{2 + number}", name="Anna", commitment="")).status
            for number in range(100)
        ]
        assert answers[-1] == 429
        ticket = secret.ticket()
        known = await site.stream(f"{PHONE}&ticket={ticket}", client=OTHER)
        assert (await known.hear()).type == "lobby"
        assert (await site.post(f"/ask?ticket={ticket}", client=OTHER, name="", commitment="")).status == 400
        again = await site.stream(f"{PHONE}&ticket={ticket}", client=OTHER)
        assert (await again.hear()).type == "lobby"
        await known.hear_end()
        # Who has heard it has nothing from it.
        assert (await site.post(f"/ask?ticket={ticket}", client="127.0.0.3", name="", commitment="")).status == 429
        changed = ticket[:-1] + ("0" if ticket[-1] != "0" else "1")
        for wrong in (changed, ticket[:32], "é" * 64, secret.ticket()[:32] + ticket[32:]):
            assert (await site.post(f"/ask?ticket={quote(wrong)}", client=OTHER, name="", commitment="")).status == 429

    at_site(scenario, WebOptions(streams_most=STREAMS))


def test_many_addresses_that_hold_connections_keep_nobody_out_who_asks_at_once() -> None:
    """With one connection each there is no crowd: half of them idle after a request, half with half of one."""

    async def scenario(site: Site) -> None:
        for number in range(2 * (4 * STREAMS + 32)):
            connection = site.connection(f"127.0.1.{1 + number}")
            await asyncio.to_thread(connection.connect)
            if number % 2:
                connection.sock.send(b"GET / HTTP/1.1\r\nHost: ")
            else:
                await asyncio.to_thread(connection.request, "GET", "/s/none")
                assert (await asyncio.to_thread(connection.getresponse)).status == 404
        assert (await site.get("/p")).status == 200

    run(scenario, WebOptions(streams_most=STREAMS))


def test_messages_of_strangers_use_up_nothing_of_a_phone_that_plays() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        await site.post("/sealed", phone=PHONE, sealed=SEALED)
        await game.hear_type("sealed")
        game.say(type="sealed", phone=PHONE, plays=True, sealed=SEALED)
        game.state(1)
        await (await site.stream(PHONE)).hear()
        statuses = {
            (await site.post("/sealed", client=f"127.0.0.{2 + number % 8}", phone="B" * 22, sealed=SEALED)).status
            for number in range(100)
        }
        assert 429 in statuses
        assert (await site.post("/sealed", client=OTHER, phone="B" * 22, sealed=SEALED)).status == 429
        # There may be no room at the game, which reads none of them here.
        assert (await site.post("/sealed", phone=PHONE, sealed=SEALED)).status in (202, 503)

    at_site(scenario)


def test_connection_that_asks_for_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "SILENT_S", 0.05)

    async def scenario(site: Site) -> None:
        for begun in (b"", b"GET / HTTP/1.1\r\nHost: "):
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            writer.write(begun)
            async with asyncio.timeout(PATIENCE_S):
                assert await reader.read() == b""
            writer.close()

    run(scenario)


def test_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "BODY_S", 0.05)

    async def scenario(site: Site) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        head = POST.replace(b"{host}", site.host.encode())
        writer.write(head + b"Content-Length: 9\r\n\r\n")
        async with asyncio.timeout(PATIENCE_S):
            assert (await reader.readline()).startswith(b"HTTP/1.1 408 ")
        writer.close()

    run(scenario)


def test_stream_of_a_phone_that_is_gone_is_free_at_once() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        stream = await site.stream()
        await game.hear_type("hello")
        game.state(1)
        await stream.hear()
        (connection,) = site.server._streams.values()
        lost = asyncio.Event()
        connection.when_lost(lost.set)
        stream.close()
        async with asyncio.timeout(PATIENCE_S):
            await lost.wait()
        # The task of the stream runs next.
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert site.server._streams == {}

    at_site(scenario)


def test_reader_that_sleeps_costs_one_event_and_wakes_to_the_newest_state() -> None:
    large = "x" * 60_000

    async def scenario(site: Site, game: PaperGame) -> None:
        sleeper = await site.stream(room=4096)
        reader = await site.stream(client=OTHER)
        await game.hear_type("hello")
        for version in range(1, 101):
            game.state(version, large=large)
            assert (await reader.hear()).fields["version"] == version
        transports = [connection.transport for connection in site.server._streams.values()]
        assert [transport.get_write_buffer_size() < 2 * len(large) for transport in transports] == [True, True]
        versions: list[int] = []
        while not versions or versions[-1] < 100:
            versions.append((await sleeper.hear()).fields["version"])
        assert len(versions) < 10
        assert versions == sorted(versions)

    at_site(scenario)


def test_stream_that_has_taken_nothing_for_long_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "STALLED_S", 0.0)

    async def scenario(site: Site, game: PaperGame) -> None:
        await site.stream(room=4096)
        reader = await site.stream(client=OTHER)
        await game.hear_type("hello")
        for version in range(1, 21):
            game.state(version, large="x" * 60_000)
            await reader.hear()
        third = await site.stream(client="127.0.0.3")
        assert (await third.hear()).fields["version"] == 20

    at_site(scenario, WebOptions(streams_most=2))


@pytest.mark.parametrize(
    "junk",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % number for number in range(5000)) + b"\r\n",
        POST + b"Content-Length: -1\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET /events?phone=%00%ff HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"GET http://games.example/ HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: {host}\r\n\r\n",
        b"\r\n" * 5000,
    ],
)
def test_junk_is_answered_or_ended_without_a_line_in_the_log(junk: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(site: Site) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(junk.replace(b"{host}", site.host.encode()))
        writer.write_eof()
        try:
            async with asyncio.timeout(PATIENCE_S):
                answer = await reader.read()
        except ConnectionResetError:
            answer = b""
        assert answer == b"" or re.match(rb"HTTP/1\.[01] [34]", answer), answer[:200]
        assert b"Traceback" not in answer
        writer.close()
        assert (await site.get("/")).status == 200

    with caplog.at_level(logging.INFO):
        run(scenario)
    assert [record.getMessage() for record in caplog.records] == []


def test_failure_of_ours_is_one_line_in_the_log_without_what_was_sent(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(request: object) -> dict[object, object]:
        raise ZeroDivisionError(SEALED)

    monkeypatch.setattr(server, "_fields", broken)

    async def scenario(site: Site) -> None:
        answer = await site.post("/sealed", phone=PHONE, sealed=SEALED)
        assert answer.status == 500
        assert SEALED.encode() not in answer.body

    run(scenario)
    assert caplog.messages == ["expected an answer, got ZeroDivisionError"]
    assert caplog.records[0].exc_info is None


def test_nothing_that_phones_do_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        stream = await site.stream(PHONE)
        await game.hear_type("hello")
        game.state(1)
        await stream.hear()
        await site.post("/sealed", phone=PHONE, sealed=SEALED)
        await game.hear_type("sealed")
        joining = asyncio.create_task(site.post("/join", public=PUBLIC))
        game.say(type="refused", id=(await game.hear_type("join"))["id"], reason="invitation")
        assert (await joining).reason == "invitation"

    with caplog.at_level(logging.INFO):
        at_site(scenario)
    assert caplog.messages == []


def test_streams_are_ended_when_the_server_closes() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        stream = await site.stream()
        await game.hear_type("hello")
        async with asyncio.timeout(PATIENCE_S):
            await site.server.close()
        assert site.server._streams == {}
        await stream.hear_end()

    at_site(scenario)


def test_kernel_ends_connections_whose_other_end_is_gone() -> None:
    async def scenario(site: Site, game: PaperGame) -> None:
        await site.stream()
        await game.hear_type("hello")
        (connection,) = site.server._streams.values()
        connected = connection.transport.get_extra_info("socket")
        assert connected.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 30
        assert connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == door.GONE_MS

    at_site(scenario)


def test_scripts_lose_comments_and_indentation_and_keep_their_lines(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text('<script src="/s/@/one.js">', "utf-8")
    (tmp_path / "one.js").write_text('// Why.\nconst a = "http://b";\n  // And how.\n  f(a); // Here.\n', "utf-8")
    assert load_pages(tmp_path).files["one.js"].plain == b'\nconst a = "http://b";\n\nf(a); // Here.\n'


def test_no_script_has_a_text_of_several_lines_which_would_lose_its_indentation() -> None:
    scripts = [path for path in PAGES.glob("*.js") if path.name != "nacl.min.js"]
    lines = [line for path in scripts for line in path.read_text("utf-8").split("\n")]
    assert [line for line in lines if not line.lstrip().startswith("//") and line.count("`") % 2] == []
