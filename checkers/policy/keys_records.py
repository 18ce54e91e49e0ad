"""The keys of the checkers that read records and messages."""

from __future__ import annotations

from checkers.policy.shapes import Choice, Fixed, Flag, Key, ListOf, Named, Text
from checkers.policy.vocabulary import (
    FOLDER,
    GLOBS,
    HASH,
    IDENTIFIER,
    ISSUE,
    LINE,
    LINES,
    NAME,
    PATH,
    PATHS,
    REGEX,
    REVISION,
    RULE,
    TRAILER,
)

DOC_CHECKPOINT = Fixed(
    {
        "judge": Key(
            Choice(("commits", "squash", "both")),
            "Whether a range is judged commit by commit, as the one commit that a squash lands, or both; "
            "commits where it is not given.",
        ),
        "tables": Key(
            GLOBS,
            "Markdown files whose tables hold keyed rows: those that begin with a key in backticks, such as `ENG-1`.",
        ),
        "state_columns": Key(LINES, "Headers of the columns that hold a row's state."),
        "states": Key(
            Fixed(
                {
                    "claim": Key(LINES, "States that claim something."),
                    "record": Key(LINES, "States that record something and claim nothing."),
                    "claim_on_arrival": Key(LINES, "States that are a claim when a row arrives in them."),
                }
            ),
            "The lifecycle words of keyed rows.",
        ),
        "spec": Key(
            Fixed(
                {
                    "folder": Key(FOLDER, "The folder of the specs. Must be given."),
                    "heading": Key(LINE, "The heading of the section that says what is next. Must be given."),
                }
            ),
            "Where the specs of rows live; null: rows owe no spec.",
        ),
        "measurements": Key(GLOBS, "Files whose change is a lifecycle change."),
        "registrations": Key(
            Fixed(
                {
                    "sources": Key(GLOBS, "Files that register models."),
                    "macro": Key(IDENTIFIER, "The macro that registers one. Must be given."),
                }
            ),
            "How models are registered; null: they are not watched.",
        ),
        "surfaces": Key(
            Named(NAME, PATHS),
            "Class of change: the documents that it owes. `lifecycle` is the class of moved rows and measurements, "
            "`feature_surface` that of registrations, others are named by `triggers`.",
        ),
        "triggers": Key(
            Named(NAME, GLOBS), "Class of change: the paths that put a change in it. A class needs its surfaces."
        ),
        "landing": Key(
            Fixed(
                {
                    "page": Key(PATH, "The landing page. Must be given."),
                    "sources": Key(GLOBS, "Paths of which one must change with the page."),
                }
            ),
            "What licenses a change of the landing page; null: anything does.",
        ),
    }
)

ISSUE_INDEX = Fixed(
    {
        "path": Key(PATH, "The append-only index. Must be given."),
        "issue": Key(ISSUE, "What an issue looks like in a row's first cell, near its beginning. Must be given."),
        "unique_issues": Key(Flag(), "Whether an issue has one row at most; false where it is not given."),
    }
)

_STYLE = Fixed(
    {
        "subject_period": Key(Choice(("forbid", "allow")), "A period at the end of the first line."),
        "body": Key(Choice(("required", "optional")), "Text of its own below the first line."),
        "merges": Key(Choice(("exempt", "judged")), "Whether a merge is exempt from both."),
    }
)

COMMIT_TRAILERS = Fixed(
    {
        "marker": Key(LINE, "A paragraph of its own that every message has once; null: none."),
        "protocol": Key(
            Fixed(
                {
                    "key": Key(TRAILER, "The trailer's key. Must be given."),
                    "value": Key(LINE, "The value that it has. Must be given."),
                }
            ),
            "The trailer that every message carries; null: none.",
        ),
        "attribution": Key(
            Fixed(
                {
                    "declaration": Key(TRAILER, "The trailer that says whether an AI assisted; null: none is asked."),
                    "by": Key(TRAILER, "The trailer that names the assistant. Must be given."),
                    "pattern": Key(REGEX, "What its value (1,000 characters) must match; null: NAME:MODEL [TOOL]..."),
                    "placeholder": Key(LINE, "The value in the template, which is to be filled in; null: none."),
                }
            ),
            "How a message says who wrote it; null: it says nothing.",
        ),
        "human_only": Key(ListOf(TRAILER), "Trailers that name people alone."),
        "forge_accounts": Key(GLOBS, "Addresses that may stand in Co-authored-by all the same."),
        "ai_names": Key(LINES, "Words that name an AI, in any case."),
        "style": Key(_STYLE, "What a message looks like; what is not given is not asked."),
        "strict_since": Key(REVISION, "A commit: messages of older ones need the marker alone; null: none is older."),
        "landed_exceptions": Key(
            ListOf(
                Fixed(
                    {
                        "commit": Key(HASH, "The commit.", needed=True),
                        "rule": Key(RULE, "The rule that it is excused from.", needed=True),
                        "reason": Key(Text(), "Why.", needed=True),
                    }
                )
            ),
            "Rules that single landed commits are excused from.",
        ),
    }
)
