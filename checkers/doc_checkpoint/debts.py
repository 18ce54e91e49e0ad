"""What one change owes and did not pay, as findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.doc_checkpoint import rules
from checkers.doc_checkpoint.steps import StepKind
from checkers.model import Finding, Span
from checkers.source.markdown import decode, section
from checkers.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from checkers.doc_checkpoint.contents import Contents
    from checkers.doc_checkpoint.moves import Move
    from checkers.doc_checkpoint.rows import Placed
    from checkers.doc_checkpoint.steps import Step
    from checkers.model import Rule
    from checkers.policy.sections import DocCheckpoint, Landing, Spec
    from checkers.repo.types import Snapshot
    from checkers.source.markdown import Section

_NAMED = 12
"""So many reasons a message names; a change that moves a whole table is still one sentence."""

_PAYING = {
    StepKind.COMMIT: "amend this commit (a later one cannot pay its debt)",
    StepKind.MERGE: "redo this merge (a later commit cannot pay its debt)",
    StepKind.SQUASH: "a further commit in this range can still pay the squash's debt",
    StepKind.STAGED: "stage it with the rest",
}
_WHOSE = {
    StepKind.COMMIT: "this commit",
    StepKind.MERGE: "this merge",
    StepKind.SQUASH: "the squash of this range",
    StepKind.STAGED: "the staged change",
}


def owed_documents(reasons: Mapping[str, Sequence[str]], section: DocCheckpoint) -> dict[str, list[str]]:
    """Each document that the classes of a change owe, with the reasons."""
    owed: dict[str, list[str]] = {}
    for name, documents in section.surfaces.items():
        for document in documents if reasons.get(name) else ():
            known = owed.setdefault(document, [])
            known += [reason for reason in reasons[name] if reason not in known]
    return owed


class Debts:
    """Turns what one change owes into findings."""

    def __init__(self, step: Step, contents: Contents) -> None:
        self._step = step
        self._contents = contents

    def documents(self, owed: Mapping[str, Sequence[str]]) -> Iterator[Finding]:
        """One finding for each owed document that the change does not update."""
        for document, reasons in owed.items():
            if not self._contents.updates(self._step, document):
                message = f"{_owing(reasons)} {document}, which {self._failure(document)}"
                yield self._finding(rules.SURFACE_MISSING, message, document, site=" ".join([document, *reasons]))

    def _failure(self, document: str) -> str:
        whose = _WHOSE[self._step.kind]
        if not self._step.touches(document):
            return f"{whose} does not touch"
        if self._step.after.get(document) is None:
            return f"{whose} deletes or renames"
        return f"{whose} touches only in what says nothing new (link targets, white space, a name)"

    def specs(self, moves: Iterable[Move], spec: Spec) -> Iterator[Finding]:
        """What moved rows owe their specs: one finding for each spec, and one for each claim without."""
        owed: dict[str, list[Move]] = {}
        for move in moves:
            if move.placed.row.spec:
                owed.setdefault(move.placed.row.spec, []).append(move)
            elif move.is_claim:
                yield self._unlinked(move, spec)
        for path, movers in owed.items():
            yield from self._spec(path, movers, spec)

    def _unlinked(self, move: Move, spec: Spec) -> Finding:
        message = f"{move.label} claims something and links no spec in {spec.folder}"
        span = _line(move.placed.line)
        return self._finding(rules.SPEC_UNLINKED, message, move.table, span=span, site=move.label)

    def _spec(self, path: str, movers: Sequence[Move], spec: Spec) -> Iterator[Finding]:
        labels = [move.label for move in movers]
        why, site = _owing(labels), " ".join([path, *labels])
        data = self._step.after.read(path) if self._step.touches(path) else None
        if data is None:
            message = f"{why} {path}, which {_WHOSE[self._step.kind]} does not update under {spec.heading}"
            yield self._finding(rules.SPEC_NOT_UPDATED, message, path, site=site)
            return
        now = section(decode(data), spec.heading)
        if now is None:
            message = f"{why} {path}, which has no heading {spec.heading}"
            yield self._finding(rules.NOW_MISSING, message, path, site=site)
        elif not now.says:
            message = f"{why} {path}, which has nothing under {spec.heading}"
            yield self._finding(rules.NOW_EMPTY, message, path, span=_line(now.line), site=site)
        elif self._said_before(path, movers, now, spec):
            message = f"{why} {path}, which says under {spec.heading} what it said before"
            yield self._finding(rules.SPEC_NOT_UPDATED, message, path, span=_line(now.line), site=site)

    def _said_before(self, path: str, movers: Sequence[Move], now: Section, spec: Spec) -> bool:
        """Whether a spec said the same before, under its own path or under the one that the rows linked then."""
        former = [path, *(move.spec_before for move in movers if move.spec_before)]
        return any(
            _says(before, name, spec.heading) == now.says for name in former for before in self._step.befores(name)
        )

    def landing(self, landing: Landing, owed: Mapping[str, Sequence[str]]) -> Iterator[Finding]:
        """The landing page, where it changes and neither a source of it does nor a class of the change owes it."""
        page, step = landing.page, self._step
        if page in owed or not step.touches(page) or not self._contents.says_more(step, page):
            return
        if not any(landing.sources.match(path) and self._contents.changes(step, path) for path in step.paths):
            sources = listed(landing.sources.patterns, _NAMED) or "the policy names no source"
            message = f"{_WHOSE[step.kind]} changes {page} and nothing that {page} sums up: {sources}"
            yield self._finding(rules.UNLICENSED_LANDING, message, page, site=page)

    def lost(self, lost: Iterable[tuple[str, Placed]]) -> Iterator[Finding]:
        """Rows that vanished."""
        for path, placed in lost:
            label = f"{path} {placed.row.id}"
            message = f"{label} ({placed.row.shown}) vanished and stands in no other table"
            yield self._finding(rules.ROW_LOST, message, path, site=label)

    def _finding(self, rule: Rule, message: str, path: str, *, site: str, span: Span | None = None) -> Finding:
        help_text = f"{rule.help}; {_PAYING[self._step.kind]}"
        return Finding(rule.id, rule.severity, message, help_text, path, span, self._step.commit, site)


def doubled(path: str, rows: Sequence[Placed], commit: str | None) -> Finding:
    """Two rows of one file with one id; the finding stands at the second."""
    name, rule = rows[0].row.id, rules.DUPLICATE_ROW
    lines = " and ".join(str(placed.line) for placed in rows)
    message = f"{path} has {len(rows)} rows for {name}, at lines {lines}"
    return Finding(rule.id, rule.severity, message, rule.help, path, _line(rows[1].line), commit, f"{path} {name}")


def _says(snapshot: Snapshot, path: str, heading: str) -> str | None:
    data = snapshot.read(path)
    found = section(decode(data), heading) if data is not None else None
    return found.says if found else None


def _line(number: int) -> Span:
    return Span(number, 1, number, 1)


def _owing(reasons: Sequence[str]) -> str:
    return f"{listed(reasons, _NAMED)} {'owes' if len(reasons) == 1 else 'owe'}"
