"""Structural edits of a C++ or CUDA file, by its tokens and scopes; everything else stays byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from bot.mutation.edits.cpp_calls import standing_calls
from bot.mutation.edits.cpp_conditions import asked_condition, conditions
from bot.mutation.edits.cpp_functions import definitions, early_return
from bot.mutation.edits.cpp_names import asked_name
from bot.mutation.edits.refusal import NotApplied, elsewhere, line_of, lines_of, no_condition, nth, quoted
from bot.mutation.model import DeleteCall, Negate, Rename, ReturnEarly
from checkers.source.code import read_code
from checkers.source.outline import Outline

if TYPE_CHECKING:
    from bot.mutation.model import StructuralEdit
    from checkers.source.code import Code


def edit_cpp(edit: StructuralEdit, data: bytes) -> bytes:
    """The file's bytes after the edit. Raises NotApplied."""
    code = read_code(data)
    match edit:
        case DeleteCall():
            return _delete_call(edit, code)
        case Negate():
            return _negate(edit, code)
        case ReturnEarly():
            return _return_early(edit, code)
        case Rename():
            return _rename(edit, code)
    assert_never(edit)


def _delete_call(edit: DeleteCall, code: Code) -> bytes:
    """The statement goes with its lines; where it is the body of an `if`, a loop or a label, an empty one stays."""
    asked = asked_name(edit.call)
    outline = Outline(code, frozenset({asked.anchor}))
    calls = standing_calls(outline, asked)
    named = [token.start for token in outline.stream.tokens if token.text == asked.anchor]
    what = f"a call of {quoted(edit.call)} that is a statement of its own"
    hint = "" if calls else elsewhere(lines_of(code.data, named))
    call = nth(calls, edit.nth, lines_of(code.data, (call.start for call in calls)), what, hint)
    if any(call.start <= directive.start < call.end for directive in code.lexed.directives):
        raise NotApplied(f"the call on line {line_of(code.data, call.start)} has a preprocessor directive within it")
    return code.data[: call.start] + call.replacement + code.data[call.end :]


def _negate(edit: Negate, code: Code) -> bytes:
    asked = asked_condition(edit.condition)
    found = conditions(Outline(code), asked)
    lines = lines_of(code.data, (start for start, _end in found))
    hint = "" if found else no_condition(code.data, edit.condition)
    start, end = nth(found, edit.nth, lines, f"a condition that reads {quoted(edit.condition)}", hint)
    data = code.data
    return data[:start] + b"!(" + data[start:end] + b")" + data[end:]


def _return_early(edit: ReturnEarly, code: Code) -> bytes:
    asked = asked_name(edit.function)
    outline = Outline(code, frozenset({asked.anchor}))
    found = definitions(outline, asked)
    tokens = outline.stream.tokens
    named = [token.start for token in tokens if token.text == asked.anchor]
    lines = lines_of(code.data, (tokens[function.name].start for function in found))
    hint = "" if found else elsewhere(lines_of(code.data, named))
    function = nth(found, edit.nth, lines, f"a function {quoted(edit.function)} with a body", hint)
    offset = tokens[function.body].end
    leaves = early_return(outline, function, edit.value)
    return code.data[:offset] + b" " + leaves + code.data[offset:]


def _rename(edit: Rename, code: Code) -> bytes:
    """Tokens count wherever they stand but in comments and strings, on lines of the preprocessor too."""
    data, old = code.data, edit.old.encode("utf-8", "surrogateescape")
    tokens = [*code.lexed.tokens, *(token for line in code.lexed.directives for token in line.tokens)]
    places = sorted((token.start, token.end) for token in tokens if token.text == old)
    lines = lines_of(data, (start for start, _end in places))
    on_line = [place for place, line in zip(places, lines, strict=True) if edit.line in (None, line)]
    where = "" if edit.line is None else f" on line {edit.line}"
    hint = "" if on_line else elsewhere(lines)
    what = f"the token {quoted(edit.old)}{where}"
    start, end = nth(on_line, edit.nth, lines_of(data, (start for start, _end in on_line)), what, hint)
    return data[:start] + edit.new.encode("utf-8", "surrogateescape") + data[end:]
