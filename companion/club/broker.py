"""The connection with a broker of messages (MQTT 3.1.1): this is the only module that knows paho-mqtt."""

from __future__ import annotations

import hashlib
import logging
import random
import ssl
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.club.address import read_address
from companion.club.errors import ClubFailed
from companion.club.messages import MESSAGE_MOST
from companion.config.untrusted import brief

KEEPALIVE_S = 60
RECONNECT_S = (1, 60)
"""The shortest and the longest delay before the next attempt to connect; a hall does not come back at once."""
WAITING_MOST = 100_000
"""How many messages wait for a broker that is slow."""
# Brokers answer a wrong password with either of these.
REFUSALS = ("Bad user name or password", "Not authorized")
REFUSED = "the broker refuses this user or its password: join again with the right ones"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Received:
    """A message of the broker."""

    topic: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class Connected:
    """The broker is reached, and has the subscriptions."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The broker is not reached; ``reason`` says why and what to do."""

    reason: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """A signal has asked the program to end."""


class Broker:
    """A connection of *user* with the broker at *address*, ``tls://host`` or ``tcp://host``, with or without a port.

    With *pin*, the SHA-256 of the broker's certificate in hex, that certificate alone is accepted, also out of its
    dates: a box may not know the day. Else the certificates in *ca* are trusted, or those of the system. What happens
    is put into ``received``, which may be given. Raises ``ClubFailed`` for an address in another form.
    """

    def __init__(
        self,
        address: str,
        user: str,
        password: str,
        ca: Path | None = None,
        pin: str | None = None,
        received: SimpleQueue[object] | None = None,
    ) -> None:
        self.received: SimpleQueue[object] = SimpleQueue() if received is None else received
        self._host, self._port, self._is_tls = read_address(address)
        self._subscriptions: Sequence[str] = ()
        # The name of the client is that of the user: a second connection of one table ends the first.
        self._client = Client(CallbackAPIVersion.VERSION2, client_id=user, clean_session=False)
        self._client.username_pw_set(user, password)
        self._client.reconnect_delay_set(*RECONNECT_S)
        self._client.max_queued_messages_set(WAITING_MOST)
        self._client.on_connect = self._on_connect
        self._client.on_subscribe = self._on_subscribe
        self._client.on_disconnect = self._on_disconnect
        self._client.on_connect_fail = self._on_connect_fail
        self._client.on_message = self._on_message
        if self._is_tls:
            self._client.tls_set_context(_context(ca, pin))
            # Else the library compares the name in a certificate that is known by its pin.
            self._client.tls_insecure_set(pin is not None)

    def will(self, topic: str, payload: bytes) -> None:
        """Have the broker publish *payload*, retained, when this connection is lost; before ``start``."""
        self._client.will_set(topic, payload, qos=1, retain=True)

    def start(self, subscriptions: Sequence[str]) -> None:
        """Connect in a thread of its own, again and again, and listen to the topics *subscriptions*."""
        self._subscriptions = subscriptions
        self._client.connect_async(self._host, self._port, KEEPALIVE_S)
        self._client.loop_start()

    def publish(self, topic: str, payload: bytes, retain: bool) -> None:
        """Publish *payload* at least once; while the broker is away, drop it.

        What is still true is published again after ``Connected``; a long wait would keep thousands of old states.
        """
        if self._client.is_connected():
            self._client.publish(topic, payload, qos=1, retain=retain)

    def stop(self) -> None:
        """Leave the broker, which then publishes no will."""
        self._client.disconnect()
        self._client.loop_stop()

    # The thread of the client

    def _on_connect(
        self, client: Client, _: Any, flags: ConnectFlags, code: ReasonCode, properties: Properties | None
    ) -> None:
        if code.is_failure:
            self.received.put(Lost(REFUSED if str(code) in REFUSALS else f"the broker says: {code}"))
            return
        # A spread of what follows, where a whole hall connects again.
        low, high = RECONNECT_S
        client.reconnect_delay_set(random.randint(low, 5), high)  # noqa: S311 - no secret
        if self._subscriptions:
            client.subscribe([(topic, 1) for topic in self._subscriptions])
        else:
            self.received.put(Connected())

    def _on_subscribe(self, *_: Any) -> None:
        self.received.put(Connected())

    def _on_disconnect(
        self, client: Client, _: Any, flags: DisconnectFlags, code: ReasonCode, properties: Properties | None
    ) -> None:
        if code.is_failure:
            self.received.put(Lost(f"the connection was lost: {code}"))

    def _on_connect_fail(self, client: Client, _: Any) -> None:
        # The library calls this while it handles the failure.
        if isinstance(sys.exc_info()[1], ssl.SSLError):
            self.received.put(Lost("the broker shows a certificate that this table does not accept: join again"))
            return
        self.received.put(Lost(f"no broker answers at {self._host}:{self._port}: look at its address and at it"))

    def _on_message(self, client: Client, _: Any, message: MQTTMessage) -> None:
        if len(message.payload) > MESSAGE_MOST:
            log.warning("message of %s bytes on %s dropped", len(message.payload), brief(message.topic))
            return
        self.received.put(Received(message.topic, bytes(message.payload)))


class _Context(ssl.SSLContext):
    """Accepts, with ``pin``, the certificate with that SHA-256, in hex, alone."""

    pin: str | None = None


class _Socket(ssl.SSLSocket):
    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
            pin = self.context.pin if isinstance(self.context, _Context) else None
            shown = self.getpeercert(binary_form=True) or b""
            # Before anything was sent, the password above all.
            if pin is not None and hashlib.sha256(shown).hexdigest() != pin:
                raise ssl.SSLCertVerificationError("expected the certificate that was agreed, got another")
        except OSError:
            # The library leaves it open.
            self.close()
            raise


def _context(ca: Path | None, pin: str | None) -> ssl.SSLContext:
    context = _Context(ssl.PROTOCOL_TLS_CLIENT)
    context.sslsocket_class, context.pin = _Socket, pin
    if pin is not None:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context
    try:
        if ca is None:
            context.load_default_certs()
        else:
            context.load_verify_locations(ca)
    except (OSError, ssl.SSLError) as failure:
        raise ClubFailed(f"expected certificates in {ca}, got {failure!r}") from failure
    return context
