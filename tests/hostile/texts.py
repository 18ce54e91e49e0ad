"""Kinds: contents of files that redfirst reads: policies, tables, indexes, baselines, sources, messages."""

from __future__ import annotations

from collections.abc import Callable

from checkers.repo.process import bytes_of
from fixtures import hostile
from tests.hostile.kinds import kind
from tests.hostile.world import TABLE, World

_BYTES = {
    "nothing": b"",
    "a NUL": b"\0",
    "no UTF-8": b"\xff\xfe\x80 \xc0\xaf\n" * 9,
    "UTF-16": "version: 1\nmutations: []\n".encode("utf-16"),
    "UTF-8 with a mark": b"\xef\xbb\xbfversion: 1\n",
    "escapes": b"\x1b]0;x\x07\x1b[2J: \x9b31m\n",
    "one long line": b"| [#1](x) " * 100_000,
    "brackets": b"[" * 50_000,
    "braces": b"{" * 50_000 + b"\n" + b"(" * 50_000,
    "aliases that expand": b"a: &a [x, x, x, x, x, x, x, x, x]\n"
    + b"".join(b"%c: &%c [%s]\n" % (98 + n, 98 + n, b", ".join([b"*%c" % (97 + n)] * 9)) for n in range(20)),
    "a circle": b"&a [*a]\n",
    "a tag": b"!!python/object/apply:os.system [touch owned]\n",
    "merge keys": b"<<: {<<: {version: 1}}\nversion: 1\n",
    "two documents": b"version: 1\n---\nversion: 2\n",
    "numbers": b"version: 0b1\n.inf: .nan\n0o7: 1e999\n" + b"x: " + b"9" * 10_000 + b"\n",
    "dates": b"version: 2026-13-45\nx: 2026-02-30T25:61:61Z\n",
    "a list": b"- - - - - -\n",
    "a deep mapping": b"".join(b"%s? \n" % (b" " * n) for n in range(2_000)),
    "strange line ends": "version: 1\u2028extends: none\u0085\x0b\x0cx\r".encode(),
    "two mebibytes": b"x" * (2 << 20),
    "preprocessor depths": b"#if VT_X\n" * 20_000 + b"#include <cuda_runtime.h>\n",
    "macros": b"".join(b"#define M%d M%d M%d\n" % (n, n + 1, n + 1) for n in range(200)) + b"M0 vt::Attention(q);\n",
    "splices": b"vt::Atten\\\ntion(q); kC\\\r\nUDA\\\n" * 9_999,
    "literals": b'R"(' * 999 + b"'\"" * 999 + b"/*" * 999,
    "templates": b"vt::Attention<" * 20_000 + b"kCUDA",
    "a table": b"| a | State |\n|---|---|\n" + b"| [#1](x) | DONE |\n" * 20_000,
    "fences": b"```\n~~~\n<!--\n" * 20_000 + b"| [#1](x) |\n",
    "links": b"[![[" * 30_000 + b"](" * 30_000,
    "hostile strings": b"\n".join(map(bytes_of, hostile.strings())),
    "hostile cells": b"".join(b"| [#%d](x) | %s |\n" % (n, bytes_of(text)) for n, text in enumerate(hostile.strings())),
}
_FILES = (
    ".redfirst.yml", TABLE, ".agents/issue-index.md", "scripts/device-leakage-baseline.json", "README.md", "AGENTS.md",
    "scripts/attention-rung-allowlist.txt", "src/vllm/engine.cpp", "docs/STATUS.md", ".agents/model-matrix.md",
    ".agents/specs/scheduler.md", "src/vllm/model_executor/models/pocket_moe.cpp", ".gitmodules", ".gitignore",
    "units/one.py", "tests/units/test_one.py", "scripts/check-models.py", ".pre-commit-config.yaml",
)  # fmt: skip


def _holds(name: str, data: bytes) -> Callable[[World], None]:
    def make(world: World) -> None:
        world.write(name, data)
        world.commit()

    return make


for _name in _FILES:
    for _what, _data in _BYTES.items():
        kind(f"{_name} holds {_what}")(_holds(_name, _data))


def _everywhere(data: bytes) -> Callable[[World], None]:
    def make(world: World) -> None:
        for name in _FILES:
            if name != ".redfirst.yml":
                world.write(name, data)
        world.commit(data.replace(b"\0", b"") + b"\n")
        world.message.write_bytes(data)

    return make


for _what, _data in _BYTES.items():
    kind(f"every file but the policy holds {_what}")(_everywhere(_data))


_POLICIES = {
    "a pattern that never ends": "issue_index: {issue: '((a+)+)+$(?P<number>x)'}",
    "a glob that never ends": f"attention_rung: {{sources: ['{'**/*' * 300}']}}",
    "paths that lead out": "issue_index: {path: ../../etc/passwd}",
    "an absolute path": "attention_rung: {allowlist: /etc/passwd}",
    "a path of git's own": "issue_index: {path: .git/config}",
    "a command of nothing": "preflight: {commands: [{name: x, run: []}]}",
    "a command with escapes": 'preflight: {commands: [{name: x, run: [printf, "\\e[2J\\x9b31m\\xff::error::x"]}]}',
    "a command that fails with escapes":
        'preflight: {commands: [{name: "x\\e[2J", run: [sh, -c, "printf \'\\\\033[2J\\\\377::error::x\'; exit 1"]}]}',
    "a command that is a folder": "preflight: {commands: [{name: x, run: [/etc]}]}",
    "a command that waits": "preflight: {commands: [{name: x, run: [cat], timeout_s: 2}]}",
    "a command with a NUL": 'preflight: {commands: [{name: x, run: ["a\\0b"]}]}',
    "a command that leaves a child": "preflight: {commands: [{name: x, run: [sh, -c, 'sleep 50 & exit 0']}]}",
    "a base that is an option": "base_ref: --output=owned",
    "a base that is a range": "base_ref: main..HEAD",
    "a suite that runs away": "mutation: {suites: {unit: {run: [../../evil], report: exit-code}}}",
    "a report that leads out":
        "mutation: {suites: {unit: {run: ['true'], report: {junit: ../../../../etc/passwd}}}}",
    "a report that is a device":
        "mutation: {suites: {unit: {run: [ln, -s, /dev/zero, r.xml], report: {junit: r.xml}}}}",
    "a report that is a pipe": "mutation: {suites: {unit: {run: [mkfifo, r.xml], report: {junit: r.xml}}}}",
    "an unknown key with escapes": '"x\\e[2J\\u202e": 1',
    "a marker of nothing": 'attention_rung: {marker: ""}',
    "a year of lines": "attention_rung: {window_lines: 99999999999999999999}",
}  # fmt: skip


def _policy(text: str) -> Callable[[World], None]:
    base = "" if "base_ref" in text else "base_ref: main\n"

    def make(world: World) -> None:
        world.write(".redfirst.yml", f"version: 1\n{base}{text}\n")
        world.commit()

    return make


for _what, _text in _POLICIES.items():
    kind(f"a policy with {_what}")(_policy(_text))


_EDITS = {
    "a file that leads out": "{file: ../../x, find: a, with: b}",
    "an absolute file": "{file: /etc/passwd, find: root, with: b}",
    "git's own file": "{file: .git/config, find: core, with: b}",
    "a patch that leads out": "{file: units/one.py, patch: ../../../../etc/passwd}",
    "a patch that is a device": "{file: units/one.py, patch: /dev/zero}",
    "a find of nothing": "{file: units/one.py, find: '', with: x}",
    "times beyond all": "{file: units/one.py, find: '42', with: x, times: 99999999999999999999}",
    "a function with escapes": '{file: units/one.py, return_early: "\\e[2J"}',
    "a rename of hostile names": '{file: units/one.py, rename: {from: answer, to: "x\\n\\0"}}',
    "a stub of no Python": "{file: README.md, stub: disabled}",
    "a link": "{file: link, find: '42', with: '41'}",
}


def _table(edit: str) -> Callable[[World], None]:
    def make(world: World) -> None:
        (world.root / "link").symlink_to("/etc/passwd")
        world.commit()
        text = world.table.read_text()
        world.write(TABLE, text.replace('{file: units/one.py, find: "42", with: "41"}', edit))

    return make


for _what, _text in _EDITS.items():
    kind(f"a table with {_what}")(_table(_text))
