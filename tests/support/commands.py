"""The installed commands, run as a user runs them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.support.builder import IDENTITY


def bin_folder() -> Path:
    """The folder of this interpreter's console scripts."""
    folder = Path(sys.executable).parent
    assert (folder / "agent-preflight").exists(), f"redfirst is not installed beside {sys.executable}"
    return folder


def run(argv: list[str], cwd: Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run an installed command in a clean git environment; output is text, undecodable bytes as surrogate escapes."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    return subprocess.run(
        [str(bin_folder() / argv[0]), *argv[1:]],
        cwd=cwd,
        env=clean | IDENTITY | {"NO_COLOR": "1", **(env or {})},
        capture_output=True,
        text=True,
        errors="surrogateescape",
        check=False,
    )


def needs(*programs: str) -> str | None:
    """A sentence that names the first absent program, or None."""
    absent = [program for program in programs if shutil.which(program) is None]
    return f"{absent[0]} is not installed here" if absent else None
