"""The proposed configuration of pre-commit, for the checkers that the policy has a section for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.init.yaml_text import comment
from checkers.registry import CHECKERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.policy.sections import Policy
    from checkers.provenance import Origin

PATH = ".pre-commit-config.yaml"

_ABOUT = "The hooks of redfirst judge what is staged, the message, and what is pushed. Once: pre-commit install"
_LOCAL = "They run the commands that are installed here, because where redfirst is hosted was not known."
_COMMON = ("language: system", "pass_filenames: false", "always_run: true", "require_serial: true", "verbose: true")


def hooks_config(policy: Policy, origin: Origin) -> str:
    """The whole file."""
    about = [*comment(_ABOUT), *([] if origin.is_known else comment(_LOCAL))]
    types = "default_install_hook_types: [pre-commit, commit-msg, pre-push]"
    return "\n".join([*about, types, "repos:", *_repository(policy, origin)]) + "\n"


def _repository(policy: Policy, origin: Origin) -> Iterator[str]:
    names = [checker.name for checker in CHECKERS if checker.is_configured(policy)]
    if origin.is_known:
        yield f"  - repo: {origin.url}"
        yield f"    rev: {origin.commit}"
        yield "    hooks:"
        yield from (f"      - id: check-{name}" for name in names)
        yield "      - id: agent-preflight # at pre-push"
        return
    yield "  - repo: local"
    yield "    hooks:"
    for name in names:
        stage, option = ("commit-msg", "--commit-msg") if name == "commit-trailers" else ("pre-commit", "--staged")
        yield from _local(f"check-{name}", name, f"check-{name} {option}", stage)
    yield from _local("agent-preflight", "agent-preflight", "agent-preflight", "pre-push")


def _local(hook: str, name: str, entry: str, stage: str) -> Iterator[str]:
    common = [line for line in _COMMON if stage != "commit-msg" or line != "pass_filenames: false"]
    yield f"      - id: {hook}"
    yield from (f"        {line}" for line in (f"name: {name}", f"entry: {entry}", *common, f"stages: [{stage}]"))
