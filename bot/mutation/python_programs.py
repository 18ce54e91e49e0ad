"""Python files of a judged tree as programs: read by this interpreter, quietly, and never run."""

from __future__ import annotations

import ast
import warnings

UNREADABLE = (SyntaxError, ValueError, LookupError, RecursionError, MemoryError, OverflowError)
"""What reading hostile text raises: bad syntax, NUL bytes, unknown encodings, nesting without end."""


def parse(source: str | bytes) -> ast.Module:
    """The tree of a file; what a compiler would warn of is the author's own. Raises one of UNREADABLE."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def is_program(data: bytes) -> bool:
    """Whether the interpreter compiles the file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(data, "edited", "exec", dont_inherit=True)
        except UNREADABLE:
            return False
    return True
