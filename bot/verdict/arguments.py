"""What `redfirst verdict` is asked for, as a type: its options and what the CI run says of itself."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.options import number_of, repository_name, whole_number
from bot.verdict.model import RunIdentity, Target
from checkers.arguments import CHECK_NAMES, Options, known_checks
from checkers.errors import UsageError
from checkers.output.formats import Color, Format
from checkers.parser import Parser

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Mapping, Sequence

EXAMPLES = (
    "redfirst verdict --base origin/main --output verdict",
    "redfirst verdict --base main --head topic --pr-title 'Add a tower' --pr-body -",
    "redfirst verdict --base main --mutations mutations.json --format markdown",
)
_NOT_TOLD, _BY_HAND = Target(), RunIdentity()


@dataclass(frozen=True, slots=True)
class VerdictOptions:
    """One command line. `folder` is where the files go, None: nowhere; `body` is a path, `-` standard input."""

    base: str
    head: str | None = None
    merge_into: str | None = None
    checks: tuple[str, ...] = ()
    title: str | None = None
    body: str | None = None
    event: Path | None = None
    mutations: tuple[Path, ...] = ()
    tables_missing: str | None = None
    not_judged: str | None = None
    folder: Path | None = None
    repo: Path | None = None
    policy: Path | None = None
    target: Target = _NOT_TOLD
    run: RunIdentity = _BY_HAND
    format: Format = Format.TEXT
    fail_on_skip: bool = False
    quiet: bool = False
    color: Color = Color.AUTO
    cache: bool = True

    @property
    def output(self) -> Path | None:
        """What is printed goes to standard output, whatever is written beside."""
        return None

    @property
    def of_checkers(self) -> Options:
        """The same question as `redfirst check` is asked."""
        return Options(
            checks=self.checks,
            repo=self.repo,
            base=self.base,
            head=self.head,
            merge_into=self.merge_into,
            policy=self.policy,
            format=self.format,
            cache=self.cache,
        )


def parse_verdict(argv: Sequence[str]) -> VerdictOptions:
    """The options of `redfirst verdict`. Raises UsageError."""
    about = "Judge a pull request: its range, the message it will land under, and what its tables found."
    parser = Parser(prog="redfirst verdict", description=about, examples=EXAMPLES)
    parser.add_argument("checks", nargs="*", metavar="CHECK", help=f"any of {CHECK_NAMES} (default: all)")
    _add_subject(parser)
    _add_identity(parser)
    _add_common(parser)
    values = vars(parser.parse_intermixed_args(list(argv)))
    values["checks"], values["mutations"] = known_checks(values["checks"]), tuple(values["mutations"])
    values["format"], values["color"] = Format(values["format"]), Color(values["color"])
    values["target"] = Target(_repository(values.pop("repository")), values.pop("pr"))
    run_id, attempt = values.pop("run_id"), values.pop("run_attempt")
    values["run"] = RunIdentity(
        _number(*_given(run_id, "--run-id", "GITHUB_RUN_ID")),
        _number(*_given(attempt, "--run-attempt", "GITHUB_RUN_ATTEMPT")),
    )
    for option in ("--tables-missing", "--not-judged"):
        why = values[_name(option)]
        if why is not None and not why.strip():
            raise UsageError(f"{option} says why in a sentence; an empty one says nothing")
    if values["not_judged"] is not None:
        _refuse_judging(values)
    return VerdictOptions(**values)


def _refuse_judging(values: Mapping[str, object]) -> None:
    """Where nothing was judged, nothing that would be judged has a place."""
    judging = ("--merge-into", "--pr-title", "--pr-body", "--mutations", "--tables-missing", "--policy")
    unread = ["CHECK"] if values["checks"] else [option for option in judging if values[_name(option)]]
    if unread:
        raise UsageError(f"--not-judged says that nothing was judged; leave {unread[0]} out")


def _name(option: str) -> str:
    return option.removeprefix("--").removeprefix("pr-").replace("-", "_")


def _add_subject(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("what to judge").add_argument
    add("--base", metavar="REV", required=True, help="the range begins at the merge base with REV")
    add("--head", metavar="REV", help="where the range ends (default: HEAD)")
    add("--merge-into", metavar="REV", help="judge also what merging into REV would yield")
    add("--pr-title", dest="title", metavar="TEXT", help="judge the message that squashing will make")
    add("--pr-body", dest="body", metavar="FILE", help="its body; - is standard input")
    add("--event", metavar="FILE", type=Path, help="title, body and number as GITHUB_EVENT_PATH has them")
    add(
        "--mutations",
        metavar="FILE",
        type=Path,
        nargs="+",
        action="extend",
        default=[],
        help="JSON reports of redfirst mutate and prove on the head",
    )
    add("--tables-missing", metavar="WHY", help="tables should have run and did not: a gate that is skipped")
    add("--not-judged", metavar="WHY", help="judge nothing: write a verdict that says why nothing could be judged")


def _add_identity(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("what the verdict is bound to").add_argument
    add("--repository", metavar="OWNER/NAME", help="the repository on GitHub (default: GITHUB_REPOSITORY)")
    add("--pr", metavar="N", type=number_of("--pr"), help="the pull request's number")
    add("--run-id", metavar="ID", help="the run that judges (default: GITHUB_RUN_ID)")
    add("--run-attempt", metavar="N", help="its attempt (default: GITHUB_RUN_ATTEMPT)")


def _add_common(parser: Parser) -> None:
    add = parser.add_argument
    parser.add_shared("--repo", "--policy")
    add("--format", choices=[form.value for form in Format], default="text", help="what is printed (default: text)")
    add(
        "--output",
        dest="folder",
        metavar="DIR",
        type=Path,
        help="write verdict.json and verdict.md there (default: nothing is written)",
    )
    add("--fail-on-skip", action="store_true", help="exit 3 when something was skipped and nothing failed")
    add("--quiet", action="store_true", help="in text, leave out what passed, warnings and notes")
    parser.add_shared("--no-cache")
    parser.add_shared("--color")


def _given(told: str | None, option: str, variable: str) -> tuple[str | None, str]:
    """What was told, by the option or by the environment, and by which of them."""
    return (told, option) if told is not None else (os.environ.get(variable) or None, variable)


def _repository(told: str | None) -> str | None:
    text, source = _given(told, "--repository", "GITHUB_REPOSITORY")
    return None if text is None else repository_name(text, source)


def _number(text: str | None, source: str) -> int | None:
    return None if text is None else whole_number(text, source)
