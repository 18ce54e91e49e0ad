"""Kinds: what files are called, what they are, and how many there are."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable

from checkers.repo.process import bytes_of
from fixtures import hostile
from tests.hostile.kinds import kind
from tests.hostile.world import MESSAGE, World

_USE = "void F() { vt::Attention(q, k, v); if (kind == kCUDA) return; }\n"
_MODELS = b"src/vllm/model_executor/models/"
_ODD = (
    b"a\nb.cpp", b"\x1b[31mred\x1b[0m.cpp", b"\xff\xfe.cpp", b"-rf", b"--output=owned", b":(glob)**", b":!x.cpp",
    b"\xe2\x80\xaeppc.x.cpp", b"a b\t.cpp", b"'\"`$(touch owned)`.cpp", b"%0A::error::x.cpp", b"::error::x.cpp",
    b"##[error]x.cpp", b"n" * 240 + b".cpp", b"trailing.", b"trailing .cpp ", b"CON.cpp", b"a\\b.cpp", b"\x7f.cpp",
    b"|pipe|<b>@here</b>.cpp", b"[x](javascript:1).cpp", "e\u0301.cpp".encode(), "\u00e9.cpp".encode(),
    b"Case.cpp", b"case.cpp", b"*.cpp", b"[a-z].cpp", b"{a,b}.cpp", b"#hash.cpp", b"!bang.cpp", b"~.cpp", b"@.cpp",
    "\u202e\u2066\u200b.cpp".encode(), b"\xed\xa0\x80.cpp", b"\xc0\xaf.cpp", b"a\r.cpp", b".gitmodules.cpp",
)  # fmt: skip


def _write_all(world: World, names: Iterable[bytes]) -> None:
    for name in names:
        world.write(_MODELS + name, _USE)


@kind("files with every odd name are committed")
def _committed(world: World) -> None:
    _write_all(world, _ODD)
    world.commit()


@kind("files with every odd name are staged")
def _staged(world: World) -> None:
    _write_all(world, _ODD)
    world.git("add", "-A")


@kind("files with every odd name are untracked")
def _untracked(world: World) -> None:
    _write_all(world, _ODD)


@kind("folders with every odd name are committed")
def _folders(world: World) -> None:
    for name in _ODD:
        world.write(_MODELS + name + b".d/x.cpp", _USE)
        world.write(name + b".d/.gitattributes", "* filter=evil\n")
    world.commit()


@kind("files are named like hostile strings")
def _strings(world: World) -> None:
    for number, text in enumerate(hostile.strings()):
        name = bytes_of(text).replace(b"/", b"_").replace(b"\0", b"_")[:200]
        world.write(_MODELS + b"%d%s.cpp" % (number, name), _USE)
    world.commit()


@kind("branches are named like hostile strings")
def _branches(world: World) -> None:
    head = world.git("rev-parse", "HEAD").decode()
    asked = [
        b"update refs/heads/%s %s\n" % (bytes_of(text), head.encode())
        for text in hostile.strings()
        if world.git(b"check-ref-format", b"refs/heads/" + bytes_of(text).replace(b"\0", b"."), check=False) is None
    ]
    world.git("update-ref", "--stdin", stdin=b"".join(asked))
    world.git("update-ref", "refs/heads/;touch${IFS}owned", head)
    world.git("update-ref", "refs/heads/\u202eevil", head)
    world.git("update-ref", "refs/tags/main", head)


@kind("trees hold names that no file can have")
def _impossible(world: World) -> None:
    blob = world.git("hash-object", "-w", "--stdin", stdin=_USE.encode())
    names = (b".", b"..", b".git", b".GIT", b"git~1", b"a/b", b"", b".git\xe2\x80\x8c", b"x.cpp", b"x.cpp", b"\xff")
    for mode in (b"100644", b"120000", b"40000", b"160000", b"0", b"777777"):
        lines = b"".join(b"%s %s\0%s" % (mode, name, bytes.fromhex(blob.decode())) for name in names)
        world.git("hash-object", "-t", "tree", "-w", "--literally", "--stdin", stdin=lines)
        _commit_tree(world, lines)


def _commit_tree(world: World, lines: bytes) -> None:
    tree = world.git("hash-object", "-t", "tree", "-w", "--literally", "--stdin", stdin=lines)
    commit = world.git("commit-tree", tree, b"-p", b"HEAD", stdin=MESSAGE.encode())
    world.git("update-ref", "HEAD", commit)


@kind("links lead in a circle, out of the tree, and take the place of everything")
def _links(world: World) -> None:
    places = (
        ".redfirst.yml", ".agents/issue-index.md", "scripts/device-leakage-baseline.json", "README.md",
        "scripts/attention-rung-allowlist.txt", ".gitattributes", "src/vllm/engine.cpp", "docs/STATUS.md",
    )  # fmt: skip
    targets = ("/etc/passwd", "loop", "../../../../../../etc/hostname", ".", "/dev/zero", "/proc/self/mem", "\x1b[2J")
    for number, place in enumerate(places):
        path = world.root / place
        path.unlink()
        path.symlink_to(targets[number % len(targets)])
    (world.root / "loop").symlink_to("loop")
    (world.root / "src" / "up").symlink_to("..")
    (world.root / "src" / "vllm" / "model_executor" / "models" / "x.cpp").symlink_to("/dev/zero")
    world.commit()


@kind("a folder of the tree was replaced by a link on disk")
def _linked_folder(world: World) -> None:
    (world.root / "src").rename(world.beside / "src")
    (world.root / "src").symlink_to(world.beside / "src")


@kind("commits of submodules that are nowhere")
def _submodules(world: World) -> None:
    for name in ("third_party/x", "src/vllm/engine.cpp", ".redfirst.yml", "scripts/device-leakage-baseline.json"):
        world.git("rm", "-q", "-r", "--cached", "--ignore-unmatch", name)
        world.git("update-index", "--add", "--cacheinfo", f"160000,{'4' * 40},{name}")
    evil = '[submodule "../../x"]\n\tpath = third_party/x\n\turl = ext::sh -c touch% owned\n\tupdate = !touch owned\n'
    world.write(".gitmodules", evil)
    world.git("add", ".gitmodules")
    world.git("commit", "-q", "-m", MESSAGE)


def _pipe(world: World, name: str) -> None:
    (world.root / name).unlink(missing_ok=True)
    os.mkfifo(world.root / name)


_WATCHED = (
    ".redfirst.yml", ".agents/issue-index.md", "scripts/device-leakage-baseline.json", "README.md", "AGENTS.md",
    "scripts/attention-rung-allowlist.txt", "src/vllm/engine.cpp", "docs/STATUS.md", "units/one.py",
    "tests/mutations/units.yml", ".pre-commit-config.yaml", "CMakeLists.txt", "include/vllm.h",
)  # fmt: skip


def _becomes_pipe(name: str) -> Callable[[World], None]:
    return lambda world: _pipe(world, name)


for _name in _WATCHED:
    kind(f"{_name} is a named pipe")(_becomes_pipe(_name))
for _name in (".gitignore", ".gitattributes", "src/.gitattributes", "src/.gitignore", ".gitmodules"):
    kind(f"{_name} is a named pipe", waits=True)(_becomes_pipe(_name))


@kind("the message is a device without end")
def _message_device(world: World) -> None:
    world.message.unlink()
    world.message.symlink_to("/dev/zero")


@kind("pipes, sockets and folders stand where files were")
def _special(world: World) -> None:
    _pipe(world, "src/vllm/config.cpp")
    _pipe(world, "src/vllm/model_executor/models/pocket_moe.cpp")
    (world.root / "src/vllm/engine.cpp").unlink()
    (world.root / "src/vllm/engine.cpp").mkdir()
    (world.root / "src/vllm/tokenizer.cpp").unlink()
    with socket.socket(socket.AF_UNIX) as one:
        os.chdir(world.root / "src" / "vllm")
        one.bind("tokenizer.cpp")
        os.chdir("/")


@kind("files have every mode")
def _modes(world: World) -> None:
    for number, path in enumerate(sorted((world.root / "src").rglob("*.cpp"))):
        path.chmod(number % 8 * 0o111 | 0o400)
    world.commit()


@kind("folders are 300 levels deep")
def _deep(world: World) -> None:
    world.write("src/vllm/" + "d/" * 300 + "x.cpp", _USE)
    world.write("include/vllm/" + "deeper/" * 300 + "x.h", "#include <cuda_runtime.h>\n")
    world.write("tests/" + "d/" * 300 + "mutations/x.yml", "version: 1\n")
    world.commit()


@kind("folders are deeper than a path can be", heavy=True)
def _deeper(world: World) -> None:
    tree = world.git("mktree", stdin=b"100644 blob %s\tx.cpp\n" % world.git("rev-parse", "HEAD:README.md"))
    for _ in range(600):
        tree = world.git("mktree", stdin=b"040000 tree %s\t%s\n" % (tree, b"deep" * 10))
    vllm = world.git("mktree", stdin=b"040000 tree %s\tvllm\n" % tree)
    top = world.git("mktree", stdin=b"040000 tree %s\tsrc\n" % vllm)
    world.git("update-ref", "HEAD", world.git("commit-tree", top, b"-p", b"HEAD", stdin=MESSAGE.encode()))


@kind("trees stand for a billion paths", heavy=True)
def _bomb(world: World) -> None:
    blob = world.git("rev-parse", "HEAD:src/vllm/engine.cpp")
    tree = world.git("mktree", stdin=b"".join(b"100644 blob %s\t%02d.cpp\n" % (blob, n) for n in range(10)))
    for _ in range(9):
        tree = world.git("mktree", stdin=b"".join(b"040000 tree %s\t%02d\n" % (tree, n) for n in range(10)))
    top = world.git(
        "mktree", stdin=b"040000 tree %s\tsrc\n" % world.git("mktree", stdin=b"040000 tree %s\tvllm\n" % tree)
    )
    world.git("update-ref", "HEAD", world.git("commit-tree", top, b"-p", b"HEAD", stdin=MESSAGE.encode()))


@kind("20,000 files", heavy=True)
def _many(world: World) -> None:
    for number in range(20_000):
        world.write(f"src/vllm/m{number % 200}/f{number}.cpp", f"int f{number}() {{ return {number}; }}\n")
    world.commit()


@kind("5,000 refs", heavy=True)
def _refs(world: World) -> None:
    head = world.git("rev-parse", "HEAD").decode()
    kinds = ("heads/b", "tags/t", "remotes/origin/r", "notes/n")
    asked = "".join(f"create refs/{kinds[n % 4]}{n} {head}\n" for n in range(5_000))
    world.git("update-ref", "--stdin", stdin=asked.encode())
