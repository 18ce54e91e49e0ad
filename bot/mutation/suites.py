"""A suite as a table or a policy says it, from its checked keys to its type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.mutation.model import ReportKind, ReportSource, Suite, TimeLimit
from checkers.policy.nodes import Kind

if TYPE_CHECKING:
    from checkers.policy.fields import Fields
    from checkers.policy.nodes import Node


def build_suite(name: str, fields: Fields) -> Suite:
    """The suite that a mapping says whose keys were checked. Raises PolicyError where `run` or `report` is missing."""
    if not fields.texts("run"):
        fields.node.refuse(f"{fields.path}.run", "must be given: the command that runs the cases")
    report = fields.node.get("report")
    if report is None:
        fields.node.refuse(f"{fields.path}.report", "must be given: where the results of the cases are read")
    prepare = fields.node.get("prepare")
    return Suite(
        name=name,
        prepare=tuple(_argv(item) for item in prepare.items) if prepare else (),
        build=fields.texts("build") or None,
        run=fields.texts("run"),
        report=_report(report),
        artifacts=fields.texts("artifacts"),
        min_cases=int(fields.number_or("min_cases", 1)),
        timeout=_time_limit(fields.node.get("timeout")),
        compile_red=fields.is_true("compile_red"),
    )


def _argv(node: Node) -> tuple[str, ...]:
    return tuple(str(item.value) for item in node.items)


def _report(node: Node) -> ReportSource:
    if node.kind is Kind.TEXT:
        return ReportSource(ReportKind(str(node.value)), "")
    ((kind, place),) = node.entries.items()
    return ReportSource(ReportKind(kind), str(place.value))


def _time_limit(node: Node | None) -> TimeLimit:
    if node is None:
        return TimeLimit()
    if isinstance(node.value, int | float):
        return TimeLimit(seconds=float(node.value), factor=None)
    return TimeLimit(factor=float(str(node.value).removesuffix("x")))
