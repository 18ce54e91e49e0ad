"""What the demo shows: five gates that refuse a branch, and a table that finds a test which cannot fail."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from contextlib import chdir
from pathlib import Path
from textwrap import dedent, fill, indent
from typing import TYPE_CHECKING

from bot.demo import recipe
from bot.demo.building import take_steps
from bot.demo.repository import DemoRepository
from checkers.delivery import print_out
from checkers.errors import RedfirstError, UsageError, reason_of
from checkers.exits import Exit
from checkers.parser import Parser

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Run = Callable[[Sequence[str]], int]
    """An executable's own function: words in, exit code out."""

BROKEN, LOOSENED = "glyph-tower", "loosened-test"
TABLE = "tests/mutations/scripts.yml"
MARK = ".git/redfirst-demo"
_COLUMNS = 80
_EXAMPLES = (
    "redfirst demo                     # in a new temporary folder",
    "redfirst demo .demo               # in this one, in an earlier demo's place",
)


def demo(argv: Sequence[str], programs: Mapping[str, Run]) -> int:
    """Exit 0 when both branches were judged as they should be, 1 when one was not.

    `programs` are `agent-preflight` and `redfirst`. Raises UsageError for a folder that holds something else.
    """
    folder, repo, histories = _made(argv)
    for history, words in ((histories[0], _PREFLIGHT), (histories[1], _MUTATE)):
        _tell(history, repo)
        repo.git("switch", "-q", history.branch)
        print_out(f"\n$ {' '.join(words)}\n\n")
        with chdir(folder):
            code = programs[words[0]](words[1:])
        if code != Exit.FAILED:
            raise RedfirstError(f"the demo went wrong: {words[0]} ended with exit code {code}, not {Exit.FAILED:d}")
    print_out(_where_to_look(folder))
    return Exit.GREEN


_PREFLIGHT = ("agent-preflight", "--base", "main")
_MUTATE = ("redfirst", "mutate", TABLE)


def _made(argv: Sequence[str]) -> tuple[Path, DemoRepository, list[recipe.Recipe]]:
    """The demo's folder, and what was built in it. Raises UsageError where it cannot be."""
    try:
        os.getcwd()  # noqa: PTH109 - whether there is one; the demo comes back to it
        folder = _folder(argv)
        return folder, *_build(folder)
    except OSError as error:
        where = f"in {error.filename}" if error.filename else "here"
        raise UsageError(f"the demo cannot be built {where}: {reason_of(error)}; name another folder") from None


def _folder(argv: Sequence[str]) -> Path:
    """The folder to build in, empty or absent."""
    about = "Build a small repository that breaks the rules, and judge it."
    parser = Parser(prog="redfirst demo", description=about, examples=_EXAMPLES)
    parser.add_argument("folder", type=Path, nargs="?", metavar="FOLDER", help="where; an earlier demo is replaced")
    folder: Path | None = parser.parse_args(list(argv)).folder
    if folder is None:
        return Path(tempfile.mkdtemp(prefix="redfirst-demo-"))
    if (folder / MARK).is_file():
        shutil.rmtree(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} holds something that the demo did not make; name another folder")
    return folder


def _build(folder: Path) -> tuple[DemoRepository, list[recipe.Recipe]]:
    """One repository with both branches."""
    repo = DemoRepository(folder)
    (folder / MARK).touch()
    histories = [recipe.load(name) for name in (BROKEN, LOOSENED)]
    take_steps(recipe.load("main").steps, repo)
    for history in histories:
        repo.git("switch", "-q", "-c", history.branch, history.base)
        take_steps(history.steps, repo)
    return repo, histories


def _tell(history: recipe.Recipe, repo: DemoRepository) -> None:
    place = f"It is in {repo.root}, on branch {history.branch}. Its commits:"
    commits = repo.git("log", "--format=%h  %s", f"{history.base}..{history.branch}")
    print_out(f"\n{fill(history.summary, _COLUMNS)}\n{place}\n\n{indent(commits, '  ')}\n")


def _where_to_look(folder: Path) -> str:
    """What to type next; the commands are named as they are called from the demo's folder."""
    beside = Path(sys.argv[0]).absolute().parent
    called = "" if shutil.which("redfirst") else f"{os.path.relpath(beside, folder.absolute())}/"
    return dedent(f"""
        The first branch was refused, as it should be: five gates, one finding each.
        The second one passes every gate. But its test no longer fails where the
        guard that it is named after is gone, and so the row of the table survived.
        Where to look next:

          cd {folder}
          git show main..test/fewer-words -- tests     # the test that lost its claim
          cat {TABLE}              # the table
          {called}redfirst explain attention-rung/unmarked-use
          {called}redfirst check --base main --head feat/glyph-tower
          {called}agent-preflight --base main     # green here

        README.md says how to adopt redfirst in five minutes.
    """)
