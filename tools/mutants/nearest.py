"""Which tests are near a module: those that mirror its path, those that import it, then wider circles."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

# They need other machines, compilers, a browser or root, or measure.
FAR = ("appliance", "firmware", "hardware", "image", "packaging", "rig", "tools", "web")
NEAREST = 12


@dataclass(frozen=True)
class Suite:
    """The test files below *root*, and what each imports."""

    root: Path
    imports: dict[str, frozenset[str]] = field(init=False)

    def __post_init__(self) -> None:
        """Read the imports of every test file."""
        files = sorted(self.root.glob("tests/**/test_*.py"))
        read = {file.relative_to(self.root).as_posix(): imported(file.read_text("utf-8")) for file in files}
        object.__setattr__(self, "imports", read)

    @cached_property
    def _usual(self) -> list[str]:
        return [test for test in self.imports if test.split("/")[1] not in FAR]

    def importers(self, path: str) -> list[str]:
        """Return the test file that mirrors the module at *path*, and those that import it, with few imports first."""
        parts = path.removesuffix(".py").split("/")
        name = ".".join(parts).removesuffix(".__init__")
        mirrored = f"tests/{'/'.join(parts[1:-1])}/test_{parts[-1]}.py"
        direct = [test for test, names in self.imports.items() if name in names]
        return [
            *dict.fromkeys([*({mirrored} & set(self.imports)), *sorted(direct, key=lambda t: len(self.imports[t]))])
        ]

    def circles(self, path: str) -> list[list[str]]:
        """Return the test files for the module at *path*, a list for each circle, none of them in two."""
        _, package, *_ = parts = path.removesuffix(".py").split("/")
        name = ".".join(parts).removesuffix(".__init__")
        near = self.importers(path)
        family = name.rpartition(".")[0]
        beside = [test for test in self._usual if any(other.startswith(family) for other in self.imports[test])]
        whole = [test for test in self._usual if test.startswith(f"tests/{package}/")]
        seen: set[str] = set()
        circles = []
        for circle in (near[:NEAREST], [*near, *beside, *whole], self._usual):
            circles.append([test for test in dict.fromkeys(circle) if test not in seen])
            seen |= set(circle)
        return [circle for circle in circles if circle]


def imported(source: str) -> frozenset[str]:
    """Return the names that *source* imports: modules, and for each ``from`` also the name in the module."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(names)
