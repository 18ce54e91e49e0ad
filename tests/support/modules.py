"""The project's own modules, read as syntax trees, for the tests that hold the house style."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One Python file of the project; `name` is its dotted name."""

    path: Path

    @property
    def name(self) -> str:
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def room(self) -> str:
        """What the import rules call it: the package below the top, or the module itself."""
        parts = self.name.split(".")
        return parts[1] if len(parts) > 1 else ""

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the tree; the tests ask for them many times."""
        return tuple(ast.walk(self.tree))

    def imports(self) -> Iterator[tuple[str, int]]:
        """Every imported module by dotted name with its line, wherever the import stands."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                yield from ((alias.name, node.lineno) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{self.path}:{node.lineno} imports relatively"
                module = node.module or ""
                yield from ((f"{module}.{alias.name}", node.lineno) for alias in node.names)

    def functions(self) -> Iterator[FunctionNode]:
        for node in self.nodes:
            if isinstance(node, FunctionNode):
                yield node

    def strings(self) -> Iterator[tuple[str, int]]:
        """String constants with their line, without the docstrings."""
        docstrings = {id(node) for node in _docstrings(self.nodes)}
        for node in self.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                yield node.value, node.lineno

    def names(self) -> Iterator[tuple[str, int]]:
        """Identifiers with their line: names, attributes, arguments, definitions."""
        for node in self.nodes:
            for field in ("id", "attr", "arg", "name"):
                value = getattr(node, field, None)
                if isinstance(value, str):
                    yield value, getattr(node, "lineno", 0)


@cache
def modules(package: str) -> tuple[Module, ...]:
    """Every module below a top-level package, ordered by path."""
    return tuple(Module(path) for path in sorted((ROOT / package).rglob("*.py")))


def _docstrings(nodes: Iterable[ast.AST]) -> Iterator[ast.Constant]:
    """Every string that stands as a statement: docstrings, and those below an assignment."""
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
