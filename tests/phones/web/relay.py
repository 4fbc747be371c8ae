"""A web process that does what a test wants: it serves the pages, and the test answers and sends everything else.

``Relay`` is the side of the test. The server is a process of its own, because it is in the network of the browser; the
two exchange lines of JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Condition, Lock, Thread
from typing import Any

from companion.phones.web.static import load_pages
from tests.phones.web.browser import ADDRESS, PATIENCE_S, Network, environment, python

Message = dict[str, Any]
Answer = tuple[int, Message | None]
PAGES = Path(__file__).parents[3] / "companion/phones/web/pages"
LOADED = load_pages()
LANGUAGES = b"""'{"languages": {"en": "English"}, "language": "en"}'"""
# As the server of the project sends it.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


class Relay:
    """A web process in the hands of a test: *on_post* answers what the pages send, ``push`` sends them an event."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.on_post: Callable[[str, Message], Answer] = lambda path, body: (503, None)
        self.on_stream: Callable[[], None] = lambda: None
        self.posts: list[tuple[str, Message]] = []
        self._process = process
        self._heard = Condition()
        self._writing = Lock()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            asked = json.loads(line)
            if asked["path"] == "/events":
                with self._heard:
                    self.on_stream()
                    self._heard.notify_all()
                continue
            # A phone that has scanned a code adds its ticket.
            path = asked["path"].partition("?")[0]
            with self._heard:
                self.posts.append((path, asked["body"]))
                status, body = self.on_post(path, asked["body"])
                self._heard.notify_all()
            self._say({"number": asked["number"], "status": status, "body": body})

    def _say(self, message: Message) -> None:
        assert self._process.stdin is not None
        with self._writing:
            print(json.dumps(message), file=self._process.stdin, flush=True)

    def push(self, kind: str, data: object) -> None:
        """Send an event to all pages that listen."""
        self._say({"event": kind, "data": data})

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait until *condition* holds after a message of a page; raises ``AssertionError`` when it never does."""
        with self._heard:
            assert self._heard.wait_for(condition, PATIENCE_S), self.posts


@contextmanager
def relay(network: Network) -> Iterator[Relay]:
    """Serve the pages in *network* as a test wants."""
    command = network.inside(python("tests.phones.web.relay"))
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment()
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        try:
            yield Relay(process)
        finally:
            process.kill()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__((ADDRESS, 80), _Handler)
        self.streams: list[Queue[str]] = []
        self.answers: dict[int, Queue[Message]] = {}
        self.lock = Lock()

    def ask(self, path: str, body: Message) -> Message:
        with self.lock:
            number = len(self.answers)
            answer = self.answers[number] = Queue()
            print(json.dumps({"number": number, "path": path, "body": body}), flush=True)
        return answer.get()

    def obey(self) -> None:
        for line in sys.stdin:
            said = json.loads(line)
            if "number" in said:
                self.answers[said["number"]].put(said)
                continue
            for stream in tuple(self.streams):
                stream.put(f"event: {said['event']}\ndata: {json.dumps(said['data'])}\n\n")


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def log_message(self, format: str, *arguments: object) -> None:
        pass

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/events":
            self._stream()
        elif path.startswith("/w/"):
            self._send(200, "application/json", b'{"texts": {}}')
        elif page := {"/": "board.html", "/p": "private.html"}.get(path):
            self._send(200, "text/html", LOADED.html[page].plain.replace(b"'@'", LANGUAGES))
        else:
            file = LOADED.files[path.rpartition("/")[2]]
            self._send(200, file.type, file.plain)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = self.server.ask(self.path, body)
        self._send(answer["status"], "application/json", json.dumps(answer["body"]).encode())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        events: Queue[str] = Queue()
        self.server.streams.append(events)
        self.wfile.write(b": here\n\n")
        with self.server.lock:
            print(json.dumps({"path": "/events"}), flush=True)
        try:
            while True:
                self.wfile.write(events.get().encode())
        except OSError:
            self.server.streams.remove(events)


if __name__ == "__main__":
    server = _Server()
    Thread(target=server.obey, daemon=True).start()
    print("up", flush=True)
    server.serve_forever()
