"""Kinds: damage in the store, its refs and its files of administration."""

from __future__ import annotations

import os
import random
import zlib
from collections.abc import Callable
from pathlib import Path

from tests.hostile.kinds import kind
from tests.hostile.world import World

_OBJECTS = {
    "the tip": "HEAD",
    "a parent": "HEAD~1",
    "the base": "main",
    "a merged commit": "HEAD~1^2",
    "a tree": "HEAD^{tree}",
    "a folder": "HEAD:src",
    "a source": "HEAD:src/vllm/platforms/cpu.cpp",
    "a base's source": "main:src/vllm/engine.cpp",
    "an index": "HEAD:.agents/issue-index.md",
    "a base's index": "HEAD~1^2:.agents/issue-index.md",
    "a policy": "HEAD:.redfirst.yml",
    "a baseline": "HEAD:scripts/device-leakage-baseline.json",
}


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0x5A
    path.write_bytes(data)


def _holding(data: bytes) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        path.write_bytes(data)

    return damage


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


_DAMAGES: dict[str, Callable[[Path], None]] = {
    "gone": Path.unlink,
    "cut": _cut,
    "flipped": _flip,
    "empty": _holding(b""),
    "of another kind": _holding(zlib.compress(b"tag 3\0abc")),
    "of a wrong size": _holding(zlib.compress(b"blob 99999999999\0abc")),
    "a folder": _folder,
}


def _damage_object(what: str, damage: Callable[[Path], None]) -> Callable[[World], None]:
    return lambda world: damage(world.loose(what))


for _what, _name in _OBJECTS.items():
    for _how, _damage in _DAMAGES.items():
        kind(f"{_what} is {_how}", damaged=True)(_damage_object(_name, _damage))


def _damage_pack(suffix: str, damage: Callable[[Path], None]) -> Callable[[World], None]:
    return lambda world: damage(world.repack().with_suffix(suffix))


for _suffix in (".pack", ".idx"):
    for _how in ("gone", "cut", "flipped", "empty"):
        kind(f"a {_suffix} is {_how}", damaged=True)(_damage_pack(_suffix, _DAMAGES[_how]))


@kind("bytes of a pack are flipped at random", damaged=True)
def _random_pack(world: World) -> None:
    pack = world.repack()
    data = bytearray(pack.read_bytes())
    for _ in range(200):
        data[world.random.randrange(12, len(data))] ^= 1 << world.random.randrange(8)
    pack.write_bytes(data)


@kind("a pack of garbage lies beside the others")
def _foreign_pack(world: World) -> None:
    folder = world.repack().parent
    for suffix in ("pack", "idx", "rev", "bitmap", "mtimes", "keep"):
        (folder / f"pack-{'ab' * 20}.{suffix}").write_bytes(random.Random(1).randbytes(999))
    (folder / "multi-pack-index").write_bytes(b"MIDX garbage")


@kind("the commit graph is garbage")
def _graph(world: World) -> None:
    (world.git_dir / "objects" / "info").mkdir(exist_ok=True)
    (world.git_dir / "objects" / "info" / "commit-graph").write_bytes(b"CGPH garbage" * 99)


_GARBAGE = {
    "empty": b"",
    "garbage": b"\x1b[2J\xff\xfe garbage\n" * 3,
    "zeros": b"\0" * 512,
    "very long": b"a" * 1_000_000,
    "a link to HEAD": b"ref: HEAD\n",
    "a path that leads out": b"ref: ../../../etc/passwd\n",
    "no object": b"1" * 40 + b"\n",
}
_FILES = (
    "HEAD", "packed-refs", "index", "config", "shallow", "info/grafts", "objects/info/alternates", "refs/heads/main",
    "refs/heads/docs/index", "commondir", "info/exclude", "info/attributes", "info/sparse-checkout", "MERGE_HEAD",
    "config.worktree", "refs/replace/1", "objects/info/http-alternates", "sharedindex.garbage", "gitdir",
)  # fmt: skip
_SOUND = {("packed-refs", "empty"), ("refs/heads/main", "a link to HEAD")}
"""Other repositories, but no damaged ones: HEAD's branch has no commit yet; the base is HEAD."""


def _replace(name: str, data: bytes) -> Callable[[World], None]:
    def make(world: World) -> None:
        path = world.git_dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    return make


for _name in _FILES:
    for _how, _data in _GARBAGE.items():
        kind(f".git/{_name} is {_how}", damaged=(_name, _how) not in _SOUND)(_replace(_name, _data))


def _into_pipe(name: str) -> Callable[[World], None]:
    def make(world: World) -> None:
        path = world.git_dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        os.mkfifo(path)

    return make


def _into_folder(name: str) -> Callable[[World], None]:
    def make(world: World) -> None:
        path = world.git_dir / name
        path.unlink(missing_ok=True)
        path.mkdir(parents=True)

    return make


for _name in _FILES:
    kind(f".git/{_name} is a named pipe", damaged=True, waits=True)(_into_pipe(_name))
    kind(f".git/{_name} is a folder", damaged=True)(_into_folder(_name))


@kind("alternates lead in a circle")
def _alternates(world: World) -> None:
    other = world.beside / "other"
    for here, there in ((world.git_dir / "objects", other), (other, world.git_dir / "objects")):
        (here / "info").mkdir(parents=True, exist_ok=True)
        (here / "info" / "alternates").write_text(f"{there}\n{here}\n/nowhere\n")


@kind("replace refs give every commit another one")
def _replacements(world: World) -> None:
    base = world.git("rev-parse", "main").decode()
    for one in world.git("rev-list", "HEAD", "--not", "main").decode().split():
        world.git("update-ref", f"refs/replace/{one}", base)


@kind("grafts cut and join the history")
def _grafts(world: World) -> None:
    head, parent, base = world.git("rev-parse", "HEAD", "HEAD~1", "main").decode().split()
    (world.git_dir / "info").mkdir(exist_ok=True)
    (world.git_dir / "info" / "grafts").write_text(f"{head} {base}\n{parent}\n{base} {head}\n")


@kind("a shallow file cuts the history", damaged=True)
def _shallow(world: World) -> None:
    (world.git_dir / "shallow").write_bytes(world.git("rev-parse", "main~1") + b"\n" + b"2" * 40 + b"\n")


@kind("a ref is locked, and so is the index")
def _locks(world: World) -> None:
    for name in ("index.lock", "HEAD.lock", "packed-refs.lock", "config.lock", "refs/heads/main.lock"):
        (world.git_dir / name).parent.mkdir(parents=True, exist_ok=True)
        (world.git_dir / name).write_bytes(b"")


def _raw_commit(world: World, data: bytes) -> None:
    oid = world.git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", stdin=data)
    world.git("update-ref", "refs/heads/docs/index", oid.decode(), check=False)
    (world.git_dir / "refs" / "heads" / "docs").mkdir(parents=True, exist_ok=True)
    (world.git_dir / "refs" / "heads" / "docs" / "index").write_bytes(oid + b"\n")


_COMMITS = {
    "no header": b"",
    "a tree of nothing": b"tree " + b"3" * 40 + b"\nauthor a <a> 1 +0\ncommitter a <a> 1 +0\n\nx\n",
    "no people": b"tree %(tree)s\nparent %(head)s\n\nx\n",
    "a parent that is a tree": b"tree %(tree)s\nparent %(tree)s\nauthor a <a> 1 +0\ncommitter a <a> 1 +0\n\nx\n",
    "a time beyond all": b"tree %(tree)s\nparent %(head)s\nauthor a <a> 9999999999999999999 +9999\n"
    b"committer a <a> 999999999999999999 +9999\n\nx\n",
    "an encoding that is none": b"tree %(tree)s\nparent %(head)s\nauthor a <a> 1 +0\ncommitter a <a> 1 +0\n"
    b"encoding rot13\n\n\xff\xfe\0x\n",
    "a hundred parents": b"tree %(tree)s\n"
    + b"parent %(head)s\n" * 100
    + b"author a <a> 1 +0\ncommitter a <a> 1 +0\n\nx\n",
    "a NUL and escapes": b"tree %(tree)s\nparent %(head)s\n"
    b"author \x1b[31m <\0> 1 +0\ncommitter a <a> 1 +0\n\n\x1b[2J\0\n",
    "a date before all": b"tree %(tree)s\nparent %(head)s\n"
    b"author a <a> -5 +0\ncommitter a <a> -99999999999999999 -9999\n\nx\n",
}


def _malformed(form: bytes) -> Callable[[World], None]:
    def make(world: World) -> None:
        names = {b"tree": world.git("rev-parse", "HEAD^{tree}"), b"head": world.git("rev-parse", "HEAD")}
        _raw_commit(world, form % names)

    return make


for _how, _form in _COMMITS.items():
    kind(f"the tip is a commit with {_how}")(_malformed(_form))
