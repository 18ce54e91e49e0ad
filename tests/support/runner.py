"""The scripts of workflow steps, run as a runner of Actions runs them: bash, and files for outputs and the summary."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.builder import IDENTITY
from tests.support.commands import bin_folder
from tests.support.modules import ROOT
from tests.support.workflows import Step, filled


@dataclass
class Runner:
    """One job. `values` are the expressions that its steps use; `env` is what its workflow and it set.

    What a step says is kept in `log`; `summary` is the job's summary so far.
    """

    temp: Path
    workspace: Path
    values: dict[str, str] = field(default_factory=dict)
    env: dict[str, str] = field(default_factory=dict)
    log: str = ""
    summary: str = ""

    def run(self, step: Step, code: int = 0) -> dict[str, str]:
        """Run one step, which must end with that exit code; its outputs."""
        self.temp.mkdir(parents=True, exist_ok=True)
        script, outputs, summary = (self.temp / name for name in ("step.sh", "outputs", "summary"))
        script.write_text(step.run)
        outputs.write_text("")
        summary.write_text("")
        told = {name: filled(value, self.values) for name, value in step.env.items()}
        files = {"GITHUB_OUTPUT": str(outputs), "GITHUB_STEP_SUMMARY": str(summary), "RUNNER_TEMP": str(self.temp)}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=self.workspace,
            env=_machine(self.temp) | files | self.env | told,
            capture_output=True,
            text=True,
            errors="surrogateescape",
            check=False,
        )
        self.log = done.stdout + done.stderr
        assert done.returncode == code, self.log
        self.summary += summary.read_text()
        return dict(line.split("=", 1) for line in outputs.read_text().splitlines())


def _machine(temp: Path) -> dict[str, str]:
    """What every runner has: the installed commands, `gh`, a home; and nothing of the one who runs the tests."""
    tools = temp / "tools"
    tools.mkdir(exist_ok=True)
    (tools / "gh").write_text(f'#!/bin/sh\nexec "{sys.executable}" "{ROOT}/tests/support/gh.py" "$@"\n')
    (tools / "gh").chmod(0o755)
    path = os.pathsep.join([str(tools), str(bin_folder()), os.environ["PATH"]])
    return IDENTITY | {"PATH": path, "HOME": str(temp), "LANG": "C.UTF-8", "CI": "true", "GITHUB_ACTIONS": "true"}
