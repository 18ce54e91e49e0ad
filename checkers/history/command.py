"""`redfirst history`: its options, and the run from a repository to a table, JSON or a chart."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from checkers.delivery import deliver, say, terminal, write_whole
from checkers.errors import UsageError
from checkers.exits import Exit
from checkers.output.formats import Color, Format
from checkers.parser import Parser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.history.model import History
    from checkers.policies import Policies
    from checkers.policy.sections import DeviceLeakage
    from checkers.policy.select import Selected
    from checkers.subjects import Subjects

_CHECK = "device-leakage"
EXAMPLES = (
    "redfirst history device-leakage       # every commit that moved a bucket",
    "redfirst history device-leakage --base v1.0 --svg chart.svg",
)


class HistoryFormat(StrEnum):
    """What `--format` takes here."""

    TEXT = "text"
    JSON = "json"


class HistoryOptions(NamedTuple):
    """One command line."""

    base: str | None
    head: str | None
    repo: Path | None
    policy: Path | None
    format: HistoryFormat
    output: Path | None
    svg: Path | None
    quiet: bool
    color: Color
    cache: bool


def history(argv: Sequence[str]) -> int:
    """Count, and write what was asked for. Raises RedfirstError where the history cannot be counted."""
    options = _parsed(argv)
    counted = _counted(options)
    if options.svg:
        from checkers.history import chart  # only who asks for one needs it

        write_whole(options.svg, chart.render(counted).encode("utf-8"), f"--svg {options.svg}")
    if options.format is HistoryFormat.JSON:
        from checkers.history import json

        deliver(json.render(counted), options.output, Format.JSON)
        for note in counted.notes:
            say(note)
    else:
        from checkers.history import table

        deliver(table.render(counted, quiet=options.quiet, width=terminal(options).width), options.output, Format.TEXT)
    return Exit.GREEN


def _counted(options: HistoryOptions) -> History:
    from checkers.history.counting import Ends, history_of
    from checkers.policies import Policies
    from checkers.repo.repository import Repository
    from checkers.subjects import Subjects

    with Repository.open_named(options.repo) as repository:
        subjects = Subjects(repository, cached=options.cache)
        ends = Ends(_head(subjects, options), repository.resolve(options.base) if options.base is not None else None)
        selected = _selected(Policies(subjects, options.policy), subjects, ends.head, options)
        counted = history_of(repository, subjects.sources, _section(selected), selected.policy.info, ends)
        subjects.sources.save()
        return counted


def _head(subjects: Subjects, options: HistoryOptions) -> str:
    if options.head is not None:
        return subjects.repository.resolve(options.head, advice="fetch it, or name another head with --head")
    head = subjects.repository.head()
    if head is None:
        raise UsageError("HEAD has no commit yet, so there is no history to count; commit first")
    return head


def _selected(policies: Policies, subjects: Subjects, head: str, options: HistoryOptions) -> Selected:
    """One ruler for the whole line: the policy on disk, or that of a head that was named or has no work tree here."""
    if options.head is None and subjects.repository.root is not None:
        return policies.on_disk()
    return policies.of_tree(head)


def _section(selected: Selected) -> DeviceLeakage:
    from checkers.wording import emptiness

    section = selected.policy.device_leakage
    if section is None:
        raise UsageError(f"{selected.policy.source} has no section device_leakage; there is nothing to count")
    lists = {"sources": section.sources.patterns, "suffixes": section.suffixes, "buckets": section.buckets}
    nothing = emptiness("device_leakage", lists)
    if nothing:
        raise UsageError(nothing)
    return section


def _parsed(argv: Sequence[str]) -> HistoryOptions:
    parser = Parser(
        prog="redfirst history",
        description="Count a ratchet at every first-parent commit, and name those that raised or lowered it. "
        "One policy counts for all of them: the one on disk, or that of --head.",
        examples=EXAMPLES,
    )
    add = parser.add_argument
    add("check", metavar="CHECK", help=f"{_CHECK}: the checker that has a ratchet")
    add("--base", metavar="REV", help="leave out what REV contains (default: count all of it)")
    add("--head", metavar="REV", help="where the line ends (default: HEAD)")
    parser.add_shared("--repo", "--policy")
    add("--format", choices=[form.value for form in HistoryFormat], default="text", help="default: text")
    parser.add_shared("--output")
    add("--svg", metavar="FILE", type=Path, help="write a chart there too, a line for each bucket")
    add("--quiet", action="store_true", help="in text, only the commits that moved a bucket")
    parser.add_shared("--no-cache")
    add("--color", choices=[color.value for color in Color], default="auto", help="accepted; nothing is coloured here")
    values = vars(parser.parse_args(list(argv)))
    check = values.pop("check")
    if check != _CHECK:
        raise UsageError(f"{check} has no history; {_CHECK} has one")
    form, color = HistoryFormat(values["format"]), Color(values["color"])
    return HistoryOptions(**values | {"format": form, "color": color})
