"""How time grows with files, with commits and with the rows of an index, over generated repositories."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.benchmarks.grow import INDEX, code_of, commit_of
from tests.benchmarks.measure import Row, Run, Task, once

FILES = (100, 1_000, 5_000, 20_000)
COMMITS = (10, 100, 1_000, 10_000)
ROWS = (100, 1_000, 10_000, 100_000)
SLACK = 1.25
"""How much more than its share the largest size may take: the machine's own unrest."""

Grow = Callable[[int], Iterator[bytes]]


def curves(bin_folder: Path, scratch: Path) -> Iterator[Row]:
    """The curves, a line for each size and one for how the processor time grew between the two largest."""
    check = ("redfirst", "check", "--no-cache", "--format", "json")
    records = ("doc-checkpoint", "issue-index", "commit-trailers")
    over = ("--base", "main~{before}", "--head", "main")
    yield from _curve(bin_folder, scratch, "files", FILES, _files, check)
    yield from _curve(bin_folder, scratch, "commits", COMMITS, _commits, (*check, *records, *over))
    yield from _curve(
        bin_folder,
        scratch,
        "commits of history",
        COMMITS,
        _commits,
        ("redfirst", "history", "device-leakage", "--no-cache"),
    )
    yield from _curve(bin_folder, scratch, "rows", ROWS, _rows, (*check, "issue-index", "--base", "main~1"))


def _curve(
    bin_folder: Path, scratch: Path, what: str, sizes: tuple[int, ...], grow: Grow, command: tuple[str, ...]
) -> Iterator[Row]:
    nothing = once(Task([str(bin_folder / "redfirst"), "--version"], scratch, {}))
    runs: list[Run] = []
    for size in sizes:
        repository = scratch / "grown"
        _make(repository, grow(size))
        argv = [word.format(before=size) for word in command]
        task = Task([str(bin_folder / argv[0]), *argv[1:]], repository, {})
        runs.append(min((once(task) for _ in range(3 if size < sizes[-1] else 1)), key=lambda run: run.seconds))
        shutil.rmtree(repository)
        yield Row(f"{size:,} {what}", runs[-1], f"{1e6 * runs[-1].processor_s / size:,.0f} us each", "", None)
    times = [max(run.processor_s - nothing.processor_s, 0.001) for run in runs[-2:]]
    growth, share = times[1] / times[0], sizes[-1] / sizes[-2]
    yield Row(
        f"{sizes[-1]:,} {what} against {sizes[-2]:,}",
        runs[-1],
        f"{growth:.1f} x for {share:.0f} x",
        f"{SLACK * share:.1f} x",
        growth <= SLACK * share,
    )


def _make(root: Path, stream: Iterator[bytes]) -> None:
    subprocess.run(["git", "init", "-q", "-b", "main", str(root)], check=True)
    process = subprocess.Popen(["git", "fast-import", "--quiet"], cwd=root, stdin=subprocess.PIPE)
    assert process.stdin
    for part in stream:
        process.stdin.write(part)
    process.stdin.close()
    if process.wait():
        raise subprocess.CalledProcessError(process.returncode, "git fast-import")
    subprocess.run(["git", "reset", "-q", "--hard", "main"], cwd=root, check=True)


def _files(number: int) -> Iterator[bytes]:
    """One commit of that many models, each with functions, some with a kernel's call or a guard."""
    yield commit_of(1, "feat: everything at once", {})
    for ordinal in range(number):
        path = f"src/vllm/model_executor/models/m{ordinal:05}.cpp".encode()
        content = code_of(ordinal, 0, functions=10)
        yield b"M 100644 inline %s\ndata %d\n%s\n" % (path, len(content), content)


def _commits(number: int) -> Iterator[bytes]:
    """A base, then that many commits that each touch a model and a document, the index only now and then."""
    index = _index(3)
    yield commit_of(
        0, "feat: base", {INDEX: index, **{_model(one): code_of(one, 0, functions=10) for one in range(50)}}
    )
    for ordinal in range(1, number + 1):
        files = {_model(ordinal % 50): code_of(ordinal % 50, ordinal, functions=10), "docs/log.md": b"%d\n" % ordinal}
        if ordinal % 100 == 0:
            index += b"| [#%d](u) | `ENG-%d` | issue | bug |\n" % (ordinal + 100, ordinal)
            files[INDEX] = index
        yield commit_of(ordinal, f"fix: change number {ordinal}", files)


def _model(number: int) -> str:
    return f"src/vllm/model_executor/models/m{number:02}.cpp"


def _rows(number: int) -> Iterator[bytes]:
    """An index of that many rows, and a commit that adds one."""
    whole = _index(number + 1)
    yield commit_of(1, "feat: base", {INDEX: whole[: whole.rstrip().rindex(b"\n") + 1]})
    yield commit_of(2, "docs: one more", {INDEX: whole})


def _index(rows: int) -> bytes:
    head = b"# Issues\n\n| Issue | Row | Title | Kind |\n| --- | --- | --- | --- |\n"
    return head + b"".join(
        b"| [#%d](u) | `ENG-%d` | issue %d | bug |\n" % (one, one, one) for one in range(1, rows + 1)
    )
