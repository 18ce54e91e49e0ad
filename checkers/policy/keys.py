"""Every key that a policy may have: its shape, and what it is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.policy.keys_code import ATTENTION_RUNG, DEVICE_LEAKAGE
from checkers.policy.keys_records import COMMIT_TRAILERS, DOC_CHECKPOINT, ISSUE_INDEX
from checkers.policy.shapes import Choice, Fixed, Flag, Key, ListOf, Named, Number, OneOf, OrText, Text
from checkers.policy.vocabulary import ARGV, GLOB, GLOBS, NAME, PATHS, REPORT_FILE, REVISION

if TYPE_CHECKING:
    from collections.abc import Mapping

    from checkers.policy.nodes import Node
    from checkers.policy.shapes import Schema

_PREFLIGHT = Fixed(
    {
        "commands": Key(
            ListOf(
                Fixed(
                    {
                        "name": Key(NAME, "Its verdict is command/NAME.", needed=True),
                        "run": Key(ARGV, "The program and its arguments, without a shell.", needed=True),
                        "timeout_s": Key(Number(0.1, 86_400, whole=False), "Seconds that it may take; 600 if null."),
                        "skip_code": Key(Number(1, 255), "The exit code that means skip; 77 if null."),
                    }
                ),
                unique=("name",),
            ),
            "Gates of the repository's own, which agent-preflight runs beside the checkers.",
        )
    }
)

_OUTPUT = Choice(("stderr", "stdout"))
_REPORT = OrText(
    Choice(("exit-code",)),
    OneOf(
        {
            name: Fixed({name: Key(shape, about, needed=True)})
            for name, shape, about in (
                ("junit", REPORT_FILE, "A JUnit XML file."),
                ("doctest-xml", REPORT_FILE, "A file of doctest's XML reporter."),
                ("gtest-json", REPORT_FILE, "A JSON file of GoogleTest."),
                ("ctest-junit", REPORT_FILE, "A JUnit file of CTest."),
                ("unittest", _OUTPUT, "Where unittest -v writes."),
                ("tap", _OUTPUT, "Where TAP is written."),
            )
        },
        allowed="a mapping such as {tap: stdout}, of junit, doctest-xml, gtest-json, ctest-junit, unittest or tap",
    ),
)
SUITE_KEYS: Mapping[str, Key] = {
    "prepare": Key(ListOf(ARGV), "Commands that run once in a workspace."),
    "build": Key(ARGV, "The command before every run; null for suites that are not built."),
    "run": Key(ARGV, "The command that runs the cases."),
    "report": Key(_REPORT, "Where the results of the cases are read."),
    "artifacts": Key(PATHS, "What the build must change."),
    "min_cases": Key(Number(1, 1_000_000), "How many cases the control has at least; 1 if null."),
    "timeout": Key(
        OrText(Text("a factor such as 5x", r"[1-9][0-9]{0,3}x"), Number(0.1, 86_400, whole=False)),
        "A factor of the control's own time (at least 10 s), or seconds; 5x if null.",
    ),
    "compile_red": Key(Flag(), "Whether a test that does not compile on the old tree counts as red."),
}
_MUTATION = Fixed(
    {
        "tables": Key(GLOBS, "Mutation tables."),
        "tests": Key(GLOBS, "Tests that redfirst prove takes from a range."),
        "suites": Key(Named(NAME, Fixed(SUITE_KEYS)), "Suites, by name."),
        "evidence": Key(
            ListOf(
                Fixed(
                    {
                        "checker": Key(GLOB, "Scripts that are gates themselves.", needed=True),
                        "suite": Key(
                            Text("a path, in which {name} stands for what * matched"),
                            "The suite that a change of one must change.",
                            needed=True,
                        ),
                        **SUITE_KEYS,
                    }
                )
            ),
            "Which suite shows that a script which is a gate can be red.",
        ),
    }
)

POLICY = Fixed(
    {
        "version": Key(Number(1, 1), "The version of this form."),
        "extends": Key(Choice(("vllm-cpp", "none")), "The preset that the file is laid over; vllm-cpp if not given."),
        "base_ref": Key(REVISION, "What a bare run compares with; null: nothing."),
        "doc_checkpoint": Key(DOC_CHECKPOINT, "Documents that a change owes; null: not judged."),
        "attention_rung": Key(ATTENTION_RUNG, "Calls of the slow kernels; null: not judged."),
        "device_leakage": Key(DEVICE_LEAKAGE, "References to the device; null: not judged."),
        "issue_index": Key(ISSUE_INDEX, "The append-only index; null: not judged."),
        "commit_trailers": Key(COMMIT_TRAILERS, "Messages; null: not judged."),
        "preflight": Key(_PREFLIGHT, "What agent-preflight runs besides."),
        "mutation": Key(_MUTATION, "Mutation tables and suites."),
    }
)


def check_policy(root: Node) -> None:
    """Raise PolicyError for the first thing in a document that a policy may not hold."""
    POLICY.check(root, "")


def policy_schema() -> Schema:
    """The form of a policy file as JSON Schema, for editors."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "redfirst policy",
        "description": "The file .redfirst.yml. A key of a section is cleared by null. Under `extends: none`, what "
        "says that it must be given is asked for; every list and mapping may be left out and is then empty.",
        **POLICY.schema(),
    }
