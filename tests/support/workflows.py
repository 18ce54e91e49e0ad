"""The project's own workflow files and its action, read for tests: jobs, steps and their scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.support.modules import ROOT

FILES = (*sorted((ROOT / ".github/workflows").glob("*.yml")), ROOT / "action.yml")
EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


@dataclass(frozen=True)
class Step:
    """One step; `name` is its name, or the action that it uses."""

    file: str
    job: str
    data: dict[str, Any]

    @property
    def name(self) -> str:
        return str(self.data.get("name") or self.uses.partition("@")[0])

    @property
    def uses(self) -> str:
        return str(self.data.get("uses", ""))

    @property
    def run(self) -> str:
        return str(self.data.get("run", ""))

    @property
    def env(self) -> dict[str, str]:
        return dict(self.data.get("env", {}))


def read(path: Path) -> dict[str, Any]:
    """One file; every scalar stays text, so that `on` is a word."""
    data: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)
    return data


def workflow(name: str) -> dict[str, Any]:
    """A workflow of the project by its file's name without the suffix."""
    return read(ROOT / ".github/workflows" / f"{name}.yml")


def steps_of(path: Path) -> Iterator[Step]:
    """Every step of a workflow, or of the action, in order."""
    data = read(path)
    if "runs" in data:
        yield from (Step(path.name, "", step) for step in data["runs"]["steps"])
    for job, content in data.get("jobs", {}).items():
        yield from (Step(path.name, job, step) for step in content.get("steps", ()))


def job_steps(file: str, job: str) -> list[Step]:
    """The steps of one job of a workflow."""
    return [step for step in steps_of(ROOT / ".github/workflows" / f"{file}.yml") if step.job == job]


def filled(text: str, values: dict[str, str]) -> str:
    """A text with its expressions replaced; KeyError for one of which `values` says nothing."""
    return EXPRESSION.sub(lambda match: values[match[1]], text)
