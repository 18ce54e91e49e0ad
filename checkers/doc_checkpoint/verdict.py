"""From a subject to the verdict: each change judged by itself, what they owe together, and what was examined."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from checkers.doc_checkpoint.claims import ClaimReader
from checkers.doc_checkpoint.contents import Contents
from checkers.doc_checkpoint.debts import Debts, doubled, owed_documents
from checkers.doc_checkpoint.moves import RowChanges, Tables
from checkers.doc_checkpoint.rules import CHECK
from checkers.doc_checkpoint.steps import Step, StepKind, steps
from checkers.gaps import Gaps
from checkers.model import SubjectKind, verdict
from checkers.policy.sections import Judge
from checkers.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.model import Finding, Verdict
    from checkers.policy.sections import DocCheckpoint, Policy
    from checkers.repo.types import Snapshot
    from checkers.subject import Subject

_LISTED = 20
_KEY = "a key in backticks that starts with a capital or a digit, such as `ENG-1`"


@dataclass
class _Tally:
    """What the judging of the single changes gathers."""

    findings: list[Finding] = field(default_factory=list)
    moves: int = 0
    measurements: int = 0
    owed: int = 0
    unpaid: int = 0


def judge(subject: Subject, policy: Policy) -> Verdict:
    """The verdict over the commits of a range, over the range as one commit, over one commit or over the index."""
    section = policy.doc_checkpoint
    assert section is not None
    return _Judging(subject, section).verdict()


class _Judging:
    """One run over one subject."""

    def __init__(self, subject: Subject, section: DocCheckpoint) -> None:
        self._subject = subject
        self._section = section
        self._contents = Contents()
        self._tables = Tables(section, subject.sources)
        self._claims = ClaimReader(section, self._contents)
        self._gaps = Gaps()

    def verdict(self) -> Verdict:
        judged = {False: _Tally(), True: _Tally()}
        for planned in steps(self._subject, self._section.judge):
            with self._gaps.part(planned.name):
                step = planned.make()
                self._judge(step, judged[step.kind is StepKind.SQUASH])
        findings = [*judged[False].findings, *judged[True].findings]
        rows: dict[str, int] = {}
        notes = list(self._still_payable(judged))
        with self._gaps.part("the state of the tables"):
            findings += self._doubled()
            rows["rows"] = self._rows(self._subject.head)
            notes += [*self._nothing_judged(rows["rows"]), *self._unknown_states()]
        counted = judged[self._is_squash]
        commits = sum(len(commit.parents) < 2 for commit in self._subject.commits)
        population = {
            "commits": commits,
            **rows,
            "moves": counted.moves,
            "measurements": counted.measurements,
            "documents": counted.owed,
        }
        examined = self._examined(commits, counted)
        return self._gaps.closed(
            verdict(CHECK, self._subject.kind, population=population, examined=examined, findings=findings, notes=notes)
        )

    @property
    def _is_squash(self) -> bool:
        return self._subject.kind is SubjectKind.RANGE and self._section.judge is Judge.SQUASH

    def _judge(self, step: Step, tally: _Tally) -> None:
        rows = RowChanges(step, self._tables, self._section)
        moves = list(rows.moves())
        claims = self._claims.claims(step, moves)
        owed = owed_documents(claims.reasons, self._section)
        debts = Debts(step, self._contents)
        unpaid = list(debts.documents(owed))
        tally.findings += unpaid
        if self._section.spec:
            tally.findings += debts.specs(moves, self._section.spec)
        if self._section.landing:
            tally.findings += debts.landing(self._section.landing, owed)
        tally.findings += debts.lost(rows.lost())
        tally.moves += len(moves)
        tally.measurements += claims.measurements
        tally.owed += len(owed)
        tally.unpaid += len(unpaid)

    def _whole(self) -> Step | None:
        """The subject as one change: what it brings in all."""
        subject = self._subject
        if subject.kind is SubjectKind.COMMIT:
            return next((planned.make() for planned in steps(subject, self._section.judge)), None)
        return Step(StepKind.SQUASH, subject.change, subject.head_sha) if subject.change else None

    def _doubled(self) -> Iterator[Finding]:
        """Ids that key two rows and did not before; a clean merge makes them too, so that no commit is to blame."""
        whole = self._whole()
        for path, rows in RowChanges(whole, self._tables, self._section).doubled() if whole else ():
            yield doubled(path, rows, self._origin(path, rows[0].row.id) or self._subject.head_sha)

    def _origin(self, path: str, name: str) -> str | None:
        """The first commit, merges included, whose tree has more rows for an id than its first parent's."""
        for commit in self._subject.commits:
            if path in commit.change.paths:
                before, after = (
                    len(self._tables.rows(tree, path).get(name, ()))
                    for tree in (commit.change.before, commit.change.after)
                )
                if after > max(before, 1):
                    return commit.sha
        return None

    def _rows(self, snapshot: Snapshot) -> int:
        return sum(self._tables.count(snapshot, path) for path in self._tables.paths(snapshot))

    def _nothing_judged(self, rows: int) -> Iterator[str]:
        """Where nothing that the policy calls a table is here, before or after, or no row of one has a key."""
        named = self._section.tables.patterns
        base = self._subject.base
        if rows or not named or (base is not None and self._rows(base)):
            return
        trees = (tree for tree in (self._subject.head, base) if tree is not None)
        found = sorted({path for tree in trees for path in self._tables.paths(tree)})
        if found:
            yield f"no row was judged: none in {listed(found, most=1)} begins with {_KEY}"
        else:
            yield f"no row was judged: of the tables that the policy names none is here ({listed(named, most=1)})"

    def _unknown_states(self) -> Iterator[str]:
        whole = self._whole()
        found = list(RowChanges(whole, self._tables, self._section).unknown()) if whole else []
        for path, placed in found[:_LISTED]:
            yield f"{path}:{placed.line}: the state column of {placed.row.id} holds no known state: {placed.row.shown}"
        if len(found) > _LISTED:
            yield f"{len(found) - _LISTED} more rows hold no known state"

    def _still_payable(self, judged: dict[bool, _Tally]) -> Iterator[str]:
        """Where a range is judged both ways: which of its debts can still be paid."""
        commits, squash = (len(judged[key].findings) for key in (False, True))
        if self._section.judge is Judge.BOTH and self._subject.kind is SubjectKind.RANGE and (commits or squash):
            yield (
                f"{counted(commits, 'finding')} about single commits, whose debt no later commit can pay; "
                f"{counted(squash, 'finding')} about the squash, whose debt a further commit can still pay"
            )

    def _examined(self, commits: int, tally: _Tally) -> str:
        parts = ["the staged change"] if self._subject.kind is SubjectKind.STAGED else [counted(commits, "commit")]
        parts.append(f"{counted(tally.moves, 'row')} moved")
        if tally.owed:
            paid = tally.owed - tally.unpaid
            share = f"{paid} of {counted(tally.owed, 'document')}" if tally.unpaid else counted(paid, "document")
            parts.append(f"{share} paid")
        return ", ".join(parts)
