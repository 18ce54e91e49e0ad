"""Grows the fixture tree to the size of a large one: some hundred files of code and a thousand commits."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from fixtures.build import tree_files

FILES = 380
FUNCTIONS = 90
COMMITS = 1_000
TRAILERS = "FOLLOWING_AGENTS_PROTOCOL\n\nFollowing-Agents-Protocol: true\nAI-Assisted: false\n"
INDEX = ".agents/issue-index.md"


def grow(root: Path) -> None:
    """Make a repository in the absent folder `root`, by one fast-import."""
    subprocess.run(["git", "init", "-q", "-b", "main", str(root)], check=True)
    stream = b"".join(_history())
    subprocess.run(["git", "fast-import", "--quiet"], cwd=root, input=stream, check=True)
    subprocess.run(["git", "reset", "-q", "--hard", "main"], cwd=root, check=True)


def _history() -> Iterator[bytes]:
    files = tree_files() | {_path(number): code_of(number, 0) for number in range(FILES)}
    yield commit_of(1, "feat: everything at once", files)
    index = files[INDEX]
    for number in range(2, COMMITS + 1):
        index += f"| [#{number + 100}](u) | `ENG-{number}` | issue {number} | bug |\n".encode()
        model = number % FILES
        yield commit_of(number, f"fix: change number {number}", {_path(model): code_of(model, number), INDEX: index})


def _path(number: int) -> str:
    return f"src/vllm/model_executor/models/generated/layer_{number:03}.cpp"


def code_of(number: int, edition: int, functions: int = FUNCTIONS) -> bytes:
    """About 120 bytes of C++ a function; one file in five calls a kernel, one in ten tests for a device."""
    head = f"// Edition {edition}.\n#include <vector>\n\nnamespace vllm::generated {{\n"
    body = "".join(_function(number, ordinal) for ordinal in range(functions))
    guard = "#ifdef VLLM_CPP_CUDA\nvoid Launch();\n#endif\n" if number % 10 == 0 else ""
    call = "auto Run(auto q, auto args) { return vt::AttentionDenseFlash(q, q, q, args); }\n" if number % 5 == 0 else ""
    return f"{head}{body}{guard}{call}}}  // namespace vllm::generated\n".encode()


def _function(number: int, ordinal: int) -> str:
    return (
        f"// Weighs part {ordinal} of layer {number}.\n"
        f"inline float Part{ordinal}(const std::vector<float>& x) {{\n"
        f"  return x.empty() ? {ordinal}.0f : x.front() * {number}.5f;\n}}\n"
    )


def commit_of(number: int, subject: str, files: dict[str, bytes]) -> bytes:
    message = f"{subject}\n\nIt had to be done.\n\n{TRAILERS}".encode()
    head = f"commit refs/heads/main\ncommitter Bench <bench@example.org> {1_780_000_000 + 60 * number} +0000\n"
    changes = (b"M 100644 inline " + path.encode() + b"\n" + _data(text) for path, text in files.items())
    return head.encode() + _data(message) + b"".join(changes)


def _data(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)


if __name__ == "__main__":
    grow(Path(sys.argv[1]))
