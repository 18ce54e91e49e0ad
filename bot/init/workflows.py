"""The proposed GitHub workflows: one judges pull requests and may only read, one posts the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from checkers.provenance import Origin

JUDGE = ".github/workflows/redfirst.yml"
REPORT = ".github/workflows/redfirst-report.yml"

_JUDGE = """\
# Judges every pull request, and the message that its squash lands, without a right beyond reading.
name: redfirst

on:
  pull_request:
    types: [opened, synchronize, reopened, edited]
  merge_group:

permissions: {{}}

concurrency:
  group: redfirst-${{{{ github.event.pull_request.number || github.ref }}}}
  cancel-in-progress: ${{{{ github.event_name == 'pull_request' }}}}

jobs:
  judge:
    name: judge
    permissions:
      contents: read # to check the pull request out
    uses: {name}/.github/workflows/judge.yml@{commit}
    with:
      source: {url}
      version: {commit}
      mutations: {mutations}
"""

_REPORT = """\
# Posts what redfirst.yml found: a comment, a check run and a commit status. It has the rights to do that, so it takes
# nothing from the pull request but the verdict, as data.
name: redfirst report

on:
  workflow_run: # zizmor: ignore[dangerous-triggers] nothing of the run is checked out or run; its artifact is data
    workflows: [redfirst]
    types: [requested, completed]

permissions: {{}}

concurrency:
  group: redfirst-report-${{{{ github.event.workflow_run.id }}}}
  cancel-in-progress: false

jobs:
  report:
    name: report
    permissions:
      actions: read # the verdict's artifact, and logs of red jobs
      checks: write # the check run
      contents: read # commits of the base branch
      pull-requests: write # the comment
      statuses: write # the commit status
    cache-mode: none # nothing is cached, nor read from a cache
    uses: {name}/.github/workflows/report.yml@{commit}
    with:
      source: {url}
      version: {commit}
"""


def workflows(origin: Origin, *, has_tables: bool) -> Iterator[tuple[str, str, str]]:
    """Path, content and in a few words what each does. Nothing where `origin` is not on GitHub: none can be called."""
    name = origin.on_github
    if name is None:
        return
    mutations = "changed # the rows of mutation tables that edit what changed" if has_tables else "none"
    given = {"name": name, "url": origin.url, "commit": origin.commit, "mutations": mutations}
    yield JUDGE, _JUDGE.format(**given), "judges pull requests"
    yield REPORT, _REPORT.format(**given), "posts the verdict"


def is_wanted(paths: Collection[str], remote: str | None) -> bool:
    """Whether the repository is on GitHub, as far as it tells; one that tells nothing may be."""
    if any(path.startswith(".github/") for path in paths) or "github.com" in (remote or ""):
        return True
    return remote is None and ".gitlab-ci.yml" not in paths
