"""The bracketed text in which KiCad keeps everything."""

from __future__ import annotations

import re
from collections.abc import Iterator

# A word, a text in quotes (kept apart from a word, since KiCad minds), or a list.
Sexp = str | list["Sexp"]

_TOKEN = re.compile(r'\s*(?:(?P<bracket>[()])|"(?P<text>(?:[^"\\]|\\.)*)"|(?P<word>[^\s()"]+))')


class Text(str):
    """A word that is written in quotes."""

    __slots__ = ()


def parse(source: str) -> list[Sexp]:
    """Read the one list that *source* holds."""
    stack: list[list[Sexp]] = [[]]
    for token in _TOKEN.finditer(source):
        if token["bracket"] == "(":
            stack.append([])
        elif token["bracket"] == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token["word"] or Text(token["text"].replace('\\"', '"').replace("\\\\", "\\")))
    [whole] = stack.pop()
    if not isinstance(whole, list):
        raise ValueError(f"expected a list in brackets, got {whole!r}")
    return whole


def dump(tree: Sexp, depth: int = 0) -> str:
    """Write *tree*: lists of words on one line, lists of lists below one another."""
    if isinstance(tree, Text):
        return '"' + tree.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(tree, str):
        return tree
    if not any(isinstance(item, list) for item in tree):
        return "(" + " ".join(map(dump, tree)) + ")"
    tabs = "\n" + "\t" * (depth + 1)
    items = [(tabs if isinstance(item, list) else " ") + dump(item, depth + 1) for item in tree]
    return "(" + "".join(items).lstrip(" ") + "\n" + "\t" * depth + ")"


def children(tree: Sexp, name: str) -> Iterator[list[Sexp]]:
    """Every list directly in *tree* that begins with *name*."""
    for item in tree if isinstance(tree, list) else ():
        if isinstance(item, list) and item and item[0] == name:
            yield item


def child(tree: Sexp, *names: str) -> list[Sexp]:
    """The first list that begins with the last of *names*, going down name by name; raises if there is none."""
    here = tree
    for name in names:
        found = next(children(here, name), None)
        if found is None:
            raise ValueError(f"expected a list {name!r}, got none")
        here = found
    if isinstance(here, str):
        raise TypeError(f"expected a list, got {here!r}")
    return here


def word(tree: Sexp, *names: str) -> str:
    """The word that follows the last of *names*, found as `child` does."""
    value = child(tree, *names)[1]
    if not isinstance(value, str):
        raise TypeError(f"expected a word after {names!r}, got a list")
    return value
