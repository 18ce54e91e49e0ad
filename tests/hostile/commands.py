"""Every command, with every subject, as they are run through each hostile repository."""

from __future__ import annotations

from typing import NamedTuple

CHECKS = ("doc-checkpoint", "attention-rung", "device-leakage", "issue-index", "commit-trailers")


class Line(NamedTuple):
    """A command line. Words in braces are places beside the repository; `writes` names what may change it."""

    words: tuple[str, ...]
    writes: bool = False
    runs_suites: bool = False

    @property
    def name(self) -> str:
        return " ".join(self.words)


def _line(text: str, *, writes: bool = False, runs_suites: bool = False) -> Line:
    return Line(tuple(text.split(" ")), writes, runs_suites)


_SUBJECTS = ("", " --staged", " --commit HEAD", " --base {base}", " --base {base} --merge-into {base}")

JUDGING = (
    *(_line(f"redfirst check{subject} --format json") for subject in _SUBJECTS),
    _line("redfirst check --base {base}"),
    _line("redfirst check --staged --fail-on-skip --quiet"),
    _line("redfirst check --base {base} --no-cache --format github"),
    _line("redfirst check --base {base} --format markdown"),
    _line("redfirst check --format sarif"),
    _line("check-commit-trailers --message-file {message} --filled"),
    _line("check-commit-trailers --commit-msg {message} --format json"),
    *(_line(f"check-{check} --base {{base}}") for check in CHECKS),
    _line("check-device-leakage --report --list"),
    _line("check-issue-index --repair --onto {base}"),
    _line("check-doc-checkpoint --base {base} --judge both --format json"),
    _line("agent-preflight --staged --base {base} --format json"),
    _line("agent-preflight --no-commands"),
    _line("redfirst history device-leakage"),
    _line("redfirst history device-leakage --format json --svg {beside}/chart.svg"),
)
"""What judges the repository and only looks."""

ACTING = (
    _line("redfirst init --dry-run"),
    _line("redfirst init --dry-run --baseline"),
    _line("redfirst verdict --base {base} --pr-body {message} --output {beside}/verdict --format json"),
    _line("redfirst mutate --plan {table}"),
    _line("redfirst mutate --plan"),
    _line("redfirst mutate --merge {message}"),
    _line("redfirst mutate {table} --format json", runs_suites=True),
    _line("redfirst prove --base {base} --suite unit --format json", runs_suites=True),
    _line("redfirst prove --base {base} --evidence --format json", runs_suites=True),
)
"""What runs suites, or shows what it would write."""

ELSEWHERE = (
    _line("redfirst explain"),
    _line("redfirst explain device-leakage/regression"),
    _line("redfirst completion bash"),
    _line("redfirst post {message} --repo acme/engine --pr 1"),
    _line("redfirst triage --repo acme/engine --pr 1"),
    _line("redfirst demo {beside}/demo", runs_suites=True),
    _line("redfirst --version"),
)
"""What does not look at the repository around it."""

WRITING = (
    _line("check-device-leakage --write-baseline", writes=True),
    _line("redfirst init --baseline", writes=True),
)
"""What writes into the repository by name."""

EVERY = (*JUDGING, *ACTING, *ELSEWHERE, *WRITING)
