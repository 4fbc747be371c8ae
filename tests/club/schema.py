"""The JSON schema of the messages of a club, made of their classes; ``python -m tests.club.schema`` writes it.

``misfits`` checks a value by such a schema: it knows the words of JSON Schema that the schemas of a club use.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from companion.club import messages
from companion.club.messages import LIST_MOST, MESSAGE_MOST, Topics
from companion.config.untrusted import INTEGERS

PATH = Path(__file__).parents[2] / "docs" / "club-messages.json"
TOPICS = Topics("EVENT")
BY_TOPIC: Mapping[str, tuple[type, bool]] = {
    TOPICS.news: (messages.EventNews, False),
    TOPICS.standings: (messages.Standings, False),
    TOPICS.key("ROUND"): (messages.RoundKey, False),
    TOPICS.receipt("TABLE"): (messages.Receipts, False),
    TOPICS.board("TABLE"): (messages.TableBoards, False),
    TOPICS.slip("TABLE"): (messages.RoundSlip, False),
    TOPICS.of_table("TABLE", "state"): (messages.ShownTable, True),
    TOPICS.of_table("TABLE", "online"): (messages.TableOnline, True),
    TOPICS.of_table("TABLE", "result"): (messages.TableResult, True),
    TOPICS.of_table("TABLE", "forgotten"): (messages.TableForgotten, True),
}
"""The message on each topic, and whether the table signs it."""
_TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": NoneType}


def made() -> dict[str, object]:
    """Return the schema of all messages."""
    classes = [kind for kind in vars(messages).values() if isinstance(kind, type) and is_dataclass(kind)]
    classes.remove(Topics)
    signed = {
        "type": "object",
        "description": "What a table says: the message as a JSON text, its public key (Ed25519) in base64, and the"
        " signature, in base64, of the topic, a zero byte and the text, in UTF-8.",
        "properties": {name: {"type": "string"} for name in ("said", "key", "signature")},
        "required": ["said", "key", "signature"],
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages of a club, version {messages.VERSION}",
        "description": f"A message has at most {MESSAGE_MOST} bytes. 'topics' names the message on each topic; one"
        " that is signed is the text 'said' of a message 'Signed'.",
        "topics": {
            topic: {"message": kind.__name__, "is_signed": is_signed} for topic, (kind, is_signed) in BY_TOPIC.items()
        },
        "$defs": {"Signed": signed} | {str(kind.__name__): _of_class(kind) for kind in classes},
    }


def _of_class(kind: Any) -> dict[str, object]:
    hints = get_type_hints(kind)
    return {
        "type": "object",
        "description": " ".join((inspect.getdoc(kind) or "").replace("``", "'").split()),
        "properties": {name: _of_type(hint) for name, hint in hints.items()},
        "required": list(hints),
        "additionalProperties": False,
    }


def _of_type(hint: Any) -> dict[str, object]:
    if is_dataclass(hint):
        return {"$ref": f"#/$defs/{hint.__name__}"}  # type: ignore[union-attr]
    if get_origin(hint) is tuple and get_args(hint)[1:] == (Ellipsis,):
        return {"type": "array", "items": _of_type(get_args(hint)[0]), "maxItems": LIST_MOST}
    if get_origin(hint) is tuple:
        parts = [_of_type(part) for part in get_args(hint)]
        return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}
    if hint is int:
        return {"type": "integer", "minimum": 0, "maximum": INTEGERS.stop - 1}
    return {"type": {str: "string", bool: "boolean"}[hint]}


def misfits(value: object, schema: Mapping[str, Any], whole: Mapping[str, Any], place: str = "") -> Iterator[str]:
    """Yield each place of *value* that *schema*, a part of the schema *whole*, does not allow."""
    if "$ref" in schema:
        yield from misfits(value, whole["$defs"][schema["$ref"].removeprefix("#/$defs/")], whole, place)
        return
    names = schema.get("type", list(_TYPES))
    kinds = tuple(_TYPES[name] for name in ([names] if isinstance(names, str) else names))
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        yield f"{place}: expected {names}"
    elif is_number and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{place}: out of range"
    elif "enum" in schema and value not in schema["enum"]:
        yield f"{place}: expected one of {schema['enum']}"
    elif isinstance(value, list):
        yield from _misfits_of_list(value, schema, whole, place)
    elif isinstance(value, dict):
        yield from (f"{place}: lacks {name}" for name in schema.get("required", ()) if name not in value)
        parts = schema.get("properties", {})
        for name, part in value.items():
            if name in parts:
                yield from misfits(part, parts[name], whole, f"{place}/{name}")
            elif schema.get("additionalProperties") is False:
                yield f"{place}: has {name}"


def _misfits_of_list(
    value: list[object], schema: Mapping[str, Any], whole: Mapping[str, Any], place: str
) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{place}: has {len(value)} items"
    first = schema.get("prefixItems", [])
    for number, part in enumerate(value):
        rule = first[number] if number < len(first) else schema.get("items", {})
        yield from misfits(part, rule, whole, f"{place}/{number}")


def text_of_schema() -> str:
    """Return the schema as it stands in its file."""
    return json.dumps(made(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(text_of_schema(), "utf-8")
