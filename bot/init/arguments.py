"""What `redfirst init` is asked for, as a type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from checkers.errors import UsageError
from checkers.parser import Parser
from checkers.provenance import named

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from checkers.provenance import Origin

EXAMPLES = (
    "redfirst init --dry-run               # what it would write, and why",
    "redfirst init --baseline              # start green, and only get better",
    "redfirst init --repo ../tree          # another repository",
)


@dataclass(frozen=True, slots=True)
class InitOptions:
    """One command line of `redfirst init`. `origin` is None where redfirst's own installation tells it."""

    repo: Path | None = None
    dry_run: bool = False
    baseline: bool = False
    origin: Origin | None = None


def parse_init(argv: Sequence[str]) -> InitOptions:
    """The options of `redfirst init`. Raises UsageError."""
    about = "Read a repository, and propose a policy, hooks and workflows for it. Nothing that exists is overwritten."
    parser = Parser(prog="redfirst init", description=about, examples=EXAMPLES)
    add = parser.add_argument
    add("--dry-run", action="store_true", help="show what would be written, and write nothing")
    add("--baseline", action="store_true", help="also record today's counts, from which it can only get better")
    parser.add_shared("--repo")
    add("--from", dest="source", metavar="URL@COMMIT", help="where hooks and workflows take redfirst from")
    values = parser.parse_args(list(argv))
    return InitOptions(values.repo, values.dry_run, values.baseline, _origin(values.source))


def _origin(source: str | None) -> Origin | None:
    try:
        return None if source is None else named(source)
    except ValueError:
        wanted = "https://HOST/OWNER/NAME@COMMIT, with the commit's full hash"
        raise UsageError(f"--from {source} names no commit of a repository; it is {wanted}") from None
