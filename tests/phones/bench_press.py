"""What a press costs more while two phones play: all of the process, also what other threads do after the press."""

from __future__ import annotations

import secrets
import subprocess
import sys
from pathlib import Path

from companion.phones import sealed
from companion.phones.phone_store import Kept, Phone, PhoneStore
from companion.phones.secretbox import SecretBox
from tests.support.front_end import PaperFrontEnd
from tools.bench.beside import added_press_ms
from tools.bench.measure import environment

PLAYERS = ("Player 1", "Player 2")


def phones_press_cpu_ms() -> float:
    """Return how much processor time two phones add to a press, in milliseconds, in the best of a few runs each."""
    phones = tuple(Phone(secrets.token_urlsafe(16), seat, secrets.token_bytes(32)) for seat in range(2))
    return added_press_ms(
        "phones = true\n",
        lambda table, address: _relay(table, address, phones),
        lambda folder: PhoneStore(folder / "phones.json").write(Kept(PLAYERS, phones, match=1)),
    )


def _relay(table: Path, address: Path, phones: tuple[Phone, ...]) -> subprocess.Popen[bytes]:
    """Run the web process of *phones*, and wait until both have been answered."""
    command = [sys.executable, "-m", "tests.phones.bench_press", str(table), str(address)]
    given = [text for phone in phones for text in (phone.id, phone.key.hex())]
    other = subprocess.Popen([*command, *given], env=environment(), stdout=subprocess.PIPE)
    assert other.stdout is not None
    assert other.stdout.readline() == b"told\n"
    return other


def be_a_relay(table: str, address: str, *given: str) -> None:
    """Ask for the state of each phone, and read what comes until the game ends."""
    with PaperFrontEnd(Path(table), Path(address)) as relay:
        relay.hello()
        for number, (name, key) in enumerate(zip(given[::2], given[1::2], strict=True), 1):
            plain = b'{"to":"game","boot":null,"id":%d,"do":"look"}' % number
            box = SecretBox().seal(bytes.fromhex(key), plain.ljust(512))
            relay.say(type="sealed", phone=name, sealed=sealed.encoded(box))
            while relay.hear()["type"] != "sealed":
                pass
        print("told", flush=True)
        relay.socket.settimeout(None)
        while relay.hear()["type"] != "end":
            pass


if __name__ == "__main__":
    if len(sys.argv) > 1:
        be_a_relay(*sys.argv[1:])
    else:
        print(phones_press_cpu_ms())
