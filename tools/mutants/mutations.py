"""Small faults that are put into Python source, one at a time, to see whether a test notices."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff

Change = tuple[ast.AST, str]
"""A node of the source and the text that replaces it."""

OTHER_COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OTHER_OPERATOR: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
REMOVABLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.Raise, ast.Continue, ast.Break)
LOGGERS = ("log", "logging", "warnings")
# Texts for people, and what only a type checker reads.
NOT_MUTATED = ("N_", "TypeVar", "NewType", "cast")
NOT_LEFT_OUT = ("help", "description", "epilog", "metavar")
"""Arguments that are texts for people."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A change of the file *path*: its line, and the whole text of the file before and after."""

    path: str
    line: int
    before: str
    after: str

    def diff(self) -> str:
        """Return the changed lines."""
        lines = unified_diff(self.before.splitlines(), self.after.splitlines(), lineterm="", n=0)
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def mutations(path: str, source: str) -> Iterator[Mutation]:
    """Yield every mutation of *source*, the text of the file *path*."""
    # The syntax tree counts columns in bytes.
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    for node, text in changes(ast.parse(source)):
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        first, last = lines[node.lineno - 1], lines[node.end_lineno - 1]
        middle = first[: node.col_offset] + text.encode() + last[node.end_col_offset :]
        after = b"".join([*lines[: node.lineno - 1], middle, *lines[node.end_lineno :]]).decode()
        if after != source:
            yield Mutation(path, node.lineno, source, after)


def changes(node: ast.AST) -> Iterator[Change]:
    """Yield the changes of *node* and of all below it that is executed and is no text for people."""
    if _is_left_alone(node):
        return
    if isinstance(node, ast.expr):
        yield from ((node, f"({ast.unparse(ast.fix_missing_locations(other))})") for other in _others(node))
    if isinstance(node, REMOVABLE) and not _is_definition(node):
        yield node, "pass"
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield node.test, f"(not ({ast.unparse(node.test)}))"
    if isinstance(node, ast.Return) and node.value is not None:
        yield node, "return None"
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list", "type_params"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from changes(child)


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        # In format strings Python 3.11 does not know the columns.
        case ast.JoinedStr() | ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in NOT_MUTATED
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            return name in LOGGERS
    return False


def _is_definition(node: ast.stmt) -> bool:
    """Whether *node* gives a constant its name, without which nothing would even be imported."""
    return isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) for target in node.targets)


def _others(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what may stand in the place of *node*."""
    match node:
        case ast.Compare(ops=[ast.cmpop() as comparison]):
            yield ast.Compare(node.left, [OTHER_COMPARISON[type(comparison)]()], node.comparators)
        case ast.BoolOp(op=op):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), node.values)
            yield from (ast.BoolOp(op, [v for v in node.values if v is not value]) for value in node.values[1:-1])
        case ast.BinOp(op=op) if type(op) in OTHER_OPERATOR:
            yield ast.BinOp(node.left, OTHER_OPERATOR[type(op)](), node.right)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1)
        case ast.Call():
            if len(node.args) > 1:
                yield ast.Call(node.func, [*node.args[1::-1], *node.args[2:]], node.keywords)
            for left_out in (word for word in node.keywords if word.arg not in NOT_LEFT_OUT):
                yield ast.Call(node.func, node.args, [word for word in node.keywords if word is not left_out])
