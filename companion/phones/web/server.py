"""The HTTP side of the web process: pages, streams of events, and what phones send.

This is the only module that knows aiohttp. It uses what its versions 3.8, of Debian 12, to 3.14 have in common.
"""

from __future__ import annotations

import asyncio
import hashlib
import html
import json
import logging
import math
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType

from aiohttp import web

from companion.config.untrusted import read_object
from companion.errors import TextUnreadable
from companion.front_ends.sharing import Claimant, makes_room
from companion.front_ends.table_line import Fields
from companion.i18n import SOURCE_LANGUAGE
from companion.i18n.translator import Translator, languages, own_name
from companion.phones.web.door import Connection, Door
from companion.phones.web.guard import CLIENTS_MOST, Limit, is_own_host, is_own_origin, own_names, ticket_name
from companion.phones.web.relay import PHONES_MOST, Relay, StreamQueue, event
from companion.phones.web.static import StaticFile, load_pages, static_file

BODY_MOST = 2048
"""The most bytes that a phone sends at once."""
BODY_S = 5.0
STALLED_S = 10.0
"""A stream that has taken nothing for this long makes room for a new one."""
TICKETS = "tickets"
TICKETS_MOST = 2 * PHONES_MOST
"""The most streams of phones that have scanned the box's code and do not play yet: one of each ticket."""
PAGES_MOST = 3
"""The most streams of a phone that plays: its pages, and one that has ended without a word."""
KEEPALIVE_S = 15.0
AGAIN_MS = 1000
"""How long a browser waits before it opens a stream again."""
FULL_AGAIN_MS = 15_000
YEAR_S = 31_536_000
LANGUAGES_MOST = 200
"""The most characters that are read of the languages of a browser."""
COUNTS = range(200)
"""The counts whose plural forms are sent: rules of plurals look at the last two digits of a greater one."""
PHONE = re.compile(r"[A-Za-z0-9_-]{22}")
NAME = re.compile(r"[^\x00-\x1f]{1,20}")
PUBLIC = re.compile(r"[A-Za-z0-9+/]{43}=")
PROOF = re.compile(r"([A-Za-z0-9+/]{43}=)?")
SEALED = re.compile(r"[A-Za-z0-9+/]{40,1900}={0,2}")
HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Server": "codemaker",
    }
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PhoneServer:
    """Serves HTTP between the connections of a door and *relay*.

    At a time it serves *streams_most* streams, and beside them those of the phones that play.
    """

    def __init__(self, relay: Relay, streams_most: int, language: str) -> None:
        self._relay = relay
        self._streams_most = streams_most
        self._salt = secrets.token_bytes(16)
        self._streams: dict[StreamQueue, Connection] = {}
        # By which machine each ticket was shown first.
        self._machines: dict[str, Claimant] = {}
        self._names = own_names()
        self._pages = load_pages()
        self._html = {name: _in_languages(name, file, language) for name, file in self._pages.html.items()}
        self._words: dict[str, StaticFile] = {}
        now = asyncio.get_running_loop().time
        self._limit_of_pages = Limit(20, 80, 5, now)
        self._limits = {
            "/events": Limit(1, streams_most + 8, 5, now),
            # The game takes 64 messages of all at once: phones that it does not know use up no more than that.
            **{path: Limit(0.2, PHONES_MOST, 2, now) for path in ("/join", "/ask", "/show")},
            "/sealed": Limit(3, 12, CLIENTS_MOST, now),
        }
        # The game reads 16 messages a second of all front ends together.
        self._limit_of_phones = Limit(3, 12, 4, now)
        self._limit_of_streams = Limit(1, streams_most + 8, 4, now)
        self._limit_of_strangers = Limit(1, 12, 2, now)
        self._limit_of_tickets = Limit(1, 12, 8, now)
        self.door: Door | None = None

        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            return await self._guard(request, handler)

        app = web.Application(client_max_size=BODY_MOST, middlewares=[guard])
        app.on_response_prepare.append(_add_headers)
        app.router.add_get("/", self._page("board.html"))
        app.router.add_get("/p", self._page("private.html"))
        app.router.add_get("/s/{version}/{name}", self._file)
        app.router.add_get("/w/{name}.json", self._translation)
        app.router.add_get("/events", self._events, allow_head=False)
        app.router.add_post("/join", self._join)
        app.router.add_post("/ask", self._ask)
        app.router.add_post("/show", self._show)
        app.router.add_post("/sealed", self._pass_sealed)
        # Without a log of requests: it would say who played when.
        self._runner = web.AppRunner(
            app,
            handle_signals=False,
            access_log=None,
            logger=_quiet_logger(),
            keepalive_timeout=KEEPALIVE_S,
            lingering_time=1.0,
        )

    async def start(self) -> Callable[[], asyncio.Protocol]:
        """Prepare, and return what makes the protocol of a connection.

        Raises ``RuntimeError`` if aiohttp made no server.
        """
        await self._runner.setup()
        server = self._runner.server
        if server is None:
            raise RuntimeError("expected a server after the set-up of aiohttp, got none")
        return server

    async def close(self) -> None:
        """End all streams and connections."""
        if self.door is not None:
            self.door.close()
        # Lets the connections tell their ends.
        await asyncio.sleep(0)
        await self._runner.cleanup()

    # Who may ask

    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        connection = self._connection(request)
        connection.note_request()
        host, transport = request.headers.get("Host", ""), connection.transport
        # Only of a proxy does a browser ask for a whole address, whose host counts, not the field (RFC 9112, 3.2.2).
        is_path = request.raw_path.startswith("/")
        if not is_path or not is_own_host(host, transport.get_extra_info("sockname"), self._names):
            return _refusal_response(421, "host")
        if not is_own_origin(request.headers.get("Origin"), host):
            return _refusal_response(403, "origin")
        if not self._may_ask(request, connection.client):
            return _refusal_response(429, "often")
        return await handler(request)

    def _may_ask(self, request: web.Request, client: Claimant) -> bool:
        """Count the *request* of *client*, or of its ticket or the phone that plays, and return whether it may ask."""
        phone, ticket = request.query.get("phone"), self._ticket(request)
        if ticket is not None:
            return self._limit_of_tickets.take(Claimant(ticket, ticket))
        if phone is not None and self._relay.plays(phone):
            return self._limit_of_streams.take(Claimant(phone, f"{phone} {client.member}"))
        return self._limits.get(request.path, self._limit_of_pages).take(client)

    def _ticket(self, request: web.Request) -> str | None:
        """Return the name in the ticket of a phone that has scanned the box's code; None for another phone.

        It is that of the machine that was the first to show it, because others may hear it.
        """
        client = self._connection(request).client
        name = ticket_name(request.query.get("ticket", ""), self._relay.tickets_key)
        if name is None:
            return None
        if len(self._machines) >= CLIENTS_MOST and name not in self._machines:
            del self._machines[next(iter(self._machines))]
        return name if self._machines.setdefault(name, client) == client else None

    def _connection(self, request: web.Request) -> Connection:
        connection = None if self.door is None else self.door.of(request.transport)
        if connection is None:
            raise ConnectionResetError("expected an open connection, got one that has ended")
        return connection

    # Pages

    def _page(self, name: str) -> Handler:
        async def page(request: web.Request) -> web.StreamResponse:
            response = _file_response(request, self._html[name], "no-cache")
            response.headers.update(_preload_header(request))
            return response

        return page

    async def _file(self, request: web.Request) -> web.StreamResponse:
        file = self._pages.files.get(request.match_info["name"])
        # A page of an older version asks for the older folder: it is not there any more, and must not be kept as such.
        if file is None or request.match_info["version"] != self._pages.version:
            return _refusal_response(404, "file")
        return _file_response(request, file, f"public, max-age={YEAR_S}, immutable")

    async def _translation(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        if name not in self._words:
            if name not in languages():
                return _refusal_response(404, "language")
            self._words[name] = translated_words(name, self._pages.texts)
        return _file_response(request, self._words[name], "no-cache")

    # Streams

    async def _events(self, request: web.Request) -> web.StreamResponse:
        phone = request.query.get("phone")
        if phone is not None and not PHONE.fullmatch(phone):
            return _refusal_response(400, "phone")
        connection = self._connection(request)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        mailbox = StreamQueue(phone, self._ticket(request))
        if not self._has_room(connection.client, mailbox):
            await response.prepare(request)
            # Not another status: a page could not see it, and EventSource would not try again.
            await response.write(f"retry: {FULL_AGAIN_MS}\n".encode() + event("full", "{}"))
            return response
        self._streams[mailbox] = connection
        connection.is_stream = True
        connection.is_kept = lambda: self._sharers(mailbox) is not None
        connection.when_lost(mailbox.close)
        try:
            await response.prepare(request)
            await response.write(f"retry: {AGAIN_MS}\n\n".encode())
            self._relay.attach(mailbox)
            while (events := await mailbox.take()) and not mailbox.is_closed:
                await response.write(events)
                await connection.drain()
        except ConnectionError:
            # The phone is gone.
            pass
        finally:
            self._relay.detach(mailbox)
            del self._streams[mailbox]
        return response

    def _sharers(self, mailbox: StreamQueue) -> tuple[str, int] | None:
        """Return who shares places with *mailbox* and how many those are; None where all that are unknown share."""
        if mailbox.phone is not None and self._relay.plays(mailbox.phone):
            return mailbox.phone, PAGES_MOST
        return None if mailbox.ticket is None else (TICKETS, TICKETS_MOST)

    def _has_room(self, client: Claimant, newcomer: StreamQueue) -> bool:
        """Return whether *client* may have a further stream; one that gives way to it is ended.

        A phone that plays has places of its own, a ticket has one, and the clients share out the others.
        """
        sharers = self._sharers(newcomer)
        rivals = {
            mailbox: connection
            for mailbox, connection in self._streams.items()
            if not mailbox.is_closed and self._sharers(mailbox) == sharers
        }
        # As after a reload of its page.
        gone = next((one for one in rivals if newcomer.ticket is not None and one.ticket == newcomer.ticket), None)
        if gone is None and len(rivals) < (self._streams_most if sharers is None else sharers[1]):
            return True
        late = asyncio.get_running_loop().time() - STALLED_S
        gone = gone or next((one for one, other in rivals.items() if (other.stalled_since or math.inf) <= late), None)
        gone = gone or makes_room({one: other.client for one, other in rivals.items()}, client)
        if gone is not None:
            gone.close()
            rivals[gone].transport.abort()
        return gone is not None

    # What phones send

    async def _join(self, request: web.Request) -> web.StreamResponse:
        return _answer_response(await self._relay.ask(type="join", **await _texts(request, public=PUBLIC)))

    async def _ask(self, request: web.Request) -> web.StreamResponse:
        texts = await _texts(request, name=NAME, commitment=PUBLIC, proof=PROOF)
        # The game shares the places of the lobby out, and is told no address.
        client = " ".join(map(self._alias, self._connection(request).client))
        has_ticket = self._ticket(request) is not None
        return _answer_response(await self._relay.ask(has_ticket, type="ask", client=client, **texts))

    def _alias(self, address: str) -> str:
        return hashlib.sha256(self._salt + address.encode()).hexdigest()[:16]

    async def _show(self, request: web.Request) -> web.StreamResponse:
        return self._pass_on(type="show", **await _texts(request, phone=PHONE, public=PUBLIC))

    def _pass_on(self, **message: object) -> web.Response:
        return _json(202, {}) if self._relay.pass_on(**message) else _refusal_response(503, "away")

    async def _pass_sealed(self, request: web.Request) -> web.StreamResponse:
        texts = await _texts(request, phone=PHONE, sealed=SEALED)
        phone = texts["phone"]
        client, limit = self._connection(request).client, self._limit_of_strangers
        if self._relay.plays(phone):
            # Who has heard the name of a phone uses up what that phone has, and nothing of others.
            client, limit = Claimant(phone, f"{phone} {client.member}"), self._limit_of_phones
        elif self._ticket(request) is not None:
            # The requests with this ticket are counted already.
            return self._pass_on(type="sealed", **texts)
        if not limit.take(client):
            return _refusal_response(429, "often")
        return self._pass_on(type="sealed", **texts)


def _answer_response(answer: Fields | None) -> web.Response:
    """Return what a phone is told of the *answer* of the game."""
    if answer is None:
        return _refusal_response(503, "away")
    if answer["type"] == "refused":
        return _refusal_response(409, str(answer.get("reason")))
    return _json(200, {name: answer[name] for name in ("phone", "public") if name in answer})


async def _texts(request: web.Request, **forms: re.Pattern[str]) -> dict[str, str]:
    """Return the texts of the JSON object that *request* sends; raises ``HTTPBadRequest`` for one without its form."""
    texts = {name: text for name, text in (await _fields(request)).items() if name in forms and isinstance(text, str)}
    if not all(form.fullmatch(texts.get(name, "")) for name, form in forms.items()):
        headers = {"Cache-Control": "no-store"}
        raise web.HTTPBadRequest(text='{"reason": "unreadable"}', content_type="application/json", headers=headers)
    return texts


async def _fields(request: web.Request) -> dict[str, object]:
    """Return the JSON object that *request* sends; an empty one for anything else."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(text='{"reason":"type"}', content_type="application/json")
    try:
        async with asyncio.timeout(BODY_S):
            return read_object(await request.read())
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except TextUnreadable:
        return {}


def _file_response(request: web.Request, file: StaticFile, cache: str) -> web.Response:
    headers = {"Cache-Control": cache, "ETag": f'"{file.tag}"', "Vary": "Accept-Encoding"}
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return web.Response(status=304, headers=headers)
    headers["Content-Type"] = file.type
    if file.zipped is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        return web.Response(body=file.zipped, headers=headers | {"Content-Encoding": "gzip"})
    return web.Response(body=file.plain, headers=headers)


def _preload_header(request: web.Request) -> dict[str, str]:
    """Return the header that has a browser load the words that it will most likely ask for, beside the script."""
    tags = re.findall(r"[a-z]{2,3}(?![a-z*])", request.headers.get("Accept-Language", "")[:LANGUAGES_MOST])
    tag = next((tag for tag in tags if tag in languages()), SOURCE_LANGUAGE)
    return {} if tag == SOURCE_LANGUAGE else {"Link": f"</w/{tag}.json>; rel=preload; as=fetch; crossorigin"}


def _json(status: int, fields: Mapping[str, object]) -> web.Response:
    return web.Response(
        status=status,
        text=json.dumps(fields),
        content_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


def _refusal_response(status: int, reason: str) -> web.Response:
    return _json(status, {"reason": reason})


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)


def _in_languages(name: str, page: StaticFile, language: str) -> StaticFile:
    """Return *page* with the languages that there are, and the *language* of the server, in its attribute for them."""
    index = {"languages": {code: own_name(code) for code in languages()}, "language": language}
    return static_file(name, page.plain.replace(b"'@'", f"'{html.escape(json.dumps(index))}'".encode()))


def translated_words(language: str, texts: Sequence[str | tuple[str, str]]) -> StaticFile:
    """Return the *texts* of the pages in *language*; a pair is a text and its plural.

    ``texts`` in the file leaves out those that are the same in English. The digits of ``rule`` say which of the
    ``forms`` of a text with a plural belongs to each of ``COUNTS``.
    """
    translator = Translator(language)
    plurals = [text for text in texts if isinstance(text, tuple)]
    by_count = [tuple(translator.ngettext(one, many, count) for one, many in plurals) for count in COUNTS]
    kinds = list(dict.fromkeys(by_count))
    words = {
        "texts": {text: said for text in texts if isinstance(text, str) and (said := translator._(text)) != text},
        "forms": {one: [kind[number] for kind in kinds] for number, (one, _) in enumerate(plurals)},
        "rule": "".join(str(kinds.index(forms)) for forms in by_count),
    }
    return static_file("words.json", json.dumps(words, ensure_ascii=False, sort_keys=True).encode())


def _is_ours(record: logging.LogRecord) -> bool:
    """Let one line through for a failure of ours, without a traceback, and nothing for what clients do."""
    failure = record.exc_info[1] if record.exc_info else None
    # A client that is gone before it has its answer is no failure of ours either.
    if failure is None or isinstance(failure, ConnectionError) or type(failure).__module__.startswith("aiohttp."):
        return False
    record.msg, record.args = "expected an answer, got %s", (type(failure).__name__,)
    record.exc_info = record.exc_text = None
    return True


def _quiet_logger() -> logging.Logger:
    logger = logging.getLogger("companion.phones.web.http")
    # A function that is among the filters already is not added again.
    logger.addFilter(_is_ours)
    return logger
