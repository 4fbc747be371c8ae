"""The docstring of a public function that raises says what it raises."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import companion

PACKAGE = Path(companion.__file__).parent

Function = ast.FunctionDef | ast.AsyncFunctionDef


def bases_of(trees: list[ast.Module]) -> dict[str, set[str]]:
    """Return the names of an exception's own base classes, for every class of the package and every built-in one."""
    built_in = {
        name: {base.__name__ for base in kind.__mro__ if base not in (object, BaseException, Exception)}
        for name, kind in vars(builtins).items()
        if isinstance(kind, type) and issubclass(kind, Exception)
    }
    direct = {
        node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }

    def all_of(name: str) -> set[str]:
        return {name} | built_in.get(name, set()).union(*map(all_of, direct.get(name, [])))

    return {name: all_of(name) for name in [*direct, *built_in]}


def caught_by(handlers: list[ast.ExceptHandler]) -> set[str]:
    """Return the names of the classes that the handlers of a ``try`` statement catch."""
    return {
        node.id
        for handler in handlers
        if handler.type
        for node in ast.walk(handler.type)
        if isinstance(node, ast.Name)
    }


def raised(nodes: Iterable[ast.AST], bases: dict[str, set[str]]) -> set[str]:
    """Return the classes in the ``raise`` statements of a function's own code, unless it catches them itself.

    A caught exception that is raised again has no class there.
    """
    found = set()
    for node in nodes:
        if isinstance(node, ast.Try):
            caught = caught_by(node.handlers)
            found |= {kind for kind in raised(node.body, bases) if not caught & bases.get(kind, {kind})}
            found |= raised([*node.handlers, *node.orelse, *node.finalbody], bases)
        elif isinstance(node, ast.Raise) and node.exc is not None:
            kind = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            name = kind.id if isinstance(kind, ast.Name) else kind.attr if isinstance(kind, ast.Attribute) else ""
            found |= {name} if name[:1].isupper() else set()
        elif not isinstance(node, Function | ast.ClassDef | ast.Lambda):
            found |= raised(ast.iter_child_nodes(node), bases)
    return found - {"NotImplementedError"}


def public_functions(tree: ast.Module) -> Iterator[tuple[str, Function, str]]:
    """Return name, node and the docstring of the class, for functions and for methods of public classes."""
    for node in tree.body:
        if isinstance(node, Function):
            yield node.name, node, ""
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            text = ast.get_docstring(node) or ""
            yield from ((f"{node.name}.{part.name}", part, text) for part in node.body if isinstance(part, Function))


def unsaid(tree: ast.Module, bases: dict[str, set[str]]) -> list[str]:
    """Return each public function with an exception that neither its docstring nor that of its class names."""
    return [
        f"{function.lineno}: {name} raises {kind}"
        for name, function, class_text in public_functions(tree)
        if not function.name.startswith("_") or function.name == "__init__"
        for kind in sorted(raised(function.body, bases))
        if not set(re.findall(r"\w+", f"{ast.get_docstring(function)} {class_text}")) & bases.get(kind, {kind})
    ]


def test_docstrings_say_what_is_raised() -> None:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}
    bases = bases_of(list(trees.values()))
    found = [
        f"{path.relative_to(PACKAGE.parent)}:{line}" for path, tree in trees.items() for line in unsaid(tree, bases)
    ]
    assert found == []


def test_function_that_does_not_say_it_is_found() -> None:
    source = '''
class Late(ValueError): ...

def plain():
    """Do it."""
    raise Late("x")

def told():
    """Do it; raises ``ValueError`` if it is late."""
    raise Late("x")

def again(error):
    """Do it."""
    def inner():
        raise Late
    try:
        raise Late
    except ValueError:
        raise error

class Box:
    """A box; its methods raise ``Late``."""

    def open(self):
        """Open it."""
        if self:
            raise Late("x")
        raise KeyError

    def _hidden(self):
        raise KeyError
'''
    tree = ast.parse(source)
    assert unsaid(tree, bases_of([tree])) == ["4: plain raises Late", "24: Box.open raises KeyError"]
