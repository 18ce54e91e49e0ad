"""The suites of a table in one workspace, prepared once, then built, run and read as often as asked."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.mutation.judge import Attempt
from bot.mutation.model import ReportKind
from bot.mutation.results import parse
from bot.mutation.results.sources import is_stream
from checkers.errors import RedfirstError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.mutation.control import Control
    from bot.mutation.model import Argv, Execution, Suite, SuiteResult
    from bot.mutation.workspace import Workspace

LONGEST_S = 3600.0
"""How long a command may take whose limit is a factor of a time that is not known yet, in seconds."""
_LEAST_S = 10.0
_LEAST_BUILD_S = 600.0
"""A break in a file that everything includes rebuilds what the control's own build found done."""
_COARSEST_S = 2.1
"""Longer than the coarsest time stamps that a build tool goes by."""


@dataclass(slots=True)
class SuiteRunner:
    """Runs suites in one workspace; `on_phase` gets what begins, such as "build"."""

    workspace: Workspace
    on_phase: Callable[[str], None] = lambda phase: None
    _prepared: dict[str, Execution | None] = field(default_factory=dict)
    _edited: dict[str, None] = field(default_factory=dict)
    _last: dict[str, tuple[object, object]] = field(default_factory=dict)

    def edit(self, files: Mapping[str, bytes | None]) -> None:
        """Write files. Raises WorkspaceError and OSError where the workspace refuses one."""
        for path, data in files.items():
            self._edited[path] = None
            self.workspace.write(path, data)

    def attempt_edited(
        self, suite: Suite, control: Control, files: Mapping[str, bytes | None], broken: tuple[str, ...] = ()
    ) -> Attempt:
        """An attempt on the tree with some edits in it, or with all of them taken back.

        Artifacts that are the control's in spite of edits, or those of other edits before, may come of a build that
        goes by coarse time stamps: then everything that was ever edited is touched a while later, and built again.
        """
        attempt = self.attempt(suite, control.limits, broken)
        before = self._last.get(suite.name)
        is_last = before is not None and before[0] != files and before[1] == attempt.artifacts
        is_controls = bool(files) and attempt.artifacts == control.attempt.artifacts
        if attempt.artifacts and (is_last or is_controls):
            self._touch_edited()
            attempt = self.attempt(suite, control.limits, broken)
        self._last[suite.name] = (files, attempt.artifacts)
        return attempt

    def prepare(self, suite: Suite) -> Execution | None:
        """Run what prepares a suite, once; the command that failed, None where none did.

        Edits that were taken back by then are so for what builds by coarse time stamps too.
        """
        if suite.name not in self._prepared:
            self._prepared[suite.name] = self._first_failure(suite)
        return self._prepared[suite.name]

    def attempt(self, suite: Suite, limits: RunLimits, broken: tuple[str, ...] = ()) -> Attempt:
        """Build, run and read a suite that was prepared; nothing of an earlier run's report is left before it."""
        build = None
        if suite.build is not None:
            self.on_phase("build")
            build = self._command(suite, suite.build, limits.build_s)
            if not build.succeeded:
                return Attempt(build, None, None, {}, broken=broken)
        artifacts = {path: self.workspace.digest(path) for path in suite.artifacts}
        if None in artifacts.values():
            return Attempt(build, None, None, artifacts, broken=broken)
        run, result, unread = self.run_once(suite, limits)
        return Attempt(build, run, result, artifacts, unread, broken)

    def run_once(self, suite: Suite, limits: RunLimits) -> tuple[Execution, SuiteResult | None, str]:
        """Run what is built and read its report: the execution, the result, and why there is none."""
        self.on_phase("run")
        if suite.report.kind is not ReportKind.EXIT_CODE and not is_stream(suite.report):
            self.workspace.discard(suite.report.place)
        run = self._command(suite, suite.run, limits.run_s)
        try:
            return run, parse(suite.report, run, self.workspace.read_report), ""
        except RedfirstError as error:
            return run, None, str(error)

    def _touch_edited(self) -> None:
        """Make everything that was ever edited newer, by the coarsest clock, than all that was built of it."""
        time.sleep(_COARSEST_S)
        for path in self._edited:
            self.workspace.write(path, self.workspace.read(path))

    def _first_failure(self, suite: Suite) -> Execution | None:
        if self._edited and (suite.prepare or suite.build):
            self._touch_edited()
        for argv in suite.prepare:
            self.on_phase("prepare")
            done = self._command(suite, argv, LONGEST_S)
            if not done.succeeded:
                return done
        return None

    def _command(self, suite: Suite, argv: Argv, seconds: float) -> Execution:
        return self.workspace.run(argv, suite.environment or {}, seconds)


@dataclass(frozen=True, slots=True)
class RunLimits:
    """How long one build and one run may take, in seconds of wall time."""

    build_s: float = LONGEST_S
    run_s: float = LONGEST_S


def control_limits(suite: Suite) -> RunLimits:
    """The limits of a suite whose own time is not known yet."""
    return RunLimits(run_s=suite.timeout.seconds or LONGEST_S)


def limits_after(suite: Suite, control: Attempt) -> RunLimits:
    """The limits of mutated runs: seconds as the suite says them, or a factor of the control's own time."""
    factor = suite.timeout.factor or 1.0
    built = control.build.seconds if control.build else 0.0
    ran = control.run.seconds if control.run else 0.0
    run_s = suite.timeout.seconds or max(_LEAST_S, factor * ran)
    return RunLimits(build_s=max(_LEAST_BUILD_S, factor * built), run_s=run_s)
