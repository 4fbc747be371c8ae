"""A method has a docstring where it promises something for the first time: one that overrides another needs none."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("companion", "tools/books", "systemd")


class Methods(ast.NodeVisitor):
    """The public methods of all classes, by the class's name, and the names of each class's bases."""

    def __init__(self) -> None:
        self.bases: dict[str, set[str]] = defaultdict(set)
        self.named: dict[str, set[str]] = defaultdict(set)
        self.bare: list[tuple[str, str]] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Note the methods of a class."""
        for base in node.bases:
            head = base.value if isinstance(base, ast.Subscript) else base
            self.bases[node.name].add(head.attr if isinstance(head, ast.Attribute) else getattr(head, "id", ""))
        for method in node.body:
            if not isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) or method.name.startswith("_"):
                continue
            if not any(isinstance(mark, ast.Attribute) and mark.attr == "setter" for mark in method.decorator_list):
                self.named[node.name].add(method.name)
                if not node.name.startswith("_") and ast.get_docstring(method) is None:
                    self.bare.append((node.name, method.name))
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Look into no function: its classes are not public."""

    def is_promised(self, owner: str, method: str) -> bool:
        """Whether a class that *owner* is derived from has *method*."""
        return any(method in self.named[base] or self.is_promised(base, method) for base in self.bases[owner])


def bare(sources: Iterable[str]) -> list[str]:
    """Return the methods without a docstring in *sources* that no other class promises."""
    methods = Methods()
    for source in sources:
        methods.visit(ast.parse(source))
    return [f"{owner}.{name}" for owner, name in methods.bare if not methods.is_promised(owner, name)]


def test_first_promise_has_a_docstring() -> None:
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    assert bare(path.read_text("utf-8") for path in paths) == []


def test_method_without_a_docstring_is_found_unless_it_overrides_one() -> None:
    source = '''
class Screen:
    def draw(self): """Draw."""
class Menu(Screen):
    def draw(self): pass
class List(Menu[int]):
    def draw(self): pass
    def press(self): pass
class _Private:
    def press(self): pass
'''
    assert bare([source]) == ["List.press"]
