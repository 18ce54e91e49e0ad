"""`redfirst init` from its options to its exit code: read, propose, show or write, and say what was done."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.init import baselines, hooks, workflows
from bot.init.facts import read_facts
from bot.init.policy import Proposal, propose, try_policy
from bot.init.report import REPORT_COLUMNS, Outcome, show
from bot.init.writing import Proposed, Standing, standing_of, write_new
from bot.mutation.settings import read_settings
from checkers.delivery import columns, print_out
from checkers.errors import UsageError
from checkers.exits import Exit
from checkers.policy.select import POLICY_FILE, select_for_tree
from checkers.provenance import installed_from
from checkers.registry import CHECKERS
from checkers.repo.repository import Repository
from checkers.subjects import Subjects

if TYPE_CHECKING:
    from pathlib import Path

    from bot.init.arguments import InitOptions
    from bot.init.facts import Facts
    from checkers.policy.sections import Policy


@dataclass(frozen=True, slots=True)
class _Place:
    """The repository that is written to."""

    root: Path
    subjects: Subjects
    remote: str | None


def init(options: InitOptions) -> int:
    """Propose, and write what is new. Raises RedfirstError where nothing can be read, or a file cannot be written."""
    with Repository.open_named(options.repo) as repository:
        if repository.root is None:
            raise UsageError("there is no work tree here to write to; run redfirst init in a clone that has one")
        place = _Place(repository.root, Subjects(repository), repository.config("remote.origin.url"))
        facts = read_facts(repository, place.subjects.work_tree)
        outcome = _proposed(place, facts, options)
    if not options.dry_run:
        for file in outcome.files:
            if file.standing is Standing.NEW:
                write_new(place.root, file.path, file.content)
    width = columns() or REPORT_COLUMNS
    print_out(show(outcome, dry_run=options.dry_run, baseline=options.baseline, width=width))
    return Exit.GREEN


def _proposed(place: _Place, facts: Facts, options: InitOptions) -> Outcome:
    """Every file with what lies in its place; a policy that is there already is the one that counts."""
    proposal = propose(facts, place.subjects)
    text = proposal.text
    if place.subjects.work_tree.get(POLICY_FILE):
        proposal = _that_counts(place, proposal)
    source = options.origin or installed_from()
    names = [checker.name for checker in CHECKERS if checker.is_configured(proposal.policy)]
    files = [
        Proposed(POLICY_FILE, text.encode(), ", ".join(names)),
        Proposed(hooks.PATH, hooks.hooks_config(proposal.policy, source).encode(), "hooks for git"),
    ]
    if workflows.is_wanted(facts.paths, place.remote):
        calling = workflows.workflows(source, has_tables=_has_tables(facts, proposal.policy))
        files += [Proposed(path, content.encode(), about) for path, content, about in calling]
    if options.baseline:
        files += [Proposed(*recorded) for recorded in baselines.recorded(proposal, place.subjects)]
    standing = [replace(file, standing=standing_of(place.root, file.path, file.content)) for file in files]
    recordable = baselines.recordable(proposal.policy, place.subjects.work_tree)
    return Outcome(facts, proposal, tuple(standing), source, recordable)


def _that_counts(place: _Place, proposal: Proposal) -> Proposal:
    policy = select_for_tree(place.subjects.work_tree).policy
    return replace(proposal, policy=policy, verdicts=try_policy(policy, place.subjects), left_out={})


def _has_tables(facts: Facts, policy: Policy) -> bool:
    """Whether there are mutation tables where the policy looks for them."""
    globs = read_settings(policy.mutation).tables
    return any(globs.match(path) for path in facts.paths)
