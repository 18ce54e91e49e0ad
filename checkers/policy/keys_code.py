"""The keys of the checkers that read code."""

from __future__ import annotations

from checkers.policy.shapes import Choice, Fixed, Flag, Key, ListOf, Named, Number, OrText, Text
from checkers.policy.vocabulary import (
    FOLDER,
    GLOB_OR_GLOBS,
    GLOBS,
    IDENTIFIER,
    NAME,
    PATH,
    QUALIFIED,
    SUFFIX,
    WORD,
)

ATTENTION_RUNG = Fixed(
    {
        "sources": Key(GLOBS, "Files that are judged."),
        "suffixes": Key(ListOf(SUFFIX), "Suffixes of the files that are judged."),
        "naive": Key(ListOf(QUALIFIED), "The slow kernels, by qualified name."),
        "fast": Key(ListOf(QUALIFIED), "The fast kernels: the positive control, and what the help names."),
        "marker": Key(WORD, "The word that begins a recorded reason in a comment. Must be given."),
        "include_roots": Key(
            ListOf(FOLDER), "Where the tree's own headers are looked for, after the file's own folder."
        ),
        "window_lines": Key(Number(0, 10_000), "How many lines below itself a marker reaches. Must be given."),
        "min_reason_chars": Key(Number(0, 1_000), "How many characters a reason has at least. Must be given."),
        "allowlist": Key(PATH, "A file of stems whose uses are excused; null: none."),
    }
)

_BUCKET = Fixed(
    {
        "identifier": Key(IDENTIFIER, "Counts this identifier."),
        "call": Key(IDENTIFIER, "Counts calls of this name."),
        "arguments": Key(Number(0, 1_000), "With call: how many arguments the call has; null: any number."),
        "include": Key(GLOB_OR_GLOBS, "Counts includes whose target matches."),
        "reachable_without_device": Key(Flag(), "With include: only lines that a build without the device reaches."),
        "conditional": Key(GLOB_OR_GLOBS, "Counts conditionals that test a macro whose name matches."),
        "forms": Key(Choice(("all",)), "With conditional: all counts every form of a test, null the two usual ones."),
    },
    allowed="a mapping with one of identifier, call, include and conditional",
)

DEVICE_LEAKAGE = Fixed(
    {
        "sources": Key(GLOBS, "Files that are judged: the device-agnostic layer."),
        "suffixes": Key(ListOf(SUFFIX), "Suffixes of the files that are judged."),
        "baseline": Key(PATH, "The JSON file of the committed counts. Must be given."),
        "stale": Key(Choice(("error", "warning")), "How a count below its baseline weighs; error if it is not given."),
        "marker": Key(WORD, "The word that begins an exemption in a comment. Must be given."),
        "device_macros": Key(GLOBS, "Names of macros that a build without the device leaves undefined."),
        "buckets": Key(
            Named(NAME, _BUCKET, frozenset({"allowed", "exempt", "files", "other_forms", "total"})),
            "What is counted, by name. A bucket that names another kind than the preset's replaces it.",
        ),
        "allowances": Key(
            ListOf(
                Fixed(
                    {
                        "path": Key(PATH, "The file.", needed=True),
                        "bucket": Key(NAME, "The bucket.", needed=True),
                        "count": Key(
                            OrText(Choice(("any",)), Number(0, 1_000_000)),
                            "How many references are expected there, or any.",
                            needed=True,
                        ),
                        "reason": Key(Text(), "Why.", needed=True),
                    }
                ),
                unique=("path", "bucket"),
            ),
            "Files that are the device leg themselves.",
        ),
    }
)
