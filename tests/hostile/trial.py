"""Trials: a command in a hostile repository, held to the laws, and compared with the same command in the sound one."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from checkers.repo import process
from tests.hostile import laws
from tests.hostile.commands import Line
from tests.hostile.kinds import Kind
from tests.hostile.process import Ended
from tests.hostile.world import World, sound

SHORT_S = 2
"""How long git may take to answer where it is known to wait for ever."""


@dataclass
class Trials:
    """A sound repository, and copies of it that were made hostile."""

    folder: Path

    def __post_init__(self) -> None:
        self.template = self.folder / "sound"
        sound(self.template)
        self._sound_world = World.copy_of(self.template, self.folder / "reference")
        self._references: dict[Line, Ended] = {}

    def faults(self, kind: Kind, lines: Sequence[Line], seed: int) -> Iterator[str]:
        """Every law that one of the command lines broke in a repository of this kind."""
        with tempfile.TemporaryDirectory(dir=self.folder, ignore_cleanup_errors=True) as scratch:
            world = World.copy_of(self.template, Path(scratch) / "w")
            world.random = random.Random(seed)
            kind.make(world)
            for line in lines:
                told = f"{kind.name!r}, {line.name!r}, seed {seed}"
                yield from (f"{told}: {fault}" for fault in self._faults(world, kind, line))
            shutil.rmtree(world.root, ignore_errors=True)

    def _faults(self, world: World, kind: Kind, line: Line) -> list[str]:
        before = laws.state_of(world.root) if not line.writes else {}
        ended = world.run(line, partial(setattr, process, "TIME_LIMIT_S", SHORT_S) if kind.waits else None)
        found = laws.broken_laws(ended)
        if not line.writes:
            found += laws.differences(before, laws.state_of(world.root))
            found += laws.silent_passes(self._reference(line), ended) if kind.damaged else []
        found += [f"{trace.name} was started" for trace in world.fired.iterdir()]
        found += ["a word was run by a shell"] if (world.root / "owned").exists() else []
        return [f"{fault}; {ended.err[-400:]!r}" for fault in found]

    def _reference(self, line: Line) -> Ended:
        if line not in self._references:
            self._references[line] = self._sound_world.run(line)
        return self._references[line]
