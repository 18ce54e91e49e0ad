"""The reference of the policy file: every key, from the tables by which the loader reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.policy.keys import POLICY
from checkers.policy.load import DEFAULT_PRESET, PRESETS
from checkers.policy.shapes import Fixed, ListOf, Named, OneOf, OrText, Shape
from documentation.markdown import fence, prose, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.policy.shapes import Key

    Row = tuple[str, str, str]

_INTRODUCTION = """\
# Policy

`.redfirst.yml` at the root of the judged repository. It overrides the preset `vllm-cpp` key by key, as deep as mappings
go: a list or a value replaces, `null` clears. `extends: none` starts from nothing. `redfirst init` proposes one. A file
with an unknown key, a wrong type or a bad pattern is refused with its line and what is allowed; editors find the same
in `checkers/policy/redfirst-policy.schema.json`. Globs are git's own: `**` crosses folders, `*` does not, and a pattern
is matched against the whole path.

In the tables `[]` stands for each item of a list, and `NAME` for a name of your own.
"""


def policy_page() -> str:
    """The whole page."""
    plain = {name: key for name, key in POLICY.keys.items() if not isinstance(key.shape, Fixed)}
    parts = [_INTRODUCTION, *_heads(plain)]
    for name, key in POLICY.keys.items():
        if isinstance(key.shape, Fixed):
            parts += [f"## {name}\n", f"{prose(key.about)}\n", key_table(key.shape)]
    preset = (PRESETS / f"{DEFAULT_PRESET}.yml").read_text(encoding="utf-8")
    return "\n".join([*parts, f"## The preset {DEFAULT_PRESET}\n", fence(preset)])


def _heads(keys: dict[str, Key]) -> Iterator[str]:
    """Keys of the file itself; each has a heading, to which pages of rules lead."""
    for name, key in keys.items():
        yield f"## {name}\n"
        yield f"{prose(key.about)} Allowed: {prose(key.shape.allowed)}.\n"


def key_table(shape: Shape) -> str:
    """Every key of a mapping and below it: what it is for, and what may stand there."""
    return table(("key", "what it is", "allowed"), _rows("", shape))


def _rows(path: str, shape: Shape) -> Iterator[Row]:
    """Each key below a shape, with its path from the section."""
    for name, key in _keys(shape).items():
        below = f"{path}.{name}" if path else name
        yield f"`{below}`", prose(key.about), prose(_allowed(key.shape))
        yield from _rows(f"{below}{_step(key.shape)}", _inner(key.shape))


def _keys(shape: Shape) -> dict[str, Key]:
    if isinstance(shape, Fixed):
        return dict(shape.keys)
    if isinstance(shape, OneOf):
        return {name: key for form in shape.forms.values() for name, key in form.keys.items()}
    return {}


def _step(shape: Shape) -> str:
    """How a path goes on below a shape."""
    return "[]" if isinstance(shape, ListOf) else ".NAME" if isinstance(shape, Named) else ""


def _inner(shape: Shape) -> Shape:
    """What the items or values of a shape are; a shape without any is its own."""
    if isinstance(shape, ListOf):
        return shape.item
    if isinstance(shape, Named):
        return shape.value
    return shape.other if isinstance(shape, OrText) else shape


def _allowed(shape: Shape) -> str:
    if isinstance(shape, ListOf | Named):
        each = "each item" if isinstance(shape, ListOf) else "each value"
        return f"{shape.allowed}; {each}: {_allowed(_inner(shape))}"
    return shape.allowed
