"""Messages and sections for the tests of commit-trailers."""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING

from checkers.commit_trailers import judge
from checkers.model import SubjectKind
from checkers.policy.globs import Globs
from checkers.policy.sections import Attribution, CommitTrailers, Policy, Protocol, Style
from checkers.subject import Message, MessageKind, Subject
from tests.support.builder import IDENTITY

if TYPE_CHECKING:
    from pathlib import Path

    from checkers.model import Verdict

SECTION = CommitTrailers(
    marker="FOLLOWING_AGENTS_PROTOCOL",
    protocol=Protocol("Following-Agents-Protocol", "true"),
    attribution=Attribution("AI-Assisted", "Assisted-by", None, "AGENT:MODEL [TOOL]"),
    human_only=("Signed-off-by", "Co-authored-by"),
    forge_accounts=Globs.of(["*@users.noreply.github.com"]),
    ai_names=frozenset(
        [
            "ai",
            "agent",
            "anthropic",
            "bot",
            "chatgpt",
            "claude",
            "claudecode",
            "codex",
            "copilot",
            "gemini",
            "gpt",
            "llm",
            "openai",
        ]
    ),
    style=Style(forbid_subject_period=True, require_body=True, merges_exempt=True),
    strict_since=None,
    landed_exceptions=(),
)
TEXT = "fix: a thing\n\nWhy it was wrong.\n"
MARKER = "\nFOLLOWING_AGENTS_PROTOCOL\n"
PROTOCOL = "\nFollowing-Agents-Protocol: true\n"
DECLARED = "AI-Assisted: true\nAssisted-by: AGENT:model-5 [tool]\n"
HUMAN = "AI-Assisted: false\n"
GOOD = TEXT + MARKER + PROTOCOL + DECLARED
GOOD_HUMAN = TEXT + MARKER + PROTOCOL + HUMAN


def policy(**changes: object) -> Policy:
    return Policy("test", "0" * 64, None, commit_trailers=SECTION._replace(**changes))  # type: ignore[arg-type]


def verdict_of(
    text: str,
    *,
    kind: MessageKind = MessageKind.COMMIT,
    filled: bool = False,
    is_merge: bool = False,
    source: str | None = None,
    **changes: object,
) -> Verdict:
    message = Message(text, kind, source, filled, is_merge)
    return judge(Subject(SubjectKind.MESSAGE, message=message), policy(**changes))


def rules_of(text: str, **options: object) -> list[str]:
    """The names of the rules that a message breaks, sorted."""
    found = verdict_of(text, **options).findings  # type: ignore[arg-type]
    return sorted(finding.rule.partition("/")[2] for finding in found)


def places_of(text: str, **options: object) -> set[tuple[str, int]]:
    """The rules that a message breaks, each with its line."""
    found = verdict_of(text, **options).findings  # type: ignore[arg-type]
    return {(finding.rule.partition("/")[2], finding.span.line if finding.span else 0) for finding in found}


ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")} | IDENTITY


def interpreted_by_git(messages: list[bytes], folder: Path) -> list[list[tuple[str, str]]]:
    """What `git interpret-trailers --parse` finds in each message, in one process."""
    names = []
    for number, message in enumerate(messages):
        (folder / f"m{number}").write_bytes(message)
        (folder / f"s{number}").write_bytes(b"x\n\nsentinel-between-two: yes\n")
        names += [f"m{number}", f"s{number}"]
    command = ["git", "-C", str(folder), "interpret-trailers", "--parse", *names]
    out = subprocess.run(command, env=ENVIRONMENT, capture_output=True, check=True).stdout
    return [_pairs(part) for part in out.split(b"sentinel-between-two: yes\n")[:-1]]


def logged_by_git(messages: list[bytes], folder: Path) -> list[list[tuple[str, str]]]:
    """What `git log --format=%(trailers)` finds in each message, in two processes."""
    git = ["git", "-C", str(folder)]
    subprocess.run([*git, "init", "-q", "-b", "main"], env=ENVIRONMENT, check=True)
    stream = b"".join(
        b"commit refs/heads/main\ncommitter A <a@b> 1780000000 +0000\ndata %d\n%s\n" % (len(message), message)
        for message in messages
    )
    subprocess.run([*git, "fast-import", "--quiet", "--force"], env=ENVIRONMENT, input=stream, check=True)
    command = [*git, "log", "--reverse", "--format=%(trailers:only=true,unfold=true)%x00", "main"]
    out = subprocess.run(command, env=ENVIRONMENT, capture_output=True, check=True).stdout
    return [_pairs(part.removeprefix(b"\n")) for part in out.split(b"\0")[:-1]]


def _pairs(output: bytes) -> list[tuple[str, str]]:
    text = output.decode("utf-8", "surrogateescape")
    pairs = (line.partition(":") for line in re.split(r"\n", text) if line)
    return [(key, value.strip(" ")) for key, _, value in pairs]
