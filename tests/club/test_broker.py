"""The broker: a real mosquitto with the files that the project ships, over TLS."""

from __future__ import annotations

import logging
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import pytest

from companion.club.address import read_address
from companion.club.broker import Broker, Connected, Lost
from companion.club.errors import ClubFailed
from companion.club.home_assistant import BIRTH, HomeDevice
from companion.club.messages import KINDS, MESSAGE_MOST, Topics
from tests.club.mosquitto import (
    PASSWORDS,
    PATIENCE_S,
    SHIPPED,
    Client,
    Mosquitto,
    free_port,
    make_certificate,
    mosquitto,
)
from tools.bench.measure import environment

TOPICS = Topics("cup")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    """A broker for the tests that leave it as it is."""
    with mosquitto(tmp_path_factory.mktemp("broker")) as made:
        yield made


@pytest.fixture
def clients() -> Iterator[list[Client]]:
    """The clients that a test has made; they end with it."""
    made: list[Client] = []
    yield made
    for client in made:
        client.broker.stop()


def client(made: list[Client], at: Mosquitto, user: str, *topics: str, **more: str) -> Client:
    """Return a client of *user* that is connecting."""
    made.append(at.client(user, *topics, **more))
    return made[-1]


def test_message_arrives_over_tls_with_a_pin(running: Mosquitto, clients: list[Client]) -> None:
    director = client(clients, running, "director", TOPICS.of_table("+", "+")).connected()
    table = client(clients, running, "table-1").connected()
    table.broker.publish(TOPICS.of_table("table-1", "result"), b"{}", False)
    assert director.hear() == (TOPICS.of_table("table-1", "result"), b"{}")


def test_certificate_of_a_file_is_trusted_and_its_name_is_compared(running: Mosquitto, clients: list[Client]) -> None:
    for host, wanted in (("localhost", Connected), ("127.0.0.1", Lost)):
        address = f"tls://{host}:{running.port}"
        found = Client(Broker(address, "table-1", PASSWORDS["table-1"], ca=running.certificate))
        clients.append(found)
        found.broker.start([])
        assert isinstance(found.broker.received.get(timeout=PATIENCE_S), wanted)


def test_wrong_password_is_told(running: Mosquitto, clients: list[Client]) -> None:
    for user, password in (("table-1", "another"), ("stranger", "stranger")):
        said = client(clients, running, user, password=password).lost()
        assert said == "the broker refuses this user or its password: join again with the right ones"


def test_broker_that_is_away_is_told(clients: list[Client]) -> None:
    port = free_port()
    for scheme in ("tcp", "tls"):
        found = Client(Broker(f"{scheme}://127.0.0.1:{port}", "table-1", "secret"))
        clients.append(found)
        found.broker.start([])
        assert found.lost() == f"no broker answers at 127.0.0.1:{port}: look at its address and at it"


def test_another_certificate_is_refused(running: Mosquitto, clients: list[Client]) -> None:
    said = client(clients, running, "table-1", pin="ab" * 32).lost()
    assert said == "the broker shows a certificate that this table does not accept: join again"


@pytest.mark.parametrize("is_pinned", [True, False])
def test_password_is_not_sent_to_another_certificate(tmp_path: Path, clients: list[Client], is_pinned: bool) -> None:
    """A server of the test with a certificate of its own records all that reaches it after the handshake."""
    make_certificate(tmp_path / "false")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "false" / "certificate.pem", tmp_path / "false" / "key.pem")
    heard: SimpleQueue[bytes] = SimpleQueue()
    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=record, args=(server, context, heard), daemon=True).start()
        address = f"tls://127.0.0.1:{server.getsockname()[1]}"
        right = make_certificate(tmp_path / "right")
        found = Client(Broker(address, "table-1", PASSWORDS["table-1"], pin=right if is_pinned else None))
        clients.append(found)
        found.broker.start([])
        assert "a certificate that this table does not accept" in found.lost()
        assert heard.get(timeout=PATIENCE_S) == b""


def test_server_that_records_gets_the_password_from_a_table_that_accepts_it(
    tmp_path: Path, clients: list[Client]
) -> None:
    pin = make_certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "certificate.pem", tmp_path / "key.pem")
    heard: SimpleQueue[bytes] = SimpleQueue()
    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=record, args=(server, context, heard), daemon=True).start()
        found = Client(Broker(f"tls://127.0.0.1:{server.getsockname()[1]}", "table-1", "secret-of-1", pin=pin))
        clients.append(found)
        found.broker.start([])
        assert b"secret-of-1" in heard.get(timeout=PATIENCE_S)


def record(server: socket.socket, context: ssl.SSLContext, heard: SimpleQueue[bytes]) -> None:
    """Put into *heard* the first bytes that a client sends after the handshake."""
    accepted, _ = server.accept()
    accepted.settimeout(PATIENCE_S)
    try:
        with context.wrap_socket(accepted, server_side=True) as line:
            heard.put(line.recv(4096))
    except OSError:
        heard.put(b"")


@pytest.mark.parametrize("address", ["club.example", "tls://", "mqtt://club", "tls://a/b", "tls://u:p@a", "tcp://a:b"])
def test_address_in_another_form_is_refused(address: str) -> None:
    with pytest.raises(ClubFailed, match=r"expected an address such as tls://club\.example"):
        read_address(address)


def test_file_without_certificates_is_named(tmp_path: Path) -> None:
    (tmp_path / "ca").write_text("no certificate", "ascii")
    with pytest.raises(ClubFailed, match=r"expected certificates in .*ca, got"):
        Broker("tls://club.example", "table-1", "secret", ca=tmp_path / "ca")


# What the broker keeps


def test_retained_messages_come_to_those_who_connect_later(running: Mosquitto, clients: list[Client]) -> None:
    director = client(clients, running, "director", TOPICS.news).connected()
    director.broker.publish(TOPICS.news, b"the news", True)
    director.hear()
    table = client(clients, running, "table-1", TOPICS.news).connected()
    assert table.hear() == (TOPICS.news, b"the news")


def test_will_is_published_for_a_table_that_is_killed_and_not_for_one_that_leaves(
    running: Mosquitto, clients: list[Client]
) -> None:
    online = TOPICS.of_table("table-2", "online")
    director = client(clients, running, "director", online, TOPICS.of_table("table-2", "result")).connected()
    table = Broker(running.address, "table-2", PASSWORDS["table-2"], pin=running.pin)
    table.will(online, b"gone")
    table.start([])
    Client(table).connected()
    table.publish(TOPICS.of_table("table-2", "result"), b"before", False)
    assert director.hear()[1] == b"before"
    table.stop()
    # The broker answers in order: a will would come before this.
    director.broker.publish(TOPICS.of_table("table-2", "result"), b"after", False)
    assert director.hear()[1] == b"after"
    killed = subprocess.Popen(
        [sys.executable, "-m", "tests.club.test_broker", running.address, running.pin], env=environment()
    )
    assert director.hear()[1] == b"there"
    killed.kill()
    killed.wait()
    assert director.hear() == (online, b"gone")


def be_a_table(address: str, pin: str) -> None:
    """Connect, say so, and wait to be killed."""
    table = Broker(address, "table-2", PASSWORDS["table-2"], pin=pin)
    table.will(TOPICS.of_table("table-2", "online"), b"gone")
    table.start([])
    Client(table).connected()
    table.publish(TOPICS.of_table("table-2", "result"), b"there", False)
    signal.pause()


@pytest.mark.parametrize("end", [Mosquitto.stop, Mosquitto.kill])
def test_broker_that_starts_again_is_found_and_the_table_is_told(
    tmp_path: Path, clients: list[Client], end: object
) -> None:
    assert callable(end)
    with mosquitto(tmp_path) as at:
        director = client(clients, at, "director", TOPICS.of_table("+", "+")).connected()
        table = client(clients, at, "table-1").connected()
        end(at)
        assert table.lost().startswith("the connection was lost")
        at.start()
        table.connected()
        director.connected()
        table.broker.publish(TOPICS.of_table("table-1", "result"), b"again", False)
        assert director.hear() == (TOPICS.of_table("table-1", "result"), b"again")


def test_what_waits_for_a_director_survives_a_restart_of_the_broker(tmp_path: Path, clients: list[Client]) -> None:
    with mosquitto(tmp_path) as at:
        director = at.client("director", TOPICS.of_table("+", "+")).connected()
        table = client(clients, at, "table-1", TOPICS.news).connected()
        director.broker.publish(TOPICS.news, b"the news", True)
        assert table.hear() == (TOPICS.news, b"the news")
        director.broker.stop()
        table.broker.publish(TOPICS.of_table("table-1", "result"), b"waits", False)
        table.broker.publish(TOPICS.of_table("table-1", "state"), b"retained", True)
        # What comes back shows that the broker has both.
        again = client(clients, at, "viewer", TOPICS.of_table("table-1", "state")).connected()
        assert again.hear()[1] == b"retained"
        at.stop()
        at.start()
        # Before it has subscribed again, what waits is sent.
        heard = client(clients, at, "director", TOPICS.of_table("+", "+"))
        assert {heard.hear(), heard.hear()} == {
            (TOPICS.of_table("table-1", "result"), b"waits"),
            (TOPICS.of_table("table-1", "state"), b"retained"),
        }


def test_states_of_the_time_without_a_broker_are_not_sent_later(tmp_path: Path, clients: list[Client]) -> None:
    with mosquitto(tmp_path) as at:
        director = client(clients, at, "director", TOPICS.of_table("+", "+")).connected()
        table = client(clients, at, "table-1").connected()
        at.stop()
        table.lost()
        table.broker.publish(TOPICS.of_table("table-1", "state"), b"old", True)
        at.start()
        table.connected()
        director.connected()
        table.broker.publish(TOPICS.of_table("table-1", "state"), b"new", True)
        assert director.hear()[1] == b"new"


# Who may read and write what


def test_table_cannot_write_what_is_not_its_own(running: Mosquitto, clients: list[Client]) -> None:
    director = client(clients, running, "director", "codemaker/1/acl/#").connected()
    thief = client(clients, running, "table-2", "codemaker/1/acl/#").connected()
    topics = Topics("acl")
    others = [topics.of_table("table-1", kind) for kind in KINDS]
    told = [part(table) for part in (topics.receipt, topics.slip, topics.board) for table in ("table-1", "table-2")]
    for topic in (*others, topics.news, topics.key(1), topics.standings, *told):
        thief.broker.publish(topic, b"forged", True)
    # The broker takes the messages of a client in their order.
    for kind in KINDS:
        thief.broker.publish(topics.of_table("table-2", kind), b"own", True)
        assert director.hear() == (topics.of_table("table-2", kind), b"own")


def test_table_reads_no_results_receipts_and_slips_of_others(running: Mosquitto, clients: list[Client]) -> None:
    topics = Topics("read")
    director = client(clients, running, "director", "codemaker/1/read/#").connected()
    reader = client(clients, running, "table-2", "codemaker/1/read/#").connected()
    said = [topics.receipt("table-1"), topics.slip("table-1"), topics.board("table-1"), topics.board("table-2")]
    said += [topics.of_table("table-1", kind) for kind in KINDS]
    allowed = [topics.news, topics.key(1), topics.standings, topics.receipt("table-2"), topics.slip("table-2")]
    for topic in (*said, *allowed):
        director.broker.publish(topic, b"said", True)
        assert director.hear()[0] == topic
    assert [reader.hear()[0] for _ in allowed] == allowed


def test_viewer_sees_states_news_standings_and_boards_and_writes_nothing(
    running: Mosquitto, clients: list[Client]
) -> None:
    topics = Topics("view")
    director = client(clients, running, "director", "codemaker/1/view/#").connected()
    viewer = client(clients, running, "viewer", "codemaker/1/view/#").connected()
    states = [topics.of_table(table, "state") for table in ("viewer", "table-1")]
    for topic in (topics.news, topics.board("viewer"), *states):
        viewer.broker.publish(topic, b"forged", True)
    hidden = [topics.key(1), topics.receipt("viewer"), topics.of_table("table-1", "result")]
    hidden += [topics.slip("viewer"), topics.slip("table-1"), topics.of_table("table-1", "forgotten")]
    shown = [topics.news, topics.of_table("table-1", "state"), topics.standings]
    shown += [topics.board("table-1"), topics.board("table-2")]
    for topic in (*hidden, *shown):
        director.broker.publish(topic, b"said", True)
        assert director.hear() == (topic, b"said")
    assert [viewer.hear()[0] for _ in shown] == shown


def test_home_assistant_sees_the_boxes_and_a_box_is_no_other_one(running: Mosquitto, clients: list[Client]) -> None:
    home = client(
        clients,
        running,
        "homeassistant",
        "homeassistant/#",
        "codemaker/1/home/+",
        Topics("hass").of_table("+", "online"),
    ).connected()
    thief = client(clients, running, "table-2", BIRTH).connected()
    for table in ("table-1", "table-2"):
        device = HomeDevice("home", table)
        thief.broker.publish(*device.announcement(), True)
        thief.broker.publish(device.topic, b"shown", True)
        thief.broker.publish(Topics("hass").of_table(table, "online"), b"there", True)
    own = HomeDevice("home", "table-2")
    wanted = [own.announcement()[0], own.topic, Topics("hass").of_table("table-2", "online")]
    assert [home.hear()[0] for _ in wanted] == wanted
    home.broker.publish(BIRTH, b"online", False)
    assert thief.hear() == (BIRTH, b"online")


def test_longest_message_passes_and_a_longer_one_does_not(running: Mosquitto, clients: list[Client]) -> None:
    director = client(clients, running, "director", Topics("size").of_table("+", "+")).connected()
    table = client(clients, running, "table-1").connected()
    topic = Topics("size").of_table("table-1", "result")
    for length in (MESSAGE_MOST + 1, MESSAGE_MOST):
        table.broker.publish(topic, b"x" * length, False)
    assert len(director.hear()[1]) == MESSAGE_MOST


def test_broker_that_lets_longer_messages_pass_is_not_believed(tmp_path: Path, clients: list[Client]) -> None:
    with mosquitto(tmp_path) as at:
        at.stop()
        shipped = tmp_path / "conf.d" / "club.conf"
        shipped.write_text(shipped.read_text("ascii").replace("message_size_limit 131072", ""), "ascii")
        at.start()
        director = client(clients, at, "director", TOPICS.of_table("+", "+")).connected()
        table = client(clients, at, "table-1").connected()
        for payload in (b"x" * (MESSAGE_MOST + 1), b"short"):
            table.broker.publish(TOPICS.of_table("table-1", "result"), payload, False)
        assert director.hear()[1] == b"short"


def test_shipped_limit_is_the_longest_message() -> None:
    assert f"message_size_limit {MESSAGE_MOST}\n" in (SHIPPED / "mosquitto.conf").read_text("ascii")


# What is not told


def test_password_is_in_no_log_and_no_repr(
    running: Mosquitto, clients: list[Client], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    made = client(clients, running, "table-1", TOPICS.news).connected()
    refused = client(clients, running, "table-2", password="secret-of-2")
    said = [refused.lost(), repr(made.broker), repr(vars(made.broker)), caplog.text]
    assert [text for text in said if PASSWORDS["table-1"] in text or "secret-of-2" in text] == []


if __name__ == "__main__":
    be_a_table(*sys.argv[1:])
