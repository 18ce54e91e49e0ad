"""A repository of three hundred C++ files that knows nothing of redfirst, in words that are nobody else's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.support.builder import RepoBuilder

MESSAGES = [f"Teach layer {number} to fold\n\nIt was slower than the page said.\n" for number in range(1, 7)]

LAYERS = 140
LEAKY = 12
"""Layers that test for the device already."""


def files() -> Mapping[str, str]:
    """An engine named loom: layers in src and include, kernels of a device apart, records in docs."""
    return {**_code(), **_kernels(), **_documents(), "CMakeLists.txt": "project(loom CXX)\n"}


def build(root: Path) -> RepoBuilder:
    """The tree with a short history on `main`."""
    repo = RepoBuilder(root)
    repo.commit(MESSAGES[0], files())
    for number, message in enumerate(MESSAGES[1:], start=1):
        repo.commit(message, {f"src/layers/layer_{number:03}.cpp": layer(number, "\nint folded = 1;\n")})
    return repo


def layer(number: int, more: str = "") -> str:
    """One layer's source; the first few test for the device and call the slow kernel without a word."""
    leak = "#ifdef LOOM_CUDA\nint on_device = 1;\n#endif\n" if number < LEAKY else ""
    call = "kern::attention_naive(t)" if number in (3, 4) else "kern::attention_flash(t)"
    return (
        f'#include "loom/layer_{number:03}.h"\n#include "kern/attention.h"\n{leak}'
        f"namespace loom {{\nint layer_{number:03}(const Tensor& t) {{\n  return {call};\n}}\n}}\n{more}"
    )


def _code() -> dict[str, str]:
    code = {f"src/layers/layer_{number:03}.cpp": layer(number) for number in range(LAYERS)}
    for number in range(LAYERS):
        code[f"include/loom/layer_{number:03}.h"] = (
            f"#pragma once\nstruct Tensor;\nnamespace loom {{\nint layer_{number:03}(const Tensor& t);\n}}\n"
        )
    return code


def _kernels() -> dict[str, str]:
    both = "int attention_naive(const Tensor& t);\nint attention_flash(const Tensor& t);\n"
    declared = f"#pragma once\nnamespace kern {{\n{both}}}\n"
    device = {f"src/cuda/tile_{number:02}.cu": "__global__ void tile() {}\n" for number in range(18)}
    return {
        **device,
        "include/kern/attention.h": declared,
        "src/kern/attention.cpp": (
            '#include "kern/attention.h"\nnamespace kern {\nint attention_naive(const Tensor&) { return 0; }\n'
            "int attention_flash(const Tensor&) { return 1; }\n}\n"
        ),
        "third_party/json/json.hpp": "#ifdef JSON_CUDA\n#endif\n",
    }


def _documents() -> dict[str, str]:
    rows = "".join(
        f"| `FOLD-{number}` | fold {number} | {state} | [page](pages/fold-{number}.md) |\n"
        for number, state in enumerate(["PLANNED", "ACTIVE", "DONE", "DONE"], start=1)
    )
    pages = {f"docs/pages/fold-{number}.md": f"# Fold {number}\n\n## Now\n\nFolding.\n" for number in range(1, 5)}
    issues = "".join(f"| [#{number}](https://example.org/{number}) | a fault | open |\n" for number in range(11, 16))
    return {
        **pages,
        "docs/features.md": f"# Features\n\n| Key | What | State | Page |\n|---|---|---|---|\n{rows}",
        "docs/STATUS.md": "# Status\n\nTwo folds work.\n",
        "docs/issues.md": f"# Issues\n\n| Issue | What | State |\n|---|---|---|\n{issues}",
        ".gitattributes": "docs/issues.md merge=union\n",
    }
