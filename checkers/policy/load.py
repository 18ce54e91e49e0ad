"""From the bytes of a policy file to a policy, over the preset that it extends."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from checkers.model import PRESET_PREFIX
from checkers.policy.build import build_policy
from checkers.policy.compiled import compiled
from checkers.policy.merge import merged
from checkers.policy.nodes import Kind, Node

if TYPE_CHECKING:
    from checkers.policy.compiled import Compiled
    from checkers.policy.sections import Policy

DEFAULT_PRESET = "vllm-cpp"
PRESETS = Path(__file__).with_name("presets")


def preset_policy(name: str = DEFAULT_PRESET) -> Policy:
    """A packaged preset by itself: what applies where there is no policy file."""
    preset = _preset(name)
    return build_policy(preset.root, PRESET_PREFIX + name, preset.sha256)


def parse_policy(data: bytes, name: str) -> Policy:
    """The policy that a file says, laid over its preset. `name` is what messages call the file.

    Raises PolicyError for the first thing in it that is refused, with the line (from 1) and the key's path.
    """
    from hashlib import sha256

    from checkers.policy.document import parse_document
    from checkers.policy.keys import check_policy

    root = parse_document(data, name)
    if root.kind is Kind.NULL:
        root = Node(Kind.MAPPING, root.line, name)
    check_policy(root)
    extends = root.get("extends")
    preset = DEFAULT_PRESET if extends is None else str(extends.value)
    if preset == "none":
        return build_policy(root, name, sha256(data).hexdigest())
    # The preset is part of what such a file says, so that another preset is another policy.
    digest = sha256((PRESETS / f"{preset}.yml").read_bytes() + data).hexdigest()
    return build_policy(merged(_preset(preset).root, root), name, digest)


@cache
def _preset(name: str) -> Compiled:
    """The packaged preset, from the JSON beside its YAML; a test holds that they say the same."""
    return compiled((PRESETS / f"{name}.json").read_bytes(), PRESET_PREFIX + name)
