"""What structural edits look for in a Python syntax tree: blocks of statements, calls, conditions, functions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from bot.mutation.edits.refusal import NotApplied, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Block = list[ast.stmt]
Function = ast.FunctionDef | ast.AsyncFunctionDef

_BLOCKS = ("body", "orelse", "finalbody")


def live_nodes(tree: ast.Module) -> Iterator[tuple[ast.AST, tuple[str, ...]]]:
    """Each node in the order of the file, with the names of the classes and functions around it.

    What stands under `if False:`, `if 0:` and the like is left out: it never runs.
    """
    pending: list[tuple[ast.AST, tuple[str, ...]]] = [(tree, ())]
    while pending:
        node, around = pending.pop()
        yield node, around
        inner = (*around, node.name) if isinstance(node, ast.ClassDef | Function) else around
        pending += [(child, inner) for child in reversed([*_live_children(node)])]


def _live_children(node: ast.AST) -> Iterator[ast.AST]:
    never_runs = _never_runs_its_body(node)
    for name, value in ast.iter_fields(node):
        if never_runs and name == "body":
            continue
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ast.AST):
                yield child


def _never_runs_its_body(node: ast.AST) -> bool:
    return isinstance(node, ast.If | ast.While) and isinstance(node.test, ast.Constant) and not node.test.value


def blocks(tree: ast.Module) -> Iterator[Block]:
    """Each list of statements that can run."""
    for node, _around in live_nodes(tree):
        never_runs = _never_runs_its_body(node)
        for name in _BLOCKS:
            block = getattr(node, name, None)
            if isinstance(block, list) and block and not (never_runs and name == "body"):
                yield block


def call_name(statement: ast.stmt) -> str:
    """The dotted name that a statement calls, if it is a call (awaited or not) and nothing else; else empty.

    What is called on something that has no name of its own begins with a dot.
    """
    if not isinstance(statement, ast.Expr):
        return ""
    value = statement.value
    while isinstance(value, ast.Await):
        value = value.value
    return _dotted(value.func) if isinstance(value, ast.Call) else ""


def _dotted(called: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(called, ast.Attribute):
        parts.append(called.attr)
        called = called.value
    parts.append(called.id if isinstance(called, ast.Name) else "")
    return ".".join(reversed(parts)) if any(parts) else ""


def names_call(written: str, asked: str) -> bool:
    """Whether a dotted name as written is the one asked for: that name, or one that ends in it."""
    return bool(written) and (written == asked or written.endswith(f".{asked}"))


def conditions(tree: ast.Module) -> list[ast.expr]:
    """What decides an `if`, `while`, `assert`, ternary, comprehension or `case`, in the order of the file."""
    found: list[ast.expr] = []
    for node, _around in live_nodes(tree):
        if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
            found.append(node.test)
        elif isinstance(node, ast.comprehension):
            found += node.ifs
        elif isinstance(node, ast.match_case) and node.guard:
            found.append(node.guard)
    return sorted(found, key=lambda condition: (condition.lineno, condition.col_offset))


def same_expression(text: str) -> Callable[[ast.expr], bool]:
    """Whether an expression is the same but for white space, quotes and outer brackets. Raises NotApplied."""
    try:
        wanted = ast.dump(ast.parse(f"({text}\n)", mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NotApplied(f"{quoted(text)} is no Python expression") from None

    def matches(expression: ast.expr) -> bool:
        try:
            return ast.dump(expression) == wanted
        except RecursionError:
            return False

    return matches


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Each function with its dotted name within the file."""
    for node, around in live_nodes(tree):
        if isinstance(node, Function):
            yield ".".join((*around, node.name)), node


def is_docstring(statement: ast.stmt) -> bool:
    """Whether a function's first statement is its docstring."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)
