"""`check-issue-index --repair`: the one index that merges, printed or written where the user says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.delivery import print_bytes, say, write_whole
from checkers.errors import UsageError
from checkers.exits import Exit
from checkers.policies import Policies
from checkers.repo.repository import Repository
from checkers.subjects import Subjects

if TYPE_CHECKING:
    from checkers.arguments import Options
    from checkers.policy.sections import IssueIndex


def repair(options: Options) -> int:
    """Print the base tip's index followed by this branch's own rows; 1 where that is refused, with the reason."""
    from checkers.issue_index.repair import repaired

    with Repository.open_named(options.repo) as repository:
        policy = Policies(Subjects(repository), options.policy).on_disk().policy
        section = policy.issue_index
        if section is None:
            raise UsageError(f"{policy.source} has no section issue_index; there is no index to repair")
        onto = policy.base_ref if options.onto is None else options.onto
        result = repaired(*_sides(repository, onto, section), section)
        _tell_uncommitted(repository, section)
    if result.content is None:
        say(f"--repair is refused: {result.refusal}")
        return Exit.FAILED
    if options.output:
        write_whole(options.output, result.content, f"--output {options.output}")
    else:
        print_bytes(result.content)
    return Exit.GREEN


def _sides(repository: Repository, onto: str | None, section: IssueIndex) -> tuple[bytes, bytes, bytes]:
    """The index at the base's tip, at the merge base and at HEAD; empty where it is absent."""
    if onto is None:
        raise UsageError("the policy names no base_ref; name the base with --onto")
    tip = repository.resolve(onto, advice="fetch it, or name the base with --onto")
    head = repository.resolve("HEAD", advice="commit first: a branch without a commit has no rows of its own")
    sides = (tip, repository.merge_base(tip, head), head)
    found = [repository.tree(sha).read(section.path) for sha in sides]
    if found[0] is None and found[2] is None:
        raise UsageError(f"there is no {section.path} at HEAD or at {onto}; name the index in the policy")
    tip_file, base_file, head_file = (data or b"" for data in found)
    return tip_file, base_file, head_file


def _tell_uncommitted(repository: Repository, section: IssueIndex) -> None:
    head = repository.head()
    if repository.root is None or head is None:
        return
    is_new = repository.tree(head).get(section.path) is None and repository.work_tree().get(section.path) is not None
    if is_new or section.path in repository.uncommitted():
        say(f"{section.path} differs from HEAD here; only what is committed is in the repaired index")
