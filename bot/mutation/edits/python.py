"""Structural edits of a Python file, by its syntax tree; everything else stays byte for byte."""

from __future__ import annotations

import tokenize
from typing import TYPE_CHECKING, assert_never

from bot.mutation.edits.python_source import PythonSource, read_python
from bot.mutation.edits.python_tree import (
    Block,
    blocks,
    call_name,
    conditions,
    functions,
    is_docstring,
    names_call,
    same_expression,
)
from bot.mutation.edits.refusal import NotApplied, elsewhere, no_condition, nth, quoted
from bot.mutation.model import DeleteCall, Negate, Rename, ReturnEarly

if TYPE_CHECKING:
    import ast

    from bot.mutation.edits.python_tree import Function
    from bot.mutation.model import StructuralEdit


def edit_python(edit: StructuralEdit, data: bytes) -> bytes:
    """The file's bytes after the edit. Raises NotApplied, also where the result would be no valid Python."""
    source = read_python(data)
    match edit:
        case DeleteCall():
            return _delete_call(edit, source)
        case Negate():
            return _negate(edit, source)
        case ReturnEarly():
            return _return_early(edit, source)
        case Rename():
            return _rename(edit, source)
    assert_never(edit)


def _delete_call(edit: DeleteCall, source: PythonSource) -> bytes:
    """The statement goes; where it is all that its block holds, or shares its line, `pass` takes its place."""
    found = [
        (block, number)
        for block in blocks(source.tree)
        for number, statement in enumerate(block)
        if names_call(call_name(statement), edit.call)
    ]
    found.sort(key=lambda place: (place[0][place[1]].lineno, place[0][place[1]].col_offset))
    lines = [block[number].lineno for block, number in found]
    block, number = nth(found, edit.nth, lines, f"a call of {quoted(edit.call)} that is a statement of its own")
    return _without(source, block, number)


def _without(source: PythonSource, block: Block, number: int) -> bytes:
    start, end = source.place(block[number])
    before, after = source.line_around(start, end)
    has_comment = after.lstrip().startswith("#")
    is_alone = source.begins_line(start) and (has_comment or not after.strip())
    if len(block) == 1 or not is_alone:
        return source.changed(start, end, "pass")
    if has_comment:
        return source.changed(start, end, "")
    return source.changed(start - len(before), end + len(after) + len(source.line_end(end)), "")


def _negate(edit: Negate, source: PythonSource) -> bytes:
    matches = same_expression(edit.condition)
    found = [condition for condition in conditions(source.tree) if matches(condition)]
    lines = [condition.lineno for condition in found]
    hint = "" if found else no_condition(source.text.encode(source.encoding), edit.condition)
    condition = nth(found, edit.nth, lines, f"a condition that reads {quoted(edit.condition)}", hint)
    start, end = source.place(condition)
    return source.changed(start, end, f"not ({source.text[start:end]})")


def _return_early(edit: ReturnEarly, source: PythonSource) -> bytes:
    found = [function for name, function in functions(source.tree) if names_call(name, edit.function)]
    lines = [function.lineno for function in found]
    function = nth(found, edit.nth, lines, f"a function {quoted(edit.function)} with a body")
    leaves = "return" if edit.value is None else f"return {edit.value}"
    return _with_first(source, function, leaves)


def _with_first(source: PythonSource, function: Function, statement: str) -> bytes:
    """The function with one more statement before all others but its docstring."""
    body = function.body
    has_docstring = is_docstring(body[0])
    if has_docstring and len(body) == 1:
        _start, end = source.place(body[0])
        return source.changed(end, end, f"; {statement}")
    first = body[1] if has_docstring else body[0]
    start = _start_with_decorators(source, first)
    if not source.begins_line(start):
        return source.changed(start, start, f"{statement}; ")
    before, _after = source.line_around(start, start)
    return source.changed(start, start, f"{statement}{source.line_end(start)}{before}")


def _start_with_decorators(source: PythonSource, statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", [])
    if not decorators:
        return source.place(statement)[0]
    return source.text.rindex("@", 0, source.place(decorators[0])[0])


def _rename(edit: Rename, source: PythonSource) -> bytes:
    """Tokens count wherever they stand but in comments and strings; on one line where the edit names one."""
    try:
        tokens = [(line, start) for text, line, start in source.tokens() if text == edit.old]
    except (tokenize.TokenError, SyntaxError) as error:
        raise NotApplied(f"the file's tokens cannot be read: {error}") from None
    found = [(line, start) for line, start in tokens if edit.line in (None, line)]
    where = "" if edit.line is None else f" on line {edit.line}"
    hint = "" if found else elsewhere([line for line, _start in tokens])
    lines = [line for line, _start in found]
    _line, start = nth(found, edit.nth, lines, f"the token {quoted(edit.old)}{where}", hint)
    return source.changed(start, start + len(edit.old), edit.new)
