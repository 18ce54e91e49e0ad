"""The texts and lists that keys of a policy hold: paths, globs, names, words, expressions."""

from __future__ import annotations

from checkers.policy.globs import Globs
from checkers.policy.paths import check_folder, check_path
from checkers.policy.regexes import check_regex
from checkers.policy.shapes import ListOf, OrText, Text

MAX_GLOBS = 1_000
"""Every path of a tree is held against all of them."""

LINE = Text("one line of text", r"[^\x00-\x1f\x7f]*[^\x00-\x20\x7f][^\x00-\x1f\x7f]*")
WORD = Text("a word without white space, colon and parentheses", r"[^\s:()\x00-\x1f\x7f]+")
NAME = Text("a name of letters, digits, _, . and -", r"[A-Za-z0-9][A-Za-z0-9_.-]*")
IDENTIFIER = Text("an identifier", r"[A-Za-z_][A-Za-z0-9_]*")
QUALIFIED = Text("a name such as space::Function", r"(?:::)?[A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z_][A-Za-z0-9_]*)*")
TRAILER = Text("a trailer's key of letters, digits and -", r"[A-Za-z0-9][A-Za-z0-9-]*")
REVISION = Text("a revision, which does not begin with -", r"[^\s\x00-\x1f\x7f-][^\s\x00-\x1f\x7f]*")
HASH = Text("a full commit hash", r"[0-9a-fA-F]{40}|[0-9a-fA-F]{64}")
RULE = Text("a rule of commit-trailers", r"commit-trailers/[a-z-]+")
PATH = Text("a path within the repository", rule=check_path)
FOLDER = Text("a folder within the repository", rule=check_folder)
GLOB = Text("a glob as git reads it", rule=lambda text: Globs.of([text]))
ISSUE = Text("a regular expression with a group (?P<number>...)", rule=lambda text: check_regex(text, "number"))
REGEX = Text("a regular expression", rule=check_regex)
REPORT_FILE = Text("a path within the workspace, stdout or stderr", rule=check_path)
SUFFIX = Text("a suffix that begins with a dot", r"\.[^/\x00-\x1f\x7f]+")
ARGV = ListOf(Text("text", r"[\s\S]*"), least=1)
GLOBS, PATHS, LINES = ListOf(GLOB, most=MAX_GLOBS), ListOf(PATH), ListOf(LINE)
GLOB_OR_GLOBS = OrText(GLOB, ListOf(GLOB, least=1, most=MAX_GLOBS))
