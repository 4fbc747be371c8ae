"""The web process: its memory with many streams, the size of its pages, and how shut in its unit is."""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import os
import re
import select
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from companion.i18n.translator import languages
from companion.phones.web.server import translated_words
from companion.phones.web.static import PAGES, load_pages
from tests.phones.paper_phone import PaperPhone
from tests.phones.web.browser import URL, Browser, network, wait_for
from tests.phones.web.scenes import scenes, stage
from tools.bench.bench_appliance import exposure

ROOT = Path(__file__).parents[2]
STREAMS, SLEEPERS = 50, 40
STATES = 300
JOINS = 200
ANSWER_S = 0.2
"""How long the server may take until it passes a request on; one too many is not passed on."""
STATE_BYTES = 32_000
"""Five times that of a long match of ours."""
SLEEPER_BYTES = 4096
"""The buffer of a phone that sleeps."""
PATIENCE_S = 20.0
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""400 kbit/s and 400 ms, as what browsers and Lighthouse call slow 3G."""
SLOWER = 6
VISITS = 5
USEFUL = {"/": ".board", "/p": "#letters"}
"""What is useful on each page."""
FIRST = """
new MutationObserver((changes, observer) => {
    if (!document.querySelector(%s)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.first = performance.now(); }));
}).observe(document, {subtree: true, childList: true});
"""


def web_unit_exposure() -> float:
    """Return the score of systemd-analyze for the web process: 0 is shut in, 10 is as open as can be."""
    return exposure(ROOT / "systemd/codemaker-web.service")


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of the process: as the unit sets it."""
    unit = (ROOT / "systemd/codemaker-web.service").read_text("utf-8")
    lines = re.findall(r"^Environment=(.*)$", unit, re.MULTILINE)
    given = dict(pair.split("=") for line in lines for pair in line.split())
    return {"PATH": os.environ["PATH"], "RUNTIME_DIRECTORY": str(folder), **given}


@contextmanager
def serving(folder: Path, streams: int = 2 * STREAMS) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run ``codemaker web`` beside the table socket in *folder*; yield the process and its port."""
    options = ["--address", "127.0.0.1", "--port", "0", "--streams", str(streams), "--until-eof"]
    command = [sys.executable, "-m", "companion", "web", *options]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        if process.stdout is None:
            raise RuntimeError("expected the output of the web process, got none")
        yield process, int(process.stdout.readline().decode().rpartition(":")[2])
        process.communicate(timeout=PATIENCE_S)


def opened(port: int, is_asleep: bool) -> socket.socket:
    """Return a stream of events that has begun."""
    made = socket.socket()
    if is_asleep:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SLEEPER_BYTES)
    made.settimeout(PATIENCE_S)
    made.connect(("127.0.0.1", port))
    made.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    if b"retry: 1000" not in (begun := made.recv(1024)) and b"retry: 1000" not in made.recv(1024):
        raise RuntimeError(f"expected a stream, got {begun!r}")
    return made


def memory_mib(process: int) -> float:
    """Return the resident memory of *process*."""
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    if found is None:
        raise RuntimeError("expected VmRSS in the status of the process, got none")
    return int(found[1]) / 1024


def web_rss_mib() -> float:
    """Return the memory after many states and joins, with ten streams that are read and forty that are not."""
    with tempfile.TemporaryDirectory(prefix="w", dir="/tmp") as place, ExitStack() as stack:
        folder = Path(place)
        game = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        game.settimeout(PATIENCE_S)
        game.bind(str(folder / "table.sock"))
        process, port = stack.enter_context(serving(folder))
        streams = [stack.enter_context(opened(port, number < SLEEPERS)) for number in range(STREAMS)]
        front_end = ""
        while not front_end:
            datagram, sender = game.recvfrom(4096)
            front_end = sender if json.loads(datagram)["type"] == "hello" else ""
        for version in range(STATES):
            state = {"type": "state", "boot": "b", "version": version, "match": "x" * STATE_BYTES}
            game.sendto(json.dumps(state).encode(), front_end)
            _read(streams[SLEEPERS:], f'"version": {version},'.encode())
        _join_often(game, front_end, port)
        return memory_mib(process.pid)


def _join_often(game: socket.socket, front_end: str, port: int) -> None:
    """Let ``JOINS`` phones that have scanned the box's code ask, as often as the server allows, and answer each."""
    key = hashlib.sha512(b"codemaker tickets 1" + PaperPhone("a" * 20).secret.encode()).digest()[:32]
    told = {"type": "lobby", "names": ["Anna"], "takes_others": False, "tickets": base64.b64encode(key).decode()}
    game.sendto(json.dumps(told).encode(), front_end)
    host = f"127.0.0.1:{port}"
    for number in range(JOINS):
        phone = PaperPhone("a" * 20)
        message = phone.asks("Anna")
        body = json.dumps({field: message[field] for field in ("name", "commitment", "proof")})
        path, status = f"/ask?ticket={phone.ticket()}", 429
        while status == 429:
            connection = http.client.HTTPConnection(host, timeout=PATIENCE_S)
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            while select.select([game], [], [], ANSWER_S)[0]:
                asked = json.loads(game.recv(4096))
                if asked["type"] == "ask":
                    answer = {"type": "asking", "id": asked["id"], "phone": f"{number:022}"}
                    game.sendto(json.dumps(answer).encode(), front_end)
                    break
            status = connection.getresponse().status
            connection.close()
        if status != 200:
            raise RuntimeError(f"expected a phone that may ask, got status {status} after {number} of {JOINS}")


def _read(streams: list[socket.socket], wanted: bytes) -> None:
    """Read *streams* until each had *wanted* and the whole event after it."""
    rest = dict.fromkeys(streams, b"")
    while rest:
        ready, _, _ = select.select(list(rest), [], [], PATIENCE_S)
        if not ready:
            raise RuntimeError(f"expected {wanted!r} on each stream, got nothing for {PATIENCE_S} s")
        for stream in ready:
            rest[stream] += stream.recv(65536)
            if wanted in rest[stream] and rest[stream].endswith(b"\n\n\r\n"):
                del rest[stream]


def sizes() -> tuple[float, float]:
    """Return the KiB of the larger page with all that it loads, plain and compressed."""
    pages = load_pages(PAGES)
    in_languages = (translated_words(language, pages.texts) for language in languages())
    words = max(in_languages, key=lambda file: len(file.plain))
    totals = []
    for name, page in pages.html.items():
        files = [page, words, *(pages.files[name.replace("html", kind)] for kind in ("css", "js"))]
        plain = sum(len(file.plain) for file in files)
        totals.append((plain / 1024, sum(len(file.zipped or file.plain) for file in files) / 1024))
    return max(plain for plain, _ in totals), max(zipped for _, zipped in totals)


def web_requests() -> float:
    """Return how many requests the page of a player makes without joining, in the language that needs most."""
    with tempfile.TemporaryDirectory(prefix="r", dir="/tmp") as place, ExitStack() as stack:
        folder = Path(place)
        (folder / "network").mkdir()
        net = stack.enter_context(network(folder / "network"))
        made = stack.enter_context(stage(net, folder))
        page = stack.enter_context(net.browser("fr", (360, 640)))
        scene = next(scenes())
        made.admit(page, scene)
        wait_for(page, "document.querySelector('.ask fieldset:not(:disabled)')")
        joined = len(_requests(page))
        page.refresh()
        made.show(page, scene)
        return max(joined - 1, len(_requests(page)))


def web_first_page_s() -> float:
    """Return how long the slower page takes to show something useful at first, on a slow line and a slow phone.

    It is the median of ``VISITS`` visits without a cache, in the language that needs most.
    """
    found = []
    with tempfile.TemporaryDirectory(prefix="f", dir="/tmp") as place, ExitStack() as stack:
        folder = Path(place)
        (folder / "network").mkdir()
        net = stack.enter_context(network(folder / "network"))
        made = stack.enter_context(stage(net, folder))
        made.put(next(scenes()))
        page = stack.enter_context(net.browser("fr", (360, 640)))
        page.execute_cdp_cmd("Network.enable", {})
        page.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
        page.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW_3G)
        page.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        for path, useful in USEFUL.items():
            watch = {"source": FIRST % json.dumps(useful)}
            script = page.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", watch)
            visits = []
            for _ in range(VISITS):
                page.get(f"{URL}{path}")
                visits.append(float(wait_for(page, "window.first")) / 1000)
            page.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
            found.append(median(visits))
    return max(found)


def _requests(page: Browser) -> list[str]:
    """Return the addresses that the page has asked for since the last call."""
    entries = [json.loads(entry["message"])["message"] for entry in page.get_log("performance")]
    asked = [one["params"]["request"]["url"] for one in entries if one["method"] == "Network.requestWillBeSent"]
    return [url for url in asked if url.startswith(URL)]


def web_page_kib() -> float:
    """Return the KiB that travel for the larger page, compressed."""
    return sizes()[1]


def web_page_plain_kib() -> float:
    """Return the same KiB before they are compressed."""
    return sizes()[0]
