"""The proposed GitHub workflow: every pull request is judged, without a token that could write."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.init.origin import Origin

PATH = ".github/workflows/redfirst.yml"

_CHECKOUT = "actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2"

_TEMPLATE = """\
# Judges every pull request by the policy of its merge base, and its title and body as the message that a squash lands.
name: redfirst

on:
  pull_request:
    types: [opened, synchronize, reopened, edited]

permissions: {{}}

concurrency:
  group: redfirst-${{{{ github.event.pull_request.number }}}}
  cancel-in-progress: true

jobs:
  judge:
    name: governance
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      contents: read # to check the pull request out
    steps:
      - uses: {checkout}
        with:
          fetch-depth: 0 # the merge base must be there
          persist-credentials: false
      - name: Install redfirst
        run: pipx install "git+{url}@{commit}"
      - name: Judge the commits
        run: redfirst check --base "$BASE" --head "$HEAD" --format github
        env:
          BASE: ${{{{ github.event.pull_request.base.sha }}}}
          HEAD: ${{{{ github.event.pull_request.head.sha }}}}
"""
_MESSAGE = """\
      - name: Judge the message that a squash lands
        if: ${{ !cancelled() }}
        run: printf '%s\\n\\n%s\\n' "$TITLE" "$BODY" | check-commit-trailers --message-file - --filled --format github
        env:
          TITLE: ${{ github.event.pull_request.title }}
          BODY: ${{ github.event.pull_request.body }}
"""


def workflow(origin: Origin, *, judges_messages: bool) -> str:
    """The whole file."""
    text = _TEMPLATE.format(checkout=_CHECKOUT, url=origin.url, commit=origin.commit)
    return text + (_MESSAGE if judges_messages else "")


def is_wanted(paths: Collection[str], remote: str | None) -> bool:
    """Whether the repository is on GitHub, as far as it tells; one that tells nothing may be."""
    if any(path.startswith(".github/") for path in paths) or "github.com" in (remote or ""):
        return True
    return remote is None and ".gitlab-ci.yml" not in paths
