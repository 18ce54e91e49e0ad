"""What a command line asks for, as a type: the options of every executable, read and held against each other."""

from __future__ import annotations

from argparse import SUPPRESS
from typing import TYPE_CHECKING, Any, NamedTuple

from checkers.errors import UsageError
from checkers.model import SubjectKind
from checkers.output.formats import Color, Format
from checkers.parser import Parser
from checkers.registry import CHECKERS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence
    from pathlib import Path

    from checkers.registry import Checker


class Options(NamedTuple):
    """One command line. An option that the executable lacks has its default; no `checks` means all of them."""

    checks: tuple[str, ...] = ()
    repo: Path | None = None
    staged: bool = False
    commit: str | None = None
    base: str | None = None
    head: str | None = None
    merge_into: str | None = None
    message_file: str | None = None
    commit_msg: str | None = None
    policy: Path | None = None
    format: Format = Format.TEXT
    output: Path | None = None
    fail_on_skip: bool = False
    quiet: bool = False
    color: Color = Color.AUTO
    judge: str | None = None
    filled: bool = False
    table: bool = False
    sites: bool = False
    write_baseline: bool = False
    repair: bool = False
    onto: str | None = None
    commands: bool = True
    cache: bool = True

    @property
    def subject_options(self) -> tuple[str, ...]:
        """The options that name a subject, of which a run has one at the most; none for a bare run."""
        given = {
            "--staged": self.staged,
            "--commit": self.commit is not None,
            "--base": self.base is not None,
            "--message-file": self.message_file is not None,
            "--commit-msg": self.commit_msg is not None,
        }
        return tuple(option for option, there in given.items() if there)

    @property
    def subject_option(self) -> str | None:
        """The option that names the subject; None for a bare run."""
        return next(iter(self.subject_options), None)


CHECK_NAMES = ", ".join(known.name for known in CHECKERS)
_OWN_OPTIONS = {
    "--report": ("table", "device-leakage"),
    "--list": ("sites", "device-leakage"),
    "--write-baseline": ("write_baseline", "device-leakage"),
    "--repair": ("repair", "issue-index"),
}
"""Options that do more than judging: the field that holds each, and the one checker that it belongs to."""

QUESTIONS = {
    "doc-checkpoint": "Did the claims that this change makes reach the documents that state them, in the same change?",
    "attention-rung": "Does every use of the naive attention kernel say why?",
    "device-leakage": "Did the number of device-specific references in the device-agnostic layer stay at its baseline, "
    "which only goes down?",
    "issue-index": "Was the append-only index only appended to, through every commit and every merge?",
    "commit-trailers": "Does every message that lands carry its protocol trailers and an honest attribution?",
}
"""The question that each checker answers."""

CHECK_EXAMPLES = (
    "redfirst check                        # every checker, over the work tree",
    "redfirst check --base origin/main     # what this branch changes",
    "redfirst check issue-index --staged --format json",
)
PREFLIGHT_EXAMPLES = (
    "agent-preflight                       # from the policy's base_ref to HEAD",
    "agent-preflight --base main --staged  # from another base; what is staged, too",
)
_EXAMPLES = {
    "doc-checkpoint": (
        "check-doc-checkpoint --base origin/main",
        "check-doc-checkpoint --base main --judge squash  # as one commit",
    ),
    "attention-rung": (
        "check-attention-rung                  # the work tree",
        "check-attention-rung --staged         # what is about to be committed",
    ),
    "device-leakage": (
        "check-device-leakage --report         # with a table per file",
        "check-device-leakage --write-baseline # hold what is counted now",
    ),
    "issue-index": (
        "check-issue-index --base origin/main",
        "check-issue-index --repair --onto origin/main",
    ),
    "commit-trailers": (
        "check-commit-trailers --base origin/main",
        "check-commit-trailers --message-file body.md --filled",
    ),
}


def parse_check(program: str, argv: Sequence[str], check: str | None = None) -> Options:
    """The options of a standalone executable, or of `redfirst check` where `check` is None. Raises UsageError."""
    known = [checker for checker in CHECKERS if check in (None, checker.name)]
    if check is None:
        about = "Run the named checkers, or all of them."
        parser = Parser(prog=program, description=about, examples=CHECK_EXAMPLES)
        parser.add_argument("checks", nargs="*", metavar="CHECK", help=f"any of {CHECK_NAMES}")
    else:
        parser = Parser(prog=program, description=QUESTIONS[check], examples=_EXAMPLES[check])
    _add_subjects(parser, known)
    _add_common(parser)
    for checker in known:
        _add_own(parser, checker.name)
    options = _options(parser.parse_intermixed_args(list(argv)), (check,) if check else None)
    _refuse_contradictions(options)
    return options


def parse_preflight(argv: Sequence[str]) -> Options:
    """The options of `agent-preflight`. Raises UsageError."""
    about = "Run every gate before a push: all checkers and the policy's own commands."
    parser = Parser(prog="agent-preflight", description=about, examples=PREFLIGHT_EXAMPLES)
    parser.add_argument("--staged", action="store_true", help="judge the staged change too, each verdict by itself")
    parser.add_argument(
        "--base", metavar="REV", help="judge from the merge base with REV instead of the policy's base_ref"
    )
    parser.add_argument(
        "--no-commands", dest="commands", action="store_false", help="leave the policy's extra commands out"
    )
    _add_common(parser)
    return _options(parser.parse_args(list(argv)), ())


def _add_subjects(parser: ArgumentParser, checkers: Sequence[Checker]) -> None:
    """Every subject is read, so that a refusal can say whom it is for; help lists those that can be judged here."""
    kinds = frozenset[SubjectKind]().union(*(checker.subjects for checker in checkers))
    group = parser.add_argument_group(f"what to judge (default: {_usual_subject(checkers)})")

    def add(name: str, kind: SubjectKind, help: str, *, offered: bool = True, **form: Any) -> None:
        group.add_argument(name, help=help if kind in kinds and offered else SUPPRESS, **form)

    merges = any(checker.judges_merges for checker in checkers)
    joined = "with --base: judge also what merging into REV would yield"
    add("--staged", SubjectKind.STAGED, "the index against HEAD", action="store_true")
    add("--commit", SubjectKind.COMMIT, "one commit, and its change against its first parent", metavar="REV")
    add("--base", SubjectKind.RANGE, "the range from the merge base of REV and --head", metavar="REV")
    add("--head", SubjectKind.RANGE, "where the range ends (default: HEAD)", metavar="REV")
    add("--merge-into", SubjectKind.RANGE, joined, offered=merges, metavar="REV")
    add("--message-file", SubjectKind.MESSAGE, "one message as it stands; - is standard input", metavar="PATH")
    add("--commit-msg", SubjectKind.MESSAGE, "the file that git hands to a commit-msg hook", metavar="PATH")


def _usual_subject(checkers: Sequence[Checker]) -> str:
    """What is judged where no option names a subject."""
    changes = {checker.judges_changes for checker in checkers}
    if changes == {True}:
        return "the policy's base_ref..HEAD"
    return "the work tree, and for changes base_ref..HEAD" if True in changes else "the work tree"


def _add_common(parser: Parser) -> None:
    parser.add_shared("--repo", "--policy")
    parser.add_argument("--format", choices=[form.value for form in Format], default="text", help="default: text")
    parser.add_shared("--output", "--no-cache")
    parser.add_argument(
        "--fail-on-skip", action="store_true", help="exit 3 when something was skipped and nothing failed"
    )
    parser.add_argument("--quiet", action="store_true", help="in text, leave out what passed, warnings and notes")
    parser.add_shared("--color")


def _add_own(parser: ArgumentParser, check: str) -> None:
    group = parser.add_argument_group(f"{check} only")
    if check == "doc-checkpoint":
        group.add_argument("--judge", choices=("commits", "squash", "both"), help="overrides the policy")
    elif check == "device-leakage":
        group.add_argument("--report", dest="table", action="store_true", help="print a table per file too")
        group.add_argument("--list", dest="sites", action="store_true", help="print every counted site too")
        group.add_argument("--write-baseline", action="store_true", help="write the baseline file, downwards only")
    elif check == "issue-index":
        group.add_argument(
            "--repair", action="store_true", help="print the base's file followed by this branch's new rows"
        )
        group.add_argument("--onto", metavar="REV", help="with --repair: the base (default: the policy's base_ref)")
    elif check == "commit-trailers":
        group.add_argument("--filled", action="store_true", help="refuse the template's placeholder too")


def _options(found: Namespace, checks: tuple[str, ...] | None) -> Options:
    values = vars(found)
    if checks is None:
        checks = known_checks(values.pop("checks"))
    values |= {"checks": checks, "format": Format(values["format"]), "color": Color(values["color"])}
    return Options(**values)


def known_checks(names: Sequence[str]) -> tuple[str, ...]:
    """The names, each once. Raises UsageError for one that is no checker's."""
    known = [checker.name for checker in CHECKERS]
    for name in names:
        if name not in known:
            from checkers.suggestions import did_you_mean

            raise UsageError(f"{name} is no checker; {did_you_mean(name, known)}")
    return tuple(dict.fromkeys(names))


def _refuse_contradictions(options: Options) -> None:
    given = options.subject_options
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} name different subjects; give one of them")
    for option, value in (("--head", options.head), ("--merge-into", options.merge_into)):
        if value is not None and options.base is None:
            raise UsageError(f"{option} belongs to a range; name where it begins with --base")
    if options.onto is not None and not options.repair:
        raise UsageError("--onto belongs to --repair; give both")
    _refuse_misplaced(options, given)


def _refuse_misplaced(options: Options, given: Sequence[str]) -> None:
    """What one checker does beside judging needs that checker alone."""
    chosen = [option for option, (field, _) in _OWN_OPTIONS.items() if getattr(options, field)]
    if not chosen:
        return
    if len(chosen) > 1 and chosen != ["--report", "--list"]:
        raise UsageError(f"{' and '.join(chosen)} print different things; give one of them")
    check = _OWN_OPTIONS[chosen[0]][1]
    if options.checks != (check,):
        raise UsageError(f"{chosen[0]} belongs to {check}; name that checker alone")
    if given and chosen[0] in ("--repair", "--write-baseline"):
        raise UsageError(f"{chosen[0]} takes no other subject; leave {given[0]} out")
    if chosen[0] == "--repair" and options.format is not Format.TEXT:
        raise UsageError(f"--repair prints the index itself; leave --format {options.format.value} out")
    if chosen[0] == "--repair" and options.fail_on_skip:
        raise UsageError("--repair judges nothing; leave --fail-on-skip out")
