"""One run of checkers from its options to its exit code: open, plan, judge, report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.applicability import useless_here
from checkers.delivery import deliver, print_aside, say, terminal
from checkers.exits import Exit
from checkers.output.formats import Format, render
from checkers.plan import plan_of
from checkers.policies import Policies
from checkers.repo.repository import Repository
from checkers.run import exit_code, judged, report
from checkers.subjects import Subjects

if TYPE_CHECKING:
    from checkers.arguments import Options
    from checkers.model import Report, Rule, Verdict
    from checkers.plan import Plan


def check(options: Options) -> int:
    """Run the checkers that the options name and write their report."""
    if options.write_baseline:
        from checkers.leakage_extras import write_baseline

        with Repository.open_named(options.repo) as repository:
            if not write_baseline(repository, options):
                return Exit.FAILED
    with Repository.open_named(options.repo) as repository:
        subjects = Subjects(repository, filled=options.filled, cached=options.cache)
        policies = Policies(subjects, options.policy, options.judge)
        plan = plan_of(options, subjects, policies)
        if plan.tasks and not options.quiet:
            for note in useless_here(options, plan.selected.policy):
                say(note)
        beside = _listing(plan, options)
        whole = judge_all(plan, repository, excerpts=options.format is Format.TEXT)
    return finish(whole, options, beside)


def judge_all(plan: Plan, repository: Repository, *, excerpts: bool) -> Report:
    """The report of a plan, its findings with the lines that they are about where those will be shown."""
    return report(plan.info, plan.selected.policy.info, _verdicts(plan, repository, excerpts))


def _verdicts(plan: Plan, repository: Repository, excerpts: bool) -> list[Verdict]:
    if len(plan.tasks) < 2:
        return [judged(task, excerpts=excerpts) for task in plan.tasks]
    from checkers.parallel import all_judged

    return all_judged(plan.tasks, repository, excerpts=excerpts)


def _listing(plan: Plan, options: Options) -> str:
    if not (options.table or options.sites):
        return ""
    from checkers.leakage_extras import listing

    return listing(plan, options)


def finish(whole: Report, options: Options, beside: str = "") -> int:
    """Write the report where it was asked for; the exit code.

    `beside` stands before a report for people, and on standard error where the report is for programs.
    """
    text = render(whole, options.format, terminal(options), lambda: rules_behind(whole), _pages)
    if beside and options.format is Format.TEXT:
        text = f"{beside}\n{text}"
    elif beside:
        print_aside(beside)
    deliver(text, options.output, options.format)
    return exit_code(whole, fail_on_skip=options.fail_on_skip)


def _pages() -> str | None:
    from checkers.provenance import rule_pages

    return rule_pages()


def rules_behind(whole: Report) -> tuple[Rule, ...]:
    """Every rule of the checkers that a report names."""
    from checkers.explain import rules_of

    return rules_of({verdict.check.partition("/")[0] for verdict in whole.verdicts})
