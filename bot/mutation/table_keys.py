"""Every key that a mutation table may have: its shape, and what it is for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.policy.keys import SUITE_KEYS
from checkers.policy.nodes import Kind, shown
from checkers.policy.paths import check_path
from checkers.policy.shapes import Choice, Fixed, Flag, Key, ListOf, Named, Number, OneOf, Text
from checkers.policy.vocabulary import LINE, NAME, PATH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from checkers.policy.nodes import Node
    from checkers.policy.shapes import Schema

MAX_COUNT = 1_000_000
EDIT_PATH = Text("a path within the repository, and not within .git", rule=check_path)
PYTHON_PATH = Text("a Python file within the repository", r".+\.py", rule=check_path)
ROW_ID = Text("a word without white space that does not begin with -", r"[^\s\x00-\x1f\x7f-][^\s\x00-\x1f\x7f]*")
ANY_TEXT = Text("text", r"[\s\S]*")
SOME_TEXT = Text("a text of one character or more", r"[\s\S]+")

_FILE = Key(EDIT_PATH, "The file that is edited.", needed=True)
_COUNT = Number(1, MAX_COUNT)


class Affirmation(NamedTuple):
    """True, and nothing else: the key says what is claimed, and its absence that it is not."""

    allowed: str = "true"

    def check(self, node: Node, path: str) -> None:
        """Raises PolicyError, with the line, for anything else."""
        if node.kind is not Kind.BOOLEAN or node.value is not True:
            is_scalar = node.kind not in (Kind.LIST, Kind.MAPPING, Kind.NULL)
            what = shown(str(node.value).lower()) if is_scalar else node.kind
            node.refuse(path, f"is {what}; true is allowed")

    def schema(self) -> Schema:
        """The same as JSON Schema."""
        return {"const": True}


def _nth(what: str) -> Key:
    return Key(_COUNT, f"Which one, counted from 1 in the order of the file; the first {what} if null.")


EDIT_FORMS: Mapping[str, Fixed] = {
    "find": Fixed(
        {
            "file": _FILE,
            "find": Key(SOME_TEXT, "Literal text, compared byte for byte.", needed=True),
            "with": Key(ANY_TEXT, "What stands in its place.", needed=True),
            "times": Key(_COUNT, "How often it must occur, no more and no less; once if null."),
        }
    ),
    "patch": Fixed(
        {
            "file": _FILE,
            "patch": Key(PATH, "A unified diff of that file alone, by its path from the table's folder.", needed=True),
        }
    ),
    "delete_call": Fixed(
        {
            "file": _FILE,
            "delete_call": Key(
                LINE,
                "The name of a function, plain or qualified: its live call that is a statement of its own goes.",
                needed=True,
            ),
            "nth": _nth("call"),
        }
    ),
    "negate": Fixed(
        {
            "file": _FILE,
            "negate": Key(
                SOME_TEXT,
                "The whole condition of an if, a loop, a ternary operator or an assertion; white space is free.",
                needed=True,
            ),
            "nth": _nth("condition"),
        }
    ),
    "return_early": Fixed(
        {
            "file": _FILE,
            "return_early": Key(
                LINE, "The name of a function, plain or qualified: its body begins with a return.", needed=True
            ),
            "nth": _nth("function"),
            "value": Key(LINE, "The expression that it returns; nothing or an empty value if null."),
        }
    ),
    "rename": Fixed(
        {
            "file": _FILE,
            "rename": Key(
                Fixed(
                    {
                        "from": Key(LINE, "One token as it stands.", needed=True),
                        "to": Key(LINE, "What stands in its place.", needed=True),
                    }
                ),
                "One token renamed, at one place.",
                needed=True,
            ),
            "nth": _nth("token"),
            "line": Key(Number(1, 100_000_000), "The line that it stands on; nth then counts on that line."),
        }
    ),
    "restore": Fixed(
        {
            "file": _FILE,
            "restore": Key(
                Choice(("base",)), "The file as it is at the merge base with the policy's base ref.", needed=True
            ),
        }
    ),
    "stub": Fixed(
        {
            "file": Key(PYTHON_PATH, "The Python file that is edited.", needed=True),
            "stub": Key(Choice(("disabled",)), "Nothing in it but a docstring.", needed=True),
        }
    ),
}
_EDIT = OneOf(EDIT_FORMS, allowed="a mapping with a file and one edit")

_GREEN_SUITES = Key(ListOf(NAME, least=1), "Suites that must stay green under the same mutation.")
EXPECT_FORMS: Mapping[str, Fixed] = {
    "red": Fixed(
        {
            "red": Key(ListOf(LINE, least=1), "The whole names of the cases that must turn red; globs.", needed=True),
            "only": Key(Flag(), "Whether no other case may turn red; true if null."),
            "green_suites": _GREEN_SUITES,
        }
    ),
    "green": Fixed(
        {
            "green": Key(Affirmation(), "No case turns red.", needed=True),
            "reason": Key(Text("a reason"), "Why nobody can tell.", needed=True),
            "green_suites": _GREEN_SUITES,
        }
    ),
    "build": Fixed({"build": Key(Choice(("fails",)), "The mutated tree does not compile.", needed=True)}),
    "outcome": Fixed({"outcome": Key(Choice(("timed-out", "crashed")), "How the run of the suite ends.", needed=True)}),
}
_EXPECT = OneOf(EXPECT_FORMS, allowed="a mapping with one of red, green, build and outcome")

_SUITE = Fixed({**SUITE_KEYS, **{name: SUITE_KEYS[name]._replace(needed=True) for name in ("run", "report")}})
ROW_KEYS: Mapping[str, Key] = {
    "id": Key(ROW_ID, "The row's name, once in the table.", needed=True),
    "claim": Key(Text("a sentence"), "What the row claims: which guard is held by which cases.", needed=True),
    "suite": Key(NAME, "The suite that must tell, of this table or of the policy.", needed=True),
    "edits": Key(ListOf(_EDIT, least=1), "What is broken, one edit after the other.", needed=True),
    "expect": Key(_EXPECT, "What the break must turn red, or why it turns nothing red.", needed=True),
}
TABLE = Fixed(
    {
        "version": Key(Number(1, 1), "The version of this form."),
        "suites": Key(Named(NAME, _SUITE), "Suites, by name; those of the policy need not be repeated."),
        "mutations": Key(ListOf(Fixed(ROW_KEYS), least=1, unique=("id",)), "The rows.", needed=True),
    }
)


def table_schema() -> Schema:
    """The form of a table file as JSON Schema, for editors."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "redfirst mutation table",
        "description": "Deliberate breaks, applied one at a time, each with exactly what it must turn red.",
        **TABLE.schema(),
    }
