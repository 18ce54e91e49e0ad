"""What init says: contents where nothing was written, then what became of each file, and last what is left to do."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING

from bot.init import baselines
from bot.init.writing import Standing
from checkers.model import Severity, Status
from checkers.output.escaping import visible
from checkers.policy.select import POLICY_FILE
from checkers.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.init.facts import Facts
    from bot.init.policy import Proposal
    from bot.init.writing import Proposed
    from checkers.model import Finding
    from checkers.provenance import Origin

REPORT_COLUMNS = 80
_MOST_FINDINGS = 3
_DONE = {Standing.NEW: "wrote", Standing.SAME: "same", Standing.OTHER: "kept"}
_WOULD = {Standing.NEW: "would write", Standing.SAME: "same", Standing.OTHER: "would keep"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was read, what is proposed, and the files with what lies in their places.

    `recordable` are the rules whose findings of today `--baseline` records.
    """

    facts: Facts
    proposal: Proposal
    files: tuple[Proposed, ...]
    origin: Origin
    recordable: frozenset[str]


def show(outcome: Outcome, *, dry_run: bool, baseline: bool, width: int = REPORT_COLUMNS) -> str:
    """The report, as lines of text for people; what is no content of a file takes at most `width` columns."""
    width = min(width, REPORT_COLUMNS)
    words = _WOULD if dry_run else _DONE
    shown = [file for file in outcome.files if dry_run or file.standing is Standing.OTHER]
    first = "Nothing was written: this is what would be."
    told = [
        [_found(outcome.facts)],
        [_file(file, words, width) for file in outcome.files],
        [f"{name.replace('_', '-')} does not run: {why}" for name, why in outcome.proposal.left_out.items()],
        list(_red(outcome, baseline=baseline)),
        _unhosted(outcome, dry_run=dry_run),
        list(_left_to_do(outcome, dry_run=dry_run, baseline=baseline)),
    ]
    parts = [[first]] if dry_run else []
    parts += [[f"--- {_heading(file)}", file.content.decode("utf-8", "replace").rstrip("\n")] for file in shown]
    parts += [["---"]] if shown else []
    parts += [[_folded(line, width) for line in part] for part in told]
    lines = "\n\n".join("\n".join(part) for part in parts if part).split("\n")
    return "".join(f"{visible(line)}\n" for line in lines)


def _found(facts: Facts) -> str:
    code = len(facts.layout.code)
    device = facts.layout.device_files
    where = ", ".join(glob.removesuffix("/**") for glob in facts.layout.roots[:6]) or "the root"
    base = facts.base_ref or "none yet"
    if not code:
        return f"no C++ source file was found; base {base}"
    return f"{counted(code, 'source file')} ({device} of them device code) in {where}; base {base}"


def _file(file: Proposed, words: Mapping[Standing, str], width: int) -> str:
    about = "it exists, and is not overwritten" if file.standing is Standing.OTHER else file.about
    indent = max(map(len, words.values())) + 2
    line = f"{words[file.standing]:<{indent}}{file.path}"
    return f"{line}  {about}" if len(line) + len(about) + 2 <= width else f"{line}\n{'':{indent}}{about}"


def _heading(file: Proposed) -> str:
    return f"{file.path} (proposed; the one that exists is kept)" if file.standing is Standing.OTHER else file.path


def _red(outcome: Outcome, *, baseline: bool) -> Iterator[str]:
    """What fails today and no baseline excuses."""
    for verdict in outcome.proposal.verdicts.values():
        if verdict.status is not Status.FAIL:
            continue
        errors = [found for found in verdict.findings if found.severity is Severity.ERROR]
        errors = [found for found in errors if not (baseline and found.rule in outcome.recordable)]
        if errors:
            yield f"{verdict.check} is red today: {counted(len(errors), 'finding')}"
            yield from (_finding(found) for found in errors[:_MOST_FINDINGS])


def _finding(finding: Finding) -> str:
    line = f":{finding.span.line}" if finding.span else ""
    return f"  {finding.path or ''}{line} {finding.rule}: {finding.message}"


def _unhosted(outcome: Outcome, *, dry_run: bool) -> list[str]:
    """What is to be done where the workflows name no repository that redfirst comes from; one that is kept may."""
    workflows = [file for file in outcome.files if b"OWNER/redfirst" in file.content]
    if outcome.origin.is_known or all(file.standing is Standing.OTHER for file in workflows):
        return []
    advice = (
        "name it with --from URL@COMMIT."
        if dry_run
        else "put its owner and commit into the workflows, or delete them and run redfirst init --from URL@COMMIT."
    )
    return [f"Where redfirst is hosted is not known here: {advice}"]


def _left_to_do(outcome: Outcome, *, dry_run: bool, baseline: bool) -> Iterator[str]:
    if any(file.standing is Standing.OTHER for file in outcome.files):
        yield "What was kept is not changed: take from the proposals above what it lacks."
    rules = dict.fromkeys(found.rule for found in _errors(outcome))
    if not baseline and not outcome.recordable.isdisjoint(rules):
        yield "redfirst init --baseline records what is there today, from which it can only get better."
    pages = [f"redfirst explain {rule}" for rule in rules if rule in baselines.HELD - outcome.recordable]
    if pages:
        yield f"What is red above a baseline that exists is not recorded. What to do: {', '.join(pages)}."
    if dry_run:
        yield f"Next: redfirst init{' --baseline' if baseline else ''} writes this."
        return
    option = f" --policy {POLICY_FILE}" if outcome.facts.is_preset else ""
    yield f"Next: review {POLICY_FILE}, run agent-preflight{option}, commit, pre-commit install."


def _errors(outcome: Outcome) -> Iterator[Finding]:
    for verdict in outcome.proposal.verdicts.values():
        yield from (found for found in verdict.findings if found.severity is Severity.ERROR)


def _folded(text: str, width: int) -> str:
    """Each line of a text over as many lines as it needs; what goes on stands deeper."""
    lines = []
    for line in text.split("\n"):
        deeper = " " * (len(line) - len(line.lstrip(" ")) + 2)
        lines.append(
            fill(line, width, subsequent_indent=deeper, break_long_words=False, break_on_hyphens=False)
            if len(line) > width
            else line
        )
    return "\n".join(lines)
