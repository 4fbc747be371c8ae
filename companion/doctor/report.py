"""The findings as a page for people, as JSON for programs, and as the report to attach to a question for help."""

from __future__ import annotations

import json
import platform
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from companion.doctor.examine import worst
from companion.doctor.host import Check, Finding, Host, Severity, line_of, read_if_there
from companion.doctor.image import is_image

Findings = Sequence[tuple[Check, Finding]]

WORDS = {Severity.GREEN: "ok", Severity.GREY: "-", Severity.AMBER: "amber", Severity.RED: "RED"}
LOG_LINES = 200
MASK = "<masked>"


def status(findings: Findings) -> int:
    """Return the exit status: 1 if a light is red, else 0."""
    return int(worst(finding.light for _, finding in findings) is Severity.RED)


def page(findings: Findings) -> Iterator[str]:
    """Yield the lines of the page: each finding, and below it the command that fixes it."""
    for check, finding in findings:
        yield f"{WORDS[finding.light]:<6} {check.title:<13} {finding.fact}"
        if finding.fix:
            yield f"{'':<20} fix: {finding.fix}"
    counts = [sum(finding.light is light for _, finding in findings) for light in (Severity.RED, Severity.AMBER)]
    yield f"{len(findings)} looked at, {counts[0]} red, {counts[1]} amber"


def as_json(findings: Findings) -> str:
    """Return the findings as the JSON that ``docs/doctor.md`` describes."""
    checks = {
        check.key: {"light": finding.light.value, "fact": finding.fact, "mend": finding.fix or None}
        for check, finding in findings
    }
    light = worst(finding.light for _, finding in findings).value
    return json.dumps({"light": light, "checks": checks}, indent=2)


def report(findings: Findings, host: Host, version: str, names: Iterable[str]) -> str:
    """Return the report: the page, the system and the last lines of the log, with *names* and addresses masked."""
    text = "\n".join([*page(findings), "", *_system(host, version), "", *_log(host), ""])
    return masked(text, [*names, platform.node(), line_of(host, "/proc/device-tree/serial-number")])


def _system(host: Host, version: str) -> Iterator[str]:
    yield f"codemaker {version}, Python {platform.python_version()} in {sys.prefix}"
    yield f"model: {line_of(host, '/proc/device-tree/model') or 'no device tree'}"
    yield f"kernel: {platform.system()} {platform.release()} {platform.machine()}"
    lines = read_if_there(host, "/etc/os-release").decode("utf-8", "replace").splitlines()
    release = {name: value.strip('"') for name, _, value in (line.partition("=") for line in lines)}
    for wanted in ("PRETTY_NAME", "VERSION_ID"):
        yield f"{wanted}: {release.get(wanted, '?')}"
    yield f"board: {host.wiring}"
    yield f"player: {host.player}, in {', '.join(sorted(host.groups()))}"


def _log(host: Host) -> list[str]:
    if is_image(host):
        return ["the card keeps no log"]
    ran = host.run(
        "journalctl", "--unit=codemaker.service", f"--lines={LOG_LINES}", "--no-pager", "--output=short-iso"
    )
    return ["no log can be read here"] if ran is None else ran.text.splitlines()


# The private data of a box are the players' names, its addresses, its identifiers and the keys of networks. Hidden
# codes and seals are never logged; the shape of a seal is masked all the same.
SHAPES = (
    # What a QR code for a network holds, and keys: a password may have spaces, so all of the line after them.
    (re.compile(r"WIFI:.*"), MASK),
    (re.compile(r"((?:psk|password|passphrase|ssid)[\"']?\s*[=:]).*", re.IGNORECASE), rf"\g<1>{MASK}"),
    # What a request or an address proves who asks by, and keys of ssh and others in base64.
    (re.compile(r"\b(Bearer|authorization:\s*\w+|ssh-rsa|ssh-ed25519|ecdsa-\S+)\s+\S+", re.I), rf"\g<1> {MASK}"),
    (re.compile(r"(://)[^/\s@]+@"), rf"\g<1>{MASK}@"),
    (re.compile(r"(?<![\w+/-])(?=\S*\d)(?=\S*[A-Z])(?=\S*[a-z])(?:[\w-]{32,}|[A-Za-z0-9+/]{40,})={0,2}"), MASK),
    (re.compile(r"(?<![0-9a-f.])[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}(?![0-9a-f.])", re.IGNORECASE), MASK),
    (re.compile(r"(?<![0-9a-f])[0-9a-f]{2}([:.-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![0-9a-f])", re.IGNORECASE), MASK),
    # IPv6 in its short and its full form; a time of day has fewer colons.
    (re.compile(r"[0-9a-f:]*::[0-9a-f:]*(?:\.\d{1,3}){0,3}", re.IGNORECASE), MASK),
    (
        re.compile(r"(?:[0-9a-f]{1,4}:){6,}(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{1,4}:[0-9a-f]{1,4})", re.IGNORECASE),
        MASK,
    ),
    # Not 0.2.2.0, which is a version: no address of a host begins with 0.
    (re.compile(r"\b[1-9]\d{0,2}(?:\.\d{1,3}){3}\b"), MASK),
    (re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE), MASK),
    (re.compile(r"\b[a-z2-7]{4}(?:-[a-z2-7]{4}){3,}\b"), MASK),
    # In this order: a part of a UUID may look like a seal, and a part of a seal like a number.
    (re.compile(r"\b[A-Z2-7]{4}(?:[- ]?[A-Z2-7]{4}){3,}\b"), MASK),
    # Keys, the number of a machine, and addresses without separators.
    (re.compile(r"(?<![0-9a-f])[0-9a-f]{12,}(?![0-9a-f])", re.IGNORECASE), MASK),
    (re.compile(r"(/home/|/Users/)[^/\s:,'\"]+"), rf"\g<1>{MASK}"),
)


def masked(text: str, names: Iterable[str]) -> str:
    """Return *text* with *names*, addresses, identifiers, keys, seals and the names of home folders masked."""
    for shape, instead in SHAPES:
        text = shape.sub(instead, text)
    for name in sorted(set(names) - {""}, key=len, reverse=True):
        text = _without(text, name)
    return text


def _without(text: str, name: str) -> str:
    """Return *text* with *name* masked, however its letters are composed and whether they are capitals."""
    letters = [_folded(letter) for letter in text]
    # The place in the text of each character of the folded text, and the end of the text.
    places = [place for place, folded in enumerate(letters) for _ in folded] + [len(text)]
    kept, pieces = 0, []
    for found in re.finditer(rf"(?<!\w){re.escape(_folded(name))}(?!\w)", "".join(letters)):
        pieces += [text[kept : places[found.start()]], MASK]
        kept = places[found.end()]
    return "".join([*pieces, text[kept:]])


def _folded(text: str) -> str:
    # First capitals: there is one for both kinds of Turkish i, and casefold keeps them apart.
    return unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).upper().casefold())
