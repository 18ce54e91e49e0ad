"""The policy's section on mutation as types: where tables and tests are, suites, and the evidence of gates."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.mutation.suites import build_suite
from checkers.policy.fields import Fields
from checkers.policy.globs import Globs
from checkers.policy.nodes import Kind, Node

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.mutation.model import Argv, Suite

PLACEHOLDER = "{name}"
_SECTION = "mutation"
_ONE_STAR = re.compile(r"([^*?\[\\]*)\*([^*?\[\\]*)")


@dataclass(frozen=True, slots=True)
class Evidence:
    """Which suite shows that a script which is a gate can be red.

    `checker` is a glob. In `suite_path` and in the suite's commands and paths `{name}` stands for what its `*`
    matched, with `_` for `-`.
    """

    checker: str
    suite_path: str
    suite: Suite

    def of(self, path: str) -> tuple[str, Suite] | None:
        """The path of the suite of one script, and how it is run; None for a path that the glob does not match."""
        if not Globs((self.checker,)).match(path):
            return None
        star = _ONE_STAR.fullmatch(self.checker)
        if star is None:
            return self.suite_path, self.suite
        name = path[len(star[1]) : len(path) - len(star[2])].replace("-", "_")
        return self.suite_path.replace(PLACEHOLDER, name), _named(self.suite, name)


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole section; what the policy does not say is empty."""

    tables: Globs
    tests: Globs
    suites: Mapping[str, Suite]
    evidence: tuple[Evidence, ...]


def read_settings(section: Node | None) -> Settings:
    """The types of `Policy.mutation`. Raises PolicyError, with file and line, for what only its meaning forbids."""
    fields = Fields(section or Node(Kind.MAPPING, 1, ""), _SECTION)
    suites = fields.inner("suites")
    return Settings(
        tables=fields.globs("tables"),
        tests=fields.globs("tests"),
        suites={name: build_suite(name, suites.inner(name)) for name in suites.node.entries if suites.node.get(name)},
        evidence=tuple(_evidence(row) for row in fields.rows("evidence")),
    )


def _evidence(row: Fields) -> Evidence:
    checker, path = row.text("checker"), row.text("suite")
    suite = build_suite(path, row)
    uses_name = PLACEHOLDER in path or _named(suite, "") != suite
    if uses_name and _ONE_STAR.fullmatch(checker) is None:
        row.node.refuse(
            f"{row.path}.checker", f"needs exactly one *, and no other wildcard: {PLACEHOLDER} stands for it"
        )
    return Evidence(checker, path, suite)


def _named(suite: Suite, name: str) -> Suite:
    def filled(text: str) -> str:
        return text.replace(PLACEHOLDER, name)

    return replace(
        suite,
        name=filled(suite.name),
        prepare=tuple(_each(argv, filled) for argv in suite.prepare),
        build=suite.build and _each(suite.build, filled),
        run=_each(suite.run, filled),
        report=replace(suite.report, place=filled(suite.report.place)),
        artifacts=_each(suite.artifacts, filled),
    )


def _each(words: Argv, change: Callable[[str], str]) -> Argv:
    return tuple(change(word) for word in words)
