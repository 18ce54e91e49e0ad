"""What this system can keep a suite from reaching: tried once, by doing it, and noted where it cannot."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from tempfile import TemporaryDirectory

from bot.mutation.sandbox import kernel, landlock, seccomp
from bot.mutation.sandbox.command_spec import CommandSpec, Means
from bot.mutation.supervision import Supervisor, SupervisorStatus, read_status

_FILES = "what a suite writes outside its workspace is not refused: no mount namespaces for this user, and no Landlock"
_MODES = "a suite can change modes, owners and time stamps outside its workspace, and shared memory, though no file"
_PROCESSES = "a suite sees this user's other processes, and its own are ended one by one: no process namespaces"
_SIGNALS = "a suite can signal other processes of this user: Landlock here is older than version 6"
_NETWORK = "a suite reaches the network: no network namespaces for this user, and no system call filter"
_SECRETS = (
    "a suite can read the environment of this user's other processes, tokens in it too: keep them out of this step"
)
_ALLOWED = "a suite reaches the network, as --network allows"
_SCOPED_SIGNALS = 6


@dataclass(frozen=True, slots=True)
class Isolation:
    """The means that are used, and a sentence for everything that is not kept from a suite."""

    means: frozenset[Means]
    gaps: tuple[str, ...]


def isolation_here(*, network: bool = False) -> Isolation:
    """What works on this system; with `network`, suites may use it."""
    working = working_means()
    unwanted = {Means.NETWORK, Means.SECCOMP} if network else set()
    return describe(working.means - unwanted, network=network, extra=working.gaps)


def describe(means: frozenset[Means], *, network: bool = False, extra: tuple[str, ...] = ()) -> Isolation:
    """The isolation of some means; `extra` are gaps that were seen when they were tried."""
    gaps = list(extra)
    if Means.NAMESPACES not in means:
        gaps += [_PROCESSES, *_gaps_of_files(Means.LANDLOCK in means)]
    if not means & {Means.NETWORK, Means.SECCOMP}:
        gaps.append(_ALLOWED if network else _NETWORK)
    return Isolation(means, tuple(gaps))


def _gaps_of_files(confined: bool) -> list[str]:
    if not confined:
        return [_FILES, _SECRETS]
    return [_MODES] if kernel.landlock_version() >= _SCOPED_SIGNALS else [_MODES, _SIGNALS]


@cache
def working_means() -> Isolation:
    """The best means of those that this system lets us use, seen to work."""
    for means in _candidates():
        status = tried(means)
        if worked(status):
            return Isolation(means, tuple(f"a suite is not wholly apart: {gap}" for gap in status.gaps))
    return Isolation(frozenset(), ())


def worked(status: SupervisorStatus) -> bool:
    """Whether everything could be set up."""
    return status.failure is None and status.wait_status == 0


def _candidates() -> list[frozenset[Means]]:
    if not kernel.IS_LINUX:
        return []
    files = {Means.LANDLOCK} if kernel.landlock_version() >= landlock.MINIMUM else set()
    network = {Means.SECCOMP} if seccomp.is_known() else set()
    spaces = {Means.NAMESPACES}
    wanted = ({*spaces, Means.NETWORK}, {*spaces, *network}, {*files, *network}, files, network)
    return [frozenset(means) for means in wanted]


@cache
def tried(means: frozenset[Means]) -> SupervisorStatus:
    """What came of setting some means up for a command that is empty."""
    with TemporaryDirectory(prefix="redfirst-trial-") as folder:
        here = os.fsencode(folder)
        spec = CommandSpec(
            argv=[], cwd=here, environment={}, writable=[here], means=sorted(means),
            grace=0.0, file_bytes=1, processes=1000, memory_bytes=None,
        )  # fmt: skip
        supervisor = Supervisor(spec)
        try:
            return read_status(supervisor)
        finally:
            supervisor.close()
