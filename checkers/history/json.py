"""A history for programs: `redfirst.history/1`, as `redfirst-history.schema.json` describes it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from checkers import __version__
from checkers.output.escaping import unicode_text

if TYPE_CHECKING:
    from checkers.history.model import History, Point

SCHEMA = "redfirst.history/1"


def render(history: History) -> str:
    """The history as one JSON document in ASCII, a line for each point, ending in a newline."""
    head = {
        "schema": SCHEMA,
        "tool": {"name": "redfirst", "version": __version__},
        "check": history.check,
        "policy": {"source": unicode_text(history.policy.source), "sha256": history.policy.sha256},
        "base": history.base,
        "head": history.head,
        "buckets": [unicode_text(name) for name in history.buckets],
        "notes": [unicode_text(note) for note in history.notes],
    }
    fields = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    points = ",\n".join(f"    {json.dumps(_point(point))}" for point in history.points)
    fields.append(f'  "points": [\n{points}\n  ]' if points else '  "points": []')
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _point(point: Point) -> dict[str, Any]:
    return {
        "commit": point.commit,
        "date": f"{point.date}T{point.day:%H:%M:%SZ}",
        "subject": unicode_text(point.subject),
        "counts": {unicode_text(name): count for name, count in point.counts.items()},
        "total": point.total,
        "moved": None if point.moved is None else {unicode_text(name): by for name, by in point.moved.items()},
    }
