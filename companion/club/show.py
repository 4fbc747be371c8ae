"""The page of a hall: all tables of an event, live, for a projector, in the language of each viewer."""

from __future__ import annotations

import argparse
import asyncio
import html
import json
import logging
import signal
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import MappingProxyType

from aiohttp import web

from companion.club.broker import Broker, Connected, Lost, Received, Stopped
from companion.club.errors import ClubFailed
from companion.club.hall import Fields, Hall
from companion.errors import N_, TextUnreadable
from companion.i18n import SOURCE_LANGUAGE
from companion.i18n.translator import Translator, languages, own_name

PAGES = Path(__file__).parent / "pages"
TYPES = MappingProxyType({"hall.js": "text/javascript", "hall.css": "text/css"})
WORDS = MappingProxyType(
    {
        "none": N_("No table is here yet."),
        "away": N_("The broker cannot be reached."),
        "found": N_("Codes found"),
        "rows": N_("Rows"),
        "round": N_("Round {number}"),
        "final": N_("All results are here."),
        "close": N_("Close"),
    }
)
"""What the page says, by the names that its script uses."""
VIEWERS_MOST = 64
GATHER_S = 0.05
"""For how long changes are gathered, so that a hall of tables that move at once is one message."""
HEADERS = MappingProxyType(
    {
        "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }
)
log = logging.getLogger(__name__)


class HallServer:
    """Serves the page of *hall* and a stream of its changes to each viewer."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._viewers: set[asyncio.Queue[bytes]] = set()
        self._changed: Fields = {}
        self._is_gathering = False
        self.is_away = True
        self.app = web.Application(client_max_size=0)
        self.app.on_response_prepare.append(_add_headers)
        self.app.router.add_get("/", self._page)
        self.app.router.add_get("/{name:hall[.](?:js|css)}", self._file)
        self.app.router.add_get("/board/{table:[a-z0-9-]{1,32}}", self._boards)
        self.app.router.add_get("/events", self._events, allow_head=False)

    def set_away(self, is_away: bool) -> None:
        """Take whether the broker is away; called in the event loop."""
        self.is_away = is_away
        self.change({"away": is_away})

    def change(self, changed: Fields) -> None:
        """Tell all viewers soon what has *changed*; called in the event loop."""
        parts = {part: {**_part(self._changed, part), **_part(changed, part)} for part in ("tables", "boards")}
        self._changed = {**self._changed, **changed, **{part: found for part, found in parts.items() if found}}
        if changed and not self._is_gathering:
            self._is_gathering = True
            asyncio.get_running_loop().call_later(GATHER_S, self._tell)

    def _tell(self) -> None:
        message, self._changed, self._is_gathering = _event(self._changed), {}, False
        for viewer in tuple(self._viewers):
            try:
                viewer.put_nowait(message)
            except asyncio.QueueFull:
                # It reads too slowly, and is sent everything again.
                while not viewer.empty():
                    viewer.get_nowait()
                viewer.put_nowait(_event(self._all()))

    def _all(self) -> Fields:
        return {**self._hall.everything(), "away": self.is_away}

    async def _page(self, request: web.Request) -> web.Response:
        known = languages()
        asked = request.query.get("lang") or _preferred(request.headers.get("Accept-Language", ""), known)
        language = asked if asked in known else SOURCE_LANGUAGE
        translator = Translator(language)
        words = {name: translator._(message) for name, message in WORDS.items()}
        links = " ".join(
            f'<a href="?lang={code}" lang="{code}">{html.escape(own_name(code))}</a>' for code in sorted(known)
        )
        text = (PAGES / "hall.html").read_text("utf-8")
        for mark, value in (("@language@", language), ("@words@", html.escape(json.dumps(words))), ("@links@", links)):
            text = text.replace(mark, value)
        return web.Response(text=text, content_type="text/html")

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        return web.Response(text=(PAGES / name).read_text("utf-8"), content_type=TYPES[name])

    async def _boards(self, request: web.Request) -> web.Response:
        return web.json_response(self._hall.boards(request.match_info["table"]))

    async def _events(self, request: web.Request) -> web.StreamResponse:
        if len(self._viewers) >= VIEWERS_MOST:
            raise web.HTTPServiceUnavailable
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        viewer: asyncio.Queue[bytes] = asyncio.Queue(maxsize=64)
        viewer.put_nowait(_event(self._all()))
        self._viewers.add(viewer)
        try:
            while True:
                await response.write(await viewer.get())
        except ConnectionResetError:
            return response
        finally:
            self._viewers.discard(viewer)


def _part(fields: Fields, name: str) -> Fields:
    part = fields.get(name)
    return part if isinstance(part, dict) else {}


def _event(fields: Fields) -> bytes:
    return f"data: {json.dumps(fields, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()


def _preferred(header: str, known: Collection[str]) -> str:
    """Return the first of the languages in *header* that is *known*, or an empty text."""
    asked = (part.split(";")[0].strip().lower().split("-")[0] for part in header[:200].split(","))
    return next((code for code in asked if code in known), "")


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)


def show(options: argparse.Namespace, password: str, tell: Callable[[str], None]) -> int:
    """Serve the page until a signal; return the exit status. Raises ``ClubFailed``."""
    hall = Hall(options.event)
    broker = Broker(options.broker, options.user, password, options.ca, options.pin or None)
    asyncio.run(_serve(hall, broker, options.address, options.port, tell))
    return 0


async def _serve(hall: Hall, broker: Broker, address: str, port: int, tell: Callable[[str], None]) -> None:
    server, loop, ended = HallServer(hall), asyncio.get_running_loop(), asyncio.Event()
    runner = web.AppRunner(server.app, access_log=None, handle_signals=False)
    await runner.setup()
    try:
        await web.TCPSite(runner, address, port, shutdown_timeout=1.0).start()
    except OSError as failure:
        await runner.cleanup()
        raise ClubFailed(f"expected to listen at {address}, port {port}, got {failure}") from failure
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    Thread(target=_pump, args=(hall, broker, server, loop, tell), daemon=True).start()
    broker.start(hall.subscriptions)
    tell(f"http://{address}:{port}")
    try:
        await ended.wait()
    finally:
        broker.received.put(Stopped())
        await runner.cleanup()
        broker.stop()


def _pump(
    hall: Hall, broker: Broker, server: HallServer, loop: asyncio.AbstractEventLoop, tell: Callable[[str], None]
) -> None:
    """Hand over what comes from the broker to the event loop, in a thread of its own."""
    while True:
        match broker.received.get():
            case Stopped():
                return
            case Connected():
                tell("The broker is reached.")
                _call(loop, server.set_away, False)
            case Lost(reason):
                tell(f"No broker: {reason}")
                _call(loop, server.set_away, True)
            case Received(topic, payload):
                _call(loop, _take, hall, server, topic, payload)


def _call(loop: asyncio.AbstractEventLoop, function: Callable[..., object], *arguments: object) -> None:
    # The loop may have ended meanwhile.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(function, *arguments)


def _take(hall: Hall, server: HallServer, topic: str, payload: bytes) -> None:
    try:
        server.change(hall.take(topic, payload))
    except TextUnreadable as unreadable:
        log.warning("message refused: %s", unreadable)
