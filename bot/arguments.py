"""What `redfirst mutate` and `redfirst prove` are asked for, as types: their options, held against each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from bot.mutation.shards import parse_shard
from bot.options import number_of
from checkers.errors import UsageError
from checkers.output.formats import Color
from checkers.parser import Parser

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.mutation.report import Shard

_MOST_JOBS = 256
_MOST_REPEATS = 1000
_MOST_SHARDS = 256
"""How many jobs GitHub takes in one matrix."""
USUAL_SHARDS = 4

MUTATE_EXAMPLES = (
    "redfirst mutate tests/mutations/seam.yml",
    "redfirst mutate --in-diff main --jobs 4  # rows that edit what changed",
    "redfirst mutate --plan --shards 4        # a GitHub Actions matrix",
)
PROVE_EXAMPLES = (
    "redfirst prove --base main --suite unit  # the tests of this branch",
    "redfirst prove --base main --evidence    # the suites of changed gates",
)


class ReportFormat(StrEnum):
    """What `--format` takes here."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    JUNIT = "junit"


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What both commands have in common."""

    repo: Path | None = None
    policy: Path | None = None
    format: ReportFormat = ReportFormat.TEXT
    output: Path | None = None
    quiet: bool = False
    color: Color = Color.AUTO
    repeat: int = 1
    keep: Path | None = None
    network: bool = False


@dataclass(frozen=True, slots=True)
class MutateOptions(RunOptions):
    """One command line of `redfirst mutate`."""

    tables: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    at: str | None = None
    worktree: bool = False
    jobs: int = 1
    shard: Shard | None = None
    in_diff: str | None = None
    plan: bool = False
    shards: int | None = None
    times: tuple[Path, ...] = ()
    merge: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class ProveOptions(RunOptions):
    """One command line of `redfirst prove`."""

    base: str = ""
    head: str | None = None
    suite: str | None = None
    evidence: bool = False


def parse_mutate(argv: Sequence[str]) -> MutateOptions:
    """The options of `redfirst mutate`. Raises UsageError."""
    about = "Break the tree on purpose, as mutation tables say, and judge what turns red."
    parser = Parser(prog="redfirst mutate", description=about, examples=MUTATE_EXAMPLES)
    add = parser.add_argument
    add("tables", nargs="*", metavar="TABLE", help="tables (default: those that the policy finds)")
    add("--row", dest="rows", nargs="+", action="append", default=[], metavar="ID", help="only these rows")
    add("--at", metavar="REV", help="the commit that is judged (default: HEAD)")
    add("--worktree", action="store_true", help="take uncommitted changes of tracked files along")
    add(
        "--jobs", metavar="N", type=number_of("--jobs", _MOST_JOBS), default=1, help="workspaces at a time (default: 1)"
    )
    add("--shard", metavar="K/N", help="the Kth of N parts of the rows; with --row: those rows are it")
    add("--in-diff", metavar="BASE", help="only rows that edit a file that changed since BASE")
    group = parser.add_argument_group("instead of running")
    group.add_argument("--plan", action="store_true", help="print a GitHub Actions matrix of shards")
    shards = number_of("--shards", _MOST_SHARDS)
    group.add_argument("--shards", metavar="N", type=shards, help=f"with --plan: how many (default: {USUAL_SHARDS})")
    group.add_argument(
        "--times", metavar="REPORT", type=Path, action="append", default=[], help="with --plan: an earlier JSON report"
    )
    joined = "join the JSON reports of all shards"
    group.add_argument("--merge", metavar="FILE", type=Path, nargs="+", action="extend", default=[], help=joined)
    _add_common(parser)
    values = vars(parser.parse_intermixed_args(list(argv)))
    values |= _common(values)
    values["rows"], behind = _apart(values["rows"])
    values["tables"] = [*values["tables"], *behind]
    for name in ("tables", "rows", "times", "merge"):
        values[name] = tuple(values[name])
    values["shard"] = None if values["shard"] is None else parse_shard(values["shard"])
    options = MutateOptions(**values)
    _refuse_contradictions(options)
    return options


def _apart(told: Sequence[Sequence[str]]) -> tuple[list[str], list[str]]:
    """The rows and the tables of every `--row`, which takes all words behind it: the first one is a row's id."""
    rows: list[str] = []
    tables: list[str] = []
    for first, *others in told:
        rows.append(first)
        for word in others:
            (tables if word.endswith((".yml", ".yaml")) else rows).append(word)
    return rows, tables


def parse_prove(argv: Sequence[str]) -> ProveOptions:
    """The options of `redfirst prove`. Raises UsageError."""
    about = "Show that the tests of a range are red without its change and green with it."
    parser = Parser(prog="redfirst prove", description=about, examples=PROVE_EXAMPLES)
    parser.add_argument("--base", metavar="REV", required=True, help="the range begins at the merge base with REV")
    parser.add_argument("--head", metavar="REV", help="where the range ends (default: HEAD)")
    parser.add_argument("--suite", metavar="NAME", help="the suite of the policy that runs the tests")
    parser.add_argument("--evidence", action="store_true", help="judge changed gates by the policy's mutation.evidence")
    _add_common(parser)
    values = vars(parser.parse_args(list(argv)))
    options = ProveOptions(**values | _common(values))
    if options.suite is None and not options.evidence:
        raise UsageError("name the suite that runs the tests with --suite, or judge changed gates with --evidence")
    return options


def _add_common(parser: Parser) -> None:
    forms = [form.value for form in ReportFormat]
    add = parser.add_argument
    repeats = number_of("--repeat", _MOST_REPEATS)
    add("--repeat", metavar="N", type=repeats, default=1, help="run so often to find unsteady cases")
    add("--keep", metavar="DIR", type=Path, help="leave the workspaces in this folder")
    add("--network", action="store_true", help="let what is run use the network")
    parser.add_shared("--repo", "--policy")
    add("--format", choices=forms, default=ReportFormat.TEXT.value, help="default: text")
    parser.add_shared("--output")
    add("--quiet", action="store_true", help="in text, leave out what passed; no progress")
    parser.add_shared("--color")


def _common(values: dict[str, object]) -> dict[str, object]:
    return {"format": ReportFormat(str(values["format"])), "color": Color(str(values["color"]))}


def _refuse_contradictions(options: MutateOptions) -> None:
    if options.merge:
        plan = {"--plan": options.plan}
        given = _given(_selecting(options) | plan | _running(options) | _opening(options))
        if given:
            raise UsageError(f"--merge joins reports and runs nothing; leave {given} out")
    if options.plan:
        _refuse_beside_plan(options)
    elif options.shards or options.times:
        raise UsageError("--shards and --times belong to --plan; give it too")
    if options.at is not None and options.worktree:
        raise UsageError("--at and --worktree name different trees; give one of them")


def _refuse_beside_plan(options: MutateOptions) -> None:
    if options.shard or options.rows:
        raise UsageError("--plan says which rows each shard has; leave --shard and --row out")
    given = _given(_running(options))
    if given:
        raise UsageError(f"--plan runs nothing; leave {given} out")
    if options.format in (ReportFormat.MARKDOWN, ReportFormat.JUNIT):
        raise UsageError(f"--plan prints a matrix; leave --format {options.format.value} out")


def _given(values: Mapping[str, object]) -> str:
    """The options that were given, in a sentence."""
    return " and ".join(name for name, value in values.items() if value)


def _selecting(options: MutateOptions) -> dict[str, object]:
    """What says which rows of which tree."""
    return {
        "TABLE": options.tables,
        "--row": options.rows,
        "--at": options.at is not None,
        "--worktree": options.worktree,
        "--shard": options.shard,
        "--in-diff": options.in_diff is not None,
    }


def _running(options: MutateOptions) -> dict[str, object]:
    """What says how rows are run."""
    return {
        "--jobs": options.jobs > 1,
        "--repeat": options.repeat > 1,
        "--keep": options.keep is not None,
        "--network": options.network,
    }


def _opening(options: MutateOptions) -> dict[str, object]:
    """What says where, and by which policy."""
    return {"--repo": options.repo is not None, "--policy": options.policy is not None}
